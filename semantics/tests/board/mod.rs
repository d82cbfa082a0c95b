//! The board as a library: state kept between programs, every memory from code, steps one by one.

mod passes;

use semantics::mncore2::isa::{
    Alu, AluForm, AluOp, Bank, Dest, DramLoad, Dtype, Expr, Get, HostCopy, Input, Levels,
    MatrixAccess, Memory, Mread, Mv, MvOp, MvOperand, MvTransfer, Notation, Precision, Set, Side,
    Source, Statement, Step, Tag, Target, Width,
};
use semantics::mncore2::text::{self, Line, Program};
use semantics::mncore2::{AccessError, Board, Level, Place, RunErrorKind, Store, Summary};
use std::io;

fn run(board: &mut Board, source: &str) -> (Summary, String) {
    let mut out = Vec::new();
    let summary = board.run(&text::parse(source).unwrap(), &mut out).unwrap();
    (summary, String::from_utf8(out).unwrap())
}

#[test]
fn every_word_of_every_memory_has_its_own_place() {
    let ends = [Place::default(), Place { group: 3, l2b: 1, l1b: 7, mab: 15, pe: 3 }];
    let mut board = Board::new();
    let mut written = Vec::new();
    for store in Store::ALL {
        for (n, place) in ends.into_iter().enumerate() {
            let first = if store == Store::Mask { 4 } else { 0 };
            for address in [first, store.words() / 2, store.words() - 1] {
                let value = 1 + (written.len() as u64 * 7 + n as u64) % 15;
                if written.iter().all(|&(s, p, a, _)| (s, p, a) != (store, place, address)) {
                    written.push((store, place, address, value));
                }
            }
        }
    }
    for &(store, place, address, value) in &written {
        board.write(place, store, address, value).unwrap();
    }
    for &(store, place, address, value) in &written {
        assert_eq!(board.read(place, store, address), Ok(value), "{store} {address}");
        // A sibling on the memory's own level has nothing there.
        let mut other = place;
        match store.level() {
            Level::Group => other.group ^= 1,
            Level::L2b => other.l2b ^= 1,
            Level::L1b => other.l1b ^= 1,
            Level::Mab => other.mab ^= 1,
            Level::Pe => other.pe ^= 1,
        }
        assert_eq!(board.read(other, store, address), Ok(0), "{store} {address}");
    }
}

#[test]
fn what_does_not_exist_is_refused() {
    let mut board = Board::new();
    for store in Store::ALL {
        let size = store.words();
        let place = Place::default();
        let beyond = AccessError::Address { store, address: size, count: 1 };
        assert_eq!(board.read(place, store, size), Err(beyond));
        assert_eq!(board.write(place, store, size, 0), Err(beyond));
        assert!(
            board.read_words(place, store, 1, &mut vec![0; size.min(1 << 20)]).is_err()
                || size > 1 << 20
        );
        assert!(board.read(place, store, usize::MAX).is_err());
        let lost = Place { group: 4, ..place };
        assert_eq!(
            board.read(lost, store, 0),
            Err(AccessError::Place { level: Level::Group, number: 4 })
        );
        // Numbers below the memory's level do not matter.
        let below = Place { pe: 200, ..place };
        assert_eq!(board.read(below, store, 0).is_ok(), store.level() < Level::Pe);
        if store.bits() < 64 {
            let value = 1 << store.bits();
            let wide = board.write(place, store, size - 1, value);
            assert_eq!(wide, Err(AccessError::Value { store, value }));
        }
    }
    let grf = board.read(Place::default(), Store::Bar(Bank::Grf0), 0);
    assert!(matches!(grf, Err(AccessError::Address { .. })));
    assert_eq!(board.write(Place::default(), Store::Mask, 3, 0), Err(AccessError::Fixed));
    assert_eq!(board.read(Place::default(), Store::Mask, 3), Ok(15));
    // All or nothing.
    assert!(board.write_words(Place::default(), Store::Dar, 0, &[1, 1 << 32]).is_err());
    assert_eq!(board.read(Place::default(), Store::Dar, 0), Ok(0));
}

