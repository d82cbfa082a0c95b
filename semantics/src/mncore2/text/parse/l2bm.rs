//! L2BM expressions (s. 3.6.7).

use super::opcode::Head;
use super::operand::{Operand, operand};
use super::scan::{Natural, Scanner};
use crate::mncore2::check::Role;
use crate::mncore2::isa::size::{L1BM_WORDS, L2BM_WORDS};
use crate::mncore2::isa::table::{Form, L2bmKind, l2bm_row};
use crate::mncore2::isa::{L1bSet, L2bm, Rrn};
use crate::mncore2::text::{Fault, Res, Span};

/// Long words of an L2BM and of an L1BM.
const L2BM: u64 = L2BM_WORDS as u64;
const L1BM: u64 = L1BM_WORDS as u64;

fn units(kind: L2bmKind) -> [u64; 2] {
    match l2bm_row(kind).map(|row| row.form) {
        Some(Form::L2bm { units, .. }) => units.map(u64::from),
        _ => [1, 1],
    }
}

fn limited(s: &mut Scanner<'_>, number: Natural, what: &str, size: u64, unit: u64) -> u16 {
    let section = if size == L2BM { "3.6.1.1" } else { "3.6.1.4" };
    s.aligned(number, what, unit, size - 1, section);
    s.ranged(number, what, [0, size - 1], section) as u16
}

/// `$lcA`
fn lc(s: &mut Scanner<'_>, head: &Head, unit: u64) -> Res<u16> {
    head.needs(s, "an operand $lc")?;
    let (found, span) = operand(s)?;
    let Operand::L2bm(number) = found else { return head.wrong(s, span, "the $lc operand").err() };
    let address = limited(s, number, "the L2BM address", L2BM, unit);
    s.end_of_token(span.start)?;
    s.places.operand(Role::L2bm, span);
    Ok(address)
}

/// `$lbA`
fn lb(s: &mut Scanner<'_>, head: &Head, unit: u64) -> Res<u16> {
    head.needs(s, "an operand $lb")?;
    let (found, span) = operand(s)?;
    let Operand::L1bm(false, Some(number)) = found else {
        return head.wrong(s, span, "the $lb operand").err();
    };
    let address = limited(s, number, "the L1BM address", L1BM, unit);
    s.end_of_token(span.start)?;
    s.places.operand(Role::L1bm, span);
    Ok(address)
}

/// Expressions without an operation.
pub(super) fn plain(s: &mut Scanner<'_>, head: &Head, kind: L2bmKind) -> Res<L2bm> {
    match kind {
        L2bmKind::Transfer => transfer(s, head),
        L2bmKind::Multicast => multicast(s, head),
        L2bmKind::Dars => dars(s, head),
        L2bmKind::Darw => {
            head.needless(s)?;
            Ok(L2bm::Darw)
        }
        L2bmKind::Broadcast | L2bmKind::Broadcast2 => {
            let set = set(s)?.unwrap_or(L1bSet::ALL);
            let [c, b] = units(kind);
            let (lc, lb) = (lc(s, head, c)?, lb(s, head, b)?);
            Ok(match kind {
                L2bmKind::Broadcast => L2bm::Broadcast { set, lc, lb },
                _ => L2bm::Broadcast2 { set, lc, lb },
            })
        }
        _ => distribute(s, head),
    }
}

/// `l2bmd`, whose first operand says the direction.
fn distribute(s: &mut Scanner<'_>, head: &Head) -> Res<L2bm> {
    let start = s.at;
    let set = set(s)?;
    let behind = s.since(start);
    head.needs(s, "its operands")?;
    if !s.rest().starts_with("$lb") {
        let [c, b] = units(L2bmKind::Distribute);
        let (lc, lb) = (lc(s, head, c)?, lb(s, head, b)?);
        return Ok(L2bm::Distribute { set: set.unwrap_or(L1bSet::ALL), lc, lb });
    }
    if set.is_some() {
        let message = "l2bmd from L1BM to L2BM takes no set of L1Bs";
        s.report(Fault::error("MN-E-OPERANDS", "3.6.7.8", behind, message));
    }
    let [b, c] = units(L2bmKind::Gather);
    let (lb, lc) = (lb(s, head, b)?, lc(s, head, c)?);
    Ok(L2bm::Gather { lb, lc })
}

/// `l2bm@b`
fn transfer(s: &mut Scanner<'_>, head: &Head) -> Res<L2bm> {
    let start = s.at;
    if !s.eat(b'@') {
        let message = "`l2bm` lacks the number of the L1B, as in l2bm@0".to_owned();
        return head.operands(s, head.word, message).err();
    }
    let number = s.natural()?;
    let l1b = s.ranged(number, "the L1B number", [0, 7], "3.6.7.5") as u8;
    s.end_of_token(start)?;
    let [b, c] = units(L2bmKind::Transfer);
    let (lb, lc) = (lb(s, head, b)?, lc(s, head, c)?);
    Ok(L2bm::Transfer { l1b, lb, lc })
}

/// `l2bmi@S`
fn multicast(s: &mut Scanner<'_>, head: &Head) -> Res<L2bm> {
    let start = s.at;
    let Some(set) = set(s)? else {
        let message = "`l2bmi` lacks the set of sending L1Bs, as in l2bmi@0/6".to_owned();
        return head.operands(s, head.word, message).err();
    };
    if set.mode == 7 {
        let message = "all eight L1Bs cannot send";
        let fault = Fault::error("MN-E-L1BSET", "3.6.7.9", s.since(start), message);
        s.report(fault.help("the largest sets are those of four L1Bs: 0/3, 4/3, 0/5, 0/6, ..."));
    }
    let [a, b] = units(L2bmKind::Multicast);
    let (from, to) = (lb(s, head, a)?, lb(s, head, b)?);
    Ok(L2bm::Multicast { set, from, to })
}

