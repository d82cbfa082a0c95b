//! Hazards between steps (s. 3.6.3), plain: every statement as a list of single reads and writes, every
//! statement against every one before it. It keeps no windows, ages or maxima, and is written from
//! the manual and MN-D80, MN-D102 alone.

mod acts;
mod masks;
mod touches;

use acts::{Distance, RULES, Same};
use masks::Masks;
use semantics::mncore2::isa::{Expr, Mv, Statement};
use touches::{Touch, of_mv, of_step};

/// Two statements that lie too near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// The rule.
    pub code: &'static str,
    /// The earlier statement, from 0.
    pub first: usize,
    /// The later statement.
    pub second: usize,
    /// Steps that are missing between them.
    pub nops: u32,
    /// Whether the program is run all the same (MN-D80, MN-D102).
    pub warning: bool,
}

/// A statement with the number of its step, and all that it reads and writes.
struct Placed {
    step: u32,
    touches: Vec<Touch>,
}

/// Every statement in its step. An MV statement belongs to the step behind it; other statements but PE
/// ones belong to none and touch nothing.
fn place(statements: &[Statement]) -> Vec<Placed> {
    let mut step = 0;
    let mut masks = Masks::new();
    let mut placed = Vec::new();
    for statement in statements {
        let mut here = Placed { step, touches: Vec::new() };
        match statement {
            Statement::Step(s) => {
                here.touches = of_step(s, &masks);
                masks.behind_step(s);
                step += s.exprs.iter().find_map(nops).unwrap_or(1);
            }
            Statement::Mv(mv) => here.touches = of_mv(mv),
            Statement::Mask(setting) => masks.setting = *setting,
            _ => {}
        }
        placed.push(here);
    }
    placed
}

fn nops(expr: &Expr) -> Option<u32> {
    if let Expr::Nop(n) = expr { Some(*n) } else { None }
}

/// All pairs that lie too near. `reach` leaves out statements more steps apart than that, for
/// programs whose pairs are too many.
pub fn hazards(statements: &[Statement], reach: Option<u32>) -> Vec<Hazard> {
    let placed = place(statements);
    let mut found = Vec::new();
    for (second, b) in placed.iter().enumerate() {
        for (first, a) in placed[..second].iter().enumerate().rev() {
            if reach.is_some_and(|reach| b.step - a.step > reach) {
                break;
            }
            for rule in RULES {
                let near = |more: u32| {
                    let apart = i64::from(b.step + more - a.step);
                    let writes = a.touches.iter().filter(|t| t.act == rule.first);
                    writes.clone().any(|w| {
                        b.touches
                            .iter()
                            .filter(|r| r.act == rule.second && same(rule.same, w, r))
                            .any(|r| too_near(rule.needed, apart, w, r))
                    })
                };
                let nops = (0..).find(|&more| !near(more)).unwrap_or(0);
                if nops > 0 {
                    let (code, warning) = (rule.code, rule.warning);
                    found.push(Hazard { code, first, second, nops, warning });
                }
            }
        }
    }
    found
}

fn same(what: Same, a: &Touch, b: &Touch) -> bool {
    match what {
        Same::Anything => true,
        Same::L1b => a.l1bs & b.l1bs != 0,
        Same::Word => a.l1bs & b.l1bs != 0 && a.word == b.word,
    }
}

/// `apart`: from the start of the first step to that of the second, in steps.
fn too_near(needed: Distance, apart: i64, a: &Touch, b: &Touch) -> bool {
    match needed {
        Distance::Steps(n) => apart - 1 < n,
        Distance::Cycles(n) => 4 * apart + b.cycle - a.cycle - 1 < n,
    }
}

// Tags (s. 3.5.4, 3.6.13), plain: every wait against every MV of the program, from MN-D60 alone.

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
