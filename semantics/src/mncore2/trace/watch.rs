//! Words whose changes are reported.

use crate::mncore2::isa::{Memory, Statement, Width};
use crate::mncore2::{Board, Place, Store, text};
use crate::source::Refusal;

/// The names of memories, those first that begin as others do.
const NAMES: [&str; 13] = ["omr", "lc", "lb", "lm", "ln", "lr", "ls", "p", "d", "m", "n", "r", "s"];

/// A word at one or several places.
pub(super) struct Watch {
    /// As it was written.
    name: String,
    store: Store,
    places: Vec<Place>,
    words: Vec<usize>,
    /// The half of a word that is looked at.
    half: Option<u32>,
    value: Option<u64>,
    now: Vec<u64>,
}

/// A watched word that has changed.
pub(super) struct Change {
    pub(super) name: String,
    pub(super) place: String,
    /// The cycle of a mask entry.
    pub(super) cycle: Option<usize>,
    pub(super) old: u64,
    pub(super) new: u64,
    /// Hexadecimal digits of the word.
    pub(super) digits: usize,
}

impl Watch {
    /// Takes `MEM[ADDR]=VALUE` apart.
    pub(super) fn parse(argument: &str) -> Result<Self, Refusal> {
        let wrong = |why: &str| {
            Refusal::new(format!("{argument}: {why}"))
                .help("MEM[ADDR] or MEM[ADDR]=VALUE, e.g. lmn0c0b0m0p0[4]=0x3ff0000000000000")
        };
        let (word, value) = match argument.split_once('=') {
            Some((word, value)) => (word, Some(number(value).ok_or_else(|| wrong("no number"))?)),
            None => (argument, None),
        };
        let inside = word.trim_start_matches('$').strip_suffix(']');
        let Some((memory, address)) = inside.and_then(|word| word.split_once('[')) else {
            return Err(wrong("it does not say which word"));
        };
        let statement = |name: &str| {
            let levels = memory.strip_prefix(name)?;
            Some(text::parse_line(&format!("d getf ${name}{address}{levels} 1")))
        };
        // `n0c0` after a name of one letter may also be a name: the first that can be read.
        let read: Vec<_> = NAMES.iter().filter_map(|name| statement(name)).collect();
        let found = read.iter().find_map(|read| match read {
            Ok(Some(Statement::Get(get))) => Some(*get),
            _ => None,
        });
        let Some(get) = found else {
            let why = read.into_iter().find_map(Result::err).map(|e| e.message);
            return Err(wrong(why.as_deref().unwrap_or("there is no such memory")));
        };
        let (store, words, half) = match get.memory {
            Memory::Pdm(a) => (Store::Pdm, vec![a as usize], None),
            Memory::Dram(a) => (Store::Dram, vec![a as usize], None),
            Memory::L2bm(a) => (Store::L2bm, vec![a as usize], None),
            Memory::L1bm(_, a) => (Store::L1bm, vec![a as usize], None),
            Memory::Pe(width, bank, a) => {
                let half = (width == Width::Single).then_some(32 * (1 - a % 2));
                (Store::Bank(bank), vec![a as usize / 2], half)
            }
            Memory::Mask(entry) => {
                (Store::Mask, (0..4).map(|c| 4 * entry as usize + c).collect(), None)
            }
            Memory::T(_) | Memory::Matrix(..) => return Err(wrong("there is no such memory")),
        };
        let places = store.places(&get.levels).collect();
        let name = format!("{memory}[{address}]");
        Ok(Self { name, store, places, words, half, value, now: Vec::new() })
    }

    /// Every word that is watched.
    fn words<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = (Place, usize, u64)> + 'a {
        let at =
            self.places.iter().flat_map(|&place| self.words.iter().map(move |&at| (place, at)));
        at.map(|(place, at)| {
            // Places and words have been checked.
            let word = board.read(place, self.store, at).unwrap_or(0);
            (place, at, self.half.map_or(word, |half| word >> half & 0xffff_ffff))
        })
    }

    /// Looks at the words before the first statement.
    pub(super) fn begin(&mut self, board: &Board) {
        let now = self.words(board).map(|(.., word)| word).collect();
        self.now = now;
    }

    /// What has changed since the last look.
    pub(super) fn changes(&mut self, board: &Board) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut all = Vec::with_capacity(self.now.len());
        for ((place, at, new), &old) in self.words(board).zip(&self.now) {
            all.push(new);
            if new != old && self.value.is_none_or(|value| value == new) {
                changes.push(Change {
                    name: self.name.clone(),
                    place: place.name(self.store.level()),
                    cycle: (self.store == Store::Mask).then_some(at % 4),
                    old,
                    new,
                    digits: match (self.store, self.half) {
                        (Store::Mask, _) => 1,
                        (_, None) => 16,
                        (_, Some(_)) => 8,
                    },
                });
            }
        }
        self.now = all;
        changes
    }
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
