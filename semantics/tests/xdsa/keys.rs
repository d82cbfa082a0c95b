//! Cores, keys, ends (sections 1.3 and 1.6; XDSA-D03, D07 to D09, D70, D71, D99).

use semantics::machine::{How, Machine};
use semantics::xdsa::isa::Word;
use semantics::xdsa::{
    self, DomainHandler, Error, Handled, Kind, Ran, Schedule, Settings, Shared, Stopped, Xdsa,
    XdsaMachine,
};

fn machine(source: &str, settings: Settings) -> (Xdsa, Vec<Vec<Word>>) {
    let program = XdsaMachine.read(&mut source.as_bytes(), &How::default()).unwrap();
    let program = program.downcast::<xdsa::Program>().unwrap();
    let mut machine = Xdsa::new(settings);
    for (address, bytes) in program.data() {
        machine.write(address, bytes);
    }
    (machine, program.words())
}

fn run(source: &str, settings: Settings) -> (Xdsa, Result<Ran, Stopped>) {
    let (mut machine, cores) = machine(source, settings);
    let ran = machine.run(&cores);
    (machine, ran)
}

fn bytes<const N: usize>(machine: &Xdsa, address: u64) -> [u8; N] {
    let mut bytes = [0; N];
    machine.memory().read(address, &mut bytes);
    bytes
}

fn stopped(ran: Result<Ran, Stopped>) -> (usize, usize, Kind) {
    let Stopped { core, index, error } = ran.unwrap_err();
    (core, index, error.kind)
}

/// XC-03: a copy of 5A to 0300 on core 0, its inverse to 0310 on core 1.
const PAIR: &str = "\
.org 0x200
.bytes 5A
.table copy at 0x100 for base.or.a16 { s0=0x200, s1=0x200, d=0x300, len=1 }
.table inverse at 0x120 for base.inv.a16 { s0=0x300, d=0x310, len=1 }
base.or.a16 @copy deposit(0,0x07)
end
.core 1
base.inv.a16 @inverse fetch(0,0x07,1)
end
";

#[test]
fn two_cores_under_any_schedule() {
    let schedules = (0..200).map(Schedule::Random).chain([Schedule::RoundRobin]);
    for schedule in schedules {
        let (machine, ran) = run(PAIR, Settings { schedule, ..Settings::default() });
        assert_eq!(ran.map(|ran| ran.instructions), Ok(2), "{schedule:?}");
        assert_eq!(bytes(&machine, 0x310), [0xa5], "{schedule:?}");
        assert_eq!(machine.keys().read(0, 7), 0);
    }
}

/// The other way round: core 0 waits a turn.
#[test]
fn a_core_without_keys_passes_its_turn() {
    let (data, code) = PAIR.split_at(PAIR.find("base.or.a16 @copy").unwrap());
    let source = format!("{data}.core 1\n{}", code.replace(".core 1", ".core 0"));
    let (machine, ran) = run(&source, Settings::default());
    assert_eq!(ran, Ok(Ran { instructions: 2, foreign: 0, waits: 1 }));
    assert_eq!(bytes(&machine, 0x310), [0xa5]);
}

/// XC-04.
#[test]
fn deadlock() {
    let source = ".table t at 0x100 for base.inv.a16 { s0=0x200, d=0x300, len=1 }\nbase.inv.a16 @t fetch(3,0xFF,2)\nend\n";
    let (mut machine, cores) = machine(source, Settings::default());
    machine.preset(3, 0xff, 1);
    let stopped = machine.run(&cores).unwrap_err();
    assert_eq!((stopped.core, stopped.index, stopped.error.kind), (0, 0, Kind::Deadlock));
    assert!(stopped.error.message.contains("table 3, entry FF, present 1, wanted 2"), "{stopped}");
    assert_eq!((machine.keys().read(3, 0xff), bytes(&machine, 0x300)), (1, [0]));
}

#[test]
fn nothing_changes_where_a_key_does_not_fit() {
    let source = ".table t at 0x100 for base.inv.a16 { s0=0x200, d=0x300, len=1 }\nbase.inv.a16 @t fetch(1,0x01,2) deposit(0,0x00)\nend\n";
    let (mut machine, cores) = machine(source, Settings::default());
    machine.preset(0, 0, 255);
    machine.preset(1, 1, 3);
    let before = machine.keys().clone();
    assert_eq!(stopped(machine.run(&cores)), (0, 0, Kind::KeyOverflow));
    assert_eq!((machine.keys(), bytes(&machine, 0x300)), (&before, [0]));
    // What is fetched makes room for what is deposited.
    let source = source.replace("fetch(1,0x01,2)", "fetch(0,0x00,1)");
    let (mut machine, cores) = self::machine(&source, Settings::default());
    machine.preset(0, 0, 255);
    assert!(machine.run(&cores).is_ok());
    assert_eq!(machine.keys().read(0, 0), 255);
}

#[test]
fn keys_of_errors_come_back() {
    let source = "base.inv.a16 @0xFFFC fetch(2,0x05,1)\nend\n";
    let (mut machine, cores) = machine(source, Settings::default());
    machine.preset(2, 5, 1);
    assert_eq!(stopped(machine.run(&cores)), (0, 0, Kind::AddressRange));
    assert_eq!(machine.keys().read(2, 5), 1);
}

