//! Four tables of 256 keys, shared by all cores and engines (section 1.6 of the source, XDSA-D07).

/// Counters of keys. Under the profile `key_bits` an entry holds one key, and several are fetched from entries behind each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    tables: [[u8; 256]; 4],
    bits: bool,
}

impl Keys {
    /// No keys.
    #[must_use]
    pub const fn new(bits: bool) -> Self {
        Self { tables: [[0; 256]; 4], bits }
    }

    /// A counter.
    #[must_use]
    pub fn read(&self, bar: u8, entry: u8) -> u8 {
        self.tables[usize::from(bar & 3)][usize::from(entry)]
    }

    /// Sets a counter.
    pub fn preset(&mut self, bar: u8, entry: u8, keys: u8) {
        self.tables[usize::from(bar & 3)][usize::from(entry)] = keys;
    }

    /// A table.
    #[must_use]
    pub fn table(&self, bar: u8) -> &[u8; 256] {
        &self.tables[usize::from(bar & 3)]
    }

    /// How many of the wanted keys are there; all of them or more: enough.
    #[must_use]
    pub fn present(&self, bar: u8, entry: u8, wanted: u8) -> u8 {
        if self.bits {
            let held = (0..wanted).filter(|n| self.read(bar, entry.wrapping_add(*n)) > 0);
            held.count() as u8
        } else {
            self.read(bar, entry)
        }
    }

    /// Takes so many keys, if they are there.
    pub fn try_fetch(&mut self, bar: u8, entry: u8, wanted: u8) -> bool {
        if self.present(bar, entry, wanted) < wanted {
            return false;
        }
        if self.bits {
            for n in 0..wanted {
                let entry = entry.wrapping_add(n);
                self.preset(bar, entry, self.read(bar, entry) - 1);
            }
        } else {
            self.preset(bar, entry, self.read(bar, entry) - wanted);
        }
        true
    }

    /// Adds a key; not where the entry is full.
    pub fn deposit(&mut self, bar: u8, entry: u8) -> bool {
        let full = if self.bits { 1 } else { u8::MAX };
        let keys = self.read(bar, entry);
        if keys >= full {
            return false;
        }
        self.preset(bar, entry, keys + 1);
        true
    }
}
