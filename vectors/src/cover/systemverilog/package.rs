//! A package: covergroups of an operation, and a class that samples a case.

use super::group::{Count, Group};
use super::names::identifier;
use crate::cover::Model;
use crate::cover::bins::{FLAGS, LANE, MODE, OUT, names};
use crate::cover::subject::Subject;
use crate::registry::rules::RM;
use crate::registry::{FlagKind, Options, Shape};
use std::fmt::Write;

/// The package of an operation's models; nothing where no goal can be said.
pub(super) fn package(models: &[&Model]) -> Option<String> {
    let op = models[0].plan().op;
    let rounds = op.options.iter().any(|spec| std::ptr::eq(spec.row, &RM.row));
    let under = |options: &Options| if rounds { options.without(&RM) } else { *options };
    let mut groups: Vec<Group<'_>> = Vec::new();
    for model in models {
        let own = under(&model.plan().options);
        let alike = |group: &&mut Group<'_>| under(&group.models[0].plan().options) == own;
        match groups.iter_mut().find(alike) {
            Some(group) => group.models.push(model),
            None => groups.push(Group { models: vec![model], rounds, arguments: Vec::new() }),
        }
    }
    for group in &mut groups {
        group.arguments = arguments(group).into_iter().map(|(_, name)| name).collect();
    }
    let name = identifier(&op.id);
    let mut text = format!("// Goals of `assay cover` as bins: {}.\n", op.summary);
    let _ = writeln!(text, "package {name}_cover_pkg;");
    let mut count = Count::default();
    for group in &groups {
        let options = under(&group.models[0].plan().options).to_string();
        let name = match groups.len() {
            1 => name.clone(),
            _ => identifier(&format!("{name} {options}")),
        };
        let words = if options.is_empty() { String::new() } else { format!(" {options}") };
        let _ = writeln!(text, "\n// {}{words}", op.id);
        let body = group.body(&mut count)?;
        covergroup(&mut text, &name, group, &body);
        class(&mut text, &name, group);
    }
    text.push_str("\nendpackage\n");
    told(&mut text, &count);
    Some(text)
}

/// An argument's declaration.
fn declared(shape: &Shape, name: &str) -> String {
    let width = format!("[{}:0]", shape.format.width - 1);
    match shape.len {
        1 => format!("bit {width} {name}"),
        len => format!("bit [{}:0]{width} {name}", len - 1),
    }
}

/// Results, flags and rounding, as arguments.
fn behind(group: &Group<'_>, results: &[Shape], lane: bool) -> Vec<(String, String)> {
    let op = group.models[0].plan().op;
    let result = |(at, shape): (usize, &Shape)| {
        let name = if at == 0 { OUT.to_owned() } else { format!("{OUT}{}", at + 1) };
        let shape = if lane { Shape::one(shape.format) } else { *shape };
        (declared(&shape, &name), name)
    };
    let mut all: Vec<_> = results.iter().enumerate().map(result).collect();
    if op.flags == FlagKind::Exceptions {
        all.push((format!("bit [4:0] {FLAGS}"), FLAGS.to_owned()));
    }
    if group.rounds {
        all.push((format!("bit [2:0] {MODE}"), MODE.to_owned()));
    }
    all
}

/// What is sampled: one element of each operand, or all of them.
fn arguments(group: &Group<'_>) -> Vec<(String, String)> {
    let subject = group.models[0].subject();
    let plan = &subject.plan;
    if subject.arithmetic.is_none() {
        return whole(group);
    }
    let ports = subject.operands.iter().zip(LANE);
    let mut all: Vec<_> = ports
        .map(|(port, name)| (declared(&Shape::one(port.format), name), name.to_owned()))
        .collect();
    all.extend(behind(group, &plan.results[..1], true));
    all
}

/// A case.
fn whole(group: &Group<'_>) -> Vec<(String, String)> {
    let plan = group.models[0].plan();
    let operands = plan.operands.iter().zip(names(plan));
    let mut all: Vec<_> =
        operands.map(|(shape, name)| (declared(shape, &name), name.clone())).collect();
    all.extend(behind(group, &plan.results, false));
    all
}

fn list(arguments: &[(String, String)]) -> String {
    let declared: Vec<&str> = arguments.iter().map(|(declared, _)| declared.as_str()).collect();
    format!("\n    {}\n", declared.join(",\n    "))
}

fn covergroup(text: &mut String, name: &str, group: &Group<'_>, body: &str) {
    let arguments = list(&arguments(group));
    let _ = writeln!(text, "covergroup {name}_goals with function sample ({arguments});");
    text.push_str("    option.per_instance = 1;\n");
    text.push_str(body);
    text.push_str("endgroup\n");
}

/// The class whose `sample` takes a case.
fn class(text: &mut String, name: &str, group: &Group<'_>) {
    let _ = writeln!(text, "\nclass {name}_cover;\n    {name}_goals goals;\n");
    text.push_str("    function new();\n        goals = new();\n    endfunction\n\n");
    let arguments = list(&whole(group));
    let _ = writeln!(text, "    function void sample({});", arguments.replace('\n', "\n    "));
    let subject = group.models[0].subject();
    if subject.lanes > 1 {
        let _ = writeln!(text, "        for (int lane = 0; lane < {}; lane++)", subject.lanes);
        text.push_str("    ");
    }
    let _ = writeln!(text, "        goals.sample({});", passed(subject, group).join(", "));
    text.push_str("    endfunction\nendclass\n");
}

/// What `sample` of the class gives to the covergroup.
fn passed(subject: &Subject, group: &Group<'_>) -> Vec<String> {
    let plan = &subject.plan;
    let Some(arithmetic) = subject.arithmetic else {
        return whole(group).into_iter().map(|(_, name)| name).collect();
    };
    let of = |shape: &Shape, name: &str| match shape.len {
        1 => name.to_owned(),
        _ => format!("{name}[lane]"),
    };
    let names = names(plan);
    let mut all = vec![String::new(); subject.operands.len()];
    for (at, shape) in plan.operands.iter().enumerate() {
        all[arithmetic.part(at)] = of(shape, &names[at]);
    }
    let others = behind(group, &plan.results[..1], true).into_iter().map(|(_, name)| name);
    all.extend(others.map(|name| if name == OUT { of(plan.result(), OUT) } else { name }));
    all
}

/// What was said, and what was not.
fn told(text: &mut String, count: &Count) {
    let not: usize = count.not.iter().map(|(_, _, goals)| goals).sum();
    let _ = writeln!(text, "\n// Said as bins: {} of {} goals.", count.said, count.said + not);
    if count.never > 0 {
        let never = count.never;
        let _ = writeln!(
            text,
            "// Out of reach, and no bins or ignored ones: {never} goals beside these."
        );
    }
    if not > 0 {
        text.push_str("// Not said:\n");
    }
    for (name, why, goals) in &count.not {
        let _ = writeln!(text, "//   {name:8}{goals:>7}  {why}");
    }
}
