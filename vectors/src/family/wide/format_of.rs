//! `ieee.B.NAME.from.A` where one of them is binary128: arithmetic on numbers of A, rounded once into B (formatOf, IEEE 754-2019, 5.4.1).

use super::options::{ONE_PRECISION, PRECISION, of_values};
use super::{FAMILY, draw, explain};
use crate::cover::Modelled;
use crate::draw::random::alike;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::ieee::{Operation, Row, format_of as narrow};
use crate::family::operations::link;
use crate::formats;
use crate::registry::{
    DynamicKernel, Evaluate, Kernels, Op, Options, Plan, Resolved, Shape, joined, parted,
};
use softfloat::format::Binary128;
use softfloat::wide::{Formula, Rules, Wide};
use softfloat::{Format, StaticFormat};
use std::sync::Arc;

const NAME: &str = "f128";

/// An operation on numbers of one format with results of another.
#[derive(Debug)]
struct FormatOf {
    from: Format,
    to: Format,
    row: &'static Row,
}

impl Evaluate for FormatOf {
    fn resolve(&self, o: &Options) -> Resolved {
        Resolved {
            operands: vec![Shape::one(self.from); self.row.operands.len()],
            results: vec![Shape::one(self.to)],
            kernels: Kernels::Dynamic(o.env(), kernel(self.from, self.to, self.row.operation)),
        }
    }
}

fn kernel(from: Format, to: Format, operation: Operation) -> DynamicKernel {
    let (formula, quad) = (formula(operation), Wide::BINARY128);
    Arc::new(move |env, x, out| {
        let rules = Rules::of(*env);
        let mut codes = x.chunks_exact(from.words()).map(|element| match from.wide() {
            Some(_) => joined(element),
            None => quad.embed(&from, element[0]),
        });
        let codes = [(); 3].map(|()| codes.next().unwrap_or(0));
        let (bits, flags) = match to.wide() {
            Some(_) => {
                let r = quad.evaluate(formula, codes, &rules);
                (r.bits, r.flags)
            }
            None => {
                let r = quad.evaluate_into(formula, &to, codes, &rules);
                (r.bits.into(), r.flags)
            }
        };
        parted(bits, out);
        flags
    })
}

const fn formula(operation: Operation) -> Formula {
    match operation {
        Operation::Add => Formula::Add,
        Operation::Sub => Formula::Sub,
        Operation::Mul => Formula::Mul,
        Operation::Div => Formula::Div,
        Operation::Sqrt => Formula::Sqrt,
        _ => Formula::Fma,
    }
}

impl Draw for FormatOf {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        // Of narrow formats corner codes are added as of every operation.
        draw::directed(plan, self.row.operation, cases);
    }

    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        match self.from.wide() {
            Some(_) => draw::random_into(rng, [&self.from, &self.to], self.row.operation, x),
            None => alike(rng, operands, x),
        }
    }
}

impl Explain for FormatOf {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::operation(steps, plan, x, self.row.operation)
    }
}

impl Modelled for FormatOf {}

/// The listed pairs.
pub(super) fn operations() -> impl Iterator<Item = Op> {
    let pairs = narrow::LISTED.iter().flat_map(|other| [(NAME, *other), (*other, NAME)]);
    pairs.flat_map(|(to, from)| narrow::rows().filter_map(move |row| op(to, row, from)))
}

/// Another pair.
pub(super) fn on_demand(id: &str) -> Option<Op> {
    let ["ieee", to, name, "from", from] = id.split('.').collect::<Vec<_>>()[..] else {
        return None;
    };
    op(to, narrow::rows().find(|row| row.name == name)?, from)
}

/// The ids that `ieee.e4m2.*.from.f128` and `ieee.f128.*.from.e4m2` may mean.
pub(super) fn unlisted(pattern: &str) -> Vec<String> {
    if !pattern.split('.').any(|part| part == "from") {
        return Vec::new();
    }
    let pairs = formats::unlisted_in(pattern).flat_map(|own| [(NAME, own), (own, NAME)]);
    let ids = |(to, from): (&str, &str)| {
        narrow::rows().map(|row| format!("ieee.{to}.{}.from.{from}", row.name)).collect::<Vec<_>>()
    };
    pairs.flat_map(ids).collect()
}

fn named(name: &str) -> Option<Format> {
    if name == NAME { Some(Binary128::FORMAT) } else { narrow::ieee(name) }
}

fn op(to_name: &str, row: &'static Row, from_name: &str) -> Option<Op> {
    let (to, from) = (named(to_name)?, named(from_name)?);
    let wide = [&to, &from].into_iter().filter(|f| f.wide().is_some()).count();
    if wide != 1 {
        return None;
    }
    let mut taken = of_values(narrow::options_of(&from, &to, row.operation), &to);
    taken.1.push((PRECISION.row.name, ONE_PRECISION));
    let link = link(&FAMILY, FormatOf { from, to, row });
    Some(narrow::declared([to_name, from_name], row, taken, link))
}
