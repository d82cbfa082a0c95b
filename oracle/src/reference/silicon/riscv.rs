//! RISC-V's widening multiply-add of bfloat16 (SIL-D30).

use super::operand::{direction, f32, factors, widened};
use crate::reference::engine::{Env, NanRule, Rounding, Tininess};
use crate::reference::ieee::{self, Operation};
use crate::reference::options::Options;
use crate::reference::{Outcome, number};

/// The operation on its operands.
pub(super) fn evaluate(name: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    if name != "vfwmaccbf16" {
        return None;
    }
    let rounding = match options.only(&["rm"])?.value("rm") {
        Some("rna") => Rounding::NearestAway,
        _ => direction(options)?,
    };
    let (a, b, c) = factors(operands, 1)?;
    let env =
        Env { rounding, tininess: Tininess::After, nan: NanRule::Canonical, ..Env::default() };
    let codes = [widened(a[0]), widened(b[0]), c];
    Some(number::outcome(ieee::evaluate(Operation::Fma, f32(), &codes, &env)))
}
