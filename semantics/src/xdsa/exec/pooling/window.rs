//! Windows of pools: what becomes of their elements (XDSA-D30, D64).

use crate::xdsa::Kind;
use crate::xdsa::exec::geometry::{Map, Tap};
use crate::xdsa::exec::line::{extreme, mean, median};
use crate::xdsa::exec::{Done, Request};
use crate::xdsa::isa::{Operation, Unit};
use rayon::prelude::*;
use softfloat::Flags;

/// What becomes of a window: maximum, minimum, average, median, in the order of the codes of KIND.
pub(super) fn kind(operation: Operation, request: &Request<'_>) -> u64 {
    match operation {
        Operation::MaxPool | Operation::RoiPool => 0,
        Operation::MinPool => 1,
        Operation::AvrgPool => 2,
        Operation::MedianPool => 3,
        _ => request.get("kind"),
    }
}

fn pooled(kind: u64, unit: Unit, elements: impl Iterator<Item = u64>) -> (u64, Flags) {
    match kind {
        0 | 1 => extreme(unit, kind == 0, elements),
        2 => mean(unit, elements),
        _ => median(unit, elements),
    }
}

/// Sizes that must be 1 in a table for one dimension.
pub(super) fn must_be_one(request: &mut Request<'_>, fields: [&str; 2]) {
    for field in fields {
        if request.get(field) != 1 {
            let message = format!("{field} is {}; right: 1", request.get(field));
            request.note(Kind::BadDimension, message);
        }
    }
}

/// Every window and channel; `places`: the map's elements with the channels of a place side by side, and the pads behind them.
pub(super) fn pool(
    map: &Map,
    places: &[u64],
    windows: u64,
    kind: u64,
    taps: impl Fn(u64, &mut Vec<Tap>) + Sync,
) -> Done {
    let c = map.c as usize;
    let window = |window: u64| {
        let mut met = Vec::new();
        taps(window, &mut met);
        let element = |tap: &Tap, channel: usize| {
            let start = match tap {
                Tap::At(place) => place * c,
                Tap::Pad => places.len() - c,
                Tap::Zero => return 0,
            };
            places.get(start + channel).copied().unwrap_or_default()
        };
        let channel = |channel| pooled(kind, map.unit, met.iter().map(|tap| element(tap, channel)));
        (0..c).map(channel).collect::<Vec<_>>()
    };
    let results: Vec<_> = (0..windows).into_par_iter().map(window).collect();
    let flags = results.iter().flatten().fold(Flags::NONE, |all, (_, flags)| all | *flags);
    let elements = results.into_iter().flatten().map(|(code, _)| code).collect();
    Done { flags, ..Done::one(map.by_format(elements, windows, map.c)) }
}
