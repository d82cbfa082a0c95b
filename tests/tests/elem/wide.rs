//! Formats of 16 bits and more: operands drawn near the hard cases of each function.

use crate::elem::complete::environments;
use crate::elem::directed::{block, draw};
use crate::elem::judge::{Differences, differ, differ_blocks, differ_quickly};
use crate::random::{Draw, Random, cases};
use functions::{Row, Shape, TABLE};
use rstest::rstest;
use softfloat::{Env, Rounding, Tininess};
use tests::bridge::Pair;

/// Formats by name, `eXmY` those like IEEE's.
pub(crate) fn format(name: &str) -> Pair {
    let custom = name.strip_prefix('e').and_then(|widths| widths.split_once('m'));
    let custom = custom.filter(|_| name != "e8m0");
    match custom {
        Some((e, m)) => Pair::custom(e.parse().unwrap(), m.parse().unwrap()),
        None => Pair::named(name),
    }
}

fn of_numbers() -> impl Iterator<Item = &'static Row> {
    let is = |row: &&Row| !row.shape.of_blocks();
    TABLE.iter().filter(is)
}

fn of_blocks() -> impl Iterator<Item = &'static Row> {
    TABLE.iter().filter(|row| matches!(row.shape, Shape::Reduce | Shape::Reduce2 | Shape::Block))
}

/// Every 37th code of the formats of 16 bits; all of them are `cargo xtask exhaustive`'s.
#[rstest]
fn every_37th(#[values("ieee_binary16", "bf16", "mncore2_half", "e6m9", "e2m13")] name: &str) {
    let f = format(name);
    let mut differences = Differences::default();
    for row in of_numbers().filter(|row| row.shape == Shape::Unary) {
        // Not the same codes for each function.
        let start = row.function as u64 % 37;
        for a in f.codes().skip(start as usize).step_by(37) {
            let all = environments(a);
            let environments = [all[(a % 24) as usize], all[(a % 12) as usize]];
            differences.note(row, differ_quickly(row, &f, &[a], &environments[0]));
            differences.note(row, differ(row, &f, &[a], &environments[1..]));
        }
    }
    differences.assert_none();
}

#[rstest]
fn random(
    #[values(
        "ieee_binary16",
        "bf16",
        "tf32",
        "ieee_binary32",
        "ieee_binary64",
        "mncore2_half",
        "mncore2_single",
        "mncore2_double",
        "e2m3",
        "e2m61",
        "e5m58",
        "e9m22",
        "e8m55",
        "e11m52",
        "e15m10",
        "e15m48"
    )]
    name: &str,
) {
    let f = format(name);
    let mut random = Random::of_run();
    let mut differences = Differences::default();
    for row in of_numbers() {
        for turn in 0..cases() / 512 {
            let x = draw(&mut random, row, &f);
            let difference = if turn % 8 == 0 {
                let environments = environments(random.next() % 5);
                differ(row, &f, &x, &[*random.pick(&environments)])
            } else {
                let rounding = *random.pick(&Rounding::ALL);
                let tininess = *random.pick(&[Tininess::After, Tininess::Before]);
                let env = Env { tininess, ..Env::IEEE }.rounding(rounding);
                differ_quickly(row, &f, &x, &env)
            };
            differences.note(row, difference);
        }
    }
    differences.assert_none();
}

#[rstest]
fn blocks(
    #[values(
        "ieee_binary16",
        "bf16",
        "ieee_binary32",
        "ieee_binary64",
        "fp8_e4m3_ocp",
        "fp8_e5m2_ocp",
        "fp4_e2m1",
        "e8m0",
        "mncore2_single",
        "e5m58",
        "e15m48"
    )]
    name: &str,
) {
    let f = format(name);
    let mut random = Random::of_run();
    let mut differences = Differences::default();
    for row in of_blocks() {
        for turn in 0..cases() / 512 {
            let length = match turn % 64 {
                63 => 1 + random.below(300) as usize,
                _ => 1 + random.below(9) as usize,
            };
            let blocks: Vec<Vec<u64>> =
                (0..row.shape.arity()).map(|_| block(&mut random, &f, length)).collect();
            let blocks: Vec<&[u64]> = blocks.iter().map(Vec::as_slice).collect();
            let all = environments(random.next() % 5);
            let environments = [*random.pick(&all), *random.pick(&all)];
            differences.note(row, differ_blocks(row, &f, &blocks, &environments));
        }
    }
    differences.assert_none();
}

/// As many terms as there may be.
#[test]
fn longest_blocks() {
    let f = format("ieee_binary32");
    let mut random = Random::of_run();
    let mut differences = Differences::default();
    for row in of_blocks() {
        let blocks: Vec<Vec<u64>> =
            (0..row.shape.arity()).map(|_| block(&mut random, &f, 4096)).collect();
        let blocks: Vec<&[u64]> = blocks.iter().map(Vec::as_slice).collect();
        differences.note(row, differ_blocks(row, &f, &blocks, &[Env::IEEE]));
    }
    differences.assert_none();
}
