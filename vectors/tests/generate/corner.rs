//! What the corner cover promises.

use super::{operands, request, set};
use crate::common::operations;
use std::collections::{BTreeMap, HashSet};
use vectors::class::Class;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Answers, Op};

#[test]
fn corner_covers_every_choice_of_options() {
    let mut total = 0;
    let every = seeded::one_in(12);
    for op in operations(41).step_by(every as usize) {
        let set = set(&op.id, Cover::Corner, 0);
        total += if op.id.starts_with("mncore2.") { set.len() } else { 0 };
        let mut found: BTreeMap<String, HashSet<Vec<u64>>> = BTreeMap::new();
        set.for_each(0..set.len(), |plan, x| {
            let new = found.entry(plan.options.to_string()).or_default().insert(x.to_vec());
            assert!(new, "{} [{}] {x:x?} stands twice", op.id, plan.options);
        });
        let sets = op.option_sets();
        assert_eq!(found.len(), sets.len(), "{}", op.id);
        let plain = found[&sets[0].to_string()].len();
        for (options, cases) in found {
            // Of a block of one or two elements there are few in narrow formats.
            let least = if options.contains("n=") { 8 } else { 48 };
            assert!(
                cases.len() >= plain.min(least),
                "{} [{options}]: {} cases",
                op.id,
                cases.len()
            );
        }
    }
    // All operations together; of one in so many the sum is an estimate.
    let right = if every == 1 { 200_000..=500_000 } else { 100_000..=1_000_000 };
    assert!(right.contains(&(every * total)), "{total} corner cases, of one operation in {every}");
}

#[test]
fn options_that_widen_words_wait_until_they_are_asked_for() {
    // Elements too, of which blocks may have more.
    let widths = |op: &'static Op, options: &vectors::registry::Options| -> Vec<(u32, usize)> {
        let plan = op.plan(options);
        let shapes = plan.operands.iter().chain(&plan.results);
        shapes.map(|shape| (shape.format.width, shape.len)).collect()
    };
    let mut operations = 0;
    for op in vectors::operations().all() {
        let (unasked, asked) = (op.option_sets(), op.asked_sets());
        let plain = widths(op, &unasked[0]);
        assert!(asked.iter().all(|options| widths(op, options) != plain), "{}", op.id);
        if !asked.is_empty() {
            operations += 1;
            assert!(unasked.iter().all(|options| widths(op, options) == plain), "{}", op.id);
        }
    }
    assert!(operations > 100, "{operations}");
}

#[test]
fn corner_hits_every_class_of_every_operand() {
    use Class::{
        Infinite, InfiniteMantissa, Large, Limit, Normal, Ones, Power, Small, Zero, ZeroMantissa,
    };
    let floats =
        [Zero, ZeroMantissa, Small, Power, Normal, Large, Infinite, InfiniteMantissa].to_vec();
    let integers = [Zero, Normal, Ones, Limit].to_vec();
    for op in vectors::operations().all().filter(|op| op.id.starts_with("mncore2.")) {
        let plain = op.option_sets()[0];
        let set = Set::new(&Request { options: Some(plain), ..request(&op.id, Cover::Corner, 0) });
        let set = set.expect("a set");
        let mut seen = vec![HashSet::new(); op.operands.len()];
        set.for_each(0..set.len(), |plan, x| {
            for (i, own) in operands(plan, x) {
                seen[i].extend(own.iter().map(|e| Class::of(&plan.operands[i].format, *e)));
            }
        });
        let plan = op.plan(&plain);
        for (i, seen) in seen.iter().enumerate() {
            let float = plan.operands[i].format.has_exponent();
            let classes = if float { &floats } else { &integers };
            // Without a sign there is no such limit.
            let sign = plan.operands[i].format.sign;
            for class in classes.iter().filter(|class| sign || **class != Limit) {
                assert!(seen.contains(class), "{} operand {i} is never {class:?}", op.id);
            }
        }
    }
}

