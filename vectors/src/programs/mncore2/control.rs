//! Control statements: mask settings, dumps of a few words, data in the middle of a program.

use super::access::{POOL, WIDTHS};
use super::values::Values;
use super::{Settings, Units};
use crate::programs::choices::{Choices, chance, pick, small};
use semantics::mncore2::isa::{
    Bank, Dtype, Get, Levels, MaskSetting, MaskWidth, Memory, Notation, Precision, Set, Side,
    Statement, Width,
};

/// `mask`: half of the times back to none.
pub(super) fn mask(c: &mut dyn Choices) -> Statement {
    if c.below(2) == 0 {
        return Statement::Mask(MaskSetting::NONE);
    }
    let entry = if chance(c, 1, 2) { 1 + small(c, 4) } else { small(c, 32) } as u8;
    let width = pick(c, &[MaskWidth::Long, MaskWidth::Double]);
    let list = c.below(64);
    let on = |bit: u64| list >> bit & 1 == 1;
    Statement::Mask(MaskSetting {
        width,
        entry,
        grf0: on(0),
        grf1: on(1),
        t: on(2),
        lm0: on(3),
        lm1: on(4),
        masks: on(5),
    })
}

/// The levels of one element; `depth` of them.
fn place(c: &mut dyn Choices, depth: usize) -> Levels {
    let mut level = |at: usize, n: u16| (depth > at).then(|| small(c, n) as u8);
    Levels {
        group: level(0, 4),
        l2b: level(1, 2),
        l1b: level(2, 8),
        mab: level(3, 16),
        pe: level(4, 4),
    }
}

/// A place that a program looks at.
pub(super) fn home(c: &mut dyn Choices) -> Levels {
    place(c, 5)
}

/// The first levels of a place.
fn upper(home: Levels, depth: usize) -> Levels {
    let keep = |at: usize, level: Option<u8>| level.filter(|_| depth > at);
    Levels {
        group: keep(0, home.group),
        l2b: keep(1, home.l2b),
        l1b: keep(2, home.l1b),
        mab: keep(3, home.mab),
        pe: keep(4, home.pe),
    }
}

/// `d get` of a few words at a place, as numbers but not as blocks: an invalid block is an error.
pub(super) fn get(c: &mut dyn Choices, settings: &Settings, home: Levels) -> Statement {
    let dtype = pick(c, &[Dtype::Raw, Dtype::D, Dtype::F, Dtype::H]);
    let count = 1 + u32::from(small(c, 4));
    let kinds = match settings.units {
        Units::Pe => 8,
        Units::L1bm => 10,
        Units::L2bm => 11,
        Units::Mv => 13,
    };
    let (memory, depth, dtype) = match c.below(kinds) {
        0..=4 => pe_memory(c, dtype),
        5 => (Memory::T(pick(c, &[Width::Long, Width::Double])), 5, dtype),
        6 => (Memory::Mask(1 + u32::from(small(c, 12))), 5, Dtype::Raw),
        7 => matrix(c),
        8 | 9 => {
            let width = pick(c, &[Width::Long, Width::Double]);
            (Memory::L1bm(width, u32::from(small(c, 512))), 3, dtype)
        }
        10 => (Memory::L2bm(u32::from(small(c, 1024))), 2, dtype),
        11 => (Memory::Pdm(u32::from(small(c, 512))), 1, dtype),
        _ => (Memory::Dram(u32::from(small(c, 512))), 1, dtype),
    };
    // Without the PE: all four.
    let depth = if depth == 5 && chance(c, 1, 2) { 4 } else { depth };
    Statement::Get(Get { dtype, memory, levels: upper(home, depth), count })
}

/// `d get` of all that a program is likely to have written at a place.
pub(super) fn dump(settings: &Settings, home: Levels) -> Vec<Statement> {
    let pool = |bank| (Memory::Pe(Width::Long, bank, 0), 4, u32::from(POOL / 2), Dtype::Raw);
    let mut list = Bank::ALL.map(pool).to_vec();
    list.push((Memory::T(Width::Double), 4, 4, Dtype::Raw));
    list.push((Memory::Mask(1), 4, 15, Dtype::Raw));
    list.extend([Side::X, Side::Y].map(|side| (Memory::Matrix(side, 0), 4, 16, Dtype::H)));
    if settings.units >= Units::L1bm {
        list.push((Memory::L1bm(Width::Long, 0), 3, 256, Dtype::Raw));
    }
    if settings.units >= Units::L2bm {
        list.push((Memory::L2bm(0), 2, 512, Dtype::Raw));
    }
    if settings.units >= Units::Mv {
        list.extend([Memory::Pdm(0), Memory::Dram(0)].map(|m| (m, 1, 384, Dtype::Raw)));
    }
    let get = |(memory, depth, count, dtype)| {
        Statement::Get(Get { dtype, memory, levels: upper(home, depth), count })
    };
    list.into_iter().map(get).collect()
}

fn pe_memory(c: &mut dyn Choices, dtype: Dtype) -> (Memory, usize, Dtype) {
    let width = pick(c, &WIDTHS);
    let dtype = match (width, dtype) {
        // A single word is no double (MN-D74).
        (Width::Single, Dtype::Raw | Dtype::D) => Dtype::F,
        (_, dtype) => dtype,
    };
    let address = width.words() * small(c, 128 / width.words());
    (Memory::Pe(width, pick(c, &Bank::ALL), u32::from(address)), 5, dtype)
}

/// A row, of the rows of the type.
fn matrix(c: &mut dyn Choices) -> (Memory, usize, Dtype) {
    let (dtype, precision) =
        pick(c, &[(Dtype::D, Precision::D), (Dtype::F, Precision::F), (Dtype::H, Precision::H)]);
    // Four rows at most are read.
    let row = small(c, u16::from(precision.matrix_rows()) - 3);
    (Memory::Matrix(pick(c, &[Side::X, Side::Y]), u32::from(row)), 4, dtype)
}

/// `d set` of a few words; every element of the levels left out takes them.
pub(super) fn set(c: &mut dyn Choices, settings: &Settings) -> Statement {
    let count = 1 + u32::from(small(c, 4));
    let kinds = if settings.units >= Units::L2bm { 8 } else { 6 };
    let (memory, depth, a_count) = match c.below(kinds) {
        0..=4 => {
            let width = pick(c, &WIDTHS);
            let address = width.words() * small(c, 64 / width.words());
            (Memory::Pe(width, pick(c, &Bank::ALL), u32::from(address)), 5, long_words(width))
        }
        5 => {
            let width = pick(c, &[Width::Long, Width::Double]);
            (Memory::T(width), 5, long_words(width))
        }
        6 => {
            let width = pick(c, &[Width::Long, Width::Double]);
            (Memory::L1bm(width, u32::from(small(c, 512))), 3, long_words(width))
        }
        _ => (Memory::L2bm(u32::from(small(c, 1024))), 2, 1),
    };
    let depth = small(c, depth + 1);
    let levels = place(c, usize::from(depth));
    let words = Values::new(c).words(count as usize * a_count);
    let notation = if chance(c, 1, 2) {
        Notation::Letters(words.iter().map(|_| pick(c, b"lsh")).collect())
    } else {
        Notation::Hex16
    };
    Statement::Set(Box::new(Set { memory, levels, count, words, notation }))
}

const fn long_words(width: Width) -> usize {
    if matches!(width, Width::Double) { 2 } else { 1 }
}
