//! How results are judged: the arguments of all commands that compare with the model.

use crate::arguments;
use crate::domain::{Waived, Where};
use crate::failure::Failure;
use crate::profile::Profiled;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use vectors::accuracy::{NoUlps, Ulps};
use vectors::check::{Policy, Settings};
use vectors::domain::Domain;
use vectors::registry::{Op, Options};
use vectors::testfloat::{AnyNan, Tolerance};
use vectors::waive::Waivers;

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
    /// NaN results count as right wherever NaN is right: quiet ones whatever their bits, with =all signalling ones too,
    /// with =CODE the one of this code in hex alone
    #[arg(
        long,
        value_name = "quiet|all|CODE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "quiet"
    )]
    any_nan: Option<AnyNan>,
    /// Where a conversion to integers is invalid, the limits count as right, and 0 (of signed types for
    /// a NaN alone)
    #[arg(long)]
    any_invalid_integer: bool,
    /// Results of functions (elem.*) count as right up to so many ulp from the exact value: ulp:N
    #[arg(long, value_name = "ulp:N", value_parser = ulps, allow_hyphen_values = true)]
    tolerance: Option<Ulps>,
    #[command(flatten)]
    domain: Where,
    #[command(flatten)]
    waived: Waived,
    #[command(flatten)]
    profile: Profiled,
    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
}

/// What is checked at all, and what is accepted.
pub(crate) struct Limits {
    pub(crate) domain: Option<Arc<Domain>>,
    pub(crate) waivers: Arc<Waivers>,
}

impl Judging {
    /// Files that are read.
    pub(crate) fn files(&self) -> &[PathBuf] {
        self.waived.files()
    }

    /// What is accepted, and the part of the operands that is meant: read once for all operations.
    pub(crate) fn limits(&self) -> Result<Limits, Failure> {
        let domain = self.domain.domain()?.map(Arc::new);
        Ok(Limits { domain, waivers: self.waived.read()? })
    }

    /// The settings of a check; at least so many findings are kept.
    pub(crate) fn settings(
        &self,
        op: Option<&'static Op>,
        options: Options,
        kept: usize,
        limits: &Limits,
    ) -> Result<Settings, Failure> {
        Ok(Settings {
            op,
            options,
            unspecified: self.unspecified,
            flags: !self.no_flags,
            max_report: self.max_report.max(kept),
            tolerance: Tolerance {
                nans: self.any_nan.unwrap_or_default(),
                integers: self.any_invalid_integer,
            },
            domain: limits.domain.clone(),
            waivers: Arc::clone(&limits.waivers),
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
