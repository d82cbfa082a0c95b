//! Stochastic rounding: every word of few bits, against the reference.

use crate::compare::{AgainstReference, assert_all};
use oracle::reference;
use seeded::seed;
use vectors::generate::{Request, Set};
use vectors::part::Cover;

/// Numbers of 16 bits, one of so many, under every word of three bits and what becomes of the bits behind.
#[test]
fn every_word_of_few_bits() {
    for id in [
        "sr.f16.e4m3fn",
        "sr.f16.e5m2",
        "sr.bf16.e2m1fn",
        "sr.f16.e2m3fn",
        "sr.f16.i8",
        "sr.bf16.f16",
    ] {
        let op = vectors::operations().find(id).expect("an operation");
        for tail in ["cut", "halfup", "even", "odd"] {
            for more in [&[][..], &["tininess=before"], &["sat"], &["ftz"], &["daz"]] {
                let tail = format!("tail={tail}");
                let words: Vec<&str> =
                    ["bits=3", &tail].into_iter().chain(more.iter().copied()).collect();
                let Ok(options) = op.parse_options(words) else { continue };
                let (plan, pairs) = (op.plan(&options), options.pairs());
                let pairs: Vec<(&str, &str)> =
                    pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
                for code in (0..0x1_0000u64).step_by(211) {
                    for word in 0..8 {
                        let right = reference::evaluate(id, &pairs, &[vec![code], vec![word]])
                            .expect("known");
                        let found = plan.run(&[code, word]);
                        assert_eq!(
                            (found.out(), found.flag),
                            (&right.out[..], right.flag),
                            "{id} {options} {code:04x} {word}"
                        );
                    }
                }
            }
        }
    }
}

/// Sums and blocks under words beside the turning ones, and what becomes of the bits behind.
#[test]
fn sums_and_blocks_by_random_words() {
    let all = vectors::operations().all().filter(|op| op.id.starts_with("sr."));
    let several = all.filter(|op| op.id.split('.').nth(1).is_some_and(|w| KINDS.contains(&w)));
    let on_demand = ["sr.exact_dot.e4m3fn.e5m10", "sr.fma.tf32.e5m2", "sr.exact.e6m9"];
    let on_demand = on_demand.map(|id| vectors::operations().find(id).expect("an operation"));
    let mut tried = 0;
    for op in several.chain(on_demand) {
        for tail in ["cut", "halfup", "even", "odd"] {
            for bits in ["bits=1", "bits=8", "bits=32"] {
                for more in [&[][..], &["tininess=before"], &["ftz"], &["daz"], &["scale=ceil"]] {
                    let tail = format!("tail={tail}");
                    let words = [bits, &tail].into_iter().chain(more.iter().copied());
                    let Ok(options) = op.parse_options(words) else { continue };
                    let request = Request {
                        count: 300,
                        seed: seed(),
                        options: Some(options),
                        ..Request::new(vec![op], Cover::Random)
                    };
                    let set = Set::new(&request).expect("a set");
                    assert_all::<AgainstReference>(&set, &format!("{options} seed {}", seed()));
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

const KINDS: [&str; 4] = ["exact", "exact_dot", "fma", "quantize"];
