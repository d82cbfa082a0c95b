//! Words: `{payload[127:0], DID[7:0]}` (sections 1.1 to 1.5 of the source, XDSA-D01, D04 to D06).

use super::{Operation, Section, Width};
use crate::xdsa::{Error, Kind};

/// An instruction as it is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Word {
    /// The domain identifier.
    pub did: u8,
    /// The payload, in the order of addresses.
    pub payload: [u8; 16],
}

/// What a word is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// The Unity core executes it.
    Unity(Instruction),
    /// The program ends, whatever the payload.
    End,
    /// A domain with this identifier.
    Other(u8),
}

/// An instruction of the Unity domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// What it does.
    pub operation: Operation,
    /// The width of addresses; EXIT has none, which is A16 here.
    pub width: Width,
    /// Keys.
    pub sync: Sync,
    /// The address of the operand table.
    pub descriptor: u64,
}

/// `SYNC_CTRL` (XDSA-D06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sync(pub u32);

impl Sync {
    const fn bits(self, high: u32, low: u32) -> u8 {
        (self.0 >> low & ((1 << (high - low + 1)) - 1)) as u8
    }

    /// How many keys are fetched, 1 to 8.
    #[must_use]
    pub const fn keys(self) -> u8 {
        self.bits(25, 23) + 1
    }

    /// Whether the next instruction waits for this one.
    #[must_use]
    pub const fn block(self) -> bool {
        self.bits(22, 22) == 1
    }

    /// The table and the entry to fetch from, if keys are fetched.
    #[must_use]
    pub const fn fetch(self) -> Option<(u8, u8)> {
        if self.bits(20, 20) == 1 { Some((self.bits(19, 18), self.bits(15, 8))) } else { None }
    }

    /// The table and the entry to deposit into, if a key is deposited.
    #[must_use]
    pub const fn deposit(self) -> Option<(u8, u8)> {
        if self.bits(21, 21) == 1 { Some((self.bits(17, 16), self.bits(7, 0))) } else { None }
    }

    /// Whether a reserved bit is set.
    #[must_use]
    pub const fn has_reserved(self) -> bool {
        self.0 >> 26 != 0
    }

    /// With so many keys, 1 to 8, fetched from an entry of a table.
    #[must_use]
    pub const fn fetching(self, bar: u8, entry: u8, keys: u8) -> Self {
        let keys = ((keys as u32 - 1) & 7) << 23;
        Self(self.0 | 1 << 20 | keys | (bar as u32 & 3) << 18 | (entry as u32) << 8)
    }

    /// With a key deposited into an entry of a table.
    #[must_use]
    pub const fn depositing(self, bar: u8, entry: u8) -> Self {
        Self(self.0 | 1 << 21 | (bar as u32 & 3) << 16 | entry as u32)
    }

    /// With BLK.
    #[must_use]
    pub const fn blocking(self) -> Self {
        Self(self.0 | 1 << 22)
    }
}

/// The domain that executes here.
pub(crate) const UNITY: u8 = 0;
/// The domain that ends the program.
pub(crate) const END: u8 = 0x7f;

impl Word {
    /// The end of a program.
    pub const END: Self = Self { did: END, payload: [0; 16] };

    /// What it is for. `lenient`: reserved bits are ignored, and the codes of section AI that the source prints for BASE are
    /// taken (XDSA-D04, D10).
    ///
    /// # Errors
    /// `ReservedCode`, `ReservedBits`.
    pub fn decode(&self, lenient: bool) -> Result<Domain, Error> {
        match self.did {
            UNITY => {
                Instruction::decode(u128::from_le_bytes(self.payload), lenient).map(Domain::Unity)
            }
            END => Ok(Domain::End),
            did => Ok(Domain::Other(did)),
        }
    }
}

impl Instruction {
    /// The payload.
    #[must_use]
    pub fn encode(&self) -> u128 {
        let row = self.operation.row();
        u128::from(self.operation.section().code())
            | (self.width as u128) << 6
            | u128::from(row.code) << 8
            | u128::from(self.sync.0) << 32
            | u128::from(self.descriptor) << 64
    }

    /// The word.
    #[must_use]
    pub fn word(&self) -> Word {
        Word { did: UNITY, payload: self.encode().to_le_bytes() }
    }

    fn decode(payload: u128, lenient: bool) -> Result<Self, Error> {
        let reserved = |what: String| Error::new(Kind::ReservedCode, what);
        let (section, code) = ((payload & 0x3f) as u8, (payload >> 8 & 0x3fff) as u16);
        let section = match section {
            0x3f => Section::Base,
            0 if lenient && (0x1c0..=0x1cb).contains(&code) => Section::Base,
            0 => Section::Ai,
            _ => {
                return Err(reserved(format!(
                    "section {section:02X}; right: 3F (BASE) or 00 (AI)"
                )));
            }
        };
        let operation = Operation::of_code(section, code)
            .ok_or_else(|| reserved(format!("operation code {code:04X} of section {section}")))?;
        let (sync, descriptor) = (Sync((payload >> 32) as u32), (payload >> 64) as u64);
        if operation == Operation::Exit {
            // XDSA-D93: nothing but section and code.
            if !lenient && payload != 0x003f_ff3f {
                let message = "EXIT has bits beside section and code; right: none (XDSA-D93)";
                return Err(Error::new(Kind::ReservedBits, message));
            }
            return Ok(Self { operation, width: Width::A16, sync: Sync(0), descriptor: 0 });
        }
        let width = Width::of_code((payload >> 6 & 3) as u8)
            .ok_or_else(|| reserved("address space 11; right: 00, 01 or 10".into()))?;
        if !lenient && (payload >> 22 & 0x3ff != 0 || sync.has_reserved()) {
            let message = format!("reserved bits of the payload {payload:032x} are set");
            return Err(Error::new(Kind::ReservedBits, message));
        }
        Ok(Self { operation, width, sync, descriptor })
    }
}
