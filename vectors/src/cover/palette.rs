//! The classes of a format's codes, finer than those that findings are grouped by: the ends of each
//! range stand by themselves.

use crate::class::{classes, negative};
use crate::draw::code::Float;
use crate::draw::random::element::mantissa;
use crate::draw::rng::Rng;
use softfloat::{Category, Env, Format, Unrounded, Value};

classes! {
    /// A class of codes of one sign.
    pub(crate) enum Fine {
        Zero "zero" "0",
        ZeroMantissa "zero~" "MN-Core 2: exponent 0 with a mantissa, which counts as 0",
        SubnormalMin "submin" "the smallest subnormal number",
        Subnormal "sub" "any other subnormal number",
        SubnormalMax "submax" "the largest subnormal number",
        Min "min" "the smallest normal number, the smallest of a block float or a scale",
        One "one" "1; of integers, the last place",
        Power "pow2" "another power of two",
        Ones "ones" "another number with all bits of its mantissa set, an integer 0..01..1",
        Normal "norm" "any other number, any other integer",
        Unnormalised "unnorm" "elements of a block float: the leading bit is clear",
        Max "max" "the largest finite number, of integers the one at the end of its sign's range",
        Infinite "inf" "infinity",
        InfiniteMantissa "inf~" "MN-Core 2: the top exponent with another mantissa, which counts as infinity",
        QuietNan "qnan" "a quiet NaN, or the NaN of a format that has no other",
        SignallingNan "snan" "a signalling NaN",
    }
}

use Fine::{
    Infinite, InfiniteMantissa, Max, Min, Normal, One, Ones, Power, QuietNan, SignallingNan,
    Subnormal, SubnormalMax, SubnormalMin, Unnormalised, Zero, ZeroMantissa,
};

impl Fine {
    /// Whether it holds numbers.
    pub(crate) fn is_finite(self) -> bool {
        !matches!(self, Infinite | InfiniteMantissa | QuietNan | SignallingNan)
    }

    /// Whether its numbers are 0.
    pub(crate) fn is_zero(self) -> bool {
        matches!(self, Zero | ZeroMantissa)
    }

    /// Whether it lies below the smallest normal number.
    pub(crate) fn is_subnormal(self) -> bool {
        matches!(self, SubnormalMin | Subnormal | SubnormalMax)
    }

    /// The class of a code, its sign aside.
    fn of(f: &Format, code: u64) -> Self {
        if f.is_fixed() {
            integer(f, code)
        } else if f.shares_exponent() {
            element(f, code)
        } else if f.zeroless() {
            scale(f, code)
        } else if f.has_fields() || f.is_p3109() {
            number(f, code)
        } else {
            value(f, code)
        }
    }
}

fn integer(f: &Format, code: u64) -> Fine {
    let ones = u64::MAX >> (64 - f.width);
    let (minus, magnitude) = match negative(f, code) {
        true => (true, code.wrapping_neg() & ones),
        false => (false, code),
    };
    let most = if minus || !f.sign { ones } else { ones >> 1 };
    match magnitude {
        0 => Zero,
        m if minus && m == 1 << (f.width - 1) => Max,
        m if !minus && m == most => Max,
        1 => One,
        m if m.is_power_of_two() => Power,
        m if (m + 1).is_power_of_two() => Ones,
        _ => Normal,
    }
}

/// Sign, exponent, significand with its leading bit.
fn element(f: &Format, code: u64) -> Fine {
    let magnitude = code >> f.pad;
    let significand = magnitude & ((1 << f.man_bits) - 1);
    let field = (magnitude >> f.man_bits) as i32 & f.top();
    let (ones, lead) = ((1u64 << f.man_bits) - 1, 1u64 << (f.man_bits - 1));
    match (field, significand) {
        (t, s) if t == f.top() && s == lead => Infinite,
        (t, _) if t == f.top() => InfiniteMantissa,
        (_, 0) => Zero,
        (0, _) if !f.subnormal => ZeroMantissa,
        (_, s) if s < lead => Unnormalised,
        (t, s) if t == f.max_field() && s == ones => Max,
        (t, s) if t <= 1 && s == lead => Min,
        (t, s) if t == f.bias && s == lead => One,
        (_, s) if s == lead => Power,
        (_, s) if s == ones => Ones,
        _ => Normal,
    }
}

fn scale(f: &Format, code: u64) -> Fine {
    match (code >> f.pad) as i32 {
        0 => Min,
        field if field == f.top() => QuietNan,
        field if field == f.bias => One,
        field if field == f.max_field() => Max,
        _ => Power,
    }
}

