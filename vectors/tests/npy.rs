//! Arrays of records: each stands for the CSV file of the same set, and what is wrong with one is found.

use std::io::Read;
use vectors::check::{Report, Settings, check, check_array};
use vectors::file::npy::{Companion, Lines, Records};
use vectors::file::{Error, Format};
use vectors::generate::{Done, Request, Set};
use vectors::part::{Cover, Shard};
use vectors::registry::{Op, Options, Plan};

/// Cases of an array whose every bit is changed.
const CASES: u64 = 12;

/// The file of a set, and the digest of its questions.
fn file(set: &Set, format: Format) -> (Vec<u8>, Done) {
    let (mut bytes, mut last) = (Vec::new(), Done::default());
    let job = set.job(Shard::WHOLE, format);
    set.write(&job, &mut bytes, &mut |done| last = done).expect("writes to memory");
    (bytes, last)
}

/// An array and what stands beside it.
fn array(set: &Set) -> (Vec<u8>, Companion) {
    let (bytes, done) = file(set, Format::Npy);
    (bytes, set.companion(Shard::WHOLE, done.digest).expect("of one operation"))
}

fn set(op: &'static Op, options: Options, cover: Cover, count: u64) -> Set {
    let request = Request { options: Some(options), count, ..Request::new(vec![op], cover) };
    Set::new(&request).expect("a set")
}

fn lines(array: &[u8], companion: Option<Companion>, plan: Option<Plan>) -> Result<String, Error> {
    let mut text = String::new();
    let mut lines = Lines::new(array, companion, vectors::operations(), plan)?;
    lines.read_to_string(&mut text).map_err(Error::Read)?;
    Ok(text)
}

fn checked(array: &[u8], companion: &Companion) -> Result<Report, Error> {
    let settings = Settings { threads: 1, ..Settings::default() };
    let lines = Lines::new(array, Some(companion.clone()), vectors::operations(), None)?;
    let report = check_array(lines, vectors::operations(), &settings, &mut |_| {});
    same(&report, array, companion);
    report
}

/// Whether a check of the lines that an array stands for finds the same.
fn same(report: &Result<Report, Error>, array: &[u8], companion: &Companion) {
    let settings = Settings { threads: 1, noun: "case", ..Settings::default() };
    let operations = vectors::operations();
    let lines = Lines::new(array, Some(companion.clone()), operations, None).expect("has a head");
    let right = check(lines, Format::Csv, operations, &settings, &mut |_| {});
    // The header and the first mark are no cases.
    let above = 1 + u64::from(companion.file.is_some());
    match (report, right) {
        (Ok(report), Ok(right)) => assert_eq!(told(report, 0), told(&right, above)),
        (Err(report), Err(right)) => assert_eq!(wrong(report, 0), wrong(&right, above)),
        (report, right) => panic!("{report:?}, of its lines {right:?}"),
    }
}

/// All that a report has, behind so many lines.
fn told(report: &Report, above: u64) -> String {
    let mut all = report.clone();
    let less = |line: u64| line.saturating_sub(above);
    for own in &mut all.findings {
        own.line = less(own.line);
    }
    let groups: Vec<_> = report.groups.rarest_first().into_iter().cloned().collect();
    let firsts: Vec<u64> = groups.iter().map(|group| less(group.first)).collect();
    let names: Vec<_> = groups.iter().map(|group| (group.op, &group.class, group.count)).collect();
    let torn = report.torn.as_ref().map(|torn| (less(torn.line), torn.to_string()));
    let Report { counts, found, unclaimed, causes, findings, lines, .. } = all;
    let unclaimed = (unclaimed.count, less(unclaimed.first));
    let lines = less(lines);
    format!(
        "{counts:?} {found} {unclaimed:?} {causes:?} {findings:?} {lines} {names:?} {firsts:?} {torn:?}"
    )
}

/// An error, behind so many lines.
fn wrong(error: &Error, above: u64) -> String {
    match error {
        Error::Line { line, fault } => fault.of_line("x.npy", line.saturating_sub(above)),
        other => other.of_file("x.npy"),
    }
}

/// Whether a check finds nothing wrong.
fn passes(array: &[u8], companion: &Companion) -> bool {
    checked(array, companion).is_ok_and(|found| {
        found.counts.mismatched == 0 && found.torn.is_none() && found.counts.checked > 0
    })
}

#[test]
fn an_array_stands_for_the_csv_file_of_its_set() {
    for op in vectors::operations().all() {
        let sets = op.option_sets();
        for options in [sets.first(), sets.last()].into_iter().flatten() {
            let set = set(op, *options, Cover::Random, 12);
            let (csv, _) = file(&set, Format::Csv);
            let (npy, companion) = array(&set);
            let text = lines(&npy, Some(companion.clone()), None).expect("it was written");
            assert_eq!(text.as_bytes(), csv, "{} {options}", op.id);
            // And back.
            let plan = op.plan(options);
            let mut records = Records::new(Vec::new(), plan, set.len(), vectors::operations());
            std::io::Write::write_all(&mut records, &csv).expect("writes to memory");
            let (again, beside) = records.end();
            assert_eq!(again, npy, "{} {options}", op.id);
            assert_eq!(beside.expect("has both marks").text(), companion.text());
        }
    }
}

