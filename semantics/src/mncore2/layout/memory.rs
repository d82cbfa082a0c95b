//! The memories' names, and where each begins to count.

use super::Element;
use super::error::{Span, wrong as wrong_at};

use crate::mncore2::isa::{Bank, Forward, Levels, Side};
use crate::mncore2::memory::{Level, Store};
use crate::mncore2::state::{CYCLES, LANES};
use crate::source::Diagnostic;
use crate::source::number::decimal;

/// The memories: the name that layouts have for each, the one of operands, and it.
const NAMES: [(&str, &str, Store); 21] = [
    ("PDM", "p", Store::Pdm),
    ("DRAM", "d", Store::Dram),
    ("DARBUF", "darbuf", Store::Darbuf),
    ("DAR", "dar", Store::Dar),
    ("L2BM", "lc", Store::L2bm),
    ("L1BM", "lb", Store::L1bm),
    ("TURNAROUND", "lbi", Store::Turnaround),
    ("MRx", "lx", Store::Matrix(Side::X)),
    ("MRy", "ly", Store::Matrix(Side::Y)),
    ("LM0", "lm", Store::Bank(Bank::Lm0)),
    ("LM1", "ln", Store::Bank(Bank::Lm1)),
    ("GRF0", "lr", Store::Bank(Bank::Grf0)),
    ("GRF1", "ls", Store::Bank(Bank::Grf1)),
    ("T", "lt", Store::T),
    ("OMR", "omr", Store::Mask),
    ("BAR0", "mb", Store::Bar(Bank::Lm0)),
    ("BAR1", "nb", Store::Bar(Bank::Lm1)),
    ("MAUF", "mauf", Store::Forward(Forward::Mau)),
    ("ALUF", "aluf", Store::Forward(Forward::Alu)),
    ("MREADF", "mreadf", Store::Forward(Forward::Mread)),
    ("LBF", "lbf", Store::Forward(Forward::L1bm)),
];

/// The name of a memory in layouts.
pub(super) fn name(store: Store) -> &'static str {
    NAMES.iter().find(|(_, _, s)| *s == store).map_or("", |(name, _, _)| name)
}

/// The name of a memory in operands.
pub(super) fn operand(store: Store) -> &'static str {
    NAMES.iter().find(|(_, _, s)| *s == store).map_or("", |(_, name, _)| name)
}

/// Whether the two L2Bs of a group share a memory, so that layouts count them there.
pub(super) const fn counts_l2bs(store: Store) -> bool {
    matches!(store, Store::Pdm | Store::Dram)
}

/// The names, for messages.
fn names() -> String {
    let names: Vec<&str> = NAMES.iter().map(|(name, _, _)| *name).collect();
    names.join(", ")
}

/// How a memory counts, in bits of a row of 64-bit words. A narrower word counts as one of 64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Geometry {
    /// What a stride of 1 adds.
    pub(super) unit: u64,
    /// What an address adds, as operands count them.
    pub(super) operand: u64,
    /// How many addresses there are.
    pub(super) addresses: u64,
    /// What a cycle adds, where that does not depend on the instruction.
    pub(super) cycle: Option<u64>,
}

impl Geometry {
    pub(super) const fn of(store: Store) -> Self {
        let words = store.words() as u64;
        let (unit, addresses, cycle) = match store {
            // `$lm0v` goes on by a long word a cycle.
            Store::Bank(_) => (64, 2 * words, Some(64)),
            Store::T | Store::Forward(_) => (64, 2, Some(128)),
            Store::Turnaround => (64, LANES as u64, Some(64 * LANES as u64)),
            Store::Mask => (64 * CYCLES as u64, words / CYCLES as u64, Some(64)),
            _ => (64, words, None),
        };
        // Operands count single words there.
        let operand = if let Store::Bank(_) = store { 32 } else { unit };
        Self { unit, operand, addresses, cycle }
    }
}

/// A memory of some elements of the tree.
///
/// ```
/// use semantics::mncore2::{Store, layout::Memory};
/// let memory = Memory::parse("lcn1c0")?;
/// assert_eq!(memory, Memory::parse("lc@1.0")?);
/// assert_eq!((memory.store, memory.shape()), (Store::L2bm, vec![32768]));
/// assert_eq!(Memory::parse("LM0n0c0b0m0")?.shape(), [4, 2048]);
/// # Ok::<(), semantics::source::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Memory {
    /// Which.
    pub store: Store,
    /// Of which elements; a level left out means all of them, or, in a layout, number 0.
    pub levels: Levels,
}

