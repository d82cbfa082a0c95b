//! In which order the terms meet: sequences of chunks, trees, groups.

use super::digits::short;
use super::{Item, adder};
use crate::explain::steps::row;
use crate::family::number::explain::Work;
use crate::family::number::explain::operand::Operand;
use softfloat::sum::{Alignment, Datapath, Order, ProductRule, Target, Term};
use softfloat::{Flags, NanRule};

/// Additions that are shown in full. Of more that add two numbers, and cut nothing, only the last.
const FULL: usize = 3;

/// What DAZ makes of a subnormal number that goes on.
pub(crate) const READ_AS_ZERO: &str = "0: daz";

/// Additions one after the other.
pub(crate) struct Walk<'w, 'a> {
    work: &'w mut Work<'a>,
    datapath: &'w Datapath,
    /// Whether each addition but the last is only a row.
    brief: bool,
    rows: Vec<Vec<String>>,
    signalled: Vec<(String, Flags)>,
    done: usize,
}

/// The code of the sum.
pub(crate) fn sum(
    work: &mut Work<'_>,
    datapath: &Datapath,
    terms: Vec<Item>,
    addend: Option<Item>,
) -> u64 {
    let additions = match datapath.order {
        Order::Sequential { chunk } => terms.len().div_ceil(chunk),
        Order::Tree { .. } => terms.len(),
        Order::Groups { size, .. } => terms.len().div_ceil(size) + 1,
    };
    let of_two = match datapath.order {
        Order::Sequential { chunk } => chunk == 1,
        Order::Tree { fan_in } => fan_in == 2,
        Order::Groups { .. } => false,
    };
    let brief = additions > FULL && of_two && datapath.alignment == Alignment::Exact;
    let mut walk = Walk::new(work, datapath, brief);
    match datapath.order {
        Order::Sequential { chunk } => walk.sequence(chunk, &terms, addend),
        Order::Tree { fan_in } => walk.tree(fan_in, addend.into_iter().chain(terms).collect()),
        Order::Groups { size, .. } => walk.groups(size, &terms, addend),
    }
}

impl<'w, 'a> Walk<'w, 'a> {
    /// Additions by a datapath; `brief`: each but the last is only a row.
    pub(crate) fn new(work: &'w mut Work<'a>, datapath: &'w Datapath, brief: bool) -> Self {
        let (rows, signalled) = (Vec::new(), Vec::new());
        Self { work, datapath, brief, rows, signalled, done: 0 }
    }

    fn sequence(&mut self, chunk: usize, terms: &[Item], addend: Option<Item>) -> u64 {
        let mut running = addend;
        let mut rest = terms;
        while rest.len() > chunk {
            let (now, later) = rest.split_at(chunk);
            running = Some(self.partial(&self.joined(running, now)));
            rest = later;
        }
        let inputs = self.joined(running, rest);
        self.last(&inputs)
    }

    /// The inputs of an adder in the order in which their NaNs count: a running value comes first
    /// beside elements and rounded products; a fused addend comes after the factors, but on Arm.
    fn joined(&self, other: Option<Item>, terms: &[Item]) -> Vec<Item> {
        let fused = matches!(
            self.datapath.term,
            Term::Product { rule, .. } if !matches!(rule, ProductRule::Rounded(_))
        );
        let first = !fused || self.datapath.result.env.nan == NanRule::Arm;
        let (before, after) = if first { (other, None) } else { (None, other) };
        before.into_iter().chain(terms.iter().cloned()).chain(after).collect()
    }

    fn tree(&mut self, fan_in: usize, leaves: Vec<Item>) -> u64 {
        let mut level = leaves;
        while level.len() > fan_in {
            let neighbours: Vec<Vec<Item>> = level.chunks(fan_in).map(<[Item]>::to_vec).collect();
            level = neighbours
                .into_iter()
                .map(|inputs| match &inputs[..] {
                    [single] => single.clone(),
                    _ => self.partial(&inputs),
                })
                .collect();
        }
        self.last(&level)
    }

    fn groups(&mut self, size: usize, terms: &[Item], addend: Option<Item>) -> u64 {
        let sums: Vec<Item> = terms.chunks(size).map(|group| self.partial(group)).collect();
        let inputs = self.joined(addend, &sums);
        self.last(&inputs)
    }

    /// An addition whose sum goes on.
    pub(crate) fn partial(&mut self, inputs: &[Item]) -> Item {
        self.done += 1;
        let name = format!("s{}", self.done);
        let Target { format, env, .. } = self.datapath.partial;
        let code = if self.brief {
            let (code, flags) =
                Work::aside(env, |work| adder::add(work, self.datapath, &name, inputs, &format));
            let out = Operand::of(name.as_str(), &format, code);
            let names: Vec<&str> = inputs.iter().map(|item| item.name.as_str()).collect();
            let (sum, exact) = (names.join(" + "), short(&adder::exact(inputs)));
            self.rows.push(row![name, sum, exact, out.hex(), out.words(), flags]);
            self.signalled.push((name.clone(), flags));
            code
        } else {
            self.work.env = env;
            adder::add(self.work, self.datapath, &name, inputs, &format)
        };
        let item = Item::rounded(env, &name, &format, code);
        let flushed = item.is_zero() && !Operand::of("", &format, code).is_zero();
        match self.rows.last_mut().filter(|_| self.brief) {
            Some(row) if flushed => row.push(READ_AS_ZERO.to_owned()),
            None if flushed => self.work.steps.item("daz", READ_AS_ZERO),
            _ => {}
        }
        item
    }

    /// The last addition.
    pub(crate) fn last(&mut self, inputs: &[Item]) -> u64 {
        if !self.rows.is_empty() {
            let count = self.rows.len();
            self.work.steps.begin(format!("the first {count} additions, each rounded"));
            let mut rows = vec![row!["", "", ">exact sum", "rounded", "", ""]];
            rows.append(&mut self.rows);
            self.work.steps.table(&rows);
            self.work.raise_each(&self.signalled);
        }
        let Target { format, env, random } = self.datapath.result;
        (self.work.env, self.work.random) = (env, random);
        adder::add(self.work, self.datapath, "result", inputs, &format)
    }
}
