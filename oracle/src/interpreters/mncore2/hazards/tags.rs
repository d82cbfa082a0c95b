//! Tags (s. 3.5.4, 3.6.13), plain: every wait against every MV of the program, from MN-D60 alone.

use semantics::mncore2::isa::{Expr, Mv, Statement};

/// The warnings about tags, each with its statement, from 0.
pub fn tags(statements: &[Statement]) -> Vec<(usize, &'static str)> {
    let end = statements.iter().position(|s| *s == Statement::Quit).unwrap_or(statements.len());
    let program = &statements[..end];
    let mut found = Vec::new();
    for (i, statement) in program.iter().enumerate() {
        if let Some(tag) = given(statement)
            && is_open(&program[..i], tag)
        {
            found.push((i, "MN-W-TAG-REUSE"));
        }
        for tag in waited(statement) {
            // A tag that no MV of the whole program gives is the host's.
            let of_mvs = program.iter().any(|s| given(s) == Some(tag));
            if of_mvs && !is_open(&program[..i], tag) {
                found.push((i, "MN-W-WAIT-UNISSUED"));
            }
        }
    }
    found
}

/// Whether an MV or a host's copy gives the tag and no wait for it follows.
fn is_open(before: &[Statement], tag: u8) -> bool {
    let copied = |s: &Statement| matches!(s, Statement::Host(copy) if copy.tag.0 == tag);
    let gives = before.iter().rposition(|s| given(s) == Some(tag) || copied(s));
    gives.is_some_and(|i| before[i..].iter().all(|s| waited(s).all(|other| other != tag)))
}

/// The tag of an MV; 00 is none.
fn given(statement: &Statement) -> Option<u8> {
    match statement {
        Statement::Mv(Mv::Transfer(mv)) => mv.tag.map(|tag| tag.0).filter(|&tag| tag != 0),
        _ => None,
    }
}

fn waited(statement: &Statement) -> impl Iterator<Item = u8> {
    let exprs = match statement {
        Statement::Step(step) => &step.exprs[..],
        _ => &[],
    };
    exprs.iter().filter_map(|expr| if let Expr::Wait(tag) = expr { Some(tag.0) } else { None })
}
