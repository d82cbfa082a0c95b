//! Any scalar function over slices, compiled for every level: the slice form of whatever has no
//! lanes of its own, the operations of MN-Core 2 and of integers included.

use super::dispatch::{self, Kernel, Level};
use super::{LengthError, agree};

macro_rules! maps {
    ($($(#[$doc:meta])* $name:ident, $kernel:ident($($x:ident: $t:ident = $at:tt),*);)*) => {$(
        struct $kernel<'a, $($t,)* R, G> {
            x: ($(&'a [$t],)*),
            out: &'a mut [R],
            f: G,
        }

        impl<$($t: Copy,)* R, G: FnMut($($t),*) -> R> Kernel for $kernel<'_, $($t,)* R, G> {
            type Output = ();
            #[inline(always)]
            fn run(mut self) {
                let n = self.out.len();
                $(let $x = &self.x.$at[..n];)*
                for i in 0..n {
                    self.out[i] = (self.f)($($x[i]),*);
                }
            }
        }

        $(#[$doc])*
        pub fn $name<$($t: Copy,)* R>(
            $($x: &[$t],)*
            out: &mut [R],
            f: impl FnMut($($t),*) -> R,
        ) -> Result<(), LengthError> {
            agree(out.len(), [$($x.len()),*])?;
            dispatch::run(Level::best(), $kernel { x: ($($x,)*), out, f });
            Ok(())
        }
    )*};
}

maps! {
    /// `f` of every element. Closures are inlined, so the loop is compiled for the level.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// softfloat::slice::map(&[1, 2], &mut out, |x| x + 1)?;
    /// assert_eq!(out, [2, 3]);
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    ///
    /// # Errors
    /// Where the lengths differ.
    map, One(a: A = 0);
    /// `f` of every pair of elements.
    ///
    /// ```
    /// use softfloat::integer::{Excess, Integer};
    /// use softfloat::slice::map2;
    /// let i8 = Integer::new(8, true)?;
    /// let mut sums = [0; 2];
    /// map2(&[0x7f, 0x80], &[0x01, 0x01], &mut sums, |a, b| {
    ///     i8.fit(Excess::Saturate, i8.value(a) + i8.value(b)).bits
    /// })?;
    /// assert_eq!(sums, [0x7f, 0x81]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where the lengths differ.
    map2, Two(a: A = 0, b: B = 1);
    /// `f` of every triple of elements.
    ///
    /// ```
    /// let mut out = [0; 2];
    /// softfloat::slice::map3(&[1, 2], &[3, 4], &[5, 6], &mut out, |x, y, z| x * y + z)?;
    /// assert_eq!(out, [8, 14]);
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    ///
    /// # Errors
    /// Where the lengths differ.
    map3, Three(a: A = 0, b: B = 1, c: C = 2);
}
