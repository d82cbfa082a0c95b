//! The conformance programs (`tests/golden/pod`), read and judged without the simulator.

use oracle::plain::pod::Machine;
use semantics::pod::check::{Issue, Packer};
use semantics::pod::code;
use semantics::pod::isa::Packet;
use semantics::pod::text::parse_line;
use tests::pod::set;
use vectors::programs::pod::{Init, Place};

/// What one case says.
#[derive(Default)]
struct Case<'a> {
    id: &'a str,
    columns: u32,
    rows: u32,
    init: Vec<(String, &'a str)>,
    code: Vec<&'a str>,
    expect: Vec<(&'a str, &'a str)>,
    error: Option<&'a str>,
}

fn cases(source: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for line in source.lines() {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        if key == "test" {
            let id = rest.split(' ').next().expect("an id");
            cases.push(Case { id, columns: 1, rows: 1, ..Case::default() });
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        let pairs = || rest.split_whitespace().filter_map(|pair| pair.split_once('='));
        match key {
            "array" | "set" => {
                let shape = rest.trim_start_matches("array=");
                let (columns, rows) = shape.split_once('x').expect("CxR");
                case.columns = columns.parse().expect("columns");
                case.rows = rows.split(' ').next().and_then(|n| n.parse().ok()).expect("rows");
            }
            "init" => case.init.extend(pairs().map(|(name, value)| (name.to_owned(), value))),
            // `mem pe0[0x100]` and `sys [0x100]`
            "mem" | "sys" => {
                let name = |name: &str| name.replace('[', &format!(".{key}[")).replace(' ', "");
                case.init.extend(pairs().map(|(target, value)| (name(target), value)));
            }
            "code" => case.code.push(rest),
            "expect" => case.expect.extend(pairs()),
            "error" => case.error = Some(rest),
            _ => {}
        }
    }
    cases
}

fn number(text: &str) -> u128 {
    let digits = text.strip_prefix("0x");
    digits.map_or_else(|| text.parse(), |hex| u128::from_str_radix(hex, 16)).expect(text)
}

fn bytes(text: &str) -> Vec<u8> {
    let pair = |i| u8::from_str_radix(&text[i..i + 2], 16).expect("hex digits");
    (0..text.len()).step_by(2).map(pair).collect()
}

/// The PE, and the rest of the name.
fn target(name: &str) -> (Option<usize>, &str) {
    let named = name.strip_prefix("pe").and_then(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        Some((rest[..end].parse().ok()?, rest[end..].trim_start_matches('.')))
    });
    named.map_or((None, name), |(pe, rest)| (Some(pe), rest))
}

/// The address in brackets.
fn address(name: &str) -> Option<u64> {
    let (_, rest) = name.split_once('[')?;
    Some(number(rest.trim_end_matches(']')) as u64)
}

const FLAGS: [(&str, u32); 4] = [("CF", 0), ("ZF", 6), ("SF", 7), ("OF", 11)];

fn start(machine: &mut Machine, key: &str, value: &str) {
    let (pe, name) = target(key);
    if let Some((_, bit)) = FLAGS.iter().find(|(flag, _)| *flag == name) {
        let value = number(value) as u32;
        machine.pes.iter_mut().for_each(|pe| pe.flags |= value << bit);
        return;
    }
    let name = name.trim_start_matches('.');
    let digits = name.trim_start_matches(char::is_alphabetic);
    let register = || digits.parse::<u8>().expect("a register's number");
    let place = match (name.trim_end_matches(digits), address(name)) {
        (_, Some(at)) if name.starts_with("sys") => Place::System(at, bytes(value)),
        (_, Some(at)) => Place::Local(at, bytes(value)),
        ("xmm", None) => Place::Xmm(register(), number(value)),
        ("mask", None) => Place::Ar(0, number(value) as u64),
        ("ar", None) => Place::Ar(register(), number(value) as u64),
        ("r", None) => Place::General(register(), number(value) as u64),
        _ => panic!("no target `{key}`"),
    };
    set(machine, &Init { pe, place });
}

