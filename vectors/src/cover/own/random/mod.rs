//! Conversions that a random word rounds: the word against the bits behind the last place, what lies behind those, and the ends
//! of the range.

mod ends;
mod look;
mod tail;
mod word;

use crate::cover::cross::{Aim, Cross};
use crate::cover::exact::Real;
use crate::cover::never;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::registry::Group;
use look::{Look, Rule};

const SOURCE: &str = "the operand's format has no number with such bits, or no word meets them so";

/// The crosses of an operation.
pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let Some(Group::Random { bits, tail }) = subject.group else { return Vec::new() };
    let rule = Rule { bits, tail };
    let mut all = vec![word::cross(subject, rule), tail::cross(rule)];
    all.extend(ends::cross(subject, rule));
    all
}
