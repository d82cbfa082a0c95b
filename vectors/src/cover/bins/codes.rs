//! The classes of a format's codes as spans of values of one expression. Of wide formats that is `{sign, whether the mantissa is
//! this or that, exponent}`, so that a class has few spans.

use super::span::{Span, Values, bits, joined, list, literal};
use crate::cover::palette::Fine;
use crate::cover::port::Port;
use softfloat::Format;

/// Formats up to this width are taken code by code where they have no mantissa of [`LEAST`] bits.
const NARROW: u32 = 16;

/// The bits of a mantissa that is told by what it is like.
const LEAST: u32 = 4;

/// The most bits of an exponent.
const MOST: u32 = 15;

/// The classes of a format's codes.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    format: Format,
    layout: Layout,
    /// Class by class of the palette.
    spans: Vec<Vec<Span>>,
    classes: Vec<(bool, Fine)>,
}

#[derive(Clone, Debug)]
enum Layout {
    Whole,
    Fields {
        /// Bits of the exponent.
        exponent: u32,
        /// Mantissas that are classes of their own under some exponent.
        atoms: Vec<u64>,
        /// Whether the highest bit of the others is told, too.
        top: bool,
    },
}

impl Codes {
    /// `None` of wide codes that are no fields.
    pub(crate) fn of(port: &Port) -> Option<Self> {
        let (f, palette) = (&port.format, &port.palette);
        let classes: Vec<_> = (0..palette.len()).map(|at| palette.at(at)).collect();
        let mut spans = vec![Vec::new(); palette.len()];
        let layout = if f.has_fields() && f.man_bits >= LEAST {
            Self::fields(port, &mut spans)?
        } else {
            let starts: Vec<u64> = if f.is_fixed() {
                powers(f.width)
            } else if f.width <= NARROW {
                (0..1 << f.width).collect()
            } else {
                return None;
            };
            let end = u64::MAX >> (64 - f.width);
            let ends = starts.iter().skip(1).map(|start| start - 1).chain([end]);
            starts.iter().zip(ends).for_each(|(s, e)| spans[palette.class(*s)].push((*s, e)));
            Layout::Whole
        };
        let spans = spans.into_iter().map(joined).collect();
        Some(Self { format: *f, layout, spans, classes })
    }

    fn fields(port: &Port, spans: &mut [Vec<Span>]) -> Option<Layout> {
        let (f, palette) = (&port.format, &port.palette);
        let body = f.man_bits + f.pad;
        let exponent = f.width - body - u32::from(f.sign);
        if exponent > MOST {
            return None;
        }
        let ones = (1u64 << f.man_bits) - 1;
        let lead = 1u64 << (f.man_bits - 1);
        let of = |code: u64| code >> f.pad & ones;
        let mut atoms = vec![0, 1, lead, ones, of(f.max_finite()), of(f.min_normal())];
        atoms.sort_unstable();
        atoms.dedup();
        // Any others, of either highest bit.
        let other = |top: u64| (0..lead).map(|m| m | top).find(|m| !atoms.contains(m));
        let (Some(low), Some(high)) = (other(0), other(lead)) else { return None };
        let signs = if f.sign { 0..2 } else { 0..1u64 };
        let heads = || signs.clone().flat_map(|s| (0..1u64 << exponent).map(move |e| (s, e)));
        let class = |(sign, field): (u64, u64), mantissa: u64| {
            let sign = if f.sign { sign << (f.width - 1) } else { 0 };
            palette.class(sign | field << body | mantissa << f.pad)
        };
        let top = heads().any(|head| class(head, low) != class(head, high));
        let own = |m: &u64| if *m & lead == 0 { low } else { high };
        let stands_out = |m: &u64| heads().any(|head| class(head, *m) != class(head, own(m)));
        let atoms: Vec<u64> = atoms.iter().copied().filter(stands_out).collect();
        // What a mantissa is like, and one that is so.
        let mut kinds = vec![(0, low)];
        if top {
            kinds.push((1, high));
        }
        for (at, atom) in atoms.iter().enumerate() {
            let place = atoms.len() - 1 - at + usize::from(top);
            kinds.push((1 << place | u64::from(top && atom & lead != 0), *atom));
        }
        let width = atoms.len() as u32 + u32::from(top);
        for (sign, field) in heads() {
            for (kind, mantissa) in &kinds {
                let value = (sign << width | kind) << exponent | field;
                spans[class((sign, field), *mantissa)].push((value, value));
            }
        }
        Some(Layout::Fields { exponent, atoms, top })
    }

