//! The functions: one row of [`TABLE`] each.

/// What a function takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A number of a number.
    Unary,
    /// A number of two numbers.
    Binary,
    /// A number of a number and a 32-bit integer.
    Power,
    /// A number of a block.
    Reduce,
    /// A number of two blocks of one length.
    Reduce2,
    /// A block of a block, element by element.
    Block,
}

impl Shape {
    /// Whether operands are blocks.
    #[must_use]
    pub const fn of_blocks(self) -> bool {
        matches!(self, Self::Reduce | Self::Reduce2 | Self::Block)
    }

    /// The number of operands.
    #[must_use]
    pub const fn arity(self) -> usize {
        match self {
            Self::Unary | Self::Reduce | Self::Block => 1,
            Self::Binary | Self::Power | Self::Reduce2 => 2,
        }
    }
}

/// A function's name, operands, formula and source.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name, as ids have it.
    pub name: &'static str,
    /// The function.
    pub function: Function,
    /// What it takes.
    pub shape: Shape,
    /// The names of its operands.
    pub operands: &'static [&'static str],
    /// The formula.
    pub formula: &'static str,
    /// The source.
    pub section: &'static str,
}

const X: &[&str] = &["x"];
const XY: &[&str] = &["x", "y"];
const YX: &[&str] = &["y", "x"];
const XN: &[&str] = &["x", "n"];
const XA: &[&str] = &["x", "alpha"];
const XB: &[&str] = &["x", "beta"];

const IEEE: &str = "IEEE 754-2019, 9.2";
const ARITHMETIC: &str = "IEEE 754-2019, 9.2, 9.4";
const C: &str = "ISO C23 7.12";
const ONNX: &str = "ONNX operators 20";
const TORCH: &str = "PyTorch torch.nn.functional";

macro_rules! table {
    ($($variant:ident $name:literal $shape:ident $operands:ident $formula:literal $section:expr;)*) => {
        /// A function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function {
            $(#[doc = concat!("`", $formula, "`")] $variant,)*
        }

        /// Every function.
        pub const TABLE: &[Row] = &[$(Row {
            name: $name,
            function: Function::$variant,
            shape: Shape::$shape,
            operands: $operands,
            formula: $formula,
            section: $section,
        }),*];
    };
}

