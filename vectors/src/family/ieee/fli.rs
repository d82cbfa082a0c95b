//! `ieee.F.riscv_fli`: the constants that RISC-V's FLI loads (Zfa), by the number in its field rs1.

use super::FAMILY;
use super::formats::FLOATS;
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::steps::Steps;
use crate::explain::{Explain, Told};
use crate::family::number::explain::{account, operand, value_hex};
use crate::family::operations::link;
use crate::registry::{Evaluate, FlagKind, Kernels, Link, Op, Options, Plan, Resolved, Shape};
use softfloat::format::{Binary32, Uint};
use softfloat::{Env, Flags, Format, StaticFormat, convert_any};
use std::sync::Arc;

/// The numbers of the table, rounded to the format; 1 is the format's least normal number, 30 and 31 are infinity and NaN.
const NUMBERS: [f32; 30] = [
    -1.0,
    f32::MIN_POSITIVE,
    1.0 / 65536.0,
    1.0 / 32768.0,
    1.0 / 256.0,
    1.0 / 128.0,
    0.0625,
    0.125,
    0.25,
    0.3125,
    0.375,
    0.4375,
    0.5,
    0.625,
    0.75,
    0.875,
    1.0,
    1.25,
    1.5,
    1.75,
    2.0,
    2.5,
    3.0,
    4.0,
    8.0,
    16.0,
    128.0,
    256.0,
    32768.0,
    65536.0,
];

/// The constant of a number.
pub(crate) fn constant(f: &Format, number: u64) -> u64 {
    let converted = |x: f32| convert_any(&Binary32::FORMAT, f, &Env::IEEE, x.to_bits().into()).bits;
    match number {
        1 => f.min_normal(),
        30 => converted(f32::INFINITY),
        31 => converted(f32::NAN),
        number => NUMBERS.get(number as usize).copied().map(converted).unwrap_or_default(),
    }
}

/// The field with the number.
pub(crate) fn operand() -> Shape {
    Shape::one(Uint::<5, u8>::FORMAT)
}

/// All numbers.
pub(crate) fn corner(cases: &mut Cases) {
    (0..32).for_each(|number| cases.push(&[number]));
}

#[derive(Debug)]
struct Constant(Format);

impl Evaluate for Constant {
    fn resolve(&self, o: &Options) -> Resolved {
        let f = self.0;
        let kernel = Arc::new(move |_: &Env, x: &[u64], out: &mut [u64]| {
            out[0] = constant(&f, x[0]);
            Flags::NONE
        });
        Resolved {
            operands: vec![operand()],
            results: vec![Shape::one(f)],
            kernels: Kernels::Dynamic(o.env(), kernel),
        }
    }
}

impl Draw for Constant {
    fn corner(&self, _: &Plan, cases: &mut Cases) {
        corner(cases);
    }

    fn random(&self, rng: &mut Rng, _: &Plan, _: &[Operand], x: &mut Elements) {
        x[0] = rng.below(32);
    }
}

impl Explain for Constant {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        account(steps, plan, x, |work, operands| {
            operand::show(work, operands);
            work.steps.begin("constant (RISC-V Zfa, FLI)");
            let code = constant(&self.0, x[0]);
            work.steps.item(format!("number {}", x[0]), value_hex(&self.0, code));
            vec![code]
        })
    }
}

/// It has no arithmetic.
impl Modelled for Constant {}

/// Of the formats of F, D and Zfh.
pub(super) fn operations() -> impl Iterator<Item = Op> {
    let known =
        FLOATS.iter().filter(|f| f.system == "ieee" && matches!(f.name, "f16" | "f32" | "f64"));
    known.map(|listed| declared(listed.name, link(&FAMILY, Constant(listed.format))))
}

/// The operation on a format of this name.
pub(crate) fn declared(name: &str, link: Link) -> Op {
    Op {
        id: format!("ieee.{name}.riscv_fli"),
        summary: format!("the constant of a number from 0 to 31, {name}"),
        operands: &["rs1"],
        flags: FlagKind::Exceptions,
        options: Vec::new(),
        section: "RISC-V Zfa, FLI".to_owned(),
        decisions: Vec::new(),
        senseless: Vec::new(),
        link,
    }
}
