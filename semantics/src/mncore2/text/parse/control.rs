//! Control statements (s. 3.4, 3.6.2.1).

use super::memref::{Reference, reference};
use super::scan::{Natural, Scanner, quote};
use super::{opcode, payload};
use crate::mncore2::isa::size::MOST_LINES;
use crate::mncore2::isa::{
    Dtype, Get, Levels, MaskSetting, MaskWidth, Memory, Set, Statement, Width,
};
use crate::mncore2::text::{Fault, Res, Span};

/// `d get`, `d set`; the cursor stands behind `d`.
pub(super) fn debug(s: &mut Scanner<'_>) -> Res<Statement> {
    s.blanks();
    if s.take("get") {
        let span = opcode::word(s);
        let letters = s.slice(span);
        let Some(dtype) = Dtype::ALL.into_iter().find(|d| d.letters() == letters) else {
            let message = format!("{} is no data type of d get", quote(letters));
            let fault = Fault::error("MN-E-DTYPE", "3.4.3", span, message);
            return fault.help("right are d, bd, f, bf, bg, h, bh or nothing").err();
        };
        s.at = span.end;
        return get(s, dtype, span).map(Statement::Get);
    }
    if s.take("set") && s.at_end_of_token() {
        return set(s).map(|set| Statement::Set(Box::new(set)));
    }
    s.unexpected("get or set behind d").err()
}

/// How many words, which must lie inside the memory.
fn count(s: &mut Scanner<'_>, reference: &Reference, rows: u64) -> Res<u32> {
    s.blanks();
    let start = s.at;
    let number = payload::unprefixed(s, "the number of words is decimal", |s| {
        let number = s.decimal()?;
        s.end_of_token(start)?;
        Ok(number)
    })?;
    let (size, step) = reference.memory.extent();
    let address = reference.address.map_or(0, |a| a.value).min(size);
    // Whole accesses up to the end of the memory.
    let left = size.min(rows) - address.min(size.min(rows));
    if left > 0 && left < step {
        let message = format!("an access of {step} words reaches over the end of the memory");
        let fault = Fault::error("MN-E-RANGE", "3.4.3", reference.span, message);
        s.report(fault.help(format!("the last address is {}", size - step)));
    }
    let most = (left / step).max(1);
    Ok(s.ranged(number, "the number of words", [1, most], "3.4.3") as u32)
}

fn get(s: &mut Scanner<'_>, dtype: Dtype, at: Span) -> Res<Get> {
    s.blanks();
    let reference = reference(s)?;
    types(s, dtype, at, &reference);
    let rows = match (reference.memory, dtype) {
        (Memory::Matrix(..), Dtype::D | Dtype::Bd) => 4,
        (Memory::Matrix(..), Dtype::F | Dtype::Bf | Dtype::Bg) => 8,
        _ => u64::MAX,
    };
    if let Some(number) = reference.address.filter(|a| a.value >= rows && a.value < 16) {
        s.ranged(number, "the row", [0, rows - 1], "3.4.3");
    }
    let number = s.at;
    let count = count(s, &reference, rows)?;
    let lines = lines(&reference.memory, &reference.levels).saturating_mul(count.into());
    if lines > MOST_LINES {
        let message = format!("this d get prints {lines} lines");
        let span = trimmed(s, s.since(number));
        let fault = Fault::error("MN-E-RANGE", "3.4.3", span, message);
        let help = format!("at most {MOST_LINES} are printed; save the memory with --save");
        s.report(fault.help(help));
    }
    Ok(Get { dtype, memory: reference.memory, levels: reference.levels, count })
}

/// A span without the blanks before it.
fn trimmed(s: &Scanner<'_>, span: Span) -> Span {
    let text = s.slice(span);
    Span::new(span.end - text.trim_start_matches([' ', '\t']).len(), span.end)
}

