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
    /// A number of a number and a 64-bit integer.
    Power64,
    /// A number of a block.
    Reduce,
    /// A number of two blocks of one length.
    Reduce2,
    /// A block of a block, element by element.
    Block,
}

impl Shape {
    /// Whether operands are blocks.
    ///
    /// ```
    /// use functions::Shape;
    /// assert!(Shape::Reduce.of_blocks() && !Shape::Unary.of_blocks());
    /// ```
    #[must_use]
    pub const fn of_blocks(self) -> bool {
        matches!(self, Self::Reduce | Self::Reduce2 | Self::Block)
    }

    /// The number of operands.
    ///
    /// ```
    /// use functions::Shape;
    /// assert_eq!((Shape::Unary.arity(), Shape::Power.arity(), Shape::Block.arity()), (1, 2, 1));
    /// ```
    #[must_use]
    pub const fn arity(self) -> usize {
        match self {
            Self::Unary | Self::Reduce | Self::Block => 1,
            Self::Binary | Self::Power | Self::Power64 | Self::Reduce2 => 2,
        }
    }

    /// The bits of the integer that is the second operand, where it is one (two's complement).
    ///
    /// ```
    /// use functions::Shape;
    /// assert_eq!((Shape::Power.integer(), Shape::Binary.integer()), (Some(32), None));
    /// ```
    #[must_use]
    pub const fn integer(self) -> Option<u32> {
        match self {
            Self::Power => Some(32),
            Self::Power64 => Some(64),
            Self::Unary | Self::Binary | Self::Reduce | Self::Reduce2 | Self::Block => None,
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
    /// Whether its value at a number other than 0 is never one with few bits, where it has one: `known` leaves it open
    /// there, or there is none, and then no enclosure either.
    pub(crate) open: bool,
}

const X: &[&str] = &["x"];
const XY: &[&str] = &["x", "y"];
const YX: &[&str] = &["y", "x"];
const XN: &[&str] = &["x", "n"];
const XA: &[&str] = &["x", "alpha"];
const XB: &[&str] = &["x", "beta"];

const IEEE: &str = "IEEE 754-2019, 9.2";
const ARITHMETIC: &str = "IEEE 754-2019, 9.2, 9.4";
const REDUCTION: &str = "IEEE 754-2019, 9.4";
const C: &str = "ISO C23 7.12";
const ONNX: &str = "ONNX operators 20";
const TORCH: &str = "PyTorch torch.nn.functional";

/// Every function, to the macro `$then`: a row each of its name and operands, formula and source; the function of
/// [`known`](crate::known) that says what is exact; the enclosure of what that leaves open, of a context and the operands
/// ([`formula`](crate::formula)); `open` where that is every number but 0 at which the function has a value.
macro_rules! functions {
    ($then:ident) => {
        $then! {
            Exp "exp" Unary X "e^x" IEEE, exponential::exp, |c, a| c.exp(a.x), open;
            Exp2 "exp2" Unary X "2^x" IEEE, exponential::exp2, |c, a| c.exp2(a.x);
            Exp10 "exp10" Unary X "10^x" IEEE, exponential::exp10, |c, a| c.exp10(a.x);
            Expm1 "expm1" Unary X "e^x - 1" IEEE, exponential::expm1, |c, a| c.expm1(a.x), open;
            Exp2m1 "exp2m1" Unary X "2^x - 1" IEEE, exponential::exp2m1, |c, a| exponential::exp2m1(c, a.x);
            Exp10m1 "exp10m1" Unary X "10^x - 1" IEEE, exponential::exp10m1, |c, a| exponential::exp10m1(c, a.x);
            Log "log" Unary X "ln x" IEEE, logarithm::log, |c, a| c.ln(a.x), open;
            Log2 "log2" Unary X "log2 x" IEEE, logarithm::log2, |c, a| c.ln(a.x).mul(c.log2e);
            Log10 "log10" Unary X "log10 x" IEEE, logarithm::log10, |c, a| c.ln(a.x).mul(c.log10e);
            Log1p "log1p" Unary X "ln(1 + x)" IEEE, logarithm::log1p, |c, a| c.log1p(a.x), open;
            Log2p1 "log2p1" Unary X "log2(1 + x)" IEEE, logarithm::log2p1, |c, a| exponential::log2p1(c, a.x);
            Log10p1 "log10p1" Unary X "log10(1 + x)" IEEE, logarithm::log10p1, |c, a| c.log1p(a.x).mul(c.log10e);
            Sin "sin" Unary X "sin x" IEEE, trigonometric::sin, |c, a| angle::sin(c, a.number), open;
            Cos "cos" Unary X "cos x" IEEE, trigonometric::cos, |c, a| angle::cos(c, a.number), open;
            Tan "tan" Unary X "tan x" IEEE, trigonometric::sin, |c, a| angle::tan(c, a.number), open;
            SinPi "sinpi" Unary X "sin(pi x)" IEEE, trigonometric::sinpi, |c, a| angle::sinpi(c, a.number);
            CosPi "cospi" Unary X "cos(pi x)" IEEE, trigonometric::cospi, |c, a| angle::cospi(c, a.number);
            TanPi "tanpi" Unary X "tan(pi x)" IEEE, trigonometric::tanpi, |c, a| angle::tanpi(c, a.number);
            Asin "asin" Unary X "arcsin x" IEEE, inverse::asin, |c, a| angle::asin(c, a.x), open;
            Acos "acos" Unary X "arccos x" IEEE, inverse::acos, |c, a| angle::acos(c, a.x), open;
            Atan "atan" Unary X "arctan x" IEEE, inverse::atan, |c, a| c.atan(a.x), open;
            Atan2 "atan2" Binary YX "the angle of the point (x, y)" IEEE, inverse::atan2, |c, a| angle::atan2(c, a.x, a.y), open;
            AsinPi "asinpi" Unary X "arcsin(x) / pi" IEEE, inverse::asinpi, |c, a| angle::asin(c, a.x).div(c.pi);
            AcosPi "acospi" Unary X "arccos(x) / pi" IEEE, inverse::acospi, |c, a| angle::acospi(c, a.x);
            AtanPi "atanpi" Unary X "arctan(x) / pi" IEEE, inverse::atanpi, |c, a| angle::atan2pi(c, a.x, Enclosure::ONE);
            Atan2Pi "atan2pi" Binary YX "the angle of the point (x, y) / pi" IEEE, inverse::atan2pi, |c, a| angle::atan2pi(c, a.x, a.y);
            Sinh "sinh" Unary X "sinh x" IEEE, hyperbolic::sinh, |c, a| hyperbolic::sinh(c, a.x), open;
            Cosh "cosh" Unary X "cosh x" IEEE, hyperbolic::cosh, |c, a| hyperbolic::cosh(c, a.x), open;
            Tanh "tanh" Unary X "tanh x" IEEE, hyperbolic::tanh, |c, a| hyperbolic::tanh(c, a.x), open;
            Asinh "asinh" Unary X "arsinh x" IEEE, hyperbolic::sinh, |c, a| hyperbolic::asinh(c, a.x), open;
            Acosh "acosh" Unary X "arcosh x" IEEE, hyperbolic::acosh, |c, a| hyperbolic::acosh(c, a.x);
            Atanh "atanh" Unary X "artanh x" IEEE, hyperbolic::atanh, |c, a| hyperbolic::atanh(c, a.x), open;
            Pow "pow" Binary XY "x^y" IEEE, power::pow, |c, a| power::pow(c, a.x, a.y, a.second);
            Powr "powr" Binary XY "e^(y ln x)" IEEE, power::powr, |c, a| power::pow(c, a.x, a.y, a.second);
            Pown "pown" Power XN "x^n" IEEE, power::pown, |c, a| power::pow(c, a.x, a.y, a.second);
            Rootn "rootn" Power XN "x^(1/n)" IEEE, root::rootn, |c, a| power::rootn(c, a.x, a.y);
            Compound "compound" Power XN "(1 + x)^n" IEEE, power::compound, |c, a| power::compound(c, a.number, a.y, a.second);
            Pown64 "pown64" Power64 XN "x^n, n of 64 bits" IEEE, power::pown, |c, a| power::pow(c, a.x, a.y, a.second);
            Rootn64 "rootn64" Power64 XN "x^(1/n), n of 64 bits" IEEE, root::rootn, |c, a| power::rootn(c, a.x, a.y);
            Compound64 "compound64" Power64 XN "(1 + x)^n, n of 64 bits" IEEE, power::compound, |c, a| power::compound(c, a.number, a.y, a.second);
            Hypot "hypot" Binary XY "sqrt(x^2 + y^2)" IEEE, root::hypot, closed;
            Cbrt "cbrt" Unary X "the cube root of x" C, root::cbrt, closed;
            Rsqrt "rsqrt" Unary X "1 / sqrt(x)" IEEE, root::rsqrt, closed;
            Rcp "rcp" Unary X "1 / x" ARITHMETIC, root::rcp, closed;
            Erf "erf" Unary X "2/sqrt(pi) * integral of e^(-t^2) from 0 to x" C, error_gamma::erf, |c, a| special::erf(c, a.x), open;
            Erfc "erfc" Unary X "1 - erf x" C, error_gamma::erfc, |c, a| special::erfc(c, a.x), open;
            Lgamma "lgamma" Unary X "ln |gamma(x)|" C, error_gamma::lgamma, |c, a| special::lgamma(c, a.number);
            Tgamma "tgamma" Unary X "gamma(x)" C, error_gamma::tgamma, |c, a| special::tgamma(c, a.number);
            Sigmoid "sigmoid" Unary X "1 / (1 + e^-x)" ONNX, activation::sigmoid, |c, a| activation::sigmoid(c, a.x), open;
            Silu "silu" Unary X "x / (1 + e^-x)" TORCH, activation::gated, |c, a| a.x.mul(activation::sigmoid(c, a.x)), open;
            Swish "swish" Binary XB "x / (1 + e^(-beta x))" ONNX, activation::swish, |c, a| a.x.mul(activation::sigmoid(c, a.x.mul(a.y)));
            Gelu "gelu" Unary X "x/2 (1 + erf(x / sqrt(2)))" ONNX, activation::gated, |c, a| activation::gelu(c, a.x), open;
            GeluTanh "gelu_tanh" Unary X "x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))" ONNX, activation::gated, |c, a| activation::gelu_tanh(c, a.x), open;
            Softplus "softplus" Unary X "ln(1 + e^x)" ONNX, activation::softplus, |c, a| activation::softplus(c, a.x), open;
            Softsign "softsign" Unary X "x / (1 + |x|)" ONNX, piecewise::softsign, closed;
            Mish "mish" Unary X "x tanh(ln(1 + e^x))" ONNX, activation::gated, |c, a| activation::mish(c, a.x), open;
            Elu "elu" Binary XA "x where x >= 0, else alpha (e^x - 1)" ONNX, activation::elu, |c, a| c.expm1(a.x).mul(a.y);
            Selu "selu" Unary X "gamma x where x >= 0, else gamma alpha (e^x - 1)" ONNX, activation::selu, |c, a| activation::selu(c, a.x);
            Celu "celu" Binary XA "max(0, x) + min(0, alpha (e^(x/alpha) - 1))" ONNX, activation::celu, |c, a| activation::celu(c, a.x, a.y);
            HardSigmoid "hard_sigmoid" Unary X "x/6 + 1/2 cut to 0..1" TORCH, piecewise::hard_sigmoid, closed;
            HardSwish "hard_swish" Unary X "x times (x/6 + 1/2 cut to 0..1)" ONNX, piecewise::hard_swish, closed;
            HardTanh "hard_tanh" Unary X "x cut to -1..1" TORCH, piecewise::hard_tanh, closed;
            HardShrink "hard_shrink" Unary X "x where |x| > 1/2, else 0" TORCH, piecewise::hard_shrink, closed;
            LogSigmoid "log_sigmoid" Unary X "-ln(1 + e^-x)" TORCH, activation::log_sigmoid, |c, a| activation::softplus(c, a.x.neg()).neg(), open;
            TanhShrink "tanh_shrink" Unary X "x - tanh x" TORCH, activation::tanh_shrink, |c, a| activation::tanh_shrink(c, a.x), open;
            Softmax "softmax" Block X "e^x[i] / sum e^x[j]" ONNX, softmax::softmax, closed;
            LogSoftmax "log_softmax" Block X "x[i] - ln sum e^x[j]" ONNX, softmax::log_softmax, closed;
            LogSumExp "logsumexp" Reduce X "ln sum e^x[j]" ONNX, softmax::log_sum_exp, closed;
            Norm "norm" Reduce X "sqrt(sum x[j]^2)" ONNX, reduction::norm, closed;
            Rnorm "rnorm" Reduce X "1 / sqrt(sum x[j]^2)" ONNX, reduction::rnorm, closed;
            Cosine "cosine" Reduce2 XY "sum x[j] y[j] / sqrt(sum x[j]^2 sum y[j]^2)" TORCH, reduction::cosine, closed;
            SumSquare "sum_square" Reduce X "sum x[j]^2" REDUCTION, reduction::sum_square, closed;
            SumAbs "sum_abs" Reduce X "sum |x[j]|" REDUCTION, reduction::sum_abs, closed;
            Mean "mean" Reduce X "sum x[j] / n" ONNX, reduction::mean, closed;
            Variance "variance" Reduce X "sum (x[j] - mean)^2 / n" ONNX, reduction::variance, closed;
        }
    };
}
pub(crate) use functions;

macro_rules! table {
    ($($variant:ident $name:literal $shape:ident $operands:ident $formula:literal $section:expr,
        $known:expr, $enclosed:expr $(, $open:ident)?;)*) => {
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
            open: false $(|| !stringify!($open).is_empty())?,
        }),*];
    };
}

functions!(table);

impl Function {
    /// Its row.
    ///
    /// ```
    /// use functions::{Function, Shape};
    /// let row = Function::Hypot.row();
    /// assert_eq!((row.name, row.shape, row.formula), ("hypot", Shape::Binary, "sqrt(x^2 + y^2)"));
    /// ```
    #[must_use]
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The function of this name.
    ///
    /// ```
    /// use functions::Function;
    /// assert_eq!(Function::by_name("atan2"), Some(Function::Atan2));
    /// assert_eq!(Function::by_name("Atan2"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.function)
    }
}