#[test]
fn errors_say_what_is_right() {
    let board = Board::new();
    let text = |place, store, address| board.read(place, store, address).unwrap_err().to_string();
    assert_eq!(
        text(Place { mab: 16, ..Place::default() }, Store::T, 0),
        "there is no MAB 16; right: 0 to 15"
    );
    assert_eq!(
        text(Place::default(), Store::L2bm, 40000),
        "1 words from word 40000 on reach over the end of the L2BM, which has 32768"
    );
}

#[test]
fn state_stays_and_the_mask_setting_goes() {
    let mut board = Board::new();
    run(&mut board, "lpassa $subpeid $omr1\nmask 1\nmaskm 1\nlpassa $mabid $lm0\n");
    let at = |board: &Board, pe| {
        board.read(Place { mab: 7, pe, ..Place::default() }, Store::Bank(Bank::Lm0), 0).unwrap()
    };
    // Flags are set where the PE number is 0.
    assert_eq!((at(&board, 0), at(&board, 1)), (7, 0));
    run(&mut board, "lpassa $mabid $lm0\n");
    assert_eq!((at(&board, 0), at(&board, 1)), (7, 7));
}

#[test]
fn statements_one_by_one_do_what_the_program_does() {
    let source = "lpassa $subpeid $omr1\nmaskm 1\nlpassa $mabid $lm0\nmask 0\nlpassa $peid $ln0\n\
                  d getd $lm0n0c0b0m3 1\n";
    let program = text::parse(source).unwrap();
    let mut whole = Vec::new();
    Board::new().run(&program, &mut whole).unwrap();
    let mut board = Board::new();
    let mut out = Vec::new();
    for line in program.lines() {
        board.step(line, &mut out).unwrap();
    }
    assert_eq!(String::from_utf8(out), String::from_utf8(whole));
}

#[test]
fn steps_are_counted() {
    let source = "imm i\"1\" $ln0\nnop/5\nmvp/n64 $p0@0 $lc0@0.0\nd getd $p0n0 1\nmask 0\n\
                  mvnop\nnop\nquit\nnop\n";
    let (summary, _) = run(&mut Board::new(), source);
    assert_eq!((summary.steps, summary.mv), (7, 2));
    assert_eq!(summary.to_string(), "steps=7 mv=2 score=9");
    let (longest, _) = run(&mut Board::new(), "nop/4294967295\nnop/4294967295\n");
    assert_eq!(longest.score(), 2 * 4_294_967_295);
}

#[test]
fn quit_from_code_ends_a_program() {
    let write = text::parse_line("imm i\"1\" $lm0").unwrap().unwrap();
    let mut board = Board::new();
    let program = Program::new([Statement::Quit, write]).unwrap();
    assert_eq!(board.run(&program, &mut io::sink()).unwrap(), Summary::default());
    assert_eq!(board.read(Place::default(), Store::Bank(Bank::Lm0), 0), Ok(0));
}

/// Typed statements whose fields are out of range are refused, alone and in programs.
#[test]
fn statements_out_of_range_are_refused() {
    let transfer = |group| {
        Statement::Mv(Mv::Transfer(MvTransfer {
            op: MvOp::P,
            size: 64,
            tag: None,
            priority: None,
            run: None,
            from: MvOperand::Pdm { address: 0, group: Some(group) },
            to: MvOperand::L2bm { address: 0, group: Some(0), l2b: Some(0) },
        }))
    };
    let step = |exprs| Statement::Step(Step { exprs });
    let alu = |inputs, dests| {
        let form =
            AluForm::Element { unsigned: false, precision: Precision::L, op: AluOp::Add, bits: 0 };
        step(vec![Expr::Alu(Alu { form, flush: None, inputs, dests })])
    };
    let lbf = || vec![Dest::plain(Target::T(Width::Long))];
    let mut board = Board::new();
    for statement in [
        transfer(4),
        step(Vec::new()),
        alu(Vec::new(), lbf()),
        alu(vec![Input::plain(Source::T(Width::Long)); 9], lbf()),
        alu(vec![Input::plain(Source::T(Width::Long)); 2], Vec::new()),
        alu(vec![Input::plain(Source::T(Width::Long)); 2], vec![Dest::plain(Target::Mask(99))]),
        step(vec![Expr::Mread(Mread {
            precision: Precision::L,
            flush: None,
            from: MatrixAccess { side: Side::X, width: Width::Single, index: 200 },
            dests: lbf(),
        })]),
        Statement::Host(Box::new(HostCopy {
            group: 0,
            tag: Tag(1),
            address: 0,
            length: 2,
            words: [0].into(),
        })),
        Statement::Get(Get {
            dtype: Dtype::Raw,
            memory: Memory::T(Width::Long),
            levels: Levels::default(),
            count: u32::MAX,
        }),
    ] {
        // What says its memory by itself is refused by what executes it.
        if let Some(line) = Line::new(1, statement.clone()) {
            let error = board.step(&line, &mut io::sink()).unwrap_err();
            assert!(matches!(error, RunErrorKind::Form(_)), "{statement:?}");
        }
        assert!(Program::new([statement.clone()]).is_err(), "{statement:?}");
    }
    board.step(&Line::new(1, transfer(3)).unwrap(), &mut io::sink()).unwrap();
}