#[test]
fn keys_as_bits() {
    let source = ".table t at 0x100 for base.inv.a16 { s0=0x200, d=0x300, len=1 }\nbase.inv.a16 @t fetch(0,0xFF,2)\nend\n";
    let mut settings = Settings::default();
    settings.profile.key_bits = true;
    let (mut machine, cores) = machine(source, settings);
    machine.preset(0, 0xff, 1);
    assert_eq!(stopped(machine.run(&cores)), (0, 0, Kind::Deadlock));
    // Entries FF and 00 together are two keys.
    machine.preset(0, 0, 1);
    assert!(machine.run(&cores).is_ok());
    assert_eq!([0xff, 0].map(|entry| machine.keys().read(0, entry)), [0, 0]);
}

#[test]
fn ends() {
    // Instructions of other domains go to their handlers behind EXIT, those of Unity are skipped (XDSA-D03).
    let source = "exit\nbase.inv.a16 @0xFFFC\n.domain 0x80 00000000000000000000000000000000\nend\n";
    let (_, ran) = run(source, Settings::default());
    assert_eq!(stopped(ran), (0, 2, Kind::UnsupportedDomain));
    let (_, ran) = run("exit\n.raw FF000000000000000000000000000000\nend\n", Settings::default());
    assert_eq!(ran, Ok(Ran::default()));
    let (_, ran) = run("exit\n", Settings::default());
    assert_eq!(stopped(ran), (0, 1, Kind::NoEnd));
    let (_, ran) = run(".domain 0x08 00000000000000000000000000000000\n", Settings::default());
    assert_eq!(stopped(ran), (0, 0, Kind::ReservedDomain));
    let (_, ran) = run(".domain 0x01 00000000000000000000000000000000\n", Settings::default());
    assert_eq!(stopped(ran), (0, 0, Kind::UnsupportedDomain));
}

/// A loop of one branch: 5 steps are done, the sixth is too much.
#[test]
fn steps() {
    let source = ".table t at 0x100 for base.cond.a16 { p0=0x200, unit=uint8, w0=9, w1=0 }\nbase.cond.a16 @t\nend\n";
    let settings = Settings { defaults: true, steps: Some(5), ..Settings::default() };
    let (_, ran) = run(source, settings.clone());
    assert_eq!(stopped(ran), (0, 0, Kind::StepLimit));
    // A true predicate goes to no instruction.
    let (_, ran) = run(&format!(".org 0x200\n.bytes 01\n{source}"), settings);
    assert_eq!(stopped(ran), (0, 0, Kind::BadTarget));
}

#[test]
fn branches_go_to_unity_or_end() {
    let source = ".table t at 0x100 for base.cond.a16 { p0=0x200, unit=uint8, w0=0, w1=2 }\nbase.cond.a16 @t\n.domain 0x80 00000000000000000000000000000000\nend\n";
    let settings = || Settings { defaults: true, ..Settings::default() };
    assert_eq!(run(source, settings()).1.map(|ran| ran.instructions), Ok(1));
    let (_, ran) = run(&source.replace("w1=2", "w1=1"), settings());
    assert_eq!(stopped(ran), (0, 0, Kind::BadTarget));
}

/// XDSA-D09: the counters are bytes of memory, both ways.
#[test]
fn mapped_keys() {
    let source = "\
.org 0x200
.bytes 05
.table preset at 0x100 for base.or.a16 { s0=0x200, s1=0x200, d=0x1007, len=1 }
.table look at 0x120 for base.or.a16 { s0=0x1007, s1=0x1007, d=0x300, len=1 }
base.or.a16 @preset
base.or.a16 @look fetch(1,0x07,2) deposit(1,0x07)
end
";
    let mut settings = Settings::default();
    settings.mapped[1] = Some(0x1000);
    let (machine, ran) = run(source, settings);
    assert!(ran.is_ok());
    // Two of five are fetched before the instruction reads the counter.
    assert_eq!((bytes(&machine, 0x300), machine.keys().read(1, 7)), ([3], 4));
    assert_eq!(bytes(&machine, 0x1007), [4]);
}

/// An engine that adds a byte to a sum in its own memory, and gives a key for each.
struct Adder;

impl DomainHandler for Adder {
    fn execute(&mut self, payload: &[u8; 16], shared: &mut Shared<'_>) -> Result<Handled, Error> {
        if !shared.keys.try_fetch(0, payload[0], 1) {
            return Ok(Handled::Waits);
        }
        let [mut value, mut sum] = [[0], [0]];
        shared.unity.read(0x300, &mut value);
        shared.own.read(0, &mut sum);
        shared.own.write(0, &[sum[0].wrapping_add(value[0])]);
        shared.keys.deposit(0, payload[1]);
        Ok(Handled::Done)
    }
}

#[test]
fn another_domain_synchronises_like_a_core() {
    let source = "\
.org 0x200
.bytes 21
.table t at 0x100 for base.or.a16 { s0=0x200, s1=0x200, d=0x300, len=1 }
base.or.a16 @t deposit(0,0x01)
.table u at 0x120 for base.inv.a16 { s0=0x300, d=0x300, len=1 }
base.inv.a16 @u fetch(0,0x02,1) deposit(0,0x01)
end
.core 1
.domain 0x80 01020000000000000000000000000000
.domain 0x80 01020000000000000000000000000000
end
";
    let (mut machine, cores) = machine(source, Settings::default());
    machine.handle(0x80, Box::new(Adder)).unwrap();
    let ran = machine.run(&cores).unwrap();
    assert_eq!((ran.instructions, ran.foreign), (2, 2));
    let mut sum = [0];
    machine.domain_mut(0x80).read(0, &mut sum);
    assert_eq!(sum, [0xff]);
    assert_eq!(machine.keys().read(0, 2), 1);
    assert!(machine.handle(0x7f, Box::new(Adder)).is_err());
}