impl Memory {
    /// Reads a name and a place, as operands (`lmn0c0`, `p@0`) or layouts (`LM0n0c0`) write them; a
    /// `$` may stand before it.
    ///
    /// # Errors
    ///
    /// Another text.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        Self::within(text, Span { start: 0, end: text.len() })
    }

    /// The same in a part of a longer text.
    pub(super) fn within(text: &str, span: Span) -> Result<Self, Diagnostic> {
        let whole = &text[span.start..span.end];
        let memory = whole.strip_prefix('$').unwrap_or(whole);
        let mut found: Vec<(usize, Store)> = NAMES
            .iter()
            .flat_map(|&(long, short, store)| [(long, store), (short, store)])
            .filter(|(name, _)| memory.starts_with(name))
            .map(|(name, store)| (name.len(), store))
            .collect();
        found.sort_unstable_by_key(|(length, _)| *length);
        // The longest name: `lbi` is not `lb`.
        let Some((length, store)) = found.pop() else {
            let help = format!("one of {}, then its place, e.g. LM0n0c0b0m0p0", names());
            return Err(wrong_at(text, span, format!("there is no memory `{whole}`"), help));
        };
        let start = span.end - memory.len() + length;
        let rest = Span { start, end: span.end };
        let levels = match memory[length..].strip_prefix('@') {
            Some(_) => group(text, Span { start: start + 1, ..rest }, store)?,
            None => named(text, rest, store)?,
        };
        Ok(Self { store, levels })
    }

    /// The levels that have no number, from the top.
    pub fn open(&self) -> impl Iterator<Item = Level> + use<> {
        let (numbers, last) = (numbers(&self.levels), self.store.level());
        let open = Level::ALL.into_iter().zip(numbers);
        open.filter(move |(level, number)| *level <= last && number.is_none()).map(|(l, _)| l)
    }

    /// The sizes of the levels without a number, then the words of an element.
    #[must_use]
    pub fn shape(&self) -> Vec<usize> {
        self.open().map(Level::size).chain([self.store.words()]).collect()
    }

    /// The type of its words.
    pub(super) const fn natural(self) -> Element {
        match self.store.bits() {
            0..=8 => Element::U8,
            9..=16 => Element::U16,
            17..=32 => Element::U32,
            _ => Element::U64,
        }
    }
}

/// The numbers of the levels, from the top.
pub(super) const fn numbers(levels: &Levels) -> [Option<u8>; 5] {
    let Levels { group, l2b, l1b, mab, pe } = *levels;
    [group, l2b, l1b, mab, pe]
}

/// A number of a level.
fn number(text: &str, span: Span, level: Level) -> Result<u8, Diagnostic> {
    let digits = &text[span.start..span.end];
    let last = level.size() - 1;
    decimal(digits).filter(|&n: &u8| usize::from(n) <= last).ok_or_else(|| {
        wrong_at(text, span, format!("there is no {level} `{digits}`"), format!("0 to {last}"))
    })
}

/// Behind `@`: the group, `.L` the L2B of an L2BM.
fn group(text: &str, span: Span, store: Store) -> Result<Levels, Diagnostic> {
    let wrong = |message: String, help: &str| wrong_at(text, span, message, help);
    let point = text[span.start..span.end].find('.').map(|at| span.start + at);
    if point.is_some() && store != Store::L2bm {
        let message = format!("`.` names an L2B, and a {store} belongs to a group");
        return Err(wrong(message, "`@` and the group"));
    }
    if store.level() > Level::L2b {
        return Err(wrong("`@` is of PDM, DRAM and L2BM".into(), "levels as in n0c0b0"));
    }
    let group = Span { end: point.unwrap_or(span.end), ..span };
    let l2b = point.map(|at| Span { start: at + 1, ..span });
    let named = point.is_none() || group.start < group.end;
    Ok(Levels {
        group: named.then(|| number(text, group, Level::Group)).transpose()?,
        l2b: l2b.map(|span| number(text, span, Level::L2b)).transpose()?,
        ..Levels::default()
    })
}

/// `n0c0b0m0p0`, with levels left out.
fn named(text: &str, span: Span, store: Store) -> Result<Levels, Diagnostic> {
    let mut levels = Levels::default();
    let mut at = span.start;
    for level in Level::ALL {
        let Some(behind) = text[at..span.end].strip_prefix(level.letter()) else { continue };
        let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let end = at + 1 + digits;
        if level > store.level() {
            return Err(wrong_at(
                text,
                Span { start: at, end },
                format!("the {store} has no {level}"),
                format!("levels down to {}", store.level().letter()),
            ));
        }
        let found = Some(number(text, Span { start: at + 1, end }, level)?);
        match level {
            Level::Group => levels.group = found,
            Level::L2b => levels.l2b = found,
            Level::L1b => levels.l1b = found,
            Level::Mab => levels.mab = found,
            Level::Pe => levels.pe = found,
        }
        at = end;
    }
    if at == span.end {
        return Ok(levels);
    }
    let message = format!("`{}` is no place", &text[at..span.end]);
    let help = "levels in the order n, c, b, m, p, and no address";
    Err(wrong_at(text, Span { start: at, ..span }, message, help))
}
