//! `posit.*`: the functions of the Posit standard of 2022, for its formats of 8, 16, 32 and 64 bits, and on demand for those of
//! other widths and exponent bits, as SoftPosit has them.

mod decisions;
mod draw;
mod explain;
mod kernel;
mod operation;

use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::steps::Steps;
use crate::explain::{Explain, Told};
use crate::family::number::chosen;
use crate::family::operations::link;
use crate::formats::{self, BOOL};
use crate::registry::rules::N;
use crate::registry::{
    Arithmetic, Evaluate, Family, FlagKind, Kernels, Op, Options, Plan, Refusal, Resolved, Shape,
    Terms,
};
use operation::{Operation, Quire as Made, Row, Start, TABLE};
use softfloat::format::Uint64;
use softfloat::posit::{Posits, Quire};
use softfloat::{Env, Format, StaticFormat};

pub(crate) static FAMILY: Family = Family {
    on_demand,
    unlisted,
    refuses,
    ..Family::listed(NAME, &[&N.row], operations, decisions::DECISIONS)
};

const NAME: &str = "posit";

/// The widths that are listed.
const WIDTHS: [&str; 4] = ["8", "16", "32", "64"];

/// Operation on posits.
#[derive(Debug)]
struct Of {
    posits: Posits,
    operation: Operation,
}

impl Of {
    fn shapes(&self, n: usize) -> (Vec<Shape>, Shape) {
        use Operation as O;
        let format = *self.posits.format();
        let (one, list) = (Shape::one(format), Shape::many(format, n));
        let quire = Shape::many(Uint64::FORMAT, Quire::words_of(&self.posits).unwrap_or(1));
        match self.operation {
            O::Add | O::Sub | O::Mul | O::Div => (vec![one; 2], one),
            O::Fma => (vec![one; 3], one),
            O::Compare(_) => (vec![one; 2], Shape::one(BOOL)),
            O::Sum => (vec![list], one),
            O::Products(Start::Zero) => (vec![list; 2], one),
            O::Products(_) => (vec![list, list, one], one),
            O::Quire(Made::Of) => (vec![one], quire),
            O::Quire(Made::Negate | Made::Abs) => (vec![quire], quire),
            O::Quire(Made::Posit { .. }) => (vec![quire, one], quire),
            O::Quire(Made::Other { .. }) => (vec![quire; 2], quire),
            O::Quire(Made::Product { .. }) => (vec![quire, one, one], quire),
            O::Rounded => (vec![quire], one),
            _ => (vec![one], one),
        }
    }
}

impl Evaluate for Of {
    fn resolve(&self, o: &Options) -> Resolved {
        let n = o.get(&N);
        let (operands, result) = self.shapes(n);
        let kernel = kernel::of(self.posits, self.operation, n);
        Resolved { operands, results: vec![result], kernels: Kernels::Dynamic(Env::IEEE, kernel) }
    }
}

impl Draw for Of {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        draw::directed(plan, &self.posits, self.operation, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, _: &[Operand], x: &mut Elements) {
        draw::draw(rng, plan, &self.posits, self.operation, x);
    }
}

impl Explain for Of {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(steps, plan, x, self.operation)
    }
}

impl Modelled for Of {
    fn arithmetic(&self, _: &Plan) -> Option<Arithmetic> {
        self.operation.arithmetic()
    }

    fn terms(&self, plan: &Plan) -> Option<Terms> {
        let n = plan.options.get(&N);
        match self.operation {
            // Which numbers at the ends are sums of few terms, or of the posits that lie furthest apart, is not known.
            Operation::Sum if n < 4 || self.posits.format().posit_exponent_bits() > Some(2) => None,
            Operation::Sum => Some(Terms::plain(n, false, false)),
            Operation::Products(Start::Zero) => Some(Terms::plain(n, true, false)),
            Operation::Products(Start::Addend) => Some(Terms::plain(n, true, true)),
            _ => None,
        }
    }
}

/// The listed operations.
fn operations() -> Vec<Op> {
    WIDTHS.iter().flat_map(|width| TABLE.iter().filter_map(move |row| op(width, row))).collect()
}

/// The operation of this id.
fn on_demand(id: &str) -> Option<Op> {
    let [NAME, widths, name] = id.split('.').collect::<Vec<_>>()[..] else { return None };
    op(widths, TABLE.iter().find(|row| row.name == name)?)
}

/// The ids of the posits of `posit.16e1.*`.
fn unlisted(pattern: &str) -> Vec<String> {
    let listed = |widths: &&str| WIDTHS.contains(widths);
    let widths = pattern.split('.').filter(|widths| !listed(widths) && posits(widths).is_some());
    let ids = |widths| {
        TABLE.iter().filter(move |row| op(widths, row).is_some()).map(move |row| id(widths, row))
    };
    widths.flat_map(ids).collect()
}

/// Widths that are beyond the limits.
fn refuses(id: &str) -> Option<Refusal> {
    let (NAME, rest) = id.split_once('.')? else { return None };
    let widths = rest.split('.').next()?;
    let wrong = formats::is_posit(widths) && posits(widths).is_none();
    wrong.then(|| Refusal::Limits(widths.to_owned(), formats::POSITS))
}

/// The posits of these widths: `16`, `16e1`.
fn posits(widths: &str) -> Option<Posits> {
    Posits::of(&formats::named(&format!("{NAME}{widths}"))?)
}

fn id(widths: &str, row: &Row) -> String {
    format!("{NAME}.{widths}.{}", row.name)
}

/// `None` where there are no such posits, or they have no quire.
fn op(widths: &str, row: &'static Row) -> Option<Op> {
    let (posits, operation) = (posits(widths)?, row.operation);
    if operation.of_quires() && Quire::words_of(&posits).is_none() {
        return None;
    }
    let format: &Format = posits.format();
    Some(Op {
        id: id(widths, row),
        summary: format!("{}, {NAME}{widths}", row.formula),
        operands: row.operands,
        flags: FlagKind::None,
        options: if operation.of_lists() { vec![N.any()] } else { Vec::new() },
        section: row.section.to_owned(),
        decisions: decisions(format, operation),
        senseless: ["rm", "tininess", "nan", "ftz", "daz", "sat", "exact"]
            .map(|name| (name, "the Posit standard has one rule"))
            .to_vec(),
        link: link(&FAMILY, Of { posits, operation }),
    })
}

/// The decisions that the bits of an operation can depend on.
fn decisions(format: &Format, operation: Operation) -> Vec<&'static str> {
    use Operation as O;
    let codes = matches!(operation, O::Next | O::Prior | O::Compare(_));
    let exact = matches!(operation, O::Negate | O::Abs | O::Sign | O::Quire(_));
    chosen([
        ("POSIT-D01", true),
        ("POSIT-D02", format.posit_exponent_bits() != Some(2)),
        ("POSIT-D03", !codes && !exact),
        ("POSIT-D04", !codes),
        ("POSIT-D07", operation.of_lists()),
        ("POSIT-D08", operation.of_quires()),
        ("POSIT-D09", codes),
        ("POSIT-D10", matches!(operation, O::Fma)),
    ])
}
