//! Which mutants are tried.

use crate::tree::Placed;
use seeded::{Draw, Random};
use std::collections::BTreeSet;
use std::sync::Arc;
use wildmatch::WildMatch;

/// What was asked for.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Asked {
    /// So many of each crate, drawn; 0: all
    #[arg(long, value_name = "N", default_value_t = 300)]
    sample: usize,
    /// Of the draw
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Of these files alone (may be given again)
    #[arg(long, value_name = "GLOB")]
    files: Vec<String>,
    /// All of these files besides (may be given again)
    #[arg(long, value_name = "GLOB")]
    besides: Vec<String>,
    /// One of N parts
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: (usize, usize),
    /// Try N killed mutants of each crate again, drawn by the seed: do the tests still kill them? The ledger stays as it is; the
    /// results go to WORK/recheck
    #[arg(long, value_name = "N", conflicts_with_all = ["sample", "besides", "again"])]
    pub(crate) recheck: Option<usize>,
    /// In the lines alone that a unified diff adds
    #[arg(long = "in-diff", value_name = "FILE", value_parser = added_by)]
    lines: Option<Lines>,
}

/// Lines of files.
type Lines = Arc<BTreeSet<(String, usize)>>;

impl Asked {
    /// The mutants that are in question, in the order in which they are drawn: the first that compile are the sample.
    pub(crate) fn order(&self, all: &[Placed]) -> Vec<usize> {
        let files = any_of(&self.files);
        let is_wanted = |placed: &Placed| {
            let file = self.files.is_empty() || files(placed);
            let changed = self
                .lines
                .as_ref()
                .is_none_or(|lines| lines.contains(&(placed.file.clone(), placed.mutant.line)));
            file && changed
        };
        let mut order: Vec<usize> = (0..all.len()).filter(|at| is_wanted(&all[*at])).collect();
        if self.sample > 0 {
            let mut random = Random::new(self.seed);
            for at in (1..order.len()).rev() {
                order.swap(at, random.below(at as u64 + 1) as usize);
            }
        }
        order
    }

    /// The mutants that are tried whatever is drawn.
    pub(crate) fn besides(&self, all: &[Placed]) -> Vec<usize> {
        let is_wanted = any_of(&self.besides);
        (0..all.len()).filter(|at| is_wanted(&all[*at])).collect()
    }

    /// How many are tried of so many.
    pub(crate) fn count(&self, of: usize) -> usize {
        if self.sample == 0 { of } else { self.sample.min(of) }
    }

    /// Whether this part has the one in that place.
    pub(crate) const fn has(&self, place: usize) -> bool {
        place % self.shard.1 == self.shard.0 - 1
    }
}

/// Whether a mutant's file is one of these.
fn any_of(globs: &[String]) -> impl Fn(&Placed) -> bool {
    let patterns: Vec<WildMatch> = globs.iter().map(|own| WildMatch::new(own)).collect();
    move |placed| patterns.iter().any(|own| own.matches(&placed.file))
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let part = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    part.filter(|(i, n)| (1..=*n).contains(i))
        .ok_or_else(|| "right is I/N, I from 1 to N".to_owned())
}

fn added_by(path: &str) -> Result<Lines, String> {
    std::fs::read_to_string(path).map(|diff| added(&diff).into()).map_err(|e| e.to_string())
}

/// The lines that a unified diff adds, with their files.
fn added(diff: &str) -> BTreeSet<(String, usize)> {
    let (mut all, mut file, mut line) = (BTreeSet::new(), String::new(), 0);
    for text in diff.lines() {
        if let Some(path) = text.strip_prefix("+++ ") {
            let path = path.split('\t').next().unwrap_or_default();
            file = path.strip_prefix("b/").unwrap_or(path).to_owned();
        } else if let Some(rest) = text.strip_prefix("@@ ") {
            let new = rest.split(' ').find_map(|word| word.strip_prefix('+'));
            line = new.and_then(|own| own.split(',').next()?.parse().ok()).unwrap_or(0);
        } else if text.starts_with('+') {
            all.insert((file.clone(), line));
            line += 1;
        } else if text.starts_with(' ') {
            line += 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_adds_lines() {
        let diff = "--- a/x/src/a.rs\n+++ b/x/src/a.rs\n@@ -3,3 +3,4 @@ fn f()\n same\n-old\n+new\n+more\n same\n\
                    --- a/y.rs\n+++ b/y.rs\t2026\n@@ -0,0 +1 @@\n+first\n";
        let right = [("x/src/a.rs", 4), ("x/src/a.rs", 5), ("y.rs", 1)];
        assert_eq!(added(diff), right.map(|(file, line)| (file.to_owned(), line)).into());
    }
}
