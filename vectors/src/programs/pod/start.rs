//! The state before a program.

use super::Settings;
use super::pointer::{Known, LENGTHS, POINTERS, Pointer, STEPS};
use super::values::{Shape, general, mxcsr, xmm};
use crate::programs::choices::{Choices, chance, pick};
use std::fmt;

/// What a part of the state holds before a program. Displays as case files write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Init {
    /// The PE; all where it is `None`.
    pub pe: Option<usize>,
    /// Which part, and its value.
    pub place: Place,
}

/// A part of the state, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A general register.
    General(u8, u64),
    /// An xmm register.
    Xmm(u8, u128),
    /// An ar register: 0 the mask, 1 the flags, 2 MXCSR.
    Ar(u8, u64),
    /// Bytes of local memory.
    Local(u64, Vec<u8>),
    /// Bytes of system memory; the address is modulo 2^64.
    System(u64, Vec<u8>),
    /// The data return buffer.
    Buffer(u64),
}

impl fmt::Display for Init {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(pe) = self.pe {
            write!(f, "pe{pe}.")?;
        }
        let bytes = |f: &mut fmt::Formatter<'_>, bytes: &[u8]| {
            bytes.iter().try_for_each(|byte| write!(f, "{byte:02X}"))
        };
        match &self.place {
            Place::General(n, value) => write!(f, "r{n}=0x{value:X}"),
            Place::Xmm(n, value) => write!(f, "xmm{n}=0x{value:X}"),
            Place::Ar(n, value) => write!(f, "ar{n}=0x{value:X}"),
            Place::Local(address, list) => {
                write!(f, "mem[0x{address:X}]=").and_then(|()| bytes(f, list))
            }
            Place::System(address, list) => {
                write!(f, "sys[0x{address:X}]=").and_then(|()| bytes(f, list))
            }
            Place::Buffer(value) => write!(f, "drb=0x{value:X}"),
        }
    }
}

/// The state, and what a program may rely on.
pub(super) fn start(c: &mut dyn Choices, settings: &Settings, shape: Shape) -> (Vec<Init>, Known) {
    let mut init = data(c, shape);
    let mut known = Known {
        shape,
        pointers: Vec::new(),
        steps: Vec::new(),
        lengths: Vec::new(),
        counts: [pick(c, &[0, 1, 2, 3, 5])].into(),
        strides: [pick(c, &[0, 1, 3, 8, 16, 24, 8_u64.wrapping_neg()])].into(),
    };
    for n in 0..POINTERS.1 {
        let bases = pointers(c, shape, n);
        registers(&mut init, POINTERS.0 + n as u8, &bases);
        known.pointers.push(Pointer::new(bases));
    }
    for n in 0..STEPS.1 {
        let step = pick(c, &[0, 1, 2, 4, 8, 16, 1_u64.wrapping_neg(), 16_u64.wrapping_neg()]);
        registers(&mut init, STEPS.0 + n as u8, &vec![step; shape.pes()]);
        known.steps.push(step);
    }
    for n in 0..LENGTHS.1 {
        let same = c.below(20);
        let own = chance(c, 1, 3);
        let lengths: Vec<u64> =
            (0..shape.pes()).map(|_| if own { c.below(20) } else { same }).collect();
        registers(&mut init, LENGTHS.0 + n as u8, &lengths);
        known.lengths.push(lengths);
    }
    for (n, values) in [(10, &known.counts), (11, &known.strides)] {
        init.extend(values.iter().map(|value| all(Place::Ar(n, *value))));
    }
    init.extend(memories(c, settings, shape));
    (init, known)
}

const fn all(place: Place) -> Init {
    Init { pe: None, place }
}

/// One line where all PEs have the same.
fn registers(init: &mut Vec<Init>, n: u8, values: &[u64]) {
    if values.iter().all(|value| *value == values[0]) {
        init.push(all(Place::General(n, values[0])));
    } else {
        let one =
            |(pe, value): (usize, &u64)| Init { pe: Some(pe), place: Place::General(n, *value) };
        init.extend(values.iter().enumerate().map(one));
    }
}

/// Registers that hold data, of all PEs or of each.
fn data(c: &mut dyn Choices, shape: Shape) -> Vec<Init> {
    let mut init = Vec::new();
    let mut before = 0;
    let each = |c: &mut dyn Choices| match chance(c, 1, 3) {
        true => (0..shape.pes()).map(Some).collect::<Vec<_>>(),
        false => vec![None],
    };
    for n in 0..10 {
        for pe in each(c) {
            init.push(Init { pe, place: Place::General(n, general(c)) });
        }
    }
    for n in 0..10 {
        for pe in each(c) {
            before = xmm(c, before);
            init.push(Init { pe, place: Place::Xmm(n, before) });
        }
    }
    for pe in each(c) {
        init.push(Init { pe, place: Place::Ar(2, mxcsr(c)) });
    }
    for pe in each(c) {
        init.push(Init { pe, place: Place::Ar(1, c.bits() & 0x8c1) });
    }
    if chance(c, 1, 4) {
        for pe in each(c) {
            // Most take part.
            let top = if chance(c, 3, 4) { 1 << 63 } else { 0 };
            init.push(Init { pe, place: Place::Ar(0, c.bits() | top) });
        }
    }
    init.push(all(Place::Buffer(c.bits())));
    init
}

/// Addresses of the memories' edges and of anything between, with the fields of the pod spaces in most of them.
fn pointers(c: &mut dyn Choices, shape: Shape, n: usize) -> Vec<u64> {
    let sram = u64::from(shape.sram);
    let (same, own) = (c.bits(), chance(c, 1, 3));
    let one_target = (c.below(shape.columns.into()), c.below(shape.rows.into()));
    let meet = chance(c, 1, 3);
    let bases = (0..shape.pes()).map(|pe| {
        let draw = if own { c.bits() } else { same };
        let offset = match draw >> 60 {
            0 => 0,
            1 => sram.saturating_sub(16),
            2 => sram.saturating_sub(1 + (draw & 15)),
            _ => draw % sram.saturating_sub(24).max(1),
        } & 0xf_ffff;
        match n {
            0..=2 => draw % sram.saturating_sub(24).max(1),
            3..=6 => {
                let (column, row) = match meet {
                    true => one_target,
                    false => (c.below(shape.columns.into()), c.below(shape.rows.into())),
                };
                // What stands above is ignored.
                let above = if draw & 1 == 1 { draw << 28 } else { 0 };
                above | row << 24 | column << 20 | offset
            }
            // System memory: near each other, so that PEs meet.
            _ => [0x1000, 0x1000 + 4 * pe as u64, 0u64.wrapping_sub(9)][(same % 3) as usize],
        }
    });
    bases.collect()
}

/// Bytes at the edges of local memories, and of system memory where pointers lead.
fn memories(c: &mut dyn Choices, settings: &Settings, shape: Shape) -> Vec<Init> {
    let mut init = Vec::new();
    let length = shape.sram.min(96);
    let mut bytes = |count: u32| (0..count).map(|_| c.bits() as u8).collect::<Vec<u8>>();
    init.push(all(Place::Local(0, bytes(length))));
    let last = u64::from(shape.sram - shape.sram.min(40));
    for pe in 0..shape.pes().min(4) {
        init.push(Init { pe: Some(pe), place: Place::Local(last, bytes(shape.sram.min(40))) });
    }
    if settings.system {
        init.push(all(Place::System(0x1000, bytes(48))));
        init.push(all(Place::System(0u64.wrapping_sub(12), bytes(12))));
    }
    init
}
