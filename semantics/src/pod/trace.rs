//! What each packet of a run read and wrote in some PEs.

use super::isa::{Kind, Packet};
use super::program::Program;
use super::{Array, Pod};
use crate::machine::{Each, RunError, Told};
use crate::source::Refusal;
use crate::source::number::decimal;
use std::fmt::Write as _;
use std::ops::ControlFlow;

/// PEs by their numbers, separated by commas; the first where none are given.
pub(super) fn pes(text: Option<&str>, pod: &Pod) -> Result<Vec<usize>, Refusal> {
    let Some(text) = text else { return Ok(vec![0]) };
    let number = |word: &str| {
        let digits = word.trim().trim_start_matches("pe");
        decimal(digits).filter(|pe| *pe < pod.pes() as usize)
    };
    let wrong = |word: &str| {
        Refusal::new(format!("there is no PE `{word}`")).help(format!("0 to {}", pod.pes() - 1))
    };
    text.split(',').map(|word| number(word).ok_or_else(|| wrong(word))).collect()
}

/// Runs a program and tells of each packet the registers of these PEs that it read and changed, the flags, the mask.
pub(super) fn trace(
    pod: &mut Pod,
    program: &Program,
    pes: &[usize],
    limit: Option<u64>,
    each: &mut Each<'_>,
) -> Result<(), RunError> {
    let mut before = None;
    program.watch(pod, limit, &mut |line, packet, pod, done| {
        if !done {
            before = Some(Before::of(packet, pes, pod));
            return ControlFlow::Continue(());
        }
        match before.take() {
            Some(before) => each(&Told { line, text: text(packet, &before, pod) }),
            None => ControlFlow::Continue(()),
        }
    })
}

/// What a PE holds that a packet reads or writes.
struct Held {
    pe: usize,
    reads: Vec<(String, u128)>,
    writes: Vec<((Kind, u8), u128)>,
    flags: u32,
    mask: u64,
}

/// The state before a packet.
struct Before {
    held: Vec<Held>,
    stalls: u64,
}

fn value(array: &Array, pe: usize, (kind, number): (Kind, u8)) -> u128 {
    match kind {
        Kind::General => array.general(pe, number.into()).into(),
        Kind::Xmm => array.xmm(pe, number.into()),
        Kind::Ar => array.ar(pe, number.into()).into(),
    }
}

impl Before {
    fn of(packet: &Packet, pes: &[usize], pod: &Pod) -> Self {
        let array = pod.array();
        let of = |pe: usize| {
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            for instruction in packet.instructions() {
                let read = |register| (name(register), value(array, pe, register));
                reads.extend(instruction.reads().map(read));
                writes.extend(instruction.writes().map(|r| (r, value(array, pe, r))));
            }
            Held { pe, reads, writes, flags: array.flags(pe), mask: array.mask(pe) }
        };
        Self { held: pes.iter().map(|pe| of(*pe)).collect(), stalls: pod.counters().stalls }
    }
}

fn name((kind, number): (Kind, u8)) -> String {
    format!("{}{number}", kind.prefix())
}

fn text(packet: &Packet, before: &Before, pod: &Pod) -> String {
    let array = pod.array();
    let mut text: String =
        packet.instructions().map(ToString::to_string).collect::<Vec<_>>().join(" | ");
    let counters = pod.counters();
    // Writing to a string does not fail.
    let cycle = counters.cycles.saturating_sub(1);
    let _ = write!(text, "\n  packet {} at cycle {cycle}", counters.packets - 1);
    if counters.stalls > before.stalls {
        let _ = write!(text, ", {} stalls", counters.stalls - before.stalls);
    }
    for Held { pe, reads, writes, flags, mask } in &before.held {
        for (name, value) in reads {
            let _ = write!(text, "\n  pe{pe}.{name} is {value:#x}");
        }
        for (register, old) in writes {
            let new = value(array, *pe, *register);
            let _ = write!(text, "\n  pe{pe}.{} becomes {new:#x}, was {old:#x}", name(*register));
        }
        if array.flags(*pe) != *flags {
            let new = array.flags(*pe);
            let _ = write!(text, "\n  pe{pe}.flags become {new:#x}, were {flags:#x}");
        }
        if array.mask(*pe) != *mask {
            let new = array.mask(*pe);
            let _ = write!(text, "\n  pe{pe}.mask becomes {new:#x}, was {mask:#x}");
        }
    }
    text
}
