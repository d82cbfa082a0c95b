//! Reports beside what is printed: JUnit, HTML, JSON.

use super::checked::Checked;
use super::{html, json, junit};
use crate::failure::Failure;
use crate::output::{self, Output, Targets};
use std::path::PathBuf;

/// Which reports are written.
#[derive(Debug, clap::Args)]
pub(crate) struct Reports {
    /// Also write a JUnit report: a suite for each file, a test case for each operation (`-`, as of the others: to
    /// standard output, which has nothing else then)
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Also write a page with summary, heat map and mismatches
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also write all that was found as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The reports' files, opened before the work.
pub(crate) struct Opened {
    junit: Option<Output>,
    html: Option<Output>,
    json: Option<Output>,
}

impl Reports {
    /// Whether any is asked for.
    pub(crate) const fn are_asked(&self) -> bool {
        self.junit.is_some() || self.html.is_some() || self.json.is_some()
    }

    pub(crate) fn open(&self, targets: &mut Targets) -> Result<Opened, Failure> {
        let mut open = |path: &Option<PathBuf>| -> Result<Option<Output>, Failure> {
            path.as_deref().map(|path| targets.open(Some(path))).transpose()
        };
        let (junit, html) = (open(&self.junit)?, open(&self.html)?);
        Ok(Opened { junit, html, json: open(&self.json)? })
    }
}

impl Opened {
    /// Whether one of them takes standard output.
    pub(crate) fn take_stdout(&self) -> Result<bool, Failure> {
        output::taken([&self.junit, &self.html, &self.json])
    }

    /// Only what goes to standard output; the files stay as they were.
    pub(crate) fn printed(self) -> Self {
        let printed = |output: Option<Output>| output.filter(Output::is_stdout);
        Self { junit: printed(self.junit), html: printed(self.html), json: printed(self.json) }
    }

    /// Writes them.
    pub(crate) fn write(self, all: &[Checked]) -> Result<(), Failure> {
        if let Some(junit) = self.junit {
            junit.whole(junit::report(all))?;
        }
        if let Some(html) = self.html {
            html.whole(html::page(all))?;
        }
        if let Some(json) = self.json {
            json.whole(json::report(all)?)?;
        }
        Ok(())
    }
}
