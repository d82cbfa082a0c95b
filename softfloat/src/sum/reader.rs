//! Codes -> numbers.

use super::datapath::Operand;
use super::item::{Item, Nan, Number};
use crate::block::{BlockFormat, Scale};
use crate::{Bits, Flags, Format, Unrounded, Value};

/// A format, with what reading its normal numbers needs at hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    format: Format,
    daz: bool,
    /// The exponent field's mask; 0 where nothing counts as normal.
    exponents: u64,
    /// What is subtracted from the field for the exponent of the last place.
    offset: i32,
}

/// A normal number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal {
    sign: bool,
    exponent: i32,
    significand: u64,
    field: i32,
}

impl Normal {
    #[inline(always)]
    pub(super) fn item(self) -> Item {
        let exact = Unrounded::exact(self.sign, self.exponent, u128::from(self.significand));
        Item { number: Number::Finite(exact), field: self.field, flags: Flags::NONE }
    }

    /// The exact product.
    #[inline(always)]
    pub(super) fn times(self, y: Self) -> Item {
        let product = u128::from(self.significand) * u128::from(y.significand);
        let exact = Unrounded::exact(self.sign != y.sign, self.exponent + y.exponent, product);
        Item { number: Number::Finite(exact), field: self.field + y.field, flags: Flags::NONE }
    }
}

impl Reader {
    #[inline(always)]
    pub(super) fn new(format: Format, daz: bool) -> Self {
        let hidden = format.has_hidden_bit() && format.sign;
        let exponents = if hidden { u64::mask(format.exp_bits) } else { 0 };
        Self { format, daz, exponents, offset: format.bias + format.man_bits as i32 }
    }

    /// The meaning of a code whose exponent field is neither 0 nor all ones.
    #[inline(always)]
    pub(super) fn normal(&self, code: u64) -> Option<Normal> {
        let f = &self.format;
        if self.exponents == 0 {
            return None;
        }
        let body = code >> f.pad;
        let field = body >> f.man_bits & self.exponents;
        if field == 0 || field == self.exponents {
            return None;
        }
        let hidden = 1 << f.man_bits;
        let exponent = field as i32 - self.offset;
        Some(Normal {
            sign: code >> (f.width - 1) & 1 == 1,
            exponent,
            significand: body & (hidden - 1) | hidden,
            field: exponent + f.man_bits as i32,
        })
    }

    /// The meaning of any code.
    #[inline(always)]
    pub(super) fn read(&self, code: u64) -> Item {
        match self.normal(code) {
            Some(normal) => normal.item(),
            None => self.read_any(code),
        }
    }

    #[inline(never)]
    fn read_any(&self, code: u64) -> Item {
        item(&self.format, self.format.decode(code), self.daz)
    }
}

fn item(format: &Format, value: Value<u64>, daz: bool) -> Item {
    let mut field = 0;
    let number = match value {
        Value::Finite(u) => {
            let subnormal = format.has_hidden_bit() && u.significand >> format.man_bits == 0;
            let significand = if daz && subnormal { 0 } else { u128::from(u.significand) };
            field = u.exponent + format.precision() as i32 - 1;
            Number::Finite(Unrounded::exact(u.sign, u.exponent, significand))
        }
        Value::Infinite { sign } => Number::Infinite(sign),
        Value::Nan { sign, signalling, payload } => Number::Nan(Nan { sign, signalling, payload }),
    };
    Item { number, field, flags: Flags::NONE }
}

/// A slice of codes, and the block that was looked at last with its common exponent field.
#[derive(Debug)]
pub(super) struct Codes<'a> {
    codes: &'a [u64],
    reader: Reader,
    /// Codes that share an exponent; 0 where each has its own.
    shared: usize,
    block: Option<(usize, u64)>,
}

impl<'a> Codes<'a> {
    pub(super) fn new(codes: &'a [u64], operand: Operand, daz: bool) -> Self {
        let (shared, reader) = match operand {
            Operand::Scalar(format) => (0, Reader::new(format, daz)),
            Operand::Shared { element, len } => {
                (len.max(1), Reader { exponents: 0, ..Reader::new(element, daz) })
            }
        };
        Self { codes, reader, shared, block: None }
    }

    pub(super) const fn len(&self) -> usize {
        self.codes.len()
    }

    #[inline(always)]
    fn code(&self, i: usize) -> u64 {
        self.codes.get(i).copied().unwrap_or(0)
    }

    /// The i-th code as a normal number of its own.
    #[inline(always)]
    pub(super) fn normal(&self, i: usize) -> Option<Normal> {
        self.reader.normal(self.code(i))
    }

    /// The i-th code.
    pub(super) fn read(&mut self, i: usize) -> Item {
        match self.shared {
            0 => self.reader.read(self.code(i)),
            len => self.read_shared(len, i),
        }
    }

    fn read_shared(&mut self, len: usize, i: usize) -> Item {
        let element = self.reader.format;
        let scale = Scale::CommonExponent { extended: element.subnormal };
        let format = BlockFormat { name: element.name, element, len, scale };
        let common = match self.block {
            Some((block, common)) if block == i / len => common,
            _ => {
                let first = i - i % len;
                let last = first.saturating_add(len).min(self.codes.len());
                let common = format.common_exponent(self.codes.get(first..last).unwrap_or(&[]));
                self.block = Some((i / len, common));
                common
            }
        };
        item(&element, format.decode(common, self.code(i)), false)
    }
}
