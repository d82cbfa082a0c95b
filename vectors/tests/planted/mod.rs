//! Twelve faults planted in each kind of operation: the cases of the coverage model tell each from the
//! reference. What a design answers is computed exactly and rounded by the test's own rounding, which has
//! the fault; without a fault it answers what the reference does, which is looked at first. Where a fault
//! makes no difference the table says why, and then no case may tell it apart.

mod exact;
mod faults;
mod named;
mod operations;
mod posits;
mod random;
mod rounding;

use operations::Answer;
pub(crate) use operations::Case;
use rounding::{Design, Overflow, Planted};
use softfloat::Rounding;
use vectors::cover::Model;
use vectors::registry::{self, Outcome, Plan};

/// What an operation answers under a design.
type Evaluate = fn(&Design, &Case<'_>) -> Option<Answer>;

/// A kind of operations that are computed alike.
pub(crate) struct Kind {
    name: &'static str,
    ids: &'static str,
    evaluate: Evaluate,
    overflow: Overflow,
    /// MN-Core 2's rules: zeros are positive, and there is one way to round.
    machine: bool,
}

const ALL: [(&str, Rounding); 6] = [
    ("rne", Rounding::NearestEven),
    ("rna", Rounding::NearestAway),
    ("rtz", Rounding::TowardZero),
    ("rup", Rounding::Up),
    ("rdn", Rounding::Down),
    ("rto", Rounding::ToOdd),
];

impl Kind {
    const fn ieee(name: &'static str, ids: &'static str, evaluate: Evaluate) -> Self {
        Self { name, ids, evaluate, overflow: Overflow::Ieee, machine: false }
    }

    const fn mncore2(name: &'static str, ids: &'static str, evaluate: Evaluate) -> Self {
        Self { name, ids, evaluate, overflow: Overflow::Infinity, machine: true }
    }

    /// The plans of the operations, with their direction.
    fn plans(&self) -> Vec<(Plan, Rounding)> {
        let ops = vectors::operations().select(self.ids).expect("listed");
        let ways = |op: &'static registry::Op| {
            ALL.iter().filter_map(move |(name, rounding)| {
                let text = format!("rm={name}");
                let options = match self.machine {
                    true if *name == "rne" => Some(op.roundings()[0]),
                    true => None,
                    false if op.roundings().len() == 1 => {
                        (*name == "rne").then(|| op.roundings()[0])
                    }
                    false => op.parse_options([text.as_str()]).ok(),
                };
                Some((op.plan(&options?), *rounding))
            })
        };
        ops.into_iter().flat_map(ways).collect()
    }
}

/// The cases of a model, with the right outcomes.
struct Cases {
    plan: Plan,
    all: Vec<(Vec<u64>, Outcome)>,
}

impl Cases {
    fn of(plan: Plan) -> Self {
        let model = Model::new(&plan);
        let cases = model.cases().chunks(plan.elements());
        let all = cases.map(|x| (x.to_vec(), plan.run(x))).collect();
        Self { plan, all }
    }

    /// The first case that a design answers otherwise.
    fn differs(&self, evaluate: Evaluate, design: &Design) -> Option<(&[u64], Answer)> {
        self.all.iter().find_map(|(x, right)| {
            let answer = evaluate(design, &Case { plan: &self.plan, x, right })?;
            let flags = right.flag.is_some_and(|flags| flags != answer.flags);
            (flags || answer.out != right.out()).then_some((&x[..], answer))
        })
    }
}

/// What is wrong about a kind: designs that survive, or that differ though nothing should.
fn judged(kind: &Kind) -> Vec<String> {
    let (mut wrong, plans) = (Vec::new(), kind.plans());
    assert!(!plans.is_empty(), "{}: no operations", kind.name);
    for (plan, rounding) in plans {
        let cases = Cases::of(plan);
        let plan = &cases.plan;
        let design = |planted: Option<Planted>| Design {
            rounding,
            overflow: kind.overflow,
            positive_zeros: kind.machine,
            planted,
        };
        let named = format!("{} {}", plan.op.id, plan.options);
        if let Some((x, answer)) = cases.differs(kind.evaluate, &design(None)) {
            let right = plan.run(x);
            wrong
                .push(format!("{named}: without a fault {x:x?} gives {answer:x?}, not {right:x?}"));
            continue;
        }
        for planted in faults::of(plan) {
            let never = faults::never(kind.name, plan, rounding, planted);
            match (cases.differs(kind.evaluate, &design(Some(planted))), never) {
                (None, None) => wrong.push(format!("{named}: {planted:?} survives")),
                (Some((x, answer)), Some(why)) => {
                    wrong.push(format!(
                        "{named}: {planted:?} differs, {x:x?} gives {answer:x?}, but: {why}"
                    ));
                }
                _ => {}
            }
        }
    }
    wrong
}

