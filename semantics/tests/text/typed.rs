//! Texts with the typed values that they stand for, one or more of each family.

use rstest::rstest;
use semantics::mncore2::isa::*;
use semantics::mncore2::text::parse_line;

fn statement(text: &str) -> Statement {
    parse_line(text).unwrap_or_else(|e| panic!("{text}: {e}")).expect("a statement")
}

fn expr(text: &str) -> Expr {
    match statement(text) {
        Statement::Step(Step { mut exprs }) if exprs.len() == 1 => exprs.remove(0),
        other => panic!("{text}: {other:?}"),
    }
}

fn access(bank: Bank, width: Width, start: u16, increment: u16) -> Access {
    Access { bank, width, cycles: Cycles::Stride { start, increment }, modifier: Modifier::None }
}

fn memory(bank: Bank, width: Width, start: u16, increment: u16) -> Source {
    Source::Memory(access(bank, width, start, increment))
}

fn dest(bank: Bank, width: Width, start: u16, increment: u16) -> Dest {
    Dest::plain(Target::Memory(access(bank, width, start, increment)))
}

const LEVELS: Levels = Levels { group: None, l2b: None, l1b: None, mab: None, pe: None };

#[rstest]
fn control() {
    assert_eq!(
        statement("d getbf $lr4n1c0b2m3p0 2"),
        Statement::Get(Get {
            dtype: Dtype::Bf,
            memory: Memory::Pe(Width::Long, Bank::Grf0, 4),
            levels: Levels {
                group: Some(1),
                l2b: Some(0),
                l1b: Some(2),
                mab: Some(3),
                pe: Some(0)
            },
            count: 2,
        })
    );
    assert_eq!(
        statement("d set $llt 1 h1_2_3_4s5_6"),
        Statement::Set(Box::new(Set {
            memory: Memory::T(Width::Double),
            levels: LEVELS,
            count: 1,
            words: [0x0001_0002_0003_0004, 0x0000_0005_0000_0006].into(),
            notation: Notation::Letters(b"hs".as_slice().into()),
        }))
    );
    assert_eq!(
        statement("maskllnt 0x12"),
        Statement::Mask(MaskSetting {
            width: MaskWidth::Double,
            entry: 18,
            t: true,
            lm1: true,
            ..MaskSetting::NONE
        })
    );
    assert_eq!(
        statement("r 2 00000000A 001 4010000040500000"),
        Statement::Load(Box::new(DramLoad {
            group: 2,
            address: 10,
            words: [0x4010_0000_4050_0000].into(),
        }))
    );
    let copy =
        HostCopy { group: 3, tag: Tag(0x1f), address: 0x22000, length: 1, words: [10].into() };
    assert_eq!(
        statement("c 0 3 i1f i00 0 000022000 001 000000000000000a"),
        Statement::Host(Box::new(copy.clone()))
    );
    assert_eq!(
        statement("c 0 3 i1f i00 0 000022000 001"),
        Statement::Host(Box::new(HostCopy { words: Box::default(), ..copy }))
    );
    assert_eq!(parse_line(" # nothing"), Ok(None));
    assert_eq!(parse_line(""), Ok(None));
}

#[rstest]
fn mv() {
    let rrn = Rrn { precision: Precision::L, op: RrnOp::Or };
    assert_eq!(
        statement("mvr4lor/p2n0x80iFend4 $lc64 $di512"),
        Statement::Mv(Mv::Transfer(MvTransfer {
            op: MvOp::R4(rrn),
            size: 128,
            tag: Some(Tag(0xfe)),
            priority: Some(2),
            run: Some(4),
            from: MvOperand::L2bm { address: 64, group: None, l2b: None },
            to: MvOperand::Indirect { entry: 512, group: None },
        }))
    );
    assert_eq!(statement("mvnop"), Statement::Mv(Mv::Nop));
}

#[rstest]
fn l2bm() {
    let rrn = Rrn { precision: Precision::H, op: RrnOp::Max };
    let set = L1bSet { base: 1, mode: 6 };
    assert_eq!(
        expr("l2bmrhmax@[7,1,3,5] $lb16 $lc32"),
        Expr::L2bm(L2bm::Reduce { rrn, set, lb: 16, lc: 32 })
    );
    assert_eq!(
        expr("l2bmd $lc64 $lb8"),
        Expr::L2bm(L2bm::Distribute { set: L1bSet::ALL, lc: 64, lb: 8 })
    );
    assert_eq!(expr("l2bmd $lb8 $lc64"), Expr::L2bm(L2bm::Gather { lb: 8, lc: 64 }));
    assert_eq!(expr("l2bmdars $lc64@.1 $dar7"), Expr::L2bm(L2bm::Dars { lc: 64, l2b: 1, dar: 7 }));
}

