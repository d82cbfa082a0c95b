//! POD: what no case tells, and what random programs are.

use oracle::interpreters;
use oracle::interpreters::pod::Machine as Judge;
use semantics::machine::Machine;
use semantics::pod::isa::forms;
use semantics::pod::{Board, HostError};
use std::collections::{BTreeMap, HashSet};
use tests::judges::{case, outcome, pods};
use vectors::programs::Seeded;
use vectors::programs::pod::{Settings, program};

/// Slot and PE of an error, and the flags that the host asks for between packets.
#[test]
fn hosts_see_the_same() {
    for seed in 0..1_000 {
        let program = program(&mut Seeded::new(seed), &pods(seed));
        let case = case("pod", &program.case("T"));
        let parameters: Vec<_> = case.parameters.iter().map(|(n, v)| (&**n, &**v)).collect();
        let start = |who: &dyn Machine| {
            let mut board = who.board(&parameters).expect("a shape");
            case.init.iter().for_each(|part| board.set(&part.target, &part.value).expect("a part"));
            board
        };
        let mut boards = [&semantics::pod::PodMachine, interpreters::of("pod")].map(start);
        let [ours, theirs] = &mut boards;
        let pod = ours.downcast_mut::<Board>().expect("POD").pod_mut();
        let judge: &mut interpreters::Board<Judge> = theirs.downcast_mut().expect("its judge");
        let judge = &mut judge.judge;
        for (at, packet) in program.packets().iter().enumerate() {
            let what = || format!("seed {seed}, packet {at}\n{}", program.case("T"));
            let ours = pod.send(packet).err().map(|error| match error {
                HostError::Fault { fault, .. } => (fault.kind, fault.slot, fault.pe),
                other => panic!("{other}"),
            });
            let theirs = judge.step(packet).err().map(|stop| (stop.kind, stop.slot, stop.pe));
            assert_eq!(ours, theirs, "{}", what());
            if ours.is_some() {
                break;
            }
            if at % 4 == 3 {
                assert_eq!(pod.get_flags(), judge.get_flags(), "{}", what());
            }
        }
        let [ours, theirs] = [pod.counters().packets, judge.counters.packets];
        assert_eq!(ours, theirs, "seed {seed}");
        if !pods(seed).system {
            let cycles = (pod.counters().cycles, pod.counters().stalls);
            assert_eq!(cycles, (judge.counters.cycles, judge.counters.stalls), "seed {seed}");
        }
    }
}

#[test]
fn every_form_comes_up() {
    let mut drawn = HashSet::new();
    for seed in 0..8000 {
        let program = program(&mut Seeded::new(seed), &Settings::default());
        drawn.extend(program.instructions.iter().map(|x| x.form().to_string()));
    }
    let missing: Vec<String> =
        forms().iter().map(ToString::to_string).filter(|form| !drawn.contains(form)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What ends with an error ends with either, and not always; all else runs to its end.
#[test]
fn errors_come_up() {
    for error in [false, true] {
        let settings = Settings { error, ..Settings::default() };
        let mut found = BTreeMap::<Option<String>, u64>::new();
        for seed in 0..400 {
            let program = program(&mut Seeded::new(seed), &settings);
            let (_, end) = outcome(interpreters::of("pod"), &case("pod", &program.case("T")));
            *found.entry(end.map(|end| end.kind)).or_default() += 1;
        }
        let kinds: Vec<_> = found.keys().map(Option::as_deref).collect();
        match error {
            false => assert_eq!(kinds, [None]),
            true => assert_eq!(kinds, [None, Some("local-range"), Some("pe-range")]),
        }
        assert!(found.values().all(|count| *count > 20), "{found:?}");
    }
}