/// Answers that change no case of an operation: patterns of its id, the question, and why.
const WITHOUT_EFFECT: &[(&str, &str, &str)] = &[
    ("mncore2.mau.?vmul", "mau_inf_minus_inf", "the addend is 0"),
    ("mncore2.mau.?vpassa", "mau_inf_minus_inf", "the addend is 0"),
    ("mncore2.mau.?mmul", "mau_inf_minus_inf", "the addend is 0"),
    ("mncore2.mau.?mmul", "mau_infinity", "asks for an infinite addend"),
    ("mncore2.mau.?vpassa", "mau_infinity", "the number overflows to the same infinity"),
    ("mncore2.mau.?vadd", "inf_times_zero", "the multiplier is 1"),
    ("mncore2.mau.?vpassa", "inf_times_zero", "the multiplier is 1"),
    ("mncore2.mau.?vadd", "product_range", "the multiplier is 1"),
    ("mncore2.mau.?vpassa", "product_range", "the multiplier is 1"),
    ("mncore2.mau.hv*", "product_range", "products of halves are in single's range"),
    ("mncore2.mau.?vpassa", "mau_zero", "the product is below the smallest number"),
    ("mncore2.mau.fvpassa,mncore2.mau.hvpassa", "mau_flag", "nothing underflows"),
    ("mncore2.mau.fvpassa,mncore2.mau.hvpassa", "tiny", "nothing is rounded"),
    ("mncore2.mau.fvadd", "tiny", "sums below the smallest number are exact"),
    ("mncore2.mau.hv*", "shorten_zero", "signs of zeros do not count"),
    ("mncore2.mau.hv*", "shorten_special", "mantissas of zeros and infinities do not count"),
    ("mncore2.mau.?m*", "block_common", "no block is invalid"),
    ("mncore2.bf.h*", "shorten_special", "mantissas of zeros and infinities do not count"),
    ("mncore2.rrn.*.?fadd", "extend_special", "mantissas of zeros and infinities do not count"),
    ("mncore2.rrn.l1bm4.hfadd", "rrn_align4", "9 bits lose nothing in the single circuit"),
    ("mncore2.rrn.l1bm*.hfadd", "rrn_zero", "2^-127 is nothing to a half"),
    ("mncore2.rrn.l2*.?fadd,mncore2.rrn.mv*.?fadd", "tiny", "small sums are exact"),
    ("mncore2.rrn.l1bm*.dfadd,mncore2.rrn.l1bm*.hfadd", "tiny", "small sums are exact"),
    ("mncore2.alu.drsqrt,mncore2.alu.frsqrt", "rsqrt_half", "asks for half"),
    ("mncore2.alu.hrsqrt", "shorten_special", "mantissas of zeros and infinities do not count"),
    ("mncore2.alu.hftoi,mncore2.alu.uhftoi", "shorten_*", "limits and zeros come out alike"),
    ("silicon.*.f16.f16.f32,silicon.*.f32.f16", "rounded_zero", "products are multiples of 2^-48"),
    ("silicon.*.mma.k*.e?m?.e?m?.f32", "rounded_zero", "products are multiples of 2^-32"),
    ("silicon.*.wgmma.k*.e?m?.e?m?.f32", "rounded_zero", "products are multiples of 2^-32"),
    ("silicon.*.tcgen05.k*.e?m?.e?m?.f32", "rounded_zero", "products are multiples of 2^-32"),
    ("silicon.*nvf4*", "rounded_zero", "scales are multiples of 2^-9"),
    ("silicon.*.e4m3.e4m3.f16", "rounded_zero", "products are multiples of 2^-18"),
    (
        "silicon.*.e3m2.*.f16,silicon.*.e2m3.*.f16",
        "rounded_zero",
        "products are multiples of 2^-20",
    ),
    (
        "silicon.*.e2m1.*.f16,silicon.*.e?m?.e3m2.f16",
        "rounded_zero",
        "products are multiples of 2^-20",
    ),
    ("silicon.*.e?m?.e2m?.f16", "rounded_zero", "products are multiples of 2^-20"),
    ("silicon.*.f32.f16", "zero_terms", "a binary16 addend is never so small"),
    ("silicon.nvidia.*.mma.k32.e4m3.*.f16", "zero_terms", "products are multiples of 2^-25"),
    ("silicon.nvidia.*.mma.k32.e5m2.e4m3.f16", "zero_terms", "products are multiples of 2^-25"),
    ("silicon.nvidia.ada.mma.k16.e4m3.*.f16", "zero_terms", "products are multiples of 2^-25"),
    ("silicon.nvidia.ada.mma.k16.e5m2.e4m3.f16", "zero_terms", "products are multiples of 2^-25"),
    ("silicon.nvidia.*wgmma.k32.e4m3.*.f16", "zero_terms", "products are multiples of 2^-25"),
    ("silicon.nvidia.*wgmma.k32.e5m2.e4m3.f16", "zero_terms", "products are multiples of 2^-25"),
    (
        "silicon.nvidia.*blackwell.*.e?m?.e?m?.f16",
        "zero_terms",
        "25 bits below 2^-14 hold every product",
    ),
    ("silicon.nvidia.hopper.mma.k32.*", "zero_terms", "the addend has an addition of its own"),
    ("silicon.nvidia.blackwell.mma.k32.*", "zero_terms", "the addend has an addition of its own"),
    ("silicon.nvidia.*.e2m?.e2m?.f32", "zero_terms", "zeros count by 2^-124 at most"),
    (
        "silicon.amd.cdna3.*.f16.f16.f32,silicon.amd.cdna3.*fnuz*",
        "large_products",
        "no product is so large",
    ),
    ("silicon.x86.tdpfp16ps", "x86_tininess", "sums are multiples of 2^-48"),
];

