//! Words to instructions and back.

use super::form::{Field, OPCODE};
use super::instruction::{Illegal, Instruction};
use super::list::rows;
use super::row::{Row, ones};
use super::rules;
use std::sync::LazyLock;

impl Instruction {
    /// The instruction of a word.
    ///
    /// ```
    /// use semantics::tile::{isa::Instruction, text};
    /// let word = text::parse("tmv.mv2t t3, #5, bc").unwrap().word();
    /// assert_eq!(text::print(&Instruction::decode(word).unwrap()), "tmv.mv2t t3, #5, bc");
    /// assert!(Instruction::decode(0).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Illegal`] for every word that the tables and rules leave reserved, as far as the word tells: what `tcsr` makes of
    /// it shows when it runs, and the extension (TILE-D49) is an instruction here.
    pub fn decode(word: u64) -> Result<Self, Illegal> {
        let candidates = bucket(word);
        let found = candidates.iter().map(|at| &rows()[usize::from(*at)]);
        let row = found.clone().find(|row| word & row.mask() == row.word());
        let Some(row) = row else {
            return Err(unknown(word, found.min_by_key(|r| wrong(r, word))));
        };
        let instruction = Self { row, word };
        rules::check(&instruction)?;
        Ok(instruction)
    }

    /// The instruction of a row with these values in its free fields, 0 in the others.
    ///
    /// # Errors
    /// [`Illegal`] where a field is not free or too small for its value, and where the word is reserved.
    pub fn encode(row: &'static Row, fields: &[(Field, u64)]) -> Result<Self, Illegal> {
        let mut word = row.word();
        for &(field, value) in fields {
            let Some((low, width)) = row.form.place(field) else {
                return Err(Illegal(format!("{} has no field `{field}`", row.mnemonic)));
            };
            if value > ones(width) {
                let most = ones(width);
                return Err(Illegal(format!("`{field}` cannot be {value}: it is at most {most}")));
            }
            let bits = ones(width) << low;
            if row.mask() & bits & (row.word() ^ (value << low)) != 0 {
                return Err(Illegal(format!("`{field}` of {} cannot be {value}", row.mnemonic)));
            }
            word = word & !bits | value << low;
        }
        let instruction = Self { row, word };
        rules::check(&instruction)?;
        Ok(instruction)
    }
}

/// Bits 7 to 17 choose the instruction, up to fields that are 0.
const KEY: (u32, u32) = (7, 11);

fn key(word: u64) -> usize {
    usize::try_from(word >> KEY.0 & ones(KEY.1)).unwrap_or(0)
}

/// The rows that these bits leave.
fn bucket(word: u64) -> &'static [u16] {
    static BUCKETS: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| {
        let mut buckets = vec![Vec::new(); 1 << KEY.1];
        for (at, row) in (0..).zip(rows()) {
            for (key, bucket) in buckets.iter_mut().enumerate() {
                let bits = (key as u64) << KEY.0;
                if (bits ^ row.word()) & row.mask() & ones(KEY.1) << KEY.0 == 0 {
                    bucket.push(at);
                }
            }
        }
        buckets
    });
    &BUCKETS[key(word)]
}

/// How many fields of a word are not as the row has them.
fn wrong(row: &Row, word: u64) -> u32 {
    (word & row.mask() ^ row.word()).count_ones()
}

fn unknown(word: u64, near: Option<&Row>) -> Illegal {
    let opcode = word & ones(7);
    if opcode != OPCODE {
        return Illegal(format!("opcode is {opcode:#04x}; right is {:#04x}", OPCODE));
    }
    let Some(row) = near else { return Illegal(reserved(word)) };
    for &(field, right) in row.fixed() {
        let Some((low, width)) = row.form.place(field) else { continue };
        let value = word >> low & ones(width);
        if value != right {
            return Illegal(format!("`{field}` of {} is {value}; right is {right}", row.mnemonic));
        }
    }
    let bits = row.form.bits();
    Illegal(format!("bits {bits} to 63 of {} are {:#x}; right is 0", row.mnemonic, word >> bits))
}

fn reserved(word: u64) -> String {
    let part = |low: u32, width: u32| word >> low & ones(width);
    match part(7, 3) {
        tuop @ (0 | 1) => format!("tuop {tuop} with memuop {} is reserved", part(10, 6)),
        2 => format!("ctrluop {} with code {} is reserved", part(10, 3), part(13, 2)),
        3 => format!("mmauop {} is reserved", part(10, 5)),
        4 => format!("vecuop1 {} with vecuop2 {} is reserved", part(10, 2), part(12, 6)),
        tuop => format!("tuop {tuop} is reserved"),
    }
}
