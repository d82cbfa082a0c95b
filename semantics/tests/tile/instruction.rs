//! Instructions on the registers of a warp: what CSRs and operands do to products, conversions and functions, and what they
//! leave reserved.

use semantics::tile::exec::alu::{computation, function, transposition};
use semantics::tile::exec::convert::conversion;
use semantics::tile::exec::element::unpack;
use semantics::tile::exec::product::product;
use semantics::tile::isa::{Action, Field as F, Instruction, rows};
use semantics::tile::state::Thread;
use semantics::tile::{Fault, Kind};
use softfloat::sum::tile::Profile;

/// The instruction of this name with these fields.
fn instruction(mnemonic: &str, fields: &[(F, u64)]) -> Instruction {
    let row = rows().iter().find(|row| row.mnemonic == mnemonic).expect("a row");
    Instruction::encode(row, fields).expect("a word")
}

fn run(thread: &mut Thread, mnemonic: &str, fields: &[(F, u64)]) -> Result<(), Fault> {
    let i = instruction(mnemonic, fields);
    match i.action() {
        Action::Product(kind) => product(thread, &i, kind, Profile::Slice),
        Action::Convert { from, to } => conversion(thread, &i, from, to),
        Action::Function { function: of, element } => function(thread, &i, of, element),
        Action::Arithmetic { operation, element } => computation(thread, &i, operation, element),
        Action::Transpose(transpose) => {
            transposition(thread, &i, transpose);
            Ok(())
        }
        other => panic!("{other:?}"),
    }
}

/// The kind of error, and that nothing changed.
fn refused(thread: &Thread, mnemonic: &str, fields: &[(F, u64)]) -> Option<Kind> {
    let mut after = thread.clone();
    let found = run(&mut after, mnemonic, fields).err().map(|fault| fault.kind);
    assert!(found.is_none() || after == *thread, "{mnemonic} changed something");
    found
}

fn with_csr(index: u64, value: u64) -> Thread {
    let mut thread = Thread::default();
    assert!(thread.csrs.set(index, value));
    thread
}

/// Fills a register with an element of so many bits.
fn fill(thread: &mut Thread, register: u8, width: usize, code: u64) {
    let size = width / 8;
    for element in thread.tile_mut(register).chunks_exact_mut(size) {
        element.copy_from_slice(&code.to_le_bytes()[..size]);
    }
}

fn element(thread: &Thread, register: u8, width: usize, at: usize) -> u64 {
    let mut codes = Vec::new();
    unpack(width, thread.tile(register), |code| codes.push(code));
    codes[at]
}

#[test]
fn a_product_of_ones_and_its_flags() {
    let mut thread = Thread::default();
    fill(&mut thread, 0, 16, 0x3f80);
    fill(&mut thread, 4, 16, 0x3f80);
    for register in 8..12 {
        fill(&mut thread, register, 32, 0x4b80_0000);
    }
    let fields = [(F::Dst, 8), (F::SrcA, 0), (F::SrcB, 4)];
    run(&mut thread, "tmma.bf16.f32", &fields).unwrap();
    // 2^24 + 16.
    assert_eq!(
        (element(&thread, 8, 32, 0), element(&thread, 11, 32, 255)),
        (0x4b80_0008, 0x4b80_0008)
    );
    assert_eq!((thread.fflags(), thread.tile(12)), (0, &[0; 1024]));
    // 2^-24 more in an element is inexact.
    thread.tile_mut(0)[..2].copy_from_slice(&0x3f81u16.to_le_bytes());
    run(&mut thread, "tmma.bf16.f32", &fields).unwrap();
    assert_eq!(thread.fflags(), 1);
}

#[test]
fn a_clamped_integer_sets_vxsat() {
    let mut thread = with_csr(1, 0x10 | 2);
    fill(&mut thread, 0, 8, 1);
    (1..5).for_each(|register| fill(&mut thread, register, 8, 1));
    fill(&mut thread, 9, 32, 0x7fff_fff0);
    run(&mut thread, "tmma.s8.s32", &[(F::Dst, 9), (F::SrcA, 0), (F::SrcB, 1)]).unwrap();
    assert_eq!(element(&thread, 9, 32, 0), 0x7fff_ffff);
    assert_eq!(thread.csrs.get(1, false), Some(0x92));
    assert_eq!(thread.fflags(), 0);
}

/// D and the sources may overlap: all sources are read before (TILE-D12).
#[test]
fn groups_overlap() {
    let mut thread = with_csr(1, 1);
    fill(&mut thread, 0, 16, 0x3c00);
    run(&mut thread, "tmma.f16.f32", &[(F::NoAcc, 1)]).unwrap();
    assert_eq!(
        (element(&thread, 0, 32, 0), element(&thread, 0, 32, 255)),
        (0x4200_0000, 0x4200_0000)
    );
}

