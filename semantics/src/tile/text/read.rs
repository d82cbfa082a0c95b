//! Instructions from text.

use super::registers::{any, integer, number, tile, vector};
use super::syntax::{MODES, Named, Place, SATURATIONS, operands};
use super::token::{Line, Part};
use crate::source::near;
use crate::source::{Fault, Res, Span};
use crate::tile::isa::{Action, Field as F, Instruction, RESERVED, Row, Scalar, rows};
use crate::tile::state::NAMES;

const SECTION: &str = "2.4";

/// An error at a place.
pub(super) fn wrong(
    span: Span,
    message: impl Into<String>,
    right: impl Into<String>,
) -> Box<Fault> {
    let mut fault = Fault::error("syntax", SECTION, span, message);
    fault.help = Some(right.into());
    Box::new(fault)
}

/// What an instruction's fields are to be.
type Fields = Vec<(F, u64)>;

/// The instruction of a statement.
pub(super) fn instruction(line: &Line<'_>) -> Res<Instruction> {
    let name = line.name();
    let (row, mut fields) = find(name)?;
    let tiled = fields.contains(&(F::Tiled, 1));
    let (places, named) = operands(row, tiled);
    let mut left = places.iter();
    let mut seen: Vec<&str> = Vec::new();
    for part in line.operands() {
        let key = part.text.split('=').next().unwrap_or_default().trim();
        let known = named.iter().find(|one| keys(**one).contains(&key));
        if let Some(one) = known {
            let all = keys(*one);
            if let Some(double) = seen.iter().find(|seen| all.contains(seen)) {
                let text = if *double == key { "twice" } else { "beside another" };
                return Err(wrong(part.span, format!("`{key}` stands {text}"), "once"));
            }
            seen.push(key);
            by_name(*one, part, key, &mut fields)?;
        } else if let Some(place) = left.next() {
            placed(*place, part, row, &mut fields)?;
        } else {
            return Err(unknown(part, row, named));
        }
    }
    if let Some(missing) = left.next() {
        let text = format!("{} ends where it wants {}", row.mnemonic, kind(*missing, row));
        return Err(wrong(line.span(), text, form(row, tiled)));
    }
    complete(row, named, &seen, &fields, line.span())?;
    Instruction::encode(row, &merged(fields)).map_err(|e| {
        let mut fault = Fault::error("illegal", SECTION, line.span(), e.0);
        fault.help = Some(form(row, tiled));
        Box::new(fault)
    })
}

/// The row of a name, and the fields that its suffixes set.
fn find(name: Part<'_>) -> Res<(&'static Row, Fields)> {
    let by_name = |name: &str| rows().iter().find(|row| row.mnemonic == name);
    let (mut rest, mut fields) = (name.text, Fields::new());
    let (mut lsuop, mut suffixes) = (0, Vec::new());
    loop {
        if let Some(row) = by_name(rest) {
            let fits = suffixes.iter().all(|suffix| match row.action {
                Action::Atomic { .. } => true,
                Action::Arrive { .. } => *suffix == ".ret",
                _ => false,
            });
            // In this order, each once: `.x2` or `.x4` or `.tile`, then `.ret`.
            let right = matches!(&suffixes[..], [] | [_] | [".ret", ".x2" | ".x4" | ".tile"]);
            if fits && right {
                if lsuop > 0 {
                    fields.push((F::LsuOp, lsuop));
                    fields.extend((lsuop & 1 == 1).then_some((F::Tiled, 1)));
                }
                return Ok((row, fields));
            }
        }
        let Some(at) = rest.rfind('.') else { break };
        let (before, suffix) = rest.split_at(at);
        match suffix {
            ".ret" => lsuop |= 2,
            ".tile" => lsuop |= 1,
            ".x2" => fields.push((F::VecSize, 1)),
            ".x4" => fields.push((F::VecSize, 2)),
            _ => break,
        }
        suffixes.push(suffix);
        rest = before;
    }
    let text = name.text;
    if let Some((_, why)) = RESERVED.iter().find(|(reserved, _)| *reserved == text) {
        return Err(wrong(name.span, format!("`{text}` is reserved: {why}"), "an instruction"));
    }
    let known = rows().iter().map(|row| &*row.mnemonic);
    let right = near(text, known).unwrap_or_else(|| "docs/tile-instructions.md lists them".into());
    Err(wrong(name.span, format!("there is no instruction `{text}`"), right))
}

