//! The exact product.

use super::matrix::Matrix;
use super::product::Product;
use super::rows::each_row;
use softfloat::silicon::Datapath;
use softfloat::sum::Exact;
use softfloat::{Env, Format, Unrounded, Value};

/// What special values make of a sum.
#[derive(Default)]
struct Special {
    nan: bool,
    infinite: [bool; 2],
}

impl Special {
    fn infinity(&mut self, sign: bool) {
        self.infinite[usize::from(sign)] = true;
    }

    /// A factor's number, or nothing and a note.
    fn product(&mut self, factors: &[Value<u64>]) -> Option<Unrounded<u128>> {
        let mut product = Unrounded::exact(false, 0, 1u128);
        let (mut infinite, mut zero) = (false, false);
        for factor in factors {
            let sign = match factor {
                Value::Nan { .. } => {
                    self.nan = true;
                    return None;
                }
                Value::Infinite { sign } => {
                    infinite = true;
                    *sign
                }
                Value::Finite(n) => {
                    zero |= n.significand == 0;
                    product.significand *= u128::from(n.significand);
                    product.exponent += n.exponent;
                    n.sign
                }
            };
            product.sign ^= sign;
        }
        match (infinite, zero) {
            (false, _) => return Some(product),
            (true, true) => self.nan = true,
            (true, false) => self.infinity(product.sign),
        }
        None
    }
}

impl Product<'_> {
    /// `C + A B`, exact, rounded once to nearest even in the result's format; integers are clamped. NaN is the format's
    /// default one. `progress` hears how many rows more are done.
    #[must_use]
    pub fn exact(&self, progress: &(dyn Fn(u64) + Sync)) -> Matrix {
        each_row(self.rows(), self.columns(), progress, || {
            |i, out: &mut [u64]| (0..).zip(out).for_each(|(j, code)| *code = self.exact_at(i, j))
        })
    }

    /// One element.
    fn exact_at(&self, i: usize, j: usize) -> u64 {
        let (unit, out) = (&self.unit, self.unit.out());
        let (a, b) = (self.a.row(i), self.b.row(j));
        let mut special = Special::default();
        let mut sum: Exact = Exact::new();
        let down = match unit.datapath() {
            Datapath::Fp8(sum, fpmr) => sum.scale(*fpmr) as i32,
            Datapath::Truncated(_)
            | Datapath::Scaled(_)
            | Datapath::Halves(_)
            | Datapath::Four(_)
            | Datapath::Chain(_)
            | Datapath::Cdna1(_)
            | Datapath::Cdna2(_)
            | Datapath::Cdna3(_)
            | Datapath::Vdpbf16ps
            | Datapath::TilePairs(_)
            | Datapath::TileTf32
            | Datapath::Integers(_)
            | Datapath::Bfdot
            | Datapath::BfdotExtended(_) => 0,
        };
        let scales = unit.scales().zip(self.scales.as_ref());
        for (k, (a, b)) in a.iter().zip(b).enumerate() {
            let factors = [unit.a().decode(*a), unit.b().decode(*b)];
            let product = match &scales {
                None => special.product(&factors),
                Some(((format, block), (x, y))) => {
                    let scale = |side: &[u64]| unsigned(format, side[k / block]);
                    special.product(&[factors[0], factors[1], scale(x.row(i)), scale(y.row(j))])
                }
            };
            if let Some(product) = product {
                sum.add(Unrounded { exponent: product.exponent - down, ..product });
            }
        }
        if let Some(c) = special.product(&[unit.c().decode(self.addend(i, j))]) {
            sum.add(c);
        }
        match (special.nan, special.infinite) {
            (false, [false, false]) => rounded(&out, &sum),
            (true, _) | (false, [true, true]) => out.canonical_nan().unwrap_or_default(),
            (false, [plus, _]) => out.encode(&Env::IEEE, Value::Infinite { sign: !plus }).bits,
        }
    }
}

/// A scale: its sign does not count.
fn unsigned(format: &Format, code: u64) -> Value<u64> {
    match format.decode(code) {
        Value::Finite(n) => Value::Finite(Unrounded { sign: false, ..n }),
        special => special,
    }
}

fn rounded(out: &Format, sum: &Exact) -> u64 {
    let exact = match out.unit() {
        Some(unit) => sum.unrounded_fixed(unit),
        None => sum.unrounded::<u128>(),
    };
    out.round_pack::<u128>(&Env::IEEE, exact).bits as u64
}
