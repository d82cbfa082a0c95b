//! What `gen` writes of every operation is what it wrote before: digests of its lines by family stand in
//! `tests/data/outputs.csv`.
//!
//! Random cases of three seeds are looked at whenever tests run; corners and models, which take minutes, by
//! `cargo xtask outputs`. `BLESS=1` writes the digests anew.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{self, Write};
use vectors::file::Format;
use vectors::generate::{Error, Request, Set};
use vectors::part::{Cover, Shard};
use vectors::registry::Op;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/outputs.csv");
const HEADER: &str = "family,cover,seed,lines,digest";

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

fn by_family() -> BTreeMap<&'static str, Vec<&'static Op>> {
    let mut families = BTreeMap::<_, Vec<_>>::new();
    vectors::operations().all().for_each(|op| families.entry(op.family()).or_default().push(op));
    families
}

/// The rows of some covers, as the file has them.
fn rows(covers: &[(Cover, u64)]) -> BTreeMap<String, String> {
    let families = by_family();
    let each = families.iter().flat_map(|(family, ops)| {
        covers.iter().map(move |&(cover, seed)| {
            let found = lines(ops.clone(), cover, seed);
            eprintln!("{family} {cover} {seed}: {found}");
            (format!("{family},{cover},{seed}"), found)
        })
    });
    each.collect()
}

fn stored() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(FILE).unwrap_or_default();
    let row = |line: &str| {
        let mut ends = line.match_indices(',').skip(2);
        let (at, _) = ends.next().expect("five columns");
        (line[..at].to_owned(), line[at + 1..].to_owned())
    };
    text.lines().skip(1).map(row).collect()
}

#[track_caller]
fn compare(covers: &[(Cover, u64)]) {
    let (found, mut right) = (rows(covers), stored());
    if env::var_os("BLESS").is_some() {
        right.extend(found);
        let rows: String = right.iter().map(|(key, value)| format!("{key},{value}\n")).collect();
        return std::fs::write(FILE, format!("{HEADER}\n{rows}")).expect("written");
    }
    let asked =
        |key: &&String| covers.iter().any(|(c, seed)| key.ends_with(&format!(",{c},{seed}")));
    let keys: BTreeSet<&String> = found.keys().chain(right.keys().filter(asked)).collect();
    let wrong = keys.into_iter().filter(|key| found.get(*key) != right.get(*key));
    let wrong: Vec<_> = wrong
        .map(|key| format!("{key}: {:?}, right is {:?}", found.get(key), right.get(key)))
        .collect();
    assert!(wrong.is_empty(), "other lines than before:\n{}", wrong.join("\n"));
}

#[test]
fn random_cases_of_every_operation_are_what_they_were() {
    compare(&[1, 2, 3].map(|seed| (Cover::Random, seed)));
}

/// Minutes: `cargo xtask outputs`.
#[test]
fn corners_and_models_of_every_operation_are_what_they_were() {
    if env::var_os("ASSAY_OUTPUTS").is_some() {
        compare(&[(Cover::Corner, 0), (Cover::Model, 0)]);
    }
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