/// A field that stands twice, once as a part of it, is one.
fn merged(fields: Fields) -> Fields {
    let mut merged = Fields::new();
    for (field, value) in fields {
        if field == F::Tiled {
            continue;
        }
        match merged.iter_mut().find(|(one, _)| *one == field) {
            Some((_, all)) => *all |= value,
            None => merged.push((field, value)),
        }
    }
    merged
}

/// The names under which an operand stands.
fn keys(named: Named) -> &'static [&'static str] {
    match named {
        Named::Flag("mcast", _) => &["mcast"],
        Named::Flag(name, _) | Named::Number(name, ..) | Named::Count(name, ..) => one(name),
        Named::Offset | Named::Index => &["off"],
        Named::SubTile => &["sub"],
        Named::Distance => &["stride"],
        Named::Broadcast => &["bcast"],
        Named::Mode => &["rm"],
        Named::Saturation => &["sat"],
        Named::Completion => &["mbar", "sem", "bulk"],
        Named::Barrier => &["id"],
        Named::Warps => &["n"],
    }
}

/// A list of one.
fn one(name: &'static str) -> &'static [&'static str] {
    const ALL: [&str; 21] = [
        "tm", "n", "reuse1", "reuse2", "reuse3", "neg1", "neg2", "neg3", "reusea", "reuseb",
        "reused", "noacc", "transa", "transb", "dsttm", "srctm", "dim", "bc", "num", "id",
        "arrive",
    ];
    const COUNTS: [&str; 4] = ["tgld", "tgst", "tsld", "tsst"];
    let find = |all: &'static [&'static str]| {
        all.iter().position(|one| *one == name).map(|at| &all[at..=at])
    };
    find(&ALL).or_else(|| find(&COUNTS)).unwrap_or(&[])
}

fn unknown(part: Part<'_>, row: &Row, named: &[Named]) -> Box<Fault> {
    let all: Vec<&str> = named.iter().flat_map(|one| keys(*one)).copied().collect();
    let right = match all.is_empty() {
        true => "no more operands".to_owned(),
        false => format!("no more operands but {}", all.join(", ")),
    };
    let text = if part.text.is_empty() { "nothing" } else { part.text };
    wrong(part.span, format!("`{text}` is no operand of {}", row.mnemonic), right)
}

/// What a place takes.
fn kind(place: Place, row: &Row) -> &'static str {
    match place {
        Place::Tile(_) => "a tile register, t0 to t255",
        Place::Integer(_) => "an integer register, x0 to x31",
        Place::Vector(_) => "a vector register, v0 to v31",
        Place::Base => "an address: (x10)",
        Place::Displaced => "an address: 64(x10), or (x10) with off=",
        Place::Source { immediate: true } => "a source: t3, x3, f3 or #0x3f800000",
        Place::Source { immediate: false } => "a source: t3, x3 or f3",
        Place::Side { immediate: true } => "a source: x3, f3, v3 or #5",
        Place::Side { immediate: false } => "a register: x3, f3 or v3",
        Place::Csr => "a CSR: trstart, tcsr, temask, tlenb, ...",
        Place::Number(F::Imm) => "a number of 32 bits",
        Place::Number(_) if matches!(row.action, Action::Fence) => "a number",
        Place::Number(_) => "a count, 0 to 63",
        Place::Value => "a value: x3, or #4",
        Place::Nothing => "x0",
        Place::Target => "cta, global or cluster",
        Place::Origin => "cta or global",
    }
}

