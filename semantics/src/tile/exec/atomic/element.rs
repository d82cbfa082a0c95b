//! One element of an atomic: the old value and an operand make the new one (TILE-D65 to D67).

use softfloat::format::{Bf16, Binary16, Binary32};
use softfloat::ieee::MinMax;
use softfloat::{Env, Format, StaticFormat};

use crate::tile::isa::{AtomicKind, AtomicOperation};

/// The new value of an element of `kind.bits()` bits. `exchange` is what CAS puts in the place of an old value that equals the
/// operand; other operations do not look at it.
#[must_use]
pub fn element(
    operation: AtomicOperation,
    kind: AtomicKind,
    old: u64,
    operand: u64,
    exchange: u64,
) -> u64 {
    match operation {
        AtomicOperation::Add => match format(kind) {
            Some(format) => format.add(old, operand, &Env::IEEE).bits,
            None => old.wrapping_add(operand) & ones(kind),
        },
        AtomicOperation::Min => extreme(kind, old, operand, MinMax::RiscVMin),
        AtomicOperation::Max => extreme(kind, old, operand, MinMax::RiscVMax),
        AtomicOperation::And => old & operand,
        AtomicOperation::Or => old | operand,
        AtomicOperation::Xor => old ^ operand,
        AtomicOperation::Inc => {
            if old >= operand {
                0
            } else {
                old + 1
            }
        }
        AtomicOperation::Dec => {
            if old == 0 || old > operand {
                operand
            } else {
                old - 1
            }
        }
        AtomicOperation::Swap => operand,
        AtomicOperation::Cas => {
            if old == operand {
                exchange
            } else {
                old
            }
        }
    }
}

/// The smaller or the larger, by signed or unsigned order, or as TILE-D55 says of floats.
fn extreme(kind: AtomicKind, old: u64, operand: u64, which: MinMax) -> u64 {
    if let Some(format) = format(kind) {
        return format.min_max(which, old, operand, &Env::IEEE).bits;
    }
    // A value of fewer than 64 bits moved to the top compares as a value of 64 bits.
    let top = 64 - kind.bits();
    let less = if kind.is_signed() {
        ((old << top) as i64) < (operand << top) as i64
    } else {
        old < operand
    };
    if less == (which == MinMax::RiscVMin) { old } else { operand }
}

const fn ones(kind: AtomicKind) -> u64 {
    u64::MAX >> (64 - kind.bits())
}

/// The format of a floating-point kind. Memory sees neither `frm` nor `fflags`: nearest even, no flags (TILE-D66).
const fn format(kind: AtomicKind) -> Option<Format> {
    match kind {
        AtomicKind::F32 => Some(Binary32::FORMAT),
        AtomicKind::Fp16 => Some(Binary16::FORMAT),
        AtomicKind::Bf16 => Some(Bf16::FORMAT),
        _ => None,
    }
}
