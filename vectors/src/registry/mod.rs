//! The registry of operations: id, operands, options, result, source section, evaluator, decisions.
//!
//! Adding an operation is adding one entry (see [`crate::mncore2`]) and its reference in `tests`.

mod l1bset;
mod option_error;
mod options;
mod plan;
mod provenance;

pub use l1bset::L1bSet;
pub use option_error::OptionError;
pub use options::{OptionKind, OptionSpec, Options};
pub use plan::{Kernel, Kernels, MAX_ELEMENTS, Outcome, Plan, Resolved, Shape};
pub use provenance::{Provenance, Switches};

use std::sync::LazyLock;
use wildmatch::WildMatch;

/// An operation under test.
#[derive(Clone, Debug)]
pub struct Op {
    /// The id, a path: `mncore2.mau.fvfma`.
    pub id: String,
    /// What it computes, in one line.
    pub summary: String,
    /// Names of the operands.
    pub operands: &'static [&'static str],
    /// Whether the operation yields a mask flag.
    pub has_flag: bool,
    /// The options it takes.
    pub options: Vec<OptionSpec>,
    /// Sections of the source that define it.
    pub section: String,
    /// Ids of the decisions that its bits can depend on.
    pub decisions: Vec<&'static str>,
    /// How its cases are made and explained.
    pub family: Family,
    /// Shapes and evaluator under a set of options.
    pub resolve: fn(&Options) -> Resolved,
}

/// Operations that are computed, and so generated and explained, alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// One precision to another.
    Convert,
    /// Vector multiply-add; `mul`, `add` and `passa` lack operands.
    Vector {
        /// Whether y is an operand, or 1.
        y: bool,
        /// Whether z is an operand, or +0.
        z: bool,
    },
    /// Matrix-vector multiply-add.
    Matrix,
    /// Block-float conversion.
    Block,
    /// Reduction by floating-point addition; the groups of its first stage, where it has two.
    RrnAdd {
        /// Members of each first-stage group, in order; `None` for a single stage.
        stages: Option<&'static [&'static [usize]]>,
    },
    /// Reduction by maximum, minimum, or an integer operation.
    RrnSelect,
    /// Floating-point operation of the ALU.
    AluFloat,
    /// Integer or bitwise operation of the ALU.
    AluInteger,
}

/// Why an operation cannot be used as asked.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum LookupError {
    /// No operation of that name.
    #[error("unknown operation `{}`{}", clipped(.id), nearest_text(.nearest))]
    Unknown {
        /// What was asked for.
        id: String,
        /// The nearest ids.
        nearest: Vec<String>,
    },
    /// A pattern that matches nothing.
    #[error("no operation matches `{0}`; `assay ops` lists them all")]
    NoMatch(String),
}

/// What was found, cut short: a message is no place for a megabyte.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn nearest_text(nearest: &[String]) -> String {
    if nearest.is_empty() {
        "; `assay ops` lists them all".to_owned()
    } else {
        format!("; nearest: {}", nearest.join(", "))
    }
}

static ALL: LazyLock<Vec<Op>> = LazyLock::new(crate::mncore2::operations);

/// Every operation, in the order of the documentation.
#[must_use]
pub fn all() -> &'static [Op] {
    &ALL
}

/// The operation of this id.
///
/// # Errors
/// [`LookupError::Unknown`] with the nearest ids.
pub fn find(id: &str) -> Result<&'static Op, LookupError> {
    all()
        .iter()
        .find(|op| op.id == id)
        .ok_or_else(|| LookupError::Unknown { id: id.to_owned(), nearest: nearest(id) })
}

/// The operations of a comma-separated list of ids and patterns (`*`, `?`), each once, in the order
/// of the registry.
///
/// # Errors
/// An id that is unknown, or a pattern that matches nothing.
pub fn select(list: &str) -> Result<Vec<&'static Op>, LookupError> {
    let mut chosen = vec![false; all().len()];
    for item in list.split(',') {
        if item.contains(['*', '?']) {
            let pattern = WildMatch::new(item);
            let mut any = false;
            for (slot, op) in chosen.iter_mut().zip(all()) {
                let hit = pattern.matches(&op.id);
                any |= hit;
                *slot |= hit;
            }
            if !any {
                return Err(LookupError::NoMatch(item.to_owned()));
            }
        } else {
            let op = find(item)?;
            let index = all().iter().position(|o| std::ptr::eq(o, op));
            chosen[index.unwrap_or_default()] = true;
        }
    }
    Ok(all().iter().zip(chosen).filter_map(|(op, c)| c.then_some(op)).collect())
}

/// Up to three ids close to what was asked for.
fn nearest(id: &str) -> Vec<String> {
    let id = &clipped(id).to_lowercase();
    let last = |s: &str| s.rsplit('.').next().unwrap_or(s).to_owned();
    let mut scored: Vec<(usize, &str)> = all()
        .iter()
        .map(|op| {
            let whole = strsim::damerau_levenshtein(id, &op.id);
            let tail = strsim::damerau_levenshtein(&last(id), &last(&op.id)) + 2;
            (whole.min(tail), op.id.as_str())
        })
        .filter(|(d, _)| *d <= 4 + id.len() / 8)
        .collect();
    scored.sort();
    scored.into_iter().take(3).map(|(_, id)| id.to_owned()).collect()
}
