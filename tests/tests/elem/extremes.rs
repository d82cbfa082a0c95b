//! The judge by itself: it ends at every corner of the widest formats, and more bits say the same.

use crate::random::{Codes, Draw, Random, cases};
use oracle::reference::elem;
use softfloat::{Env, Rounding, convert_any};
use std::time::Instant;
use tests::bridge::{Pair, rules};

/// Codes with each exponent of a list and fractions at both ends, of both signs.
fn corners(f: &Pair) -> Vec<u64> {
    let (exp_bits, man_bits) = (f.facts.exp_bits, f.facts.man_bits);
    let (bias, top) = (i64::from(f.facts.bias), (1i64 << exp_bits) - 1);
    let near = [-60, -20, -1, 0, 1, 7, 14, 30, 60].map(|distance| bias + distance);
    let fields = near.into_iter().chain([0, 1, 2, bias / 2, bias + bias / 2, top - 1, top]);
    let all = (1u64 << man_bits) - 1;
    let mut codes = Vec::new();
    for field in fields.filter(|field| (0..=top).contains(field)) {
        for fraction in [0, 1, all / 3, all] {
            let code = (field as u64) << man_bits | fraction;
            codes.extend([code, code | 1 << (exp_bits + man_bits)]);
        }
    }
    codes
}

/// Some functions need thousands of bits there: none takes a second for all of them.
#[test]
fn the_widest_formats() {
    let env = rules(&Env::IEEE);
    for f in [Pair::custom(15, 48), Pair::named("ieee_binary64"), Pair::custom(2, 61)] {
        let codes = corners(&f);
        for name in elem::names() {
            let start = Instant::now();
            for (i, &x) in codes.iter().enumerate() {
                let y = codes[(i * 37 + 11) % codes.len()];
                let numbers: [&[u64]; 2] = [&[x], &[x, y]];
                let blocks: [&[&[u64]]; 2] = [&[&[x, y]], &[&[x, y], &[y, x]]];
                let numbers = numbers.map(|x| elem::exact(name, &f.facts, x, &env).is_some());
                let blocks = blocks.map(|x| elem::exact_blocks(name, &f.facts, x, &env).is_some());
                let ways = [numbers, blocks].concat().into_iter().filter(|is_one| *is_one);
                assert_eq!(ways.count(), 1, "{name}");
            }
            let time = start.elapsed();
            assert!(time.as_secs() < 5, "{name} in {}: {time:?}", f.facts.name);
        }
    }
}

/// What is found for a format with many more bits rounds like what is found for the format itself.
#[test]
fn wider_targets_round_alike() {
    let formats = [
        (Pair::named("ieee_binary32"), Pair::custom(8, 55)),
        (Pair::named("bf16"), Pair::custom(8, 30)),
        (Pair::custom(5, 5), Pair::custom(5, 58)),
    ];
    let mut random = Random::of_run();
    for (f, wide) in formats {
        for name in elem::names() {
            for _ in 0..cases() / 1024 {
                let env = Env::IEEE.rounding(*random.pick(&Rounding::ALL));
                let x = [(); 2].map(|()| random.code(&f.format, &f.format));
                let is_integer = ["pown", "rootn", "compound"].contains(&name);
                let mut widened =
                    x.map(|x| convert_any(&f.format, &wide.format, &Env::IEEE, x).bits);
                if is_integer {
                    widened[1] = x[1];
                }
                for count in [1, 2] {
                    let narrow = elem::exact(name, &f.facts, &x[..count], &rules(&env));
                    let wide = elem::exact(name, &wide.facts, &widened[..count], &rules(&env));
                    let [Some(narrow), Some(wide)] = [narrow, wide] else { continue };
                    // NaNs differ: the payload of the one is not that of the other.
                    if matches!(narrow, oracle::reference::ieee::Exact::Nan { .. }) {
                        continue;
                    }
                    let [narrow, wide] = [narrow, wide].map(|e| e.round(&f.facts, &rules(&env)));
                    assert_eq!(narrow, wide, "{name} of {} {x:x?}, {env:?}", f.facts.name);
                }
            }
        }
    }
}
