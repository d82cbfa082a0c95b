//! Text: the guide's words, identities, and what is wrong.

use seeded::{Draw, Random};
use semantics::tile::isa::{Instruction, rows};
use semantics::tile::text::{parse, print};

/// Rows ENC-01 to ENC-22 of the guide: text, word.
const WORDS: [(&str, u64); 22] = [
    ("tmma.bf16.f32 t8, t0, t4", 0x0000_0002_0004_05bf),
    ("tmma.s8.s32 t16, t32, t40, n=2, noacc, transa, transb", 0x0001_c114_1008_31bf),
    ("tmma.f16.f16 t255, t254, t253, reusea, reuseb, reused, neg1", 0x0002_387e_ff7f_95bf),
    ("tcvt.f32.mxfp8_e4m3 t4, t0", 0x0000_0000_0010_023f),
    ("tcvt.bf16.fp8_e5m2 t4, t2, rm=rup, sat=satfinite", 0x0000_0130_0812_123f),
    ("talu.tanh.f16 t1, t2, tm", 0x4000_0000_0806_663f),
    ("talu.exp.f32 t1, #0x3f800000", 0x03f8_000c_0005_463f),
    ("talu.trans.e16.m16n32 t3, t2", 0x0000_0000_080c_763f),
    ("talu.max.bf16 t1, t2, t3, neg2", 0x0000_800c_0806_5a3f),
    ("talu.fma.fp32 t1, t2, t3, t4, neg3", 0x0200_100c_0804_0e3f),
    ("tmv.mv2t t5, v8, off=3", 0x0000_0061_a014_3a3f),
    ("tmv.t2v x10, t5, off=x11", 0x0000_0005_a814_7a3f),
    ("tgmem.ld_b32.unit t7, 32736(x10), n=2", 0x0000_3e2f_a81c_003f),
    ("tsmem.st_blk.mx48 t7, (x10), off=x12", 0x0000_1900_281d_24bf),
    ("tsmem.add_fp16.x4.ret x5, (x10), x6", 0x0000_0023_2816_70bf),
    ("tsmem.cas_b32.ret x6, (x10), x12", 0x0000_0006_281a_ecbf),
    ("tsmem.mbar_arrive x0, (x10), x0", 0x0000_0000_2800_40bf),
    ("tacp.linear global, cta, x10, x11, x12, mbar=x13", 0x0000_6923_16a0_4c3f),
    ("tctrl.tcsr.wi tcsr, 0x1", 0x0000_0000_1000_a13f),
    ("tctrl.twait.mem tgld=0, tsst=3", 0x0000_0060_0004_893f),
    ("tctrl.tsync.cta id=4, n=32", 0x0000_0002_0900_053f),
    ("tctrl.tsync.cta id=x5", 0x0000_0000_0025_053f),
];

#[test]
fn words_of_the_guide() {
    for (text, word) in WORDS {
        let read = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read.word(), word, "{text}: {:016x}", read.word());
        assert_eq!(print(&read), text);
    }
}

/// Random instructions of every row: word, text, the same word; and the text is the same text.
#[test]
fn texts_of_every_row() {
    let mut random = Random::new(0x7e57_0001);
    for row in rows() {
        let mut seen = 0;
        for _ in 0..40_000 {
            let thinned = random.next() & random.next() & (random.next() | random.next());
            let Ok(one) = Instruction::decode(row.word() | thinned & !row.mask()) else { continue };
            let text = print(&one);
            let read = parse(&text).unwrap_or_else(|e| panic!("{text} {:016x}: {e}", one.word()));
            assert_eq!(read.word(), one.word(), "{text}");
            seen += 1;
            if seen == 60 {
                break;
            }
        }
        assert!(seen > 0, "{}", row.mnemonic);
    }
}

/// Other ways to write the same.
#[test]
fn spellings() {
    for (one, other) in [
        ("tmv.mv2t t5, x10, off=x11", "tmv.mv2t t5, a0 ,off = x11"),
        ("tctrl.tsync.cta id=x5", "tctrl.tsync.cta id=x5, n=x5"),
        ("tgmem.ld_b32.unit t7, (x10)", "tgmem.ld_b32.unit t7, 0(a0) # comment"),
        (
            "tacp.linear cta, global, x1, x2, x3",
            "tacp.linear cta, global, ra, sp, gp, bulk // none",
        ),
        ("talu.add.bf16 t1, x5, t3", "talu.add.bf16 t1, x5, t3"),
        ("talu.exp.f32 t1, #0x5", "talu.exp.f32 t1, #5"),
    ] {
        assert_eq!(parse(other).map(|i| print(&i)).as_deref(), Ok(one), "{other}");
    }
}

/// Text, and a part of what is said of it.
#[test]
fn what_is_wrong() {
    for (text, part) in [
        ("tmma.bf16.f32 t8, t0", "ends where it wants"),
        ("tmma.bf16.f32 t8, t0, t4, n=4", "nummma"),
        ("tmma.bf16.f32 t8, t0, t256", "cannot stand here"),
        ("tmma.bf16.f32 t8, t0, t4, transa", "transmata"),
        ("tmma.f16.f23 t8, t0, t4", "there is no instruction"),
        ("tgmem.wbinv", "reserved"),
        ("tgmem.ld_b32.unit t7, 33(x10)", "displacement"),
        ("tgmem.ld_b32.unit t7, 64(x10), off=x3", "beside"),
        ("tgmem.ld_b32.stride t7, 32(x10), x3", "cannot stand here"),
        ("tsmem.inc_u32.tile t7, (x10)", "one register only"),
        ("tsmem.add_u64.x2.ret x5, (x10), x6", "64 bits"),
        ("tsmem.add_u32 x5, (x10), x6", "nothing returns"),
        ("tctrl.tcsr.wi tlenb, 1", "cannot be written"),
        ("tctrl.tsync.cta id=x5, n=x6", "not right"),
        ("tctrl.tsem.read id=3, x1, x9", "cannot stand here"),
        ("tcvt.f32.fp8_e4m3 t4, #1", "cannot stand here"),
        ("tacp.conv cta, global, x1, x2, v3, dim=2", "map"),
        ("tacp.tmap cta, global, x1, x2, v3, dsttm, srctm", "dim"),
        ("talu.exp.bf16 t1, #0x10000", "0xffff"),
    ] {
        let told = parse(text).expect_err(text);
        assert!(told.contains(part), "{text}: {told}");
    }
}
