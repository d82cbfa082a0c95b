//! What is legal and likely wrong: missing synchronisation, deadlocks, keys that do not balance, overlaps (XDSA-D08, D20, D112).
//!
//! A program is judged as its text has it: operand tables are those of its data, keys those of its `.key` lines. What branches
//! and other domains do is not followed.

mod explore;
mod footprint;
mod order;

use super::isa::{Domain, Instruction, Operation};
use super::program::{Datum, Program};
use super::{Memory, Settings, parameters};
use crate::source::{Diagnostic, Earlier, Fault, MAX_DIAGNOSTICS, Refusal, Span};
use footprint::Footprint;
use order::entries;
use std::collections::BTreeMap;

/// Instructions of one core that may still run when the next one begins, without BLK.
const BLOCK: &str = "XDSA-W-BLOCK";

/// Codes of findings that are off unless asked for.
pub(super) const LINTS: [(&str, &str); 1] = [(BLOCK, "block")];

/// The most instructions whose order is worked out.
const MOST: usize = 1500;

/// An instruction that is executed.
#[derive(Debug)]
struct Node {
    core: usize,
    index: usize,
    line: u32,
    instruction: Instruction,
    /// What it reads and writes; none where it stops with an error.
    footprint: Option<Footprint>,
}

/// What is found: the code, the instruction, the other one, what is wrong, what would be right.
#[derive(Debug)]
struct Finding {
    code: &'static str,
    node: usize,
    other: Option<usize>,
    message: String,
    help: &'static str,
}

/// What there is to say of a program.
///
/// # Errors
/// A parameter that is wrong.
pub(super) fn findings(
    program: &Program,
    lints: &[&str],
    source: &str,
) -> Result<Vec<Diagnostic>, Refusal> {
    let settings = parameters::settings(&program.pairs())?;
    let strict = lints.contains(&BLOCK);
    let mut found = Vec::new();
    let (nodes, followed) = nodes(program, &settings, &mut found);
    for (at, node) in nodes.iter().enumerate() {
        if let Some(footprint) = &node.footprint {
            footprint.overlaps(at, &mut found);
        }
    }
    if !followed && program.codes.len() > 1 {
        found.push(Finding {
            code: "XDSA-W-UNSEEN",
            node: 0,
            other: None,
            message: "keys and the order of cores are not judged".into(),
            help: "programs without branches and other domains",
        });
    } else if nodes.len() > MOST {
        found.push(Finding {
            code: "XDSA-W-UNSEEN",
            node: 0,
            other: None,
            message: format!("the order of {} instructions is not judged", nodes.len()),
            help: "at most 1500",
        });
    } else if followed {
        look(&nodes, program, &mut found);
        explore::look(&nodes, program, &mut found);
        // The instructions of one core are in order.
        if strict || program.codes.len() > 1 {
            let order = order::Order::of(&nodes, program, strict);
            order::races(&nodes, &order, strict, &mut found);
        }
    }
    Ok(place(found, &nodes, program, source))
}

/// The instructions that are executed, and whether their order is that of the text.
fn nodes(program: &Program, settings: &Settings, found: &mut Vec<Finding>) -> (Vec<Node>, bool) {
    let mut memory = Memory::default();
    for datum in &program.held.data {
        memory.write(datum.address, &datum.bytes);
    }
    // Whoever runs it may switch the default set on.
    let settings = &Settings { defaults: true, ..settings.clone() };
    let (mut nodes, mut followed) = (Vec::new(), true);
    for (core, code) in program.codes.iter().enumerate() {
        let mut exited = false;
        for (index, word) in code.words.iter().enumerate() {
            let instruction = match word.decode(settings.lenient) {
                Ok(Domain::End) => break,
                Ok(Domain::Other(_)) => {
                    followed = false;
                    continue;
                }
                Ok(Domain::Unity(_)) | Err(_) if exited => continue,
                Err(_) => {
                    // The run says what is wrong; behind it nothing is executed.
                    break;
                }
                Ok(Domain::Unity(instruction)) => instruction,
            };
            if instruction.operation == Operation::Exit {
                exited = true;
                continue;
            }
            followed &= instruction.operation.row().group != super::isa::Group::Branch;
            let line = code.lines.get(index).copied().unwrap_or(0);
            // A table that the text does not have comes from elsewhere: nothing is known of it.
            let footprint = match Footprint::of(&instruction, &memory, settings) {
                _ if !is_given(program, &instruction) => None,
                Ok(footprint) => Some(footprint),
                Err(error) if error.kind == super::Kind::UserDefined => None,
                Err(error) => {
                    found.push(Finding {
                        code: "XDSA-W-STOPS",
                        node: nodes.len(),
                        other: None,
                        message: format!("the machine stops here: {error}"),
                        help: "",
                    });
                    None
                }
            };
            nodes.push(Node { core, index, line, instruction, footprint });
        }
    }
    (nodes, followed)
}

