//! The state by name: what case files write and read (MN-D190).
//!
//! A target is an operand as `d get` and `d set` have it, with its place. Values of memories are long
//! words, first word first. A single word is the MSB side of a long word whose other side is 0, as in
//! `d set`; of T each long word is a cycle's (with `$llt`: two); rows of matrix registers are the
//! physical ones, four long words each; a mask register's entry is a number of four digits, cycle 0
//! first.

use super::Board;
use super::isa::{Bank, Get, Levels, Memory, Statement, Width};
use super::memory::{AccessError, Level, Place, Store, read, write_alike};
use super::state::{CYCLES, PES, State};
use super::text::parse_line;
use crate::machine::{Shape, Value};
use crate::source::Refusal;

/// Bytes of a long word.
const LONG: usize = 8;

/// A part of the state.
pub(super) struct Target {
    get: Get,
    store: Store,
}

impl Target {
    /// Reads a name.
    pub(super) fn parse(name: &str) -> Result<Self, Refusal> {
        let unknown = |why: &str| Refusal::new(format!("`{name}` is no part of the state: {why}"));
        if !name.starts_with('$') || name.contains([' ', '\t', ';', '#']) {
            let help = "an operand as `d get` has it, with its place, e.g. $lm0n0c0b0m0p3";
            return Err(unknown("it does not start with $").help(help));
        }
        // Half precision is the type that every memory can be read with.
        let get = match parse_line(&format!("d geth {name} 1")) {
            Ok(Some(Statement::Get(get))) => get,
            Ok(_) => return Err(unknown("no memory")),
            Err(e) => {
                let refusal = unknown(&e.message);
                return Err(e.help.into_iter().fold(refusal, Refusal::help));
            }
        };
        let store = match get.memory {
            Memory::Pdm(_) => Store::Pdm,
            Memory::Dram(_) => Store::Dram,
            Memory::L2bm(_) => Store::L2bm,
            Memory::L1bm(..) => Store::L1bm,
            Memory::Pe(_, bank, _) => Store::Bank(bank),
            Memory::T(_) => Store::T,
            Memory::Matrix(side, _) => Store::Matrix(side),
            Memory::Mask(_) => Store::Mask,
        };
        Ok(Self { get, store })
    }

    pub(super) fn shape(&self) -> Shape {
        match self.store {
            Store::Mask => Shape::Number { bits: 4 * CYCLES as u32 },
            _ => Shape::Image { unit: LONG },
        }
    }

    /// A single word's bank and the number of the first.
    fn single(&self) -> Option<(Bank, usize)> {
        match self.get.memory {
            Memory::Pe(Width::Single, bank, address) => Some((bank, address as usize)),
            _ => None,
        }
    }

    /// Whether its units are consecutive words of the store.
    const fn is_dense(&self) -> bool {
        !matches!(
            self.get.memory,
            Memory::Pe(Width::Single, ..) | Memory::T(Width::Single | Width::Long)
        )
    }

    /// The word of the store that unit n is.
    fn word(&self, n: usize) -> usize {
        match self.get.memory {
            Memory::Pdm(a) | Memory::Dram(a) | Memory::L2bm(a) | Memory::L1bm(_, a) => {
                a as usize + n
            }
            Memory::Pe(Width::Single, _, a) => (a as usize + n) / 2,
            Memory::Pe(_, _, a) => a as usize / 2 + n,
            Memory::T(Width::Double) => n,
            Memory::T(_) => 2 * n,
            Memory::Matrix(_, row) => PES * row as usize + n,
            Memory::Mask(entry) => CYCLES * entry as usize + n,
        }
    }

    /// The elements that have it.
    fn places(&self) -> impl Iterator<Item = Place> {
        self.store.places(&self.get.levels)
    }

    /// The same, of L1Bs that are equal and stand there once those of the first alone.
    fn unlike(&self, state: &State) -> Vec<Place> {
        if self.store.level() < Level::L1b {
            return self.places().collect();
        }
        let Levels { mab, pe, .. } = self.get.levels;
        let firsts = state.blocks.firsts(self.l1bs());
        let first = |n| Place::of_number(n).of_l1b();
        firsts.flat_map(|n| self.store.places(&Levels { mab, pe, ..first(n) })).collect()
    }

    /// The L1Bs that it names.
    fn l1bs(&self) -> u64 {
        Store::L1bm.places(&self.get.levels).fold(0, |set, place| set | 1 << place.l1b_index())
    }

    pub(super) fn get(&self, board: &Board, units: usize) -> Result<Vec<(String, Value)>, Refusal> {
        let (memory, level) = (self.get.memory, self.store.level());
        let named = |place: Place| {
            let value = self.value(board, place, units)?;
            Ok((format!("{memory}{}", place.name(level)), value))
        };
        self.places().map(named).collect()
    }

