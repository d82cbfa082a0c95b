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
    /// # Errors
    /// Where the lengths differ.
    map, One(a: A = 0);
    /// `f` of every pair of elements.
    ///
    /// # Errors
    /// Where the lengths differ.
    map2, Two(a: A = 0, b: B = 1);
    /// `f` of every triple of elements.
    ///
    /// ```
    /// use softfloat::mncore::{vector, Flagged, Profile, Single};
    /// use softfloat::slice::map3;
    /// let (x, y, z) = ([0x3f80_0000; 5], [0x4000_0000; 5], [0x4040_0000; 5]); // 1 * 2 + 3
    /// let mut out = [Flagged { bits: 0, flag: false }; 5];
    /// map3(&x, &y, &z, &mut out, |x, y, z| {
    ///     vector::fma::<Single, Single>(&Profile::DECIDED, x, y, z)
    /// })?;
    /// assert_eq!(out[4].bits, 0x40a0_0000);
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    ///
    /// # Errors
    /// Where the lengths differ.
    map3, Three(a: A = 0, b: B = 1, c: C = 2);
}
