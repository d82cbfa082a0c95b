//! What `gen` writes of every operation is what it wrote before: digests of its lines by family stand in
//! `tests/data/outputs.csv`, and of what `explain` writes of some, and of random programs.
//!
//! Random cases of three seeds are looked at whenever tests run, and corners and models of some operations; those of all,
//! which take minutes, by `cargo xtask outputs`. `BLESS=1` writes the digests anew.

use seeded::{Level, level};
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{self, Write};
use std::sync::Mutex;
use vectors::explain::explain;
use vectors::file::Format;
use vectors::generate::{Error, Request, Set};
use vectors::part::{Cover, Shard};
use vectors::programs::cases;
use vectors::registry::Op;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/outputs.csv");
const HEADER: &str = "family,cover,seed,ops,lines,digest";

/// FNV-1a of 64 bits over the lines of a file that are no marks: these name the version.
struct Lines {
    count: u64,
    hash: u64,
    mark: Option<bool>,
}

impl Lines {
    const NONE: Self = Self { count: 0, hash: 0xcbf2_9ce4_8422_2325, mark: None };
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            let mark = *self.mark.get_or_insert(byte == b'#');
            if !mark {
                self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            if byte == b'\n' {
                self.count += u64::from(!mark);
                self.mark = None;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Number and digest of the lines that `gen` writes for these operations.
fn lines(ops: Vec<&'static Op>, cover: Cover, seed: u64) -> String {
    let set = match Set::new(&Request { seed, count: 20, ..Request::new(ops, cover) }) {
        // A family without models has no cases of them.
        Err(Error::NoModel { .. }) => return format!("0,{:016x}", Lines::NONE.hash),
        set => set.expect("a set"),
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let job = vectors::generate::Job { threads, ..set.job(Shard::WHOLE, Format::Csv) };
    let mut lines = Lines::NONE;
    set.write(&job, &mut lines, &mut |_| {}).expect("a digest takes all");
    format!("{},{:016x}", lines.count, lines.hash)
}

/// Every so many operations of a family are looked at whenever tests run.
const EVERY: usize = 16;

/// Which operations of a family are drawn.
#[derive(Clone, Copy, Debug)]
enum Which {
    All,
    Some,
}

impl Which {
    /// As the file has it.
    const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Some => "16th",
        }
    }

    fn of(self, family: &str) -> Vec<&'static Op> {
        let own = vectors::operations().all().filter(|op| op.family() == family);
        match self {
            Self::All => own.collect(),
            Self::Some => own.step_by(EVERY).collect(),
        }
    }
}

/// What stands before the number of lines in a row, and the rest of it.
fn split(line: &str) -> (&str, &str) {
    let (at, _) = line.match_indices(',').nth(3).expect("six columns");
    (&line[..at], &line[at + 1..])
}

fn stored() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(FILE).unwrap_or_default();
    let rows = text.lines().skip(1).map(split);
    rows.map(|(key, found)| (key.to_owned(), found.to_owned())).collect()
}

/// Corner cases of an operation that are explained.
const EXPLAINED: u64 = 24;

/// Number and digest of the lines that `explain` writes of some corner cases of these operations.
fn explained(ops: Vec<&'static Op>) -> String {
    let mut lines = Lines::NONE;
    for op in ops {
        let set = Set::new(&Request::new(vec![op], Cover::Corner)).expect("a set");
        let mut x = vec![0; set.elements()];
        let pace = (set.len() / EXPLAINED).max(1);
        for index in (0..set.len()).step_by(pace as usize) {
            let plan = set.case(index, &mut x).expect("a case");
            writeln!(lines, "{}", explain(plan, &x[..plan.elements()]))
                .expect("a digest takes all");
        }
    }
    format!("{},{:016x}", lines.count, lines.hash)
}

