//! The file beside an array: what no record says.

use crate::file::{About, Digest, Mark, seal};
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
    /// Beside `file`: the seal of `op`, `opts` and `unspecified`. Files of versions before 0.3.0 have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
}

impl Companion {
    /// Of so many cases of a plan.
    pub(crate) fn new(plan: &Plan, about: About, written: Digest) -> Self {
        let plain = Self {
            op: plan.op.id.clone(),
            opts: plan.options.to_string(),
            file: Some(Mark::Begin(about).text()),
            end: Some(Mark::End(written).text()),
            unspecified: plan.op.decisions.iter().map(ToString::to_string).collect(),
            seal: None,
        };
        Self { seal: Some(plain.sealed()), ..plain }
    }

    /// The seal that it has to have.
    fn sealed(&self) -> String {
        let Self { op, opts, unspecified, .. } = self;
        seal::of_text(format!("{op},{opts};{}", unspecified.join(" ")).as_bytes())
    }

    /// What is wrong with the seal.
    pub(super) fn altered(&self) -> Option<String> {
        let right = self.sealed();
        match &self.seal {
            Some(seal) if *seal == right => None,
            Some(seal) => Some(format!(
                "seal is `{}`, of op, opts and unspecified as they stand there right is `{right}`: they were altered",
                seal.escape_debug()
            )),
            None if self.file.as_deref().is_some_and(has_seal) => Some(
                "seal is missing, right is the seal as it was written, or no `file`".to_owned(),
            ),
            None => None,
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

/// Whether the version that wrote a mark seals the list.
fn has_seal(mark: &str) -> bool {
    let version = mark.split(' ').nth(1).unwrap_or_default();
    !(version.starts_with("0.1.") || version.starts_with("0.2."))
}