/// Which types a memory can be read with.
fn types(s: &mut Scanner<'_>, dtype: Dtype, at: Span, reference: &Reference) {
    let block = matches!(dtype, Dtype::Bd | Dtype::Bf | Dtype::Bg | Dtype::Bh);
    let (message, help) = match (reference.memory, dtype) {
        (Memory::Matrix(..), Dtype::Raw) => (
            "the rows of a matrix register depend on the data type",
            "write one of d, bd, f, bf, bg, h, bh behind get",
        ),
        (Memory::Pe(Width::Single, ..), Dtype::Raw | Dtype::D | Dtype::Bd) => (
            "a single word is shorter than this data type",
            "read long words ($l), or write f or h behind get",
        ),
        // MN-D111
        (Memory::Pe(Width::Single, ..), Dtype::Bg | Dtype::Bh) => {
            ("the blocks of this data type span the long words of the PEs", "read long words ($l)")
        }
        (Memory::Pdm(_) | Memory::Dram(_) | Memory::L2bm(_) | Memory::L1bm(..), _) if block => (
            "the blocks of this data type lie across the PEs",
            "read a PE memory or a matrix register, or leave out b",
        ),
        _ => return,
    };
    let span = if at.start == at.end { reference.span } else { at };
    s.report(Fault::error("MN-E-DTYPE", "3.4.3", span, message).help(help));
}

/// Lines that one word makes over all places.
fn lines(memory: &Memory, levels: &Levels) -> u64 {
    let depth = match memory {
        Memory::Pdm(_) | Memory::Dram(_) => 1,
        Memory::L2bm(_) => 2,
        Memory::L1bm(..) => 3,
        Memory::Matrix(..) => 4,
        Memory::Pe(..) | Memory::T(_) | Memory::Mask(_) => 5,
    };
    let Levels { group, l2b, l1b, mab, pe } = *levels;
    let all = [(group, 4), (l2b, 2), (l1b, 8), (mab, 16), (pe, 4)];
    let places: u64 =
        all.iter().take(depth).map(|(one, count)| if one.is_some() { 1 } else { *count }).product();
    if matches!(memory, Memory::Mask(_)) { places * 4 } else { places }
}

fn set(s: &mut Scanner<'_>) -> Res<Set> {
    s.blanks();
    let reference = reference(s)?;
    if matches!(
        reference.memory,
        Memory::Pdm(_) | Memory::Dram(_) | Memory::Matrix(..) | Memory::Mask(_)
    ) {
        let message = format!("d set does not write {}", quote(s.slice(reference.span)));
        let fault = Fault::error("MN-E-OPERANDS", "3.4.4", reference.span, message);
        s.report(fault.help("it writes $lc, $lb, $llb and $[l|ll] with m, n, r, s or t"));
    }
    let reported = s.errors;
    let count = count(s, &reference, u64::MAX)?;
    let known = s.errors == reported;
    let wide = match reference.memory {
        Memory::L1bm(width, _) | Memory::Pe(width, ..) | Memory::T(width) => width == Width::Double,
        _ => false,
    };
    // A count that is wrong itself asks for nothing.
    let needed = known.then(|| u64::from(count) * if wide { 2 } else { 1 });
    let (words, notation) = payload::payload(s, needed)?;
    let Reference { memory, levels, .. } = reference;
    Ok(Set { memory, levels, count, words, notation })
}

/// `mask[l|ll][rstmnk] E`; the cursor stands behind `mask`.
pub(super) fn mask(s: &mut Scanner<'_>) -> Res<Statement> {
    const LETTERS: [u8; 6] = [b'r', b's', b't', b'm', b'n', b'k'];
    let width = match (s.eat(b'l'), s.eat(b'l')) {
        (true, true) => MaskWidth::Double,
        _ => MaskWidth::Long,
    };
    let mut on = [false; 6];
    while !s.at_end_of_token() {
        let known = LETTERS.iter().position(|l| s.peek() == Some(*l));
        match known.and_then(|i| on.get_mut(i)) {
            Some(place) if !*place => *place = true,
            Some(_) => {
                let message = format!("{} comes a second time", quote(&s.rest()[..1]));
                let span = Span::new(s.at, s.at + 1);
                return Fault::error("MN-E-SYNTAX", "3.6.2.1", span, message).err();
            }
            None => {
                let fault = s.unexpected("mask, l or ll, any of r, s, t, m, n, k, and a blank");
                return fault.err();
            }
        }
        s.at += 1;
    }
    s.blanks();
    let start = s.at;
    let number: Natural = s.natural()?;
    s.end_of_token(start)?;
    let entry = s.ranged(number, "the mask entry", [0, 31], "3.6.2.1") as u8;
    let [grf0, grf1, t, lm0, lm1, masks] = on;
    Ok(Statement::Mask(MaskSetting { width, entry, grf0, grf1, t, lm0, lm1, masks }))
}
