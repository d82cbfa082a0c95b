//! One expression a group (s. 3.6.4, table 3.6).

use super::Violation;
use crate::mncore2::account::Traffic;
use crate::mncore2::isa::{Access, Expr, L1bmPlace, L2bm, Source};

/// The groups, as table 3.6 names them.
const GROUPS: [&str; 11] = [
    "nop",
    "noforward",
    "l2bm",
    "l2bmdarw",
    "l1bm",
    "l1bm-turnaround",
    "mau-calc",
    "mau-mwrite",
    "mau-mread",
    "alu",
    "wait",
];

/// The number of an expression's group. Writing `$lbi` belongs to l1bm, reading it to
/// l1bm-turnaround (MN-D55).
fn group(expr: &Expr) -> usize {
    match expr {
        Expr::Nop(_) => 0,
        Expr::Noforward => 1,
        Expr::L2bm(L2bm::Darw) => 3,
        Expr::L2bm(_) => 2,
        Expr::Down(down) if down.from.place == L1bmPlace::Turnaround => 5,
        Expr::Down(_) | Expr::Up(_) => 4,
        Expr::Mau(_) => 6,
        Expr::Mwrite(_) => 7,
        Expr::Mread(_) => 8,
        Expr::Alu(_) => 9,
        Expr::Wait(_) => 10,
    }
}

/// At most one expression a group; where the two pass one memory in both directions, its ports are
/// the reason (s. 3.6.1.4, 3.6.1.5).
pub(super) fn slots(exprs: &[Expr], found: &mut Vec<Violation>) {
    let mut first = [None; GROUPS.len()];
    for (i, expr) in exprs.iter().enumerate() {
        let g = group(expr);
        match first[g] {
            None => first[g] = Some(i),
            Some(j) => found.push(shared(g, i, j, expr, &exprs[j])),
        }
    }
    one_path_down(exprs, first, found);
}

/// A transfer from L1BM and one from the turnaround register take the same path to the PEs and the
/// same forwarding register, although their groups differ (MN-D110).
fn one_path_down(exprs: &[Expr], first: [Option<usize>; GROUPS.len()], found: &mut Vec<Violation>) {
    if let [Some(i), Some(j)] = [first[4], first[5]]
        && let [Expr::Down(_), Expr::Down(_)] = [&exprs[i], &exprs[j]]
    {
        let message =
            "two transfers from L1BM to the PEs in one step; there is one path".to_owned();
        found.push(
            Violation::error("MN-E-L1BM-PORT", "3.6.1.17", [i.max(j), i.min(j)], message)
                .help("put them into two steps"),
        );
    }
}

fn shared(g: usize, i: usize, j: usize, expr: &Expr, other: &Expr) -> Violation {
    if let Some((memory, section, partners)) = both_directions(expr, other) {
        return Violation::error(
            "MN-E-L1BM-PORT",
            section,
            [i, j],
            format!("{memory} is read and written by transfers with {partners} in one step"),
        )
        .help(if memory == "L1BM" {
            "put them into two steps, or read the turnaround register ($lbi, $llbi)"
        } else {
            "put them into two steps"
        });
    }
    Violation::error(
        "MN-E-SLOT",
        "3.6.4",
        [i, j],
        format!("two expressions of the group {} in one step", GROUPS[g]),
    )
    .help("put the second into the next step")
}

fn both_directions(a: &Expr, b: &Expr) -> Option<(&'static str, &'static str, &'static str)> {
    match (a, b) {
        (Expr::Down(_), Expr::Up(up)) | (Expr::Up(up), Expr::Down(_)) => {
            (up.to.place != L1bmPlace::Turnaround).then_some(("L1BM", "3.6.1.5", "PEs"))
        }
        (Expr::L2bm(_), Expr::L2bm(_)) => match (writes_l2bm(a)?, writes_l2bm(b)?) {
            (true, false) | (false, true) => Some(("L2BM", "3.6.1.4", "L1BM")),
            _ => None,
        },
        _ => None,
    }
}

/// Whether L2BM is written; nothing for expressions that leave it alone.
fn writes_l2bm(expr: &Expr) -> Option<bool> {
    let Traffic { l2bm_read, l2bm_written, .. } = Traffic::of(expr);
    (l2bm_read.is_some() || l2bm_written.is_some()).then_some(l2bm_written.is_some())
}

/// `nop` goes with `wait` only (s. 3.6.5).
pub(super) fn nop_alone(exprs: &[Expr], found: &mut Vec<Violation>) {
    let Some(nop) = exprs.iter().position(|e| matches!(e, Expr::Nop(_))) else { return };
    let Some(other) = exprs.iter().position(|e| !matches!(e, Expr::Nop(_) | Expr::Wait(_))) else {
        return;
    };
    found.push(
        Violation::error(
            "MN-E-NOP-ALONE",
            "3.6.5",
            [nop, other],
            "nop is issued with another expression than wait".to_owned(),
        )
        .help("leave nop out, or give it its own line; noforward keeps the forwarding registers"),
    );
}

/// `wait` needs another PE expression (s. 3.6.13).
pub(super) fn wait_alone(exprs: &[Expr], found: &mut Vec<Violation>) {
    if exprs.iter().all(|e| matches!(e, Expr::Wait(_))) {
        found.push(
            Violation::error(
                "MN-E-WAIT-ALONE",
                "3.6.13",
                Vec::new(),
                "wait is issued without another PE expression".to_owned(),
            )
            .help("write it beside the step that waits, or: nop; wait iTT"),
        );
    }
}

// Whether two operands are the same place.

/// Whether two accesses touch the same words in every cycle of every PE, whatever T and the base
/// address register hold.
pub(super) fn same_region(a: &Access, b: &Access) -> bool {
    let words = u32::from(a.bank.words());
    a.bank == b.bank
        && a.width == b.width
        && a.modifier == b.modifier
        && (0..4).all(|c| a.cycles.at(c) % words == b.cycles.at(c) % words)
}

/// Whether two inputs read the same operand; the written width of T says nothing (s. 3.6.1.12).
pub(super) fn same_source(a: &Source, b: &Source) -> bool {
    match (a, b) {
        (Source::Memory(a), Source::Memory(b)) => same_region(a, b),
        (Source::T(_), Source::T(_)) => true,
        (a, b) => a == b,
    }
}
