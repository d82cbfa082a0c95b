//! testfloat lines: operands, results and flags, separated by single spaces.

use super::error::{Fault, What};
use super::field::Field;
use super::reading::{Parsed, Reading};
use crate::registry::FlagKind;

/// Reads a line.
pub(super) fn read(p: &mut Reading, line: &str) -> Result<Parsed, Box<Fault>> {
    let Some(entry) = p.plans.last() else {
        return Err(Box::new(What::NoOperation.at(0)));
    };
    let plan = &entry.plan;
    let mut names: Vec<String> = (0..plan.operands.len()).map(|i| format!("in{i}")).collect();
    names.push("out".to_owned());
    let least = names.len();
    names.extend((plan.op.flags != FlagKind::None).then(|| "flags".to_owned()));
    let fields = split(line, &names);
    if fields.len() != names.len() && fields.len() != least {
        let offset = fields.get(names.len()).and_then(|f| f.offset).unwrap_or(line.len());
        let names_text = names.join(" ");
        let what = What::Fields { found: fields.len(), right: names.len(), names: names_text };
        return Err(Box::new(what.at(offset)));
    }
    let mut filled = 0;
    for (field, shape) in fields.iter().zip(&plan.operands) {
        field.elements(shape, &mut p.x[filled..filled + shape.words()])?;
        filled += shape.words();
    }
    fields[least - 1].results(&plan.results, &mut p.out)?;
    let flag = fields.get(least).map(|f| f.required_flag(plan)).transpose()?;
    Ok(p.finish(flag, "", ""))
}

fn split<'a>(line: &'a str, names: &[String]) -> Vec<Field<'a>> {
    let mut offset = 0;
    let mut names = names.iter();
    line.split(' ')
        .map(|text| {
            let name = names.next().cloned().unwrap_or_default();
            let at = offset;
            offset += text.len() + 1;
            Field { name: name.into(), text: text.into(), offset: Some(at) }
        })
        .collect()
}
