//! What was asked for, as the first mark of a file says it: which set, and which part of it.
//!
//! ```text
//! ops=ieee.f32.add,ieee.f32.sub opts=rm=rtz;ftz cover=random count=1000 seed=7 shard=2/4 set=2000 formats=f32,f32:f32
//! ```
//!
//! `ops` are ids and patterns, `opts` the fixed options joined by `;`, `*` for every choice; `count` and
//! `seed` stand where cases are drawn; `where` is the domain of the operands, where it is not all; `set` is the number of cases of all shards; `formats` are those of
//! operands and results, where all cases have the same.

use super::About;
use crate::part::{Covers, Shard};
use crate::registry::{Op, Operations, Plan, Shape, Wanted};
use std::collections::HashSet;
use std::str::FromStr;

/// Cases of every choice of options.
const EVERY: &str = "*";

/// A set and a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Ids and patterns of operations, joined by `,`.
    pub ops: String,
    /// The fixed options, as a file has them; nothing for every choice.
    pub options: Option<String>,
    /// How they are covered.
    pub cover: Covers,
    /// Cases of each operation, and the seed, where they are drawn.
    pub drawn: Option<(u64, u64)>,
    /// The domain of the operands, where it is not all.
    pub domain: Option<String>,
    /// The part.
    pub shard: Shard,
    /// Cases of all parts.
    pub set: u64,
    /// The formats of operands and results, where all cases have the same.
    pub formats: Option<String>,
}

/// The names of what is said, in their order.
const NAMES: [&str; 9] =
    ["ops", "opts", "cover", "count", "seed", "where", "shard", "set", "formats"];

impl Asked {
    /// What a mark says of it.
    #[must_use]
    pub fn words(&self) -> Vec<(String, String)> {
        let opts = self.options.as_ref().map_or(EVERY.to_owned(), |o| o.replace(' ', ";"));
        let (count, seed) = self.drawn.map(|(c, s)| (c.to_string(), s.to_string())).unzip();
        let values = [
            Some(self.ops.clone()),
            Some(opts),
            Some(self.cover.to_string()),
            count,
            seed,
            self.domain.clone(),
            Some(self.shard.to_string()),
            Some(self.set.to_string()),
            self.formats.clone(),
        ];
        let named = NAMES.iter().zip(values);
        named.filter_map(|(name, value)| Some(((*name).to_owned(), value?))).collect()
    }

    /// What a mark says; nothing in files of versions that did not say it.
    ///
    /// # Errors
    /// What is wrong there, and what would be right.
    pub fn of(about: &About) -> Result<Option<Self>, String> {
        let ours = env!("CARGO_PKG_VERSION");
        Self::read(about).map_err(|why| match about.version == ours {
            true => why,
            false => format!("{why} (it was written by assay {}, this is {ours})", about.version),
        })
    }

    fn read(about: &About) -> Result<Option<Self>, String> {
        if let Some((name, value)) = about.words.iter().find(|(n, _)| !NAMES.contains(&&**n)) {
            return Err(format!(
                "the file's first mark says `{name}={value}`, which this version does not know, right \
                 is one that knows it"
            ));
        }
        if about.words.is_empty() {
            return Ok(None);
        }
        let value = |name| about.words.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
        let opts = need(value("opts"), "opts")?;
        let drawn = match (value("count"), value("seed")) {
            (None, None) => None,
            (count, seed) => Some((read(count, "count")?, read(seed, "seed")?)),
        };
        let asked = Self {
            ops: need(value("ops"), "ops")?.to_owned(),
            options: (opts != EVERY).then(|| opts.replace(';', " ")),
            cover: read(value("cover"), "cover")?,
            drawn,
            domain: value("where").map(str::to_owned),
            shard: read(value("shard"), "shard")?,
            set: read(value("set"), "set")?,
            formats: value("formats").map(str::to_owned),
        };
        let range = asked.shard.range(asked.set);
        let right = range.end - range.start;
        if about.cases != right {
            let (cases, Self { shard, set, .. }) = (about.cases, &asked);
            return Err(format!(
                "the file's first mark says {cases} cases, right is {right}: shard {shard} of {set}"
            ));
        }
        Ok(Some(asked))
    }

    /// The choices that were asked for; nothing for every choice.
    pub(crate) fn wanted(&self) -> Option<Wanted> {
        let text = self.options.as_ref()?;
        Wanted::read(text.split(' ').filter(|word| !word.is_empty())).ok()
    }

    /// The addresses of the operations.
    ///
    /// # Errors
    /// One that this version does not have.
    pub(crate) fn chosen(&self, among: &'static Operations) -> Result<HashSet<usize>, String> {
        let ops = among
            .select(&self.ops)
            .map_err(|e| format!("the file's first mark says `ops={}`: {e}", self.ops))?;
        Ok(ops.into_iter().map(address).collect())
    }

    /// What of a case's plan is not as was asked for, and what would be right; `chosen` are the operations.
    pub(crate) fn contradicts(&self, plan: &Plan, chosen: &HashSet<usize>) -> Option<String> {
        if !chosen.contains(&address(plan.op)) {
            return Some(format!("the operation is {}, right is ops={}", plan.op.id, self.ops));
        }
        let options = plan.options.to_string();
        let fits = |right: &&String| {
            let wanted = self.wanted().and_then(|wanted| wanted.of(plan.op).ok());
            **right == options || wanted.is_some_and(|all| all.contains(&plan.options))
        };
        if let Some(right) = self.options.as_ref().filter(|right| !fits(right)) {
            return Some(format!("the options are `{options}`, right is opts=`{right}`"));
        }
        let formats = formats(plan);
        let right = self.formats.as_ref().filter(|right| **right != formats)?;
        Some(format!("the formats are {formats}, right is formats={right}"))
    }
}

fn address(op: &Op) -> usize {
    std::ptr::from_ref(op).addr()
}

fn need<'a>(value: Option<&'a str>, name: &str) -> Result<&'a str, String> {
    value.ok_or_else(|| format!("the file's first mark says no `{name}=`"))
}

fn read<T: FromStr>(value: Option<&str>, name: &str) -> Result<T, String> {
    let value = need(value, name)?;
    let bad = |_| format!("the file's first mark says `{name}={value}`, which is no {name}");
    value.parse().map_err(bad)
}

/// The formats of a plan's operands and results: `f16x16,f32:f32`.
pub(crate) fn formats(plan: &Plan) -> String {
    let name = |shape: &Shape| match shape.len {
        1 => shape.format.declared().name.to_owned(),
        len => format!("{}x{len}", shape.format.declared().name),
    };
    let [operands, results] =
        [&plan.operands, &plan.results].map(|all| all.iter().map(name).collect::<Vec<_>>());
    format!("{}:{}", operands.join(","), results.join(","))
}
