//! What differs between two machines: registers, memories by runs of 16 bytes, semaphores. The shared memories of other PEs have no
//! names (TILE-D82), and are not compared.

use super::isa::Space;
use super::run::Tile;
use super::state::{NAMES, Thread};
use crate::machine::{Difference, Differences};
use std::fmt::Write as _;

/// Bytes that make one part.
const RUN: usize = 16;

/// How many parts differ, and the first `most` of them.
pub(super) fn differences(own: &Tile, other: &Tile, most: usize) -> Differences {
    let mut found = Differences::default();
    let warps = own.warps().max(other.warps());
    let fresh = Thread::default();
    for warp in 0..warps {
        let prefix = if warp == 0 { String::new() } else { format!("w{warp}.") };
        let of = |machine: &Tile| (warp < machine.warps()).then(|| machine.thread(warp).clone());
        let [a, b] = [of(own), of(other)].map(|thread| thread.unwrap_or_else(|| fresh.clone()));
        if a != b {
            registers(&prefix, &a, &b, most, &mut found);
        }
    }
    for (name, space) in [("gmem", Space::Global), ("smem", Space::Shared)] {
        let name = |at: usize| format!("{name}[{at:#x}]");
        bytes(&name, own.cta().memory(space), other.cta().memory(space), most, &mut found);
    }
    for n in 0..32 {
        let [a, b] = [own, other].map(|machine| machine.cta().semaphore(n));
        numbers(format!("sem[{n}]"), a.into(), b.into(), most, &mut found);
    }
    found
}

fn registers(prefix: &str, a: &Thread, b: &Thread, most: usize, found: &mut Differences) {
    for n in 0..=255 {
        let name = |at: usize| format!("{prefix}t{n}[{at:#x}]");
        bytes(&name, a.tile(n), b.tile(n), most, found);
        let name = |at: usize| format!("{prefix}ts{n}[{at:#x}]");
        bytes(&name, a.scales(n), b.scales(n), most, found);
    }
    for n in 0..32 {
        numbers(format!("{prefix}x{n}"), a.x(n), b.x(n), most, found);
        numbers(format!("{prefix}f{n}"), a.f(n), b.f(n), most, found);
        let name = |at: usize| format!("{prefix}v{n}[{at:#x}]");
        bytes(&name, a.v(n), b.v(n), most, found);
    }
    for (csr, index) in NAMES {
        let [x, y] = [a, b].map(|thread| thread.csrs.get(index, false));
        if x != y {
            let told = |value: Option<u64>| value.map_or("none".into(), |n| format!("{n:#x}"));
            let name = format!("{prefix}{csr}");
            found.push(most, || Difference { name, own: told(x), other: told(y) });
        }
    }
    numbers(format!("{prefix}frm"), a.frm().into(), b.frm().into(), most, found);
    numbers(format!("{prefix}fflags"), a.fflags().into(), b.fflags().into(), most, found);
    if !a.queue.waiting().eq(b.queue.waiting()) {
        let told = |thread: &Thread| format!("{} waiting", thread.queue.len());
        let name = format!("{prefix}queue");
        found.push(most, || Difference { name, own: told(a), other: told(b) });
    }
}

fn numbers(name: String, a: u64, b: u64, most: usize, found: &mut Differences) {
    if a != b {
        found.push(most, || Difference { name, own: format!("{a:#x}"), other: format!("{b:#x}") });
    }
}

fn bytes(name: &dyn Fn(usize) -> String, a: &[u8], b: &[u8], most: usize, found: &mut Differences) {
    if a == b {
        return;
    }
    for at in (0..a.len().max(b.len())).step_by(RUN) {
        let part = |all: &[u8]| all.get(at..(at + RUN).min(all.len())).map(<[u8]>::to_vec);
        let [x, y] = [part(a).unwrap_or_default(), part(b).unwrap_or_default()];
        if x != y {
            found.push(most, || Difference { name: name(at), own: hex(&x), other: hex(&y) });
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
