//! What the host brings: DRAM loads (`r`) and copies into PDM (`c`) of assembled text.

use super::mv;
use super::payload::{BARE, SECTION, digits, hex16, unprefixed};
use super::scan::Scanner;
use crate::mncore2::check::Role;
use crate::mncore2::isa::{DramLoad, HostCopy, Statement};
use crate::mncore2::text::{Fault, Res, Span};

/// A memory that the host writes.
struct Target {
    name: &'static str,
    /// Long words.
    size: u64,
    section: &'static str,
}

const DRAM: Target = Target { name: "DRAM", size: 536_870_912, section: "3.5.2.2" };
const PDM: Target = Target { name: "PDM", size: 524_288, section: "3.5.2.1" };

/// `r G ADDR LEN PAYLOAD`; the cursor stands behind `r`.
pub(super) fn load(s: &mut Scanner<'_>) -> Res<Statement> {
    s.blanks();
    let group = group(s, &DRAM)?;
    let (address, length) = range(s, &DRAM)?;
    let words = words(s, length)?;
    Ok(Statement::Load(Box::new(DramLoad { group, address, words })))
}

/// `c 0 GROUP iTT i00 0 ADDR LEN PAYLOAD`, the one shape that is known (MN-D105); the cursor stands
/// behind `c`. The payload may be missing.
pub(super) fn copy(s: &mut Scanner<'_>) -> Res<Statement> {
    fields(s).map_err(|fault| {
        const HELP: &str = "of c lines this is known: c 0 GROUP iTT i00 0 ADDRESS LENGTH PAYLOAD, \
                            ADDRESS of 9 and LENGTH of 3 hexadecimal digits";
        let known = fault.help.is_some();
        if known { fault } else { Box::new(fault.help(HELP)) }
    })
}

fn fields(s: &mut Scanner<'_>) -> Res<Statement> {
    literal(s, "0")?;
    s.blanks();
    let group = group(s, &PDM)?;
    s.blanks();
    let start = s.at;
    let tag = mv::tag(s)?;
    s.end_of_token(start)?;
    s.places.operand(Role::Tag, s.since(start));
    literal(s, "i00")?;
    literal(s, "0")?;
    let (address, length) = range(s, &PDM)?;
    let words = if s.at_end_of_expression() { Box::default() } else { words(s, length)? };
    Ok(Statement::Host(Box::new(HostCopy { group, tag, address, length, words })))
}

/// A field whose other values nobody knows.
fn literal(s: &mut Scanner<'_>, field: &str) -> Res<()> {
    s.blanks();
    let span = s.token();
    if s.slice(span) == field {
        s.at = span.end;
        return Ok(());
    }
    let message = format!("expected {field}, found {}: this field is not known", s.found());
    Fault::error("MN-E-SYNTAX", SECTION, span, message).err()
}

fn group(s: &mut Scanner<'_>, target: &Target) -> Res<u8> {
    let start = s.at;
    let number = s.decimal()?;
    let group = s.ranged(number, "the group", [0, 3], target.section) as u8;
    s.end_of_token(start)?;
    Ok(group)
}

/// Address and length.
fn range(s: &mut Scanner<'_>, target: &Target) -> Res<(u32, u16)> {
    let Target { name, size, section } = *target;
    let (address, at) = fixed(s, 9, "the address: 9 hexadecimal digits")?;
    let (length, length_at) = fixed(s, 3, "the length: 3 hexadecimal digits")?;
    if address >= size {
        let message = format!("the address lies behind the end of the {name}");
        let fault = Fault::error("MN-E-RANGE", section, at, message);
        s.report(fault.help(format!("right is 000000000 to {:09X}", size - 1)));
    } else if length == 0 || address + length > size {
        let message = format!("the length is 0, or passes the end of the {name}");
        s.report(Fault::error("MN-E-RANGE", section, length_at, message));
    }
    Ok((address.min(size - 1) as u32, length as u16))
}

/// So many long words.
fn words(s: &mut Scanner<'_>, length: u16) -> Res<Box<[u64]>> {
    s.blanks();
    let start = s.at;
    let words = hex16(s)?;
    if words.len() != usize::from(length) {
        let found = words.len();
        let message = format!("the payload has {found} long words, and {length} are needed");
        s.report(Fault::error("MN-E-OPERANDS", SECTION, s.since(start), message));
    }
    Ok(words.into())
}

/// A number of exactly so many hexadecimal digits.
fn fixed(s: &mut Scanner<'_>, count: usize, what: &str) -> Res<(u64, Span)> {
    s.blanks();
    let span = s.token();
    unprefixed(s, BARE, |s| match digits(s, count) {
        Some(value) if s.at == span.end && span.end - span.start == count => Ok((value, span)),
        _ => {
            s.at = span.start;
            s.unexpected(what).err()
        }
    })
}
