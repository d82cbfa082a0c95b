//! The sum of one element of D: the definition, and slices in lanes (TILE-D34, D36, D40, D41, D83, D84).

use super::Product;
use super::matrix::{Holds, Lifted, Matrix};
use softfloat::sum::tile::{self, Profile};
use softfloat::sum::{Datapath, Exact, two};
use softfloat::{Bits, Env, Flags, Rounded, Rounding, StaticFormat, Unrounded, Value};

/// What an element of D is computed from.
#[derive(Debug)]
pub(super) struct Sums {
    pub(super) a: Matrix,
    pub(super) b: Matrix,
    pub(super) datapath: Datapath,
    env: Env,
}

impl Sums {
    pub(super) fn new(product: &Product, a: Matrix, b: Matrix) -> Self {
        let datapath = datapath(product);
        let env = Env::IEEE.rounding(product.rounding);
        Self { a, b, datapath, env }
    }

    /// The definition: all products of a row and a column, and D, through the datapath.
    pub(super) fn define(&self, i: usize, j: usize, d: u64) -> Rounded<u64> {
        let (mut x, mut y) = (Vec::new(), Vec::new());
        for s in 0..self.a.count() {
            self.a.values(i, s, &mut x);
            self.b.values(j, s, &mut y);
        }
        self.evaluate(x, y, d)
    }

    fn evaluate(&self, mut x: Vec<u64>, mut y: Vec<u64>, d: u64) -> Rounded<u64> {
        if self.is_fixed() {
            x.iter_mut().zip(&mut y).for_each(|(x, y)| unsigned_zero(x, y));
        }
        self.datapath.evaluate(&x, &y, d)
    }

    fn is_fixed(&self) -> bool {
        self.a.format.is_fixed()
    }

    /// The profile `slice`: slice after slice, in lanes where they hold it.
    pub(super) fn slices<D: StaticFormat>(
        &self,
        i: usize,
        j: usize,
        d: D::Bits,
    ) -> Rounded<D::Bits> {
        let mut sum = Rounded { bits: d, flags: Flags::NONE };
        for s in 0..self.a.count() {
            let next =
                self.lanes::<D>(i, j, s, sum.bits).unwrap_or_else(|| self.one(i, j, s, sum.bits));
            sum = Rounded { bits: next.bits, flags: sum.flags | next.flags };
        }
        sum
    }

    /// One slice by the definition.
    #[cold]
    fn one<B: Bits>(&self, i: usize, j: usize, s: usize, running: B) -> Rounded<B> {
        let (mut x, mut y) = (Vec::new(), Vec::new());
        self.a.values(i, s, &mut x);
        self.b.values(j, s, &mut y);
        let Rounded { bits, flags } = self.evaluate(x, y, running.wide() as u64);
        Rounded { bits: B::low(bits.into()), flags }
    }

    /// One slice of numbers, exact in lanes and rounded once; nothing where something is no number.
    #[inline(always)]
    fn lanes<D: StaticFormat>(
        &self,
        i: usize,
        j: usize,
        s: usize,
        running: D::Bits,
    ) -> Option<Rounded<D::Bits>> {
        let (a, x) = self.a.slice(i, s)?;
        let (b, y) = self.b.slice(j, s)?;
        let Value::Finite(addend) = D::FORMAT.decode(running.cast::<u32>()) else { return None };
        let addend = addend.cast::<u128>();
        let mut sum = match (a.holds, b.holds) {
            (Holds::Lanes, Holds::Lanes) => {
                let dot = dot(x, y, a.bits + b.bits);
                join(dot, a.exponent + b.exponent, addend)
            }
            (Holds::Special, _) | (_, Holds::Special) => return None,
            _ => self.far(i, j, s, addend)?,
        };
        if sum.significand == 0 && !sum.sticky {
            sum.sign = self.zero_sign(i, j, s, addend)?;
        }
        Some(softfloat::round_pack::<D, _>(&self.env, sum))
    }

