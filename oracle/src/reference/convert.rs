//! `cvt.*`: conversions between two formats of numbers.

use super::engine::{self, Kind};
use super::number::{OPTIONS, codes, env, format, outcome};
use super::options::Options;
use super::{Outcome, Reference, ieee};

pub(super) const REFERENCE: Reference = Reference { name: "convert", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (from, to) = id.strip_prefix("cvt.")?.split_once('.')?;
    let options = options.only(&OPTIONS)?;
    let (from, to, env) = (format("", from)?, format("", to)?, env(options)?);
    let &[code] = codes(operands).as_slice() else { return None };
    Some(outcome(match to.kind {
        Kind::Fixed { .. } => ieee::to_integer(from, to, code, options.has("exact"), &env),
        Kind::Binary | Kind::Explicit | Kind::Tapered => engine::convert(from, to, &env, code),
    }))
}
