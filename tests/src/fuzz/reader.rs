//! One target for each reader of vector files: whatever the bytes, reading ends in a report or an
//! error with a position, and a case that is read and written again checks.

use seeded::{Bytes, Code, Draw, code};
use vectors::check::{Settings, check};
use vectors::file::{Format, Parser, Writer};
use vectors::registry::{Op, Plan};

/// Half of the inputs are the file itself; the others make a valid file and damage it, since few
/// random bytes get past a header.
///
/// # Panics
/// Where a reader panics, or a rewritten case does not check.
pub fn reader(format: Format, bytes: &[u8]) {
    let Some((mode, rest)) = bytes.split_first() else { return };
    if mode & 1 == 0 {
        read(format, None, rest);
    } else {
        let mut choices = Bytes::new(rest);
        let ops: Vec<&Op> = vectors::operations().all().collect();
        let op = choices.pick(&ops);
        let sets = op.all_sets();
        let plan = op.plan(choices.pick(&sets));
        let mut file = whole(format, &plan, &[elements(&plan, &mut choices)]);
        damage(&mut file, &mut choices);
        read(format, Some(&plan), &file);
    }
}

/// A file of these cases.
fn whole(format: Format, plan: &Plan, cases: &[Vec<u64>]) -> Vec<u8> {
    let mut writer = Writer::new(format, plan.operands.len());
    let mut file = writer.header();
    for x in cases {
        writer.write(plan, x, &mut file);
    }
    file
}

/// Up to three changed, removed or doubled bytes.
fn damage(file: &mut Vec<u8>, choices: &mut Bytes<'_>) {
    for _ in 0..choices.below(4) {
        let at = choices.below(file.len() as u64) as usize;
        match choices.below(3) {
            0 => file[at] ^= 1 << choices.below(8),
            1 => drop(file.remove(at)),
            _ => file.insert(at, choices.below(256) as u8),
        }
        if file.is_empty() {
            return;
        }
    }
}

fn read(format: Format, plan: Option<&Plan>, file: &[u8]) {
    let some = vectors::operations()
        .find("mncore2.mau.fvfma")
        .expect("registered")
        .plan(&Default::default());
    let plan = plan.unwrap_or(&some);
    let settings =
        Settings { op: Some(plan.op), options: plan.options, threads: 1, ..Settings::default() };
    let mut kept = Vec::new();
    match check(file, format, vectors::operations(), &settings, &mut |_| ()) {
        Ok(report) => drop(report.to_string()),
        Err(error) => drop(error.to_string()),
    }
    let mut parser = Parser::new(format, vectors::operations(), Some(plan.clone()));
    let mut lines = file.split(|b| *b == b'\n');
    if parser.has_header() && lines.next().is_none_or(|l| parser.header(l).is_err()) {
        return;
    }
    for line in lines {
        if let Ok(case) = parser.line(line) {
            kept.push((case.plan.clone(), case.x.to_vec()));
        }
    }
    for (plan, x) in kept {
        let again = whole(format, &plan, &[x]);
        let settings = Settings { op: Some(plan.op), options: plan.options, ..settings.clone() };
        let report = check(&again[..], format, vectors::operations(), &settings, &mut |_| ())
            .expect("readable");
        assert_eq!((report.counts.checked, report.counts.mismatched), (1, 0), "{}", plan.op.id);
    }
}

// Bytes -> operands by class. Raw bits find nothing in branch-free arithmetic; these bytes choose
// special codes, exponents near each other or near a limit, and significands of runs and single
// bits.

/// The elements of all operands of a plan.
pub(crate) fn elements(plan: &Plan, draw: &mut impl Draw) -> Vec<u64> {
    let mut x = Vec::with_capacity(plan.elements());
    let mut anchor = code!(plan.operands[0].format).bias;
    for shape in &plan.operands {
        let code = code!(shape.format);
        let common = shape.format.shares_exponent().then(|| exponent(&code, anchor, draw));
        // Only half blocks have extended elements.
        let extended = shape.format.subnormal;
        for _ in 0..shape.len {
            match code.width {
                ..=64 => x.push(element(&code, anchor, common, extended, draw)),
                _ => {
                    let field = exponent(&code, anchor, draw);
                    x.extend(code.words_with_field(draw, field));
                }
            }
        }
        anchor = (anchor + draw.below(256)).saturating_sub(128);
    }
    x
}

fn element(
    code: &Code,
    anchor: u64,
    common: Option<u64>,
    extended: bool,
    draw: &mut impl Draw,
) -> u64 {
    let field = match common {
        _ if !code.has_exponent() => return code.integer(draw),
        Some(_) if extended && draw.one_in(8) => 0,
        Some(field) => field,
        None => exponent(code, anchor, draw),
    };
    code.with_field(draw, field)
}

/// An exponent field: of a class, or near the anchor.
fn exponent(code: &Code, anchor: u64, draw: &mut impl Draw) -> u64 {
    if draw.one_in(4) { code.field(draw) } else { (anchor + draw.below(256)).saturating_sub(128) }
}
