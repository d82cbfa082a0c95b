//! Straight code into packets: a list scheduler, so that the text of a kernel says what is computed, and in which order.
//!
//! An instruction issues in the first cycle that has its slot free and its operands ready, earlier ones of the text first. It
//! keeps the meaning of the text: all that reads comes after what it reads (by the latency of section 5), no write overtakes a
//! read or a write. A packet reads before it writes (POD-D04), so that a register may be read and written in one. Loads and
//! stores keep their order unless both name the memory that they touch behind a `#`, and the names differ.
//!
//! What comes out is text again, one packet after the other, with a `nop.g` where the packer would join two (POD-D03) or where
//! nothing can issue, so that a block waits for nothing but what stands before it.

use std::collections::HashMap;

/// How far ahead of the first open instruction one may be taken.
const WINDOW: usize = 600;

#[derive(Default)]
struct Operation<'a> {
    text: &'a str,
    slot: usize,
    reads: Vec<&'a str>,
    writes: Vec<(&'a str, u64)>,
    memory: Option<(&'a str, bool)>,
}

/// The block, scheduled: its text.
pub fn scheduled(text: &str) -> String {
    let operations: Vec<_> = text.lines().filter(|l| !l.trim().is_empty()).map(operation).collect();
    let before = orders(&operations);
    print(&operations, &issue(&operations, &before))
}

fn is_register(word: &str) -> bool {
    ["xmm", "r"].iter().any(|class| {
        word.strip_prefix(class)
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|c| c.is_ascii_digit()))
    })
}

fn registers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_register(word))
}

fn operation(line: &str) -> Operation<'_> {
    let (text, name) = line.split_once('#').unwrap_or((line, ""));
    let (text, name) = (text.trim(), name.trim());
    let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
    let is = |prefixes: &[&str]| prefixes.iter().any(|p| mnemonic.starts_with(p));
    let memory = is(&["ld", "st"]);
    let slot = match () {
        () if memory => 2,
        () if is(&["p", "xferxmm"]) => 1,
        () => 0,
    };
    let latency = match () {
        () if is(&["ld"]) => 3,
        () if is(&["pfpcmp"]) => 4,
        () if is(&["xfer", "imul"]) => 2,
        () if slot == 1 => 5,
        () => 1,
    };
    let mut new = Operation { text, slot, ..Operation::default() };
    let (left, right) = operands.split_once('=').unwrap_or(("", operands));
    new.reads.extend(registers(right));
    if is(&["st"]) {
        new.reads.extend(registers(left));
    } else {
        new.writes.extend(registers(left).map(|r| (r, latency)));
        if mnemonic.contains("fma") || (slot == 1 && mnemonic.contains("scalar")) {
            new.reads.extend(registers(left));
        }
    }
    if memory {
        new.memory = Some((name, is(&["st"])));
        if mnemonic.contains("++") {
            let address = if is(&["st"]) { left } else { right };
            new.writes.extend(registers(address).next().map(|r| (r, 1)));
        }
    }
    new
}