    /// Whether all elements have this value.
    pub(super) fn holds(&self, board: &Board, value: &Value) -> Result<bool, Refusal> {
        let units = value.units(self.shape());
        let mut all = true;
        for place in self.unlike(board.machine().state()) {
            all &= self.value(board, place, units)? == *value;
        }
        Ok(all)
    }

    /// The value of all elements, if they have one.
    pub(super) fn alike(&self, board: &Board, units: usize) -> Result<Option<Value>, Refusal> {
        let places = self.unlike(board.machine().state()).into_iter();
        let mut values = places.map(|place| self.value(board, place, units));
        let Some(first) = values.next().transpose()? else { return Ok(None) };
        // Each is read: the first that is not there is the error.
        let is_one = values.try_fold(true, |is_one, value| Ok(is_one & (value? == first)));
        is_one.map(|is_one: bool| is_one.then_some(first))
    }

    /// The value at a place.
    fn value(&self, board: &Board, place: Place, units: usize) -> Result<Value, Refusal> {
        let wrong = |e: AccessError| Refusal::new(e.to_string());
        let read = |n| board.read(place, self.store, self.word(n)).map_err(wrong);
        if self.store == Store::Mask {
            let cycles: Vec<u64> = (0..CYCLES).map(read).collect::<Result<_, _>>()?;
            let flags = cycles.iter().fold(0, |flags, cycle| flags << 4 | u128::from(*cycle));
            return Ok(Value::Number(flags, 4 * CYCLES as u32));
        }
        self.bounded(units)?;
        let mut dense = vec![0; if self.is_dense() { units } else { 0 }];
        board.read_words(place, self.store, self.word(0), &mut dense).map_err(wrong)?;
        let mut bytes = Vec::with_capacity(LONG * units);
        for n in 0..units {
            let word = dense.get(n).copied().map_or_else(|| read(n), Ok)?;
            let word = match self.single() {
                Some((_, first)) => word << (32 * ((first + n) % 2)) >> 32 << 32,
                None => word,
            };
            bytes.extend_from_slice(&word.to_be_bytes());
        }
        Ok(Value::Image(bytes))
    }

    /// Whether a memory may have so many units: asked before room is made for them, since counts come from files and children.
    fn bounded(&self, units: usize) -> Result<(), Refusal> {
        // No memory has more units than half words.
        let most = 2 * self.store.words();
        if units > most {
            let message = format!("{units} units are more than the memory has");
            return Err(Refusal::new(message).help(format!("at most {most}")));
        }
        Ok(())
    }

    /// Whether so many units exist there.
    fn fits(&self, board: &Board, place: Place, units: usize) -> Result<(), Refusal> {
        self.bounded(units)?;
        let last = self.word(units.max(1) - 1);
        board.read(place, self.store, last).map_err(|e| Refusal::new(e.to_string()))?;
        Ok(())
    }

    pub(super) fn set(&self, board: &mut Board, value: &Value) -> Result<(), Refusal> {
        let words: Vec<u64> = match value {
            Value::Number(flags, _) => {
                (0..CYCLES).rev().map(|cycle| (flags >> (4 * cycle) & 15) as u64).collect()
            }
            Value::Image(bytes) => {
                bytes.as_chunks().0.iter().map(|b| u64::from_be_bytes(*b)).collect()
            }
            Value::None => Vec::new(),
        };
        if let Some(word) = words.iter().find(|w| self.single().is_some() && **w << 32 != 0) {
            let message = format!("{word:016x} is more than a single word");
            return Err(Refusal::new(message).help("eight digits, then eight zeros"));
        }
        // All of it exists, or nothing is set.
        for place in self.unlike(board.machine().state()) {
            self.fits(board, place, words.len())?;
        }
        let state = board.state_mut();
        if self.store.level() >= Level::L1b {
            state.blocks.part(self.l1bs());
        }
        self.unlike(state).into_iter().try_for_each(|place| self.put(state, place, &words))
    }

    /// Sets it at a place and in the L1Bs that stand where that of the place does.
    fn put(&self, state: &mut State, place: Place, words: &[u64]) -> Result<(), Refusal> {
        let wrong = |e: AccessError| Refusal::new(e.to_string());
        if self.is_dense() {
            return write_alike(state, place, self.store, self.word(0), words).map_err(wrong);
        }
        for (n, word) in words.iter().enumerate() {
            let at = self.word(n);
            let word = match self.single() {
                Some((bank, first)) => {
                    let shift = 32 * ((first + n) % 2);
                    let old = read(state, place, Store::Bank(bank), at).map_err(wrong)?;
                    old & !(!0 << 32 >> shift) | word >> shift
                }
                None => *word,
            };
            write_alike(state, place, self.store, at, &[word]).map_err(wrong)?;
        }
        Ok(())
    }
}
