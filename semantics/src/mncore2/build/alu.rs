//! ALU expressions (s. 3.6.12): a function for each opcode word.
//!
//! ```
//! use semantics::mncore2::build::*;
//! let mut b = Builder::new();
//! b.add(uisub(lr(0).v(), llm([0, 4, 8, 12]), (ln(0).v(), omr(2))));
//! b.add(hbfn(9, llr(8).v().r(), lls(0).v()).flush(pattern(0b1000)));
//! b.add(msl(aluf(), nowrite()));
//! b.add(imm(255_u32, llt()));
//! assert_eq!(b.build()?.text().lines().collect::<Vec<_>>(), [
//!     "uisub $lr0v $llm[0,4,8,12] $ln0v $omr2",
//!     "hbfn/9/1000 $llr8vr $lls0v",
//!     "msl $aluf $nowrite",
//!     "imm ui\"255\" $llt",
//! ]);
//! # Ok::<(), BuildError>(())
//! ```

use super::input::{AluInput, FirstInput};
use super::output::FlagOutputs;
use crate::mncore2::isa::{Alu, AluForm, AluOp, Immediate, Input, Precision};

fn alu(form: AluForm, inputs: Vec<Input>, to: impl FlagOutputs) -> Alu {
    Alu { form, flush: None, inputs, dests: to.dests() }
}

const fn element(unsigned: bool, precision: Precision, op: AluOp, bits: u8) -> AluForm {
    AluForm::Element { unsigned, precision, op, bits }
}

macro_rules! one_input {
    ($($op:ident $unsigned:literal: $($name:ident $precision:ident),*;)*) => {
        $($(
            #[doc = concat!("`", stringify!($name), " x -> to`")]
            pub fn $name(x: impl FirstInput, to: impl FlagOutputs) -> Alu {
                let form = element($unsigned, Precision::$precision, AluOp::$op, 0);
                alu(form, vec![x.input()], to)
            }
        )*)*
        #[cfg(test)]
        pub(super) fn of_one_input() -> Vec<(&'static str, Alu)> {
            use super::{lm, ln};
            vec![$($((stringify!($name), $name(lm(0), ln(0)))),*),*]
        }
    };
}

macro_rules! two_inputs {
    ($($op:ident $unsigned:literal: $($name:ident $precision:ident),*;)*) => {
        $($(
            #[doc = concat!("`", stringify!($name), " x y -> to`")]
            pub fn $name(x: impl FirstInput, y: impl AluInput, to: impl FlagOutputs) -> Alu {
                let form = element($unsigned, Precision::$precision, AluOp::$op, 0);
                alu(form, vec![x.input(), y.input()], to)
            }
        )*)*
        #[cfg(test)]
        pub(super) fn of_two_inputs() -> Vec<(&'static str, Alu)> {
            use super::{lm, ln, lr};
            vec![$($((stringify!($name), $name(lm(0), lr(0), ln(0)))),*),*]
        }
    };
}

one_input! {
    Passa false: dpassa D, fpassa F, hpassa H, lpassa L, ipassa I, spassa S;
    Inc false: linc L, iinc I, sinc S;
    Inc true: ulinc L, uiinc I, usinc S;
    Dec false: ldec L, idec I, sdec S;
    Dec true: uldec L, uidec I, usdec S;
    Not false: lnot L, inot I, snot S;
    Lnot false: llnot L, ilnot I, slnot S;
    Rsqrt false: drsqrt D, frsqrt F, hrsqrt H;
    Floor false: dfloor D, ffloor F, hfloor H;
    Ftoi false: dftoi D, fftoi F, hftoi H;
    Ftoi true: udftoi D, ufftoi F, uhftoi H;
    Bfn false: dbfn D, fbfn F, gbfn G;
}

two_inputs! {
    Max false: dmax D, fmax F, hmax H, lmax L, imax I, smax S;
    Max true: ulmax L, uimax I, usmax S;
    Min false: dmin D, fmin F, hmin H, lmin L, imin I, smin S;
    Min true: ulmin L, uimin I, usmin S;
    Packbit false: dpackbit D, fpackbit F, hpackbit H, lpackbit L, ipackbit I, spackbit S;
    And false: land L, iand I, sand S;
    Or false: lor L, ior I, sor S;
    Xor false: lxor L, ixor I, sxor S;
    Add false: ladd L, iadd I, sadd S;
    Add true: uladd L, uiadd I, usadd S;
    Sub false: lsub L, isub I, ssub S;
    Sub true: ulsub L, uisub I, ussub S;
    Lsl false: llsl L, ilsl I, slsl S;
    Lsr false: llsr L, ilsr I, slsr S;
    Lsr true: ullsr L, uilsr I, uslsr S;
    Bsl false: lbsl L, ibsl I, sbsl S;
    Bsr false: lbsr L, ibsr I, sbsr S;
    Relu false: drelu D, frelu F, hrelu H;
    Relu0 false: drelu0 D, frelu0 F, hrelu0 H;
    Relu1 false: drelu1 D, frelu1 F, hrelu1 H;
    Relu2 false: drelu2 D, frelu2 F, hrelu2 H;
    Relu3 false: drelu3 D, frelu3 F, hrelu3 H;
    Lrelud false: dlrelud D, flrelud F, hlrelud H;
    Lreluo false: dlreluo D, flreluo F, hlreluo H;
    Ilrelud false: dilrelud D, filrelud F, hilrelud H;
}

/// `hbfn/n`: to half precision block floating point with `n`, 6 to 9, bits of mantissa.
pub fn hbfn(n: u8, x: impl FirstInput, to: impl FlagOutputs) -> Alu {
    alu(element(false, Precision::H, AluOp::Bfn, n), vec![x.input()], to)
}

/// `hbfe/n`: the exponent of the block, `n` as in [`hbfn`].
pub fn hbfe(n: u8, x: impl FirstInput, to: impl FlagOutputs) -> Alu {
    alu(element(false, Precision::H, AluOp::Bfe, n), vec![x.input()], to)
}

/// `zero`
pub fn zero(to: impl FlagOutputs) -> Alu {
    alu(AluForm::Zero, Vec::new(), to)
}

/// `msl`: each PE gets the long word of the PE before it.
pub fn msl(x: impl FirstInput, to: impl FlagOutputs) -> Alu {
    alu(AluForm::Msl, vec![x.input()], to)
}

/// `msr`: each PE gets the long word of the PE behind it.
pub fn msr(x: impl FirstInput, to: impl FlagOutputs) -> Alu {
    alu(AluForm::Msr, vec![x.input()], to)
}

/// `imm`: a number of the kind that its type says, see [`super::literal`].
///
/// ```
/// use semantics::mncore2::build::*;
/// assert_eq!(imm(1.5, ln(0)).to_string(), "imm f\"1.5\" $ln0");
/// assert_eq!(imm(-3, ln(0)).to_string(), "imm i\"-3\" $ln0");
/// assert_eq!(imm(3_u16, ln(0)).to_string(), "imm us\"3\" $ln0");
/// assert_eq!(imm(half(0.5), ln(0)).to_string(), "imm h\"0.5\" $ln0");
/// ```
pub fn imm(value: impl Into<Immediate>, to: impl FlagOutputs) -> Alu {
    alu(AluForm::Imm { upper: false, value: value.into() }, Vec::new(), to)
}

/// `immu`: the number in the upper half of each long word, 0 in the lower.
pub fn immu(value: impl Into<Immediate>, to: impl FlagOutputs) -> Alu {
    alu(AluForm::Imm { upper: true, value: value.into() }, Vec::new(), to)
}
