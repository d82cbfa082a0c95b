//! One program, both ways.

use super::{Hazard, hazards};
use semantics::mncore2::check::{Checker, Rules, Severity};
use semantics::mncore2::isa::Statement;

/// Whether a code is that of a hazard, as an error or as a warning.
fn is_hazard(code: &str) -> bool {
    code.contains("-HAZARD-")
}

/// `MN-W-HAZARD-LM0` and `MN-E-HAZARD-LM0` are one rule.
fn rule(code: &str) -> &str {
    code.trim_start_matches("MN-E-").trim_start_matches("MN-W-")
}

/// What the checker finds. Its lines are the statements' places from 1.
pub(crate) fn checked(statements: &[Statement]) -> Vec<Hazard> {
    let mut checker = Checker::with(Rules::ASSEMBLER);
    let mut found = Vec::new();
    for (second, statement) in statements.iter().enumerate() {
        let before = checker.nops_before(statement);
        let violations = checker.statement(second as u32 + 1, statement);
        let hazards = violations.into_iter().filter(|v| is_hazard(v.code));
        let mut nops = 0;
        for violation in hazards {
            let earlier = violation.earlier.as_ref().expect("the earlier place of a hazard");
            let warning = violation.severity == Severity::Warning;
            nops = nops.max(if warning { 0 } else { violation.nops });
            let (code, first) = (violation.code, earlier.line as usize - 1);
            found.push(Hazard { code, first, second, nops: violation.nops, warning });
        }
        assert_eq!(before, nops, "statement {second}: nops asked for before it was walked");
    }
    found
}

/// The hazards of a program that two lists do not agree on: everything that the checker finds is a
/// pair of the plain list, and of every statement and rule it finds one that needs the most.
pub(crate) fn difference(plain: &[Hazard], checked: &[Hazard]) -> Option<String> {
    let same = |a: &Hazard, b: &Hazard| {
        (rule(a.code), a.first, a.second, a.nops, a.warning)
            == (rule(b.code), b.first, b.second, b.nops, b.warning)
    };
    if let Some(extra) = checked.iter().find(|c| !plain.iter().any(|p| same(p, c))) {
        return Some(format!("only the checker finds {extra:?}"));
    }
    let found = |p: &Hazard| {
        let most = checked.iter().filter(|c| {
            rule(c.code) == rule(p.code) && c.second == p.second && c.warning == p.warning
        });
        most.map(|c| c.nops).max().unwrap_or(0)
    };
    let missing = plain.iter().find(|p| found(p) < p.nops)?;
    Some(format!("the checker does not find {missing:?}"))
}

/// Compares the two on a program.
///
/// # Panics
/// Where they differ.
pub(crate) fn agree(name: &str, statements: &[Statement], reach: Option<u32>) -> usize {
    let plain = hazards(statements, reach);
    let checked = checked(statements);
    if let Some(difference) = difference(&plain, &checked) {
        let text: Vec<String> =
            statements.iter().take(40).enumerate().map(|(i, s)| format!("{i}: {s}")).collect();
        panic!("{name}: {difference}\n{}\n{plain:?}\n{checked:?}", text.join("\n"));
    }
    plain.len()
}
