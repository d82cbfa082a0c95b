//! A generated file says whether it is whole: on its own, joined with others, on any number of threads.

use vectors::check::{Settings, Tear, check};
use vectors::file::{Error, Format};
use vectors::generate::{Job, Request, Set};
use vectors::part::{Cover, Shard};
use vectors::registry::Options;

/// Enough cases for several chunks.
const CASES: u64 = 20_000;

fn set() -> Set {
    let ops = vectors::operations().select("mncore2.mau.fvmul,ieee.f32.add").expect("registered");
    Set::new(&Request { count: CASES, ..Request::new(ops, Cover::Random) }).expect("a set")
}

/// The lines of a shard's file, each with its end.
fn lines(set: &Set, shard: &str, format: Format) -> Vec<String> {
    let shard: Shard = shard.parse().expect("a shard");
    let mut file = Vec::new();
    let job = Job { threads: 3, ..set.job(shard, format) };
    set.write(&job, &mut file, &mut |_| ()).expect("a Vec takes all");
    let text = String::from_utf8(file).expect("ASCII");
    text.lines().map(|l| format!("{l}\n")).collect()
}

/// What is wrong with the whole; its cases are all right.
fn torn(lines: &[String], format: Format) -> Option<(u64, Tear)> {
    let tears: Vec<_> = [1, 3]
        .map(|threads| {
            let settings = Settings { threads, ..Settings::default() };
            let file = lines.concat();
            let report =
                check(file.as_bytes(), format, vectors::operations(), &settings, &mut |_| {})
                    .expect("readable");
            assert_eq!(report.counts.mismatched, 0);
            report.torn.map(|torn| (torn.line, torn.what))
        })
        .into();
    assert_eq!(tears[0], tears[1]);
    tears[0].clone()
}

/// Lines before the first case.
const fn header(format: Format) -> usize {
    if matches!(format, Format::Csv) { 2 } else { 0 }
}

#[test]
fn lines_that_are_missing_or_stand_twice() {
    let set = set();
    let written = set.len();
    for format in [Format::Csv, Format::Jsonl] {
        let whole = lines(&set, "1/1", format);
        let end = whole.len() as u64;
        assert_eq!(torn(&whole, format), None);
        let with = |change: &dyn Fn(&mut Vec<String>)| {
            let mut lines = whole.clone();
            change(&mut lines);
            torn(&lines, format)
        };
        for at in [7, 20_000, 39_990] {
            let less = with(&|l| drop(l.remove(at)));
            let found = written - 1;
            assert_eq!(less, Some((end - 1, Tear::Cases { found, written })), "{at}");
            let twice = with(&|l| l.insert(at, l[at].clone()));
            let found = written + 1;
            assert_eq!(twice, Some((end + 1, Tear::Cases { found, written })), "{at}");
            // One twice, in the place of another.
            let other = with(&|l| l[at] = l[at + 1].clone());
            assert_eq!(other, Some((end, Tear::Questions)), "{at}");
            // A design may answer in its own order.
            assert_eq!(with(&|l| l.swap(at, at + 5)), None, "{at}");
        }
        for rest in [header(format) + 1, 30_000] {
            let found = (rest - header(format)) as u64;
            let cut = with(&|l| l.truncate(rest));
            assert_eq!(cut, Some((rest as u64 + 1, Tear::Cut { found, written })));
        }
    }
}

#[test]
fn lines_of_the_file_itself() {
    let set = set();
    let whole = lines(&set, "1/1", Format::Csv);
    let end = whole.len();
    let with = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines = whole.clone();
        change(&mut lines);
        torn(&lines, Format::Csv)
    };
    let written = set.len();
    let cut = Tear::Cut { found: written, written };
    assert_eq!(with(&|l| drop(l.pop())), Some((end as u64, cut)));
    assert_eq!(with(&|l| drop(l.remove(1))), Some((end as u64 - 1, Tear::Ended)));
    assert_eq!(with(&|l| l.insert(1, l[1].clone())), Some((3, Tear::Begun)));
    assert_eq!(with(&|l| l.push(l[end - 1].clone())), Some((end as u64 + 1, Tear::Ended)));
    let before = Tear::Before { cases: 1 };
    assert_eq!(with(&|l| l.insert(1, l[5].clone())), Some((3, before)));
    // Neither of them: another tool's file.
    assert_eq!(with(&|l| drop((l.pop(), l.remove(1)))), None);
    let part = |l: &mut Vec<String>| {
        l.truncate(30_000);
        l.remove(1);
    };
    assert_eq!(with(&part), None);
    // Rows filled up by a table tool.
    let filled = |l: &mut Vec<String>| {
        for at in [1, end - 1] {
            l[at] = format!("\"{}\",,,,,,\n", l[at].trim_end());
        }
    };
    assert_eq!(with(&filled), None);
    // A digit of the count, of the version, of the seal.
    for (from, to) in [("cases=4", "cases=5"), ("assay 0", "assay 1"), ("seal=", "seal=0")] {
        let mut lines = whole.clone();
        lines[1] = lines[1].replace(from, to);
        assert_ne!(lines[1], whole[1]);
        let file = lines.concat();
        let said = check(
            file.as_bytes(),
            Format::Csv,
            vectors::operations(),
            &Settings::default(),
            &mut |_| {},
        );
        let Err(Error::Line { line: 2, fault }) = said else { panic!("{said:?}") };
        assert_eq!(fault.column, Some(3));
        assert!(fault.to_string().contains("its seal does not match"), "{fault}");
    }
    // Other remarks are no lines of a vector file: what they hide would not be compared.
    let mut lines = whole.clone();
    lines[5].insert(0, '#');
    let said = check(
        lines.concat().as_bytes(),
        Format::Csv,
        vectors::operations(),
        &Settings::default(),
        &mut |_| {},
    );
    assert!(matches!(said, Err(Error::Line { line: 6, .. })), "{said:?}");
}

