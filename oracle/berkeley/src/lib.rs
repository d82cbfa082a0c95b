//! Berkeley SoftFloat 3e, the outside judge of binary16, binary32, binary64, binary128, the x87's format and the conversions of bfloat16: one table of its
//! functions, called in six rounding directions, under both tininess rules.
//!
//! It is built with the rules of RISC-V, which are ours under [`softfloat::Env::IEEE`]: every NaN becomes the canonical one; an
//! integer out of range, or an infinity, becomes the nearer limit and NaN the largest integer, with the invalid flag alone. (Its x86
//! and Arm builds answer otherwise there.) Other rules of overflow and underflow than IEEE's have no counterpart in it. The bits of
//! its flags are TestFloat's, and ours.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod table;
mod wide;

pub use table::{FUNCTIONS, Function, Kind, TRUNCATING};
pub use wide::{WIDE, Wide};

use softfloat::{Env, Rounding, Tininess};
use softfloat_sys as c;

/// What its functions look at beside operands.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    direction: u8,
    tininess: u8,
    exact: bool,
}

impl Rules {
    /// Direction and tininess of these, and whether conversions to integers signal *inexact*.
    #[must_use]
    pub const fn new(env: &Env, exact: bool) -> Self {
        let direction = match env.rounding {
            Rounding::NearestEven => c::softfloat_round_near_even,
            Rounding::TowardZero => c::softfloat_round_minMag,
            Rounding::Down => c::softfloat_round_min,
            Rounding::Up => c::softfloat_round_max,
            Rounding::NearestAway => c::softfloat_round_near_maxMag,
            Rounding::ToOdd => c::softfloat_round_odd,
        };
        let tininess = match env.tininess {
            Tininess::Before => c::softfloat_tininess_beforeRounding,
            Tininess::After => c::softfloat_tininess_afterRounding,
        };
        Self { direction, tininess, exact }
    }
}

impl Function {
    /// The function of an operation.
    #[must_use]
    pub fn of(id: &str) -> Option<&'static Self> {
        FUNCTIONS.iter().find(|function| function.id == id)
    }

    /// The function of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        FUNCTIONS.iter().chain(TRUNCATING).find(|function| function.name == name)
    }

    /// Result and flags; operands that are missing count as 0.
    #[must_use]
    #[inline]
    #[allow(unsafe_code)] // foreign functions
    pub fn answer(&self, rules: Rules, x: &[u64]) -> (u64, u8) {
        let mut operands = [0; 3];
        operands.iter_mut().zip(x).for_each(|(to, from)| *to = *from);
        // SAFETY: plain functions of C on bytes that belong to the thread.
        let (bits, flags) = unsafe {
            c::softfloat_roundingMode_write_helper(rules.direction);
            c::softfloat_detectTininess_write_helper(rules.tininess);
            c::softfloat_exceptionFlags_write_helper(0);
            let bits = (self.call)(operands, rules.direction, rules.exact);
            (bits, c::softfloat_exceptionFlags_read_helper())
        };
        (bits & u64::MAX >> (64 - self.result.bits()), flags)
    }
}

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
