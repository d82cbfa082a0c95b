//! Every binary32 number made a number of at most 8 bits, under every choice of options, against the reference in rationals.
//!
//! The reference is asked 2^19 times for each choice, not 2^32 times: whatever decides a result or a flag (a number of the
//! narrow format, the middle between two, what is tiny before or after rounding, the largest) has at most 8 significant bits,
//! one more than the most precise of these formats. So all binary32 codes between two whose last 14 bits are 0 have one answer,
//! and those two have their own. Of NaNs, no more than the upper payload bits could matter.

use super::work::Space;
use softfloat::StaticFormat;
use softfloat::format::Binary32;
use std::ops::Range;
use std::sync::OnceLock;
use vectors::registry::{Op, Options, Plan};

/// The bits that decide nothing by themselves.
const FREE: u32 = 14;

/// Result and flags.
type Answer = (u64, Option<u8>);

/// Every enumeration.
pub(crate) fn spaces() -> Vec<Space> {
    let is_narrow = |op: &&Op| op.id.starts_with("cvt.f32.");
    let mut all = Vec::new();
    for op in vectors::operations().all().filter(is_narrow) {
        for options in op.option_sets() {
            let plan = op.plan(&options);
            if is_from_single(&plan) {
                all.push(space(op, options, plan));
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

fn space(op: &'static Op, options: Options, plan: Plan) -> Space {
    let name = format!("{} {options}", op.id).trim().to_owned();
    let right = OnceLock::new();
    let judge = move |range: Range<u64>| {
        let right: &Vec<[Answer; 2]> = right.get_or_init(|| answers(op, &options));
        range.into_iter().find_map(|x| {
            let between = usize::from(x & ((1 << FREE) - 1) != 0);
            let right = right[(x >> FREE) as usize][between];
            let outcome = plan.run(&[x]);
            let found = (outcome.out()[0], outcome.flag);
            (found != right).then(|| (x, format!("{x:08x}: {found:x?}, right {right:x?}")))
        })
    };
    Space { name, oracle: "reference", len: 1 << 32, judge: Box::new(judge) }
}

/// The answers at codes that end in zeros, and behind each up to the next.
fn answers(op: &Op, options: &Options) -> Vec<[Answer; 2]> {
    let pairs = options.pairs();
    let pairs: Vec<_> = pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let answer = |x: u64| {
        let right = oracle::reference::evaluate(&op.id, &pairs, &[vec![x]]);
        let right = right.unwrap_or_else(|| panic!("no reference of {} {options}", op.id));
        (right.out[0], right.flag)
    };
    (0..1_u64 << (32 - FREE)).map(|high| high << FREE).map(|x| [answer(x), answer(x + 1)]).collect()
}
