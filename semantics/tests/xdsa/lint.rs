//! The checker: planted races, deadlocks and lost keys, each found with both instructions; correct programs, about which it is silent
//! (XDSA-D08, D112).

use rstest::rstest;
use seeded::{Draw, Random};
use semantics::machine::{How, Machine};
use semantics::source::Diagnostic;
use semantics::xdsa::XdsaMachine;
use std::fmt::Write as _;

fn findings(source: &str, lints: &[&str]) -> Vec<Diagnostic> {
    let how = How { lints, ..How::default() };
    let program = XdsaMachine.read(&mut source.as_bytes(), &how);
    let program = program.unwrap_or_else(|error| panic!("{source}\n{error}"));
    assert_eq!(program.warnings().1, 0);
    program.warnings().0.to_vec()
}

/// An instruction that inverts `from` into `to`.
#[derive(Clone, Debug)]
struct Task {
    core: usize,
    /// Buffers that it reads, at most two (the second by `or`).
    from: Vec<usize>,
    to: usize,
    fetch: Option<(usize, usize)>,
    deposit: Option<usize>,
}

/// Buffers are 8 bytes apart from 0x1000 on, tables 8 bytes apart from 0x100 on.
fn text(tasks: &[Task], keys: &str) -> String {
    let cores = tasks.iter().map(|task| task.core).max().unwrap_or(0);
    let mut source = String::from(keys);
    for core in 0..=cores {
        let _ = writeln!(source, ".core {core}");
        for (n, task) in tasks.iter().enumerate().filter(|(_, task)| task.core == core) {
            let place = |buffer: usize| 0x1000 + 8 * buffer;
            let name = if task.from.len() > 1 { "base.or" } else { "base.inv" };
            let second =
                task.from.get(1).map(|b| format!(" s1={:#x},", place(*b))).unwrap_or_default();
            let _ = writeln!(
                source,
                ".table t{n} at {:#x} for {name}.a16 {{ s0={:#x},{second} d={:#x}, len=8 }}",
                0x100 + 8 * n,
                place(task.from[0]),
                place(task.to),
            );
            let fetch = task.fetch.map(|(e, n)| format!(" fetch({},{},{n})", e / 256, e % 256));
            let deposit = task.deposit.map(|e| format!(" deposit({},{})", e / 256, e % 256));
            let _ = writeln!(
                source,
                "{name}.a16 @t{n}{}{}",
                fetch.unwrap_or_default(),
                deposit.unwrap_or_default()
            );
        }
        source.push_str("end\n");
    }
    source
}

/// A program whose every conflict is ordered by construction: tasks in one order of time; a task waits for some that were before it on
/// other cores, each of which gives one key to it alone; it reads what is surely done and writes a buffer of its own, or one that
/// nobody uses any more.
fn correct(random: &mut Random) -> Vec<Task> {
    let cores = 2 + random.below(3) as usize;
    let count = 4 + random.below(12) as usize;
    let mut tasks: Vec<Task> = Vec::new();
    // before[n]: what is surely done before n begins.
    let mut before: Vec<Vec<bool>> = Vec::new();
    for n in 0..count {
        let core = random.below(cores as u64) as usize;
        let mut done = vec![false; n];
        for i in 0..n {
            if tasks[i].core == core {
                done[i] = true;
            }
        }
        let free = |tasks: &[Task], i: usize| tasks[i].core != core && tasks[i].deposit.is_none();
        let mut producers: Vec<usize> = (0..n).filter(|i| free(&tasks, *i)).collect();
        while producers.len() > random.below(4) as usize {
            producers.swap_remove(random.below(producers.len() as u64) as usize);
        }
        for producer in &producers {
            tasks[*producer].deposit = Some(n);
            done[*producer] = true;
        }
        for i in (0..n).rev() {
            if done[i] {
                for k in 0..i {
                    done[k] |= before[i][k];
                }
            }
        }
        let known: Vec<usize> = (0..n).filter(|i| done[*i]).collect();
        let mut from: Vec<usize> = Vec::new();
        for _ in 0..1 + random.below(2) {
            // What an earlier task wrote, if everybody who wrote that buffer is done; else a constant.
            let pick = known.get(random.below(known.len().max(1) as u64) as usize);
            let sure = pick.filter(|i| {
                tasks.iter().enumerate().all(|(k, task)| task.to != tasks[**i].to || done[k])
            });
            from.push(sure.map_or(200 + n, |i| tasks[*i].to));
        }
        // A buffer that was used, if all its users are done.
        let old = random.below(n as u64 + 1) as usize;
        let idle = tasks.iter().enumerate().all(|(k, task)| {
            let uses = task.to == old || task.from.contains(&old);
            !uses || done[k]
        });
        let to = if idle { old } else { n };
        let fetch = (!producers.is_empty()).then_some((n, producers.len()));
        tasks.push(Task { core, from, to, fetch, deposit: None });
        before.push(done);
    }
    tasks
}

