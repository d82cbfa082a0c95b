//! The queue of what was issued and has not moved (TILE-D10, D68, D69, D73), and that it moves in any order.

use semantics::tile::exec::transfer::plan;
use semantics::tile::isa::{Field as F, Instruction, Space, rows};
use semantics::tile::state::{Class, Cta, Thread};
use semantics::tile::{Fault, Kind};

fn instruction(mnemonic: &str, fields: &[(F, u64)]) -> Instruction {
    let row = rows().iter().find(|row| row.mnemonic == mnemonic).expect("an instruction");
    Instruction::encode(row, fields).expect("fields")
}

fn issue(mnemonic: &str, fields: &[(F, u64)], thread: &mut Thread, cta: &Cta) {
    let transfer = plan(&instruction(mnemonic, fields), thread, cta).expect("addresses");
    thread.queue.push(transfer.expect("a load, a store or a copy"));
}

/// Takes one out of the queue, and moves it.
fn complete(number: usize, thread: &mut Thread, cta: &mut Cta) -> Result<(), Fault> {
    let transfer = thread.queue.take(number).expect("one that waits");
    transfer.run(thread, cta)
}

fn machine() -> (Thread, Cta) {
    let (mut thread, mut cta) = (Thread::default(), Cta::new(0x1_0000, 0x1_0000));
    for (register, value) in [(10, 0x1000), (11, 0x2000), (12, 0x40), (13, 0x3000)] {
        thread.set_x(register, value);
    }
    cta.memory_mut(Space::Global)[0x1000..0x1400].fill(0xAB);
    (thread, cta)
}

const LOAD: &[(F, u64)] = &[(F::RegData, 8), (F::SBase, 10)];
const BULK: &[(F, u64)] = &[(F::Dst, 11), (F::Src, 10), (F::Coord, 12), (F::SrcLoc, 1)];

#[test]
fn a_load_moves_when_it_is_taken() {
    let (mut thread, mut cta) = machine();
    issue("tgmem.ld_b32.unit", LOAD, &mut thread, &cta);
    assert_eq!(thread.queue.outstanding(Class::GlobalLoad), 1);
    assert_eq!(thread.tile(8), &[0; 1024]);
    // It reads then, not when it was issued (TILE-D106).
    cta.memory_mut(Space::Global)[0x1000..0x1400].fill(0xCD);
    complete(0, &mut thread, &mut cta).expect("no error");
    assert_eq!(thread.tile(8), &[0xCD; 1024]);
    assert!(thread.queue.is_empty());
}

#[test]
fn classes_are_counted_apart() {
    let (mut thread, cta) = machine();
    let names = ["tgmem.ld_b32.unit", "tgmem.st_b32.unit", "tsmem.ld_blk", "tsmem.st_blk"];
    for (many, name) in names.into_iter().enumerate() {
        (0..=many).for_each(|_| issue(name, LOAD, &mut thread, &cta));
    }
    issue("tacp.linear", BULK, &mut thread, &cta);
    let classes =
        [Class::GlobalLoad, Class::GlobalStore, Class::SharedLoad, Class::SharedStore, Class::Copy];
    assert_eq!(classes.map(|class| thread.queue.outstanding(class)), [1, 2, 3, 4, 1]);
    assert_eq!(thread.queue.len(), 11);
}

#[test]
fn groups_wait_for_all_of_their_copies() {
    let (mut thread, mut cta) = machine();
    issue("tacp.linear", BULK, &mut thread, &cta);
    issue("tacp.linear", BULK, &mut thread, &cta);
    assert_eq!(thread.queue.groups(), 0, "the group is open");
    thread.queue.commit();
    thread.queue.commit();
    assert_eq!(thread.queue.groups(), 1, "a group without copies is done at once");
    issue("tacp.linear", BULK, &mut thread, &cta);
    thread.queue.commit();
    assert_eq!(thread.queue.groups(), 2);
    complete(1, &mut thread, &mut cta).expect("no error");
    assert_eq!(thread.queue.groups(), 2, "the first group has a copy left");
    complete(0, &mut thread, &mut cta).expect("no error");
    assert_eq!(thread.queue.groups(), 1);
    complete(0, &mut thread, &mut cta).expect("no error");
    assert_eq!(thread.queue.groups(), 0);
}

#[test]
fn copies_that_tell_something_belong_to_no_group() {
    let (mut thread, mut cta) = machine();
    let semaphore = [BULK, &[(F::Completion, 2), (F::CompleteObj, 5)]].concat();
    issue("tacp.linear", &semaphore, &mut thread, &cta);
    thread.queue.commit();
    assert_eq!((thread.queue.groups(), cta.semaphore(5)), (0, 0));
    complete(0, &mut thread, &mut cta).expect("no error");
    assert_eq!(cta.semaphore(5), 1);
}

#[test]
fn a_word_is_judged_when_the_bytes_move() {
    let (mut thread, mut cta) = machine();
    let barrier = [BULK, &[(F::Completion, 1), (F::CompleteObj, 13)]].concat();
    issue("tacp.linear", &barrier, &mut thread, &cta);
    // -(2^20-1) bytes: 64 fewer are too few.
    let word = 1u64 << 3 | 1 << 23 | 0x10_0001 << 43;
    cta.memory_mut(Space::Shared)[0x3000..0x3008].copy_from_slice(&word.to_le_bytes());
    let before = cta.clone();
    let fault = complete(0, &mut thread, &mut cta).expect_err("a word that is full");
    assert_eq!(fault.kind, Kind::BarrierWord);
    assert!(cta == before, "an error moves nothing");
}

#[test]
fn a_multicast_reaches_four_and_errs_in_none() {
    let (mut thread, mut cta) = machine();
    let all = [BULK, &[(F::Completion, 1), (F::CompleteObj, 13), (F::MulticastL2, 1)]].concat();
    issue("tacp.linear", &all, &mut thread, &cta);
    complete(0, &mut thread, &mut cta).expect("no error");
    for pe in 0..4 {
        assert_eq!(cta.shared(pe)[0x2000..0x2040], [0xAB; 64], "PE {pe}");
        let word = u64::from_le_bytes(*cta.shared(pe)[0x3000..].first_chunk().expect("a word"));
        assert_eq!(word as i64 >> 43, -64, "PE {pe}");
    }
    // The word of PE 3 is full: nothing moves, in no PE.
    cta.shared_mut(3)[0x3000..0x3008].copy_from_slice(&(0x10_0001u64 << 43).to_le_bytes());
    cta.memory_mut(Space::Global)[0x1000..0x1400].fill(0x11);
    let before = cta.clone();
    issue("tacp.linear", &all, &mut thread, &cta);
    let fault = complete(0, &mut thread, &mut cta).expect_err("a word that is full");
    assert_eq!(fault.kind, Kind::BarrierWord);
    assert!(cta == before, "an error moves nothing");
}

#[test]
fn a_copy_to_another_pe_stays_there() {
    let (mut thread, mut cta) = machine();
    thread.set_x(11, 2 << 56 | 0x2000);
    let other = [BULK, &[(F::DstLoc, 2)]].concat();
    issue("tacp.linear", &other, &mut thread, &cta);
    complete(0, &mut thread, &mut cta).expect("no error");
    let found = (0..4).map(|pe| cta.shared(pe)[0x2000]).collect::<Vec<_>>();
    assert_eq!(found, [0, 0, 0xAB, 0]);
}
