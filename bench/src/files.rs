//! Files of vectors: what a case costs from the draw to the line, and from the line to the verdict.

use std::hint::black_box;
use std::io;

use vectors::check::{Settings, check};
use vectors::file::Format;
use vectors::generate::{Request, Set};
use vectors::operations;
use vectors::part::{Cover, Shard};
use vectors::registry::{Op, Options};

use crate::cases::{Case, Group};
use crate::operands::SETS;

/// Random cases of an operation under its plainest options.
fn set(op: &'static Op) -> Set {
    let request = Request {
        count: SETS as u64,
        options: Some(Options::NONE),
        ..Request::new(vec![op], Cover::Random)
    };
    Set::new(&request).expect("random cases need no condition")
}

fn write(set: &Set, format: Format, out: &mut dyn io::Write) {
    let job = set.job(Shard::WHOLE, format);
    set.write(&job, out, &mut |_| {}).expect("a sink takes all");
}

fn of(op: &str) -> &'static Op {
    operations().find(op).expect("a listed operation")
}

/// Makes the lines of the cases.
fn generated(op: &str, format: Format) -> Box<dyn FnMut()> {
    let set = set(of(op));
    Box::new(move || write(black_box(&set), format, &mut io::sink()))
}

/// Reads these lines, computes the cases and compares.
fn checked(op: &str, format: Format) -> Box<dyn FnMut()> {
    let op = of(op);
    let mut file = Vec::new();
    write(&set(op), format, &mut file);
    let settings = Settings { op: Some(op), threads: 1, ..Settings::default() };
    Box::new(move || {
        let report = check(black_box(&file[..]), format, operations(), &settings, &mut |_| {});
        let checked = report.map(|report| report.counts.checked);
        assert_eq!(checked.ok(), Some(SETS as u64), "all cases are checked");
    })
}

macro_rules! files {
    ($($make:ident $name:literal: $op:literal, $format:ident;)*) => {
        &[$(
            Case {
                name: $name,
                group: Group::File,
                nearest: "",
                prepare: || $make($op, Format::$format),
            },
        )*]
    };
}

/// `gen` and `check` in every format of files, and of an operation that leaves questions open.
pub const FILES: &[Case] = files! {
    generated "gen csv": "ieee.f32.fma", Csv;
    generated "gen jsonl": "ieee.f32.fma", Jsonl;
    generated "gen testfloat": "ieee.f32.fma", TestFloat;
    generated "gen memh": "ieee.f32.fma", Memh;
    generated "gen fptest": "ieee.f32.fma", Fptest;
    generated "gen csv, mncore2": "mncore2.mau.fvfma", Csv;
    checked "check csv": "ieee.f32.fma", Csv;
    checked "check jsonl": "ieee.f32.fma", Jsonl;
    checked "check testfloat": "ieee.f32.fma", TestFloat;
    checked "check memh": "ieee.f32.fma", Memh;
    checked "check fptest": "ieee.f32.fma", Fptest;
    checked "check csv, mncore2": "mncore2.mau.fvfma", Csv;
};
