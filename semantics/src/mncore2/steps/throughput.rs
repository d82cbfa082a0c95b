//! What MV forms use, and how fast they are alone (s. 3.5.8).

use crate::machine::steps::Rate;
use crate::mncore2::isa::table::{MvKind, Place};
use crate::mncore2::isa::{MvOp, MvOperand, MvTransfer};

/// A form: opcode, places; throughputs of source and destination inside a group, and between two; the
/// section that states them.
type Row = (MvKind, [Place; 2], [u32; 2], [u32; 2], &'static str);

const fn even(
    kind: MvKind,
    from: Place,
    to: Place,
    inside: u32,
    between: u32,
    section: &'static str,
) -> Row {
    (kind, [from, to], [inside, inside], [between, between], section)
}

const fn uneven(
    kind: MvKind,
    from: Place,
    to: Place,
    sides: [u32; 2],
    section: &'static str,
) -> Row {
    (kind, [from, to], sides, sides, section)
}

use MvKind::{B, B2, B4, D, P, R, R2, R4};
use Place::{Dram, DramAt, L2bm, L2bmAt, L2bmGroup, L2bmOf, Pdm, PdmAt};

const ROWS: [Row; 24] = [
    even(P, PdmAt, DramAt, 16, 8, "3.5.8.2"),
    even(P, DramAt, PdmAt, 8, 4, "3.5.8.3"),
    even(P, PdmAt, L2bmAt, 16, 8, "3.5.8.4"),
    even(P, L2bmAt, PdmAt, 16, 8, "3.5.8.5"),
    even(P, DramAt, L2bmAt, 16, 8, "3.5.8.6"),
    even(P, L2bmAt, DramAt, 16, 8, "3.5.8.7"),
    even(P, PdmAt, PdmAt, 8, 8, "3.5.8.8"),
    even(P, Pdm, L2bmOf, 16, 16, "3.5.8.9"),
    even(P, L2bmOf, Pdm, 16, 16, "3.5.8.10"),
    even(P, Dram, L2bmOf, 16, 16, "3.5.8.11"),
    even(P, L2bmOf, Dram, 16, 16, "3.5.8.12"),
    even(B2, Dram, L2bm, 16, 16, "3.5.8.13"),
    even(R2, L2bm, Dram, 16, 16, "3.5.8.14"),
    even(R2, L2bmGroup, PdmAt, 16, 16, "3.5.8.15"),
    uneven(B4, Dram, L2bm, [8, 16], "3.5.8.16"),
    uneven(R4, L2bm, Dram, [16, 8], "3.5.8.17"),
    even(B, PdmAt, L2bm, 8, 8, "3.5.8.18"),
    even(R, L2bm, PdmAt, 8, 8, "3.5.8.19"),
    // Stated for L2BM; each of the four DRAMs gives or takes a quarter of the words.
    uneven(B, Dram, L2bm, [8, 32], "3.5.8.20"),
    uneven(R, L2bm, Dram, [32, 8], "3.5.8.21"),
    uneven(D, PdmAt, L2bm, [8, 1], "3.5.8.22"),
    uneven(D, L2bm, PdmAt, [1, 8], "3.5.8.23"),
    uneven(D, PdmAt, Dram, [8, 2], "3.5.8.24"),
    uneven(D, Dram, PdmAt, [2, 8], "3.5.8.25"),
];

/// What an operand says of its place. `$lc` without any as source of `mvp` to DRAM means L2B 0
/// (MN-D101).
fn places(mv: &MvTransfer) -> [Place; 2] {
    match [Place::of(&mv.from), Place::of(&mv.to)] {
        [L2bm, Dram] if mv.op == MvOp::P => [L2bmOf, Dram],
        places => places,
    }
}

const fn group(operand: &MvOperand) -> Option<u8> {
    match operand {
        MvOperand::Pdm { group, .. }
        | MvOperand::Dram { group, .. }
        | MvOperand::Indirect { group, .. }
        | MvOperand::L2bm { group, .. } => *group,
    }
}

/// The throughput of a transfer when nothing else moves; nothing for operands that no form has.
///
/// ```
/// use semantics::mncore2::{isa::{Mv, Statement}, steps::rate, text::parse_line};
/// let Ok(Some(Statement::Mv(Mv::Transfer(mv)))) = parse_line("mvd/n128 $lc0 $p0@0") else { panic!() };
/// let rate = rate(&mv).unwrap();
/// assert_eq!((rate.sides, rate.section), ([1, 8], "3.5.8.23"));
/// assert_eq!(rate.cycles(mv.size), 128);
/// ```
#[must_use]
pub fn rate(mv: &MvTransfer) -> Option<Rate> {
    let (kind, places) = (MvKind::of(mv.op), places(mv));
    let row = ROWS.iter().find(|row| row.0 == kind && row.1 == places)?;
    let &(_, _, inside, between, section) = row;
    let sides = if group(&mv.from) == group(&mv.to) { inside } else { between };
    let letters = places.map(Place::memory);
    let counted = ['c', 'p'].iter().find_map(|m| letters.iter().position(|l| l == m))?;
    Some(Rate { sides, counted: sides[counted], section })
}

/// The names of the memories, as operands have them: the PDM of each group, the DRAM of each group, the L2BM of each L2B.
#[must_use]
pub fn memory_names() -> Vec<String> {
    let of = |n| match n {
        0..4 => format!("p@{n}"),
        4..8 => format!("d@{}", n - 4),
        _ => format!("lc@{}.{}", (n - 8) / 2, n % 2),
    };
    (0..16).map(of).collect()
}

/// The memories of an operand; all of a level that is left out.
fn of_operand(operand: &MvOperand) -> u16 {
    let groups = |group: Option<u8>| match group {
        Some(g) => 1 << g,
        None => 0b1111,
    };
    match *operand {
        MvOperand::Pdm { group, .. } => groups(group),
        MvOperand::Dram { group, .. } | MvOperand::Indirect { group, .. } => groups(group) << 4,
        MvOperand::L2bm { group, l2b, .. } => {
            let l2bs = match l2b {
                Some(l) => 1 << l,
                None => 0b11,
            };
            let groups: u16 = groups(group);
            (0..4).filter(|g| groups >> g & 1 == 1).map(|g| l2bs << (8 + 2 * g)).sum()
        }
    }
}

/// The memories that a transfer reads or writes, a bit each in the order of [`memory_names`].
#[must_use]
pub fn memories(mv: &MvTransfer) -> u16 {
    let mut from = mv.from;
    if let (MvOperand::L2bm { l2b, .. }, [L2bmOf, _]) = (&mut from, places(mv)) {
        l2b.get_or_insert(0);
    }
    of_operand(&from) | of_operand(&mv.to)
}
