//! TCVT: plain FP8 and MX, and the project's conversions back (TILE-D44 to D51, D83, D87, D88).

use super::float::{self, Format, INVALID};
use super::microscaling::{self, Element};
use super::state::{Kind, SCALES, Settings, TILE, Thread};
use super::word::{Word, group, legal};
use crate::reference::engine::{self, Env, Rounding, Value};

/// What a row of the table converts to.
#[derive(Clone, Copy)]
enum Target {
    Scaled(Element),
    /// E4M3 if true, else E5M2.
    Fp8(bool),
}

use Element::{E2m1, E2m3, E3m2, E4m3, E5m2, Int4, Int8};
use Target::{Fp8, Scaled};

/// The rows of `vecuop2`.
const ROWS: [Target; 9] = [
    Scaled(E4m3),
    Scaled(E5m2),
    Scaled(E3m2),
    Scaled(E2m3),
    Scaled(E2m1),
    Scaled(Int8),
    Scaled(Int4),
    Fp8(true),
    Fp8(false),
];

/// What all conversions have.
struct Conversion {
    to: usize,
    source: usize,
    kind: usize,
    rounding: Rounding,
    saturation: usize,
    negated: bool,
    masked: bool,
}

pub(super) fn execute(w: Word, thread: &mut Thread, settings: Settings) -> Result<(), Kind> {
    w.zero(63, 44)?;
    let (row, column) = (w.bits(17, 14), w.bits(13, 12));
    let direction = w.bits(38, 36);
    let conversion = Conversion {
        to: w.bits(25, 18),
        source: w.bits(33, 26),
        kind: w.bits(35, 34),
        rounding: float::rounding(if direction == 7 { thread.rounding } else { direction as u8 })?,
        saturation: w.bits(40, 39),
        negated: w.bit(42),
        masked: w.bit(43),
    };
    if row == 9 || column == 3 {
        legal(settings.extensions && conversion.kind == 0 && row <= 9)?;
    }
    let single = float::format("ieee_binary32");
    match (row, column) {
        (9, _) => {
            let (from, to) = [
                (single, float::format("bf16")),
                (float::format("bf16"), single),
                (float::format("ieee_binary16"), single),
                (single, float::format("ieee_binary16")),
            ][column];
            let count = 512;
            let values = conversion.plain_values(thread, from, count)?;
            conversion.plain(thread, to, &values)
        }
        (_, 3) => {
            let values = conversion.elements(thread, ROWS[row])?;
            conversion.plain(thread, single, &values)
        }
        _ => {
            let target = *ROWS.get(row).ok_or(Kind::Illegal)?;
            let f = float::column(column).ok_or(Kind::Illegal)?;
            match target {
                Fp8(e4m3) => {
                    let values = conversion.plain_values(thread, f, TILE)?;
                    let to = microscaling::fp8(e4m3, thread.control(2, 1) == 1);
                    conversion.plain(thread, to, &values)
                }
                Scaled(element) => conversion.blocks(thread, f, element),
            }
        }
    }
}

impl Conversion {
    /// So many values of a scalar, or of registers one after another (TILE-D44, D50).
    fn plain_values(&self, thread: &Thread, f: Format, count: usize) -> Result<Vec<Value>, Kind> {
        let bytes = f.width as usize / 8;
        let value = |code| self.signed(f, engine::decode(f, code));
        if self.kind == 0 {
            group(self.source, count * bytes / TILE)?;
            let (per_tile, source) = (TILE / bytes, self.source);
            let code = |i| thread.element(source + i / per_tile, i % per_tile, bytes);
            return Ok((0..count).map(|i| value(code(i))).collect());
        }
        legal(self.source < 32)?;
        let code = match self.kind {
            1 => thread.x[self.source] & (u64::MAX >> (64 - f.width)),
            2 => float::unboxed(f, thread.f[self.source]),
            _ => return Err(Kind::Illegal),
        };
        Ok(vec![value(code); count])
    }

    /// The values of a register of FP8, or of blocks.
    fn elements(&self, thread: &Thread, from: Target) -> Result<Vec<Value>, Kind> {
        let (f, element) = match from {
            Fp8(e4m3) => (microscaling::fp8(e4m3, thread.control(2, 1) == 1), None),
            Scaled(element) => (element.format(thread), Some(element)),
        };
        let registers = element.map_or(1, Element::registers);
        group(self.source, registers)?;
        let bits = f.width as usize;
        let value = |i: usize| {
            let place = (self.source, i * bits);
            let code = microscaling::code(&thread.tiles, place.0, place.1, bits);
            let value = self.signed(f, engine::decode(f, code));
            match element {
                Some(element) => element.scaled_value(thread, place, value),
                None => value,
            }
        };
        Ok((0..registers * 8192 / bits).map(value).collect())
    }

