//! A file, or the answers of a design, and what came of them.

use crate::failure::{BAD_INPUT, Failure};
use vectors::check::{Report, Torn};

/// A file and what came of it.
pub(crate) struct Checked {
    /// The file, or the design.
    pub(crate) name: String,
    pub(crate) result: Result<Report, Failure>,
    /// What is wrong beside the results.
    pub(crate) trouble: Option<String>,
}

impl Checked {
    /// The exit code that this file asks for.
    pub(crate) fn code(&self) -> u8 {
        match &self.result {
            Ok(report) if report.torn.is_some() => BAD_INPUT,
            Ok(report) => u8::from(report.counts.mismatched > 0 || self.trouble.is_some()),
            Err(failure) => failure.code(),
        }
    }

    /// What is wrong with the file itself.
    pub(crate) fn error(&self) -> Option<String> {
        if self.trouble.is_some() {
            return self.trouble.clone();
        }
        match &self.result {
            Ok(report) => report.torn.as_ref().map(|torn| {
                let Torn { line, .. } = torn;
                format!("{}:{line}: {torn}", self.name)
            }),
            Err(failure) => Some(failure.message().unwrap_or("unreadable").to_owned()),
        }
    }
}
