//! `toy.*`: what the instructions of the toy machine make of operands, numbers of ten bits; for tests.

use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::Explain;
use crate::family::operations::link;
use crate::registry::{
    Arithmetic, Evaluate, Family, FlagKind, Kernels, NumberKernel, Op, Options, Plan, Resolved,
    Shape,
};
use semantics::toy::FORMAT;
use softfloat::format::Custom;
use softfloat::{Env, Flags, ieee};

pub(crate) static FAMILY: Family = Family::listed(NAME, &[], operations, &[]);

const NAME: &str = "toy";

type Number = Custom<4, 5, u16>;

/// A row: an operation of the machine.
#[derive(Clone, Copy, Debug)]
struct Row {
    name: &'static str,
    summary: &'static str,
    operands: &'static [&'static str],
    arithmetic: Arithmetic,
    kernel: NumberKernel,
}

const FUSED: Arithmetic =
    Arithmetic::Fused { minus_product: false, minus_addend: false, addend_first: false };

const ROWS: [Row; 3] = [
    Row {
        name: "add",
        summary: "a + b",
        operands: &["a", "b"],
        arithmetic: Arithmetic::Sum { minus: false },
        kernel: |env, x, out| put(ieee::add::<Number>(x[0] as u16, x[1] as u16, env).bits, out),
    },
    Row {
        name: "mul",
        summary: "a * b",
        operands: &["a", "b"],
        arithmetic: Arithmetic::Product,
        kernel: |env, x, out| put(ieee::mul::<Number>(x[0] as u16, x[1] as u16, env).bits, out),
    },
    Row {
        name: "fma",
        summary: "a * b + d, rounded once",
        operands: &["a", "b", "d"],
        arithmetic: FUSED,
        kernel: |env, x, out| {
            put(ieee::fma::<Number>(x[0] as u16, x[1] as u16, x[2] as u16, env).bits, out)
        },
    },
];

/// The machine has no flags.
fn put(bits: u16, out: &mut [u64]) -> Flags {
    out[0] = bits.into();
    Flags::NONE
}

impl Evaluate for Row {
    fn resolve(&self, _: &Options) -> Resolved {
        let shape = Shape::one(FORMAT);
        Resolved {
            operands: vec![shape; self.operands.len()],
            results: vec![shape],
            kernels: Kernels::Number(Env::IEEE, self.kernel.into()),
        }
    }
}

impl Draw for Row {
    /// Combinations of the formats' corners are all there is to direct.
    fn corner(&self, _: &Plan, _: &mut Cases) {}

    /// Each by itself, or like the one before.
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        for (n, operand) in operands.iter().enumerate() {
            x[n] = match n {
                1.. if rng.one_in(4) => operand.like(rng, x[n - 1]),
                _ => operand.element(rng),
            };
        }
    }
}

impl Explain for Row {}

impl Modelled for Row {
    fn arithmetic(&self, _: &Plan) -> Option<Arithmetic> {
        Some(self.arithmetic)
    }
}

fn operations() -> Vec<Op> {
    ROWS.iter().map(op).collect()
}

fn op(row: &Row) -> Op {
    Op {
        id: format!("{NAME}.{}", row.name),
        summary: row.summary.to_owned(),
        operands: row.operands,
        flags: FlagKind::None,
        options: Vec::new(),
        section: "the toy machine".to_owned(),
        decisions: Vec::new(),
        senseless: Vec::new(),
        link: link(&FAMILY, *row),
    }
}
