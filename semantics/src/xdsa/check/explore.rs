//! All schedules of a program without branches: where all cores wait, and where an entry overflows.
//!
//! How far each core is says how many keys each entry holds, so a state is that alone, and is visited once.

use super::{Finding, Node};
use crate::xdsa::program::Program;
use std::collections::{BTreeMap, HashSet};

/// The most states that are visited.
const STATES: usize = 1 << 18;

/// A core's instructions by their numbers.
struct Walk<'a> {
    nodes: &'a [Node],
    cores: Vec<Vec<usize>>,
    presets: BTreeMap<(u8, u8), u64>,
}

/// How far each core is.
type State = Vec<u32>;

/// Visits the states.
pub(super) fn look(nodes: &[Node], program: &Program, found: &mut Vec<Finding>) {
    let mut cores = vec![Vec::new(); program.codes.len()];
    for (at, node) in nodes.iter().enumerate() {
        cores[node.core].push(at);
    }
    let presets = program.keys().into_iter().map(|(place, keys)| (place, keys.into())).collect();
    let walk = Walk { nodes, cores, presets };
    let start: State = vec![0; walk.cores.len()];
    let (mut seen, mut open) = (HashSet::from([start.clone()]), vec![start]);
    let (mut stuck, mut over) = (Vec::<State>::new(), HashSet::new());
    while let Some(state) = open.pop() {
        let next = walk.next(&state, &mut over);
        if next.is_empty() && !walk.is_end(&state) {
            stuck.push(state.clone());
        }
        for state in next {
            if seen.len() >= STATES {
                let message = format!("more than {STATES} states: not all schedules are looked at");
                let (code, help) = ("XDSA-W-UNSEEN", "fewer cores or instructions");
                found.push(Finding { code, node: 0, other: None, message, help });
                open.clear();
                break;
            }
            if seen.insert(state.clone()) {
                open.push(state);
            }
        }
    }
    stuck.sort_unstable();
    found.extend(stuck.iter().take(TOLD).map(|state| walk.deadlock(state)));
    let mut over: Vec<usize> = over.into_iter().collect();
    over.sort_unstable();
    for node in over {
        let message = "a schedule deposits the 256th key of this entry here".into();
        let help = "fewer keys, or a fetch before";
        found.push(Finding { code: "XDSA-W-OVERFLOW", node, other: None, message, help });
    }
}

/// Deadlocks that are told.
const TOLD: usize = 8;

impl Walk<'_> {
    fn is_end(&self, state: &State) -> bool {
        state.iter().zip(&self.cores).all(|(at, core)| *at as usize == core.len())
    }

    /// Keys of an entry.
    fn keys(&self, state: &State, place: (u8, u8)) -> u64 {
        let done = state.iter().zip(&self.cores).flat_map(|(at, core)| &core[..*at as usize]);
        let (mut given, mut taken) = (self.presets.get(&place).copied().unwrap_or(0), 0);
        for node in done {
            let sync = self.nodes[*node].instruction.sync;
            given += u64::from(sync.deposit() == Some(place));
            if sync.fetch() == Some(place) {
                taken += u64::from(sync.keys());
            }
        }
        given.saturating_sub(taken)
    }

    /// The states behind a state; deposits that overflow go to `over`, and nothing goes on behind them.
    fn next(&self, state: &State, over: &mut HashSet<usize>) -> Vec<State> {
        let mut next = Vec::new();
        for (core, nodes) in self.cores.iter().enumerate() {
            let Some(&node) = nodes.get(state[core] as usize) else { continue };
            let sync = self.nodes[node].instruction.sync;
            let wanted = u64::from(sync.keys());
            if sync.fetch().is_some_and(|place| self.keys(state, place) < wanted) {
                continue;
            }
            if let Some(place) = sync.deposit() {
                let fetched = if sync.fetch() == Some(place) { wanted } else { 0 };
                if self.keys(state, place) - fetched >= 255 {
                    over.insert(node);
                    // Counted as done, so that it is no deadlock, too.
                }
            }
            let mut behind = state.clone();
            behind[core] += 1;
            next.push(behind);
        }
        next
    }

    /// The first waiting core, the second one, and what all wait for.
    fn deadlock(&self, state: &State) -> Finding {
        let waiting: Vec<usize> = state
            .iter()
            .zip(&self.cores)
            .filter_map(|(at, core)| core.get(*at as usize).copied())
            .collect();
        let all: Vec<String> = waiting
            .iter()
            .map(|node| {
                let node = &self.nodes[*node];
                let (bar, entry) = node.instruction.sync.fetch().unwrap_or_default();
                format!(
                    "{} wants {} of table {bar}, entry {entry:#04x}, which holds {}",
                    node.name(),
                    node.instruction.sync.keys(),
                    self.keys(state, (bar, entry))
                )
            })
            .collect();
        Finding {
            code: "XDSA-W-DEADLOCK",
            node: waiting.first().copied().unwrap_or(0),
            other: waiting.get(1).copied(),
            message: format!("a schedule ends in a deadlock: {}", all.join("; ")),
            help: "keys that are deposited before they are waited for",
        }
    }
}
