//! The part of its operands that a design is meant for: classes and ranges of numbers, of single operands or of all (`--where`).
//!
//! ```text
//! x=finite,y=1..2       x is a number, y lies between 1 and 2
//! no-nan,no-subnormal   of every operand
//! x=+normal,+zero       x is a positive normal number or +0
//! ```
//!
//! Words, ranges and codes of an operand say what is allowed, one or another; words behind `no-` what is not.

mod bound;
mod code;
mod spans;
mod words;

pub(crate) use spans::Spans;

use crate::draw::rng::Rng;
use crate::registry::{Plan, Shape, joined};
use softfloat::Format;
use spans::Cuts;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use words::{Piece, Resolved};

/// What is asked for, of any operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    rules: Vec<Rule>,
    known: Known,
}

/// The codes that rules allow in a format, which most plans of an operation have in common. Of no account for equality.
#[derive(Clone, Debug, Default)]
struct Known(Arc<Mutex<Memo>>);

/// By format and rules.
type Memo = HashMap<(Format, String), Arc<Spans>>;

impl PartialEq for Known {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Known {}

impl Known {
    fn get(&self, format: Format, rules: &str, make: impl FnOnce() -> Spans) -> Arc<Spans> {
        let key = (format, rules.to_owned());
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(spans) = all().get(&key) {
            return Arc::clone(spans);
        }
        let spans = Arc::new(make());
        all().insert(key, Arc::clone(&spans));
        spans
    }
}

/// What one operand may be, or each of them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    operand: Option<String>,
    pieces: Vec<Piece>,
}

impl Rule {
    fn text(&self) -> String {
        self.pieces.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    }
}

/// Why there is no such domain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DomainError {
    /// No class, no range, no code.
    #[error(
        "--where: expected a class, LOW..HIGH, a number or a code, found `{found}`\n  help: classes are {}, each also behind + or -, \
         and behind no- for what is not allowed",
        words::names()
    )]
    Piece {
        /// What stands there.
        found: String,
    },
    /// An operation has no such operand.
    #[error("--where: {op} has no operand `{operand}`\n  help: its operands are {}", .operands.join(", "))]
    Operand {
        /// The operation.
        op: String,
        /// The operand.
        operand: String,
        /// Those that it has.
        operands: Vec<&'static str>,
    },
    /// A number or code that does not fit the operand's format.
    #[error("--where: `{text}` of operand {operand} of {op}: {why}")]
    Number {
        /// The operation.
        op: String,
        /// The operand.
        operand: &'static str,
        /// The text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// Nothing is left of an operand.
    #[error("--where: no code of operand {operand} of {op} is allowed")]
    Empty {
        /// The operation.
        op: String,
        /// The operand.
        operand: &'static str,
    },
    /// Registers that hold narrower numbers.
    #[error(
        "--where: the operands of {op} under `box` are registers, which have no classes of numbers\n  help: without box=..."
    )]
    Boxed {
        /// The operation.
        op: String,
    },
}

impl Domain {
    /// What some texts ask for together.
    ///
    /// ```
    /// use vectors::domain::Domain;
    /// let domain = Domain::read(["x=finite,normal", "y=1..2,no-zero"]).unwrap();
    /// assert_eq!(domain.to_string(), "x=finite,normal,y=1..2,no-zero");
    /// let plan = vectors::operations().find("ieee.f32.add").unwrap().plan(&Default::default());
    /// let within = domain.of(&plan).unwrap();
    /// assert!(within.takes(&[0x3f80_0000, 0x4000_0000]));
    /// assert!(!within.takes(&[0x7f80_0000, 0x4000_0000]) && !within.takes(&[0x3f80_0000, 0x4000_0001]));
    /// ```
    ///
    /// # Errors
    /// A piece that is none.
    pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Self, DomainError> {
        let mut rules: Vec<Rule> = Vec::new();
        for text in texts {
            let mut at = None;
            for piece in text.split(',') {
                let (operand, piece) = match piece.split_once('=') {
                    Some((operand, piece)) => (Some(operand.trim().to_owned()), piece),
                    None => (None, piece),
                };
                if at.is_none() || operand.is_some() {
                    let known = rules.iter().position(|rule| rule.operand == operand);
                    at = Some(known.unwrap_or(rules.len()));
                    if known.is_none() {
                        rules.push(Rule { operand, pieces: Vec::new() });
                    }
                }
                let piece = Piece::read(piece.trim())?;
                rules[at.unwrap_or_default()].pieces.push(piece);
            }
        }
        Ok(Self { rules, known: Known::default() })
    }

