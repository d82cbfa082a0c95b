//! The explanation of a case arrives at the evaluator's result, for every operation under every
//! choice of options; and a handful of texts stay as they are.

use crate::cases::{explained, golden};
use seeded::{Draw, Kind, Random, bits, ones};
use softfloat::Format;
use vectors::explain::explain;
use vectors::registry::{Op, Plan};

/// A floating-point element: specials, the ends of the exponent range, exponents near `base`.
fn float(r: &mut Random, f: &Format, base: u64) -> u64 {
    let top = ones(f.exp_bits);
    let field = match r.below(20) {
        0 => 0,
        1 => top,
        2 => 1 + r.below(2),
        3 => top - 1 - r.below(2),
        4..6 => r.next() & top,
        _ => base.saturating_sub(r.below(2 * u64::from(f.man_bits) + 8)).clamp(1, top - 1),
    };
    code(r, f, field)
}

fn code(r: &mut Random, f: &Format, field: u64) -> u64 {
    let body = f.man_bits + f.pad;
    r.below(2) << (f.width - 1) | field << body | bits(r, body)
}

fn integer(r: &mut Random, width: u32) -> u64 {
    let n = match r.below(8) {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << (width - 1),
        3 => ones(width - 1),
        4 => r.below(2 * u64::from(width) + 2),
        5 => 1 << r.below(width.into()),
        _ => r.next(),
    };
    n & ones(width)
}

/// The elements of a block float: one exponent, now and then extended elements or a broken block.
fn block(r: &mut Random, f: &Format, base: u64, x: &mut [u64]) {
    let top = ones(f.exp_bits);
    let common = match r.below(12) {
        0 => 0,
        1 => top,
        _ => base.clamp(1, top - 1),
    };
    let broken = r.one_in(12);
    for e in x {
        let lower = f.subnormal && r.one_in(3) || broken && r.one_in(2);
        let field = if lower { r.below(2) * r.below(top) * u64::from(broken) } else { common };
        *e = code(r, f, field);
    }
}

fn operands(r: &mut Random, plan: &Plan) -> Vec<u64> {
    let mut x = vec![0; plan.elements()];
    let mut at = 0;
    for shape in &plan.operands {
        let f = &shape.format;
        let near = u64::from(f.bias.unsigned_abs());
        let base = if r.one_in(4) { r.next() & ones(f.exp_bits) } else { near + r.below(9) };
        let own = &mut x[at..at + shape.len];
        at += shape.len;
        match (f.is_fixed(), f.shares_exponent()) {
            (true, _) => own.iter_mut().for_each(|e| *e = integer(r, f.width)),
            (_, true) => block(r, f, base, own),
            _ => own.iter_mut().for_each(|e| *e = float(r, f, base)),
        }
        if own.len() > 1 && r.one_in(8) {
            let first = own[0];
            own.fill(first);
        }
    }
    cancel(r, plan, &mut x);
    x
}

/// Now and then makes the addend of a multiply-add the opposite of the rounded product.
fn cancel(r: &mut Random, plan: &Plan, x: &mut [u64]) {
    let sums = match plan.op.family() {
        "mncore2.vector" => plan.op.operands.contains(&"z"),
        family => family == "mncore2.matrix",
    };
    let last = plan.operands.last().filter(|s| sums && s.format == plan.result().format);
    if let Some(shape) = last.filter(|_| r.one_in(3)) {
        let z = x.len() - 1;
        x[z] = 0;
        let negated = plan.options.pairs().into_iter().find(|(name, _)| name == "neg");
        let last = (plan.operands.len() - 1).to_string();
        let sign = u64::from(!negated.is_some_and(|(_, of)| of.ends_with(&last)));
        x[z] = plan.run(x).out()[0] ^ sign << (shape.format.width - 1) ^ r.below(2);
    }
}

/// Explains `count` cases of every choice of an operation's options.
fn agrees(op: &'static Op, count: u64) {
    for (n, options) in op.all_sets().iter().enumerate() {
        let plan = op.plan(options);
        let mut r =
            Random::new(op.id.bytes().fold(n as u64, |h, b| h.wrapping_mul(31) ^ u64::from(b)));
        for _ in 0..count {
            let x = operands(&mut r, &plan);
            explained(&plan, &x, WIDEST);
        }
    }
}

/// Lines have at most 100 columns, except some of doubles in a table.
const WIDEST: usize = 110;

