//! Quotients, remainders and powers.

use super::{Exact, Integer};

impl Exact {
    /// `self / y` toward zero and the remainder, which has the sign of `self`; none for y = 0.
    ///
    /// ```
    /// use softfloat::integer::Exact;
    /// let (q, r) = Exact::new(-7).divide(Exact::new(2)).unwrap();
    /// assert_eq!((q, r), (Exact::new(-3), Exact::new(-1)));
    /// ```
    #[must_use]
    pub fn divide(self, y: Self) -> Option<(Self, Self)> {
        if y == Self::default() {
            return None;
        }
        let (q, r) = match (self.abs().to_u128(), y.abs().to_u128()) {
            (Some(a), Some(b)) => ((a / b).into(), (a % b).into()),
            _ => long_division(self.abs(), y.abs()),
        };
        let negate = |n: Self, negative: bool| if negative { -n } else { n };
        Some((negate(q, self.is_negative() != y.is_negative()), negate(r, self.is_negative())))
    }

    /// `self` to the power y. For y < 0 the power's integer part, 0 to a negative power being 0:
    /// only 1 and -1 leave anything (XDSA-D41). 0 to the power 0 is 1.
    ///
    /// ```
    /// use softfloat::integer::Exact;
    /// assert_eq!(Exact::new(-3).power(Exact::new(3)), Exact::new(-27));
    /// assert_eq!(Exact::new(-1).power(Exact::new(-3)), Exact::new(-1));
    /// assert_eq!(Exact::new(2).power(Exact::new(-1)), Exact::new(0));
    /// ```
    #[must_use]
    pub fn power(self, y: Self) -> Self {
        let one = Self::new(1);
        if y.is_negative() && self.abs() != one {
            return Self::default();
        }
        let (mut power, mut square, mut rest) = (one, self, y.abs().low());
        while rest != 0 {
            if rest & 1 == 1 {
                power = power * square;
            }
            square = square * square;
            rest >>= 1;
        }
        power
    }
}

/// Quotient and remainder of numbers that are not negative, bit by bit.
fn long_division(a: Exact, b: Exact) -> (Exact, Exact) {
    let one = Exact::new(1);
    let (mut q, mut r) = (Exact::default(), Exact::default());
    for limb in a.magnitude().into_iter().rev() {
        for i in (0..64).rev() {
            q = q + q;
            r = r + r + Exact::from(limb >> i & 1);
            if r >= b {
                (q, r) = (q + one, r - b);
            }
        }
    }
    (q, r)
}

impl Integer {
    /// What a number of these divided by zero gives: -1, without a sign the greatest number
    /// (RISC-V M; XDSA-D39).
    ///
    /// ```
    /// use softfloat::integer::{Exact, Integer};
    /// assert_eq!(Integer::new(8, true)?.by_zero(), Exact::new(-1));
    /// assert_eq!(Integer::new(8, false)?.by_zero(), Exact::new(255));
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    pub const fn by_zero(self) -> Exact {
        if self.signed { Exact::new(-1) } else { self.max() }
    }

    /// The quotient of two codes toward zero; by zero see [`by_zero`](Self::by_zero). The least
    /// number by -1 is beyond the limits: wrapped it is itself.
    ///
    /// ```
    /// use softfloat::integer::{Excess, Integer};
    /// let i8 = Integer::new(8, true)?;
    /// assert_eq!(i8.fit(Excess::Wrap, i8.quotient(0x80, 0xff)).bits, 0x80);
    /// assert_eq!(i8.fit(Excess::Wrap, i8.quotient(5, 0)).bits, 0xff);
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    pub fn quotient(self, a: u64, b: u64) -> Exact {
        self.value(a).divide(self.value(b)).map_or(self.by_zero(), |(q, _)| q)
    }

    /// What [`quotient`](Self::quotient) leaves, with the sign of a; by zero a itself.
    ///
    /// ```
    /// use softfloat::integer::{Exact, Integer};
    /// let i8 = Integer::new(8, true)?;
    /// assert_eq!(i8.remainder(0xf9, 2), Exact::new(-1)); // -7 = 2 * -3 - 1
    /// assert_eq!(i8.remainder(0xf9, 0), Exact::new(-7));
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    pub fn remainder(self, a: u64, b: u64) -> Exact {
        self.value(a).divide(self.value(b)).map_or(self.value(a), |(_, r)| r)
    }
}