fn is_judged(kind: &Kind) {
    let wrong = judged(kind);
    assert!(wrong.is_empty(), "{}: {}:\n{}", kind.name, wrong.len(), wrong.join("\n"));
}

macro_rules! kinds {
    ($($name:ident: $kind:expr;)*) => {$(
        #[test]
        fn $name() {
            is_judged(&$kind);
        }
    )*};
}

kinds! {
    sums_of_two: Kind::ieee("add", "ieee.f32.add,ieee.f16.add", operations::ieee);
    differences: Kind::ieee("sub", "ieee.f32.sub", operations::ieee);
    products: Kind::ieee("mul", "ieee.f32.mul,ieee.f64.mul", operations::ieee);
    quotients: Kind::ieee("div", "ieee.f32.div", operations::ieee);
    roots: Kind::ieee("sqrt", "ieee.f32.sqrt", operations::ieee);
    fused: Kind::ieee("fma", "ieee.f16.fma,ieee.f32.fma", operations::ieee);
    projected_sums: Kind::ieee("p3109 add", "p3109.binary8p3se.add,p3109.binary8p4sf.add", operations::ieee);
    projected_products: Kind::ieee("p3109 mul", "p3109.binary8p3se.mul,p3109.binary8p4sf.mul", operations::ieee);
    narrowing: Kind::ieee("cvt", "cvt.f32.f16,cvt.f64.f32,cvt.f32.e5m2", operations::convert);
    widening: Kind::ieee("widen", "cvt.f16.f32", operations::convert);
    quantised: Kind { overflow: Overflow::Saturate, ..Kind::ieee("quantize", "mx.fp8e4m3.quantize", operations::quantize) };
    dequantised: Kind::ieee("dequantize", "mx.fp8e4m3.dequantize", operations::dequantize);
    dots: Kind::ieee("dot", "mx.fp8e4m3.dot", operations::dot);
    exact_sums: Kind::ieee("exact", "sum.plain.exact_dot.f32.f32,sum.plain.exact.f32", operations::sum);
    narrow_sums: Kind::ieee("narrow", "sum.own:x=e4m3fn:y=e4m3fn:terms=4:order=all", operations::sum);
    sums_in_order: Kind::ieee("order", "sum.plain.add.f32,sum.plain.tree2.f32", operations::sum);
    vector_sums: Kind::mncore2("vadd", "mncore2.mau.dvadd,mncore2.mau.fvadd,mncore2.mau.hvadd", operations::vector);
    vector_products: Kind::mncore2("vmul", "mncore2.mau.dvmul,mncore2.mau.fvmul,mncore2.mau.hvmul", operations::vector);
    vector_fused: Kind::mncore2("vfma", "mncore2.mau.dvfma,mncore2.mau.fvfma,mncore2.mau.hvfma", operations::vector);
    vector_copies: Kind::mncore2("vpassa", "mncore2.mau.dvpassa,mncore2.mau.fvpassa,mncore2.mau.hvpassa", operations::vector);
    matrices: Kind::mncore2("matrix", "mncore2.mau.?mfma,mncore2.mau.?mmul,sum.mncore2.mau.matrix.d,sum.mncore2.mau.matrix.f,sum.mncore2.mau.matrix.g.f,sum.mncore2.mau.matrix.h.f", operations::matrix);
    shortening: Kind::mncore2("shorten", "mncore2.convert.d_to_f,mncore2.convert.d_to_h,mncore2.convert.f_to_h", operations::convert);
    networks: Kind::mncore2("network", "mncore2.rrn.*.?fadd,sum.mncore2.rrn.l1bm16.f,sum.mncore2.rrn.l1bm4.f.h", operations::network);
    blocks: Kind::mncore2("block", "mncore2.bf.*", operations::common);
}
