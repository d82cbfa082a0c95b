//! Candidates: what a design may be, as numbers of a space.

use crate::registry::{Outcome, Plan};
use softfloat::{Category, Format};
use std::fmt;
use std::time::Instant;

/// A family of candidates. They are made when they are asked: there may be millions.
pub(super) trait Space: Sync {
    /// How many.
    fn len(&self) -> u32;

    /// What a candidate answers.
    fn run(&self, candidate: u32, x: &[u64]) -> Outcome;

    /// What it is.
    fn name(&self, candidate: u32) -> Name;
}

/// What a candidate is: an operation, and what of it is not usual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The id.
    pub op: String,
    /// The options, `name=value` each.
    pub options: String,
    /// Answers to open questions that are not as decided, `name=value` each.
    pub answers: Vec<String>,
    /// What the datapath does instead of the operation's own; nothing where it is the operation's own.
    pub instead: Option<&'static str>,
}

impl Name {
    /// How much there is to say of it: candidates that no question tells apart stand in this order.
    pub(super) fn weight(&self) -> (bool, usize, usize, usize) {
        let words = self.op.matches(':').count() + self.options.matches('=').count();
        let length = self.op.len() + self.options.len();
        (self.instead.is_some(), self.answers.len(), words, length)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.op)?;
        for word in self.options.split_whitespace() {
            write!(f, " {word}")?;
        }
        for answer in &self.answers {
            write!(f, " --profile {answer}")?;
        }
        self.instead.map_or(Ok(()), |instead| write!(f, ", but {instead}"))
    }
}

/// A case that was asked, and the design's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The operands' elements.
    pub x: Vec<u64>,
    /// The results' elements.
    pub out: Vec<u64>,
    /// The flags, where the design gives them.
    pub flag: Option<u8>,
}

/// When two answers are the same.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    /// Whether flags count, where both have them.
    pub(super) flags: bool,
    /// The formats of the results' elements, where any quiet NaN is the same as any other.
    nans: Option<Vec<Format>>,
    /// When the time is over.
    until: Option<Instant>,
}

impl Judge {
    pub(super) fn new(plan: &Plan, any_nan: bool) -> Self {
        let formats = plan.results.iter().flat_map(|s| std::iter::repeat_n(s.format, s.len));
        let floats = plan.results.iter().any(|s| !s.format.is_fixed());
        Self { flags: true, nans: (any_nan && floats).then(|| formats.collect()), until: None }
    }

    /// The same with an end of the time.
    pub(super) fn until(self, until: Option<Instant>) -> Self {
        Self { until, ..self }
    }

    /// Whether the time is over.
    pub(super) fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The same without flags.
    pub(super) fn without_flags(&self) -> Self {
        Self { flags: false, ..self.clone() }
    }

    /// Whether a candidate's answer is the design's.
    #[inline]
    pub(super) fn is(&self, asked: &Asked, answer: &Outcome) -> bool {
        let flag = |own: u8| answer.flag.is_none_or(|other| other == own);
        self.same(&asked.out, answer.out()) && (!self.flags || asked.flag.is_none_or(flag))
    }

    /// Whether two answers of the design are the same.
    pub(super) fn again(&self, a: &Asked, b: &Asked) -> bool {
        self.same(&a.out, &b.out) && a.flag == b.flag
    }

    #[inline]
    fn same(&self, a: &[u64], b: &[u64]) -> bool {
        a == b || self.nans.is_some() && self.out(a) == self.out(b)
    }

    /// Elements of results, NaNs that are the same as one.
    pub(super) fn out(&self, out: &[u64]) -> Vec<u64> {
        let Some(formats) = &self.nans else { return out.to_vec() };
        let one = |(f, &code): (&Format, &u64)| {
            let float = !f.is_fixed();
            let quiet = float && f.classify(code).category == Category::QuietNan;
            if quiet { u64::MAX } else { code }
        };
        formats.iter().zip(out).map(one).collect()
    }
}

/// Whether two plans ask and answer in the same form.
pub(super) fn alike(a: &Plan, b: &Plan) -> bool {
    a.operands == b.operands && a.results == b.results
}