#[test]
fn dram_loads_happen_where_they_stand() {
    let source = "d getd $d1n0 1\nr 0 000000001 002 40100000405000003FF0000000000000\n\
                  d getd $d1n0 2\n";
    let (_, dump) = run(&mut Board::with_fill(0xdead_beef_dead_beef), source);
    let codes: Vec<&str> = dump.lines().map(|l| l.split(['(', ')']).nth(5).unwrap()).collect();
    assert_eq!(codes, ["0xdeadbeefdeadbeef", "0x4010000040500000", "0x3ff0000000000000"]);
}

#[test]
fn statements_that_no_text_makes_are_refused() {
    let set = |memory, count, words: &[u64]| {
        let (levels, notation) = (Levels::default(), Notation::Hex16);
        Statement::Set(Box::new(Set { memory, levels, count, words: words.into(), notation }))
    };
    let load = DramLoad { group: 4, address: 0, words: [1].into() };
    let end = DramLoad { group: 0, address: 1 << 29, words: [1].into() };
    for statement in [
        set(Memory::Pdm(0), 1, &[0]),
        set(Memory::Mask(1), 1, &[0]),
        set(Memory::Matrix(Side::X, 0), 1, &[0]),
        set(Memory::L1bm(Width::Single, 0), 1, &[0]),
        set(Memory::Pe(Width::Long, Bank::Lm0, 0), 2, &[0]),
        set(Memory::Pe(Width::Long, Bank::Lm0, 1), 1, &[0]),
        set(Memory::Pe(Width::Double, Bank::Grf0, 508), 2, &[0; 4]),
        set(Memory::Pe(Width::Single, Bank::Grf0, 512), 1, &[0]),
        set(Memory::L2bm(u32::MAX), 1, &[0]),
        Statement::Load(Box::new(load)),
        Statement::Load(Box::new(end)),
    ] {
        let line = Line::new(1, statement).unwrap();
        assert!(Board::new().step(&line, &mut io::sink()).is_err(), "{line:?}");
    }
}

/// A writer that has room for some bytes.
struct Full(usize);

impl io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_names_the_line() {
    let program = text::parse("nop\n\nd getd $lm0n0c0b0m0p0 1\nd getd $lm0n0c0b0m0p0 1\n").unwrap();
    let error = Board::new().run(&program, &mut Full(100)).unwrap_err();
    assert_eq!(error.line, 4);
    assert!(matches!(error.kind, RunErrorKind::Write(_)));
}

#[test]
fn the_extent_ends_with_the_last_word_that_is_not_zero() {
    let mut board = Board::new();
    let place = Place { group: 2, ..Place::default() };
    for (store, address) in [(Store::Dram, 1 << 28), (Store::Pdm, 77), (Store::T, 5)] {
        assert_eq!(board.extent(place, store), Ok(0));
        board.write(place, store, address, 1).unwrap();
        assert_eq!(board.extent(place, store), Ok(address + 1));
        board.write(place, store, address, 0).unwrap();
        assert_eq!(board.extent(place, store), Ok(0));
    }
}
