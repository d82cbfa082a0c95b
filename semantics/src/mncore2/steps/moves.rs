//! MV statements in flight.

use super::throughput::{memories, rate};
use crate::machine::steps::Move;
use crate::mncore2::isa::{MvTransfer, Tag};
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

/// What MV statements that use one memory do to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sharing {
    /// A memory serves one MV at a time: the highest priority, then the first issued.
    #[default]
    Priority,
    /// Nothing: each runs as if alone.
    Apart,
}

/// One that is not complete.
struct Pending {
    number: usize,
    left: u64,
    started: bool,
}

/// Those of one priority on the same memories: served strictly in order. There are some 400 of
/// these at most, whatever the program.
type Queues = BTreeMap<(Reverse<u8>, u16), VecDeque<Pending>>;

/// What a tag stands for.
#[derive(Clone, Default)]
struct Tagged {
    /// Numbers of those that nobody has waited for.
    open: Vec<usize>,
    /// How many of them still move words.
    moving: usize,
}

/// The MV side of the machine.
pub(super) struct Flights {
    sharing: Sharing,
    latency: u64,
    now: u64,
    queues: Queues,
    tags: Vec<Tagged>,
    tag_of: Vec<u8>,
    pub(super) moves: Vec<Move>,
}

impl Flights {
    pub(super) fn new(sharing: Sharing, latency: u64) -> Self {
        let tags = vec![Tagged::default(); 256];
        let (queues, tag_of, moves) = (Queues::new(), Vec::new(), Vec::new());
        Self { sharing, latency, now: 0, queues, tags, tag_of, moves }
    }

    /// A transfer is issued. Times never go back.
    pub(super) fn issue(&mut self, index: u32, line: u32, mv: &MvTransfer, at: u64) {
        self.advance(at);
        let (number, rate) = (self.moves.len(), rate(mv));
        let priority = mv.priority.unwrap_or(0);
        let mut flight = Move {
            index,
            line,
            size: mv.size,
            rate,
            memories: memories(mv),
            priority,
            issue: at,
            start: at,
            end: at,
            waited: None,
        };
        let left = flight.cycles();
        flight.end = at.saturating_add(left).saturating_add(self.latency);
        let tag = mv.tag.map_or(0, |tag| tag.0);
        if tag != 0 {
            self.tags[usize::from(tag)].open.push(number);
        }
        if self.sharing == Sharing::Priority && left > 0 {
            self.tags[usize::from(tag)].moving += 1;
            let queue = self.queues.entry((Reverse(priority), flight.memories)).or_default();
            queue.push_back(Pending { number, left, started: false });
        }
        self.tag_of.push(tag);
        self.moves.push(flight);
    }

    /// When everything with a tag is complete, if that is known to be needed: a `wait` in a source
    /// line. Time goes on to that point.
    pub(super) fn wait(&mut self, tag: Tag, line: u32) -> u64 {
        let tag = usize::from(tag.0);
        while self.tags[tag].moving > 0 && self.pass(u64::MAX) {}
        let mut done = 0;
        for number in std::mem::take(&mut self.tags[tag].open) {
            let flight = &mut self.moves[number];
            flight.waited = Some(line);
            done = done.max(flight.end);
        }
        done
    }

    /// All run to their end.
    pub(super) fn finish(mut self) -> Vec<Move> {
        while self.pass(u64::MAX) {}
        self.moves
    }

    fn advance(&mut self, to: u64) {
        while self.now < to && self.pass(to) {}
        self.now = self.now.max(to);
    }

    /// Passes time until one has moved its words, or to `until`. Whether there was anything to do.
    fn pass(&mut self, until: u64) -> bool {
        let running = self.running();
        let Some(next) = running.iter().map(|key| self.queues[key][0].left).min() else {
            return false;
        };
        let passed = next.min(until - self.now);
        for key in running {
            self.run(key, passed);
        }
        self.now += passed;
        true
    }

    /// The queues whose first one has all its memories.
    fn running(&self) -> Vec<(Reverse<u8>, u16)> {
        let mut heads: Vec<_> =
            self.queues.iter().map(|(key, q)| (key.0, q[0].number, key.1)).collect();
        heads.sort_unstable();
        let mut taken = 0;
        let free = |(priority, _, memories): (Reverse<u8>, usize, u16)| {
            let free = taken & memories == 0;
            taken |= if free { memories } else { 0 };
            free.then_some((priority, memories))
        };
        heads.into_iter().filter_map(free).collect()
    }

    /// The first one of a queue moves words for some cycles.
    fn run(&mut self, key: (Reverse<u8>, u16), cycles: u64) {
        let Some(queue) = self.queues.get_mut(&key) else { return };
        let first = &mut queue[0];
        let flight = &mut self.moves[first.number];
        if !std::mem::replace(&mut first.started, true) {
            flight.start = self.now;
        }
        first.left -= cycles;
        if first.left > 0 {
            return;
        }
        flight.end = self.now.saturating_add(cycles).saturating_add(self.latency);
        self.tags[usize::from(self.tag_of[first.number])].moving -= 1;
        queue.pop_front();
        if queue.is_empty() {
            self.queues.remove(&key);
        }
    }
}
