//! Instructions as text, each in one way: operands, then every field that is not as it is by default.

use super::syntax::{MODES, Named, Place, SATURATIONS, named_first, operands, suffix};
use crate::tile::isa::{Field as F, Instruction, Scalar};
use crate::tile::state::NAMES;

/// An instruction.
#[must_use]
pub fn print(i: &Instruction) -> String {
    let (places, named) = operands(i.row(), i.flag(F::Tiled));
    let places = places.iter().map(|place| placed(i, *place));
    let named = named.iter().filter_map(|named| by_name(i, *named));
    let parts: Vec<String> = match named_first(i.action()) {
        true => named.chain(places).collect(),
        false => places.chain(named).collect(),
    };
    let name = format!("{}{}", i.row().mnemonic, suffix(i));
    if parts.is_empty() { name } else { format!("{name} {}", parts.join(", ")) }
}

/// A word: an instruction, or `.quad`.
#[must_use]
pub(crate) fn word(word: u64) -> String {
    Instruction::decode(word).map_or_else(|_| format!(".quad {word:#018x}"), |i| print(&i))
}

fn register(scalar: Scalar, number: u64) -> String {
    let letter = match scalar {
        Scalar::Tile => 't',
        Scalar::Integer => 'x',
        Scalar::Float => 'f',
        Scalar::Vector => 'v',
        Scalar::Immediate => '#',
    };
    format!("{letter}{number}")
}

fn placed(i: &Instruction, place: Place) -> String {
    let x = |field| register(Scalar::Integer, i.field(field));
    match place {
        Place::Tile(field) => register(Scalar::Tile, i.field(field)),
        Place::Integer(field) => x(field),
        Place::Vector(field) => register(Scalar::Vector, i.field(field)),
        Place::Base => format!("({})", x(F::SBase)),
        Place::Displaced if i.flag(F::RegOffsetEn) => format!("({})", x(F::SBase)),
        Place::Displaced => {
            let slices = i.field(F::Offset) << 5 | i.field(F::OpInfo);
            let displacement = if slices == 0 { String::new() } else { (slices * 32).to_string() };
            format!("{displacement}({})", x(F::SBase))
        }
        Place::Source { .. } if i.scalar() == Scalar::Immediate => format!("#{:#x}", i.immediate()),
        Place::Source { .. } | Place::Side { .. } => register(i.scalar(), i.field(F::Src1)),
        Place::Csr => {
            let index = i.field(F::Rd);
            let found = NAMES.iter().find(|(_, csr)| *csr == index);
            found.map_or_else(|| index.to_string(), |(name, _)| (*name).to_owned())
        }
        Place::Number(F::Imm) => format!("{:#x}", i.field(F::Imm)),
        Place::Number(field) => i.field(field).to_string(),
        Place::Value if i.flag(F::Imm) => format!("#{}", i.field(F::ImmSrc0)),
        Place::Value => x(F::Rs0),
        Place::Nothing => "x0".into(),
        Place::Target => ["cta", "global", "cluster"][i.field(F::DstLoc) as usize % 3].into(),
        Place::Origin => ["cta", "global"][i.field(F::SrcLoc) as usize % 2].into(),
    }
}

fn by_name(i: &Instruction, named: Named) -> Option<String> {
    let x = |field| register(Scalar::Integer, i.field(field));
    let choice = |name: &str, all: &[(&str, u64)], field| {
        let value = i.field(field);
        let (text, _) = all.iter().find(|(_, code)| *code == value)?;
        (value != 0).then(|| format!("{name}={text}"))
    };
    match named {
        Named::Flag(name, field) => i.flag(field).then(|| name.to_owned()),
        Named::Number(name, field, bias, needed) => {
            (needed || i.flag(field)).then(|| format!("{name}={}", i.field(field) + bias))
        }
        Named::Offset => i.flag(F::RegOffsetEn).then(|| format!("off={}", x(F::Offset))),
        Named::Index if i.flag(F::OffsetImm) => Some(format!("off={}", i.field(F::Offset))),
        Named::Index => i.flag(F::Offset).then(|| format!("off={}", x(F::Offset))),
        Named::SubTile => {
            let first = i.field(F::OpInfo) & 3;
            (first > 0).then(|| format!("sub={first}"))
        }
        Named::Distance => match i.field(F::OpInfo) >> 2 & 3 {
            0 => None,
            1 => Some("stride=512".into()),
            _ => Some("stride=1024".into()),
        },
        Named::Broadcast => i.flag(F::Broadcast).then(|| format!("bcast={}", x(F::OpInfo))),
        Named::Mode => choice("rm", &MODES, F::RMode),
        Named::Saturation => choice("sat", &SATURATIONS, F::Sat),
        Named::Completion => match i.field(F::Completion) {
            1 => Some(format!("mbar={}", x(F::CompleteObj))),
            2 => Some(format!("sem={}", i.field(F::CompleteObj))),
            _ => None,
        },
        Named::Count(name, flag, count) => {
            i.flag(flag).then(|| format!("{name}={}", i.field(count)))
        }
        Named::Barrier if i.flag(F::DirectId) => Some(format!("id={}", x(F::Rs0))),
        Named::Barrier => Some(format!("id={}", i.field(F::SyncId))),
        Named::Warps if i.flag(F::Imm) => Some(format!("n={}", i.field(F::ImmSrc0))),
        // The register that has the barrier's number has the count, too.
        Named::Warps if i.flag(F::DirectId) => None,
        Named::Warps => Some(format!("n={}", x(F::Rs0))),
    }
}