#[test]
fn joined_files() {
    let set = set();
    for format in [Format::Csv, Format::Jsonl] {
        let parts = ["1/3", "2/3", "3/3"].map(|shard| lines(&set, shard, format));
        for part in &parts {
            assert_eq!(torn(part, format), None);
        }
        let headers = usize::from(format == Format::Csv);
        let joined = [&parts[0][..], &parts[2][headers..], &parts[1][headers..]].concat();
        assert_eq!(torn(&joined, format), None);
        // A hole in the second.
        let mut lines = joined.clone();
        let at = parts[0].len() + 9;
        lines.remove(at);
        let written = (parts[2].len() - 3 * headers) as u64;
        let line = (parts[0].len() + parts[2].len() - headers - 1) as u64;
        let right = Tear::Cases { found: written - 1, written };
        assert_eq!(torn(&lines, format), Some((line, right)));
    }
}

/// Blank classes would leave unnoticed what the seals guard.
#[test]
fn classes_without_seal() {
    let set = set();
    for format in [Format::Csv, Format::Jsonl] {
        let mut lines = lines(&set, "1/1", format);
        let at = header(format) + 11;
        for line in &mut lines[at..at + 20] {
            let mark = line.rfind('#').expect("a seal");
            let begin = line[..mark].rfind([',', '"']).expect("a class");
            line.replace_range(begin + 1..mark + 5, "");
        }
        let right = Tear::Unsealed { cases: 20 };
        assert_eq!(torn(&lines, format), Some((at as u64 + 1, right)));
    }
}

/// The first mark of another set, of as many cases, over these.
#[test]
fn what_the_first_mark_says() {
    let request = |ops, options, count| {
        let ops = vectors::operations().select(ops).expect("registered");
        Request { count, options, ..Request::new(ops, Cover::Random) }
    };
    let plain = Some(Options::NONE);
    let set = |ops, options, count| Set::new(&request(ops, options, count)).expect("a set");
    let right = set("ieee.f16.add", plain, 100);
    for (other, said) in [
        (
            set("ieee.f16.sub", plain, 100),
            "the operation is ieee.f16.add, right is ops=ieee.f16.sub",
        ),
        (set("ieee.f*.sub", plain, 25), "the operation is ieee.f16.add, right is ops="),
        (set("ieee.f16.add", Some(rup()), 100), "the options are ``, right is opts=`rm=rup`"),
        (set("ieee.f16.add", plain, 100), ""),
    ] {
        for format in [Format::Csv, Format::Jsonl] {
            let mut lines = lines(&right, "1/1", format);
            let others = self::lines(&other, "1/1", format);
            let at = usize::from(format == Format::Csv);
            let mark = |line: &str| line.find("assay ").expect("a mark");
            let (keep, take) = (mark(&lines[at]), mark(&others[at]));
            lines[at] = format!("{}{}", &lines[at][..keep], &others[at][take..]);
            match torn(&lines, format) {
                Some((line, Tear::Contradicts(how))) => {
                    assert_eq!(line, 2 * at as u64 + 1);
                    assert!(!said.is_empty() && how.starts_with(said), "{how}");
                }
                None => assert!(said.is_empty(), "{said}"),
                other => panic!("{said}: {other:?}"),
            }
        }
    }
}

fn rup() -> Options {
    let op = vectors::operations().find("ieee.f16.add").expect("registered");
    op.parse_options(["rm=rup"]).expect("an option")
}