    /// The expression of an argument.
    pub(crate) fn text(&self, argument: &str) -> String {
        let f = &self.format;
        let Layout::Fields { exponent, atoms, top } = &self.layout else {
            return argument.to_owned();
        };
        let part = |high, low| bits(argument, high, low, f.width);
        let body = f.man_bits + f.pad;
        let mantissa = part(body - 1, f.pad);
        let mut parts = Vec::new();
        if f.sign {
            parts.push(part(f.width - 1, f.width - 1));
        }
        parts.extend(atoms.iter().map(|m| format!("{mantissa} == {}", literal(f.man_bits, *m))));
        if *top {
            parts.push(part(body - 1, body - 1));
        }
        parts.push(part(body + exponent - 1, body));
        format!("{{{}}}", parts.join(", "))
    }

    /// Its bits.
    pub(crate) fn width(&self) -> u32 {
        match &self.layout {
            Layout::Whole => self.format.width,
            Layout::Fields { exponent, atoms, top } => {
                u32::from(self.format.sign) + atoms.len() as u32 + u32::from(*top) + exponent
            }
        }
    }

    /// The values of each class.
    pub(crate) fn bins(&self) -> Vec<Values> {
        self.spans.iter().cloned().map(Values::Spans).collect()
    }

    /// The values of some classes.
    pub(crate) fn among(&self, is: impl Fn(bool, Fine) -> bool) -> Vec<Span> {
        let some =
            self.classes.iter().zip(&self.spans).filter(|((sign, class), _)| is(*sign, *class));
        joined(some.flat_map(|(_, spans)| spans.iter().copied()).collect())
    }

    /// That an argument is of some of the classes; nothing where all codes are.
    pub(crate) fn condition(&self, argument: &str, is: impl Fn(Fine) -> bool) -> Option<String> {
        let taken = self.among(|_, class| is(class));
        if self.among(|_, _| true) == taken {
            return None;
        }
        let (of, list) = (self.text(argument), list(self.width(), &taken));
        Some(if taken.is_empty() { "1'b0".to_owned() } else { format!("({of} inside {{{list}}})") })
    }

    /// That it is a number.
    pub(crate) fn finite(&self, argument: &str) -> Option<String> {
        self.condition(argument, Fine::is_finite)
    }

    /// That it is a number and not 0, as subnormal ones may be.
    pub(crate) fn nonzero(&self, argument: &str, daz: bool) -> Option<String> {
        let daz = daz && !self.format.is_fixed() && self.format.subnormal;
        let zero = |class: Fine| class.is_zero() || daz && class.is_subnormal();
        self.condition(argument, |class| class.is_finite() && !zero(class))
    }
}

/// Where classes of integers can begin: about every power of two, of both signs.
fn powers(width: u32) -> Vec<u64> {
    let ones = u64::MAX >> (64 - width);
    let near = (0..width).flat_map(|k| [(1u64 << k).wrapping_sub(1), 1 << k, (1 << k) + 1]);
    let both = near.flat_map(|m| [m, m.wrapping_neg(), m.wrapping_neg().wrapping_add(1)]);
    let mut all: Vec<u64> = both.map(|m| m & ones).chain([0]).collect();
    all.sort_unstable();
    all.dedup();
    all
}
