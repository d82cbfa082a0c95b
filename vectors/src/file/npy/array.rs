//! What the records of an array are: the fields, where a case's codes stand in them, and what the companion says of all.

use super::Companion;
use super::head::{head, invalid, wrong};
use crate::file::Error;
use crate::file::layout::{Layout, operand_names};
use crate::file::record::results;
use crate::registry::{Operations, Plan, Shape, joined, split};
use std::io::{self, Read};
use std::sync::Arc;

/// An array, its head read.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) plan: Arc<Plan>,
    layout: Layout,
    /// How many records there are.
    pub(crate) cases: u64,
    /// The id of each bit of open decisions.
    ids: Vec<String>,
    /// The words of the marks.
    begin: Option<String>,
    end: Option<String>,
}

/// What a record says beside operands and results.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    pub(super) flag: Option<u8>,
    /// The bits of open decisions.
    pub(super) open: u64,
}

impl Array {
    /// Reads the head. `plan` is what records are cases of where there is no companion.
    pub(super) fn read(
        input: &mut impl Read,
        companion: Option<Companion>,
        among: &'static Operations,
        plan: Option<Plan>,
    ) -> Result<Self, Error> {
        let plan = match &companion {
            Some(own) => named(own, among)?,
            None => plan.ok_or_else(|| {
                wrong("no file beside it names its operation, right is `x.npy.json`, or to name it")
            })?,
        };
        let (fields, cases) = head(input)?;
        let (ids, begin, end) = match companion {
            Some(own) => (own.unspecified, own.file, own.end),
            None => (plan.op.decisions.iter().map(ToString::to_string).collect(), None, None),
        };
        let layout = Layout::read(&fields, &plan).map_err(wrong)?;
        Ok(Self { plan: Arc::new(plan), layout, cases, ids, begin, end })
    }

    /// Bytes of a record.
    pub(crate) const fn record(&self) -> usize {
        self.layout.record
    }

    /// Whether its cases have class and seal in the lines that stand for them.
    pub(crate) const fn is_sealed(&self) -> bool {
        self.begin.is_some()
    }

    /// The line of the first mark, without its end.
    pub(crate) fn begin(&self) -> Option<String> {
        self.begin.as_deref().map(mark)
    }

    /// The line of the last one.
    pub(crate) fn end(&self) -> Option<String> {
        self.end.as_deref().map(mark)
    }

    /// What is wrong with a case, by its number.
    pub(crate) fn wrong_case(case: u64, why: &str) -> io::Error {
        invalid(format!("case {case}: {why}"))
    }

    /// Reads a record: the codes of operands and results, and what it says beside them.
    #[inline]
    pub(super) fn codes(
        &self,
        record: &[u8],
        x: &mut [u64],
        out: &mut [u64],
    ) -> Result<Said, String> {
        if !self.layout.codes(record, x, out) {
            return Err(self.misfit(x, out));
        }
        let most = self.plan.op.flags.most();
        let flag = self.layout.flags.map(|place| place.code(record) as u8);
        if let Some(flag) = flag.filter(|flag| *flag > most) {
            return Err(format!("flags are {flag:#x}, right is at most {most:#x}"));
        }
        let open = self.layout.open.map_or(0, |place| place.code(record));
        let beyond = open.checked_shr(self.ids.len() as u32).unwrap_or(0);
        if beyond != 0 {
            let (bit, ids) = (self.ids.len() + beyond.trailing_zeros() as usize, self.ids.len());
            return Err(format!("unspecified has bit {bit}, and the file beside names {ids} ids"));
        }
        Ok(Said { flag, open })
    }

    /// What is wrong with the first code that is none.
    #[cold]
    fn misfit(&self, x: &[u64], out: &[u64]) -> String {
        let plan = &self.plan;
        let operands = operand_names(plan).into_iter().zip(split(&plan.operands, x));
        let all = operands.chain(results(plan).into_iter().zip(split(&plan.results, out)));
        let wrong = |(name, (shape, own)): (String, (&Shape, &[u64]))| {
            let element = shape.each(own).find(|element| shape.check(0, element).is_err())?;
            let (code, bits) = (joined(element), shape.format.width);
            Some(format!("{name} holds {code:#x}, right are codes of {bits} bits"))
        };
        all.into_iter().find_map(wrong).unwrap_or_default()
    }

    /// The ids of a mask, in the order in which lines have them.
    pub(super) fn ids(&self, mask: u64, x: &[u64]) -> Vec<&str> {
        if mask == 0 {
            return Vec::new();
        }
        let own = self.ids.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
        let own: Vec<&str> = own.map(|(_, id)| &**id).collect();
        let right = self.plan.open_decisions(x, self.plan.run(x).out());
        let same = right.len() == own.len() && right.iter().all(|id| own.contains(id));
        if same { right } else { own }
    }
}

/// The words of a mark as a line, whatever they are.
fn mark(words: &str) -> String {
    format!("# {}", words.replace(['\n', '\r'], " "))
}

/// What a companion names.
fn named(own: &Companion, among: &'static Operations) -> Result<Plan, Error> {
    let beside = |why: String| wrong(format!("the file beside it: {why}"));
    let op = among.find(&own.op).map_err(|e| beside(format!("op: {e}")))?;
    if let Some(how) = own.altered() {
        return Err(beside(how));
    }
    let options = op.parse_options(own.opts.split_whitespace());
    if own.unspecified.len() > 32 {
        return Err(beside(format!(
            "unspecified has {} ids, right are at most 32",
            own.unspecified.len()
        )));
    }
    Ok(op.plan(&options.map_err(|e| beside(format!("opts: {e}")))?))
}