#[test]
fn products_that_csrs_leave_reserved() {
    let illegal = Some(Kind::Illegal);
    let (s32, s16, none) = (Thread::default(), with_csr(1, 1), with_csr(1, 3));
    assert_eq!(refused(&none, "tmma.bf16.f32", &[]), illegal);
    assert_eq!(refused(&none, "tmma.s8.s32", &[]), illegal);
    assert_eq!(refused(&s16, "tmma.mxe3m2.f32", &[]), illegal);
    assert_eq!(refused(&s32, "tmma.mxe3m2.f32", &[]), None);
    assert_eq!(refused(&s16, "tmma.s8.s32", &[(F::TransMatA, 1)]), illegal);
    assert_eq!(refused(&s16, "tmma.e4m3.f16", &[(F::TransMatB, 1)]), illegal);
    assert_eq!(refused(&s32, "tmma.e4m3.f16", &[(F::TransMatB, 1)]), None);
    assert_eq!(refused(&s32, "tmma.bf16.f32", &[(F::Dst, 253)]), illegal);
    assert_eq!(refused(&s32, "tmma.bf16.f32", &[(F::Dst, 252)]), None);
    assert_eq!(refused(&s16, "tmma.f16.f16", &[(F::SrcB, 255)]), illegal);
    assert_eq!(refused(&s16, "tmma.f16.f16", &[(F::SrcB, 254)]), None);
    assert_eq!(refused(&s16, "tmma.s8.s32", &[(F::SrcA, 249), (F::NumMma, 3)]), illegal);
    for frm in 5..8 {
        let mut thread = Thread::default();
        thread.set_frm(frm);
        assert_eq!(refused(&thread, "tmma.f16.f16", &[]), illegal);
        assert_eq!(refused(&thread, "tmma.u4.s32", &[]), None);
        assert_eq!(refused(&thread, "talu.exp.f32", &[]), illegal);
        assert_eq!(refused(&thread, "talu.add.fp32", &[]), illegal);
        assert_eq!(refused(&thread, "talu.fma.bf16", &[]), illegal);
        assert_eq!(refused(&thread, "talu.max.fp16", &[]), None);
        assert_eq!(refused(&thread, "talu.trans.e8.m32n32", &[]), None);
        assert_eq!(refused(&thread, "tcvt.f32.fp8_e4m3", &[(F::RMode, 7)]), illegal);
        assert_eq!(refused(&thread, "tcvt.f32.fp8_e4m3", &[(F::RMode, 4)]), None);
    }
}

/// `mxscale` 3 is reserved for blocks alone (TILE-D85).
#[test]
fn the_rule_of_scales_may_be_reserved() {
    let thread = with_csr(1, 0x60);
    assert_eq!(refused(&thread, "tcvt.f32.mxfp4", &[]), Some(Kind::Illegal));
    assert_eq!(refused(&thread, "tcvt.f32.fp8_e5m2", &[]), None);
}

/// Registers and immediates stand for every element (TILE-D50, D58, D59, D87).
#[test]
fn scalar_sources() {
    let mut thread = Thread::default();
    thread.set_x(5, 0xdead_beef_3f80_0000);
    thread.set_f(3, 0xffff_ffff_4000_0000);
    thread.set_f(4, 0x0000_0000_4000_0000);
    thread.set_f(6, 0xffff_ffff_ffff_4000);
    let of = |kind: u64, register: u64| [(F::Src1Type, kind), (F::Src1, register), (F::Dst, 9)];
    let first = |thread: &mut Thread, mnemonic: &str, fields: &[(F, u64)], width: usize| {
        run(thread, mnemonic, fields).unwrap();
        (element(thread, 9, width, 0), element(thread, 9, width, 8192 / width - 1))
    };
    let both = |code: u64| (code, code);
    assert_eq!(first(&mut thread, "talu.rcp.f32", &of(1, 5), 32), both(0x3f80_0000));
    assert_eq!(first(&mut thread, "talu.rcp.f32", &of(2, 3), 32), both(0x3f00_0000));
    assert_eq!(first(&mut thread, "talu.rcp.f32", &of(2, 4), 32), both(0x7fc0_0000));
    assert_eq!(thread.fflags(), 0);
    assert_eq!(first(&mut thread, "talu.rcp.f16", &of(2, 6), 16), both(0x3800));
    assert_eq!(first(&mut thread, "talu.rcp.f16", &of(2, 3), 16), both(0x7e00));
    let one = [(F::Src1Type, 3), (F::Src1, 0), (F::ImmHi, 0x3f_8000), (F::Dst, 9)];
    assert_eq!(first(&mut thread, "talu.exp2.f32", &one, 32), both(0x4000_0000));
    // An integer register of which the low 16 bits count.
    thread.set_x(6, 0x1234_3f80);
    assert_eq!(first(&mut thread, "tcvt.bf16.fp8_e4m3", &of(1, 6), 8), both(0x40));
    assert_eq!(first(&mut thread, "tcvt.f32.fp8_e4m3", &of(2, 4), 8), both(0x80));
    assert_eq!(thread.fflags(), 0);
}

/// Only what `temask` lets through changes (TILE-D18); overlapping source and target are read before.
#[test]
fn masked_conversions() {
    let mut thread = with_csr(2, 1 << 31);
    (0..4).for_each(|register| fill(&mut thread, register, 32, 0x3f80_0000));
    let before = *thread.tile(3);
    let fields = [(F::Dst, 3), (F::TMask, 1)];
    run(&mut thread, "tcvt.f32.mxfp8_e4m3", &fields).unwrap();
    assert_eq!(thread.tile(3)[..992], before[..992]);
    assert_eq!(thread.tile(3)[992..], [0x78; 32]);
    assert_eq!((thread.scales(3)[30], thread.scales(3)[31], thread.scales(3)[32]), (0, 0x77, 0));
}
