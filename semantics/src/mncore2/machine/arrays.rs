//! Files into memories and arrays into layouts, and back.

use crate::machine::{self, Codes, Get, Given, Layouts, Memories, Placed, Put};
use crate::mncore2::isa::Bank;
use crate::mncore2::layout::{Element, Layout, Memory, Spot, ValueError};
use crate::mncore2::{AccessError, Board, MnCore2, Place, Store};
use crate::source::{Diagnostic, Refusal};
use std::io;

/// The memories that files are loaded into and saved from (MN-D108).
const NAMES: [(&str, Store); 8] = [
    ("lc", Store::L2bm),
    ("lb", Store::L1bm),
    ("lm", Store::Bank(Bank::Lm0)),
    ("ln", Store::Bank(Bank::Lm1)),
    ("lr", Store::Bank(Bank::Grf0)),
    ("ls", Store::Bank(Bank::Grf1)),
    ("p", Store::Pdm),
    ("d", Store::Dram),
];

/// A memory and its elements, in the order of files.
struct Elements {
    memory: Memory,
    places: Vec<Place>,
}

impl Memories for MnCore2 {
    fn memory(&self, name: &str) -> Result<Box<dyn machine::Memory>, Refusal> {
        let bare = name.strip_prefix('$').unwrap_or(name);
        let known = NAMES.iter().any(|(short, _)| bare.starts_with(short));
        let memory = Memory::parse(name);
        let others = |memory: &Memory| !NAMES.iter().any(|(_, store)| *store == memory.store);
        if !known || memory.as_ref().is_ok_and(others) {
            let names = NAMES.map(|(name, _)| name).join(", ");
            let help = format!("one of {names}, then its place, e.g. p@0, lc@1.0, lmn0c0b0m0p0");
            return Err(Refusal::new(format!("there is no memory `{name}`")).help(help));
        }
        let told = |e: Diagnostic| Refusal::new(e.message).help(e.help.unwrap_or_default());
        let memory = memory.map_err(told)?;
        let places = memory.store.places(&memory.levels).collect();
        Ok(Box::new(Elements { memory, places }))
    }

    fn example(&self) -> &'static str {
        "p@0=data.bin"
    }

    /// What `--dirty` fills PDM and DRAM with (MN-D64).
    fn dirt(&self) -> (&'static str, &'static str) {
        ("fill", "deadbeefdeadbeef")
    }
}

impl machine::Memory for Elements {
    fn shape(&self) -> Vec<usize> {
        self.memory.shape()
    }

    fn elements(&self) -> usize {
        self.places.len()
    }

    fn is_saved(&self) -> Result<(), Refusal> {
        if self.memory.store != Store::Dram || self.places.len() == 1 {
            return Ok(());
        }
        let bytes = 8 * self.shape().iter().product::<usize>();
        let message = format!("the DRAM of several groups is {bytes} bytes long");
        Err(Refusal::new(message).help("one group, e.g. d@0"))
    }

    fn extent(&self, board: &dyn machine::Board, element: usize) -> Result<usize, Refusal> {
        board.own::<Board>()?.extent(self.places[element], self.memory.store).map_err(refusal)
    }

    fn read(
        &self,
        board: &dyn machine::Board,
        element: usize,
        first: usize,
        words: &mut [u64],
    ) -> Result<(), Refusal> {
        let (place, store) = (self.places[element], self.memory.store);
        board.own::<Board>()?.read_words(place, store, first, words).map_err(refusal)
    }

    fn write(
        &self,
        board: &mut dyn machine::Board,
        element: usize,
        first: usize,
        words: &[u64],
    ) -> Result<(), Refusal> {
        let (place, store) = (self.places[element], self.memory.store);
        board.own_mut::<Board>()?.write_words(place, store, first, words).map_err(refusal)
    }
}

fn refusal(error: AccessError) -> Refusal {
    Refusal::new(error.to_string())
}

impl Layouts for MnCore2 {
    fn layout(&self, text: &str) -> Result<Box<dyn machine::Layout>, Diagnostic> {
        Ok(Box::new(Layout::parse(text)?))
    }
}

impl machine::Layout for Layout {
    fn shape(&self) -> Vec<u64> {
        self.shape()
    }

    fn element(&self) -> &dyn Codes {
        self.type_of()
    }

    fn clash(&self) -> Option<[Vec<u64>; 2]> {
        self.clash()
    }
}

impl Placed for Layout {
    fn fill(&self, board: &mut dyn machine::Board, put: &mut Put<'_>) -> Result<(), String> {
        let board = board.own_mut().map_err(|e| e.to_string())?;
        for (n, spot) in (0..).zip(self.spots()) {
            put(n, &mut |code| self.write(board, &spot, code).map_err(|e| e.to_string()))?;
        }
        Ok(())
    }

    fn set(&self, board: &mut dyn machine::Board, index: &[u64], code: u64) -> Result<(), String> {
        let board = board.own_mut().map_err(|e| e.to_string())?;
        let spot = self.at(index).ok_or("there is no such index")?;
        self.write(board, &spot, code).map_err(|e| e.to_string())
    }

    fn each(&self, board: &dyn machine::Board, get: &mut Get<'_>) -> io::Result<()> {
        let board = board.own().map_err(io::Error::other)?;
        self.spots().try_for_each(|spot| get(spot.get(board).map_err(io::Error::other)?, &spot))
    }

    fn agree(&self, board: &dyn machine::Board) -> Result<(), (u64, String)> {
        if self.copied().is_empty() {
            return Ok(());
        }
        let board = board.own().map_err(|e| (0, e.to_string()))?;
        let alike = |spot: &Spot| self.read(board, spot).map_err(|differ| differ.to_string());
        (0..)
            .zip(self.spots())
            .try_for_each(|(n, spot)| alike(&spot).map(drop).map_err(|differ| (n, differ)))
    }
}

impl machine::Place for Spot {
    fn names(&self) -> [String; 3] {
        let bits = format!("{}:{}", self.shift + self.bits - 1, self.shift);
        [self.place.name(self.store.level()), self.operand(), bits]
    }
}

impl Codes for Element {
    fn bits(&self) -> u32 {
        (*self).bits()
    }

    /// Half precision of MN-Core has more exponents than binary16 has; binary32 holds both h and f.
    fn number(&self) -> machine::Element {
        let (kind, bytes) = match self {
            Self::U64 => (machine::ElementKind::Unsigned, 8),
            Self::U32 => (machine::ElementKind::Unsigned, 4),
            Self::U16 => (machine::ElementKind::Unsigned, 2),
            Self::U8 => (machine::ElementKind::Unsigned, 1),
            Self::L => (machine::ElementKind::Signed, 8),
            Self::I => (machine::ElementKind::Signed, 4),
            Self::S => (machine::ElementKind::Signed, 2),
            Self::D => (machine::ElementKind::Float, 8),
            Self::F | Self::H => (machine::ElementKind::Float, 4),
        };
        machine::Element { kind, bytes, named: None }
    }

    fn text(&self, code: u64) -> String {
        (*self).text(code)
    }

    fn float(&self, code: u64) -> Option<f64> {
        (*self).float(code)
    }

    fn code(&self, value: Given<'_>, round: bool) -> Result<u64, String> {
        let code = match value {
            Given::Text(text) => self.read(text, round),
            Given::Integer(integer) => self.from_integer(integer),
            Given::Float(float) => self.from_float(float, round),
        };
        code.map_err(|e: ValueError| e.to_string())
    }
}