fn placed(place: Place, part: Part<'_>, row: &Row, fields: &mut Fields) -> Res<()> {
    let text = part.text;
    let bad = || {
        let shown = if text.is_empty() { "nothing" } else { text };
        wrong(part.span, format!("`{shown}` cannot stand here"), kind(place, row))
    };
    let numbered = |n: Option<u64>| n.ok_or_else(bad);
    match place {
        Place::Tile(field) => fields.push((field, numbered(tile(text))?)),
        Place::Integer(field) => fields.push((field, numbered(integer(text))?)),
        Place::Vector(field) => fields.push((field, numbered(vector(text))?)),
        Place::Number(field) => fields.push((field, numbered(number(text))?)),
        Place::Nothing => {
            if integer(text) != Some(0) {
                return Err(bad());
            }
        }
        Place::Base | Place::Displaced => {
            let inner = text.strip_suffix(')').and_then(|text| text.split_once('('));
            let (before, base) = inner.ok_or_else(bad)?;
            fields.push((F::SBase, numbered(integer(base.trim()))?));
            let before = before.trim();
            if before.is_empty() {
                return Ok(());
            }
            let bytes = number(before).filter(|_| place == Place::Displaced).ok_or_else(bad)?;
            if !bytes.is_multiple_of(32) || bytes > 32736 {
                let right = "a multiple of 32, at most 32736";
                return Err(wrong(part.span, format!("the displacement is {bytes}"), right));
            }
            fields.extend([(F::OpInfo, bytes / 32 % 32), (F::Offset, bytes / 1024)]);
        }
        Place::Source { immediate } => {
            let kinds = [Scalar::Tile, Scalar::Integer, Scalar::Float, Scalar::Immediate];
            let kinds = if immediate { &kinds[..] } else { &kinds[..3] };
            let (scalar, n) = any(text, kinds).ok_or_else(bad)?;
            let code = kinds.iter().position(|kind| *kind == scalar).unwrap_or(0);
            fields.push((F::Src1Type, code as u64));
            if scalar == Scalar::Immediate {
                if n > u64::from(u32::MAX) {
                    return Err(bad());
                }
                fields.push((F::ImmHi, n >> 8));
            }
            fields.push((F::Src1, n & 0xff));
        }
        Place::Side { immediate } => {
            let kinds = [Scalar::Integer, Scalar::Float, Scalar::Vector, Scalar::Immediate];
            let kinds = if immediate { &kinds[..] } else { &kinds[..3] };
            let (scalar, n) = any(text, kinds).ok_or_else(bad)?;
            let code = kinds.iter().position(|kind| *kind == scalar).unwrap_or(0);
            fields.extend([(F::Src1Type, code as u64), (F::Src1, n)]);
        }
        Place::Csr => {
            let found = NAMES.iter().find(|(name, _)| *name == text);
            let (_, index) = found.ok_or_else(|| {
                let all: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
                wrong(part.span, format!("`{text}` is no CSR"), all.join(", "))
            })?;
            fields.push((F::Rd, *index));
        }
        Place::Value => match any(text, &[Scalar::Integer, Scalar::Immediate]).ok_or_else(bad)? {
            (Scalar::Immediate, n) => fields.extend([(F::Imm, 1), (F::ImmSrc0, n)]),
            (_, n) => fields.push((F::Rs0, n)),
        },
        Place::Target => {
            let code = ["cta", "global", "cluster"].iter().position(|name| *name == text);
            fields.push((F::DstLoc, code.ok_or_else(bad)? as u64));
        }
        Place::Origin => {
            let code = ["cta", "global"].iter().position(|name| *name == text);
            fields.push((F::SrcLoc, code.ok_or_else(bad)? as u64));
        }
    }
    Ok(())
}

