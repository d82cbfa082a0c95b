//! Values of bins, and how they are written.

/// Values from one to another one, both of them taken.
pub(crate) type Span = (u64, u64);

/// The values of a bin.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    Spans(Vec<Span>),
    /// Bits, those that may be either `?`.
    Pattern(String),
}

/// Bits of an argument of so many.
pub(crate) fn bits(argument: &str, high: u32, low: u32, width: u32) -> String {
    match high == low {
        _ if high - low + 1 == width => argument.to_owned(),
        true => format!("{argument}[{high}]"),
        false => format!("{argument}[{high}:{low}]"),
    }
}

/// A number of so many bits.
pub(crate) fn literal(width: u32, value: u64) -> String {
    format!("{width}'h{value:x}")
}

/// Spans as a list: `[8'h1:8'h7e], 8'h80`.
pub(crate) fn list(width: u32, spans: &[Span]) -> String {
    let text = |(low, high): &Span| match low == high {
        true => literal(width, *low),
        false => format!("[{}:{}]", literal(width, *low), literal(width, *high)),
    };
    spans.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Spans in order, those that touch made one.
pub(crate) fn joined(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut all: Vec<Span> = Vec::new();
    for (low, high) in spans {
        match all.last_mut() {
            Some(last) if last.1 == u64::MAX || low <= last.1 + 1 => last.1 = last.1.max(high),
            _ => all.push((low, high)),
        }
    }
    all
}