    /// The domain of an operation under its options.
    ///
    /// # Errors
    /// An operand that it does not have, numbers that are none of its format, nothing that is left.
    pub fn of(&self, plan: &Plan) -> Result<Within, DomainError> {
        let op = &plan.op.id;
        if plan.options.chosen().any(|(row, _)| row.name == "box") {
            return Err(DomainError::Boxed { op: op.clone() });
        }
        let unknown = self.rules.iter().filter_map(|rule| rule.operand.as_deref());
        if let Some(operand) = unknown.into_iter().find(|own| !plan.op.operands.contains(own)) {
            let (operand, operands) = (operand.to_owned(), plan.op.operands.to_vec());
            return Err(DomainError::Operand { op: op.clone(), operand, operands });
        }
        let mut operands = Vec::with_capacity(plan.operands.len());
        for (shape, &name) in plan.operands.iter().zip(plan.op.operands) {
            let own = |rule: &&Rule| rule.operand.as_deref().is_none_or(|own| own == name);
            let pieces = self.rules.iter().filter(own);
            let text = pieces.map(Rule::text).collect::<Vec<_>>().join(" ");
            let rules = self.rules.iter().filter(own).map(|rule| {
                let pieces = rule.pieces.iter().map(|piece| {
                    piece.of(shape).map_err(|why| DomainError::Number {
                        op: op.clone(),
                        operand: name,
                        text: piece.to_string(),
                        why,
                    })
                });
                pieces.collect::<Result<Vec<Resolved>, DomainError>>()
            });
            let rules = rules.collect::<Result<Vec<_>, _>>()?;
            let (known, spans) = (self.known.clone(), OnceLock::new());
            operands.push(Allowed { name, shape: *shape, rules, text, known, spans });
        }
        Ok(Within { op: op.clone(), operands })
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is said of all operands stands first: behind an operand's it would be one of that operand.
        let (of_all, own): (Vec<&Rule>, Vec<&Rule>) =
            self.rules.iter().partition(|rule| rule.operand.is_none());
        let text = |rule: &Rule| {
            let pieces = rule.text();
            rule.operand.as_ref().map_or(pieces.clone(), |operand| format!("{operand}={pieces}"))
        };
        let all: Vec<String> = of_all.into_iter().chain(own).map(text).collect();
        f.write_str(&all.join(","))
    }
}

/// What an operand may be.
#[derive(Clone, Debug)]
struct Allowed {
    name: &'static str,
    shape: Shape,
    /// Each of them holds.
    rules: Vec<Vec<Resolved>>,
    /// The rules as they are written.
    text: String,
    known: Known,
    /// The codes that are allowed, where they have been asked for.
    spans: OnceLock<Arc<Spans>>,
}

impl Allowed {
    /// Whether an element is allowed.
    fn takes(&self, element: &[u64]) -> bool {
        self.rules.is_empty() || {
            let code = code::Code::of(&self.shape.format, element);
            self.rules.iter().all(|pieces| words::allowed(pieces, &code))
        }
    }

    fn spans(&self) -> &Spans {
        let make = || Spans::of(&self.shape, &self.cuts(), &|element| self.takes(element));
        self.spans.get_or_init(|| self.known.get(self.shape.format, &self.text, make))
    }