/// `l2bmdars $lcC@.l $darD`
fn dars(s: &mut Scanner<'_>, head: &Head) -> Res<L2bm> {
    head.needless(s)?;
    head.needs(s, "an operand $lc@.l")?;
    let [unit, _] = units(L2bmKind::Dars);
    let (found, span) = operand(s)?;
    let Operand::L2bm(number) = found else { return head.wrong(s, span, "the $lc operand").err() };
    let lc = limited(s, number, "the L2BM address", L2BM, unit);
    if !s.take("@.") {
        return s.unexpected("the L2B, as in $lc0@.1").err();
    }
    let number = s.natural()?;
    let l2b = s.ranged(number, "the L2B number", [0, 1], "3.6.1.2") as u8;
    s.end_of_token(span.start)?;
    s.places.operand(Role::L2bm, s.since(span.start));
    head.needs(s, "an operand $dar")?;
    let (found, span) = operand(s)?;
    let Operand::Dar(number) = found else { return head.wrong(s, span, "the $dar operand").err() };
    let dar = s.ranged(number, "the DAR entry", [0, 1023], "3.6.1.3") as u16;
    s.end_of_token(span.start)?;
    Ok(L2bm::Dars { lc, l2b, dar })
}

/// `l2bmrOP[@S]`
pub(super) fn reduce(s: &mut Scanner<'_>, head: &Head, rrn: Rrn) -> Res<L2bm> {
    let set = set(s)?.unwrap_or(L1bSet::ALL);
    let [b, c] = units(L2bmKind::Reduce);
    let (lb, lc) = (lb(s, head, b)?, lc(s, head, c)?);
    Ok(L2bm::Reduce { rrn, set, lb, lc })
}

/// `l2bmr2OP`
pub(super) fn reduce2(s: &mut Scanner<'_>, head: &Head, rrn: Rrn) -> Res<L2bm> {
    head.needless(s)?;
    let [b, c] = units(L2bmKind::Reduce2);
    let (lb, lc) = (lb(s, head, b)?, lc(s, head, c)?);
    Ok(L2bm::Reduce2 { rrn, lb, lc })
}

/// `@b0`, `@b0/i`, `@[list]` (s. 3.6.7.1), the base without the bits of the mode.
fn set(s: &mut Scanner<'_>) -> Res<Option<L1bSet>> {
    let start = s.at;
    if !s.eat(b'@') {
        return Ok(None);
    }
    let set = if s.peek() == Some(b'[') {
        listed(s)?
    } else {
        let base = number(s)?;
        let mode = if s.eat(b'/') { number(s)? } else { 0 };
        L1bSet { base: base & !mode, mode }
    };
    s.end_of_token(start)?;
    Ok(Some(set))
}

fn number(s: &mut Scanner<'_>) -> Res<u8> {
    let number = s.natural()?;
    Ok(s.ranged(number, "the number", [0, 7], "3.6.7.1") as u8)
}

/// `[a,b,...]`: any order, no repetitions, equal to some `b0/i` (MN-D98).
fn listed(s: &mut Scanner<'_>) -> Res<L1bSet> {
    let start = s.at;
    s.at += 1;
    let mut members = 0u8;
    let mut repeated = false;
    loop {
        s.blanks();
        let member = 1 << number(s)?;
        repeated |= members & member != 0;
        members |= member;
        s.blanks();
        if s.eat(b']') {
            break;
        }
        if !s.eat(b',') {
            return s.unexpected("`,` or `]`").err();
        }
    }
    let set = around(members);
    let span = s.since(start);
    if repeated {
        let message = "an L1B stands twice in the list";
        s.report(Fault::error("MN-E-L1BSET", "3.6.7.1", span, message));
    } else if bits(set) != members {
        report_list(s, span, members);
    }
    Ok(set)
}

/// The smallest `b0/i` around the members.
fn around(members: u8) -> L1bSet {
    let all = (0..8u8).filter(|b| members >> b & 1 == 1);
    let (low, high) = all.fold((7, 0), |(and, or), b| (and & b, or | b));
    L1bSet { base: low, mode: (low ^ high) & 7 }
}

fn bits(set: L1bSet) -> u8 {
    (0..8).filter(|b| set.contains(*b)).fold(0, |bits, b| bits | 1 << b)
}

/// Shows the nearest sets: the smallest one around the list and the largest one inside.
fn report_list(s: &mut Scanner<'_>, span: Span, members: u8) {
    let show = |set: L1bSet| {
        let all: Vec<_> = (0..8).filter(|b| set.contains(*b)).map(|b| b.to_string()).collect();
        format!("[{}] ({}/{})", all.join(","), set.base, set.mode)
    };
    let inside = (0..8u8)
        .flat_map(|mode| (0..8u8).map(move |base| L1bSet { base, mode }))
        .filter(|set| set.base & set.mode == 0 && bits(*set) & !members == 0)
        .max_by_key(|set| (bits(*set).count_ones(), 8 - set.base));
    let mut help = format!("the nearest sets are {}", show(around(members)));
    if let Some(set) = inside {
        help += &format!(" and {}", show(set));
    }
    let message = "the list is no set of the form b0/i";
    s.report(Fault::error("MN-E-L1BSET", "3.6.7.1", span, message).help(help));
}
