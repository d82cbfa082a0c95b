//! Instructions of the processor by name, on whole registers under a value of MXCSR.
#![allow(unsafe_code)] // instructions by name

use semantics::pod::isa::{Form, Operation};
use semantics::pod::lane::{Mxcsr, Operands, register};

/// An instruction on the registers d, a and b under a value of MXCSR: d afterwards, and MXCSR.
pub(crate) type Instruction = unsafe fn(u32, [u128; 3]) -> (u128, u32);

/// An instruction on the registers `d`, `a` and `b`, whose result is in `d`; constants come behind.
macro_rules! instruction {
    ($($line:literal),+ $(; $($constant:tt)+)?) => {{
        let f: $crate::pod::processor::Instruction = |rules, mut x| {
            let mut status = [rules, 0u32];
            // SAFETY: MXCSR is put back; exceptions stay masked; the memory is the arrays.
            unsafe {
                std::arch::asm!(
                    "stmxcsr [{status} + 4]",
                    "movups {d}, [{x}]",
                    "movups {a}, [{x} + 16]",
                    "movups {b}, [{x} + 32]",
                    "ldmxcsr [{status}]",
                    $($line,)+
                    "stmxcsr [{status}]",
                    "ldmxcsr [{status} + 4]",
                    "movups [{x}], {d}",
                    status = in(reg) status.as_mut_ptr(),
                    x = in(reg) x.as_mut_ptr(),
                    d = out(xmm_reg) _,
                    a = out(xmm_reg) _,
                    b = out(xmm_reg) _,
                    $($($constant)+)?
                );
            }
            (x[0], status[0])
        };
        f
    }};
}
pub(crate) use instruction;

/// The form of a mnemonic.
pub(crate) fn form(mnemonic: &str) -> &'static Form {
    let mut forms = Form::of_mnemonic(mnemonic);
    forms.next().unwrap_or_else(|| panic!("no form `{mnemonic}`"))
}

/// Compares an operation with an instruction: the bits that the instruction computes, and the sticky bits.
pub(crate) fn agree(
    operation: Operation,
    instruction: Instruction,
    computed: u128,
    mxcsr: u32,
    [d, a, b]: [u128; 3],
) {
    let ours = register(operation, Operands { d, a, b, immediate: 0 }, Mxcsr(mxcsr));
    // What the instruction does not compute may hold anything, but must raise nothing.
    let rest = |x: u128| if computed == u128::MAX { x } else { x & computed };
    // SAFETY: the callers see to it that the processor has the instruction.
    let (bits, status) = unsafe { instruction(mxcsr, [rest(d), rest(a), rest(b)]) };
    let theirs = bits & computed | d & !computed;
    assert!(
        ours.bits == theirs && ours.status == status & 0x3f,
        "{operation:?}, MXCSR {mxcsr:04x}, d {d:032x}, a {a:032x}, b {b:032x}:\n\
         {:032x} {:02x}, by the processor\n{theirs:032x} {:02x}",
        ours.bits,
        ours.status,
        status & 0x3f,
    );
}
