//! `ieee.F.scaled_prod`, `ieee.F.scaled_prod_sum`, `ieee.F.scaled_prod_diff`: products of blocks as a number and a power
//! of two (IEEE 754-2019, 9.4).

mod draw;
mod explain;

use super::number::{DECISIONS, chosen};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::number::options::{NO_OVERFLOW, NO_SUBNORMALS, Taken, choice, taken, unless};
use crate::family::operations::link;
use crate::formats::{self, SOURCES};
use crate::registry::rules::{DAZ, FTZ, N, NAN, NAN_RULES, RM, SAT, TININESS};
use crate::registry::{
    Evaluate, Family, FlagKind, Kernels, List, Op, Options, Plan, Resolved, Shape,
};
use functions::{Factors, scaled_product};
use softfloat::format::Int32;
use softfloat::{Env, Format, StaticFormat};
use std::sync::Arc;

pub(crate) static FAMILY: Family = Family {
    begins: &["ieee"],
    on_demand,
    unlisted,
    ..Family::listed("scaled", OPTIONS, operations, DECISIONS)
};

const OPTIONS: List = &[&N.row, &RM.row, &NAN.row, &DAZ.row];

/// An operation's name, what it multiplies, operands and formula.
#[derive(Debug)]
struct Row {
    name: &'static str,
    factors: Factors,
    operands: &'static [&'static str],
    formula: &'static str,
}

const ROWS: [Row; 3] = [
    Row {
        name: "scaled_prod",
        factors: Factors::Numbers,
        operands: &["p"],
        formula: "prod p[j] as pr * 2^sf",
    },
    Row {
        name: "scaled_prod_sum",
        factors: Factors::Sums,
        operands: &["p", "q"],
        formula: "prod (p[j] + q[j]) as pr * 2^sf",
    },
    Row {
        name: "scaled_prod_diff",
        factors: Factors::Differences,
        operands: &["p", "q"],
        formula: "prod (p[j] - q[j]) as pr * 2^sf",
    },
];

#[derive(Debug)]
struct Of {
    format: Format,
    row: &'static Row,
}

impl Evaluate for Of {
    fn resolve(&self, o: &Options) -> Resolved {
        let (f, n, factors) = (self.format, o.get(&N), self.row.factors);
        let kernel = Arc::new(move |env: &Env, x: &[u64], out: &mut [u64]| {
            let (p, q) = x.split_at(n);
            let r = scaled_product(factors, &f, p, q, env);
            [out[0], out[1]] = [r.significand.bits, u64::from(r.scale as i32 as u32)];
            r.significand.flags
        });
        Resolved {
            operands: vec![Shape::many(f, n); self.row.operands.len()],
            results: vec![Shape::one(f), Shape::one(Int32::FORMAT)],
            kernels: Kernels::Dynamic(o.env(), kernel),
        }
    }
}

impl Draw for Of {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        draw::directed(plan, cases);
    }

    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        draw::random(rng, operands, x);
    }
}

impl Explain for Of {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(steps, plan, x, self.row.factors)
    }
}

/// Two results, the one of which has no range.
impl Modelled for Of {}

/// The listed formats of IEEE 754 and those like them.
fn operations() -> Vec<Op> {
    let listed = SOURCES.iter().filter(|s| ["f16", "bf16", "tf32", "f32", "f64"].contains(&s.name));
    listed.flat_map(|s| ROWS.iter().map(|row| op(s.name, s.format, row))).collect()
}

/// An operation in a format that is not listed.
fn on_demand(id: &str) -> Option<Op> {
    let ["ieee", format, name] = id.split('.').collect::<Vec<_>>()[..] else { return None };
    let row = ROWS.iter().find(|row| row.name == name)?;
    Some(op(format, formats::custom(format)?, row))
}

/// The ids in the formats of `ieee.e4m2.*`.
fn unlisted(pattern: &str) -> Vec<String> {
    let floats = formats::unlisted_in(pattern).filter(|name| formats::custom(name).is_some());
    floats
        .flat_map(|format| ROWS.iter().map(move |row| format!("ieee.{format}.{}", row.name)))
        .collect()
}

fn op(name: &str, format: Format, row: &'static Row) -> Op {
    let (options, senseless) = options(&format);
    Op {
        id: format!("ieee.{name}.{}", row.name),
        summary: format!("{}, {name}", row.formula),
        operands: row.operands,
        flags: FlagKind::Exceptions,
        options,
        section: formats::cited("IEEE 754-2019, 9.4", &[format]),
        decisions: chosen([("NUM-D14", true), ("NUM-D17", true), ("NUM-D76", true)]),
        senseless,
        link: link(&FAMILY, Of { format, row }),
    }
}

fn options(f: &Format) -> Taken {
    let (mut options, senseless) = taken([
        choice(&RM, None),
        choice(&TININESS, Some("pr is never tiny")),
        (NAN_RULES, None),
        choice(&FTZ, Some("pr is never tiny")),
        choice(&DAZ, unless(f.subnormal, NO_SUBNORMALS)),
        choice(&SAT, Some(NO_OVERFLOW)),
    ]);
    options.push(N.any());
    (options, senseless)
}
