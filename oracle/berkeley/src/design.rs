//! A design for `assay diff`. The protocol is that of `docs/designs.md`: the operation and its options are told at the start, a line
//! is a case, its operands in hex; the answer is the result and the flags.

use crate::{Function, Rules};
use softfloat::{Env, Rounding, Tininess};

/// An operation under options.
#[derive(Debug)]
pub struct Design {
    function: &'static Function,
    rules: Rules,
}

impl Design {
    /// The operation of an id under options, `rm=rtz tininess=before`.
    ///
    /// # Errors
    /// What SoftFloat does not have.
    pub fn new(operation: &str, options: &str) -> Result<Self, String> {
        let has_no = |what: &str| format!("SoftFloat has no {what}");
        let function = Function::of(operation).ok_or_else(|| has_no(operation))?;
        let (mut env, mut exact) = (Env::IEEE, false);
        for option in options.split_ascii_whitespace() {
            match option {
                "rm=rne" => env.rounding = Rounding::NearestEven,
                "rm=rna" => env.rounding = Rounding::NearestAway,
                "rm=rtz" => env.rounding = Rounding::TowardZero,
                "rm=rup" => env.rounding = Rounding::Up,
                "rm=rdn" => env.rounding = Rounding::Down,
                "rm=rto" => env.rounding = Rounding::ToOdd,
                "tininess=after" => env.tininess = Tininess::After,
                "tininess=before" => env.tininess = Tininess::Before,
                // The rules of RISC-V are what it was built with.
                "nan=riscv" => {}
                "exact" | "exact=1" => exact = true,
                other => return Err(has_no(other)),
            }
        }
        Ok(Self { function, rules: Rules::new(&env, exact) })
    }

    /// The answer to a line.
    ///
    /// # Errors
    /// Operands that are none.
    pub fn answer(&self, line: &str) -> Result<String, String> {
        let code = |word| u64::from_str_radix(word, 16).map_err(|e| format!("`{word}`: {e}"));
        let x: Vec<u64> = line.split_ascii_whitespace().map(code).collect::<Result<_, _>>()?;
        if x.len() != self.function.operands.len() {
            return Err(format!("`{line}`: right is {} operands", self.function.operands.len()));
        }
        let (bits, flags) = self.function.answer(self.rules, &x);
        let digits = self.function.result.bits().div_ceil(4) as usize;
        Ok(format!("{bits:0digits$x} {flags:02x}"))
    }
}
