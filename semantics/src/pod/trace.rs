//! What each packet of a run read and wrote, of PE 0.

use super::isa::{Kind, Packet};
use super::program::Program;
use super::{Array, Pod};
use crate::machine::{RunError, Traced};
use std::fmt::Write as _;
use std::ops::ControlFlow;

/// Runs a program and tells of each packet, in PE 0, the registers that it read and changed, the flags, the mask.
pub(super) fn trace(
    pod: &mut Pod,
    program: &Program,
    limit: Option<u64>,
    each: &mut dyn FnMut(&Traced) -> ControlFlow<()>,
) -> Result<(), RunError> {
    program.watch(pod, limit, &mut |line, packet, before, pod| {
        each(&Traced { line, text: text(packet, before, pod) })
    })
}

/// The registers of PE 0 before a packet.
#[derive(Clone, Debug)]
pub(super) struct Before {
    reads: Vec<(String, u128)>,
    writes: Vec<((Kind, u8), u128)>,
    flags: u32,
    mask: u64,
    cycles: u64,
}

fn value(array: &Array, (kind, number): (Kind, u8)) -> u128 {
    match kind {
        Kind::General => array.general(0, number.into()).into(),
        Kind::Xmm => array.xmm(0, number.into()),
        Kind::Ar => array.ar(0, number.into()).into(),
    }
}

impl Before {
    pub(super) fn of(packet: &Packet, pod: &Pod) -> Self {
        let array = pod.array();
        let mut reads = Vec::new();
        let mut writes = Vec::new();
        for instruction in packet.instructions() {
            for register in instruction.reads() {
                reads.push((name(register), value(array, register)));
            }
            writes.extend(instruction.writes().map(|register| (register, value(array, register))));
        }
        let cycles = pod.counters().cycles;
        Self { reads, writes, flags: array.flags(0), mask: array.mask(0), cycles }
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
    let _ = write!(
        text,
        "\n  packet {} at cycle {}",
        counters.packets - 1,
        counters.cycles.saturating_sub(1)
    );
    let waited = counters.cycles.saturating_sub(before.cycles).saturating_sub(1);
    if waited > 0 && counters.packets > 1 {
        let _ = write!(text, ", {waited} cycles later than it could");
    }
    for (name, value) in &before.reads {
        let _ = write!(text, "\n  {name} is {value:#x}");
    }
    for (register, old) in &before.writes {
        let new = value(array, *register);
        let _ = write!(text, "\n  {} becomes {new:#x}, was {old:#x}", name(*register));
    }
    if array.flags(0) != before.flags {
        let _ =
            write!(text, "\n  the flags become {:#x}, were {:#x}", array.flags(0), before.flags);
    }
    if array.mask(0) != before.mask {
        let _ = write!(text, "\n  the mask becomes {:#x}, was {:#x}", array.mask(0), before.mask);
    }
    text
}
