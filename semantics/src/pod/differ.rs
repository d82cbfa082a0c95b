//! What differs between two arrays, part by part; what a run leaves is what differs from the reset state.

use super::Array;
use super::isa::{AR_FLAGS, AR_MASK, REGISTERS};
use super::targets::FLAGS;
use crate::machine::Differences;

/// How many parts differ, and the first `most` of them. Memory counts by runs of 16 bytes.
pub(super) fn differences(own: &Array, other: &Array, most: usize) -> Differences {
    let (mut found, both) = (Differences::keeping(most), [own, other]);
    for pe in 0..own.pes() {
        registers(both, pe, &mut found);
        found.bytes(both.map(|array| array.sram(pe)), |at| format!("pe{pe}.mem[{at:#x}]"), bytes);
    }
    found.part(both.map(Array::buffer), || "drb".into(), long);
    system(both, &mut found);
    found
}

fn registers(both: [&Array; 2], pe: usize, found: &mut Differences) {
    for n in 0..REGISTERS {
        found.part(both.map(|array| array.general(pe, n)), || format!("pe{pe}.r{n}"), long);
    }
    for n in 0..REGISTERS {
        let text = |value| number(value, 32);
        found.part(both.map(|array| array.xmm(pe, n)), || format!("pe{pe}.xmm{n}"), text);
    }
    for n in (0..REGISTERS).filter(|n| ![AR_MASK, AR_FLAGS].contains(&(*n as u8))) {
        found.part(both.map(|array| array.ar(pe, n)), || format!("pe{pe}.ar{n}"), long);
    }
    for (name, flag) in FLAGS {
        let of = both.map(|array| array.flags(pe) >> flag.bit() & 1);
        found.part(of, || format!("pe{pe}.{name}"), |bit| number(bit.into(), 1));
    }
    found.part(both.map(|array| array.mask(pe)), || format!("pe{pe}.mask"), long);
}

fn system(both: [&Array; 2], found: &mut Differences) {
    let both = both.map(|array| array.system().written());
    let mut pages: Vec<u64> = both.iter().flatten().map(|(address, _)| *address).collect();
    pages.sort_unstable();
    pages.dedup();
    let zero = [0; super::state::PAGE];
    let page = |side: usize, at: u64| {
        let pages = &both[side];
        pages.binary_search_by_key(&at, |(address, _)| *address).map_or(&zero[..], |n| pages[n].1)
    };
    for start in pages {
        let name = |at| format!("sys[{:#x}]", start + at as u64);
        found.bytes([page(0, start), page(1, start)], name, bytes);
    }
}

fn long(value: u64) -> String {
    number(value.into(), 16)
}

fn number(value: u128, digits: usize) -> String {
    format!("{value:#0width$X}", width = digits + 2).replacen("0X", "0x", 1)
}

fn bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}
