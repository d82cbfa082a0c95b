//! A memory with an address and levels, for `d get` and `d set` (s. 3.4.3).

use super::scan::{Natural, Scanner};
use crate::mncore2::isa::{Bank, Levels, Memory, Side, Width};
use crate::mncore2::text::{Fault, Res, Span};

const SECTION: &str = "3.4.3";

/// A memory, its first address as written, and where in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reference {
    pub(super) memory: Memory,
    pub(super) levels: Levels,
    /// Nothing for T.
    pub(super) address: Option<Natural>,
    pub(super) span: Span,
}

/// The same memory at another address.
const fn at(memory: Memory, address: u32) -> Memory {
    match memory {
        Memory::Pdm(_) => Memory::Pdm(address),
        Memory::Dram(_) => Memory::Dram(address),
        Memory::L2bm(_) => Memory::L2bm(address),
        Memory::L1bm(width, _) => Memory::L1bm(width, address),
        Memory::Pe(width, bank, _) => Memory::Pe(width, bank, address),
        Memory::T(width) => Memory::T(width),
        Memory::Matrix(side, _) => Memory::Matrix(side, address),
        Memory::Mask(_) => Memory::Mask(address),
    }
}

/// Reads a memory with its levels.
pub(super) fn reference(s: &mut Scanner<'_>) -> Res<Reference> {
    let start = s.at;
    let memory = memory(s)?;
    if matches!(memory, Memory::T(_)) {
        if s.peek().is_some_and(|b| b.is_ascii_digit()) {
            let message = "T has no address: it is read from cycle 0 on";
            return Fault::error("MN-E-SYNTAX", SECTION, s.token(), message).err();
        }
        let levels = levels(s, None)?;
        s.end_of_token(start)?;
        return Ok(Reference { memory, levels, address: None, span: s.since(start) });
    }
    let number = number(s)?;
    let levels = levels(s, Some(number))?;
    s.end_of_token(start)?;
    let last = memory.extent().0 - 1;
    if let Memory::Pe(width, ..) = memory {
        s.aligned(number, "the address", width.words().into(), last, SECTION);
    }
    let first = u64::from(matches!(memory, Memory::Mask(_)));
    let memory = at(memory, s.ranged(number, "the address", [first, last], SECTION) as u32);
    Ok(Reference { memory, levels, address: Some(number), span: s.since(start) })
}

/// What stands before the address.
fn memory(s: &mut Scanner<'_>) -> Res<Memory> {
    let start = s.at;
    if !s.eat(b'$') {
        return s.unexpected("a memory, which starts with $").err();
    }
    if s.take("omr") {
        return Ok(Memory::Mask(0));
    }
    let width = match (s.eat(b'l'), s.eat(b'l')) {
        (false, _) => Width::Single,
        (true, false) => Width::Long,
        (true, true) => Width::Double,
    };
    let memory = match (s.peek(), width) {
        (Some(b'p'), Width::Single) => Memory::Pdm(0),
        (Some(b'd'), Width::Single) => Memory::Dram(0),
        (Some(b'c'), Width::Long) => Memory::L2bm(0),
        (Some(b'b'), Width::Long | Width::Double) => Memory::L1bm(width, 0),
        (Some(b'm'), _) => Memory::Pe(width, Bank::Lm0, 0),
        (Some(b'n'), _) => Memory::Pe(width, Bank::Lm1, 0),
        (Some(b'r'), _) => Memory::Pe(width, Bank::Grf0, 0),
        (Some(b's'), _) => Memory::Pe(width, Bank::Grf1, 0),
        (Some(b't'), Width::Double) => Memory::T(width),
        (Some(b't'), _) => Memory::T(Width::Long),
        (Some(b'x'), Width::Long) => Memory::Matrix(Side::X, 0),
        (Some(b'y'), Width::Long) => Memory::Matrix(Side::Y, 0),
        _ => {
            s.at = start;
            let message = format!("there is no memory {}", s.found());
            let help = "memories are $p, $d, $lc, $lb, $llb, $[l|ll] with m, n, r, s or t, \
                $lx, $ly and $omr";
            return Fault::error("MN-E-OPERANDS", SECTION, s.token(), message).help(help).err();
        }
    };
    s.at += 1;
    Ok(memory)
}

const NEEDS_GROUP: &str = "write the group before c and b, as in $lm0n0b1";

/// The address. `0b` is the start of a binary number, and of level b behind the address 0.
fn number(s: &mut Scanner<'_>) -> Res<Natural> {
    let start = s.at;
    s.natural().map_err(|mut fault| {
        if s.slice(Span::new(start, start + 2)) == "0b" {
            fault.help = Some(NEEDS_GROUP.to_owned());
        }
        fault
    })
}

/// `n0c1b2m3p0`, each at most once, in this order, numbers in decimal digits.
fn levels(s: &mut Scanner<'_>, address: Option<Natural>) -> Res<Levels> {
    const ALL: [(u8, &str, u64); 5] = [
        (b'n', "the group", 3),
        (b'c', "the L2B number", 1),
        (b'b', "the L1B number", 7),
        (b'm', "the MAB number", 15),
        (b'p', "the PE number", 3),
    ];
    let mut found = [None; 5];
    for (place, (letter, what, last)) in found.iter_mut().zip(ALL) {
        if s.eat(letter) {
            let number = s.decimal()?;
            *place = Some(s.ranged(number, what, [0, last], SECTION) as u8);
        }
    }
    let [group, l2b, l1b, mab, pe] = found;
    if let Some(letter) = s.peek().filter(|b| matches!(b, b'n' | b'c' | b'b' | b'm' | b'p')) {
        let message = format!("level {} is out of order or comes twice", char::from(letter));
        let fault = Fault::error("MN-E-SYNTAX", SECTION, s.token(), message);
        return fault.help("the order is n, c, b, m, p").err();
    }
    let binary = address.filter(|a| a.binary);
    if group.is_none() && (l2b.is_some() || l1b.is_some() || binary.is_some()) {
        let span = binary.map_or(s.since(address.map_or(s.at, |a| a.span.end)), |a| a.span);
        let message = match binary {
            Some(_) => format!("{} is a binary number, or level b without n", s.slice(span)),
            None => "levels c and b need n".to_owned(),
        };
        return Fault::error("MN-E-SYNTAX", SECTION, span, message).help(NEEDS_GROUP).err();
    }
    Ok(Levels { group, l2b, l1b, mab, pe })
}
