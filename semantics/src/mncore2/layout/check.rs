//! What makes a written layout one of the board.

use super::error::{Span, wrong as wrong_at};
use super::memory::{Geometry, Memory, counts_l2bs, numbers};
use super::written::{Text, Written};
use super::{Along, Element, Layout, whole};
use crate::mncore2::memory::{Level, Store};
use crate::source::Diagnostic;

type Res<T> = Result<T, Diagnostic>;

/// A layout has at most so many elements.
const MOST: u64 = 1 << 32;

/// The layout that a text says, if the board has it.
pub(super) fn check(text: &Text<'_>) -> Res<Layout> {
    match text {
        Text::Array(w) => array(w),
        Text::Whole(w) => {
            let element = match w.element {
                Some(element) => suits(w.text, w.memory, element, w.element_span)?,
                None => w.memory.natural(),
            };
            Ok(whole::whole(w.memory, element))
        }
    }
}

fn array(w: &Written<'_>) -> Res<Layout> {
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

fn copied(w: &Written<'_>) -> Vec<Level> {
    let mut levels: Vec<Level> = w.copied.iter().map(|(level, _)| *level).collect();
    levels.sort_unstable();
    levels
}

fn no_level(w: &Written<'_>, span: Span, level: Level) -> Diagnostic {
    let (store, last) = (w.memory.store, w.memory.store.level());
    let message = format!("the {store} has no {level}");
    wrong_at(w.text, span, message, format!("levels down to {last}"))
}

/// Sizes, and whether the memory has the level.
fn factors_suit(w: &Written<'_>) -> Res<()> {
    let store = w.memory.store;
    for (factor, span) in w.factors() {
        let wrong = |message: String, help: &str| Err(wrong_at(w.text, span, message, help));
        match factor.along {
            _ if factor.size == 0 => return wrong("it has no elements".into(), "a size from 1 on"),
            Along::Level(Level::L2b) if counts_l2bs(store) => {
                let shared = factor.size > 1 && !factor.stride.is_multiple_of(2);
                if shared {
                    let message = format!("L2B {} has no {store} of its own", factor.stride);
                    return wrong(
                        message,
                        "an even stride: the L2Bs 2n and 2n + 1 share that of group n",
                    );
                }
            }
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
        let has_factor = w.along(Along::Level(level)).next().is_some();
        let twice = w.copied[..n].iter().any(|(other, _)| *other == level);
        let named = numbers(&w.memory.levels)[level as usize].is_some();
        let message = match (twice, has_factor, named) {
            (true, ..) => format!("{level} stands here twice"),
            (_, true, _) => format!("{level} has a factor too"),
            (.., true) => format!("{level} has a number too"),
            _ if level == Level::L2b && counts_l2bs(w.memory.store) => continue,
            _ if level > w.memory.store.level() => return Err(no_level(w, span, level)),
            _ => continue,
        };
        let help =
            "B@[..] names each level whose elements all have the same once, and nothing else does";
        return Err(wrong_at(w.text, span, message, help));
    }
    Ok(())
}

/// The type, or the widest unsigned one with as many words in a long word as are spoken of.
fn element(w: &Written<'_>) -> Res<Element> {
    let words = w.along(Along::Word);
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
    Err(wrong_at(text, span, message, format!("the type {natural}, or none")))
}

/// Whether the factors along one coordinate stay inside.
fn within(w: &Written<'_>, along: Along, layout: &Layout) -> Res<()> {
    let (start, limit) = (layout.start(along), layout.limit(along));
    if start >= limit {
        let message = format!("there is no {along} {start}");
        let help = format!("0 to {}", limit - 1);
        return Err(wrong_at(w.text, w.address_span, message, help));
    }
    let mut reach = start;
    for (factor, span) in w.along(along) {
        let more = (factor.size - 1).saturating_mul(factor.stride);
        reach = reach.saturating_add(more.saturating_mul(layout.scale(along)));
        if reach >= limit {
            let message = format!("its last index is at {along} {reach}");
            let of = match along {
                Along::Address => format!("{} has addresses", w.memory.store),
                Along::Word => format!("a long word has {} words", layout.element),
                _ => format!("the {along}s are"),
            };
            let help = format!("{of} 0 to {}", limit - 1);
            return Err(wrong_at(w.text, span, message, help));
        }
    }
    Ok(())
}

/// An element lies in one long word, and behind an odd address in its lower single word.
fn aligned(w: &Written<'_>, layout: &Layout) -> Res<()> {
    if !matches!(w.memory.store, Store::Bank(_)) || w.address.is_multiple_of(2) {
        return Ok(());
    }
    let wrong = |message, help| Err(wrong_at(w.text, w.address_span, message, help));
    let bits = u64::from(layout.element.bits());
    if bits == 64 {
        let message = format!("{} elements fill long words, at even addresses", layout.element);
        return wrong(message, "an even number, or a narrower type".to_owned());
    }
    let reach = layout.reach(Along::Word);
    if (reach + 1) * bits > 32 {
        let message = format!("W {reach} of an odd address lies outside its long word");
        return wrong(message, format!("an even number, or W 0 to {}", 32 / bits - 1));
    }
    Ok(())
}

/// Whether addresses and cycles together stay inside.
fn inside(w: &Written<'_>, layout: &Layout) -> Res<()> {
    let geometry = Geometry::of(w.memory.store);
    let cycles = layout.reach(Along::Cycle) * geometry.cycle.unwrap_or(0);
    let last = layout.reach(Along::Address) * geometry.operand + cycles;
    if last < 64 * w.memory.store.words() as u64 {
        return Ok(());
    }
    let (store, addresses) = (w.memory.store, geometry.addresses);
    let message = format!("its last cycle is at address {}", last / geometry.operand);
    let help = format!("{store} has addresses 0 to {}", addresses - 1);
    let cycle = w.along(Along::Cycle).next();
    Err(wrong_at(w.text, cycle.map_or(w.memory_span, |(_, span)| span), message, help))
}

fn few(w: &Written<'_>) -> Res<()> {
    let mut elements = 1u64;
    for (factor, span) in w.factors() {
        elements = elements.saturating_mul(factor.size);
        if elements > MOST {
            let help = format!("at most {MOST}");
            return Err(wrong_at(w.text, span, "these are too many elements", help));
        }
    }
    Ok(())
}
