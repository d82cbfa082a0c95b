//! Chapter 2 and section 3.4: `d get`, `d set`.

use super::{Example, mab, pe};
use semantics::mncore2::build::*;

pub(super) const EXAMPLES: &[Example] = &[
    ("2-3-emulator", |b| {
        b.add(lpassa(subpeid(), lm(0)));
        b.add(get(lm(0), mab(), 1));
    }),
    ("3-4-3-example-1", |b| {
        b.add(imm(half(1.5), ln(0)));
        b.add(get(ln(0), pe(), 1).as_type(Dtype::H));
    }),
    ("3-4-3-example-2", |b| {
        b.add(lpassa(l1bid(), lr(0)));
        b.add(get(lr(0), at().n(0).c(0).m(0).p(0), 1));
    }),
    ("3-4-3-example-3", |b| {
        b.add(imm(1.5, nowrite()));
        b.add(fmwrite(aluf(), lx(0)));
        b.add(get(lx(0), mab(), 8).as_type(Dtype::F));
    }),
    ("3-4-3-example-4", |b| {
        for (k, value) in (0..).zip([1.0_f64, 2.0, 3.0, 4.0]) {
            b.add(set(lm(2 * k), mab(), [value.to_bits()]));
        }
        b.add(dbfn(lm(0).v(), nowrite()));
        b.add(dmwrite(aluf(), lx(0)));
        b.add(get(lx(0), mab(), 4).as_type(Dtype::Bd));
    }),
    ("3-4-3-example-5", |b| {
        for k in 0..4_u16 {
            b.add(imm(i32::from(k), lr(2 * k)));
        }
        b.add(nop(1));
        b.add(isub(subpeid(), lr(0).v(), omr(1)));
        b.add(get(omr(1), mab(), 1));
    }),
    ("3-4-3-example-6", |b| {
        let words = [[0, 0x1111, 0x1111, 0], [0, 0, 0x1111, 0x1111], [0x1111, 0, 0, 0], [0; 4]];
        for (k, word) in (0..).zip(words) {
            b.add(set(lm(2 * k), pe(), [halves(word)]));
        }
        b.add(spassa(lm(0).v(), omr(1)));
        b.add(lpassa(lm(0).v(), omr(2)));
        for (entry, count) in [(1, 1), (2, 1), (1, 2)] {
            b.add(get(omr(entry), pe(), count));
        }
    }),
    ("3-4-4-example-1", |b| {
        b.add(set(lm(0), pe(), [halves([1, 2, 3, 4]), halves([5, 6, 7, 8])]));
        b.add(set(lm(4), pe(), [long(0xaabb), long(0xccdd)]));
        b.add(set(lm(8), pe(), [long(0x4321), halves([0xf, 0xe, 0xd, 0xc])]));
        b.add(get(lm(0), pe(), 6));
    }),
    ("3-4-4-example-2", |b| {
        b.add(set(lr(0), pe(), [singles([1, 2]), singles([3, 4])]));
        b.add(get(lr(2), pe(), 1));
    }),
    ("3-4-4-example-3", |b| {
        b.add(set(m(0), pe(), [halves([1, 2, 3, 4]), halves([5, 6, 7, 8])]));
        b.add(get(lm(0), pe(), 2));
    }),
    ("3-4-4-example-4", |b| {
        let words = [0x1111_2222_3333_4444, 0x5555_6666_7777_8888];
        let more = [0x9999_aaaa_bbbb_cccc, 0xdddd_eeee_ffff_0000];
        b.add(set(t(), pe(), [0x1234_5678_9abc_def0]));
        b.add(get(llt(), pe(), 4));
        b.add(set(llt(), pe(), [words[0], words[1], more[0], more[1]]));
        b.add(get(llt(), pe(), 4));
    }),
];