#[rstest]
fn l1bm() {
    assert_eq!(
        expr("l1bmd-3/$llimr2 $lbi $mb/ll0001t"),
        Expr::Down(Down {
            kind: DownKind::Distribute(13),
            flush: Some(Mask { width: MaskWidth::Double, entry: 2, fit: None }),
            from: L1bmOperand { double: false, place: L1bmPlace::Turnaround },
            dests: vec![Dest {
                target: Target::Bar(Bank::Lm0, Width::Single),
                mask: Some(Mask {
                    width: MaskWidth::Double,
                    entry: 17,
                    fit: Some(MaskFit::Truncate),
                }),
            }],
        })
    );
    assert_eq!(
        expr("l1bmr4ffaddr $lm0ve $lb16"),
        Expr::Up(Up {
            kind: UpKind::Reduce4 {
                rrn: Rrn { precision: Precision::F, op: RrnOp::Fadd },
                shorten: true,
            },
            from: Input {
                convert: Some(Convert::Extend),
                ..Input::plain(memory(Bank::Lm0, Width::Long, 0, 2))
            },
            to: L1bmOperand { double: false, place: L1bmPlace::At(16) },
        })
    );
}

#[rstest]
fn mau() {
    assert_eq!(
        expr("dmfmaur $ly -$t $n8v3e $omr15/1010"),
        Expr::Mau(Mau {
            precision: Precision::D,
            kind: MauKind::Fma,
            matrix: Some(Side::Y),
            pair: Some(Pair::Upper),
            shorten: true,
            flush: None,
            inputs: vec![
                Input { negate: true, source: Source::T(Width::Single), convert: None },
                Input {
                    convert: Some(Convert::Extend),
                    ..Input::plain(memory(Bank::Lm1, Width::Single, 8, 3))
                },
            ],
            dests: vec![Dest {
                target: Target::Mask(15),
                mask: Some(Mask { width: MaskWidth::Long, entry: 26, fit: None }),
            }],
        })
    );
    assert_eq!(
        expr("hmwrite -$llm8vr $lx13"),
        Expr::Mwrite(Mwrite {
            precision: Precision::H,
            from: Input {
                negate: true,
                source: memory(Bank::Lm0, Width::Double, 8, 4),
                convert: Some(Convert::Shorten),
            },
            to: MatrixAccess { side: Side::X, width: Width::Long, index: 13 },
        })
    );
    assert_eq!(
        expr("hmread $lly2 $lls4v"),
        Expr::Mread(Mread {
            precision: Precision::H,
            flush: None,
            from: MatrixAccess { side: Side::Y, width: Width::Double, index: 2 },
            dests: vec![dest(Bank::Grf1, Width::Double, 4, 4)],
        })
    );
}

#[rstest]
fn alu() {
    let flat = Access {
        bank: Bank::Lm0,
        width: Width::Double,
        cycles: Cycles::Flat([0, 4, 8, 4092]),
        modifier: Modifier::Indirect,
    };
    assert_eq!(
        expr("hbfe/7/0111 $llmt[0,4,8,4092]r $nowrite"),
        Expr::Alu(Alu {
            form: AluForm::Element {
                unsigned: false,
                precision: Precision::H,
                op: AluOp::Bfe,
                bits: 7,
            },
            flush: Some(Mask { width: MaskWidth::Long, entry: 23, fit: None }),
            inputs: vec![Input {
                convert: Some(Convert::Shorten),
                ..Input::plain(Source::Memory(flat))
            }],
            dests: vec![Dest::plain(Target::Nowrite)],
        })
    );
    assert_eq!(
        expr("immu s\"-2\" $n3v"),
        Expr::Alu(Alu {
            form: AluForm::Imm {
                upper: true,
                value: Immediate { kind: ImmediateKind::S, text: "-2".into(), word: 0xfffe_fffe },
            },
            flush: None,
            inputs: Vec::new(),
            dests: vec![dest(Bank::Lm1, Width::Single, 3, 1)],
        })
    );
    let Expr::Alu(alu) = expr("ulmax $msb1 $aluf $t") else { panic!("an ALU expression") };
    assert_eq!(alu.inputs[0], Input::plain(Source::Constant(Constant::Msb1)));
}