#[test]
fn silent_on_correct_programs() {
    let mut random = Random::of("xdsa-lint");
    let (mut fetches, mut shared) = (0, 0);
    for _ in 0..200 {
        let tasks = correct(&mut random);
        let source = text(&tasks, "");
        // A buffer written in place is no shifted overlap.
        let found: Vec<Diagnostic> = findings(&source, &[]);
        assert!(found.is_empty(), "{source}\n{found:#?}");
        fetches += tasks.iter().filter(|task| task.fetch.is_some()).count();
        shared += tasks.iter().filter(|task| task.from.iter().any(|b| *b < 200)).count();
    }
    assert!(fetches > 300 && shared > 200, "{fetches} {shared}");
}

/// Programs that use keys, from which faults are made: a chain, a fan in, a fan out by a second key, a ring.
fn chain() -> Vec<Task> {
    let task = |core, from, to, fetch, deposit| Task { core, from: vec![from], to, fetch, deposit };
    vec![
        task(0, 200, 0, None, Some(1)),
        task(1, 0, 1, Some((1, 1)), Some(2)),
        task(2, 1, 2, Some((2, 1)), Some(3)),
        task(0, 2, 3, Some((3, 1)), None),
    ]
}

fn fan() -> Vec<Task> {
    let task = |core, from: &[usize], to, fetch, deposit| Task {
        core,
        from: from.to_vec(),
        to,
        fetch,
        deposit,
    };
    vec![
        task(0, &[200], 0, None, Some(9)),
        task(1, &[201], 1, None, Some(9)),
        task(2, &[0, 1], 2, Some((9, 2)), Some(300)),
        task(3, &[2], 3, Some((300, 1)), None),
    ]
}

/// A buffer that is written twice: the second writer waits until the reader is done.
fn reuse() -> Vec<Task> {
    let task = |core, from, to, fetch, deposit| Task { core, from: vec![from], to, fetch, deposit };
    vec![
        task(0, 200, 0, None, Some(1)),
        task(1, 0, 1, Some((1, 1)), Some(2)),
        task(0, 201, 0, Some((2, 1)), Some(3)),
        task(1, 0, 2, Some((3, 1)), None),
    ]
}

const RACE: &str = "XDSA-W-RACE";
const DEADLOCK: &str = "XDSA-W-DEADLOCK";
const KEYS: &str = "XDSA-W-KEYS";