#[track_caller]
fn compare(key: String, found: String) {
    /// Held while the file is written anew.
    static FILE_TURN: Mutex<()> = Mutex::new(());
    if env::var_os("BLESS").is_some() {
        let _turn = FILE_TURN.lock();
        let mut right = stored();
        right.insert(key, found);
        let rows: String = right.iter().map(|(key, value)| format!("{key},{value}\n")).collect();
        return std::fs::write(FILE, format!("{HEADER}\n{rows}")).expect("written");
    }
    assert_eq!(Some(&found), stored().get(&key), "{key}: other lines than before");
}

#[rstest::rstest]
fn lines_are_what_they_were(
    #[values(
        "convert",
        "elem",
        "ieee",
        "integer",
        "mncore2.alu",
        "mncore2.block",
        "mncore2.convert",
        "mncore2.matrix",
        "mncore2.reduce",
        "mncore2.vector",
        "mx",
        "p3109",
        "pod",
        "posit",
        "scaled",
        "silicon",
        "stochastic",
        "sum",
        "tile",
        "wide",
        "xdsa"
    )]
    family: &str,
    #[values(
        (Some(Cover::Random), 1),
        (Some(Cover::Random), 2),
        (Some(Cover::Random), 3),
        (Some(Cover::Corner), 0),
        (Some(Cover::Model), 0),
        (None, 0)
    )]
    drawn: (Option<Cover>, u64),
) {
    let (cover, seed) = drawn;
    // All corners and models take minutes: `cargo xtask outputs`.
    let whole = cover == Some(Cover::Random) || cover.is_some() && level() == Level::Whole;
    let which = if whole { Which::All } else { Which::Some };
    let ops = which.of(family);
    let (what, found) = match cover {
        Some(cover) => (cover.to_string(), lines(ops, cover, seed)),
        None => ("explain".to_owned(), explained(ops)),
    };
    compare(format!("{family},{what},{seed},{}", which.name()), found);
}

/// Random programs of a machine.
const PROGRAMS: u64 = 60;

#[rstest::rstest]
fn programs_are_what_they_were(#[values("mncore2", "pod", "tile", "xdsa")] system: &str) {
    let programs = cases::of(system).expect("a machine");
    let mut lines = Lines::NONE;
    for number in 0..PROGRAMS {
        let case = cases::case(programs, 1, number).expect("a case");
        writeln!(lines, "{}", case.to_text()).expect("a digest takes all");
    }
    let key = format!("{system},programs,1,all");
    compare(key, format!("{},{:016x}", lines.count, lines.hash));
}

/// No family without a test, and no row without one.
#[test]
fn every_family_has_its_rows() {
    let families: BTreeSet<&str> = vectors::operations().all().map(Op::family).collect();
    let covers = ["random,1,all", "random,2,all", "random,3,all", "explain,0,16th"];
    let drawn =
        ["corner,0", "model,0"].map(|one| ["all", "16th"].map(|ops| format!("{one},{ops}")));
    let drawn = drawn.into_iter().flatten().chain(covers.map(str::to_owned));
    let drawn: Vec<String> = drawn.collect();
    let right =
        families.iter().flat_map(|family| drawn.iter().map(move |d| format!("{family},{d}")));
    let machines = semantics::machines::ALL.iter().map(|machine| machine.name());
    let right = right.chain(machines.map(|system| format!("{system},programs,1,all")));
    assert_eq!(stored().into_keys().collect::<BTreeSet<_>>(), right.collect());
}

/// Three lines of which one is a mark, and a changed bit.
#[test]
fn a_digest_skips_marks_and_sees_all_else() {
    let of = |text: &str| {
        let mut lines = Lines::NONE;
        text.as_bytes().chunks(3).for_each(|part| lines.write_all(part).expect("taken"));
        (lines.count, lines.hash)
    };
    assert_eq!(of("op,a\n# assay 1\nx,1\n"), of("op,a\n# assay 22\nx,1\n"));
    assert_eq!(of("op,a\nx,1\n").0, 2);
    assert_ne!(of("op,a\nx,1\n"), of("op,a\nx,0\n"));
}
