//! MV statements (s. 3.5).

use super::opcode;
use super::opcode::Head;
use super::scan::{Natural, Scanner, quote};
use crate::mncore2::check::Role;
use crate::mncore2::isa::size::{DAR_ENTRIES, DRAM_WORDS, L2BM_WORDS, PDM_WORDS};
use crate::mncore2::isa::table::{Form, MvKind, Place, mv_rows};
use crate::mncore2::isa::{Mv, MvOp, MvOperand, MvTransfer, Tag};
use crate::mncore2::text::{Fault, Res, Span};

/// `iTT`
pub(super) fn tag(s: &mut Scanner<'_>) -> Res<Tag> {
    let start = s.at;
    let digits = s.rest().get(1..3).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
    match digits.and_then(|d| u8::from_str_radix(d, 16).ok()).filter(|_| s.eat(b'i')) {
        Some(tag) => {
            s.at = start + 3;
            Ok(Tag(tag))
        }
        None => s.unexpected("a tag: i and two hexadecimal digits").err(),
    }
}

/// The parameters behind the opcode.
#[derive(Default)]
struct Params {
    size: Option<u32>,
    tag: Option<Tag>,
    priority: Option<u8>,
    run: Option<(u32, Span)>,
}

/// Reads a transfer; the cursor stands behind the opcode.
pub(super) fn transfer(s: &mut Scanner<'_>, head: &Head, op: MvOp) -> Res<Mv> {
    let params = params(s, head)?;
    head.needs(s, "its first operand")?;
    let (from, from_at) = operand(s)?;
    head.needs(s, "its second operand")?;
    let (to, to_at) = operand(s)?;
    s.places.operand(Role::From, from_at);
    s.places.operand(Role::To, to_at);
    s.places.push(head.word.to(to_at));
    head.end(s)?;
    let [from_operand, to_operand] = [from.operand, to.operand];
    form(s, head, op, [(from, from_at), (to, to_at)])?;
    let indirect = [from_operand, to_operand]
        .iter()
        .any(|operand| matches!(operand, MvOperand::Indirect { .. }));
    if let Some((_, span)) = params.run.filter(|_| !indirect) {
        let message = "nd goes with a DRAM operand $di only";
        s.report(Fault::error("MN-E-OPERANDS", "3.5.6", span, message));
    }
    let Some(size) = params.size else {
        let message = format!("`{}` lacks its size", s.slice(head.word));
        let fault = Fault::error("MN-E-OPERANDS", "3.5.3", head.word, message);
        let help = format!("write {}/n64, or another multiple of 64", s.slice(head.word));
        return fault.help(help).err();
    };
    Ok(Mv::Transfer(MvTransfer {
        op,
        size,
        tag: params.tag,
        priority: params.priority,
        run: params.run.map(|(run, _)| run),
        from: from_operand,
        to: to_operand,
    }))
}

/// `/n64i01p2nd4`, in any order, each at most once.
fn params(s: &mut Scanner<'_>, head: &Head) -> Res<Params> {
    let mut params = Params::default();
    if !s.eat(b'/') {
        head.needless(s)?;
        return Ok(params);
    }
    loop {
        let start = s.at;
        let again = if s.take("nd") {
            let number = s.natural()?;
            let run = s.ranged(number, "nd", [1, u32::MAX.into()], "3.5.6") as u32;
            params.run.replace((run, s.since(start))).is_some()
        } else if s.eat(b'n') {
            let number = s.natural()?;
            let span = s.since(start);
            params.size.replace(size(s, number, span)).is_some()
        } else if s.eat(b'p') {
            let number = match s.peek() {
                Some(digit @ b'0'..=b'3') => digit - b'0',
                _ => return s.unexpected("a priority, 0 to 3").err(),
            };
            s.at += 1;
            params.priority.replace(number).is_some()
        } else if s.peek() == Some(b'i') {
            let tag = tag(s)?;
            params.tag.replace(tag).is_some()
        } else {
            return s.unexpected("a parameter: n<size>, i<tag>, p<priority> or nd<number>").err();
        };
        if again {
            let message = format!("{} comes a second time", quote(s.slice(s.since(start))));
            return Fault::error("MN-E-SYNTAX", "3.5", s.since(start), message).err();
        }
        if s.at_end_of_token() {
            return Ok(params);
        }
    }
}

/// The size in long words: a multiple of 64, at most 2^20 (MN-D62).
fn size(s: &mut Scanner<'_>, number: Natural, span: Span) -> u32 {
    const MOST: u64 = 1 << 20;
    const MUCH: u64 = 1 << 15;
    let size = number.value.clamp(64, MOST);
    if size == number.value {
        s.aligned(number, "the size", 64, MOST, "3.5.3");
    } else {
        let side = if number.value < size { "small" } else { "large" };
        let message = format!("the size {} is too {side}", quote(s.slice(number.span)));
        let fault = Fault::error("MN-E-RANGE", "3.5.3", number.span, message);
        s.report(fault.help(format!("right are the multiples of 64 from 64 to {MOST}")));
    }
    if size > MUCH && number.value <= MOST {
        let message = format!("a transfer of {size} long words is longer than L2BM");
        s.report(Fault::warning("MN-W-MV-SIZE", "3.5.3", span, message));
    }
    size as u32
}

/// An operand whose address is still to be aligned.
#[derive(Clone, Copy)]
struct Written {
    operand: MvOperand,
    address: Natural,
}

