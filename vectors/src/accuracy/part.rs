//! A shard of a measurement as text, and shards joined to the measurement of the whole.
//!
//! `{"seal": "...", "part": {...}}`, one line: the seal is a sum over the bytes of the part. Operands are not in it,
//! since the set is drawn again; nor are errors of the cases that are told, which are judged again.

use super::Accuracy;
use super::shard::Found;
use crate::generate::{Request, Set};
use crate::part::{Cover, Shard};
use crate::registry::{Operations, Plan};
use crc::{CRC_64_XZ, Crc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

const CRC: Crc<u64> = Crc::<u64>::new(&CRC_64_XZ);

/// What is measured: the same of all shards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The version that measured.
    pub assay: String,
    /// The design's command.
    pub dut: String,
    /// The operation.
    pub op: String,
    /// Its options.
    pub opts: String,
    /// The cover.
    pub cover: String,
    /// Cases that were asked for.
    pub count: u64,
    /// The seed.
    pub seed: u64,
    /// Cases that are told of each kind.
    pub most: usize,
}

/// What was found of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    run: Run,
    shard: String,
    found: Found,
}

#[derive(Serialize, Deserialize)]
struct Sealed<'a> {
    seal: String,
    #[serde(borrow)]
    part: &'a RawValue,
}

/// Why a text is no part, or parts are no whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct PartError {
    /// The number of the part, where one is wrong.
    pub part: Option<usize>,
    /// The line and the column, where it cannot be read.
    pub at: Option<(usize, usize)>,
    /// What was found, and what would be right.
    pub why: String,
}

impl PartError {
    fn of(part: impl Into<Option<usize>>, why: String) -> Self {
        Self { part: part.into(), at: None, why }
    }
}

const RIGHT: &str = "right: the output of `assay ulp --shard`";

impl Run {
    /// The cases, drawn again.
    fn set(&self, among: &'static Operations) -> Result<(Set, Plan), String> {
        let op = among.find(&self.op).map_err(|e| e.to_string())?;
        let words = self.opts.split_whitespace();
        let options = op.parse_options(words).map_err(|e| e.to_string())?;
        let cover: Cover = self.cover.parse().map_err(|e: crate::part::Error| e.to_string())?;
        let (count, seed) = (self.count, self.seed);
        let request = Request::new(vec![op], cover);
        let request = Request { count, seed, options: Some(options), ..request };
        let set = Set::new(&request).map_err(|e| e.to_string())?;
        Ok((set, op.plan(&options)))
    }
}

impl Part {
    /// What was found of a shard.
    #[must_use]
    pub fn new(run: Run, shard: Shard, accuracy: &Accuracy) -> Self {
        Self { run, shard: shard.to_string(), found: Found::of(accuracy) }
    }

    /// The part as text.
    ///
    /// # Errors
    /// None that is known: numbers and texts can be written.
    pub fn text(&self) -> serde_json::Result<String> {
        let text = serde_json::to_string(self)?;
        let seal = format!("{:016x}", CRC.checksum(text.as_bytes()));
        let part = RawValue::from_string(text)?;
        serde_json::to_string(&Sealed { seal, part: &part }).map(|text| text + "\n")
    }

    /// Reads what [`Part::text`] wrote.
    ///
    /// # Errors
    /// Where it is none, or was altered.
    pub fn read(text: &str) -> Result<Self, PartError> {
        let refused = |e: serde_json::Error| PartError {
            part: None,
            at: Some((e.line(), e.column())),
            why: format!("no shard of a measurement: {e}\n  {RIGHT}"),
        };
        let sealed: Sealed<'_> = serde_json::from_str(text).map_err(refused)?;
        let right = format!("{:016x}", CRC.checksum(sealed.part.get().as_bytes()));
        if sealed.seal != right {
            let why = format!("the seal is {}, that of what stands there is {right}", sealed.seal);
            return Err(PartError::of(None, format!("{why}\n  {RIGHT}, as it was written")));
        }
        serde_json::from_str(sealed.part.get()).map_err(refused)
    }
}

/// The measurement of the whole, of its parts in any order. `names` are what messages call them.
///
/// # Errors
/// Parts of different runs or of another version, a shard that stands twice or is missing.
pub fn join(
    parts: &[Part],
    names: &[String],
    among: &'static Operations,
) -> Result<Accuracy, PartError> {
    let Some(first) = parts.first() else {
        return Err(PartError::of(None, format!("there is no shard\n  {RIGHT}")));
    };
    if first.run.assay != env!("CARGO_PKG_VERSION") {
        let (found, ours) = (&first.run.assay, env!("CARGO_PKG_VERSION"));
        let why = format!("it was measured by assay {found}, and this is {ours}");
        return Err(PartError::of(0, format!("{why}\n  right: assay {found}")));
    }
    for (i, part) in parts.iter().enumerate() {
        if let Some(why) = difference(&part.run, &first.run) {
            return Err(PartError::of(i, format!("{why} as in {}", names[0])));
        }
    }
    let order = order(parts, names)?;
    let (set, plan) = first.run.set(among).map_err(|why| PartError::of(0, why))?;
    let mut whole = Accuracy::new(&plan, first.run.most).ok_or_else(|| {
        PartError::of(0, format!("{} is no function\n  right: elem.FORMAT.NAME", first.run.op))
    })?;
    for (i, shard) in order {
        whole
            .take_shard(&parts[i].found, &set, set.shard(shard))
            .map_err(|why| PartError::of(i, format!("it holds {why}\n  {RIGHT}")))?;
    }
    Ok(whole)
}

/// What differs between two runs.
fn difference(found: &Run, right: &Run) -> Option<String> {
    let words = |run: &Run| {
        let Run { assay, dut, op, opts, cover, count, seed, most } = run;
        let numbers = [count.to_string(), seed.to_string(), most.to_string()];
        let texts = [assay, dut, op, opts, cover].map(Clone::clone);
        texts.into_iter().chain(numbers).collect::<Vec<_>>()
    };
    let names = [
        "version",
        "--dut",
        "operation",
        "options",
        "--cover",
        "--count",
        "--seed",
        "--max-report",
    ];
    let (found, right) = (words(found), words(right));
    let at = found.iter().zip(&right).position(|(a, b)| a != b)?;
    let (name, found, right) = (names[at], &found[at], &right[at]);
    Some(format!("another run: its {name} is `{found}`\n  right: `{right}`"))
}

/// The numbers of the parts and their shards, in order.
fn order(parts: &[Part], names: &[String]) -> Result<Vec<(usize, Shard)>, PartError> {
    let mut all = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let shard = part.shard.parse::<Shard>();
        all.push((i, shard.map_err(|e| PartError::of(i, e.to_string()))?));
    }
    let count = all[0].1.count();
    if let Some((i, other)) = all.iter().find(|(_, shard)| shard.count() != count) {
        let why =
            format!("it is shard {other}\n  right: one of {count} shards, as in {}", names[0]);
        return Err(PartError::of(*i, why));
    }
    all.sort_by_key(|(i, shard)| (shard.index(), *i));
    for pair in all.windows(2) {
        if pair[0].1 == pair[1].1 {
            let why = format!("shard {} is also in {}", pair[1].1, names[pair[0].0]);
            return Err(PartError::of(pair[1].0, format!("{why}\n  right: every shard once")));
        }
    }
    let missing = (1..=count).find(|n| !all.iter().any(|(_, shard)| shard.index() == *n));
    match missing {
        None => Ok(all),
        Some(n) => Err(PartError::of(
            None,
            format!("shard {n}/{count} is missing\n  right: every shard from 1 to {count} once"),
        )),
    }
}
