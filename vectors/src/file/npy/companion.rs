//! The file beside an array: what no record says.

use crate::file::{About, Digest, Mark};
use crate::registry::Plan;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What stands in the file beside.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Companion {
    /// The operation.
    pub op: String,
    /// Its options.
    #[serde(default)]
    pub opts: String,
    /// The words of the first mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Those of the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The ids of decisions, the first of which is bit 0 of `unspecified`.
    #[serde(default)]
    pub unspecified: Vec<String>,
}

impl Companion {
    /// Of so many cases of a plan.
    pub(crate) fn new(plan: &Plan, about: About, written: Digest) -> Self {
        Self {
            op: plan.op.id.clone(),
            opts: plan.options.to_string(),
            file: Some(Mark::Begin(about).text()),
            end: Some(Mark::End(written).text()),
            unspecified: plan.op.decisions.iter().map(ToString::to_string).collect(),
        }
    }

    /// As it is written.
    #[must_use]
    pub fn text(&self) -> String {
        // Strings and lists of them are always JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Where it stands.
    #[must_use]
    pub fn beside(path: &Path) -> PathBuf {
        let mut name = path.as_os_str().to_owned();
        name.push(".json");
        name.into()
    }
}
