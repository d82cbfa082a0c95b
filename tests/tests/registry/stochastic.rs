//! Stochastic rounding: every word of few bits, against the reference.

use oracle::reference;

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