/// For each instruction those before it that it must follow, and by how many cycles.
fn orders(operations: &[Operation<'_>]) -> Vec<Vec<(usize, u64)>> {
    let mut written: HashMap<&str, (usize, u64)> = HashMap::new();
    let mut read: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut touched: Vec<(usize, &str, bool)> = Vec::new();
    let mut orders = Vec::with_capacity(operations.len());
    for (number, operation) in operations.iter().enumerate() {
        let mut before = Vec::new();
        for register in &operation.reads {
            before.extend(written.get(register));
        }
        for (register, _) in &operation.writes {
            before.extend(written.get(register).map(|&(writer, _)| (writer, 1)));
            before.extend(read.get(register).into_iter().flatten().map(|&reader| (reader, 0)));
        }
        if let Some((name, store)) = operation.memory {
            let apart = |other: &str| !name.is_empty() && !other.is_empty() && name != other;
            let clashes = touched
                .iter()
                .rev()
                .filter(|(_, other, stored)| (store || *stored) && !apart(other));
            before.extend(clashes.map(|&(other, ..)| (other, 1)));
            touched.push((number, name, store));
        }
        for register in &operation.reads {
            read.entry(register).or_default().push(number);
        }
        for &(register, latency) in &operation.writes {
            written.insert(register, (number, latency));
            read.remove(register);
        }
        before.retain(|&(other, _)| other != number);
        orders.push(before);
    }
    orders
}

/// The cycle of each instruction.
fn issue(operations: &[Operation<'_>], before: &[Vec<(usize, u64)>]) -> Vec<u64> {
    const OPEN: u64 = u64::MAX;
    let mut cycles = vec![OPEN; operations.len()];
    let mut first = 0;
    let mut cycle = 0;
    while first < operations.len() {
        let mut taken = [false; 3];
        for number in first..operations.len().min(first + WINDOW) {
            let slot = operations[number].slot;
            let is_ready = |&(other, gap): &(usize, u64)| {
                cycles[other] != OPEN && cycles[other] + gap <= cycle
            };
            if cycles[number] == OPEN && !taken[slot] && before[number].iter().all(is_ready) {
                cycles[number] = cycle;
                taken[slot] = true;
            }
            if taken == [true; 3] {
                break;
            }
        }
        while first < operations.len() && cycles[first] != OPEN {
            first += 1;
        }
        cycle += 1;
    }
    cycles
}

fn print(operations: &[Operation<'_>], cycles: &[u64]) -> String {
    let mut order: Vec<usize> = (0..operations.len()).collect();
    order.sort_by_key(|&number| (cycles[number], operations[number].slot));
    let mut text = String::new();
    let (mut cycle, mut slot) = (0, 2);
    for number in order {
        let operation = &operations[number];
        let next = cycles[number];
        if next > cycle {
            // Cycles without an instruction are empty packets; the packer must not join what stands in two.
            for _ in cycle + 1..next {
                text.push_str("nop.g\n");
                slot = 0;
            }
            if operation.slot > slot {
                text.push_str("nop.g\n");
            }
            cycle = next;
        }
        slot = operation.slot;
        text.push_str(operation.text);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::scheduled;

    #[test]
    fn a_load_and_its_use_stand_three_packets_apart() {
        let text = "ldxmm++.pack xmm1 = local[ r1 ], r2\npfpadd.pack.sp xmm2 = xmm1, xmm1\n";
        // Two empty packets, and a third `nop.g` that keeps the sum out of the second.
        let packets = [
            "ldxmm++.pack xmm1 = local[ r1 ], r2",
            "nop.g",
            "nop.g",
            "nop.g",
            "pfpadd.pack.sp xmm2 = xmm1, xmm1",
        ];
        assert_eq!(scheduled(text), packets.join("\n") + "\n");
    }

    #[test]
    fn a_packet_may_read_what_it_writes() {
        let text = "pfpadd.pack.sp xmm2 = xmm1, xmm1\nldxmm.pack xmm1 = local[ r1 + 0 ]\n";
        assert_eq!(
            scheduled(text),
            "pfpadd.pack.sp xmm2 = xmm1, xmm1\nldxmm.pack xmm1 = local[ r1 + 0 ]\n"
        );
    }

    #[test]
    fn memory_of_other_names_is_passed() {
        let ordered = "stxmm.pack local[ r1 + 0 ] = xmm1\nld4.zxt r3 = local[ r2 + 0 ]\n";
        assert_eq!(scheduled(ordered), ordered);
        let text = "pfpadd.pack.sp xmm1 = xmm2, xmm2\nstxmm.pack local[ r1 + 0 ] = xmm1 # a\nldxmm.pack xmm3 = local[ r2 + 0 ] # b\n";
        assert!(scheduled(text).starts_with("pfpadd.pack.sp xmm1 = xmm2, xmm2\nldxmm.pack xmm3"));
    }
}
