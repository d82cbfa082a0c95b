//! `elem.*`: functions, correctly rounded, in every floating-point format of the table and in
//! IEEE-like formats of any widths: those of IEEE 754, clause 9.2, and those of machine learning.

mod corner;
mod explain;
mod formats;
mod options;
mod random;
mod range;

use super::number::{DECISIONS, chosen};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::steps::Steps;
use crate::explain::{Explain, Told};
use crate::family::operations::link;
use crate::formats::{self as numbers};
use crate::registry::rules::N;
use crate::registry::{
    EnclosedKernel, Evaluate, Family, FlagKind, Kernels, Op, Options, Plan, Resolved, Shape,
};
use functions::{Evaluator, Function, Row, TABLE};
use softfloat::format::{Int32, Int64};
use softfloat::{Flags, Format, StaticFormat};
use std::sync::Arc;

pub(crate) static FAMILY: Family = Family {
    begins: &["elem"],
    on_demand,
    unlisted,
    refuses: |id| numbers::beyond_limits("elem", id),
    ..Family::listed(NAME, options::OPTIONS, operations, DECISIONS)
};

const NAME: &str = "elem";

/// Function in a format.
#[derive(Debug)]
struct Elem {
    format: Format,
    row: &'static Row,
}

impl Evaluate for Elem {
    fn function(&self) -> Option<Function> {
        Some(self.row.function)
    }

    fn resolve(&self, o: &Options) -> Resolved {
        let n = o.get(&N);
        let (one, block) = (Shape::one(self.format), Shape::many(self.format, n));
        use functions::Shape as S;
        let (operands, result) = match self.row.shape {
            S::Unary => (vec![one], one),
            S::Binary => (vec![one; 2], one),
            S::Power => (vec![one, Shape::one(Int32::FORMAT)], one),
            S::Power64 => (vec![one, Shape::one(Int64::FORMAT)], one),
            S::Reduce => (vec![block], one),
            S::Reduce2 => (vec![block; 2], one),
            S::Block => (vec![block], block),
        };
        let kernel = if self.row.shape.of_blocks() {
            block_kernel(self.row.function, self.format, n)
        } else {
            kernel(self.row.function, self.format)
        };
        Resolved { operands, results: vec![result], kernels: Kernels::Enclosed(o.env(), kernel) }
    }
}

impl Draw for Elem {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, self.row, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        random::draw(rng, operands, self.row, x);
    }
}

impl Explain for Elem {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(steps, plan, x, self.row)
    }
}

impl Modelled for Elem {}

fn kernel(function: Function, format: Format) -> EnclosedKernel {
    let evaluator = Evaluator::new(function, format);
    Arc::new(move |env, x, out| {
        let r = evaluator.evaluate(x, env)?;
        out.iter_mut().take(1).for_each(|out| *out = r.bits);
        Ok(r.flags)
    })
}

/// The exceptions of a block of results are those of its elements together.
fn block_kernel(function: Function, format: Format, n: usize) -> EnclosedKernel {
    Arc::new(move |env, x, out| {
        let operands: Vec<&[u64]> = x.chunks(n).collect();
        let exact = functions::exact_blocks(function, &format, &operands, env)?;
        let rounded = exact.into_iter().map(|e| e.round(&format, env));
        Ok(out.iter_mut().zip(rounded).fold(Flags::NONE, |flags, (out, r)| {
            *out = r.bits;
            flags | r.flags
        }))
    })
}

/// Every operation that is listed, format by format.
fn operations() -> Vec<Op> {
    let all = formats::listed().flat_map(|(name, f)| TABLE.iter().map(move |row| (name, f, row)));
    all.map(|(name, format, row)| op(name, format, row)).collect()
}

/// An operation in a format that is not listed.
fn on_demand(id: &str) -> Option<Op> {
    let [NAME, format, name] = id.split('.').collect::<Vec<_>>()[..] else { return None };
    let function = Function::by_name(name)?;
    Some(op(format, numbers::custom(format)?, function.row()))
}

/// The ids in the formats of `elem.e4m2.*`.
fn unlisted(pattern: &str) -> Vec<String> {
    let ids = |format| TABLE.iter().map(move |row| format!("{NAME}.{format}.{}", row.name));
    let floats = numbers::unlisted_in(pattern).filter(|name| numbers::custom(name).is_some());
    floats.flat_map(ids).collect()
}

fn op(name: &str, format: Format, row: &'static Row) -> Op {
    let (options, senseless) = options::of_function(&format, row);
    Op {
        id: format!("{NAME}.{name}.{}", row.name),
        summary: format!("{}, {name}", row.formula),
        operands: row.operands,
        flags: FlagKind::Exceptions,
        options,
        section: numbers::cited(row.section, &[format]),
        decisions: of_function(&format, row),
        senseless,
        link: link(&FAMILY, Elem { format, row }),
    }
}

/// Of a function in a format.
fn of_function(f: &Format, row: &Row) -> Vec<&'static str> {
    use Function as F;
    let finite = !f.has_infinity();
    let learned = row.section.starts_with("ONNX") || row.section.starts_with("PyTorch");
    let activation = learned && !row.shape.of_blocks();
    chosen([
        ("NUM-D01", finite),
        ("NUM-D14", true),
        ("NUM-D16", finite),
        ("NUM-D17", f.subnormal),
        ("NUM-D46", activation),
        ("NUM-D47", matches!(row.function, F::Swish | F::Elu | F::Celu)),
        ("NUM-D48", matches!(row.function, F::Selu | F::GeluTanh)),
        ("NUM-D49", row.shape.of_blocks()),
        ("NUM-D50", matches!(row.function, F::Cosine | F::Mean | F::Variance)),
        ("NUM-D51", matches!(row.function, F::Lgamma | F::Cbrt | F::Erf | F::Erfc | F::Tgamma)),
        ("NUM-D75", matches!(row.function, F::SumSquare | F::SumAbs)),
    ])
}
