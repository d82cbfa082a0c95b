//! The X slot: xmm registers (s. 2.2 of appendix E).

use crate::pod::isa::{Instruction, Operation};
use crate::pod::lane::{self, Operands};
use crate::pod::state::{Array, Scratch, XMM_WORDS, words};

/// Works out results and sticky bits of every active PE.
pub(super) fn compute(array: &Array, x: &Instruction, scratch: &mut Scratch) {
    if matches!(x.operation, Operation::Nop(_)) {
        return;
    }
    let Scratch { xmm, status, .. } = scratch;
    let out = xmm.chunks_exact_mut(XMM_WORDS).zip(status);
    for (pe, (out, status)) in out.enumerate().filter(|(pe, _)| array.is_active(*pe)) {
        let operands = Operands {
            d: array.xmm(pe, x.d.into()),
            a: array.xmm(pe, x.a.into()),
            b: array.xmm(pe, x.b_register().into()),
            immediate: x.immediate() as u32,
        };
        let r = lane::register(x.operation, operands, array.mxcsr[pe]);
        out.copy_from_slice(&words(r.bits));
        *status = r.status;
    }
}
