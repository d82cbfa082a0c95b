//! Faults of the exceptions, whatever the result: a row is a text and the flags that are raised.

use crate::registry::{FlagKind, Outcome, Plan, joined, split};
use softfloat::{Category, Flags};

/// A unit that raises other flags than it should.
pub(crate) struct Fault {
    /// What it does.
    pub(crate) text: &'static str,
    how: fn(&Raised<'_>) -> u8,
}

/// A case and what it should raise.
struct Raised<'a> {
    plan: &'a Plan,
    x: &'a [u64],
    out: &'a [u64],
    flags: u8,
}

const INVALID: u8 = Flags::INVALID.bits();
const DIVIDE: u8 = Flags::DIVIDE_BY_ZERO.bits();
const OVERFLOW: u8 = Flags::OVERFLOW.bits();
const UNDERFLOW: u8 = Flags::UNDERFLOW.bits();
const INEXACT: u8 = Flags::INEXACT.bits();

const fn fault(text: &'static str, how: fn(&Raised<'_>) -> u8) -> Fault {
    Fault { text, how }
}

/// Faults of the exceptions of IEEE 754, of those that are alike the likelier first.
static EXCEPTIONS: &[Fault] = &[
    fault("inexact is never raised", |r| r.flags & !INEXACT),
    fault("underflow is never raised", |r| r.flags & !UNDERFLOW),
    fault("overflow is never raised", |r| r.flags & !OVERFLOW),
    fault("divide by zero is never raised", |r| r.flags & !DIVIDE),
    fault("invalid is never raised", |r| r.flags & !INVALID),
    fault("no flag is ever raised", |_| 0),
    fault("inexact is always raised", |r| r.flags | INEXACT),
    fault("underflow is always raised", |r| r.flags | UNDERFLOW),
    fault("overflow is always raised", |r| r.flags | OVERFLOW),
    fault("divide by zero is always raised", |r| r.flags | DIVIDE),
    fault("invalid is always raised", |r| r.flags | INVALID),
    fault("a signalling NaN does not raise invalid", |r| {
        if r.has(Category::SignallingNan) { r.flags & !INVALID } else { r.flags }
    }),
    fault("what is invalid without a NaN among the operands does not raise invalid", |r| {
        if r.has_nan() { r.flags } else { r.flags & !INVALID }
    }),
    fault("infinity times zero beside a quiet NaN does not raise invalid", |r| {
        let quiet = r.has(Category::QuietNan) && !r.has(Category::SignallingNan);
        if quiet { r.flags & !INVALID } else { r.flags }
    }),
    fault("a quiet NaN raises invalid, too", |r| r.with(r.has_nan(), INVALID)),
    fault("inexact is not raised beside overflow", |r| r.without(OVERFLOW, INEXACT)),
    fault("inexact is not raised beside underflow", |r| r.without(UNDERFLOW, INEXACT)),
    fault("inexact is not raised where the result is subnormal", |r| {
        if r.is_tiny() { r.flags & !INEXACT } else { r.flags }
    }),
    fault(
        "underflow is raised for inexact results that are subnormal when they are rounded",
        |r| {
            let tiny = r.flags & INEXACT != 0 && (r.is_tiny() || r.is_zero());
            r.flags & !UNDERFLOW | if tiny { UNDERFLOW } else { 0 }
        },
    ),
    fault("underflow is raised for exact subnormal results, too", |r| {
        r.with(r.is_tiny(), UNDERFLOW)
    }),
    fault("underflow is not raised where the result is zero", |r| {
        if r.is_zero() { r.flags & !UNDERFLOW } else { r.flags }
    }),
    fault("underflow is not raised where the result is not zero", |r| {
        if r.is_zero() { r.flags } else { r.flags & !UNDERFLOW }
    }),
    fault("a division by zero raises invalid instead", |r| {
        if r.flags & DIVIDE == 0 { r.flags } else { r.flags & !DIVIDE | INVALID }
    }),
];

/// Faults of MN-Core 2's mask flag.
static MASK: &[Fault] = &[
    fault("the flag is never set", |_| 0),
    fault("the flag is always set", |_| 1),
    fault("the flag is turned", |r| r.flags ^ 1),
];

impl Fault {
    /// Those that an operation's flags may have.
    pub(crate) fn all(plan: &Plan) -> &'static [Self] {
        match plan.op.flags {
            FlagKind::None => &[],
            FlagKind::Mask => MASK,
            FlagKind::Exceptions => EXCEPTIONS,
        }
    }

    /// What is raised instead of the right flags.
    pub(crate) fn raises(&self, plan: &Plan, x: &[u64], right: &Outcome) -> Option<u8> {
        Some((self.how)(&Raised { plan, x, out: right.out(), flags: right.flag? }))
    }
}

impl Raised<'_> {
    fn categories(&self) -> impl Iterator<Item = Category> {
        let floats = split(&self.plan.operands, self.x).filter(|(s, _)| !s.format.is_fixed());
        floats.flat_map(|(shape, own)| {
            shape.each(own).map(|element| shape.format.classify(joined(element)).category)
        })
    }

    fn has(&self, category: Category) -> bool {
        self.categories().any(|other| other == category)
    }

    fn has_nan(&self) -> bool {
        self.has(Category::QuietNan) || self.has(Category::SignallingNan)
    }

    /// With a flag more, where that is so.
    fn with(&self, so: bool, flag: u8) -> u8 {
        if so { self.flags | flag } else { self.flags }
    }

    /// Without a flag, where another one is raised.
    fn without(&self, where_raised: u8, flag: u8) -> u8 {
        if self.flags & where_raised == 0 { self.flags } else { self.flags & !flag }
    }

    fn result(&self) -> Category {
        let shape = self.plan.result();
        let first = self.out.get(..shape.words_per_element());
        first.map_or(Category::Zero, |own| shape.format.classify(joined(own)).category)
    }

    fn is_tiny(&self) -> bool {
        self.result() == Category::Subnormal
    }

    fn is_zero(&self) -> bool {
        self.result() == Category::Zero
    }
}
