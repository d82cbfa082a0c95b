//! Reading a code: the value it stands for, exactly.

use crate::Rational;

use super::env::Env;
use super::facts::{Facts, Kind, Nonfinite, ones};
use super::{p3109, posit};

/// What a code stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Not a number.
    Nan {
        /// The sign bit of the code.
        sign: bool,
        /// Whether using it is an invalid operation.
        signalling: bool,
        /// The fraction field of the code, quiet bit included.
        payload: u64,
    },
    /// Infinity.
    Infinite {
        /// Whether it is minus infinity.
        sign: bool,
    },
    /// A number, (-1)^sign times its magnitude.
    Finite {
        /// Whether it is negative; of a zero too.
        sign: bool,
        /// The number without its sign.
        magnitude: Rational,
    },
}

impl Value {
    /// The sign; of NaN too.
    pub fn sign(&self) -> bool {
        match *self {
            Value::Nan { sign, .. } | Value::Infinite { sign } | Value::Finite { sign, .. } => sign,
        }
    }

    /// The magnitude of a number.
    pub fn magnitude(&self) -> Rational {
        match self {
            Value::Finite { magnitude, .. } => magnitude.clone(),
            Value::Nan { .. } | Value::Infinite { .. } => panic!("{self:?} is not a number"),
        }
    }

    /// A number with its sign.
    pub fn signed(&self) -> Rational {
        if self.sign() { -self.magnitude() } else { self.magnitude() }
    }
}

/// The value of a code. Bits above the width of the format are ignored.
pub fn decode(f: &Facts, bits: u64) -> Value {
    let code = bits & ones(f.width);
    match f.kind {
        Kind::Fixed { frac, .. } => decode_fixed(f, frac, code),
        Kind::Binary | Kind::Explicit => decode_floating(f, code),
        Kind::P3109 { extended } => match p3109::decode(f, extended, code) {
            (sign, p3109::Code::Nan) => Value::Nan { sign, signalling: false, payload: 0 },
            (sign, p3109::Code::Infinite) => Value::Infinite { sign },
            (sign, p3109::Code::Number(magnitude)) => Value::Finite { sign, magnitude },
        },
        Kind::Posit { es } => match posit::decode(f, es, code) {
            (sign, Some(magnitude)) => Value::Finite { sign, magnitude },
            (sign, None) => Value::Nan { sign, signalling: false, payload: 0 },
        },
    }
}

/// The value of a code as an operand: a subnormal one may count as zero.
pub fn read(f: &Facts, bits: u64, env: &Env) -> Value {
    match decode(f, bits) {
        Value::Finite { sign, magnitude }
            if env.daz && f.kind == Kind::Binary && magnitude < f.min_normal_value() =>
        {
            Value::Finite { sign, magnitude: Rational::new() }
        }
        value => value,
    }
}

/// An integer times 2^-frac. In two's complement the top bit weighs -2^(width-1).
fn decode_fixed(f: &Facts, frac: u32, code: u64) -> Value {
    let integer = i128::from(code & !f.sign_bit()) - i128::from(code & f.sign_bit());
    let magnitude = Rational::from(integer.unsigned_abs()) >> frac;
    Value::Finite { sign: integer < 0, magnitude }
}

/// Sign, exponent field and fraction field.
fn decode_floating(f: &Facts, code: u64) -> Value {
    let sign = code & f.sign_bit() != 0;
    let fraction = code >> f.pad & ones(f.man_bits);
    let exponent = code >> f.pad >> f.man_bits & f.top_exponent();

    let top = exponent == f.top_exponent();
    let infinite = match f.nonfinite {
        Nonfinite::Ieee => top && fraction == 0,
        Nonfinite::Infinity => top,
        Nonfinite::None | Nonfinite::AllOnes | Nonfinite::NegativeZero => false,
    };
    let nan = match f.nonfinite {
        Nonfinite::Ieee => top && fraction != 0,
        Nonfinite::AllOnes => top && fraction == ones(f.man_bits),
        Nonfinite::NegativeZero => sign && exponent == 0 && fraction == 0,
        Nonfinite::None | Nonfinite::Infinity => false,
    };
    if infinite {
        return Value::Infinite { sign };
    }
    if nan {
        let signalling = f.nonfinite == Nonfinite::Ieee && fraction >> (f.man_bits - 1) == 0;
        return Value::Nan { sign, signalling, payload: fraction };
    }
    Value::Finite { sign, magnitude: magnitude(f, exponent, fraction) }
}

/// The magnitude of a finite code by its two fields.
fn magnitude(f: &Facts, exponent: u64, fraction: u64) -> Rational {
    let power = exponent as i32 - f.bias;
    let scaled = Rational::from(fraction) >> f.man_bits;
    match (f.kind, exponent) {
        (Kind::Explicit, 0) => Rational::new(),
        (Kind::Explicit, _) => scaled << (power + 1),
        (_, 0) if f.subnormal => f.min_normal_value() * scaled,
        (_, 0) if f.has_zero() => Rational::new(),
        _ => (scaled + 1) << power,
    }
}
