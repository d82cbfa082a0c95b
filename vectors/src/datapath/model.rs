//! A datapath of one's own.

use softfloat::sum::{
    Addend, Alignment, Datapath, Join, Normalise, Opposite, Order, Preset, ProductRule, Target,
    Term, TimesZero, ZeroSum,
};
use softfloat::{Env, IntegerRule, Overflow, Rounding, StaticFormat, Underflow, format::Binary32};

/// Terms of sums of any length.
const TERMS: usize = 8;

/// The most terms of a sum.
pub(super) const MOST: usize = 4096;

/// A datapath of one's own: what it adds, how many of it, and what of its rules is not an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Own {
    /// The datapath; the rules in it are those of [`Env::IEEE`].
    pub datapath: Datapath,
    /// Terms of a sum.
    pub terms: usize,
    /// The direction of sums that go on, where it is not that of the result.
    pub partial: Option<Rounding>,
    /// The direction of rounded products, where it is not that of the result.
    pub product: Option<Rounding>,
    /// What overflows.
    pub overflow: Overflow,
    /// What underflows, where `ftz` is not chosen.
    pub underflow: Underflow,
    /// What integers out of range become.
    pub integer: IntegerRule,
}

impl Own {
    /// The simplest sum: additions in binary32.
    pub(super) const fn plain() -> Self {
        let result = Target::new(Binary32::FORMAT, Env::IEEE);
        let datapath = Datapath {
            term: Term::Element(Binary32::FORMAT),
            addend_format: Binary32::FORMAT,
            addend: Addend::First,
            order: Order::Sequential { chunk: 1 },
            join: Join::Term,
            normalise: Normalise::Chunk,
            alignment: Alignment::Exact,
            reports_cut: true,
            width: None,
            partial: result,
            result,
            zero: ZeroSum::Ieee,
            opposite: Opposite::Invalid,
            times_zero: TimesZero::Invalid,
        };
        let (overflow, underflow) = (Overflow::Ieee, Underflow::Gradual);
        let integer = Env::IEEE.integer;
        Self { datapath, terms: TERMS, partial: None, product: None, overflow, underflow, integer }
    }

    /// Rules under which flushing, overflow and integers are as the fields have them.
    #[must_use]
    pub fn env(&self, chosen: Env) -> Env {
        let underflow = match chosen.underflow {
            Underflow::Gradual => self.underflow,
            flush => flush,
        };
        Env { underflow, overflow: self.overflow, integer: self.integer, ..chosen }
    }

    /// The datapath under these rules.
    #[must_use]
    pub fn under(&self, env: Env) -> Datapath {
        let mut datapath = self.datapath.under(env);
        if let Some(direction) = self.partial {
            datapath.partial.env.rounding = direction;
        }
        if let (Term::Product { rule: ProductRule::Rounded(target), .. }, Some(direction)) =
            (&mut datapath.term, self.product)
        {
            target.env.rounding = direction;
        }
        datapath
    }

    /// A preset as the beginning of one's own.
    pub(super) fn based(base: &str) -> Option<Self> {
        let found = Preset::all().find(|preset| {
            base.strip_prefix(preset.name).and_then(|rest| rest.strip_prefix('.'))
                == Some(preset.types)
        });
        found.map(|preset| Self::of(&preset.datapath, preset.terms.usual()))
    }

    /// A datapath with its rules, but those that are options.
    pub(crate) fn of(d: &Datapath, terms: usize) -> Self {
        let env = d.result.env;
        let other = |e: Env| (e.rounding != env.rounding).then_some(e.rounding);
        let product = match d.term {
            Term::Product { rule: ProductRule::Rounded(target), .. } => other(target.env),
            _ => None,
        };
        Self {
            datapath: d.under(Env::IEEE),
            terms,
            partial: other(d.partial.env),
            product,
            overflow: env.overflow,
            underflow: env.underflow,
            integer: env.integer,
        }
    }
}