fn number(f: &Format, code: u64) -> Fine {
    let ones = (1u64 << f.man_bits) - 1;
    let mantissa = code >> f.pad & ones;
    let field = (code >> (f.man_bits + f.pad)) as i32 & f.top();
    if f.ignores_mantissa_at_ends() {
        match (field, mantissa) {
            (0, 0) => return Zero,
            (0, _) => return ZeroMantissa,
            (t, 0) if t == f.top() => return Infinite,
            (t, _) if t == f.top() => return InfiniteMantissa,
            _ => {}
        }
    }
    let below = f.width - f.pad - u32::from(f.sign);
    let magnitude = code >> f.pad & (u64::MAX >> (64 - below));
    match f.classify(code).category {
        Category::Zero => Zero,
        Category::Infinite => Infinite,
        Category::QuietNan => QuietNan,
        Category::SignallingNan => SignallingNan,
        Category::Subnormal if mantissa == 1 => SubnormalMin,
        Category::Subnormal if mantissa == ones => SubnormalMax,
        Category::Subnormal => Subnormal,
        Category::Normal if magnitude == f.max_finite() >> f.pad => Max,
        Category::Normal if magnitude == f.min_normal() >> f.pad => Min,
        Category::Normal if mantissa == 0 && field == f.bias => One,
        Category::Normal if mantissa == 0 => Power,
        Category::Normal if mantissa == ones => Ones,
        Category::Normal => Normal,
    }
}

/// A code without fields.
fn value(f: &Format, code: u64) -> Fine {
    let magnitude = match negative(f, code) {
        false => code,
        true if f.has_sign_bit() => code & !(1 << (f.width - 1)),
        true => code.wrapping_neg() & (u64::MAX >> (64 - f.width)),
    };
    match f.decode(code) {
        Value::Nan { .. } => QuietNan,
        Value::Infinite { .. } => Infinite,
        Value::Finite(u) if u.significand == 0 => Zero,
        Value::Finite(_) if magnitude == f.max_finite() => Max,
        Value::Finite(_) if magnitude == f.min_normal() => Min,
        Value::Finite(u) if u.significand.is_power_of_two() => {
            if u.exponent + u.significand.ilog2() as i32 == 0 { One } else { Power }
        }
        Value::Finite(_) => Normal,
    }
}

/// A code of P3109's that is likely to be of a class.
fn p3109(f: &Format, sign: bool, class: Fine, rng: &mut Rng) -> u64 {
    let (least, most) = f.exponents();
    let exponent = least + rng.below((most - least + 1) as u64) as i32;
    let (below, ones) = (f.width - u32::from(f.sign), (1 << f.man_bits) - 1);
    let magnitude = match class {
        Zero => 0,
        SubnormalMin => 1,
        Subnormal => rng.next() & ones,
        SubnormalMax => ones,
        Min => f.min_normal(),
        One => (f.bias as u64) << f.man_bits,
        Ones => rng.next() & u64::MAX >> (64 - below) | ones,
        Power => f.round_pack(&Env::IEEE, Unrounded::exact(false, exponent, 1u64)).bits,
        Max => f.max_finite(),
        Infinite => f.max_finite() + 1,
        QuietNan => return f.nan(sign).unwrap_or(0),
        _ => rng.next() & u64::MAX >> (64 - below),
    };
    magnitude | if sign && f.sign { 1 << below } else { 0 }
}

/// The classes that a format's codes have, and codes of each.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    format: Format,
    float: Option<Float>,
    classes: Vec<(bool, Fine)>,
    /// Class and sign -> place among the classes.
    places: [[Option<u16>; Fine::ALL.len()]; 2],
    /// All codes of each class, of narrow formats.
    members: Vec<Vec<u64>>,
}

/// Formats up to this width are enumerated.
const NARROW: u32 = 10;

impl Palette {
    pub(crate) fn of(format: &Format) -> Self {
        let (mut places, mut classes, mut members) =
            ([[None; Fine::ALL.len()]; 2], Vec::new(), Vec::new());
        let float = Float::of(format);
        let mut palette = Self { format: *format, float, classes: vec![], places, members: vec![] };
        let mut rng = Rng::new(0, 0);
        // A code of several words is no operand of a model.
        let classes_of_words: &[Fine] = if format.words() == 1 { &Fine::ALL } else { &[] };
        for &class in classes_of_words {
            for sign in [false, true] {
                let all = palette.all(sign, class, &mut rng);
                if !all.is_empty() {
                    places[usize::from(sign)][class as usize] = Some(classes.len() as u16);
                    classes.push((sign, class));
                    members.push(if format.width <= NARROW { all } else { Vec::new() });
                }
            }
        }
        (palette.classes, palette.places, palette.members) = (classes, places, members);
        palette
    }

    pub(crate) fn len(&self) -> usize {
        self.classes.len()
    }

    /// The names of the classes.
    pub(crate) fn names(&self) -> Vec<String> {
        self.classes.iter().map(|(sign, class)| class.signed(*sign).to_owned()).collect()
    }

    /// The place of a code's class.
    #[inline]
    pub(crate) fn class(&self, code: u64) -> usize {
        let sign = usize::from(negative(&self.format, code));
        self.places[sign][Fine::of(&self.format, code) as usize].map_or(0, usize::from)
    }

    /// Whether the class at a place holds numbers.
    pub(crate) fn is_finite(&self, place: usize) -> bool {
        self.classes[place].1.is_finite()
    }

    /// Class and sign at a place.
    pub(crate) fn at(&self, place: usize) -> (bool, Fine) {
        self.classes[place]
    }

