//! What differs between two arrays, part by part; what a run leaves is what differs from the reset state.

use super::Array;
use super::isa::{AR_FLAGS, AR_MASK, Flag, REGISTERS};
use crate::machine::{Difference, Differences};

/// Bytes of memory that make one part.
const RUN: usize = 16;

/// How many parts differ, and the first `most` of them. Memory counts by runs of 16 bytes.
pub(super) fn differences(own: &Array, other: &Array, most: usize) -> Differences {
    let mut found = Differences::default();
    for pe in 0..own.pes() {
        registers(own, other, pe, most, &mut found);
        let [a, b] = [own.sram(pe), other.sram(pe)];
        if a != b {
            for (n, (a, b)) in
                a.chunks(RUN).zip(b.chunks(RUN)).enumerate().filter(|(_, (a, b))| a != b)
            {
                found.push(most, || bytes(format!("pe{pe}.mem[{:#x}]", n * RUN), a, b));
            }
        }
    }
    if own.buffer() != other.buffer() {
        found.push(most, || numbers("drb".into(), own.buffer().into(), other.buffer().into(), 16));
    }
    system(own, other, most, &mut found);
    found
}

fn registers(own: &Array, other: &Array, pe: usize, most: usize, found: &mut Differences) {
    for n in 0..REGISTERS {
        let [a, b] = [own, other].map(|array| array.general(pe, n));
        if a != b {
            found.push(most, || numbers(format!("pe{pe}.r{n}"), a.into(), b.into(), 16));
        }
    }
    for n in 0..REGISTERS {
        let [a, b] = [own, other].map(|array| array.xmm(pe, n));
        if a != b {
            found.push(most, || numbers(format!("pe{pe}.xmm{n}"), a, b, 32));
        }
    }
    for n in (0..REGISTERS).filter(|n| ![AR_MASK, AR_FLAGS].contains(&(*n as u8))) {
        let [a, b] = [own, other].map(|array| array.ar(pe, n));
        if a != b {
            found.push(most, || numbers(format!("pe{pe}.ar{n}"), a.into(), b.into(), 16));
        }
    }
    let names =
        [("CF", Flag::Carry), ("ZF", Flag::Zero), ("SF", Flag::Sign), ("OF", Flag::Overflow)];
    for (name, flag) in names {
        let [a, b] = [own, other].map(|array| array.flags(pe) >> flag.bit() & 1);
        if a != b {
            found.push(most, || numbers(format!("pe{pe}.{name}"), a.into(), b.into(), 1));
        }
    }
    let [a, b] = [own, other].map(|array| array.mask(pe));
    if a != b {
        found.push(most, || numbers(format!("pe{pe}.mask"), a.into(), b.into(), 16));
    }
}

fn system(own: &Array, other: &Array, most: usize, found: &mut Differences) {
    let both = [own.system().written(), other.system().written()];
    let mut pages: Vec<u64> = both.iter().flatten().map(|(address, _)| *address).collect();
    pages.sort_unstable();
    pages.dedup();
    let zero = [0; super::state::PAGE];
    let page = |side: usize, at: u64| {
        let pages = &both[side];
        pages.binary_search_by_key(&at, |(address, _)| *address).map_or(&zero[..], |n| pages[n].1)
    };
    for at in pages {
        let [a, b] = [page(0, at), page(1, at)];
        for (n, (a, b)) in a.chunks(RUN).zip(b.chunks(RUN)).enumerate().filter(|(_, (a, b))| a != b)
        {
            let address = at + (n * RUN) as u64;
            found.push(most, || bytes(format!("sys[{address:#x}]"), a, b));
        }
    }
}

fn numbers(name: String, own: u128, other: u128, digits: usize) -> Difference {
    let text =
        |value: u128| format!("{value:#0width$X}", width = digits + 2).replacen("0X", "0x", 1);
    Difference { name, own: text(own), other: text(other) }
}

fn bytes(name: String, own: &[u8], other: &[u8]) -> Difference {
    let text = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    Difference { name, own: text(own), other: text(other) }
}
