//! Every binary32 number made a number of at most 8 bits, under every choice of options, by the scalar form and by that of
//! slices, against the reference in rationals.
//!
//! The reference is asked 2^19 times for each choice, not 2^32 times: whatever decides a result or a flag (a number of the
//! narrow format, the middle between two, what is tiny before or after rounding, the largest) has at most 8 significant bits,
//! one more than the most precise of these formats. So all binary32 codes between two whose last 14 bits are 0 have one answer,
//! and those two have their own. Of NaNs, no more than the upper payload bits could matter.

use super::work::{Judge, Space};
use softfloat::format::{self, Binary32};
use softfloat::slice::each;
use softfloat::{Bits, Env, Flags, Rounded, StaticFormat, convert};
use std::sync::{Arc, OnceLock};
use vectors::registry::{Op, Options, Plan};

/// The bits that decide nothing by themselves.
const FREE: u32 = 14;

/// Codes that go through a slice form in one go: those that have one answer, the first left out.
const BLOCK: usize = 1 << FREE;

/// Result and flags.
type Answer = (u8, u8);

/// Every enumeration.
pub(crate) fn spaces() -> Vec<Space> {
    let is_narrow = |op: &&Op| op.id.starts_with("cvt.f32.");
    let mut all = Vec::new();
    for op in vectors::operations().all().filter(is_narrow) {
        for options in op.option_sets() {
            let plan = op.plan(&options);
            if is_from_single(&plan) {
                let right = Arc::default();
                let space = |form| space(op, options, &plan, form, &right);
                all.extend([Form::Slices, Form::One].map(space));
            }
        }
    }
    all
}

/// One binary32 number in, one of at most 8 bits and with an exponent out.
fn is_from_single(plan: &Plan) -> bool {
    let one = |shape: &vectors::registry::Shape| shape.len == 1;
    let from = plan.operands.iter().all(|shape| one(shape) && shape.format == Binary32::FORMAT);
    let to = plan.result();
    from && plan.operands.len() == 1
        && plan.results.len() == 1
        && one(to)
        && to.format.width <= 8
        && to.format.has_exponent()
}

/// The right answers of a choice of options, once they are found: both forms have the same.
type Right = Arc<OnceLock<Vec<[Answer; 2]>>>;

/// What is held against the reference.
#[derive(Clone, Copy)]
enum Form {
    One,
    Slices,
}

fn space(op: &'static Op, options: Options, plan: &Plan, form: Form, right: &Right) -> Space {
    let way = match form {
        Form::One => "one by one",
        Form::Slices => "in slices",
    };
    let name = format!("{} {options}", op.id);
    let mut judge: Option<Judge> = None;
    macro_rules! choose {
        ($ty:ident) => {
            if plan.result().format == format::$ty::FORMAT {
                judge = Some(judged::<format::$ty>(op, options, plan.clone(), form, right.clone()));
            }
        };
    }
    softfloat::for_each_format!(choose);
    let judge = judge.unwrap_or_else(|| panic!("{}: no format of the table", op.id));
    Space { name: format!("{} {way}", name.trim()), oracle: "reference", len: 1 << 32, judge }
}

fn judged<F: StaticFormat>(
    op: &'static Op,
    options: Options,
    plan: Plan,
    form: Form,
    right: Right,
) -> Judge {
    let env = *plan.env().expect("a rounding");
    Box::new(move |range| {
        let right = right.get_or_init(|| answers(op, &options, &plan));
        let mut codes =
            Codes { x: [0; BLOCK], out: [F::Bits::ZERO; BLOCK], flags: [Flags::NONE; BLOCK] };
        range.step_by(BLOCK).find_map(|start| {
            let start = start as u32;
            codes.x = std::array::from_fn(|at| start + at as u32);
            codes.run::<F>(form, &env);
            codes.wrong(right[(start >> FREE) as usize])
        })
    })
}

/// A block of codes with what they became.
struct Codes<B> {
    x: [u32; BLOCK],
    out: [B; BLOCK],
    flags: [Flags; BLOCK],
}

impl<B: Bits> Codes<B> {
    fn run<F: StaticFormat<Bits = B>>(&mut self, form: Form, env: &Env) {
        let Self { x, out, flags } = self;
        match form {
            Form::Slices => each::convert::<Binary32, F>(x, out, flags, env).expect("one length"),
            Form::One => {
                for ((x, out), flags) in x.iter().zip(out).zip(flags) {
                    Rounded { bits: *out, flags: *flags } = convert::<Binary32, F>(*x, env);
                }
            }
        }
    }

    /// The first code that has another answer than the right one: at the first these of two, behind it the second.
    fn wrong(&self, right: [Answer; 2]) -> Option<(u64, String)> {
        let all = self.x.iter().zip(&self.out).zip(&self.flags).enumerate();
        let mut found = all.map(|(at, ((x, out), flags))| {
            (*x, (out.wide() as u8, flags.bits()), right[usize::from(at > 0)])
        });
        let (x, found, right) = found.find(|(_, found, right)| found != right)?;
        Some((x.into(), format!("{x:08x}: {found:x?}, right {right:x?}")))
    }
}

/// The answers at codes that end in zeros, and behind each up to the next. What the registry's plan gives there is no other.
fn answers(op: &Op, options: &Options, plan: &Plan) -> Vec<[Answer; 2]> {
    let pairs = options.pairs();
    let pairs: Vec<_> = pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let answer = |x: u64| {
        let right = oracle::reference::evaluate(&op.id, &pairs, &[vec![x]]);
        let right = right.unwrap_or_else(|| panic!("no reference of {} {options}", op.id));
        let planned = plan.run(&[x]);
        assert_eq!(
            (planned.out(), planned.flag),
            (&right.out[..], right.flag),
            "{} {options} of {x:08x}",
            op.id
        );
        (right.out[0] as u8, right.flag.unwrap_or_default())
    };
    (0..1_u64 << (32 - FREE)).map(|high| high << FREE).map(|x| [answer(x), answer(x + 1)]).collect()
}
