//! The definition of rounding, by inequalities over the exact value: nothing here rounds.
//!
//! All values are in units of half of the last place of the significand, 2^(field - N): the exact value is twice the
//! significand, and what was lost below it, if anything, an integer that stands for all reals between two of them.

use crate::term::{Term, all};
use crate::trace::{Answer, Field, Layout, Rules, field};
use crate::word::top;
use softfloat::{Flags, Rounding, Tininess};

/// Where a value lies.
pub(crate) struct Place<'a> {
    pub(crate) layout: Layout,
    pub(crate) rules: Rules,
    pub(crate) field: &'a Field,
    /// The significand's bits.
    pub(crate) bits: u32,
}

/// Which of a value's neighbours is right: by their magnitudes.
#[derive(Clone, Copy)]
enum Toward {
    /// The nearer; of two, the even one, or else the larger.
    Nearest {
        even: bool,
    },
    /// The next one below, or above.
    Zero,
    Infinity,
    /// The value itself, else the odd one of both.
    Odd,
}

impl Place<'_> {
    /// Bits of a value.
    const fn width(&self) -> u32 {
        2 * self.bits + 10
    }

    fn known(&self, value: u128) -> Term {
        Term::known(value, self.width())
    }

    const fn toward(&self) -> Toward {
        match (self.rules.rounding, self.rules.sign) {
            (Rounding::NearestEven, _) => Toward::Nearest { even: true },
            (Rounding::NearestAway, _) => Toward::Nearest { even: false },
            (Rounding::TowardZero, _) | (Rounding::Up, true) | (Rounding::Down, false) => {
                Toward::Zero
            }
            (Rounding::Up, false) | (Rounding::Down, true) => Toward::Infinity,
            (Rounding::ToOdd, _) => Toward::Odd,
        }
    }

    /// What was lost below the significand.
    fn lost(&self) -> Term {
        Term::variable("lost", self.width())
    }

    /// Ones in the places that a significand does not reach, where something was lost below it.
    fn missing(&self) -> Term {
        Term::variable("missing", self.bits)
    }

    /// What is promised of what comes in.
    pub(crate) fn promise(&self) -> Term {
        let (bits, top) = (self.bits, top(self.bits));
        let one = |width| Term::known(1, width);
        let normal = top.right(bits - 1).equals(one(bits));
        let inside = match self.field {
            Field::One(_) => Term::truth(true),
            Field::Any(range) => {
                let [low, high] =
                    [range.start(), range.end()].map(|end| Term::known(*end as u128, 16));
                low.at_most(field()).and(field().at_most(high))
            }
        };
        if !self.rules.sticky {
            return normal.and(inside);
        }
        // The significand reaches two bits below the last place that is kept.
        let below = match self.field {
            Field::One(field) => (1 - field).max(0) as u32,
            Field::Any(_) => 0,
        };
        let free = (bits - self.layout.fraction - 1 + below - 2).min(bits);
        let missing = self.missing();
        let zero = Term::known(0, bits);
        let reach = if free == bits { !0 } else { (1_u128 << free) - 1 };
        let most = missing.resized(self.width()).left(1).plus(self.known(1));
        let lost = self.lost();
        all([
            normal,
            inside,
            missing.and(missing.plus(one(bits))).equals(zero),
            missing.at_most(Term::known(reach, bits)),
            top.and(missing).equals(zero),
            self.known(0).less(lost),
            lost.at_most(most),
        ])
    }

    fn value(&self) -> Term {
        let exact = top(self.bits).resized(self.width()).left(1);
        if self.rules.sticky { exact.plus(self.lost()) } else { exact }
    }

    /// The exponent field of the lowest normal numbers that a result near here may be, and by how much more than the unit's their
    /// exponent is.
    fn base(&self) -> (Option<i32>, u32) {
        let up = self.bits - self.layout.fraction;
        match self.field {
            Field::One(field) => (Some((*field).max(1)), up + (1 - field).max(0) as u32),
            Field::Any(_) => (None, up),
        }
    }

    fn exponent_is(&self, exponent: Term, more: i32) -> Term {
        let width = exponent.width();
        let by = Term::known(more.unsigned_abs().into(), width);
        match self.base().0 {
            Some(base) if base + more < 0 => Term::truth(false),
            Some(base) => exponent.equals(Term::known((base + more) as u128, width)),
            None if more < 0 => exponent.plus(by).equals(field().resized(width)),
            None => exponent.equals(field().resized(width).plus(by)),
        }
    }

    /// The value of a magnitude's code near the exact value.
    fn of_code(&self, code: Term) -> Term {
        let width = self.width();
        let (base, up) = self.base();
        let exponent = code.right(self.layout.fraction);
        let fraction = code.and(Term::known((1 << self.layout.fraction) - 1, self.bits));
        let normal = fraction.or(Term::known(1 << self.layout.fraction, self.bits)).resized(width);
        let subnormal = fraction.resized(width).left(up);
        let mut value = self.known(0);
        for more in [1, 0, -1] {
            let own = match base {
                Some(base) if base + more == 0 => subnormal,
                _ => normal.left(up.saturating_add_signed(more)),
            };
            value = self.exponent_is(exponent, more).either(own, value);
        }
        value
    }

    /// Whether [`Self::of_code`] says what a magnitude's code, the one below it and the one above it mean.
    fn is_near(&self, code: Term) -> Term {
        let exponent = code.right(self.layout.fraction);
        let fraction = code.and(Term::known((1 << self.layout.fraction) - 1, self.bits));
        let whole = fraction.equals(Term::known(0, self.bits));
        let above = self.exponent_is(exponent, 1).and(whole);
        let below = match self.base().0 {
            // Below it there is no smaller one.
            Some(1) => self.exponent_is(exponent, -1),
            _ => self.exponent_is(exponent, -1).and(whole.not()),
        };
        self.exponent_is(exponent, 0).or(above).or(below)
    }

    /// Whether an answer is right.
    pub(crate) fn is_right(&self, answer: Answer) -> Term {
        let Layout { width, fraction } = self.layout;
        let top = |code: Term| code.right(width - 1);
        let sign = top(answer.bits).equals(Term::known(self.rules.sign.into(), self.bits));
        let code = answer.bits.and(Term::known((1 << (width - 1)) - 1, self.bits));
        let infinity = Term::known((self.layout.most() as u128 + 1) << fraction, self.bits);
        let (value, here) = (self.value(), self.of_code(code));
        let one = Term::known(1, self.bits);
        let neighbours = Neighbours {
            value,
            here,
            above: self.of_code(code.plus(one)),
            below: self.of_code(code.minus(one)),
            is_zero: code.equals(Term::known(0, self.bits)),
            is_infinite: code.equals(infinity),
            is_largest: code.equals(infinity.minus(one)),
            is_odd: code.and(one).equals(one),
        };
        let known = code.at_most(infinity).and(self.is_near(code));
        all([
            sign,
            known,
            neighbours.is_right(self.toward()),
            self.has_flags(answer.flags, value, here),
        ])
    }

    /// Whether flags are what the exact value and the result call for.
    fn has_flags(&self, flags: u8, value: Term, here: Term) -> Term {
        let overflow = self.overflows(value);
        let inexact = here.equals(value).not().or(overflow);
        let underflow = self.is_tiny(value).and(inexact);
        let raised = |flag: Flags, right: Term| {
            if flags & flag.bits() == 0 { right.not() } else { right }
        };
        let known = Flags::INEXACT | Flags::OVERFLOW | Flags::UNDERFLOW;
        all([
            Term::truth(flags & !known.bits() == 0),
            raised(Flags::INEXACT, inexact),
            raised(Flags::OVERFLOW, overflow),
            raised(Flags::UNDERFLOW, underflow),
        ])
    }

    /// Whether the value, rounded as if exponents had no bounds, is beyond the largest number.
    fn overflows(&self, value: Term) -> Term {
        let most = self.layout.most();
        let field = match self.field {
            Field::One(field) if *field >= most => *field,
            _ => return Term::truth(false),
        };
        // 2^(most + 1), and the largest number, in these units.
        let beyond = self.known(1).left((self.bits as i32 + most + 1 - field) as u32);
        let place =
            self.known(1).left((self.bits as i32 + most - field) as u32 - self.layout.fraction);
        let largest = beyond.minus(place);
        match self.toward() {
            Toward::Nearest { .. } => largest.plus(beyond).at_most(value.left(1)),
            Toward::Infinity => largest.less(value),
            Toward::Zero | Toward::Odd => beyond.at_most(value),
        }
    }

    /// Whether the value is below the smallest normal number: as it is, or rounded as if exponents had no bounds.
    fn is_tiny(&self, value: Term) -> Term {
        let field = match self.field {
            Field::One(field) if *field < 1 => *field,
            _ => return Term::truth(false),
        };
        let smallest = self.known(1).left((self.bits as i32 + 1 - field) as u32);
        // The last place of the numbers below it.
        let place = self.known(1).left((self.bits as i32 - field) as u32 - self.layout.fraction);
        match (self.rules.tininess, self.toward()) {
            (Tininess::After, Toward::Nearest { .. }) => {
                value.left(1).less(smallest.left(1).minus(place))
            }
            (Tininess::After, Toward::Infinity) => value.at_most(smallest.minus(place)),
            _ => value.less(smallest),
        }
    }
}

