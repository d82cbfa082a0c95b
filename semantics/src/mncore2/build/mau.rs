//! MAU operations and matrix registers (s. 3.6.9 to 3.6.11): a function for each opcode word.
//!
//! ```
//! use semantics::mncore2::build::*;
//! let mut b = Builder::new();
//! b.add(hvfma(-lr(0).v().r(), t(), llm(0).v(), lln(0).v()));
//! b.add((dmmulu(Side::X, -lm(0).v(), nowrite()), dmwrite(ls(0).v(), ly(0))));
//! b.add(hmread(llx(2), llr(0).v()));
//! assert_eq!(b.build()?.text().lines().collect::<Vec<_>>(), [
//!     "hvfma -$lr0vr $t $llm0v $lln0v",
//!     "dmmulu $lx -$lm0v $nowrite; dmwrite $ls0v $ly0",
//!     "hmread $llx2 $llr0v",
//! ]);
//! # Ok::<(), BuildError>(())
//! ```

use super::input::MauInput;
use super::output::{FlagOutputs, Outputs};
use crate::mncore2::isa::{
    Input, MatrixAccess, Mau, MauKind, Mread, Mwrite, Pair, Precision, Side,
};

const U: Option<Pair> = Some(Pair::Upper);
const D: Option<Pair> = Some(Pair::Lower);
const N: Option<Pair> = None;

/// What the opcode word says.
struct Form {
    precision: Precision,
    kind: MauKind,
    pair: Option<Pair>,
    shorten: bool,
}

impl Form {
    fn with(self, matrix: Option<Side>, inputs: Vec<Input>, to: impl FlagOutputs) -> Mau {
        let Self { precision, kind, pair, shorten } = self;
        Mau { precision, kind, matrix, pair, shorten, flush: None, inputs, dests: to.dests() }
    }
}

/// Name, precision, operation, half of the PEs or rows, whether the result is shortened; before them
/// the operands, and samples of them.
macro_rules! operations {
    ($all:ident $operands:tt $samples:tt: $($name:ident $form:tt;)*) => {
        $(operations! { @function $name $operands $form })*
        #[cfg(test)]
        pub(super) fn $all() -> Vec<(&'static str, Mau)> {
            use super::{ln, lr};
            vec![$((stringify!($name), operations!(@sample $name $samples))),*]
        }
    };
    (@function $name:ident (vector $($x:ident)*) $form:tt) => {
        #[doc = concat!("`", stringify!($name $($x)*), " -> to`")]
        pub fn $name($($x: impl MauInput,)* to: impl FlagOutputs) -> Mau {
            operations!(@form $form).with(None, vec![$($x.input()),*], to)
        }
    };
    (@function $name:ident (matrix $($x:ident)*) $form:tt) => {
        #[doc = concat!("`", stringify!($name matrix $($x)*), " -> to`")]
        pub fn $name(matrix: Side, $($x: impl MauInput,)* to: impl FlagOutputs) -> Mau {
            operations!(@form $form).with(Some(matrix), vec![$($x.input()),*], to)
        }
    };
    (@form ($precision:ident $kind:ident $pair:ident $shorten:literal)) => {
        Form {
            precision: Precision::$precision,
            kind: MauKind::$kind,
            pair: $pair,
            shorten: $shorten,
        }
    };
    (@sample $name:ident ($($operand:expr),*)) => {
        $name($($operand,)* ln(0))
    };
}

operations! { of_three (vector x y z) (lr(0), lr(0), lr(0)):
    dvfmau (D Fma U false);
    dvfmad (D Fma D false);
    dvfmaur (D Fma U true);
    dvfmadr (D Fma D true);
    fvfma (F Fma N false);
    hvfma (H Fma N false);
    hvfmar (H Fma N true);
}

operations! { of_two (vector x y) (lr(0), lr(0)):
    dvmulu (D Mul U false);
    dvmuld (D Mul D false);
    dvmulur (D Mul U true);
    dvmuldr (D Mul D true);
    fvmul (F Mul N false);
    hvmul (H Mul N false);
    hvmulr (H Mul N true);
    dvadd (D Add N false);
    dvaddr (D Add N true);
    fvadd (F Add N false);
    hvadd (H Add N false);
    hvaddr (H Add N true);
}

operations! { of_one (vector x) (lr(0)):
    dvpassa (D Passa N false);
    dvpassar (D Passa N true);
    fvpassa (F Passa N false);
    hvpassa (H Passa N false);
    hvpassar (H Passa N true);
}

operations! { of_matrix_and_two (matrix x y) (Side::X, lr(0), lr(0)):
    dmfmau (D Fma U false);
    dmfmad (D Fma D false);
    dmfmaur (D Fma U true);
    dmfmadr (D Fma D true);
    fmfma (F Fma N false);
    gmfma (G Fma N false);
    hmfma (H Fma N false);
    hmfmar (H Fma N true);
}

operations! { of_matrix_and_one (matrix x) (Side::X, lr(0)):
    dmmulu (D Mul U false);
    dmmuld (D Mul D false);
    dmmulur (D Mul U true);
    dmmuldr (D Mul D true);
    fmmul (F Mul N false);
    gmmul (G Mul N false);
    hmmul (H Mul N false);
    hmmulr (H Mul N true);
}

macro_rules! registers {
    ($($write:ident $read:ident $precision:ident $from:ident)*) => {$(
        #[doc = concat!("`", stringify!($write), " x -> rows`")]
        pub fn $write(x: impl MauInput, to: impl Into<MatrixAccess>) -> Mwrite {
            Mwrite { precision: Precision::$precision, from: x.input(), to: to.into() }
        }

        #[doc = concat!("`", stringify!($read), " columns -> to`")]
        pub fn $read(from: super::$from, to: impl Outputs) -> Mread {
            let (from, dests) = (from.into(), to.dests());
            Mread { precision: Precision::$precision, flush: None, from, dests }
        }
    )*};
}

registers! {
    dmwrite dmread D Row
    fmwrite fmread F Row
    gmwrite gmread G Row
    hmwrite hmread H Rows
}