fn operand(s: &mut Scanner<'_>) -> Res<(Written, Span)> {
    let start = s.at;
    let kind = match () {
        () if s.take("$lc") => b'c',
        () if s.take("$di") => b'i',
        () if s.take("$d") => b'd',
        () if s.take("$p") => b'p',
        () => {
            let message = format!("{} is no operand of an MV statement", s.found());
            let fault = Fault::error("MN-E-OPERANDS", "3.5.2", s.token(), message);
            return fault.help("right are $p, $d, $di and $lc").err();
        }
    };
    let address = s.natural()?;
    let (mut group, mut l2b) = (None, None);
    if s.eat(b'@') {
        if s.peek() != Some(b'.') || kind != b'c' {
            let number = s.natural()?;
            group = Some(s.ranged(number, "the group", [0, 3], "3.5.2") as u8);
        }
        if kind == b'c' && s.eat(b'.') {
            let number = s.natural()?;
            l2b = Some(s.ranged(number, "the L2B number", [0, 1], "3.5.2.3") as u8);
        }
    }
    s.end_of_token(start)?;
    let mut limited = |what, size: u64, section| s.ranged(address, what, [0, size - 1], section);
    let operand = match kind {
        b'c' => {
            let address = limited("the L2BM address", L2BM_WORDS.into(), "3.5.2.3") as u16;
            MvOperand::L2bm { address, group, l2b }
        }
        b'i' => MvOperand::Indirect {
            entry: limited("the DAR entry", DAR_ENTRIES.into(), "3.5.2.2") as u16,
            group,
        },
        b'd' => {
            let address = limited("the DRAM address", DRAM_WORDS.into(), "3.5.2.2") as u32;
            MvOperand::Dram { address, group }
        }
        _ => {
            let address = limited("the PDM address", PDM_WORDS.into(), "3.5.2.1") as u32;
            MvOperand::Pdm { address, group }
        }
    };
    Ok((Written { operand, address }, s.since(start)))
}

/// Looks the form up in the table and checks what it says about the operands.
fn form(s: &mut Scanner<'_>, head: &Head, op: MvOp, operands: [(Written, Span); 2]) -> Res<()> {
    let [(from, from_at), (to, to_at)] = operands;
    let kind = MvKind::of(op);
    let mut written = [Place::of(&from.operand), Place::of(&to.operand)];
    if op == MvOp::P && written == [Place::L2bm, Place::Dram] {
        written[0] = Place::L2bmOf;
        let message = "no L2B is given: every group sends from its L2BM 0";
        let fault = Fault::warning("MN-W-L2B-OMITTED", "3.5.8.12", from_at, message);
        s.report(fault.help(format!("write {}@.0", s.slice(from_at))));
    }
    let row = mv_rows().iter().find_map(|row| match row.form {
        Form::Mv { kind: k, places, units } if k == kind && places == written => {
            Some((units, row.section))
        }
        _ => None,
    });
    let Some((units, section)) = row else {
        return no_form(s, head, kind, written, from_at.to(to_at));
    };
    for ((written, span), unit) in operands.into_iter().zip(units) {
        aligned(s, written, span, u64::from(unit), section);
    }
    match (from.operand, to.operand) {
        (MvOperand::Pdm { group: from, .. }, MvOperand::Pdm { group: to, .. }) if from == to => {
            let message = "both operands are the PDM of one group";
            s.report(Fault::error("MN-E-OPERANDS", section, from_at.to(to_at), message));
        }
        (MvOperand::L2bm { group: from @ Some(_), .. }, MvOperand::Pdm { group: to, .. })
            if kind == MvKind::R2 && from != to =>
        {
            let message = "mvr2 works inside one group, and two are given";
            s.report(Fault::error("MN-E-OPERANDS", section, from_at.to(to_at), message));
        }
        _ => (),
    }
    Ok(())
}

/// Shows the nearest forms of the opcode: those between the same memories, in this direction or the
/// other; else all.
fn no_form(
    s: &Scanner<'_>,
    head: &Head,
    kind: MvKind,
    [from, to]: [Place; 2],
    span: Span,
) -> Res<()> {
    let word = s.slice(head.word);
    let all: Vec<_> = mv_rows()
        .iter()
        .filter_map(|row| match row.form {
            Form::Mv { kind: k, places, .. } if k == kind => Some(places),
            _ => None,
        })
        .collect();
    let between = |a: Place, b: Place| {
        let near = |places: &&[Place; 2]| {
            let [from, to] = places.map(Place::memory);
            from == a.memory() && to == b.memory()
        };
        all.iter().filter(near).copied().collect::<Vec<_>>()
    };
    let near = [between(from, to), between(to, from), all.clone()];
    let near = near.into_iter().find(|forms| !forms.is_empty()).unwrap_or_default();
    let near: Vec<_> = near.iter().map(|[from, to]| format!("{from} {to}")).collect();
    let message = format!("`{word}` has no form with the operands {}", quote(s.slice(span)));
    let help = format!("the nearest forms are {}", near.join(", "));
    Fault::error("MN-E-OPERANDS", opcode::section(word), span, message).help(help).err()
}

/// The unit of the operand's side. DRAM may lie on any multiple of 16 (MN-D100); an entry of the
/// DAR lies anywhere.
fn aligned(s: &mut Scanner<'_>, written: Written, span: Span, unit: u64, section: &'static str) {
    let number = written.address;
    let (what, most) = match written.operand {
        MvOperand::Indirect { .. } => return,
        MvOperand::Pdm { .. } => ("the PDM address", 524_287),
        MvOperand::L2bm { .. } => ("the L2BM address", 32_767),
        MvOperand::Dram { address, .. } => {
            s.aligned(number, "the DRAM address", 16, 536_870_911, section);
            if address % 16 == 0 && u64::from(address) % unit != 0 {
                let message = format!("the DRAM address {address} is not a multiple of {unit}");
                let fault = Fault::warning("MN-W-DRAM-ALIGN", "3.5.3", span, message);
                s.report(fault.help("it is taken as it is"));
            }
            return;
        }
    };
    s.aligned(number, what, unit, most, section);
}