table! {
    Exp "exp" Unary X "e^x" IEEE;
    Exp2 "exp2" Unary X "2^x" IEEE;
    Exp10 "exp10" Unary X "10^x" IEEE;
    Expm1 "expm1" Unary X "e^x - 1" IEEE;
    Exp2m1 "exp2m1" Unary X "2^x - 1" IEEE;
    Exp10m1 "exp10m1" Unary X "10^x - 1" IEEE;
    Log "log" Unary X "ln x" IEEE;
    Log2 "log2" Unary X "log2 x" IEEE;
    Log10 "log10" Unary X "log10 x" IEEE;
    Log1p "log1p" Unary X "ln(1 + x)" IEEE;
    Log2p1 "log2p1" Unary X "log2(1 + x)" IEEE;
    Log10p1 "log10p1" Unary X "log10(1 + x)" IEEE;
    Sin "sin" Unary X "sin x" IEEE;
    Cos "cos" Unary X "cos x" IEEE;
    Tan "tan" Unary X "tan x" IEEE;
    SinPi "sinpi" Unary X "sin(pi x)" IEEE;
    CosPi "cospi" Unary X "cos(pi x)" IEEE;
    TanPi "tanpi" Unary X "tan(pi x)" IEEE;
    Asin "asin" Unary X "arcsin x" IEEE;
    Acos "acos" Unary X "arccos x" IEEE;
    Atan "atan" Unary X "arctan x" IEEE;
    Atan2 "atan2" Binary YX "the angle of the point (x, y)" IEEE;
    AsinPi "asinpi" Unary X "arcsin(x) / pi" IEEE;
    AcosPi "acospi" Unary X "arccos(x) / pi" IEEE;
    AtanPi "atanpi" Unary X "arctan(x) / pi" IEEE;
    Atan2Pi "atan2pi" Binary YX "the angle of the point (x, y) / pi" IEEE;
    Sinh "sinh" Unary X "sinh x" IEEE;
    Cosh "cosh" Unary X "cosh x" IEEE;
    Tanh "tanh" Unary X "tanh x" IEEE;
    Asinh "asinh" Unary X "arsinh x" IEEE;
    Acosh "acosh" Unary X "arcosh x" IEEE;
    Atanh "atanh" Unary X "artanh x" IEEE;
    Pow "pow" Binary XY "x^y" IEEE;
    Powr "powr" Binary XY "e^(y ln x)" IEEE;
    Pown "pown" Power XN "x^n" IEEE;
    Rootn "rootn" Power XN "x^(1/n)" IEEE;
    Compound "compound" Power XN "(1 + x)^n" IEEE;
    Hypot "hypot" Binary XY "sqrt(x^2 + y^2)" IEEE;
    Cbrt "cbrt" Unary X "the cube root of x" C;
    Rsqrt "rsqrt" Unary X "1 / sqrt(x)" IEEE;
    Rcp "rcp" Unary X "1 / x" ARITHMETIC;
    Erf "erf" Unary X "2/sqrt(pi) * integral of e^(-t^2) from 0 to x" C;
    Erfc "erfc" Unary X "1 - erf x" C;
    Lgamma "lgamma" Unary X "ln |gamma(x)|" C;
    Tgamma "tgamma" Unary X "gamma(x)" C;
    Sigmoid "sigmoid" Unary X "1 / (1 + e^-x)" ONNX;
    Silu "silu" Unary X "x / (1 + e^-x)" TORCH;
    Swish "swish" Binary XB "x / (1 + e^(-beta x))" ONNX;
    Gelu "gelu" Unary X "x/2 (1 + erf(x / sqrt(2)))" ONNX;
    GeluTanh "gelu_tanh" Unary X "x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))" ONNX;
    Softplus "softplus" Unary X "ln(1 + e^x)" ONNX;
    Softsign "softsign" Unary X "x / (1 + |x|)" ONNX;
    Mish "mish" Unary X "x tanh(ln(1 + e^x))" ONNX;
    Elu "elu" Binary XA "x where x >= 0, else alpha (e^x - 1)" ONNX;
    Selu "selu" Unary X "gamma x where x >= 0, else gamma alpha (e^x - 1)" ONNX;
    Celu "celu" Binary XA "max(0, x) + min(0, alpha (e^(x/alpha) - 1))" ONNX;
    HardSigmoid "hard_sigmoid" Unary X "x/6 + 1/2 cut to 0..1" TORCH;
    HardSwish "hard_swish" Unary X "x times (x/6 + 1/2 cut to 0..1)" ONNX;
    HardTanh "hard_tanh" Unary X "x cut to -1..1" TORCH;
    HardShrink "hard_shrink" Unary X "x where |x| > 1/2, else 0" TORCH;
    LogSigmoid "log_sigmoid" Unary X "-ln(1 + e^-x)" TORCH;
    TanhShrink "tanh_shrink" Unary X "x - tanh x" TORCH;
    Softmax "softmax" Block X "e^x[i] / sum e^x[j]" ONNX;
    LogSoftmax "log_softmax" Block X "x[i] - ln sum e^x[j]" ONNX;
    LogSumExp "logsumexp" Reduce X "ln sum e^x[j]" ONNX;
    Norm "norm" Reduce X "sqrt(sum x[j]^2)" ONNX;
    Rnorm "rnorm" Reduce X "1 / sqrt(sum x[j]^2)" ONNX;
    Cosine "cosine" Reduce2 XY "sum x[j] y[j] / sqrt(sum x[j]^2 sum y[j]^2)" TORCH;
    Mean "mean" Reduce X "sum x[j] / n" ONNX;
    Variance "variance" Reduce X "sum (x[j] - mean)^2 / n" ONNX;
}

impl Function {
    /// Its row.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The function of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.function)
    }
}
