//! `xdsa.*`: the instructions of xDSA that compute on elements, `xdsa.base.add.sint8` on those of a unit. Operands are what the instruction
//! reads, on the smallest tensors that show what it does, and the fields of its table that hold values; `docs/xdsa.md`, "Vectors", says
//! which instructions have no such form.

mod decisions;
mod explain;
mod instruction;
mod recipe;

use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, corner::codes, rng::Rng};
use crate::explain::steps::{self, Steps};
use crate::explain::{Explain, Told};
use crate::family::operations::link;
use crate::registry::rules::SAT;
use crate::registry::{
    Evaluate, Family, FlagKind, Kernels, Op, OptionSpec, Options, Plan, Resolved,
};
use instruction::{DES, DIR, Instruction, N, OPTIONS, RND, TSGN};
use semantics::xdsa::isa::{Group, Operation, TABLE, Unit};
use softfloat::Overflow;
use std::sync::Arc;

pub(crate) static FAMILY: Family =
    Family { cites: "xDSA, ", ..Family::listed(NAME, OPTIONS, operations, decisions::DECISIONS) };

const NAME: &str = "xdsa";

const FIXED: &str = "xDSA has one rule";

/// Every instruction with a recipe, on every unit that it takes.
fn operations() -> Vec<Op> {
    let pairs = TABLE.iter().flat_map(|row| Unit::ALL.map(|unit| (row.operation, unit)));
    pairs.filter_map(|(operation, unit)| op(Instruction { operation, unit })).collect()
}

/// What operands are called, for each list of names that occurs.
const NAMES: &[&[&str]] = &[
    &["s"],
    &["s0"],
    &["s0", "s1"],
    &["s0", "s1", "s2"],
    &["s", "imm16"],
    &["s", "clip_min", "clip_max"],
    &["s", "alpha"],
    &["s", "a", "b"],
    &["s", "a", "gamma"],
    &["s", "mul", "shift"],
    &["s0", "s1", "mul", "shift", "ozero_imm", "izero_imm"],
    &["fm"],
    &["fm", "kernel"],
    &["fm", "kernel", "bias", "mul", "shift", "scale_o"],
    &["fm", "weight", "bias"],
    &["fm", "weight", "bias", "mean", "variance"],
    &["p0"],
    &["p0", "p1"],
    &["p0", "w2"],
    &["p0", "p1", "w2"],
    &["p0", "p1", "p2"],
    &["p0", "p1", "p2", "p3"],
    &["p0", "p1", "p2", "p3", "p4"],
    &["p0", "p1", "p2", "p3", "p4", "p5"],
];

fn op(instruction: Instruction) -> Option<Op> {
    let Instruction { operation, unit } = instruction;
    let prepared = instruction.prepare(&Options::NONE)?;
    let own: Vec<&str> = prepared.operands().iter().map(|(name, _)| *name).collect();
    let operands = *NAMES.iter().find(|names| **names == own)?;
    let row = operation.row();
    Some(Op {
        id: format!("{NAME}.{}.{unit}", row.name),
        summary: format!("{} on elements of {unit}", row.name),
        operands,
        flags: FlagKind::None,
        options: options(instruction),
        section: format!("text {}, XDSA-D26 to D32", row.line),
        decisions: decisions::of(operation, unit),
        senseless: ["rm", "tininess", "nan", "ftz", "daz"].map(|name| (name, FIXED)).to_vec(),
        link: link(&FAMILY, instruction),
    })
}

