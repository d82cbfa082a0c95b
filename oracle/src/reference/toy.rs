//! `toy.*`: IEEE 754 on numbers of ten bits (E4M5), to nearest even, without flags.

use super::ieee::{self, Operation};
use super::number::{codes, format};
use super::options::Options;
use super::{Outcome, Reference, engine::Env};

pub(super) const REFERENCE: Reference = Reference { name: "toy", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    options.only(&[])?;
    let operation = match id {
        "toy.add" => Operation::Add,
        "toy.mul" => Operation::Mul,
        "toy.fma" => Operation::Fma,
        _ => return None,
    };
    let x = codes(operands);
    let format = format("ieee", "e4m5").filter(|_| x.len() == operation.arity())?;
    let (out, _) = ieee::evaluate(operation, format, &x, &Env::default());
    Some(Outcome { out: vec![out], flag: None })
}