fn by_name(named: Named, part: Part<'_>, key: &str, fields: &mut Fields) -> Res<()> {
    let value = part.text.split_once('=').map(|(_, value)| value.trim());
    let bad = |right: &str| wrong(part.span, format!("`{}` is not right", part.text), right);
    let flag = || match value {
        None => Ok(()),
        Some(_) => Err(bad(&format!("`{key}` alone"))),
    };
    let count = |right: &str| value.and_then(number).ok_or_else(|| bad(right));
    let register = |right: &str| value.and_then(integer).ok_or_else(|| bad(right));
    let choice = |all: &[(&str, u64)]| {
        let found = all.iter().find(|(name, _)| Some(*name) == value);
        found.map(|(_, code)| *code).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            bad(&format!("{key}= and one of {}", names.join(", ")))
        })
    };
    match named {
        Named::Flag(_, field) => {
            flag()?;
            fields.push((field, 1));
        }
        Named::Number(name, field, bias, _) => {
            let right = format!("{name}= and a number from {bias} on");
            let n = count(&right)?.checked_sub(bias).ok_or_else(|| bad(&right))?;
            fields.push((field, n));
        }
        Named::Offset => {
            let n = register("off= and an integer register")?;
            fields.extend([(F::RegOffsetEn, 1), (F::Offset, n)]);
        }
        Named::Index => match value.and_then(number) {
            Some(n) => fields.extend([(F::OffsetImm, 1), (F::Offset, n)]),
            None => {
                // x0 is what stands there without `off` (TILE-D96).
                let n = register("off= and 0 to 31 or an integer register")?;
                fields.push((F::Offset, n));
            }
        },
        Named::SubTile => {
            let right = "sub=0 to sub=3";
            fields
                .push((F::OpInfo, count(right).ok().filter(|n| *n < 4).ok_or_else(|| bad(right))?));
        }
        Named::Distance => match value {
            Some("512") => fields.push((F::OpInfo, 4)),
            Some("1024") => fields.push((F::OpInfo, 12)),
            _ => return Err(bad("stride=512 or stride=1024")),
        },
        Named::Broadcast => {
            let n = register("bcast= and an integer register")?;
            fields.extend([(F::Broadcast, 1), (F::OpInfo, n)]);
        }
        Named::Mode => fields.push((F::RMode, choice(&MODES)?)),
        Named::Saturation => fields.push((F::Sat, choice(&SATURATIONS)?)),
        Named::Completion => match key {
            "mbar" => {
                let n = register("mbar= and an integer register")?;
                fields.extend([(F::Completion, 1), (F::CompleteObj, n)]);
            }
            "sem" => {
                fields.extend([(F::Completion, 2), (F::CompleteObj, count("sem=0 to sem=31")?)]);
            }
            _ => flag()?,
        },
        Named::Count(name, flag, field) => {
            let n = count(&format!("{name}=0 to {name}=63"))?;
            fields.extend([(flag, 1), (field, n)]);
        }
        Named::Barrier => match value.and_then(number) {
            Some(n) => fields.push((F::SyncId, n)),
            None => {
                let n = register("id=0 to id=31, or id= and an integer register")?;
                fields.extend([(F::DirectId, 1), (F::Rs0, n)]);
            }
        },
        Named::Warps => match value.and_then(number) {
            Some(n) => fields.extend([(F::Imm, 1), (F::ImmSrc0, n)]),
            None => {
                let n = register("n=0 to n=255, or n= and an integer register")?;
                let other = fields.iter().find(|(field, _)| *field == F::Rs0);
                if other.is_some_and(|(_, other)| *other != n) {
                    return Err(bad("the register of id= (TILE-D94)"));
                }
                fields.push((F::Rs0, n));
            }
        },
    }
    Ok(())
}

/// Whether what must have a name is there, and what excludes each other is not.
fn complete(row: &Row, named: &[Named], seen: &[&str], fields: &Fields, span: Span) -> Res<()> {
    for one in named {
        let needed = match one {
            Named::Number(name, _, _, true) => Some(*name),
            Named::Barrier => Some("id"),
            Named::Warps if !fields.contains(&(F::DirectId, 1)) => Some("n"),
            _ => None,
        };
        if let Some(name) = needed.filter(|name| !seen.contains(name)) {
            let text = format!("{} has no `{name}`", row.mnemonic);
            return Err(wrong(span, text, format!("{name}= and a number")));
        }
    }
    let displaced = fields.iter().any(|(field, n)| *field == F::OpInfo && *n > 0)
        || fields.iter().filter(|(field, _)| *field == F::Offset).count() > 1;
    let unit = matches!(
        row.action,
        Action::Load { addressing: crate::tile::isa::Addressing::Unit, .. }
            | Action::Store { addressing: crate::tile::isa::Addressing::Unit, .. }
    );
    if unit && displaced && seen.contains(&"off") {
        let text = "a displacement stands beside off=";
        return Err(wrong(span, text, "one of the two (TILE-D63)"));
    }
    Ok(())
}

/// How a row is written.
pub(super) fn form(row: &Row, tiled: bool) -> String {
    let (places, named) = operands(row, tiled);
    let places = places.iter().map(|place| kind(*place, row).to_owned());
    let named = named.iter().map(|one| format!("[{}]", keys(*one).join("|")));
    let all: Vec<String> = places.chain(named).collect();
    format!("{} {}", row.mnemonic, all.join("; "))
}