/// The options that its recipe names.
fn options(instruction: Instruction) -> Vec<OptionSpec> {
    let Some(recipe) = recipe::of(instruction.operation, instruction.unit) else {
        return Vec::new();
    };
    let named = |value: &str| recipe.split_whitespace().any(|item| item.ends_with(value));
    let mut options = Vec::new();
    if named("=n") {
        options.push(N.any());
    }
    let none = Options::of(OPTIONS);
    for (value, spec, set) in [
        ("=sat", SAT.among(0b11), none.with(&SAT, Overflow::Saturate)),
        ("=rnd", RND.any(), none.with(&RND, true)),
        ("=dir", DIR.any(), none.with(&DIR, true)),
        ("=tsgn", TSGN.any(), none.with(&TSGN, true)),
    ] {
        // Floating-point results do not clamp, but those of another unit may.
        if named(value) && instruction.prepare(&set).is_some() {
            options.push(spec);
        }
    }
    if named("=D") {
        // Code 0 says FFT and IFFT no unit: the result has that of the source.
        let signal = instruction.operation.row().group == Group::Signal;
        let can = |unit: &Unit| {
            !(signal && *unit == Unit::Uint4) && instruction.with(&none, *unit).is_some()
        };
        let units = Unit::ALL.into_iter().filter(can);
        let taken = units.fold(1, |taken, unit| taken | 2 << unit.code());
        options.push(DES.among(taken));
    }
    options
}

impl Evaluate for Instruction {
    fn resolve(&self, o: &Options) -> Resolved {
        let Some(prepared) = self.prepare(o) else {
            // No list of options has such a choice.
            let kernel = |_: &softfloat::Env, _: &[u64], _: &mut [u64]| {
                Err(functions::Undecided { bits: 0 })
            };
            let kernels = Kernels::Enclosed(o.env(), Arc::new(kernel));
            return Resolved { operands: Vec::new(), results: Vec::new(), kernels };
        };
        let operands = prepared.operands().into_iter().map(|(_, shape)| shape).collect();
        let results = prepared.results();
        let kernel = move |_: &softfloat::Env, x: &[u64], out: &mut [u64]| prepared.run(x, out);
        Resolved { operands, results, kernels: Kernels::Enclosed(o.env(), Arc::new(kernel)) }
    }
}

impl Draw for Instruction {
    /// Of single elements the combinations of corner codes are all; several walk through theirs, in step and apart.
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        let shapes = &plan.operands;
        if shapes.iter().all(|shape| shape.len == 1) {
            return;
        }
        let codes: Vec<Vec<u64>> = shapes.iter().map(|shape| codes(&shape.format)).collect();
        let turns = codes.iter().map(Vec::len).max().unwrap_or_default();
        for stride in [0, 1, 3, 7] {
            for turn in 0..turns {
                let mut x = Vec::with_capacity(plan.elements());
                for (i, (shape, own)) in shapes.iter().zip(&codes).enumerate() {
                    x.extend(
                        (0..shape.len)
                            .map(|k| own[(turn + k * stride + i * stride * 5) % own.len()]),
                    );
                }
                cases.push(&x);
            }
        }
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        let amounts =
            matches!(self.operation.row().group, Group::Shift) || self.operation == Operation::Nsr;
        let mut at = 0;
        for (i, operand) in operands.iter().enumerate() {
            for element in 0..operand.len {
                x[at] = match element.checked_sub(1) {
                    Some(_) if rng.one_in(3) => operand.like(rng, x[at - 1]),
                    // Amounts near the width, of either sign.
                    None if amounts && i == 1 && !rng.one_in(4) => {
                        let mask = u64::MAX >> (64 - operand.width);
                        (rng.next() % 80).wrapping_sub(8) & mask
                    }
                    _ => operand.element(rng),
                };
                at += 1;
            }
        }
    }
}

impl Explain for Instruction {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        steps::operands(steps, plan, x);
        steps.begin("operand table (xDSA, text of the instruction)");
        if let Some(prepared) = self.prepare(&plan.options) {
            for (field, value) in prepared.table.fields() {
                if value != 0 && !field.is_address() {
                    let unit = Unit::of_code(value).filter(|_| field.is_unit());
                    steps.item(
                        field.name,
                        unit.map_or_else(|| value.to_string(), |u| u.to_string()),
                    );
                }
            }
        }
        let outcome = explain::sum(steps, self.operation, plan, x).unwrap_or_else(|| plan.run(x));
        steps::result(steps, plan, &outcome);
        Told { outcome, decisions: true }
    }
}

impl Modelled for Instruction {}
