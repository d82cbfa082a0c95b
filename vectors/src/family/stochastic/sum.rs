//! `sr.exact.A`, `sr.exact_dot.A.B`, `sr.fma.A.B`: exact sums.

use super::words::{BITS, GFLOAT, TAIL, Words, rounds};
use super::{FAMILY, draw};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::operations::link;
use crate::family::sum::{corner, explain, random};
use crate::formats::{self, is_float, named};
use crate::registry::rules::{DAZ, FTZ, NAN_RULES, TININESS};
use crate::registry::{Evaluate, FlagKind, Kernels, Op, Options, Plan, Resolved, Shape};
use softfloat::sum::{Datapath, plain};
use softfloat::{Format, Rounding};
use std::sync::Arc;

/// What is summed.
#[derive(Clone, Copy, Debug)]
struct Kind {
    name: &'static str,
    products: bool,
    terms: usize,
    summary: &'static str,
}

static KINDS: [Kind; 3] = [
    Kind {
        name: "exact",
        products: false,
        terms: 8,
        summary: "the exact sum of elements and addend",
    },
    Kind {
        name: "exact_dot",
        products: true,
        terms: 8,
        summary: "the exact sum of products and addend",
    },
    Kind { name: "fma", products: true, terms: 1, summary: "x * y + z" },
];

/// What is listed: the format of elements or factors, that of addend and sum.
const LISTED: [(&str, &str, &str); 17] = [
    ("exact", "f16", "f16"),
    ("exact", "bf16", "bf16"),
    ("exact", "f32", "f32"),
    ("exact_dot", "f16", "f16"),
    ("exact_dot", "f16", "f32"),
    ("exact_dot", "bf16", "bf16"),
    ("exact_dot", "bf16", "f32"),
    ("exact_dot", "f32", "f32"),
    ("exact_dot", "e4m3fn", "f16"),
    ("exact_dot", "e4m3fn", "bf16"),
    ("exact_dot", "e4m3fn", "f32"),
    ("exact_dot", "e5m2", "f16"),
    ("exact_dot", "e5m2", "bf16"),
    ("exact_dot", "e5m2", "f32"),
    ("fma", "f16", "f16"),
    ("fma", "bf16", "bf16"),
    ("fma", "f32", "f32"),
];

/// A sum of so many terms and an addend.
#[derive(Debug)]
struct Sum {
    kind: Kind,
    from: Format,
    to: Format,
}

impl Sum {
    fn datapath(&self, options: &Options) -> Datapath {
        let (from, to, nearest) = (self.from, self.to, Rounding::NearestEven);
        let datapath = match self.kind.products {
            true => plain::exact_dot(from, from, to, nearest),
            false => plain::exact(from, to, nearest),
        };
        datapath.under(options.env())
    }
}

impl Evaluate for Sum {
    fn resolve(&self, options: &Options) -> Resolved {
        let (datapath, words) = (self.datapath(options), Words::of(options));
        let (n, factors) = (self.kind.terms, 1 + usize::from(self.kind.products));
        let mut operands = vec![Shape::many(self.from, n); factors];
        operands.extend([Shape::one(self.to), Shape::one(words.format())]);
        Resolved {
            operands,
            results: vec![Shape::one(self.to)],
            kernels: Kernels::Dynamic(
                datapath.result.env,
                Arc::new(move |_, x, out| {
                    let (terms, others) = x.split_at(n * factors);
                    let (a, b) = terms.split_at(n);
                    let result = datapath.result.random(words.random(others[1]));
                    let sum = Datapath { result, ..datapath }.evaluate(a, b, others[0]);
                    out[0] = sum.bits;
                    sum.flags
                }),
            ),
        }
    }
}

impl Draw for Sum {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        draw::beside(plan, cases, 1, corner::directed);
    }

    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        let own = &operands[..operands.len() - 1];
        random::draw(rng, own, &mut x[..plan.elements() - 1]);
        draw::words(rng, plan, 1, x);
    }
}

impl Explain for Sum {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        let datapath = self.datapath(&plan.options);
        let random = Words::of(&plan.options).random(x[x.len() - 1]);
        let datapath = Datapath { result: datapath.result.random(random), ..datapath };
        explain::explain(steps, plan, x, &datapath)
    }
}

impl Modelled for Sum {}

pub(super) fn operations() -> Vec<Op> {
    LISTED.iter().filter_map(|(name, from, to)| on_demand(name, from, to)).collect()
}

/// The sum of this name.
pub(super) fn on_demand(name: &str, from: &str, to: &str) -> Option<Op> {
    let kind = KINDS.iter().find(|kind| kind.name == name)?;
    let (a, b) = (named(from)?, named(to)?);
    let known = [a, b].iter().all(|f| is_float(f) && rounds(f) && !f.is_p3109());
    // Elements are of the sum's format.
    (known && (kind.products || from == to)).then(|| op(*kind, (from, a), (to, b)))
}

/// Whether a word names a sum.
pub(super) fn is_kind(name: &str) -> bool {
    KINDS.iter().any(|kind| kind.name == name)
}

/// Why there is no sum of such terms.
pub(super) fn refused(from: &str, to: &str) -> Option<String> {
    let formats = [named(from)?, named(to)?];
    if formats.iter().any(Format::is_p3109) {
        return Some("sums have no formats of P3109".to_owned());
    }
    (!formats.iter().all(is_float)).then(|| "sums of integers are exact".to_owned())
}

fn op(kind: Kind, (a, from): (&str, Format), (b, to): (&str, Format)) -> Op {
    let types = if kind.products { format!("{a}.{b}") } else { a.to_owned() };
    let operands: &[&str] = match kind.products {
        true => &["x", "y", "z", "random"],
        false => &["x", "z", "random"],
    };
    let mut senseless = vec![("sat", "overflow is what the datapath says")];
    let mut options = vec![BITS.any(), TAIL.any(), TININESS.any()];
    match to.has_nan() {
        true => options.push(NAN_RULES),
        false => senseless.push(("nan", crate::family::number::options::FORMAT_WITHOUT_NAN)),
    }
    options.extend([FTZ.any(), DAZ.any()]);
    Op {
        id: format!("sr.{}.{types}", kind.name),
        summary: format!("{}, by random bits", kind.summary),
        operands,
        flags: FlagKind::Exceptions,
        options,
        section: formats::cited(GFLOAT, &[from, to]),
        decisions: vec!["NUM-D39", "NUM-D40", "NUM-D41", "NUM-D80"],
        senseless,
        link: link(&FAMILY, Sum { kind, from, to }),
    }
}