fn without_effect(op: &Op, question: &str) -> bool {
    WITHOUT_EFFECT.iter().any(|(ops, name, _)| {
        let named = name.strip_suffix('*').map_or(question == *name, |n| question.starts_with(n));
        named
            && vectors::operations().select(ops).expect("registered").iter().any(|o| o.id == op.id)
    })
}

/// Under every other answer to what is decided about an operation, some corner case gives other bits.
#[test]
fn corner_shows_every_decision() {
    let mut unseen = Vec::new();
    for op in vectors::operations().all().filter(|op| !op.alternatives().is_empty()) {
        let set = set(&op.id, Cover::Corner, 0);
        let mut left: Vec<_> =
            op.alternatives().into_iter().map(|a| (a, Answers::DECIDED.with(a))).collect();
        set.for_each(0..set.len(), |plan, x| {
            let decided = plan.run(x);
            left.retain(|(_, answers)| plan.run_with(answers, x) == decided);
        });
        left.retain(|(s, _)| !without_effect(op, s.name));
        unseen.extend(left.iter().map(|(s, _)| format!("{} {}={}", op.id, s.name, s.value)));
    }
    assert!(unseen.is_empty(), "{}", unseen.join("\n"));
}

#[test]
fn blocks_are_valid() {
    let mut extended = 0;
    for set in
        [set("mncore2.mau.?m*", Cover::Corner, 0), set("mncore2.mau.?m*", Cover::Random, 20_000)]
    {
        set.for_each(0..set.len(), |plan, x| {
            assert_eq!(plan.op.family(), "mncore2.matrix");
            for (i, block) in operands(plan, x).take(2) {
                let f = &plan.operands[i].format;
                let field = |e: &u64| (e >> (f.man_bits + f.pad)) as i32 & f.top();
                let common = block.iter().map(field).max().expect("elements");
                for e in block {
                    let own = field(e);
                    let zero = own == 0 && f.subnormal;
                    assert!(own == common || zero, "{} {block:x?}", plan.op.id);
                    extended += u32::from(own != common);
                }
            }
        });
    }
    assert!(extended > 1000, "{extended} extended elements");
}

/// The value of a binary16 number.
fn half(code: u64) -> f64 {
    let magnitude = match (code >> 10 & 31, code & 0x3ff) {
        (0, fraction) => fraction as f64 * 2f64.powi(-24),
        (31, _) => f64::NAN,
        (field, fraction) => (1024 + fraction) as f64 * 2f64.powi(field as i32 - 25),
    };
    if code >> 15 == 1 { -magnitude } else { magnitude }
}

/// The exponent of the exact product of normal binary32 numbers, where their odd parts together have at most 128 bits.
fn exponent_of_product(x: &[u64]) -> Option<i64> {
    let (mut product, mut exponent) = (1u128, 0);
    for code in x {
        let field = (code >> 23 & 0xff) as i64;
        let significand = u128::from(code & 0x7f_ffff | 1 << 23);
        let zeros = significand.trailing_zeros();
        product =
            product.checked_mul(significand >> zeros).filter(|_| (1..255).contains(&field))?;
        exponent += field - 150 + i64::from(zeros);
    }
    Some(exponent + i64::from(product.ilog2()))
}

/// Results that few cases have, and that designs get wrong: some directed case has each.
#[test]
fn rare_results_are_drawn() {
    type Has = fn(&[u64], &[u64]) -> bool;
    let rare: [(&str, Has); 5] = [
        // Rounded to 2: sf is one more than the exponent of the exact product.
        ("ieee.f32.scaled_prod", |x, out| {
            let scale = i64::from(out[1] as u32 as i32);
            x.len() == 16 && exponent_of_product(x).is_some_and(|exact| scale > exact)
        }),
        ("ieee.f16.scaled_prod_sum", |x, out| {
            let (p, q) = x.split_at(x.len() / 2);
            let product: f64 = p.iter().zip(q).map(|(p, q)| half(*p) + half(*q)).product();
            let exponent = product.abs().log2().floor();
            product.is_finite() && product != 0.0 && f64::from(out[1] as u32 as i32) > exponent
        }),
        // Half a place above the largest number.
        ("ieee.f16.augmented_multiplication", |x, _| half(x[0]) * half(x[1]) == -65520.0),
        ("ieee.f16.augmented_subtraction", |x, _| half(x[0]) - half(x[1]) == 65520.0),
        ("ieee.f128.augmented_multiplication", |_, out| {
            out[..2] == [u64::MAX, 0x7ffe_ffff_ffff_ffff] && out[2..] == [0, 0x7f8d << 48]
        }),
    ];
    for (id, has) in rare {
        let set = Set::new(&request(id, Cover::Corner, 0)).expect("a set");
        let mut count = 0;
        set.for_each(0..set.len(), |plan, x| {
            count += usize::from(has(x, plan.run(x).out()));
        });
        assert!(count > 0, "{id}");
    }
}