/// A code's value and its neighbours'; infinity counts as the next power of two.
struct Neighbours {
    value: Term,
    here: Term,
    above: Term,
    below: Term,
    is_zero: Term,
    is_infinite: Term,
    is_largest: Term,
    is_odd: Term,
}

impl Neighbours {
    fn is_right(&self, toward: Toward) -> Term {
        let Self { value, here, above, below, is_zero, is_infinite, is_largest, is_odd } = *self;
        match toward {
            Toward::Nearest { even } => {
                let twice = value.left(1);
                let (high, low) = (here.plus(above), here.plus(below));
                let (wins, loses) = if even {
                    (is_odd.not(), is_odd.not())
                } else {
                    (Term::truth(false), Term::truth(true))
                };
                let under = twice.less(high).or(wins.and(twice.equals(high)));
                let over = low.less(twice).or(loses.and(twice.equals(low)));
                is_infinite.or(under).and(is_zero.or(over))
            }
            Toward::Zero => {
                let under = is_largest.or(value.less(above));
                all([is_infinite.not(), here.at_most(value), under])
            }
            Toward::Infinity => {
                let reaches = is_infinite.or(value.at_most(here));
                reaches.and(is_zero.not()).and(below.less(value))
            }
            Toward::Odd => {
                let between = below.less(value).and(is_largest.or(value.less(above)));
                is_infinite.not().and(here.equals(value).or(is_odd.and(between)))
            }
        }
    }
}
