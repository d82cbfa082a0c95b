//! Berkeley SoftFloat 3e as a design for `assay diff`: 72 operations in six rounding directions, under both tininess rules.
//!
//! The protocol is that of `docs/designs.md`: the operation and its options are told at the start, a line is a case, its operands in
//! hex; the answer is the result and the flags, whose bits are those of TestFloat because they are SoftFloat's.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod calls;

use calls::{CALLS, Call};
use softfloat_sys as c;

/// An operation under options.
#[derive(Debug)]
pub struct Design {
    call: &'static Call,
    direction: u8,
    tininess: u8,
    exact: bool,
}

/// The ids of all operations.
pub fn operations() -> impl Iterator<Item = &'static str> {
    CALLS.iter().map(|call| call.id)
}

impl Design {
    /// The operation of an id under options, `rm=rtz tininess=before`.
    ///
    /// # Errors
    /// What SoftFloat does not have.
    pub fn new(operation: &str, options: &str) -> Result<Self, String> {
        let call = CALLS.iter().find(|call| call.id == operation);
        let call = call.ok_or_else(|| format!("SoftFloat has no {operation}"))?;
        let direction = c::softfloat_round_near_even;
        let tininess = c::softfloat_tininess_afterRounding;
        let mut design = Self { call, direction, tininess, exact: false };
        options.split_ascii_whitespace().try_for_each(|option| design.option(option))?;
        Ok(design)
    }

    fn option(&mut self, option: &str) -> Result<(), String> {
        match option {
            "rm=rne" => self.direction = c::softfloat_round_near_even,
            "rm=rna" => self.direction = c::softfloat_round_near_maxMag,
            "rm=rtz" => self.direction = c::softfloat_round_minMag,
            "rm=rup" => self.direction = c::softfloat_round_max,
            "rm=rdn" => self.direction = c::softfloat_round_min,
            "rm=rto" => self.direction = c::softfloat_round_odd,
            "tininess=after" => self.tininess = c::softfloat_tininess_afterRounding,
            "tininess=before" => self.tininess = c::softfloat_tininess_beforeRounding,
            // The rules of RISC-V are what it was built with.
            "nan=riscv" => {}
            "exact" | "exact=1" => self.exact = true,
            other => return Err(format!("SoftFloat has no {other}")),
        }
        Ok(())
    }

    /// The answer to a line.
    ///
    /// # Errors
    /// Operands that are none.
    #[allow(unsafe_code)] // foreign functions
    pub fn answer(&self, line: &str) -> Result<String, String> {
        let mut x = [0; 3];
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if words.len() != self.call.operands {
            return Err(format!("`{line}`: right is {} operands", self.call.operands));
        }
        for (place, word) in x.iter_mut().zip(&words) {
            *place = u64::from_str_radix(word, 16).map_err(|e| format!("`{word}`: {e}"))?;
        }
        // SAFETY: plain functions of C on bytes that belong to the thread.
        let (bits, flags) = unsafe {
            c::softfloat_roundingMode_write_helper(self.direction);
            c::softfloat_detectTininess_write_helper(self.tininess);
            c::softfloat_exceptionFlags_write_helper(0);
            let bits = (self.call.function)(x, self.direction, self.exact);
            (bits, c::softfloat_exceptionFlags_read_helper())
        };
        let bits = bits & u64::MAX >> (64 - self.call.bits);
        let digits = self.call.bits.div_ceil(4) as usize;
        Ok(format!("{bits:0digits$x} {flags:02x}"))
    }
}
