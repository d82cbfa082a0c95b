//! From blocks of codes to what is rounded.

use core::cell::OnceCell;

use softfloat::{Env, Format, Unrounded, ieee::Exact};

use crate::context::Context;
use crate::formula::block::Shared;
use crate::outcome::Undecided;
use crate::{Function, known, ziv};

/// What a function of blocks rounds, one element of the result after the other. Blocks are of one length, which is not
/// 0, of codes in the low bits; nothing asks for it but [`try_exact_blocks`](crate::try_exact_blocks).
///
/// ```
/// use functions::{exact_blocks, Function};
/// use softfloat::{format::Binary16, Env, StaticFormat};
/// let (half, env) = (Binary16::FORMAT, Env::IEEE);
/// let mean = exact_blocks(Function::Mean, &half, &[&[0x3c00, 0x4000]], &env).unwrap();
/// assert_eq!(mean[0].round(&half, &env).bits, 0x3e00); // (1 + 2) / 2 = 1.5
/// let equal = exact_blocks(Function::Softmax, &half, &[&[0x3c00; 4]], &env).unwrap();
/// assert!(equal.iter().all(|x| x.round(&half, &env).bits == 0x3400)); // 1/4 each
/// ```
///
/// # Panics
/// It may, where blocks are missing or have no element.
///
/// # Errors
/// Where no enclosure decides ([`Undecided`]).
pub fn exact_blocks(
    function: Function,
    format: &Format,
    operands: &[&[u64]],
    env: &Env,
) -> Result<Vec<Exact>, Undecided> {
    let block = known::blocks(function, format, operands, env);
    let open = Open {
        function,
        precision: format.precision(),
        numbers: &block.finite,
        one: OnceCell::new(),
        two: OnceCell::new(),
        four: OnceCell::new(),
        sixteen: OnceCell::new(),
    };
    let element = |element| match element {
        known::Element::Exact(exact) => Ok(exact),
        known::Element::Open(at) => open.decide(at).map(Exact::Unrounded),
    };
    block.elements.iter().copied().map(element).collect()
}

/// A function of a block whose value is open: what its elements have in common at each width, once one asks.
struct Open<'a> {
    function: Function,
    precision: u32,
    numbers: &'a [Unrounded<u64>],
    one: OnceCell<Shared<1>>,
    two: OnceCell<Shared<2>>,
    four: OnceCell<Shared<4>>,
    sixteen: OnceCell<Shared<16>>,
}

impl Open<'_> {
    /// The value of the element `at`, by the least width that decides it.
    fn decide(&self, at: usize) -> Result<Unrounded<u128>, Undecided> {
        let x = self.numbers.get(at).copied().unwrap_or(Unrounded::exact(false, 0, 0));
        let narrow = (self.precision <= 32).then(|| self.at(&self.one, ziv::one(), x));
        narrow
            .flatten()
            .or_else(|| self.at(&self.two, ziv::two(), x))
            .or_else(|| self.at(&self.four, ziv::four(), x))
            .or_else(|| self.at(&self.sixteen, ziv::sixteen(), x))
            .ok_or(Undecided { bits: 16 * 64 })
    }

    /// The same at one width.
    fn at<const N: usize>(
        &self,
        shared: &OnceCell<Shared<N>>,
        c: &Context<N>,
        x: Unrounded<u64>,
    ) -> Option<Unrounded<u128>> {
        let shared = shared.get_or_init(|| Shared::of(c, self.numbers));
        ziv::decided(&shared.element(c, self.function, x), self.precision).or_else(|| {
            let softmax = self.function == Function::Softmax;
            let beside = softmax.then(|| shared.beside(c, self.numbers, x))?;
            ziv::decided(&beside, self.precision)
        })
    }
}

#[cfg(test)]
mod tests {
    use seeded::{Draw, Random};
    use softfloat::StaticFormat;
    use softfloat::format::{Bf16, Binary32, Binary64, MnDouble};

    use super::*;
    use crate::enclosure::steps;

    /// Draws an element of a block.
    type Element = fn(&Format, &mut Random) -> u64;

    /// Blocks that no narrow sum decides: numbers of all sizes, subnormal ones, such as differ in their last places, and
    /// such as lie beside the largest among others.
    const BLOCKS: &[(&str, Element)] = &[
        ("all sizes", |f, random| finite(f, random.next())),
        ("subnormal", |f, random| {
            finite(f, random.next()) & !(exponents(f) << (f.man_bits + f.pad))
        }),
        ("neighbours", |f, random| one(f) + random.below(8)),
        ("equal but for subnormals", |f, random| match random.below(3) {
            0 => 1 << f.pad,
            1 => (1 << f.pad) | 1 << (f.width - 1),
            _ => 0,
        }),
        ("next to 0 and far below", |f, random| match random.below(2) {
            0 => random.below(4) << f.pad,
            _ => one(f) | 1 << (f.width - 1),
        }),
    ];

    fn exponents(f: &Format) -> u64 {
        (1 << (f.width - 1 - f.man_bits - f.pad)) - 1
    }

    fn one(f: &Format) -> u64 {
        (f.bias as u64) << (f.man_bits + f.pad)
    }

    /// A code of a number.
    fn finite(f: &Format, any: u64) -> u64 {
        let code = any >> (64 - f.width);
        match f.decode(code) {
            softfloat::Value::Finite(_) => code,
            _ => one(f),
        }
    }

    #[test]
    fn work_grows_with_the_length() {
        let work = |function, f: &Format, length: usize, draw: fn(&Format, &mut Random) -> u64| {
            let mut random = Random::new(length as u64);
            let block: Vec<u64> = (0..length).map(|_| draw(f, &mut random)).collect();
            steps::of(|| assert!(exact_blocks(function, f, &[&block], &Env::IEEE).is_ok()))
        };
        let wide = Format::ieee(15, 48).expect("a format");
        for f in [Bf16::FORMAT, Binary32::FORMAT, Binary64::FORMAT, MnDouble::FORMAT, wide] {
            for function in [Function::Softmax, Function::LogSoftmax, Function::LogSumExp] {
                for (name, draw) in BLOCKS {
                    let [short, long] = [64, 1024].map(|n| work(function, &f, n, *draw));
                    let what = format!("{function:?} of {}, {name}: {short}, {long}", f.name);
                    assert!(long <= 24 * short, "16 times as long: {what}");
                    assert!(long < 1024 * 120, "of an element: {what}");
                }
            }
        }
    }
}