    /// The sum of numbers too far from each other for lanes: 640 bits hold every product and addend (Tile, s. 7).
    #[inline(never)]
    fn far(
        &self,
        i: usize,
        j: usize,
        s: usize,
        addend: Unrounded<u128>,
    ) -> Option<Unrounded<u128>> {
        let mut sum: Exact<10> = Exact::new();
        let len = self.a.len();
        for k in s * len..(s + 1) * len {
            sum.add_product(self.a.number(i, k)?, self.b.number(j, k)?);
        }
        sum.add(addend);
        Some(sum.unrounded())
    }

    /// The sign of an exact zero sum (TILE-D36, D84).
    #[cold]
    fn zero_sign(&self, i: usize, j: usize, s: usize, addend: Unrounded<u128>) -> Option<bool> {
        let len = self.a.len();
        let (mut all_plus, mut all_minus) = (!addend.sign, addend.sign);
        let mut numbers = addend.significand != 0;
        for k in s * len..(s + 1) * len {
            let (x, y) = (self.a.number(i, k)?, self.b.number(j, k)?);
            numbers |= x.significand != 0 && y.significand != 0;
            let sign = x.sign != y.sign && !self.is_fixed();
            all_plus &= !sign;
            all_minus &= sign;
        }
        let down = self.env.rounding == Rounding::Down;
        Some(if numbers || all_plus == all_minus { down } else { all_minus })
    }
}

/// The datapath of a product's profile.
pub(super) fn datapath(product: &Product) -> Datapath {
    let Product { kind, profile, rounding, codes, .. } = *product;
    let factors = if kind.a.is_block() {
        [Lifted::FORMAT; 2]
    } else {
        [kind.a.format(codes), kind.b.format(codes)]
    };
    tile::sum(profile, kind.slice(), factors, kind.d.format(codes), rounding)
}

/// Whether lanes compute a profile.
pub(super) const fn has_lanes(profile: Profile) -> bool {
    matches!(profile, Profile::Slice)
}

/// A product with a factor of zero, of fixed-point elements, is +0 (TILE-D84).
pub(super) fn unsigned_zero(x: &mut u64, y: &mut u64) {
    let magnitude = |code: u64| code & 0xffff;
    let finite = |code: u64| magnitude(code) < 0x1ff << 7;
    if (magnitude(*x) == 0 || magnitude(*y) == 0) && finite(*x) && finite(*y) {
        (*x, *y) = (0, 0);
    }
}

/// The sum of products of lanes whose magnitudes have so many bits together.
#[inline(always)]
fn dot(x: &[i64], y: &[i64], bits: u32) -> i128 {
    // 32 products are 5 bits more.
    if bits <= 57 {
        x.iter().zip(y).map(|(x, y)| x * y).sum::<i64>().into()
    } else {
        x.iter().zip(y).map(|(&x, &y)| i128::from(x) * i128::from(y)).sum()
    }
}

/// `dot * 2^exponent` and an addend: exact where their places meet in 126 bits.
#[inline(always)]
fn join(dot: i128, exponent: i32, addend: Unrounded<u128>) -> Unrounded<u128> {
    let products = Unrounded::exact(dot < 0, exponent, dot.unsigned_abs());
    if addend.significand == 0 || dot == 0 {
        return if dot == 0 { addend } else { products };
    }
    let up = addend.exponent - exponent;
    let free = products.significand.leading_zeros();
    let near = if up >= 0 { up <= 100 } else { up.unsigned_abs() + 2 <= free };
    if !near {
        return two(products, addend);
    }
    let signed =
        |u: Unrounded<u128>| if u.sign { -(u.significand as i128) } else { u.significand as i128 };
    let (sum, exponent) = if up >= 0 {
        (dot + (signed(addend) << up), exponent)
    } else {
        ((dot << -up) + signed(addend), addend.exponent)
    };
    Unrounded::exact(sum < 0, exponent, sum.unsigned_abs())
}
