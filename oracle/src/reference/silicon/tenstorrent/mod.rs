//! Tenstorrent's vector unit, and the operand side and the integers of its matrix unit (section 6).

mod block;
mod integer;
mod part;
mod vector;

use super::operand::{below, on};
use crate::reference::Outcome;
use crate::reference::options::Options;

/// The operation on its operands.
pub(super) fn evaluate(
    operation: &str,
    options: Options<'_>,
    operands: &[Vec<u64>],
) -> Option<Outcome> {
    let codes: Vec<u64> = operands.iter().filter_map(|o| o.first().copied()).collect();
    let out = match (operation, &codes[..]) {
        ("wormhole.sfpmad", &[x, y, z]) => {
            options.only(&[])?;
            vec![vector::wormhole(x, y, z)]
        }
        ("blackhole.sfpmad", &[x, y, z]) => {
            let negated = options.only(&["neg"])?.indices("neg", 3)?;
            let sign = |operand| u64::from(negated.contains(&operand)) << 31;
            vec![vector::blackhole(x ^ sign(0), y, z ^ sign(2))]
        }
        ("srca" | "srcb", &[x]) => {
            let phase = below(options.only(&["phase"])?, "phase", 4)?;
            vec![if operation == "srca" { part::a(x, phase) } else { part::b(x, phase) }]
        }
        // SIL-D31: both are e5.
        ("fp8.f16", &[x]) => {
            options.only(&[])?;
            vec![x << 8]
        }
        ("f32.tf32", &[x]) => {
            options.only(&[])?;
            vec![part::tf32(x)]
        }
        ("mvmul_int" | "elwmul_int", _) => {
            let phase = below(options.only(&["phase"])?, "phase", 4)?;
            vec![integer::multiplied(operation, phase, operands)?]
        }
        ("elwadd_int", &[a, b, c]) => {
            let assign = on(options.only(&["assign"])?, "assign")?;
            vec![integer::added(a, b, c, assign)]
        }
        (_, [_, _]) => {
            options.only(&[])?;
            block::evaluate(operation, operands)?
        }
        _ => return None,
    };
    Some(Outcome { out, flag: None })
}
