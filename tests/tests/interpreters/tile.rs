//! Tile: programs of several warps, what random programs are, and the decoder against the judge.

use oracle::interpreters;
use oracle::interpreters::tile::Machine as Judge;
use seeded::{Draw, Kind, Random};
use semantics::tile::isa::{Action, Field, Instruction, rows};
use semantics::tile::text::print;
use semantics::tile::{Board, TileMachine};
use std::collections::{BTreeMap, BTreeSet};
use tests::judges::{agree, case, outcome};
use tests::tile_words::judge;
use vectors::programs::tile::{Program, Settings, program};
use vectors::programs::{Choices, Seeded};

/// A line of a row with these fields.
fn line(mnemonic: &str, fields: &[(Field, u64)]) -> String {
    let row = rows().iter().find(|row| row.mnemonic == mnemonic).expect("a row");
    format!("code {}", print(&Instruction::encode(row, fields).expect("an instruction")))
}

/// Puts meetings into the lines of warps: barriers of all of them, and semaphores that one raises and another waits for.
fn meet(choices: &mut dyn Choices, programs: &mut [Vec<String>]) {
    let all = programs.len() as u64;
    let put = |choices: &mut dyn Choices, program: &mut Vec<String>, line: String| {
        let at = choices.below(program.len() as u64 + 1) as usize;
        program.insert(at, line);
    };
    for id in 28..28 + choices.below(3) {
        for program in &mut *programs {
            let fields = [(Field::SyncId, id), (Field::Imm, 1), (Field::ImmSrc0, all)];
            put(choices, program, line("tctrl.tsync.cta", &fields));
        }
    }
    for id in 0..choices.below(3) {
        for name in ["arrive", "wait"] {
            let program = &mut programs[choices.below(all) as usize];
            let fields = [(Field::SemId, id), (Field::Imm, 1), (Field::ImmSrc0, 1)];
            put(choices, program, line(&format!("tctrl.tsem.{name}"), &fields));
        }
    }
}

/// Programs of warps as one case. The parameters are those of the first.
fn together(choices: &mut dyn Choices, programs: &[Program]) -> String {
    let mut text = "test T\n".to_owned();
    let mut code = Vec::new();
    for (warp, program) in programs.iter().enumerate() {
        let mut own = Vec::new();
        for line in program.case("T").lines() {
            let (key, rest) = line.split_once(' ').expect("a key");
            let shared = ["gmem", "smem", "sem"].iter().any(|name| rest.starts_with(name));
            match key {
                "init" if shared => text += &format!("init {rest}\n"),
                "init" => text += &format!("init w{warp}.{rest}\n"),
                "set" if warp == 0 => text += &format!("{line}\n"),
                "code" => own.push(line.to_owned()),
                _ => {}
            }
        }
        code.push(own);
    }
    meet(choices, &mut code);
    for (warp, lines) in code.iter().enumerate() {
        text += &format!("core {warp}\n{}\n", lines.join("\n"));
    }
    text
}

/// They meet at barriers and semaphores and race for memory, in round robin.
#[test]
fn warps_agree() {
    tests::seeds::each(Kind::Program.cases() / 5, "programs of several warps", |seed| {
        let mut choices = Seeded::of_case(seed, 1);
        let settings = Settings { steps: 0, faults: 1, ..Settings::default() };
        let warps = 2 + choices.below(3);
        let programs: Vec<_> = (0..warps).map(|_| program(&mut choices, &settings)).collect();
        agree("tile", case("tile", &together(&mut choices, &programs)), &[]);
    });
}

/// The shared memories of other PEs, which no name tells.
#[test]
fn copies_to_other_pes_agree() {
    let mut others = 0;
    for row in rows().iter().filter(|row| matches!(row.action, Action::Copy(_))) {
        for seed in 0..60 {
            let only = Some(row.mnemonic.as_str());
            let settings = Settings { instructions: 1..=2, faults: 0, steps: 0, only };
            let text = program(&mut Seeded::new(seed), &settings).case("T");
            let boards = [&TileMachine, interpreters::of("tile")]
                .map(|who| outcome(who, &case("tile", &text)).0);
            let ours = boards[0].downcast::<Board>().expect("Tile").machine().cta();
            let theirs: &interpreters::Board<Judge> = boards[1].downcast().expect("its judge");
            for (pe, memory) in (0..).zip(&theirs.judge.shared.local) {
                assert!(ours.shared(pe) == memory, "PE {pe}, seed {seed}\n{text}");
                others += u64::from(pe > 0 && memory.iter().any(|byte| *byte != 0));
            }
        }
    }
    assert!(others > 10, "{others} of other PEs");
}

fn end(seed: u64, settings: &Settings) -> Option<String> {
    let text = program(&mut Seeded::new(seed), settings).case("T");
    outcome(interpreters::of("tile"), &case("tile", &text)).1.map(|end| end.kind)
}

/// Most programs of one instruction end well: a wait may not, nor a count of an unknown state.
#[test]
fn every_row_ends_well() {
    for row in rows() {
        let name = row.mnemonic.as_str();
        let settings = Settings { instructions: 1..=1, faults: 0, steps: 0, only: Some(name) };
        let errors: Vec<_> = (0..8).filter_map(|seed| end(seed, &settings)).collect();
        assert!(errors.len() < 4, "{name}: {errors:?}");
    }
}

/// Where no row is asked for, each is drawn.
#[test]
fn every_row_comes_up() {
    let drawn = |seed| program(&mut Seeded::new(seed), &Settings::default()).words;
    let words = (0..10_000).flat_map(drawn).filter_map(|word| Instruction::decode(word).ok());
    let ran: BTreeSet<&str> = words.map(|i| i.row().mnemonic.as_str()).collect();
    let never: Vec<&str> =
        rows().iter().map(|row| row.mnemonic.as_str()).filter(|name| !ran.contains(name)).collect();
    assert!(never.is_empty(), "{never:?}");
}

#[test]
fn every_error_comes_up() {
    let settings = Settings { faults: 8, steps: 0, ..Settings::default() };
    let mut found = BTreeMap::<Option<String>, u64>::new();
    (0..1500).for_each(|seed| *found.entry(end(seed, &settings)).or_default() += 1);
    assert!(found.len() == 8 && found[&None] > 100, "{found:?}");
}

/// Words of each row: free fields drawn, and then a bit turned. A word is an instruction where the judge finds it legal in some
/// state.
#[test]
fn decoder_and_judge_agree() {
    let mut random = Random::new(0x711e);
    for row in rows() {
        let (mut well, mut wrong) = (0, 0);
        for turn in 0..4000 {
            if turn >= 60 && well > 0 && wrong > 0 {
                break;
            }
            let mut word = row.word();
            let mut low = 10;
            for (field, width) in row.form.fields() {
                // Small values more often than large ones, and 0 in half of the fields.
                let drawn = match random.next() % 4 {
                    0 => random.next(),
                    1 => random.next() % 4,
                    _ => 0,
                };
                if row.fixes(*field).is_none() {
                    word |= (drawn & ((1 << width) - 1)) << low;
                }
                low += width;
            }
            if turn % 3 == 2 {
                word ^= 1 << (random.next() % 64);
            }
            if judge(word) { well += 1 } else { wrong += 1 }
        }
        assert!(well > 0 && wrong > 0, "{}: {well} of {}", row.mnemonic, well + wrong);
    }
}