    /// A code of a class.
    pub(crate) fn code(&self, place: usize, rng: &mut Rng) -> u64 {
        let (sign, class) = self.classes[place];
        match self.members.get(place) {
            Some(all) if !all.is_empty() => all[rng.below(all.len() as u64) as usize],
            _ => self.drawn(sign, class, rng).unwrap_or(0),
        }
    }

    /// All codes of a class in a narrow format, one in another.
    fn all(&self, sign: bool, class: Fine, rng: &mut Rng) -> Vec<u64> {
        let is = |code: &u64| {
            negative(&self.format, *code) == sign && Fine::of(&self.format, *code) == class
        };
        if self.format.width <= NARROW {
            return (0..1 << self.format.width).filter(is).collect();
        }
        self.drawn(sign, class, rng).into_iter().collect()
    }

    /// A code of a class, if there is one.
    fn drawn(&self, sign: bool, class: Fine, rng: &mut Rng) -> Option<u64> {
        (0..64).map(|_| self.candidate(sign, class, rng)).find(|code| {
            negative(&self.format, *code) == sign && Fine::of(&self.format, *code) == class
        })
    }

    /// A code that is likely to be of a class.
    fn candidate(&self, sign: bool, class: Fine, rng: &mut Rng) -> u64 {
        let f = &self.format;
        if f.is_fixed() {
            let ones = u64::MAX >> (64 - f.width);
            let power = 1u64 << rng.below(f.width.into());
            let magnitude = match class {
                Zero => 0,
                One => 1,
                Power => power,
                Ones => power - 1,
                Max if sign => 1 << (f.width - 1),
                Max => ones >> u32::from(f.sign),
                _ => rng.next() & ones >> rng.below(f.width.into()),
            };
            return if sign { magnitude.wrapping_neg() & ones } else { magnitude };
        }
        if f.is_posit() {
            let ones = u64::MAX >> (64 - f.width);
            let (least, most) = f.exponents();
            let exponent = least + rng.below((most - least + 1) as u64) as i32;
            let magnitude = match class {
                Zero => 0,
                Min => 1,
                One => 1 << (f.width - 2),
                Power => f.round_pack(&Env::IEEE, Unrounded::exact(false, exponent, 1u64)).bits,
                Max => f.max_finite(),
                QuietNan => 1 << (f.width - 1),
                _ => rng.next() & ones >> (1 + rng.below(u64::from(f.width) - 1)),
            };
            return if sign { magnitude.wrapping_neg() & ones } else { magnitude };
        }
        if f.is_p3109() {
            return p3109(f, sign, class, rng);
        }
        let minus = if f.sign { u64::from(sign) << (f.width - 1) } else { 0 };
        let body = f.man_bits + f.pad;
        let ones = (1u64 << f.man_bits) - 1;
        let pad = rng.next() & ((1 << f.pad) - 1);
        let lead = if f.shares_exponent() { 1u64 << (f.man_bits - 1) } else { 0 };
        let any = match &self.float {
            Some(float) => mantissa(float, rng) >> f.pad & ones,
            None => rng.next() & ones,
        };
        let field =
            f.min_field() as u64 + rng.below((f.max_field() - f.min_field() + 1).max(1) as u64);
        let (top, least) = (f.top() as u64, f.min_field() as u64);
        let (field, mantissa) = match class {
            Zero => (0, 0),
            ZeroMantissa | Subnormal => (0, any),
            SubnormalMin => (0, 1),
            SubnormalMax => (0, ones),
            Min if f.shares_exponent() && f.subnormal => (0, lead),
            Min => (least, lead),
            One => (f.bias as u64, lead),
            Power => (field, lead),
            Ones => (field, ones),
            Normal => (field, any | lead),
            Unnormalised => (field, any & !lead),
            Max => return minus | f.max_finite() | pad,
            Infinite => (top, lead),
            InfiniteMantissa => (top, any | lead),
            QuietNan if !f.has_signalling() => return f.nan(sign).unwrap_or(0),
            QuietNan => (top, any | 1 << f.man_bits.saturating_sub(1)),
            SignallingNan => (top, any & !(1 << f.man_bits.saturating_sub(1))),
        };
        minus | field << body | mantissa << f.pad | pad
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every class that any code has is among the palette's, and its codes are of it.
    #[test]
    fn classes_are_those_of_the_codes() {
        for f in softfloat::format::ALL {
            let palette = Palette::of(f);
            let mut rng = Rng::new(7, 7);
            for place in 0..palette.len() {
                for _ in 0..50 {
                    let code = palette.code(place, &mut rng);
                    assert!(f.holds(code), "{} {code:x}", f.name);
                    assert_eq!(palette.class(code), place, "{} {code:x}", f.name);
                }
            }
            for _ in 0..20_000 {
                let code = rng.next() & (u64::MAX >> (64 - f.width));
                let class = (negative(f, code), Fine::of(f, code));
                assert!(palette.classes.contains(&class), "{} {code:x} {class:?}", f.name);
            }
        }
    }
}
