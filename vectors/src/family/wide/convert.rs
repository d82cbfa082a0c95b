//! `cvt.A.B` where one of them is a format of more than 64 bits.

use super::options::{PRECISION, of_values};
use super::{FAMILY, draw, explain};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::convert::{decisions, of_conversion};
use crate::family::operations::link;
use crate::formats::{self, WIDE, is_float, named};
use crate::registry::rules::EXACT;
use crate::registry::{
    DynamicKernel, Evaluate, FlagKind, Kernels, Op, Options, Plan, Resolved, Shape, joined, parted,
};
use softfloat::wide::Rules;
use softfloat::{Flags, Format};
use std::sync::Arc;

/// The narrow formats of listed conversions.
const LISTED: [&str; 8] = ["f16", "bf16", "f32", "f64", "i32", "u32", "i64", "u64"];

/// A conversion.
#[derive(Debug)]
struct Convert {
    from: Format,
    to: Format,
}

impl Evaluate for Convert {
    fn resolve(&self, o: &Options) -> Resolved {
        Resolved {
            operands: vec![Shape::one(self.from)],
            results: vec![Shape::one(self.to)],
            kernels: Kernels::Dynamic(o.env(), kernel(self.from, self.to, o.get(&EXACT))),
        }
    }
}

fn kernel(from: Format, to: Format, exact: bool) -> DynamicKernel {
    Arc::new(move |env, x, out| {
        let (rules, code) = (Rules::of(*env), joined(x));
        let (bits, flags) = match (from.wide(), to.wide()) {
            (Some(from), Some(to)) => {
                let r = from.to_wide(&to, code, &rules);
                (r.bits, r.flags)
            }
            (Some(from), None) => {
                let r = from.to_narrow(&to, code, exact, &rules);
                (r.bits.into(), r.flags)
            }
            (None, Some(to)) => {
                let r = to.of_narrow(&from, x[0], &rules);
                (r.bits, r.flags)
            }
            (None, None) => (0, Flags::NONE),
        };
        parted(bits, out);
        flags
    })
}

impl Draw for Convert {
    fn corner(&self, _: &Plan, cases: &mut Cases) {
        draw::conversions(&self.from, &self.to, cases);
    }

    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        match self.from.wide() {
            Some(_) => draw::converted(rng, &self.from, &self.to, x),
            None => x[0] = operands[0].element(rng),
        }
    }
}

impl Explain for Convert {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::conversion(steps, plan, x)
    }
}

impl Modelled for Convert {}

/// The format of this name, wide or not.
fn any(name: &str) -> Option<Format> {
    let wide = WIDE.iter().find(|own| own.1 == name).map(|own| own.2);
    let narrow = || named(name).filter(|f| !f.is_posit() && !f.is_p3109() && !f.zeroless());
    wide.or_else(narrow)
}

/// What is listed: from and to the common formats, and between both wide ones.
pub(super) fn operations() -> impl Iterator<Item = Op> {
    let wide = || WIDE.iter().map(|own| own.1);
    let narrow = wide().flat_map(|a| LISTED.iter().flat_map(move |b| [(a, *b), (*b, a)]));
    let both = wide().flat_map(move |a| wide().map(move |b| (a, b)));
    narrow.chain(both).filter_map(|(a, b)| conversion(a, b))
}

/// The conversion of this id.
pub(super) fn on_demand(id: &str) -> Option<Op> {
    let ["cvt", from, to] = id.split('.').collect::<Vec<_>>()[..] else { return None };
    conversion(from, to)
}

/// The ids of `cvt.f128.*` and the like, in formats that are made when asked for.
pub(super) fn unlisted(pattern: &str) -> Vec<String> {
    let own: Vec<&str> = formats::unlisted_in(pattern).filter(|name| any(name).is_some()).collect();
    let wide = WIDE.iter().map(|wide| wide.1);
    wide.flat_map(|a| {
        own.iter().flat_map(move |b| [format!("cvt.{a}.{b}"), format!("cvt.{b}.{a}")])
    })
    .collect()
}

fn conversion(a: &str, b: &str) -> Option<Op> {
    let (from, to) = (any(a)?, any(b)?);
    let wide = from.wide().is_some() || to.wide().is_some();
    (wide && a != b).then(|| op((a, from), (b, to)))
}

fn op((a, from): (&str, Format), (b, to): (&str, Format)) -> Op {
    let (options, mut senseless) = of_values(of_conversion(&from, &to), &to);
    senseless.push((PRECISION.row.name, "it rounds into the whole format"));
    let section = match (is_float(&from), is_float(&to)) {
        (true, true) => "IEEE 754-2019, 5.4.2",
        (true, false) => "IEEE 754-2019, 5.4.1, 5.8",
        _ => "IEEE 754-2019, 5.4.1",
    };
    let mut decisions = decisions(&from, &to);
    let x87 = [&from, &to].iter().any(|f| f.wide().is_some_and(|wide| wide.explicit));
    decisions.extend(x87.then_some("NUM-D90"));
    Op {
        id: format!("cvt.{a}.{b}"),
        summary: format!("{a} rounded to {b}"),
        operands: &["x"],
        flags: FlagKind::Exceptions,
        options,
        section: formats::cited(section, &[from, to]),
        decisions,
        senseless,
        link: link(&FAMILY, Convert { from, to }),
    }
}