/// What a target holds, as the case writes it: a number, or bytes.
fn holds(machine: &Machine, pe: usize, name: &str, count: usize) -> Result<u128, Vec<u8>> {
    let state = &machine.pes[pe];
    if let Some((_, bit)) = FLAGS.iter().find(|(flag, _)| *flag == name) {
        return Ok((state.flags >> bit & 1).into());
    }
    if let Some(at) = address(name) {
        let byte = |i| match name.starts_with("sys") {
            true => machine.system.get(&(at + i)).copied().unwrap_or(0),
            false => state.sram[(at + i) as usize],
        };
        return Err((0..count as u64 / 2).map(byte).collect());
    }
    Ok(match name {
        "mask" => state.mask.into(),
        "drb" => machine.buffer.into(),
        "flags" => machine.or_flags().into(),
        "packets" => machine.counters.packets.into(),
        "cycles" => machine.counters.cycles.into(),
        "stalls" => machine.counters.stalls.into(),
        "flops" => machine.counters.flops.into(),
        "warnings" => machine.counters.warnings.into(),
        _ => match name.split_at(name.find(|c: char| c.is_ascii_digit()).expect(name)) {
            ("r", n) => state.general[n.parse::<usize>().expect(name)].into(),
            ("xmm", n) => state.xmm[n.parse::<usize>().expect(name)],
            ("ar", n) => state.ar(n.parse().expect(name)).into(),
            _ => panic!("no target `{name}`"),
        },
    })
}

/// A packet of three words.
fn decode(words: &str) -> Result<Packet, String> {
    let words: Vec<u32> =
        words.split(' ').filter_map(|word| u32::from_str_radix(word, 16).ok()).collect();
    code::decode(words.try_into().map_err(|_| "three words")?).map_err(|e| format!("{e:?}"))
}

/// What stops a run, and not the assembler.
const STOPS: [&str; 2] = ["local-range", "pe-range"];

fn judge(case: &Case<'_>) {
    let mut machine = Machine::new(case.columns, case.rows, 131_072);
    case.init.iter().for_each(|(key, value)| start(&mut machine, key, value));
    let mut packer = Packer::default();
    let mut packets = Vec::new();
    for (at, line) in (0..).zip(&case.code) {
        if let Some(words) = line.strip_prefix(".packet ") {
            packets.extend(packer.close());
            let packet = decode(words).unwrap_or_else(|e| panic!("{}: {e}", case.id));
            packets.push(Issue { packet, lines: [at; 3], words: true });
            continue;
        }
        let instruction = parse_line(line).unwrap_or_else(|e| panic!("{}: {e}", case.id));
        packets.extend(packer.take(instruction, at));
    }
    packets.extend(packer.close());
    let stop = packets.iter().find_map(|issue| {
        let stop = machine.step(&issue.packet).err()?;
        Some(format!("{} at {}", stop.kind.name(), issue.line(stop.slot)))
    });
    assert_eq!(stop.as_deref(), case.error, "{}", case.id);
    for (key, value) in &case.expect {
        let (pe, name) = target(key);
        let pes = pe.map_or(0..machine.pes.len(), |pe| pe..pe + 1);
        for pe in pes {
            match holds(&machine, pe, name, value.len()) {
                Ok(found) => assert_eq!(found, number(value), "{} pe{pe}.{name}", case.id),
                Err(found) => assert_eq!(found, bytes(value), "{} pe{pe}.{name}", case.id),
            }
        }
    }
}

#[test]
fn conformance_programs() {
    let cases = cases(SOURCE);
    // The other errors are the assembler's.
    let stops = |error: &str| STOPS.iter().any(|stop| error.starts_with(stop));
    let run: Vec<_> = cases.iter().filter(|case| case.error.is_none_or(stops)).collect();
    run.iter().for_each(|case| judge(case));
    assert!(run.len() >= 60, "{} of {} cases", run.len(), cases.len());
}

const SOURCE: &str = include_str!("../../../golden/pod/conformance.cases");
