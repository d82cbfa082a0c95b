//! Addresses of PE memories (s. 3.6.1.6 to 3.6.1.11).

use super::scan::{Natural, Scanner};
use crate::mncore2::isa::{Access, Bank, Cycles, Modifier, Width};
use crate::mncore2::text::{Fault, Res};

const fn section(bank: Bank) -> &'static str {
    match bank {
        Bank::Lm0 => "3.6.1.6",
        Bank::Lm1 => "3.6.1.8",
        Bank::Grf0 => "3.6.1.10",
        Bank::Grf1 => "3.6.1.11",
    }
}

/// What stands behind the letter of a memory.
pub(super) fn access(s: &mut Scanner<'_>, bank: Bank, width: Width) -> Res<Access> {
    let indirect = s.peek() == Some(b't');
    if indirect {
        let start = s.at;
        s.at += 1;
        if bank != Bank::Lm0 {
            let message = format!("${} has no T indirection", bank.letter());
            let fault = Fault::error("MN-E-INDIRECT", section(bank), s.since(start), message);
            s.report(fault.help("only LM0, $m, takes t"));
        }
    }
    let cycles = match s.peek() {
        Some(b'[') => flat(s, bank, width)?,
        Some(b'0'..=b'9') => stride(s, bank, width)?,
        _ if indirect => Cycles::Stride { start: 0, increment: 0 },
        _ => return s.unexpected("an address or [a,b,c,d]").err(),
    };
    let within = within(s, bank, indirect)?;
    let modifier = match within {
        _ if indirect => Modifier::Indirect,
        Some(k) => Modifier::Within(k),
        None => Modifier::None,
    };
    Ok(Access { bank, width, cycles, modifier })
}

/// A number below the size of the memory and a multiple of the access width.
fn word(s: &mut Scanner<'_>, number: Natural, what: &str, bank: Bank, width: Width) -> u16 {
    let last = u64::from(bank.words() - 1);
    s.aligned(number, what, width.words().into(), last, section(bank));
    s.ranged(number, what, [0, last], section(bank)) as u16
}

/// `a`, `av`, `avN`
fn stride(s: &mut Scanner<'_>, bank: Bank, width: Width) -> Res<Cycles> {
    let number = s.natural()?;
    let start = word(s, number, "the address", bank, width);
    let increment = match s.eat(b'v') {
        false => 0,
        true if s.peek().is_some_and(|b| b.is_ascii_digit()) => {
            let number = s.natural()?;
            word(s, number, "the increment", bank, width)
        }
        true => width.words(),
    };
    Ok(Cycles::Stride { start, increment })
}

/// `[a,b,c,d]`
fn flat(s: &mut Scanner<'_>, bank: Bank, width: Width) -> Res<Cycles> {
    let start = s.at;
    s.at += 1;
    let mut list = [0; 4];
    let mut count = 0;
    loop {
        s.blanks();
        let number = s.natural()?;
        let address = word(s, number, "the address", bank, width);
        if let Some(place) = list.get_mut(count) {
            *place = address;
        }
        count += 1;
        s.blanks();
        if s.eat(b']') {
            break;
        }
        if !s.eat(b',') {
            return s.unexpected("`,` or `]`").err();
        }
    }
    if count != 4 {
        let message = format!("a list has an address for each of 4 cycles, not {count}");
        return Fault::syntax(s.since(start), message).err();
    }
    Ok(Cycles::Flat(list))
}

/// `jK`
fn within(s: &mut Scanner<'_>, bank: Bank, indirect: bool) -> Res<Option<u8>> {
    let start = s.at;
    if !s.eat(b'j') {
        return Ok(None);
    }
    let number = s.decimal()?;
    let k = s.ranged(number, "the PE number", [0, 3], section(bank)) as u8;
    if indirect {
        let message = "t and j exclude each other";
        s.report(Fault::error("MN-E-INDIRECT", section(bank), s.since(start), message));
    } else if !bank.is_lm() {
        let message = format!("${} has no j", bank.letter());
        let fault = Fault::syntax(s.since(start), message);
        s.report(fault.help("j belongs to LM0 and LM1, $m and $n"));
    }
    Ok(Some(k))
}
