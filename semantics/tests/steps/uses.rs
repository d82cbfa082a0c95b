//! Units and ports of steps.

use crate::steps::{program, survey};
use semantics::machine::steps::{Lane, Uses};
use semantics::mncore2::isa::Statement;
use semantics::mncore2::steps::{self, LANES, Model, Use};
use std::path::{Path, PathBuf};

/// Lanes with their marks, as the slot chart has them.
fn marks(used: Uses) -> String {
    let lane = |lane: &Lane| {
        let marks: String = lane.marks(used).collect();
        (!marks.is_empty()).then(|| format!("{}:{marks}", lane.name))
    };
    LANES.iter().filter_map(lane).collect::<Vec<_>>().join(" ")
}

#[test]
fn steps_use_what_they_say() {
    let cases = [
        ("nop/3", ""),
        ("linc $lm0v $ln0v", "ALU:x LM0:r LM1:w"),
        ("lpassa $lm0v $lm0v", "ALU:x LM0:rw"),
        ("isub $lr0v $ls0v $lr0v $omr1", "ALU:x GRF0:rw GRF1:r mask:w"),
        ("imm f\"1.0\" $r0/1000", "ALU:x LM0:i GRF0:w mask:r"),
        ("imm f\"1.0\" $nowrite", "ALU:x LM0:i"),
        ("lpassa $lmt0v $t", "ALU:x LM0:r T:rw"),
        ("lpassa $lr0v $mb", "ALU:x GRF0:r BAR:m"),
        ("lpassa $subpeid $lnb", "ALU:x BAR:n"),
        ("hrelu/$imr1 $t $lls0v $t", "ALU:x GRF1:r T:rw mask:r"),
        ("dvfmau $lm0v $lr0v $ls0v $ln0v", "MAU:x LM0:r LM1:w GRF0:r GRF1:r"),
        ("gmmul $lx $lm0v $ln0v; gmwrite $ls0v $ly0", "MAU:x mwrite:x LM0:r LM1:w GRF1:r X:r Y:w"),
        ("dmread $lx0 $lr0v", "mread:x GRF0:w X:r"),
        ("l1bmm $lb0 $lr0v", "L1BM:d GRF0:w L1BM-PE:r"),
        ("l1bmrdfadd $lr0v $lb0", "L1BM:u GRF0:r L1BM-PE:w"),
        ("l1bmrdfadd $lr0v $lbi", "L1BM:u GRF0:r"),
        (
            "l1bmm@0 $lr0v $lbi\nl1bmm $lbi $lm0v; l1bmm@1 $lr0v $lb0",
            "L1BM:ut LM0:w GRF0:r L1BM-PE:w",
        ),
        ("l2bmb $lc0 $lb0", "L2BM:d L1BM-L2:w L2BM-L1:r"),
        ("l2bmb2 $lc0 $lb0", "L2BM:d L1BM-L2:w L2BM-L1:r"),
        ("l2bmd $lc0 $lb0", "L2BM:d L1BM-L2:w L2BM-L1:r"),
        ("l2bmd $lb0 $lc0", "L2BM:u L1BM-L2:r L2BM-L1:w"),
        ("l2bm@3 $lb0 $lc0", "L2BM:u L1BM-L2:r L2BM-L1:w"),
        ("l2bmrdfadd $lb0 $lc0", "L2BM:u L1BM-L2:r L2BM-L1:w"),
        ("l2bmr2dfadd $lb0 $lc0", "L2BM:u L1BM-L2:r L2BM-L1:w"),
        ("l2bmi@0 $lb0 $lb64", "L2BM:m L1BM-L2:rw"),
        ("l2bmdars $lc0@.0 $dar0; l2bmdarw", "L2BM:s DAR:w L2BM-L1:r"),
        // The setting applies to what it lists, and gives way to a mask on a destination.
        ("maskr 17\nlpassa $lm0v $lr0v\nmask 0", "ALU:x LM0:r GRF0:w mask:r"),
        ("maskr 17\nlpassa $lm0v $ls0v\nmask 0", "ALU:x LM0:r GRF1:w"),
        ("maskr 0\nlpassa $lm0v $lr0v", "ALU:x LM0:r GRF0:w"),
    ];
    for (source, expected) in cases {
        let found = survey(source, &Model::default());
        assert_eq!(marks(found.rows.last().unwrap().uses), expected, "{source}");
    }
}

#[test]
fn occupancy_is_the_sum_of_the_steps() {
    let found = survey(
        "linc $lm0v $ln0v; fvadd $lr0v $ls0v $t\nnop/2\nlpassa $lm0v $lm0v\nimm i\"1\" $lr0v\n",
        &Model::default(),
    );
    let used: Vec<_> = found.occupancy.lanes().filter(|(_, n)| *n > 0).collect();
    let used: Vec<_> = used.into_iter().map(|(lane, n)| (lane.name, n)).collect();
    let expected =
        [("ALU", 3), ("MAU", 1), ("LM0", 3), ("LM1", 1), ("GRF0", 2), ("GRF1", 1), ("T", 1)];
    assert_eq!(used, expected);
    let [read, written, immediate] =
        [Use::Lm0Read, Use::Lm0Write, Use::Lm0Immediate].map(|u| found.occupancy.of(u));
    assert_eq!([read, written, immediate], [2, 1, 1]);
}

fn golden() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden/mncore2");
    let mut programs = Vec::new();
    for folder in ["manual", "board"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            programs.extend((path.extension().unwrap() == "vsm").then_some(path));
        }
    }
    programs.sort();
    programs
}

/// Whether the text of a statement names the memory of a lane, by its letters alone.
fn named(statement: &str, lane: &str) -> bool {
    let operands = statement.split([' ', ';']).filter_map(|word| {
        let word = word.trim_start_matches('-');
        word.strip_prefix("$ll").or(word.strip_prefix("$l")).or(word.strip_prefix('$'))
    });
    let place = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit() || c == '[');
    operands.into_iter().any(|operand| match (lane, operand.split_at_checked(1)) {
        ("LM0", Some(("m", rest))) => place(rest) || rest.starts_with('t'),
        ("LM1", Some(("n", rest))) => place(rest),
        ("GRF0", Some(("r", rest))) => place(rest),
        ("GRF1", Some(("s", rest))) => place(rest),
        ("T", Some(("t", rest))) => rest.is_empty() || rest.starts_with(['/', 'e', 'r']),
        ("T", Some(("m", rest))) => rest.starts_with('t'),
        ("X", Some(("x", _))) | ("Y", Some(("y", _))) => true,
        ("BAR", Some(("m" | "n", rest))) => rest.starts_with('b'),
        _ => false,
    }) || lane == "LM0" && statement.contains("imm")
}

#[test]
fn golden_programs_use_what_their_text_names() {
    let lanes = ["LM0", "LM1", "GRF0", "GRF1", "T", "X", "Y", "BAR"];
    let mut steps = 0;
    for path in golden() {
        let source = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        let program = program(&source);
        let found = steps::survey(&program, &Model::default());
        let mut rows = found.rows.iter();
        for line in program.lines() {
            let Statement::Step(_) = line.statement() else { continue };
            let (text, row) = (line.statement().to_string(), rows.next().unwrap());
            for name in lanes {
                let lane = LANES.iter().find(|lane| lane.name == name).unwrap();
                let used = row.uses.meets(lane.set());
                assert_eq!(used, named(&text, name), "{}: {name} in {text}", path.display());
            }
            steps += 1;
        }
        assert!(rows.next().is_none());
    }
    assert!(steps > 1000, "{steps}");
}
