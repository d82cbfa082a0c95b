//! Random words: how many bits, what becomes of the bits behind them, and which formats they round into.

use crate::formats::{self, named};
use crate::registry::Form::{Own as Values, Words as Names};
use crate::registry::{Group, Options, Own, Setting};
use softfloat::Format;
use softfloat::stochastic::{Fraction, MOST, Random};

/// Where the kinds of stochastic rounding stand.
pub(super) const GFLOAT: &str = "gfloat 0.5, RoundMode";

/// The number of random bits whose number is not given.
const USUAL: u16 = 8;

/// How many random bits there are.
pub(super) static BITS: Setting<u32> = Setting::new("bits", Values(&NUMBERS), |bits| match bits {
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
pub(super) static TAIL: Setting<Fraction> =
    Setting::new("tail", Names(&["cut", "halfup", "even", "odd"]), |at| {
        use Fraction::{Cut, HalfEven, HalfOdd, HalfUp};
        [Cut, HalfUp, HalfEven, HalfOdd][at]
    });

/// The random words of a choice of options.
#[derive(Clone, Copy)]
pub(super) struct Words {
    bits: u32,
    tail: Fraction,
}

impl Words {
    pub(super) fn of(options: &Options) -> Self {
        Self { bits: options.get(&BITS), tail: options.get(&TAIL) }
    }

    /// The format of a word.
    pub(super) fn format(self) -> Format {
        match self.bits {
            1 => formats::BOOL,
            bits => Format::integer(bits, false).expect("a width of the table"),
        }
    }

    /// What a word does, to the coverage models.
    pub(super) fn group(self) -> Group {
        Group::Random { bits: self.bits, tail: self.tail }
    }

    pub(super) fn random(self, word: u64) -> Random {
        Random::new(self.bits, word, self.tail).expect("a word of so many bits")
    }
}

/// Whether the last place of a format's numbers is asked for by the source: of posits it says nothing, and where there is no zero
/// there is nothing below the least number.
pub(super) fn rounds(f: &Format) -> bool {
    !f.zeroless() && !f.is_posit()
}

/// Why random bits do not round from the one format into the other.
pub(super) fn refused(names: [&str; 2]) -> Option<String> {
    names.into_iter().find_map(|name| {
        let format = named(name).filter(|f| !rounds(f))?;
        Some(match format.is_posit() {
            true => "no source that was read lets random bits round posits".to_owned(),
            false => format!("{name} has no zero: there is nothing below its least number"),
        })
    })
}
