//! Each MV form against the figures of its section (s. 3.5.8.2 to 3.5.8.25).

use crate::steps::survey;
use semantics::mncore2::isa::table::{Form, Place, mv_rows};
use semantics::mncore2::isa::{Mv, MvTransfer, Statement};
use semantics::mncore2::steps::{Model, memories, memory_names, rate};
use semantics::mncore2::text::parse_line;

fn transfer(text: &str) -> MvTransfer {
    match parse_line(text) {
        Ok(Some(Statement::Mv(Mv::Transfer(mv)))) => mv,
        other => panic!("{text}: {other:?}"),
    }
}

/// Section, statement of 64 words by the count of s. 3.5.3, throughputs of its two sides where the
/// section states them, cycles.
const FIGURES: [(&str, &str, [u32; 2], u64); 33] = [
    ("3.5.8.2", "mvp/n64 $p0@0 $d0@0", [16, 16], 4),
    ("3.5.8.2", "mvp/n64 $p0@0 $d0@1", [8, 8], 8),
    ("3.5.8.2", "mvp/n64 $p0@3 $di5@3", [16, 16], 4),
    ("3.5.8.3", "mvp/n64 $d0@2 $p0@2", [8, 8], 8),
    ("3.5.8.3", "mvp/n64 $d0@2 $p0@1", [4, 4], 16),
    ("3.5.8.4", "mvp/n64 $p0@0 $lc0@0.1", [16, 16], 4),
    ("3.5.8.4", "mvp/n64 $p0@0 $lc0@2.1", [8, 8], 8),
    ("3.5.8.5", "mvp/n64 $lc0@3.1 $p0@3", [16, 16], 4),
    ("3.5.8.5", "mvp/n64 $lc0@3.1 $p0@0", [8, 8], 8),
    ("3.5.8.6", "mvp/n64 $d0@1 $lc0@1.0", [16, 16], 4),
    ("3.5.8.6", "mvp/n64 $di0@1 $lc0@0.0", [8, 8], 8),
    ("3.5.8.7", "mvp/n64 $lc0@1.0 $d0@1", [16, 16], 4),
    ("3.5.8.7", "mvp/n64 $lc0@1.0 $d0@2", [8, 8], 8),
    ("3.5.8.8", "mvp/n64 $p0@0 $p0@1", [8, 8], 8),
    ("3.5.8.9", "mvp/n64 $p0 $lc0@.1", [16, 16], 4),
    ("3.5.8.10", "mvp/n64 $lc0@.1 $p0", [16, 16], 4),
    ("3.5.8.11", "mvp/n64 $d0 $lc0@.1", [16, 16], 4),
    ("3.5.8.12", "mvp/n64 $lc0@.1 $d0", [16, 16], 4),
    ("3.5.8.12", "mvp/n64 $lc0 $d0", [16, 16], 4),
    ("3.5.8.13", "mvb2/n64 $d0 $lc0", [16, 16], 4),
    ("3.5.8.14", "mvr2dfadd/n64 $lc0 $d0", [16, 16], 4),
    ("3.5.8.15", "mvr2dfadd/n64 $lc0@1 $p0@1", [16, 16], 4),
    ("3.5.8.16", "mvb4/n64 $d0 $lc0", [8, 16], 4),
    ("3.5.8.17", "mvr4dfadd/n64 $lc0 $d0", [16, 8], 4),
    ("3.5.8.18", "mvb/n64 $p0@2 $lc0", [8, 8], 8),
    ("3.5.8.19", "mvrdfadd/n64 $lc0 $p0@2", [8, 8], 8),
    ("3.5.8.20", "mvb/n64 $d0 $lc0", [8, 32], 2),
    ("3.5.8.21", "mvrdfadd/n64 $lc0 $d0", [32, 8], 2),
    ("3.5.8.22", "mvd/n64 $p0@0 $lc0", [8, 1], 64),
    ("3.5.8.23", "mvd/n64 $lc0 $p0@0", [1, 8], 64),
    ("3.5.8.24", "mvd/n64 $p0@0 $d0", [8, 2], 8),
    ("3.5.8.25", "mvd/n64 $d0 $p0@0", [2, 8], 8),
    ("3.5.8.25", "mvd/n64 $di7 $p0@0", [2, 8], 8),
];

#[test]
fn every_form_has_the_figures_of_its_section() {
    for (section, text, sides, cycles) in FIGURES {
        let mv = transfer(text);
        let found = rate(&mv).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((found.section, found.sides), (section, sides), "{text}");
        assert_eq!((found.cycles(64), found.cycles(640)), (cycles, 10 * cycles), "{text}");
        let alone = survey(text, &Model::default()).moves[0];
        assert_eq!(alone.end - alone.start, cycles, "{text}");
    }
}

#[test]
fn both_sides_take_the_same_time() {
    let mut sections = std::collections::BTreeSet::new();
    for row in mv_rows() {
        let Form::Mv { places, units, .. } = row.form else { continue };
        sections.insert(row.section);
        let (_, text, sides, _) = FIGURES
            .iter()
            .find(|(section, text, ..)| {
                let mv = transfer(text);
                *section == row.section && [Place::of(&mv.from), Place::of(&mv.to)] == places
            })
            .unwrap_or_else(|| panic!("no figures for s. {}", row.section));
        let [from, to] = [0, 1].map(|i| f64::from(units[i]) / f64::from(sides[i]));
        assert_eq!(from, to, "{text}");
    }
    assert_eq!(sections.len(), 24);
}

#[test]
fn memories_are_those_of_the_operands() {
    let all = [
        ("mvp/n64 $p0@0 $d0@1", "p@0 d@1"),
        ("mvp/n64 $lc0@3.1 $p0@3", "p@3 lc@3.1"),
        ("mvp/n64 $p0@0 $p0@2", "p@0 p@2"),
        ("mvp/n64 $lc0 $d0", "d@0 d@1 d@2 d@3 lc@0.0 lc@1.0 lc@2.0 lc@3.0"),
        ("mvp/n64 $p0 $lc0@.1", "p@0 p@1 p@2 p@3 lc@0.1 lc@1.1 lc@2.1 lc@3.1"),
        ("mvr2dfadd/n64 $lc0@1 $p0@1", "p@1 lc@1.0 lc@1.1"),
        ("mvd/n64 $di7 $p0@0", "p@0 d@0 d@1 d@2 d@3"),
    ];
    for (text, names) in all {
        let used = memories(&transfer(text));
        let all = memory_names().into_iter().enumerate();
        let found: Vec<_> = all.filter(|(m, _)| used >> m & 1 == 1).map(|(_, name)| name).collect();
        assert_eq!(found.join(" "), names, "{text}");
    }
    assert_eq!(memories(&transfer("mvb/n64 $p0@2 $lc0")).count_ones(), 9);
}
