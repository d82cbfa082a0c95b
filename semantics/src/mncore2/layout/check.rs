//! What makes a written layout one of the board.

use super::error::{LayoutError, Span};
use super::memory::{Geometry, Memory, numbers};
use super::parse::{Spanned, Written};
use super::{Along, Element, Factor, Layout};
use crate::mncore2::isa::Levels;
use crate::mncore2::memory::{Level, Store};
use crate::mncore2::state::{CYCLES, L2BS};

type Res<T> = Result<T, LayoutError>;

/// A layout has at most so many elements.
const MOST: u64 = 1 << 32;

pub(super) fn check(w: &Written<'_>) -> Res<Layout> {
    factors_suit(w)?;
    copies_suit(w)?;
    let element = element(w)?;
    let layout = Layout {
        axes: w.axes.iter().map(|axis| axis.iter().map(|(f, _)| *f).collect()).collect(),
        copied: copied(w),
        memory: w.memory,
        address: w.address,
        element,
    };
    for along in Along::ALL {
        within(w, along, &layout)?;
    }
    aligned(w, &layout)?;
    inside(w, &layout)?;
    few(w)?;
    Ok(layout)
}

fn factors<'a>(w: &'a Written<'_>) -> impl Iterator<Item = Spanned> + 'a {
    w.axes.iter().flatten().copied()
}

fn copied(w: &Written<'_>) -> Vec<Level> {
    let mut levels: Vec<Level> = w.copied.iter().map(|(level, _)| *level).collect();
    levels.sort_unstable();
    levels
}

fn no_level(w: &Written<'_>, span: Span, level: Level) -> LayoutError {
    let (store, last) = (w.memory.store, w.memory.store.level());
    let message = format!("the {store} has no {level}");
    LayoutError::new(w.text, span, message, format!("levels down to {last}"))
}

/// Sizes, and whether the memory has the level.
fn factors_suit(w: &Written<'_>) -> Res<()> {
    let store = w.memory.store;
    for (factor, span) in factors(w) {
        let wrong =
            |message: String, help: &str| Err(LayoutError::new(w.text, span, message, help));
        match factor.along {
            _ if factor.size == 0 => return wrong("it has no elements".into(), "a size from 1 on"),
            Along::Level(level) if level > store.level() => return Err(no_level(w, span, level)),
            Along::Cycle if Geometry::of(store).cycle.is_none() => {
                let message = format!("{store} has no cycles");
                return wrong(message, "a factor of addresses: size:stride");
            }
            Along::Word if store.bits() < 64 => {
                let message = format!("{store} has words of {} bits, undivided", store.bits());
                return wrong(message, "no factor of W");
            }
            _ => {}
        }
    }
    Ok(())
}

/// Levels with copies have no other number.
fn copies_suit(w: &Written<'_>) -> Res<()> {
    for (n, &(level, span)) in w.copied.iter().enumerate() {
        let has_factor = factors(w).any(|(f, _)| f.along == Along::Level(level));
        let twice = w.copied[..n].iter().any(|(other, _)| *other == level);
        let named = numbers(&w.memory.levels)[level as usize].is_some();
        let message = match (twice, has_factor, named) {
            (true, ..) => format!("{level} stands here twice"),
            (_, true, _) => format!("{level} has a factor too"),
            (.., true) => format!("{level} has a number too"),
            _ if level > w.memory.store.level() => return Err(no_level(w, span, level)),
            _ => continue,
        };
        let help =
            "B@[..] names each level whose elements all have the same once, and nothing else does";
        return Err(LayoutError::new(w.text, span, message, help));
    }
    Ok(())
}

/// The type, or the widest unsigned one with as many words in a long word as are spoken of.
fn element(w: &Written<'_>) -> Res<Element> {
    let words = factors(w).filter(|(f, _)| f.along == Along::Word);
    let reach = words
        .fold(0u64, |reach, (f, _)| reach.saturating_add((f.size - 1).saturating_mul(f.stride)));
    let natural = w.memory.natural();
    match w.element {
        Some(element) => suits(w.text, w.memory, element, w.element_span),
        None if natural != Element::U64 => Ok(natural),
        None => Ok(match reach {
            0 => Element::U64,
            1 => Element::U32,
            2 | 3 => Element::U16,
            _ => Element::U8,
        }),
    }
}

/// Narrow words are what they are.
fn suits(text: &str, memory: Memory, element: Element, span: Span) -> Res<Element> {
    let natural = memory.natural();
    if natural == Element::U64 || natural == element {
        return Ok(element);
    }
    let message = format!("{} has words of {} bits", memory.store, memory.store.bits());
    Err(LayoutError::new(text, span, message, format!("the type {natural}, or none")))
}

/// Whether the factors along one coordinate stay inside.
fn within(w: &Written<'_>, along: Along, layout: &Layout) -> Res<()> {
    let (start, limit) = (layout.start(along), layout.limit(along));
    if start >= limit {
        let message = format!("there is no {along} {start}");
        let help = format!("0 to {}", limit - 1);
        return Err(LayoutError::new(w.text, w.address_span, message, help));
    }
    let mut reach = start;
    for (factor, span) in factors(w).filter(|(f, _)| f.along == along) {
        let more = (factor.size - 1).saturating_mul(factor.stride);
        reach = reach.saturating_add(more);
        if reach >= limit {
            let message = format!("its last index is at {along} {reach}");
            let of = match along {
                Along::Address => format!("{} has addresses", w.memory.store),
                Along::Word => format!("a long word has {} words", layout.element),
                _ => format!("the {along}s are"),
            };
            let help = format!("{of} 0 to {}", limit - 1);
            return Err(LayoutError::new(w.text, span, message, help));
        }
    }
    Ok(())
}

