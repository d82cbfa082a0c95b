//! `silicon.*`: what the matrix and dot-product units of shipping hardware answer, by the decisions "SIL-D01" and following, word for
//! word, in exact rationals. Each open point ("SIL-O1") is taken at its decision. An operation is one element of a result.

mod amd;
mod arm;
mod chain;
mod nvidia;
mod operand;
mod riscv;
mod tenstorrent;
mod term;
#[cfg(test)]
mod tests;
mod x86;

use super::options::Options;
use super::{Outcome, Reference};

pub(super) const REFERENCE: Reference = Reference { name: "silicon", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (maker, operation) = id.strip_prefix("silicon.")?.split_once('.')?;
    let plain = || options.only(&[]);
    let one = |code| Outcome { out: vec![code], flag: None };
    match maker {
        "nvidia" => plain().and_then(|_| nvidia::evaluate(operation, operands)).map(one),
        "amd" => plain().and_then(|_| amd::evaluate(operation, operands)).map(one),
        "x86" => plain().and_then(|_| x86::evaluate(operation, operands)),
        "arm" => arm::evaluate(operation, options, operands),
        "riscv" => riscv::evaluate(operation, options, operands),
        "tenstorrent" => tenstorrent::evaluate(operation, options, operands),
        _ => None,
    }
}
