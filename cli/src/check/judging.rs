//! How results are judged: the arguments of all commands that compare with the model.

use crate::arguments;
use crate::failure::Failure;
use crate::profile::Profiled;
use std::num::NonZeroUsize;
use vectors::accuracy::{NoUlps, Ulps};
use vectors::check::{Policy, Settings};
use vectors::registry::{Op, Options};
use vectors::testfloat::Tolerance;

/// How results are judged.
#[derive(Debug, clap::Args)]
pub(crate) struct Judging {
    /// Cases whose bits no source determines: skip (any result will do), report (differing ones are
    /// listed, but are no mismatches) or insist (on the decided result)
    #[arg(long, value_name = "POLICY", default_value = "insist")]
    pub(crate) unspecified: Policy,
    /// Do not compare flags
    #[arg(long)]
    no_flags: bool,
    /// Print at most N cases of each file or operation
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = arguments::size)]
    pub(crate) max_report: usize,
    /// NaN results count as right wherever NaN is right, quiet ones whatever their bits
    #[arg(long)]
    any_nan: bool,
    /// Where a conversion to integers is invalid, the limits count as right, and 0 (of signed types for
    /// a NaN alone)
    #[arg(long)]
    any_invalid_integer: bool,
    /// Results of functions (elem.*) count as right up to so many ulp from the exact value: ulp:N
    #[arg(long, value_name = "ulp:N", value_parser = ulps, allow_hyphen_values = true)]
    tolerance: Option<Ulps>,
    #[command(flatten)]
    profile: Profiled,
    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
}

impl Judging {
    /// The settings of a check; at least so many findings are kept.
    pub(crate) fn settings(
        &self,
        op: Option<&'static Op>,
        options: Options,
        kept: usize,
    ) -> Result<Settings, Failure> {
        Ok(Settings {
            op,
            options,
            unspecified: self.unspecified,
            flags: !self.no_flags,
            max_report: self.max_report.max(kept),
            tolerance: Tolerance { nans: self.any_nan, integers: self.any_invalid_integer },
            ulps: self.tolerance.clone(),
            answers: self.profile.answers(op)?,
            threads: self.threads.map_or(0, NonZeroUsize::get),
            ..Settings::default()
        })
    }
}

/// Reads `ulp:N`.
fn ulps(text: &str) -> Result<Ulps, String> {
    let number = text.strip_prefix("ulp:").ok_or("right is ulp:N, such as ulp:1 or ulp:0.75")?;
    number.parse().map_err(|e: NoUlps| e.to_string())
}
