//! `sr.*`: conversions, exact sums and MX blocks whose last places random bits decide, by the fraction that is lost as a rational.

use super::engine::{self, Kind, Value};
use super::number::{OPTIONS, codes, env, format, of_ofp8, outcome};
use super::options::Options;
use super::random::{Random, encode};
use super::{Outcome, Reference, mx, sum};

pub(super) const REFERENCE: Reference = Reference { name: "stochastic", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let names: Vec<&str> =
        OPTIONS.into_iter().chain(["bits", "tail", "scale", "special", "overflow"]).collect();
    let options = options.only(&names)?;
    let types: Vec<&str> = id.strip_prefix("sr.")?.split('.').collect();
    let env = env(options)?;
    match (&types[..], operands) {
        (["quantize", name], [values, words]) => {
            let random = words.iter().map(|&word| Random::of(options, word));
            mx::quantize_at_random(name, values, options, &random.collect::<Option<Vec<_>>>()?)
        }
        (["exact", to], [own @ .., words]) => {
            let to = format("", to)?;
            sum::at_random((to, to), &env, own, Random::of(options, *words.first()?)?).map(outcome)
        }
        (["exact_dot" | "fma", from, to], [own @ .., words]) => {
            let formats = (format("", from)?, format("", to)?);
            sum::at_random(formats, &env, own, Random::of(options, *words.first()?)?).map(outcome)
        }
        (&[from, to], _) => {
            let (from, to) = (format("", from)?, format("", to)?);
            let &[code, word] = codes(operands).as_slice() else { return None };
            let value = engine::read(from, code, &env);
            let result = encode(to, &value, Some(from), &env, Random::of(options, word)?)?;
            let infinite = matches!(value, Value::Infinite { .. });
            let result = of_ofp8([Some(from), Some(to)], (code, infinite), options, result);
            // Into P3109's formats there are no exceptions.
            Some(match to.kind {
                Kind::P3109 { .. } => Outcome { flag: None, ..outcome(result) },
                _ => outcome(result),
            })
        }
        _ => None,
    }
}