    fn cuts(&self) -> Cuts {
        let pieces = || self.rules.iter().flatten();
        let bounds = pieces().flat_map(Resolved::bounds).collect();
        Cuts { bounds, codes: pieces().filter_map(Resolved::code).collect() }
    }
}

/// The domain of an operation under some options.
#[derive(Clone, Debug)]
pub struct Within {
    op: String,
    operands: Vec<Allowed>,
}

impl Within {
    /// Whether a case lies in it.
    #[must_use]
    pub fn takes(&self, x: &[u64]) -> bool {
        let mut rest = x;
        self.operands.iter().all(|operand| {
            let (own, others) = rest.split_at(operand.shape.words().min(rest.len()));
            rest = others;
            operand.shape.each(own).all(|element| operand.takes(element))
        })
    }

    /// The codes that are allowed, of each element.
    ///
    /// # Errors
    /// Nothing is left of an operand.
    pub(crate) fn codes(&self) -> Result<Vec<&Spans>, DomainError> {
        let empty = self.operands.iter().find(|operand| operand.spans().is_empty());
        if let Some(Allowed { name, .. }) = empty {
            return Err(DomainError::Empty { op: self.op.clone(), operand: name });
        }
        let all = self.operands.iter();
        Ok(all.flat_map(|own| std::iter::repeat_n(own.spans(), own.shape.len)).collect())
    }

    /// Puts codes that are allowed in the place of those that are not, often like another operand's.
    pub(crate) fn fit(&self, rng: &mut Rng, x: &mut [u64]) {
        let (mut at, mut before) = (0, None);
        for operand in &self.operands {
            let size = operand.shape.words_per_element();
            for _ in 0..operand.shape.len {
                let element = &mut x[at..at + size];
                if !operand.takes(element) {
                    let like = before.filter(|_| rng.one_in(4));
                    operand.spans().draw(rng, like, element, &|code| operand.takes(code));
                }
                before = Some(joined(element));
                at += size;
            }
        }
    }

    /// Cases at the limits of the domain: every combination of the first and last codes that are allowed; of many elements, all at
    /// the same one, and each at any.
    pub(crate) fn corners(&self) -> Result<Vec<Vec<u64>>, DomainError> {
        /// Operands whose limits are combined.
        const COMBINED: usize = 3;
        /// Cases of more operands, each at any of its limits.
        const MIXED: u64 = 64;
        let ends: Vec<Vec<u128>> = self.codes()?.iter().map(|spans| spans.ends()).collect();
        let sizes = self.sizes();
        let words = |codes: &[u128]| -> Vec<u64> {
            let each = codes.iter().enumerate();
            each.flat_map(|(at, code)| code::parts(*code, sizes[at])).collect()
        };
        if ends.len() > COMBINED {
            let most = ends.iter().map(Vec::len).max().unwrap_or(0);
            let alike = |turn: usize| {
                let codes: Vec<u128> = ends.iter().map(|own| own[turn % own.len()]).collect();
                words(&codes)
            };
            let mixed = |turn: u64| {
                let mut rng = Rng::new(0, turn);
                let any = |own: &Vec<u128>| own[rng.below(own.len() as u64) as usize];
                words(&ends.iter().map(any).collect::<Vec<u128>>())
            };
            return Ok((0..most).map(alike).chain((0..MIXED).map(mixed)).collect());
        }
        let mut all = vec![Vec::new()];
        for own in &ends {
            let more = |head: &Vec<u128>| -> Vec<Vec<u128>> {
                own.iter().map(|code| [&head[..], &[*code]].concat()).collect()
            };
            all = all.iter().flat_map(more).collect();
        }
        Ok(all.iter().map(|codes| words(codes)).collect())
    }

    /// Words of each element.
    fn sizes(&self) -> Vec<usize> {
        let of = |own: &Allowed| std::iter::repeat_n(own.shape.words_per_element(), own.shape.len);
        self.operands.iter().flat_map(of).collect()
    }
}

#[cfg(test)]
mod tests;
