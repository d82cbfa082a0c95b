//! TALU: functions of one, two and three elements (TILE-D52 to D56, D83).

use super::{FAMILY, NAME};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::Explain;
use crate::family::operations::link;
use crate::registry::rules::RM;
use crate::registry::{
    Arithmetic as Computed, Evaluate, FlagKind, Kernels, Op, OptionSpec, Options, Plan, Resolved,
    Shape,
};
use semantics::tile::element::{Codes, Element};
use semantics::tile::isa::{Arithmetic, Row, Special};
use std::sync::Arc;

/// A function of TALU.
#[derive(Clone, Copy, Debug)]
enum What {
    Special(Special),
    Arithmetic(Arithmetic),
}

/// Function of elements.
#[derive(Clone, Copy, Debug)]
struct Function {
    what: What,
    element: Element,
}

impl Function {
    const fn arity(self) -> usize {
        match self.what {
            What::Special(_) => 1,
            What::Arithmetic(Arithmetic::Fused) => 3,
            What::Arithmetic(_) => 2,
        }
    }
}

impl Evaluate for Function {
    fn resolve(&self, o: &Options) -> Resolved {
        let shape = Shape::one(self.element.format(Codes::default()));
        let Self { what, element } = *self;
        let kernel = move |env: &softfloat::Env, x: &[u64], out: &mut [u64]| {
            let operand = |i: usize| x.get(i).copied().unwrap_or(0);
            let rounded = match what {
                What::Special(special) => special.of(element, operand(0), env)?,
                What::Arithmetic(operation) => operation.of(element, [0, 1, 2].map(operand), env),
            };
            out.iter_mut().take(1).for_each(|out| *out = rounded.bits);
            Ok(rounded.flags)
        };
        Resolved {
            operands: vec![shape; self.arity()],
            results: vec![shape],
            kernels: Kernels::Enclosed(o.env(), Arc::new(kernel)),
        }
    }
}

impl Draw for Function {
    /// The combinations of corner codes are all.
    fn corner(&self, _: &Plan, _: &mut Cases) {}

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        for i in 0..operands.len() {
            x[i] = match i.checked_sub(1) {
                Some(before) if rng.one_in(3) => operands[i].like(rng, x[before]),
                _ => operands[i].element(rng),
            };
        }
    }
}

impl Explain for Function {}

impl Modelled for Function {
    fn arithmetic(&self, _: &Plan) -> Option<Computed> {
        match self.what {
            What::Special(Special::SquareRoot) => Some(Computed::Root),
            What::Special(_) => None,
            What::Arithmetic(Arithmetic::Add) => Some(Computed::Sum { minus: false }),
            What::Arithmetic(Arithmetic::Multiply) => Some(Computed::Product),
            What::Arithmetic(Arithmetic::Minimum | Arithmetic::Maximum) => Some(Computed::Compare),
            What::Arithmetic(Arithmetic::Fused) => Some(Computed::Fused {
                minus_product: false,
                minus_addend: false,
                addend_first: false,
            }),
        }
    }
}

/// The operation of an instruction of one source.
pub(super) fn of_one(row: &Row, special: Special, element: Element) -> Vec<Op> {
    vec![op(row, Function { what: What::Special(special), element })]
}

/// The operation of an instruction of two or three sources.
pub(super) fn of_more(row: &Row, operation: Arithmetic, element: Element) -> Vec<Op> {
    vec![op(row, Function { what: What::Arithmetic(operation), element })]
}

fn op(row: &Row, function: Function) -> Op {
    let rounds =
        !matches!(function.what, What::Arithmetic(Arithmetic::Minimum | Arithmetic::Maximum));
    let (options, senseless) = options(rounds);
    let (formula, section) = match function.what {
        What::Special(Special::Sigmoid) => ("1 / (1 + e^-a)", "TILE-D52 to D54, D83"),
        What::Special(Special::Sine) => ("sin a", "TILE-D52 to D54, D83"),
        What::Special(Special::Cosine) => ("cos a", "TILE-D52 to D54, D83"),
        What::Special(Special::Exp2) => ("2^a", "TILE-D52 to D54, D83"),
        What::Special(Special::Log2) => ("log2 a", "TILE-D52 to D54, D83"),
        What::Special(Special::Exp) => ("e^a", "TILE-D52 to D54, D83"),
        What::Special(Special::Reciprocal) => ("1 / a", "TILE-D52 to D54, D83"),
        What::Special(Special::SquareRoot) => ("sqrt(a)", "TILE-D52 to D54, D83"),
        What::Special(Special::ReciprocalRoot) => ("1 / sqrt(a)", "TILE-D52 to D54, D83"),
        What::Special(Special::Tanh) => ("tanh a", "TILE-D52 to D54, D83"),
        What::Arithmetic(Arithmetic::Add) => ("a + b", "TILE-D54, D56"),
        What::Arithmetic(Arithmetic::Multiply) => ("a * b", "TILE-D54, D56"),
        What::Arithmetic(Arithmetic::Minimum) => ("the lesser of a and b", "TILE-D55"),
        What::Arithmetic(Arithmetic::Maximum) => ("the greater of a and b", "TILE-D55"),
        What::Arithmetic(Arithmetic::Fused) => ("a * b + c, rounded once", "TILE-D54, D56"),
    };
    let operands: &[&str] = &["a", "b", "c"];
    Op {
        id: format!("{NAME}.{}", row.mnemonic),
        summary: formula.to_owned(),
        operands: &operands[..function.arity()],
        flags: FlagKind::Exceptions,
        options,
        section: section.to_owned(),
        decisions: Vec::new(),
        senseless,
        link: link(&FAMILY, function),
    }
}

// Which options operations take.

const FIXED: &str = "Tile has one rule";

/// The options of what is rounded, and those without meaning.
pub(super) fn options(rounds: bool) -> (Vec<OptionSpec>, Vec<(&'static str, &'static str)>) {
    let senseless = ["tininess", "nan", "ftz", "daz", "sat"].map(|name| (name, FIXED)).to_vec();
    let options = rounds.then(|| RM.any()).into_iter().collect();
    (options, senseless)
}
