//! One kernel, compiled once for every vector level of the processor family and entered at the
//! level that the processor has.
//!
//! This is the only place of the crate with `unsafe`: a function compiled with target features may
//! run only where they are present.
#![allow(unsafe_code)]

/// The instruction sets that a kernel is compiled for, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// What every processor of the architecture has.
    Baseline,
    /// x86-64 with AVX2, FMA, BMI1, BMI2 and LZCNT.
    Avx2,
    /// x86-64 with AVX-512 F, BW, CD, DQ and VL besides.
    Avx512,
}

impl Level {
    /// Every level.
    pub const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// The environment variable that forces a level: results are the same at each.
    pub const VARIABLE: &str = "ASSAY_VECTORS";

    /// The level of a name: `baseline`, `avx2`, `avx512`.
    ///
    /// ```
    /// use softfloat::slice::Level;
    /// assert_eq!((Level::named("avx2"), Level::named("sse9")), (Some(Level::Avx2), None));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "baseline" => Some(Self::Baseline),
            "avx2" => Some(Self::Avx2),
            "avx512" => Some(Self::Avx512),
            _ => None,
        }
    }

    /// What [`VARIABLE`](Self::VARIABLE) asks for, if anything; what names no level comes back as an
    /// error.
    ///
    /// ```
    /// use softfloat::slice::Level;
    /// if std::env::var_os(Level::VARIABLE).is_none() {
    ///     assert_eq!(Level::forced(), Ok(None));
    /// }
    /// ```
    ///
    /// # Errors
    /// The variable's value.
    #[cfg(feature = "std")]
    pub fn forced() -> Result<Option<Self>, std::ffi::OsString> {
        match std::env::var_os(Self::VARIABLE) {
            None => Ok(None),
            Some(value) => match value.to_str().and_then(Self::named) {
                Some(level) => Ok(Some(level)),
                None => Err(value),
            },
        }
    }

    /// The widest level of this processor, but none wider than the [forced](Self::forced) one, as
    /// it was at the first call; `Baseline` without the feature `std`, which the detection needs.
    ///
    /// ```
    /// use softfloat::slice::Level;
    /// assert!(Level::ALL.contains(&Level::best()));
    /// ```
    #[must_use]
    pub fn best() -> Self {
        #[cfg(feature = "std")]
        {
            use std::sync::OnceLock;
            static BEST: OnceLock<Level> = OnceLock::new();
            *BEST.get_or_init(|| {
                Self::forced().ok().flatten().map_or_else(Self::found, |l| l.min(Self::found()))
            })
        }
        #[cfg(not(feature = "std"))]
        Self::found()
    }

    /// The widest level of this processor.
    fn found() -> Self {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        {
            use std::arch::is_x86_feature_detected as has;
            let avx2 = has!("avx2") && has!("fma") && has!("bmi1") && has!("bmi2") && has!("lzcnt");
            let avx512 = has!("avx512f")
                && has!("avx512bw")
                && has!("avx512cd")
                && has!("avx512dq")
                && has!("avx512vl");
            return match (avx2, avx512) {
                (true, true) => Self::Avx512,
                (true, false) => Self::Avx2,
                (false, _) => Self::Baseline,
            };
        }
        #[allow(unreachable_code)]
        Self::Baseline
    }
}

/// Work to be compiled for every level. `run` must be `#[inline(always)]`, and so must be whatever
/// it calls in its loops.
pub trait Kernel {
    /// What the work yields.
    type Output;
    /// The widest level that is worth its code.
    const WIDEST: Level = Level::Avx512;
    /// Does the work.
    fn run(self) -> Self::Output;
    /// Does the work at the lowest of several levels.
    #[inline(always)]
    fn lowest(self) -> Self::Output
    where
        Self: Sized,
    {
        self.run()
    }
}

/// Runs the kernel at the [best](Level::best) level.
///
/// ```
/// use softfloat::slice::{Kernel, vectorised};
/// struct Sum<'a>(&'a [u32]);
/// impl Kernel for Sum<'_> {
///     type Output = u32;
///     #[inline(always)]
///     fn run(self) -> u32 {
///         self.0.iter().sum()
///     }
/// }
/// assert_eq!(vectorised(Sum(&[1, 2, 3])), 6);
/// ```
#[inline]
pub fn vectorised<K: Kernel>(kernel: K) -> K::Output {
    run(Level::best(), kernel)
}

/// Runs the kernel at a level, or at the best one where the processor lacks it.
#[inline]
pub(super) fn run<K: Kernel>(level: Level, kernel: K) -> K::Output {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    match level.min(Level::best()) {
        // SAFETY: `Level::best` has found every feature of AVX-512, and with them those of AVX2.
        Level::Avx512 if matches!(K::WIDEST, Level::Avx2) => return unsafe { avx2(kernel) },
        // SAFETY: `Level::best` has found every feature of the level or of a higher one.
        Level::Avx512 => return unsafe { avx512(kernel) },
        // SAFETY: likewise.
        Level::Avx2 => return unsafe { avx2(kernel) },
        Level::Baseline => {}
    }
    let _ = level;
    baseline(kernel)
}

#[inline(never)]
fn baseline<K: Kernel>(kernel: K) -> K::Output {
    if cfg!(target_arch = "x86_64") { kernel.lowest() } else { kernel.run() }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(never)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt")]
fn avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,lzcnt")]
fn avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
