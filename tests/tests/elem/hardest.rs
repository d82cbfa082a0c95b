//! The arguments that are hardest to round (`cargo xtask hardest`), in every direction.

use functions::{Function, evaluate};
use oracle::reference::elem;
use softfloat::{Env, Rounding};
use tests::bridge::{Pair, rounded, rules};

/// Function, format, operand, bits of the distance.
const LIST: &str = include_str!("../../../vectors/data/elem/hardest.csv");

#[test]
fn the_hardest_arguments_round_as_the_judge_says() {
    let formats = [("f16", "ieee_binary16"), ("bf16", "bf16"), ("tf32", "tf32")]
        .map(|(name, of)| (name, Pair::named(of)));
    let mut count = 0;
    for line in LIST.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let function = Function::by_name(fields[0]).expect("a function");
        let (_, f) = formats.iter().find(|of| of.0 == fields[1]).expect("a format");
        let code = u64::from_str_radix(fields[2], 16).expect("a code");
        for env in Rounding::ALL.map(|r| Env::IEEE.rounding(r)) {
            let judged = elem::evaluate(fields[0], &f.facts, &[code], &rules(&env));
            let found = evaluate(function, &f.format, &[code], &env);
            assert_eq!(found, Ok(rounded(judged.expect("a result"))), "{line} {:?}", env.rounding);
            count += 1;
        }
    }
    assert!(count > 10_000, "{count} cases");
}
