//! TCTRL.tcsr (TILE-D15, D85, D86).

use crate::tile::error::Fault;
use crate::tile::isa::{CsrAccess, Field as F, Instruction};
use crate::tile::state::Thread;

/// Reads or writes CSRs; `extended` is whether the extension is on.
///
/// # Errors
/// `Illegal` where `trlenb` has no value; no register is written then.
pub(crate) fn access(
    i: &Instruction,
    access: CsrAccess,
    extended: bool,
    thread: &mut Thread,
) -> Result<(), Fault> {
    let (csr, register, count) = (i.field(F::Rd), i.field(F::Rs0), i.field(F::Num) + 1);
    match access {
        CsrAccess::WriteImmediate => {
            thread.csrs.set(csr, i.field(F::Imm));
        }
        CsrAccess::Write => {
            for n in 0..count {
                let value = thread.x(register + n);
                thread.csrs.set(csr + n, value);
            }
        }
        CsrAccess::Read => {
            let value = |n| {
                thread.csrs.get(csr + n, extended).ok_or_else(|| {
                    Fault::illegal(format!("CSR {} has no value: tcsr.shape is 3", csr + n))
                })
            };
            let values: Vec<u64> = (0..count).map(value).collect::<Result<_, _>>()?;
            for (n, value) in (0..).zip(values) {
                thread.set_x(register + n, value);
            }
        }
    }
    Ok(())
}