/// Every operation of a unit.
fn agree(prefix: &str, count: u64) {
    let ops: Vec<&'static Op> =
        vectors::operations().all().filter(|op| op.id.starts_with(prefix)).collect();
    assert!(!ops.is_empty(), "{prefix}");
    ops.into_iter().for_each(|op| agrees(op, count));
}

#[test]
fn conversions() {
    agree("mncore2.convert.", Kind::Explanation.cases());
}

#[test]
fn vector_multiply_add() {
    for letter in ["d", "f", "h"] {
        agree(&format!("mncore2.mau.{letter}v"), Kind::Explanation.cases() / 4);
    }
}

#[test]
fn matrix_multiply_add() {
    for letter in ["d", "f", "g", "h"] {
        agree(&format!("mncore2.mau.{letter}m"), Kind::Explanation.cases() / 4);
    }
}

#[test]
fn block_conversions() {
    agree("mncore2.bf.", Kind::Explanation.cases());
}

#[test]
fn reductions() {
    agree("mncore2.rrn.", Kind::Explanation.cases() / 4);
}

#[test]
fn alu() {
    agree("mncore2.alu.", Kind::Explanation.cases());
}

#[test]
fn any_number_of_any_elements_is_explained() {
    for op in vectors::operations().all() {
        let plan = op.plan(&op.option_sets()[0]);
        for x in [&[][..], &[u64::MAX; 3], &[u64::MAX; 40]] {
            assert!(explain(&plan, x).contradicted_by.is_none(), "{} {x:x?}", op.id);
        }
    }
}

#[test]
fn texts_of_multiply_add() {
    golden("fvfma", "mncore2.mau.fvfma", &[], &[0x4980_0008, 0x4980_0008, 0xd380_0000]);
    golden(
        "hvfma-ports",
        "mncore2.mau.hvfma",
        &["neg=0,2", "short=0", "ext=2", "r"],
        &[0x3f80_6000, 0x3e00, 0xb001],
    );
    golden(
        "dvfma-infinite",
        "mncore2.mau.dvfma",
        &[],
        &[0x7ff0_0000_0000_0000, 0x3ff0_0000_0000_0000, 0xfff0_0000_0000_0001],
    );
    golden(
        "fmfma",
        "mncore2.mau.fmfma",
        &[],
        &[
            0x3fc0_001f,
            0x3fc0_001f,
            0x3f80_0000,
            0x3f80_0000,
            0x3fc0_001f,
            0x3fc0_001f,
            0x3f80_0000,
            0x3f80_0000,
            0xc000_007c,
        ],
    );
    let mut x = vec![0x3e00; 32];
    (x[0], x[1], x[16]) = (0x3f00, 0x0001, 0x3f00);
    x.push(0);
    x[17] = 0x3f00;
    golden("hmfma", "mncore2.mau.hmfma", &[], &x);
}

#[test]
fn texts_of_reductions() {
    golden(
        "ffadd",
        "mncore2.rrn.l1bm4.ffadd",
        &[],
        &[0x3f80_0000, 0x32b3_3333, 0x32b3_3333, 0xb2b3_3333],
    );
    golden(
        "ffadd-mv8",
        "mncore2.rrn.mv8.ffadd",
        &[],
        &[0x3f80_0000, 0x3380_0000, 0, 0x3380_0000, 0, 0, 0, 0],
    );
    golden(
        "fmax-r",
        "mncore2.rrn.l1bm4.fmax",
        &["r"],
        &[0x4f81_2345, 0x3f80_0000, 0x3f00_0000, 0xc040_0000],
    );
    golden(
        "iiadd-l1bset",
        "mncore2.rrn.l2bm8.iiadd",
        &["l1bset=0/1"],
        &[0xffff_ffff, 2, 3, 4, 5, 6, 7, 8],
    );
}

#[test]
fn texts_of_the_alu() {
    golden(
        "hbfe",
        "mncore2.bf.hbfe",
        &["n=9"],
        &[0x3e00, 0x33ff, 0x33fe, 0x31ff, 0x3000, 0x2000, 0xa000, 0x8000, 0, 0, 0, 0, 0, 0, 0, 0],
    );
    golden("frsqrt", "mncore2.alu.frsqrt", &[], &[0x3f00_0000]);
    golden("fftoi", "mncore2.alu.fftoi", &[], &[0xcf32_d05e]);
    golden("ilsl", "mncore2.alu.ilsl", &[], &[1, 0x20]);
    golden("convert", "mncore2.convert.f_to_h", &[], &[0x3f80_6000]);
}
