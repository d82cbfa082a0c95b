//! What differs between two machines: registers, memories by runs of 16 bytes, semaphores. The shared memories of other PEs have no
//! names (TILE-D82), and are not compared.

use super::isa::Space;
use super::run::Tile;
use super::state::{NAMES, Thread};
use crate::cores::hex;
use crate::machine::{Difference, Differences};

/// How many parts differ, and the first `most` of them.
pub(super) fn differences(own: &Tile, other: &Tile, most: usize) -> Differences {
    let (mut found, both) = (Differences::keeping(most), [own, other]);
    let fresh = Thread::default();
    for warp in 0..own.warps().max(other.warps()) {
        let prefix = if warp == 0 { String::new() } else { format!("w{warp}.") };
        let [a, b] = both.map(|machine| match warp < machine.warps() {
            true => machine.thread(warp),
            false => &fresh,
        });
        if a != b {
            registers(&prefix, [a, b], &mut found);
        }
    }
    for (name, space) in [("gmem", Space::Global), ("smem", Space::Shared)] {
        let bytes = both.map(|machine| machine.cta().memory(space));
        found.bytes(bytes, |at| format!("{name}[{at:#x}]"), hex);
    }
    for n in 0..32 {
        let values = both.map(|machine| machine.cta().semaphore(n).into());
        found.part(values, || format!("sem[{n}]"), number);
    }
    found
}

fn registers(prefix: &str, both: [&Thread; 2], found: &mut Differences) {
    for n in 0..=255 {
        found.bytes(both.map(|t| &t.tile(n)[..]), |at| format!("{prefix}t{n}[{at:#x}]"), hex);
        found.bytes(both.map(|t| &t.scales(n)[..]), |at| format!("{prefix}ts{n}[{at:#x}]"), hex);
    }
    for n in 0..32 {
        found.part(both.map(|t| t.x(n)), || format!("{prefix}x{n}"), number);
        found.part(both.map(|t| t.f(n)), || format!("{prefix}f{n}"), number);
        found.bytes(both.map(|t| &t.v(n)[..]), |at| format!("{prefix}v{n}[{at:#x}]"), hex);
    }
    for (csr, index) in NAMES {
        let values = both.map(|t| t.csrs.get(index, false));
        found.part(values, || format!("{prefix}{csr}"), |n| n.map_or("none".into(), number));
    }
    found.part(both.map(|t| t.frm().into()), || format!("{prefix}frm"), number);
    found.part(both.map(|t| t.fflags().into()), || format!("{prefix}fflags"), number);
    if !both[0].queue.waiting().eq(both[1].queue.waiting()) {
        let [own, other] = both.map(|t| format!("{} waiting", t.queue.len()));
        found.push(|| Difference { name: format!("{prefix}queue"), own, other });
    }
}

fn number(value: u64) -> String {
    format!("{value:#x}")
}
