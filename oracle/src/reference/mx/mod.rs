//! `mx.*`: operations on blocks of OCP's Microscaling formats.

mod block;

pub use block::{Quantization, ScaleRule, dequantize, dot, quantize};

use super::engine::{Env, Value};
use super::number::{TABLE, bits, env};
use super::options::Options;
use super::random::{self, Random};
use super::{Outcome, Reference};

pub(super) const REFERENCE: Reference = Reference { name: "mx", evaluate };

/// The elements of MX blocks by the names that ids have for them.
const ELEMENTS: [(&str, &str); 7] = [
    ("fp8e4m3", "fp8_e4m3_ocp"),
    ("fp8e5m2", "fp8_e5m2_ocp"),
    ("fp6e3m2", "fp6_e3m2"),
    ("fp6e2m3", "fp6_e2m3"),
    ("fp4e2m1", "fp4_e2m1"),
    ("int8", "mxint8_elem"),
    ("int4", "mxint4_elem"),
];

/// The options of blocks besides.
const BLOCK_OPTIONS: [&str; 8] =
    ["rm", "tininess", "nan", "ftz", "daz", "scale", "special", "overflow"];

/// The block of a name of values of binary32, each element rounded by its random word.
pub(super) fn quantize_at_random(
    name: &str,
    values: &[u64],
    options: Options<'_>,
    words: &[Random<'_>],
) -> Option<Outcome> {
    let e = TABLE[ELEMENTS.iter().find(|row| row.0 == name)?.1];
    let (f, env) = (TABLE["ieee_binary32"], env(options)?);
    let by_word = |i: usize, value: &Value, env: &Env| {
        random::encode(e, value, Some(f), env, words[i]).expect("a tail that is known")
    };
    let (scale, elements, flags) =
        block::quantize_by(f, e, values, quantization(options)?, &env, by_word);
    let out = std::iter::once(scale).chain(elements).collect();
    Some(Outcome { out, flag: Some(bits(flags)) })
}

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let operation = id.strip_prefix("mx.")?;
    let (name, operation) = operation.split_once('.')?;
    // The operands have as many elements as `block` says.
    let others = options.others("block");
    let options = Options::new(&others).only(&BLOCK_OPTIONS)?;
    let e = TABLE[ELEMENTS.iter().find(|row| row.0 == name)?.1];
    let (f, env) = (TABLE["ieee_binary32"], env(options)?);
    let (out, flags) = match (operation, operands) {
        ("quantize", [values]) => {
            let how = quantization(options)?;
            let (scale, elements, flags) = quantize(f, e, values, how, &env);
            (std::iter::once(scale).chain(elements).collect(), flags)
        }
        ("dequantize", [scale, elements]) => dequantize(e, f, *scale.first()?, elements, &env),
        ("dot", [scale_x, x, scale_y, y, z]) => {
            let (x, y) = ((e, *scale_x.first()?, &x[..]), (e, *scale_y.first()?, &y[..]));
            let (code, flags) = dot(x, y, f, *z.first()?, &env);
            (vec![code], flags)
        }
        _ => return None,
    };
    Some(Outcome { out, flag: Some(bits(flags)) })
}

/// How a block is quantised by the options.
fn quantization(options: Options<'_>) -> Option<Quantization> {
    let choice = |name, default| options.value(name).unwrap_or(default);
    Some(Quantization {
        scale: match choice("scale", "floor") {
            "floor" => ScaleRule::Floor,
            "ceil" => ScaleRule::Ceil,
            "even" => ScaleRule::Even,
            "nearest" => ScaleRule::Nearest,
            _ => return None,
        },
        by_element: choice("special", "block") == "element",
        saturate: choice("overflow", "sat") == "sat",
    })
}
