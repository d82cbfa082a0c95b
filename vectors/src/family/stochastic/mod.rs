//! `sr.*`: roundings whose last place random bits decide. The bits are an operand.

mod convert;
mod draw;
mod quantize;
mod sum;

use super::mx::{OVERFLOW, SCALE, SPECIAL};
use super::number::DECISIONS;
use crate::formats;
use crate::registry::Form::{Own as Values, Words as Names};
use crate::registry::rules::{DAZ, FTZ, INT, NAN, SAT, TININESS};
use crate::registry::{Family, List, Op, Options, Own, Setting};
use softfloat::Format;
use softfloat::stochastic::{Fraction, MOST, Random};

pub(crate) static FAMILY: Family = Family {
    begins: &["sr"],
    on_demand,
    refuses: |id| formats::beyond_limits("sr", id),
    ..Family::listed(NAME, OPTIONS, operations, DECISIONS)
};

const NAME: &str = "stochastic";

/// Where the kinds of stochastic rounding stand.
const GFLOAT: &str = "gfloat 0.5, RoundMode";

#[rustfmt::skip]
const OPTIONS: List = &[
    &BITS.row, &TAIL.row, &TININESS.row, &NAN.row, &FTZ.row, &DAZ.row, &SAT.row, &INT.row, &SCALE.row, &SPECIAL.row, &OVERFLOW.row,
];

/// The number of random bits whose number is not given.
const USUAL: u16 = 8;

/// How many random bits there are.
static BITS: Setting<u32> = Setting::new("bits", Values(&NUMBERS), |bits| match bits {
    0 => USUAL.into(),
    bits => bits as u32,
});

static NUMBERS: Own = Own {
    all: || vec![0, 1, 2, 3, 13, MOST as u16],
    read: |text| {
        let bits = text.parse().ok().filter(|bits| (1..=MOST as u16).contains(bits))?;
        let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
        plain.then_some(if bits == USUAL { 0 } else { bits })
    },
    text: |bits| if bits == 0 { USUAL.to_string() } else { bits.to_string() },
    syntax: ["1 to 32, 8 where it is not given", "1..32"],
    required: None,
    list: false,
};

/// What becomes of the bits behind those that meet the random ones.
static TAIL: Setting<Fraction> =
    Setting::new("tail", Names(&["cut", "halfup", "even", "odd"]), |at| {
        use Fraction::{Cut, HalfEven, HalfOdd, HalfUp};
        [Cut, HalfUp, HalfEven, HalfOdd][at]
    });

/// The random words of a choice of options.
#[derive(Clone, Copy)]
struct Words {
    bits: u32,
    tail: Fraction,
}

impl Words {
    fn of(options: &Options) -> Self {
        Self { bits: options.get(&BITS), tail: options.get(&TAIL) }
    }

    /// The format of a word.
    fn format(self) -> Format {
        match self.bits {
            1 => formats::BOOL,
            bits => Format::integer(bits, false).expect("a width of the table"),
        }
    }

    fn random(self, word: u64) -> Random {
        Random::new(self.bits, word, self.tail).expect("a word of so many bits")
    }
}

fn operations() -> Vec<Op> {
    [convert::operations(), sum::operations(), quantize::operations()].concat()
}

/// The operation of this id, which is not listed.
fn on_demand(id: &str) -> Option<Op> {
    match id.split('.').collect::<Vec<_>>()[..] {
        ["sr", from, to] => sum::on_demand(from, to, to).or_else(|| convert::on_demand(from, to)),
        ["sr", name, factor, to] => sum::on_demand(name, factor, to),
        _ => None,
    }
}

/// Whether the last place of a format's numbers is asked for by the source: of posits it says nothing, and where there is no zero
/// there is nothing below the least number.
fn rounds(f: &Format) -> bool {
    !f.zeroless() && !f.is_posit()
}
