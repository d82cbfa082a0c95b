//! Damaged files: whatever is changed, lost, doubled, moved or cut, the quick way of reading finds what the definition finds, to
//! the letter.

use seeded::{Draw, Kind, Random};
use vectors::check::{Report, Settings, check, check_array};
use vectors::file::npy::{Companion, Lines};
use vectors::file::{Error, Format};
use vectors::generate::{Done, Request, Set};
use vectors::part::{Cover, Shard};
use vectors::registry::{Op, Options};

/// Cases of each.
const CASES: u64 = 8;

/// Operations of several kinds: under all options, with commas in options, of blocks, with open decisions, of wide formats.
const OPS: [&str; 8] = [
    "ieee.f32.fma",
    "ieee.f64.div",
    "cvt.f32.e4m3fn",
    "mncore2.mau.hvfma",
    "mx.fp8e4m3.quantize",
    "pod.pfpadd.1s",
    "ieee.f128.add",
    "int.i32.add_wrap",
];

/// A file that was written, and how it is read.
struct File {
    format: Format,
    op: &'static Op,
    bytes: Vec<u8>,
    companion: Option<Companion>,
}

impl File {
    /// So many random cases; where lines name their options, under all of them.
    fn of(id: &str, format: Format, seed: u64) -> Option<Self> {
        let op = vectors::operations().find(id).expect("listed");
        let options = format.is_of_one().then_some(Options::NONE);
        if options.is_some_and(|own| !vectors::file::names(format, &op.plan(&own))) {
            return None;
        }
        let request =
            Request { options, count: CASES, seed, ..Request::new(vec![op], Cover::Random) };
        let set = Set::new(&request).expect("a set");
        let (mut bytes, mut last) = (Vec::new(), Done::default());
        let job = set.job(Shard::WHOLE, format);
        set.write(&job, &mut bytes, &mut |done| last = done).expect("writes to memory");
        let companion = (format == Format::Npy).then(|| set.companion(Shard::WHOLE, last.digest));
        Some(Self { format, op, bytes, companion: companion.flatten() })
    }

    /// What a check says of these bytes in its place, with the slow way or without.
    fn told(&self, bytes: &[u8], by_definition: bool) -> String {
        let op = self.format.is_bare().then_some(self.op);
        let settings =
            Settings { op, threads: 1, max_report: 2, by_definition, ..Settings::default() };
        let among = vectors::operations();
        let report = match self.format {
            Format::Npy => Lines::new(bytes, self.companion.clone(), among, None)
                .and_then(|lines| check_array(lines, among, &settings, &mut |_| {})),
            format => check(bytes, format, among, &settings, &mut |_| {}),
        };
        told(report)
    }
}

/// All that is said.
fn told(report: Result<Report, Error>) -> String {
    let report = match report {
        Ok(report) => report,
        // The names that are near one that is unknown take their time.
        Err(why) => return format!("{why:?}"),
    };
    let Report { counts, passed_over, found, unclaimed, torn, lines, findings, .. } = &report;
    let torn = torn.as_ref().map(|torn| (torn.line, torn.to_string()));
    format!(
        "{report}\n{counts:?} {passed_over} {found} {unclaimed:?} {torn:?} {lines}\n{findings:?}"
    )
}

/// Where lines, or what else is of one length, begin and end.
fn parts(file: &File) -> Vec<std::ops::Range<usize>> {
    let bytes = &file.bytes;
    if file.format == Format::Npy {
        let head = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        let count = CASES as usize;
        let size = (bytes.len() - head) / count;
        return (0..count).map(|i| head + i * size..head + (i + 1) * size).collect();
    }
    let ends = (0..bytes.len()).filter(|at| bytes[*at] == b'\n').map(|at| at + 1);
    let ends: Vec<usize> = ends.collect();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(&ends).map(|(start, end)| start..*end).collect()
}

/// What stands there in the place of a byte.
fn other(byte: u8, random: &mut Random) -> u8 {
    const ODD: &[u8] = b"0123456789abcdefABCF,;_ \"#\\{}:\n\r\t\0\x7f\xff";
    match random.below(3) {
        0 => byte ^ 1 << random.below(8),
        1 => ODD[random.below(ODD.len() as u64) as usize],
        _ => random.below(256) as u8,
    }
}

/// Damages a file.
fn damaged(file: &File, random: &mut Random) -> Vec<u8> {
    let mut bytes = file.bytes.clone();
    let at = random.below(bytes.len() as u64) as usize;
    let parts = parts(file);
    let mut part = || parts[random.below(parts.len() as u64) as usize].clone();
    let (one, two) = (part(), part());
    let line = bytes[one.clone()].to_vec();
    match random.below(9) {
        0..4 => bytes[at] = other(bytes[at], random),
        4 => drop(bytes.drain(one)),
        5 => drop(bytes.splice(two.start..two.start, line)),
        6 => {
            bytes.splice(two.end..two.end, line);
            let lost =
                if one.start < two.end { one } else { one.start + one.len()..one.end + one.len() };
            bytes.drain(lost);
        }
        7 => bytes.truncate(at),
        _ => {
            let end = (at + 1 + random.below(4) as usize).min(bytes.len());
            bytes.drain(at..end);
        }
    }
    bytes
}

#[test]
fn the_quick_way_says_what_the_definition_says() {
    let mut random = Random::new(34);
    let files: Vec<File> = Format::ALL
        .into_iter()
        .flat_map(|format| OPS.iter().filter_map(move |id| File::of(id, format, 7)))
        .collect();
    assert!(files.len() > 36, "{}", files.len());
    let mut noticed = 0;
    let whole: Vec<String> = files.iter().map(|file| file.told(&file.bytes, false)).collect();
    for (file, whole) in files.iter().zip(&whole) {
        assert_eq!(*whole, file.told(&file.bytes, true), "{} {}", file.op.id, file.format);
        assert!(whole.starts_with("checked 8, mismatched 0,"), "{whole}");
    }
    let count = 2 * Kind::Text.cases() as usize;
    for number in 0..count {
        let (file, whole) = (&files[number % files.len()], &whole[number % files.len()]);
        let bytes = damaged(file, &mut random);
        let quick = file.told(&bytes, false);
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(quick, file.told(&bytes, true), "{} {}:\n{text}", file.op.id, file.format);
        noticed += usize::from(quick != *whole);
    }
    // What says nothing else: a digit in upper case, a line in its own place, another line of TestFloat's.
    assert!(noticed > count * 4 / 5, "{noticed}");
}
