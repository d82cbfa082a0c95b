//! The driver: shards, threads, and outputs that fail.

use super::{request, set};
use std::cell::RefCell;
use std::io::{self, Write};
use vectors::file::Format;
use vectors::generate::{Done, Job, Request, Set};
use vectors::part::{Cover, Shard};
use vectors::registry::Options;

fn bytes(set: &Set, shard: &str, format: Format, threads: usize) -> Vec<u8> {
    let job = Job { threads, ..set.job(shard.parse().expect("a shard"), format) };
    let mut out = Vec::new();
    let (mut last, len) = (0, job.range.end - job.range.start);
    set.write(&job, &mut out, &mut |done| last = done.cases).expect("a Vec takes all");
    assert_eq!(last, len, "progress ends at the end");
    out
}

/// The lines of cases, without what the file says about itself.
fn cases(file: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(file).expect("ASCII");
    let lines = text.lines().filter(|l| !l.starts_with("op,") && !l.starts_with("# assay "));
    let line = |l: &str| match l.find(",\"file\":").or_else(|| l.find(",\"end\":")) {
        Some(at) => format!("{}}}", &l[..at]),
        None => l.to_owned(),
    };
    lines.map(line).collect()
}

#[test]
fn shards_in_order_are_the_set() {
    let corner = set("mncore2.mau.f*,mncore2.rrn.l2bm2.*", Cover::Corner, 0);
    let random = set("mncore2.bf.*,mncore2.alu.hfloor", Cover::Random, 5001);
    for (set, format) in [(&corner, Format::Jsonl), (&random, Format::Csv)] {
        let whole = cases(&bytes(set, "1/1", format, 2));
        assert_eq!(whole.len() as u64, set.len());
        for n in [2, 3, 7, 64] {
            let parts = (1..=n).flat_map(|i| cases(&bytes(set, &format!("{i}/{n}"), format, 2)));
            assert!(parts.eq(whole.iter().cloned()), "{n} shards");
        }
    }
    for len in [0, 1, 5, u64::MAX] {
        let ends: Vec<_> = (1..=6).map(|i| Shard::new(i, 6).expect("a shard").range(len)).collect();
        assert!(ends.windows(2).all(|w| w[0].end == w[1].start), "{ends:?}");
        assert_eq!((ends[0].start, ends[5].end), (0, len));
    }
}

#[test]
fn threads_change_nothing() {
    for set in [
        set("mncore2.mau.hv*", Cover::Corner, 0),
        set("mncore2.mau.?v*,mncore2.rrn.mv8.*", Cover::Random, 3000),
        set("mncore2.convert.h_to_f", Cover::Exhaustive, 0),
    ] {
        let one = bytes(&set, "1/1", Format::Csv, 1);
        assert!(one.starts_with(b"op,opts,in0,"));
        for threads in [2, 3, 5] {
            assert!(bytes(&set, "1/1", Format::Csv, threads) == one, "{threads} threads");
        }
    }
}

/// Takes some bytes and then fails, like a pipe whose reader has gone.
struct Pipe(usize);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_the_output_end_the_work() {
    let set = set("mncore2.alu.iadd", Cover::Random, 500_000);
    for threads in [1, 2, 3] {
        for room in [0, 1, 1 << 20] {
            let job = Job { threads, ..set.job(Shard::WHOLE, Format::Csv) };
            let result = set.write(&job, &mut Pipe(room), &mut |_| ());
            assert_eq!(result.expect_err("fails").kind(), io::ErrorKind::BrokenPipe);
        }
    }
}

#[test]
fn testfloat_wants_one_choice() {
    let several = set("mncore2.alu.hmax", Cover::Random, 10);
    let mut out = Vec::new();
    let mut write =
        |set: &Set| set.write(&set.job(Shard::WHOLE, Format::TestFloat), &mut out, &mut |_| ());
    assert_eq!(write(&several).expect_err("two").kind(), io::ErrorKind::InvalidInput);
    let options = Some(Options::NONE);
    let one = Request { options, ..request("mncore2.alu.hmax", Cover::Random, 10) };
    write(&Set::new(&one).expect("a set")).expect("a Vec takes all");
    assert_eq!(out.iter().filter(|b| **b == b'\n').count(), 10);
}

/// What is written from any place on that progress told, behind what was written before, is the same file.
#[test]
fn a_file_can_be_gone_on_with() {
    let set = set("mncore2.alu.hfloor", Cover::Exhaustive, 0);
    // fptest has no name for this operation.
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Fptest) {
        let shard = "1/2".parse().expect("a shard");
        let job = Job { threads: 2, ..set.job(shard, format) };
        let out = RefCell::new(Vec::new());
        let mut places = vec![(Done::default(), 0)];
        let told = &mut |done| places.push((done, out.borrow().len()));
        set.write(&job, &mut Shared(&out), told).expect("a Vec takes all");
        let whole = out.into_inner();
        assert!(places.len() > 3);
        for (from, length) in places {
            let mut rest = whole[..length].to_vec();
            set.write(&Job { from, ..job.clone() }, &mut rest, &mut |_| ())
                .expect("a Vec takes all");
            assert!(rest == whole, "{format} {from:?}");
        }
    }
}

struct Shared<'a>(&'a RefCell<Vec<u8>>);

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