/// A fault that is planted: the program, the task, what is done to it; the code that tells it, and whether it names two instructions.
#[rstest]
#[case::chain_1_does_not_wait(chain(), 1, "no fetch", RACE, true)]
#[case::chain_2_does_not_wait(chain(), 2, "no fetch", RACE, true)]
#[case::chain_3_does_not_wait(chain(), 3, "no fetch", RACE, true)]
#[case::chain_0_gives_nothing(chain(), 0, "no deposit", DEADLOCK, false)]
#[case::chain_1_gives_nothing(chain(), 1, "no deposit", DEADLOCK, false)]
#[case::chain_2_gives_nothing(chain(), 2, "no deposit", DEADLOCK, false)]
#[case::chain_0_gives_elsewhere(chain(), 0, "deposit 77", DEADLOCK, false)]
#[case::chain_2_gives_to_itself(chain(), 2, "deposit 2", DEADLOCK, false)]
#[case::chain_1_wants_two(chain(), 1, "fetch two", DEADLOCK, false)]
#[case::chain_3_wants_two(chain(), 3, "fetch two", DEADLOCK, false)]
#[case::chain_1_fetches_elsewhere(chain(), 1, "fetch 5", DEADLOCK, false)]
#[case::chain_3_gives_what_was_fetched(chain(), 3, "deposit 1", KEYS, true)]
#[case::chain_3_gives_for_nobody(chain(), 3, "deposit 40", KEYS, false)]
#[case::fan_first_writes_what_the_other_reads(fan(), 0, "to 201", RACE, true)]
#[case::fan_other_reads_what_the_first_writes(fan(), 1, "from 0", RACE, true)]
#[case::fan_first_gives_nothing(fan(), 0, "no deposit", DEADLOCK, false)]
#[case::fan_wants_one(fan(), 2, "fetch one", RACE, true)]
#[case::fan_wants_three(fan(), 2, "fetch three", DEADLOCK, false)]
#[case::fan_does_not_wait(fan(), 2, "no fetch", RACE, true)]
#[case::fan_last_does_not_wait(fan(), 3, "no fetch", RACE, true)]
#[case::fan_last_fetches_of_the_first(fan(), 3, "fetch 9", DEADLOCK, false)]
#[case::fan_both_write_one_place(fan(), 1, "to 0", RACE, true)]
#[case::fan_first_reads_what_the_other_writes(fan(), 0, "from 1", RACE, true)]
#[case::reuse_reader_gives_nothing(reuse(), 1, "no deposit", DEADLOCK, false)]
#[case::reuse_writer_does_not_wait(reuse(), 2, "no fetch", RACE, true)]
#[case::reuse_second_reader_does_not_wait(reuse(), 3, "no fetch", RACE, true)]
#[case::reuse_writer_wants_the_other(reuse(), 2, "fetch 3", DEADLOCK, true)]
#[case::reuse_reader_takes_the_second(reuse(), 1, "fetch 3", DEADLOCK, true)]
#[case::reuse_first_gives_the_second(reuse(), 0, "deposit 3", DEADLOCK, true)]
#[case::reuse_keys_are_there_before(reuse(), 9, "key 2", RACE, true)]
fn planted(
    #[case] mut tasks: Vec<Task>,
    #[case] at: usize,
    #[case] fault: &str,
    #[case] code: &str,
    #[case] both: bool,
) {
    assert_eq!(findings(&text(&tasks, ""), &[]), [], "before the fault");
    let mut keys = String::new();
    match fault.split_once(' ').unwrap() {
        ("no", "fetch") => tasks[at].fetch = None,
        ("no", _) => tasks[at].deposit = None,
        ("deposit", entry) => tasks[at].deposit = entry.parse().ok(),
        ("fetch", count) => {
            let (entry, _) = tasks[at].fetch.unwrap();
            tasks[at].fetch = match count {
                "one" => Some((entry, 1)),
                "two" => Some((entry, 2)),
                "three" => Some((entry, 3)),
                other => other.parse().ok().map(|entry| (entry, 1)),
            };
        }
        ("to", buffer) => tasks[at].to = buffer.parse().unwrap(),
        ("from", buffer) => tasks[at].from = vec![buffer.parse().unwrap()],
        (_, entry) => keys = format!(".key (0,{entry},1)\n"),
    }
    let source = text(&tasks, &keys);
    let found = findings(&source, &[]);
    let told: Vec<&Diagnostic> = found.iter().filter(|d| d.code == code).collect();
    assert!(!told.is_empty(), "{source}\n{found:#?}");
    if both {
        assert!(told.iter().any(|d| d.earlier.is_some()), "{source}\n{found:#?}");
    }
}

/// A ring buffer of two places: a "full" and an "empty" entry, the latter with two keys before.
#[test]
fn a_ring_buffer() {
    let mut tasks = Vec::new();
    for n in 0..6 {
        let place = n % 2;
        tasks.push(Task {
            core: 0,
            from: vec![200 + n],
            to: place,
            fetch: Some((1, 1)),
            deposit: Some(0),
        });
        tasks.push(Task {
            core: 1,
            from: vec![place],
            to: 100 + n,
            fetch: Some((0, 1)),
            deposit: Some(1),
        });
    }
    let found = findings(&text(&tasks, ".key (0,1,2)\n"), &[]);
    // Two keys are left over where it ends: the ring is empty again.
    let codes: Vec<&str> = found.iter().map(|d| d.code).collect();
    assert_eq!(codes, [KEYS], "{found:#?}");
    // One key too many: a place is written before it is read.
    let found = findings(&text(&tasks, ".key (0,1,3)\n"), &[]);
    assert!(found.iter().any(|d| d.code == RACE), "{found:#?}");
    // None: nobody begins.
    let found = findings(&text(&tasks, ""), &[]);
    assert!(found.iter().any(|d| d.code == DEADLOCK), "{found:#?}");
}

