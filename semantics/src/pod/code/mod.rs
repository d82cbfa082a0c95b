//! Packets <-> machine words (POD-D07, D85, D86): three words of 32 bits a packet, in the order G, X, M. Eight words are
//! the report's (table 3), and with them the places of the fields; the other codes are this project's.

use super::isa::{Field, Form, Immediate, Instruction, Operation, Packet, Slot, Source};
use std::fmt;

/// The word of `movl`, without its register.
const MOVL: u32 = 0xff00_0000;

/// A packet word that does not decode (POD-D86).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadOpcode {
    /// Its slot.
    pub slot: Slot,
    /// The word.
    pub word: u32,
    /// Whether its code is known, and only unused bits are set.
    pub known: bool,
}

impl fmt::Display for BadOpcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slot, word, known } = self;
        let why = if *known { "has unused bits set" } else { "is no instruction" };
        write!(f, "the {slot:?} word {word:08x} {why}")
    }
}

impl std::error::Error for BadOpcode {}

/// The three words of a packet.
///
/// ```
/// use semantics::pod::{code, isa::Packet, text::parse_line};
/// let packet = Packet::of(parse_line("pfpsub.pack.sp xmm2 = xmm2, xmm1")?);
/// assert_eq!(code::encode(&packet), [0, 0x21102102, 0]);
/// assert_eq!(code::decode([0, 0x21102102, 0])?, packet);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn encode(packet: &Packet) -> [u32; 3] {
    if let Some(Instruction { d, b: Source::Immediate(value), .. }) = packet.slot(Slot::L) {
        return [MOVL | u32::from(*d) << 12, *value as u32, (*value >> 32) as u32];
    }
    [Slot::G, Slot::X, Slot::M].map(|slot| packet.slot(slot).map_or(0, word))
}

/// The word of one of the three slots.
fn word(instruction: &Instruction) -> u32 {
    if matches!(instruction.operation, Operation::Nop(_)) {
        return 0;
    }
    let b = match instruction.b {
        Source::Register(n) => n.into(),
        Source::Immediate(value) => value as u32 & 0x3f,
    };
    let Instruction { d, a, .. } = *instruction;
    instruction.form().code << 17 | u32::from(d) << 12 | u32::from(a) << 7 | b << 1
}

/// The packet of three words. A word 0 is an empty slot: nops cannot be told from it.
///
/// # Errors
/// A word that no instruction has.
pub fn decode(words: [u32; 3]) -> Result<Packet, BadOpcode> {
    let mut packet = Packet::default();
    if words[0] >> 24 == MOVL >> 24 {
        if words[0] & !(MOVL | 0x1f << 12) != 0 {
            return Err(BadOpcode { slot: Slot::G, word: words[0], known: true });
        }
        let value = u64::from(words[1]) | u64::from(words[2]) << 32;
        let d = (words[0] >> 12 & 31) as u8;
        let b = Source::Immediate(value as i64);
        packet.join(Instruction { operation: Operation::MoveLong, d, a: 0, b });
        return Ok(packet);
    }
    for (slot, word) in [Slot::G, Slot::X, Slot::M].into_iter().zip(words) {
        if word != 0 {
            packet.join(instruction(slot, word)?);
        }
    }
    Ok(packet)
}

fn instruction(slot: Slot, word: u32) -> Result<Instruction, BadOpcode> {
    let bad = |known| BadOpcode { slot, word, known };
    let form = Form::of_code(slot, word >> 17).ok_or(bad(false))?;
    let field = |shift: u32, bits: u32| word >> shift & ((1 << bits) - 1);
    let b = match form.immediate() {
        Some(Immediate::Signed) => {
            i64::from(field(1, 6) as i32) - if field(6, 1) == 1 { 64 } else { 0 }
        }
        _ => field(1, 6).into(),
    };
    let found = form.instruction(field(12, 5) as u8, field(7, 5) as u8, b);
    let unused = |of: Field, shift, bits| form.register(of).is_none() && field(shift, bits) != 0;
    let b_unused = form.immediate().is_none() && (unused(Field::B, 1, 6) || field(6, 1) != 0);
    match word & 1 == 1 || unused(Field::D, 12, 5) || unused(Field::A, 7, 5) || b_unused {
        true => Err(bad(true)),
        false => Ok(found),
    }
}