/// An element lies in one long word, and at an odd address in its lower single word.
fn aligned(w: &Written<'_>, layout: &Layout) -> Res<()> {
    let Store::Bank(_) = w.memory.store else { return Ok(()) };
    let odd = factors(w)
        .find(|(f, _)| f.along == Along::Address && f.size > 1 && !f.stride.is_multiple_of(2));
    let span = match odd {
        _ if !w.address.is_multiple_of(2) => w.address_span,
        Some((_, span)) => span,
        None => return Ok(()),
    };
    let bits = u64::from(layout.element.bits());
    if bits == 64 {
        let message = format!("{} elements fill long words, at even addresses", layout.element);
        return Err(LayoutError::new(w.text, span, message, "an even number, or a narrower type"));
    }
    let reach = layout.reach(Along::Word);
    if (reach + 1) * bits > 32 {
        let message = format!("W {reach} of an odd address lies outside its long word");
        let help = format!("even addresses, or W 0 to {}", 32 / bits - 1);
        return Err(LayoutError::new(w.text, span, message, help));
    }
    Ok(())
}

/// Whether addresses and cycles together stay inside.
fn inside(w: &Written<'_>, layout: &Layout) -> Res<()> {
    let geometry = Geometry::of(w.memory.store);
    let cycles = layout.reach(Along::Cycle) * geometry.cycle.unwrap_or(0);
    let last = layout.reach(Along::Address) * geometry.unit + cycles;
    if last < 64 * w.memory.store.words() as u64 {
        return Ok(());
    }
    let (store, addresses) = (w.memory.store, geometry.addresses);
    let message = format!("its last cycle is at address {}", last / geometry.unit);
    let help = format!("{store} has addresses 0 to {}", addresses - 1);
    let cycle = factors(w).find(|(f, _)| f.along == Along::Cycle);
    Err(LayoutError::new(w.text, cycle.map_or(w.memory_span, |(_, span)| span), message, help))
}

fn few(w: &Written<'_>) -> Res<()> {
    let mut elements = 1u64;
    for (factor, span) in factors(w) {
        elements = elements.saturating_mul(factor.size);
        if elements > MOST {
            let help = format!("at most {MOST}");
            return Err(LayoutError::new(w.text, span, "these are too many elements", help));
        }
    }
    Ok(())
}

/// All words of a memory: an axis for each level without a number, one for the addresses.
pub(super) fn whole(
    text: &str,
    memory: Memory,
    element: Option<Element>,
    span: Span,
) -> Res<Layout> {
    let element = match element {
        Some(element) => suits(text, memory, element, span)?,
        None => memory.natural(),
    };
    let factor = |size: usize, along, stride| Factor { size: size as u64, along, stride };
    let levels = memory.open().map(|level| vec![factor(level.size(), Along::Level(level), 1)]);
    let words = memory.store.words();
    let mut row = match memory.store {
        Store::Bank(_) => vec![factor(words, Along::Address, 2)],
        Store::T | Store::Forward(_) => {
            vec![factor(CYCLES, Along::Cycle, 1), factor(2, Along::Address, 1)]
        }
        Store::Turnaround => {
            vec![factor(CYCLES, Along::Cycle, 1), factor(words / CYCLES, Along::Address, 1)]
        }
        // Entry 0 is fixed.
        Store::Mask => {
            vec![factor(words / CYCLES - 1, Along::Address, 1), factor(CYCLES, Along::Cycle, 1)]
        }
        _ => vec![factor(words, Along::Address, 1)],
    };
    let parts = memory.natural().bits() / element.bits();
    if parts > 1 {
        row.push(factor(parts as usize, Along::Word, 1));
    }
    let axes = levels.chain([row]).collect();
    let address = u64::from(memory.store == Store::Mask);
    Ok(Layout { axes, copied: Vec::new(), memory, address, element })
}

impl Layout {
    /// Where a coordinate begins.
    pub(super) fn start(&self, along: Along) -> u64 {
        match along {
            Along::Level(level) => numbers(&self.memory.levels)[level as usize].unwrap_or(0).into(),
            Along::Address => self.address,
            Along::Cycle | Along::Word => 0,
        }
    }

    /// The largest number of a coordinate.
    pub(super) fn reach(&self, along: Along) -> u64 {
        let factors = self.factors().filter(|f| f.along == along);
        factors.fold(self.start(along), |reach, f| reach + (f.size - 1) * f.stride)
    }

    /// One more than the largest number that there is.
    pub(super) fn limit(&self, along: Along) -> u64 {
        match along {
            Along::Level(Level::L2b) if self.counts_l2bs() => (Level::Group.size() * L2BS) as u64,
            Along::Level(level) => level.size() as u64,
            Along::Cycle => CYCLES as u64,
            Along::Word => (64 / self.element.bits()).into(),
            Along::Address => Geometry::of(self.memory.store).addresses,
        }
    }

    /// Whether L2Bs are numbered through the board: nothing speaks of groups.
    fn counts_l2bs(&self) -> bool {
        let Levels { group, .. } = self.memory.levels;
        group.is_none()
            && !self.copied.contains(&Level::Group)
            && !self.factors().any(|f| f.along == Along::Level(Level::Group))
    }
}