    /// With the other sign if the conversion says so; a zero of a format without -0 has none (TILE-D51).
    fn signed(&self, f: Format, value: Value) -> Value {
        match value {
            Value::Finite { ref magnitude, .. } if !f.neg_zero && *magnitude == 0 => value,
            Value::Finite { sign, magnitude } => {
                Value::Finite { sign: sign != self.negated, magnitude }
            }
            Value::Infinite { sign } => Value::Infinite { sign: sign != self.negated },
            nan @ Value::Nan { .. } => nan,
        }
    }

    /// A value in a format without scales, and its flags (TILE-D48).
    fn narrow(&self, f: Format, value: &Value) -> (u64, u8) {
        match *value {
            Value::Nan { signalling, .. } => (float::nan(f), if signalling { INVALID } else { 0 }),
            _ if self.saturation == 1 && value.sign() => (0, 0),
            Value::Infinite { sign } if matches!(self.saturation, 1 | 2) => {
                (f.max_finite | if sign { f.sign_bit() } else { 0 }, 0)
            }
            Value::Infinite { .. } => {
                let (code, _) = engine::encode(f, value, None, &Env::default());
                (float::canonical(f, code), 0)
            }
            Value::Finite { .. } => float::round(f, value, self.rounding, self.saturation != 3),
        }
    }

    /// Writes values in a format without scales.
    fn plain(&self, thread: &mut Thread, f: Format, values: &[Value]) -> Result<(), Kind> {
        let bytes = f.width as usize / 8;
        group(self.to, values.len() * bytes / TILE)?;
        for (i, value) in values.iter().enumerate() {
            let (tile, byte) = (self.to + i * bytes / TILE, i * bytes % TILE);
            if thread.enabled(self.masked, byte) {
                let (code, flags) = self.narrow(f, value);
                thread.tiles[tile][byte..][..bytes].copy_from_slice(&code.to_le_bytes()[..bytes]);
                thread.flags |= flags;
            }
        }
        Ok(())
    }

    /// Writes blocks (TILE-D23, D24, D45 to D47, D88).
    fn blocks(&self, thread: &mut Thread, from: Format, element: Element) -> Result<(), Kind> {
        let rule = thread.control(5, 2);
        legal(rule != 3)?;
        let (registers, bits) = (element.registers(), element.bits());
        group(self.to, registers)?;
        let f = element.format(thread);
        let mut values = self.plain_values(thread, from, registers * 8192 / bits)?;
        if self.saturation == 1 {
            values.iter_mut().for_each(replace_negative);
        }
        let mut bytes = vec![0_u8; registers * TILE];
        let mut scales = vec![[0; SCALES]; registers];
        for (block, values) in values.chunks(32).enumerate() {
            let (scale, codes, flags) = element.quantise(f, values, self.rounding, rule);
            let first_bit = block * 32 * bits;
            for (i, code) in codes.into_iter().enumerate() {
                for bit in (0..bits).filter(|bit| code >> bit & 1 == 1) {
                    let at = first_bit + i * bits + bit;
                    bytes[at / 8] |= 1 << (at % 8);
                }
            }
            let mut own = first_bit / 8..(first_bit + 32 * bits) / 8;
            let entry = &mut scales[block / 64][block % 64];
            if own.any(|byte| thread.enabled(self.masked, byte)) {
                *entry = scale;
                thread.flags |= flags;
            } else {
                *entry = thread.scales[self.to + block / 64][block % 64];
            }
        }
        for (at, byte) in bytes.into_iter().enumerate() {
            if thread.enabled(self.masked, at) {
                thread.tiles[self.to + at / TILE][at % TILE] = byte;
            }
        }
        thread.scales[self.to..][..registers].copy_from_slice(&scales);
        Ok(())
    }
}

/// Everything negative becomes +0 (TILE-D47).
fn replace_negative(value: &mut Value) {
    if !matches!(value, Value::Nan { .. }) && value.sign() {
        *value = Value::Finite { sign: false, magnitude: crate::Rational::new() };
    }
}
