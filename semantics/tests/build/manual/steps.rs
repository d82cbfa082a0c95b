//! Sections 3.6, 3.7 and 4.3: steps.

use super::{Example, at, mab, pe};
use semantics::mncore2::build::*;
use semantics::mncore2::isa::ImmediateKind;

pub(super) const EXAMPLES: &[Example] = &[
    ("3-6-2-1-fixed-entry", |b| {
        b.add(set(lm(0), pe(), [0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0x23, 0x24].map(long)));
        b.add(unmask());
        b.add(lpassa(lm(0).v(), lr(0).v().mask(pattern(0b0001))));
        b.add(lpassa(lm(8).v(), lr(8).v().mask(pattern(0b1000))));
        b.add(get(lr(0), pe(), 8));
    }),
    ("3-6-2-1-many-lines", |b| {
        b.add(set(lm(0), pe(), [0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0x23, 0x24].map(long)));
        b.add(mask(pattern(0b0001)).grf0());
        b.add(lpassa(lm(0).v(), lr(0).v()));
        b.add(lpassa(lm(8).v(), lr(8).v()));
        b.add(unmask());
        b.add(lpassa(lm(0).v(), lr(16).v()));
        b.add(get(lr(0), pe(), 12));
    }),
    ("3-6-2-1-masked-mask", |b| {
        b.add(set(lm(0), pe(), [0x11, 0x12, 0x13, 0x14].map(long)));
        b.add(sinc(peid(), omr(1).mask(pattern(0b1100))));
        b.add(get(omr(1), pe(), 1));
        b.add(spassa(lm(0).v(), ln(0).v().mask(imr(1))));
        b.add(get(ln(0), pe(), 4));
    }),
    ("3-6-2-1-variable-entry", variable_entry),
    ("3-6-8-2-turnaround", turnaround),
    ("3-6-8-20-rotation", |b| {
        b.add(lpassa(mabid(), lr(0).v()));
        b.add(nop(1));
        b.add(l1bmd_up(1, lr(0).v(), lb(0)));
        b.add((l1bmd_up(-1, lr(0).v(), lb(256)), l1bmd(1, lbi(), ls(0).v())));
        b.add(l1bmd(-1, lbi(), ls(8).v()));
        b.add(nop(1));
        b.add(l1bmd(0, lb(0), ls(16).v()));
        b.add(l1bmd(0, lb(256), ls(24).v()));
        for k in 0..4 {
            b.add(get(ls(8 * k), pe(), 1));
        }
        for a in [6, 14] {
            b.add(get(ls(a), at().n(0).c(0).b(0).p(3), 1));
        }
    }),
    ("3-7-1-integer-to-float", |b| {
        for k in 0..8_u16 {
            b.add(imm(100 + i32::from(k), s(k).mask(pattern(0b1000))));
        }
        b.add(imm(8_388_608.0, lr(0).mask(pattern(0b1000))));
        b.add(ior(ls(0).v(), aluf(), nowrite()));
        b.add(fvadd(aluf(), -lr(0), ls(0).v()));
        b.add(get(ls(0), pe(), 4).as_type(Dtype::F));
    }),
    ("3-7-2-one-read-two-uses", |b| {
        for pe in 0..4_u8 {
            let words = [0, 2, 4, 6, 8, 10, 12, 14].map(|k| {
                let first = u32::from(pe) << 8 | k;
                singles([first, first + 1])
            });
            b.add(set(llm(0), mab().p(pe), words));
        }
        b.add(set(lr(0), mab(), [singles([0x1000; 2]); 4]));
        b.add((isub(lr(0).v(), llm(0).v(), ln(0).v()), l1bmm_at(0, llm(0).v(), llb(0))));
        b.add(isub(lr(0).v(), lm(0).stride(4), ln(8).v()));
        b.add(get(ln(0), mab(), 8));
        b.add(get(lb(0), at().n(0).c(0).b(0), 32));
    }),
    ("3-7-3-one-result-three-places", |b| {
        b.add(set(llm(0), pe(), [0, 1, 2, 3, 4, 5, 0, 7].map(long)));
        b.add(lpassa(llm(0).v(), (ln(0).v(), lls(0).v(), omr(1))));
        b.add(get(ln(0), pe(), 4));
        b.add(get(ls(0), pe(), 8));
        b.add(get(omr(1), pe(), 1));
    }),
    ("4-3-omitted-product", |b| {
        let number = |text| literal(ImmediateKind::F, text);
        b.add(imm(number("1099511627776.0"), lr(0).mask(pattern(0b1000))));
        b.add(imm(number("1048577.0"), nowrite()));
        b.add(fvfma(aluf(), aluf(), -lr(0), s_of_long(0)));
        b.add(get(ls(0), pe(), 1));
        b.add(get(ls(0), pe(), 1).as_type(Dtype::F));
    }),
];

/// `$lsA/1000`
fn s_of_long(address: u16) -> Masked {
    ls(address).mask(pattern(0b1000))
}

fn variable_entry(b: &mut Builder) {
    for pe in 0..4_u8 {
        let rows = [0, 1, 2, 3].map(|k| {
            let mut row = [0; 4];
            row[k] = 0x4000;
            halves(row)
        });
        b.add(set(ls(8 * u16::from(pe)), mab().p(pe), rows));
    }
    b.add(set(lm(0), mab(), [0x3e00, 0x4000, 0x4100, 0x4200].map(|h| halves([h; 4]))));
    b.add(set(lm(40), mab(), [[0, 1], [1, 0], [0, 0], [1, 1]].map(singles)));
    b.add(set(lr(0), mab(), [singles([0xbf80_0000; 2]); 8]));
    for k in 0..4_u8 {
        b.add(hbfn(9, ls(8 * u16::from(k)).v(), nowrite()));
        b.add(hmwrite(aluf(), lx(4 * k)));
    }
    b.add(ipassa(lm(40).v(), omr(1)));
    b.add(hbfn(9, lm(0).v(), lm(0).v()));
    b.add(nop(2));
    b.add(hmmul(Side::X, lm(0).v(), llr(0).v().mask(llimr(1))));
    b.add(get(llr(0), mab(), 4).as_type(Dtype::F));
    b.add(get(omr(1), pe(), 1));
}

fn turnaround(b: &mut Builder) {
    for pe in 0..4_u64 {
        let words = [0xc, 0xc, 0xc, 0xc, 0xd, 0xd, 0xd, 0xd];
        let word = |(k, letter): (u64, u64)| long(letter << 12 | 2 << 8 | (k % 4) << 4 | pe);
        let words: Vec<_> = (0..).zip(words).map(word).collect();
        b.add(set(lr(0), at().n(0).c(0).b(0).m(2).p(pe as u8), &words[..]));
    }
    b.add(l1bmm_at(2, lr(0).v(), lb(0)));
    b.add((l1bmm(lbi(), lm(0).v()), l1bmm_at(2, lr(8).v(), lb(16))));
    b.add(l1bmm(lbi(), lm(8).v()));
    b.add(l1bmm_at(2, lr(0).v(), lb(32)));
    b.add(l1bmm_at(2, lr(8).v(), lb(48)));
    b.add(nop(1));
    b.add(nop(1));
    b.add(l1bmm(lb(32), lm(16).v()));
    b.add(l1bmm(lb(48), lm(24).v()));
    b.add(get(lm(0), mab(), 16));
    b.add(get(lm(8), at().n(0).c(0).b(0).m(15).p(3), 4));
    b.add(get(lb(0), at().n(0).c(0).b(0), 32));
}