/// Whether the text has the bytes where the operand table is, or where it would have to be.
fn is_given(program: &Program, instruction: &Instruction) -> bool {
    let start = u128::from(instruction.descriptor);
    let end = start + instruction.operation.layout().bytes(instruction.width) as u128;
    if end > instruction.width.space() {
        return true;
    }
    let covers = |at: u128| {
        program.held.data.iter().find_map(|datum| {
            let own = u128::from(datum.address);
            let behind = own + datum.bytes.len() as u128;
            (own <= at && at < behind).then_some(behind)
        })
    };
    let mut at = start;
    while at < end {
        match covers(at) {
            Some(behind) => at = behind,
            None => return false,
        }
    }
    true
}

/// Findings with their lines, in the order of the text.
fn place(found: Vec<Finding>, nodes: &[Node], program: &Program, source: &str) -> Vec<Diagnostic> {
    let lines: Vec<&str> = source.lines().collect();
    let line = |node: usize| nodes.get(node).map(|node| node.line);
    let found = found.into_iter().take(MAX_DIAGNOSTICS).map(|finding| {
        let Finding { code, node, other, message, help } = finding;
        let at = (line(node).unwrap_or(1), other.and_then(line));
        warning(code, at, message, help, &lines)
    });
    let rewritten = rewritten(program).into_iter().take(MAX_DIAGNOSTICS).map(|found| {
        let Rewritten { line, earlier, address } = found;
        let message =
            format!("memory from {address:#x} on is written over what line {earlier} puts there");
        let help = "other addresses: here the later line holds";
        warning("XDSA-W-DATA", (line, Some(earlier)), message, help, &lines)
    });
    let mut placed: Vec<Diagnostic> = rewritten.chain(found).collect();
    placed.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
    placed.truncate(MAX_DIAGNOSTICS);
    placed
}

/// A warning at a line, with the earlier one.
fn warning(
    code: &'static str,
    (line, earlier): (u32, Option<u32>),
    message: String,
    help: &str,
    lines: &[&str],
) -> Diagnostic {
    let text = |line: u32| lines.get((line as usize).wrapping_sub(1)).copied().unwrap_or_default();
    let span = |line: u32| {
        let line = text(line);
        let code = line.split('#').next().unwrap_or_default();
        let code = code.split("//").next().unwrap_or_default();
        Span::new(code.len() - code.trim_start().len(), code.trim_end().len())
    };
    let mut fault = Fault::warning(code, "", span(line), message);
    if !help.is_empty() {
        fault = fault.help(help);
    }
    fault.earlier = earlier.map(|other| {
        let place = span(other);
        let [column, length] = place.columns(text(other));
        let shown = text(other).get(place.start..place.end).unwrap_or_default();
        Earlier { line: other, column, length, text: shown.into() }
    });
    fault.place(line, text(line))
}

impl Node {
    /// `core 1, instruction 3 (base.add)`
    fn name(&self) -> String {
        let Self { core, index, instruction, .. } = self;
        format!("core {core}, instruction {index} ({})", instruction.operation.name())
    }
}

// Keys that are deposited and never fetched, or fetched and never deposited.

/// Looks at every entry.
fn look(nodes: &[Node], program: &Program, found: &mut Vec<Finding>) {
    for ((bar, entry), used) in entries(nodes, program) {
        let given = used.preset + used.deposits.len() as u64;
        let taken: u64 = used.fetches.iter().map(|(_, keys)| keys).sum();
        if given == taken {
            continue;
        }
        let first = used.fetches.first().map(|(node, _)| *node);
        let Some(node) = used.deposits.last().copied().or(first) else { continue };
        let message = format!(
            "table {bar}, entry {entry:#04x}: {given} keys are given ({} of them before), {taken} are fetched",
            used.preset
        );
        let help = "as many keys fetched as deposited";
        let other = first.filter(|other| *other != node);
        found.push(Finding { code: "XDSA-W-KEYS", node, other, message, help });
    }
}

// Bytes and tables that a later line writes over.

/// A line that writes over an earlier one.
struct Rewritten {
    line: u32,
    earlier: u32,
    /// From here on.
    address: u64,
}

/// Each line that writes over an earlier one, the last of those that it meets.
fn rewritten(program: &Program) -> Vec<Rewritten> {
    // By their first bytes: last bytes and lines of what stands there.
    let mut known: BTreeMap<u64, (u64, u32)> = BTreeMap::new();
    let mut found = Vec::new();
    for Datum { address, bytes, line } in &program.held.data {
        let Some(more) = (bytes.len() as u64).checked_sub(1) else { continue };
        let last = address.saturating_add(more);
        match known.range(..=last).next_back().filter(|(_, (theirs, _))| theirs >= address) {
            None => {
                known.insert(*address, (last, *line));
            }
            Some((start, (_, earlier))) => {
                let (earlier, address) = (*earlier, *start.max(address));
                found.push(Rewritten { line: *line, earlier, address });
            }
        }
    }
    found
}