#[test]
fn open_decisions_are_bits() {
    for op in vectors::operations().all() {
        assert!(op.decisions.len() <= 32, "{}", op.id);
    }
    let mut open = 0;
    for op in vectors::operations().select("mncore2.*").expect("ids") {
        let set = set(op, op.option_sets()[0], Cover::Corner, 0);
        let (csv, _) = file(&set, Format::Csv);
        let (npy, companion) = array(&set);
        assert_eq!(
            lines(&npy, Some(companion), None).expect("it was written").as_bytes(),
            csv,
            "{}",
            op.id
        );
        open += String::from_utf8(csv)
            .expect("is text")
            .lines()
            .filter(|line| line.contains(",MN-D"))
            .count();
    }
    assert!(open > 1000, "{open}");
}

#[rstest::rstest]
#[case("ieee.f16.add")]
#[case("cvt.f32.e4m3fn")]
#[case("ieee.f64.remainder")]
#[case("ieee.e2m1.mul")]
fn any_changed_byte_of_a_case_is_found(#[case] id: &str) {
    let op = vectors::operations().find(id).expect("an id");
    let set = set(op, op.option_sets()[0], Cover::Random, CASES);
    let (npy, companion) = array(&set);
    assert!(passes(&npy, &companion));
    let head = npy.len() - CASES as usize * record_of(&npy);
    for at in head..npy.len() {
        // Of each byte some bits, another one in the next byte.
        for bit in (at % 8..at % 8 + 8).step_by(seeded::one_in(8) as usize).map(|bit| bit % 8) {
            let mut other = npy.clone();
            other[at] ^= 1 << bit;
            assert!(!passes(&other, &companion), "{id} byte {at} bit {bit}");
        }
    }
    for end in 0..npy.len() {
        assert!(!passes(&npy[..end], &companion), "{id} cut behind {end}");
    }
    assert!(!passes(&[&npy[..], &[0]].concat(), &companion), "{id}");
    // A case twice in the place of another.
    let size = record_of(&npy);
    let mut twice = npy.clone();
    twice.copy_within(head..head + size, head + size);
    assert!(!passes(&twice, &companion), "{id}");
}

/// The bytes of a record.
fn record_of(npy: &[u8]) -> usize {
    let start = 10 + usize::from(u16::from_le_bytes([npy[8], npy[9]]));
    (npy.len() - start) / CASES as usize
}

#[test]
fn what_a_companion_says_must_be_so() {
    let op = vectors::operations().find("ieee.f16.add").expect("an id");
    let (npy, right) = array(&set(op, Options::NONE, Cover::Random, CASES));
    let other = |change: &dyn Fn(&mut Companion)| {
        let mut own = right.clone();
        change(&mut own);
        own
    };
    for (name, own) in [
        ("another operation", other(&|own| own.op = "ieee.f16.sub".to_owned())),
        ("none", other(&|own| own.op = "ieee.f16.ad".to_owned())),
        ("of another shape", other(&|own| own.op = "ieee.f32.add".to_owned())),
        ("other options", other(&|own| own.opts = "rm=rtz".to_owned())),
        ("no options", other(&|own| own.opts = "rm=sideways".to_owned())),
        ("no end", other(&|own| own.end = None)),
        ("no beginning", other(&|own| own.file = None)),
        (
            "another end",
            other(&|own| {
                own.end = Some(own.end.clone().unwrap_or_default().replace("cases=12", "cases=13"))
            }),
        ),
        ("lines", other(&|own| own.file = Some("a\nb".to_owned()))),
        ("other ids", other(&|own| own.unspecified.push("NUM-D01".to_owned()))),
        ("no ids", other(&|own| own.unspecified.clear())),
        ("no seal", other(&|own| own.seal = None)),
        ("another seal", other(&|own| own.seal = Some("0000".to_owned()))),
        ("too many ids", other(&|own| own.unspecified = vec![String::new(); 33])),
    ] {
        assert!(!passes(&npy, &own), "{name}");
    }
}

#[test]
fn cases_are_counted_from_one() {
    let op = vectors::operations().find("ieee.f16.add").expect("an id");
    let (mut npy, companion) = array(&set(op, Options::NONE, Cover::Random, CASES));
    let (size, len) = (record_of(&npy), npy.len());
    // The result of the last.
    npy[len - size + 4] ^= 1;
    let report = checked(&npy, &companion).expect("is read");
    assert_eq!((report.findings[0].line, report.findings[0].noun, report.lines), (12, "case", 13));
    assert!(
        report.groups.rarest_first().iter().all(|group| group.first == 12 && group.noun == "case")
    );
}

#[test]
fn numpys_own_arrays_are_read() {
    // numpy.save of the fields out (>u4), in1 (<u4), in0 (>u4): 1 + 1, 2 + 1, inf - inf.
    let npy = include_bytes!("npy/numpy.npy");
    let op = vectors::operations().find("ieee.f32.add").expect("an id");
    let text = lines(npy, None, Some(op.plan(&Options::NONE))).expect("an array");
    assert_eq!(
        text,
        "op,opts,in0,in1,out,flags,class,unspecified\n\
         ieee.f32.add,,3f800000,3f800000,40000000,,,\n\
         ieee.f32.add,,40000000,3f800000,40400000,,,\n\
         ieee.f32.add,,7f800000,ff800000,7fc00000,,,\n"
    );
    let told = |op: &str| {
        let op = vectors::operations().find(op).expect("an id");
        lines(npy, None, Some(op.plan(&Options::NONE))).expect_err("another operation").to_string()
    };
    assert!(told("ieee.f16.add").contains("field `in0` is >u4, right is <u2"));
    assert!(told("ieee.f32.fma").contains("no field `in2`"));
    assert!(told("ieee.f32.sqrt").contains("field `in1`, right are in0, out"));
    assert!(lines(npy, None, None).is_err());
}
