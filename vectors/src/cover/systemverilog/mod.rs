//! Goals as covergroups of SystemVerilog, for those who merge coverage in simulators: a package for every operation, a covergroup
//! for its models that differ by the rounding alone, which is a coverpoint. A bin's name is made of the words of its goal, which
//! stand behind it. What covergroups cannot say stands at the end.

mod group;
mod names;
mod package;

use super::Model;
use std::fmt::Write;

/// The packages of these models.
///
/// # Errors
/// The operations of whose goals none can be said, in words.
pub fn systemverilog(models: &[&Model]) -> Result<String, String> {
    let mut text = String::new();
    let mut left = models.to_vec();
    let mut silent = Vec::new();
    while let Some(first) = left.first() {
        let op = first.plan().op;
        let (own, others): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|model| std::ptr::eq(model.plan().op, op));
        left = others;
        match package::package(&own) {
            Some(package) if text.is_empty() => text = package,
            // Writing to a string does not fail.
            Some(package) => drop(write!(text, "\n{package}")),
            None => silent.push(op.id.as_str()),
        }
    }
    match silent.is_empty() {
        true => Ok(text),
        false => Err(format!(
            "{}: none of the goals can be said as bins\n  right: an operation of classes, fields, results or flags",
            silent.join(", ")
        )),
    }
}