/// On request an instruction without BLK runs on (XDSA-D08).
#[test]
fn instructions_that_run_on() {
    let source = "\
.table a at 0x100 for base.inv.a16 { s0=0x200, d=0x300, len=4 }
.table b at 0x120 for base.inv.a16 { s0=0x302, d=0x400, len=1 }
base.inv.a16 @a
base.inv.a16 @b
end
";
    assert_eq!(findings(source, &[]), []);
    let strict = &["XDSA-W-BLOCK"][..];
    let found = findings(source, strict);
    assert_eq!((found.len(), found[0].code, found[0].line), (1, "XDSA-W-BLOCK", 4));
    assert_eq!(found[0].earlier.as_ref().map(|e| e.line), Some(3));
    assert_eq!(findings(&source.replace("@a", "@a block"), strict), []);
    let key = source.replace("@a", "@a deposit(0,1)").replace("@b", "@b fetch(0,1,1)");
    assert_eq!(findings(&key, strict), []);
}

#[test]
fn other_findings() {
    let overlap =
        ".table a at 0x100 for base.inv.a16 { s0=0x200, d=0x201, len=4 }\nbase.inv.a16 @a\nend\n";
    let found = findings(overlap, &[]);
    assert_eq!((found.len(), found[0].code, found[0].line), (1, "XDSA-W-OVERLAP", 2));
    assert_eq!(findings(&overlap.replace("0x201", "0x200"), &[]), []);
    let stops =
        ".table a at 0x100 for base.inv.a16 { s0=0x200, d=0xFFFF, len=4 }\nbase.inv.a16 @a\nend\n";
    let found = findings(stops, &[]);
    assert_eq!((found.len(), found[0].code), (1, "XDSA-W-STOPS"));
    assert!(found[0].message.contains("AddressRange"), "{}", found[0].message);
    let full = format!(
        ".key (0,1,255)\n{}",
        overlap.replace("0x201", "0x200").replace("@a\n", "@a deposit(0,1)\n")
    );
    let codes: Vec<&str> = findings(&full, &[]).iter().map(|d| d.code).collect();
    assert_eq!(codes, [KEYS, "XDSA-W-OVERFLOW"]);
    let unseen = "base.case.a16 @0\nend\n.core 1\nend\n";
    assert!(findings(unseen, &[]).iter().any(|d| d.code == "XDSA-W-UNSEEN"));
}

/// Bytes and tables over bytes and tables; side by side they are silent.
#[test]
fn memory_that_is_written_over() {
    let found = |source: &str| -> Vec<(String, u32, Option<u32>)> {
        let all = findings(source, &[]);
        let all = all.iter().filter(|d| d.code == "XDSA-W-DATA");
        all.map(|d| (d.message.clone(), d.line, d.earlier.as_ref().map(|e| e.line))).collect()
    };
    let over = |address: &str, line, earlier| {
        let message =
            format!("memory from {address} on is written over what line {earlier} puts there");
        vec![(message, line, Some(earlier))]
    };
    assert_eq!(
        found(".org 0x10\n.bytes 01 02 03\n.org 0x12\n.bytes 04\nend\n"),
        over("0x12", 4, 2)
    );
    assert_eq!(
        found(".org 0x12\n.bytes 01 02\n.org 0x10\n.bytes 01 02 03\nend\n"),
        over("0x12", 4, 2)
    );
    assert_eq!(found(".org 0x10\n.bytes 01 02 03\n.org 0x13\n.bytes 04\nend\n"), []);
    let table = ".table t at 0x100 for base.inv.a16 { s0=0x200, d=0x300, len=1 }";
    assert_eq!(found(&format!(".org 0x101\n.bytes 04\n{table}\nend\n")), over("0x101", 3, 2));
    assert_eq!(found(&format!("{table}\n.org 0x1ff\n.bytes 04\nend\n")), []);
}
