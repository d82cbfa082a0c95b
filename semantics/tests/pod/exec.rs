//! Execution against values of the guide's conformance programs (POD-T01 to POD-T45), and against what decisions say.

use seeded::{Draw, Random};
use semantics::pod::check::Packer;
use semantics::pod::isa::{Flag, Operation, Packet, Slot, forms};
use semantics::pod::text::parse_line;
use semantics::pod::{Array, Effects, Fault, Shape, Warning};

/// The packets of lines.
fn packets(code: &[&str]) -> Vec<Packet> {
    let mut packer = Packer::default();
    let mut all = Vec::new();
    for (at, line) in code.iter().enumerate() {
        let instruction = parse_line(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        all.extend(packer.take(instruction, at as u32 + 1));
    }
    all.extend(packer.close());
    all.iter().map(|issue| issue.packet).collect()
}

/// Runs lines, with the warnings of each packet.
fn run(array: &mut Array, code: &[&str]) -> Result<Vec<Vec<Warning>>, Fault> {
    let mut effects = Effects::default();
    packets(code)
        .iter()
        .map(|packet| {
            array.step(packet, &mut effects)?;
            Ok(effects.warnings.iter().collect())
        })
        .collect()
}

fn array(columns: u32, rows: u32) -> Array {
    Array::new(Shape::new(columns, rows, Shape::SRAM).expect("a shape"))
}

fn number(text: &str) -> u128 {
    match text.strip_prefix("0x") {
        Some(hex) => u128::from_str_radix(hex, 16).expect("hex"),
        None => text.parse().expect("a number"),
    }
}

fn bytes(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn address(target: &str) -> usize {
    number(&target[target.find('[').unwrap() + 1..target.len() - 1]) as usize
}

fn flag(name: &str) -> Option<Flag> {
    Some(match name {
        "CF" => Flag::Carry,
        "ZF" => Flag::Zero,
        "SF" => Flag::Sign,
        "OF" => Flag::Overflow,
        _ => return None,
    })
}

/// The PEs of a target, and its rest.
fn pes<'a>(array: &Array, target: &'a str) -> (std::ops::Range<usize>, &'a str) {
    let one = target.strip_prefix("pe").and_then(|rest| rest.split_once('.'));
    match one.and_then(|(pe, rest)| Some((pe.parse::<usize>().ok()?, rest))) {
        Some((pe, rest)) => (pe..pe + 1, rest),
        None => (0..array.pes(), target),
    }
}

fn set(array: &mut Array, target: &str, value: &str) {
    let (range, name) = pes(array, target);
    if name.starts_with("sys[") {
        array.system_mut().write(address(name) as u64, &bytes(value));
        return;
    }
    for pe in range {
        if name.starts_with("mem[") {
            let (at, bytes) = (address(name), bytes(value));
            array.sram_mut(pe)[at..at + bytes.len()].copy_from_slice(&bytes);
        } else if let Some(flag) = flag(name) {
            let flags = array.flags(pe) & !(1 << flag.bit());
            array.set_flags(pe, flags | (number(value) as u32) << flag.bit());
        } else if let Some(n) = name.strip_prefix("xmm") {
            array.set_xmm(pe, n.parse().unwrap(), number(value));
        } else {
            array.set_general(pe, name[1..].parse().unwrap(), number(value) as u64);
        }
    }
}

fn expect(array: &Array, count: usize, id: &str, target: &str, value: &str) {
    let (range, name) = pes(array, target);
    for pe in range {
        let place = format!("{id}: {target} of PE {pe}");
        if name.starts_with("mem[") || name.starts_with("sys[") {
            let wanted = bytes(value);
            let mut found = vec![0; wanted.len()];
            match name.starts_with("sys[") {
                true => array.system().read(address(name) as u64, &mut found),
                false => found.copy_from_slice(&array.sram(pe)[address(name)..][..wanted.len()]),
            }
            assert_eq!(found, wanted, "{place}");
            continue;
        }
        let found: u128 = match name {
            "packets" => count as u128,
            "mask" => array.mask(pe).into(),
            "drb" => array.buffer().into(),
            _ if flag(name).is_some() => (array.flags(pe) >> flag(name).unwrap().bit() & 1).into(),
            _ => match name.strip_prefix("xmm") {
                Some(n) => array.xmm(pe, n.parse().unwrap()),
                None => array.general(pe, name[1..].parse().unwrap()).into(),
            },
        };
        assert_eq!(format!("{found:#x}"), format!("{:#x}", number(value)), "{place}");
    }
}

/// The programs of the guide, by value.
#[test]
fn conformance() {
    let text = include_str!("conformance.cases");
    let mut seen = 0;
    for case in text.split("\ntest ").skip(1) {
        let id = case.split(' ').next().unwrap();
        let of = |key: &'static str| {
            case.lines().filter_map(move |line| line.strip_prefix(key)?.strip_prefix(' '))
        };
        let pairs = |key| of(key).flat_map(|l| l.split(' ')).map(|p| p.split_once('=').unwrap());
        let (columns, rows) = of("array").next().unwrap().split_once('x').unwrap();
        let mut array = array(columns.parse().unwrap(), rows.parse().unwrap());
        pairs("init").for_each(|(target, value)| set(&mut array, target, value));
        for (target, value) in pairs("mem") {
            let pe = target.strip_prefix("pe").and_then(|t| t.split_once('['));
            let target = match pe {
                Some((pe, rest)) => format!("pe{pe}.mem[{rest}"),
                None => format!("mem{target}"),
            };
            set(&mut array, &target, value);
        }
        for (target, value) in pairs("sys") {
            set(&mut array, &format!("sys{target}"), value);
        }
        let code: Vec<&str> = of("code").collect();
        run(&mut array, &code).unwrap_or_else(|e| panic!("{id}: {e}"));
        let count = packets(&code).len();
        pairs("expect").for_each(|(target, value)| expect(&array, count, id, target, value));
        seen += 1;
    }
    assert_eq!(seen, 45);
}

/// Interesting words of 32 bits: numbers near 1, zeros, subnormals, limits, infinities, NaN, any bits.
fn word(random: &mut Random) -> u32 {
    let any = random.next() as u32;
    let sign = any & 1 << 31;
    match random.below(12) {
        0 => sign,
        1 => sign | any & 0x007f_ffff,
        2 => sign | 0x7f80_0000,
        3 => sign | 0x7f80_0000 | any & 0x007f_ffff,
        4 => sign | 0x7f7f_ffff,
        5 => sign | 0x0080_0000 | any & 0xff,
        6 => any,
        _ => sign | 0x3f00_0000 | any & 0x01ff_ffff,
    }
}

/// A pass over the lanes of all PEs is what each PE does alone, sticky bits included, masked PEs left alone.
#[test]
fn passes_are_the_definition() {
    let mut random = Random::of("passes");
    let mut effects = Effects::default();
    let side = Shape::new(4, 2, 64).expect("a shape");
    for form in forms().iter().filter(|form| form.slot == Slot::X) {
        if matches!(form.operation, Operation::TransferXmm(_)) {
            continue;
        }
        for round in 0..40 {
            let packet = Packet::of(form.instruction(1, 2, (3 + round % 29).into()));
            let mut all = Array::new(side);
            let control = (random.next() as u32) & 0xffc0;
            let mut alone: Vec<Array> = (0..all.pes())
                .map(|_| Array::new(Shape::new(1, 1, 64).expect("a shape")))
                .collect();
            for (pe, one) in alone.iter_mut().enumerate() {
                for n in 1..32 {
                    let specials = round % 3 == 0;
                    let value = (0..4).fold(0, |all, _| {
                        let word = if specials {
                            word(&mut random)
                        } else {
                            0x3f00_0000 | random.next() as u32 >> 9
                        };
                        all << 32 | u128::from(word)
                    });
                    all.set_xmm(pe, n, value);
                    one.set_xmm(0, n, value);
                }
                let mask = if round % 4 == 1 && random.below(3) == 0 { 0 } else { u64::MAX };
                let sticky = if round % 2 == 0 { 0x3f } else { random.next() as u32 & 0x3f };
                for (array, pe) in [(&mut all, pe), (one, 0)] {
                    array.set_mask(pe, mask);
                    array.set_ar(pe, 2, (control | sticky).into());
                }
            }
            all.step(&packet, &mut effects).expect("no memory");
            for (pe, one) in alone.iter_mut().enumerate() {
                one.step(&packet, &mut effects).expect("no memory");
                let place = format!("{form}, {control:x}, PE {pe}");
                assert_eq!(all.xmm(pe, 1), one.xmm(0, 1), "{place}");
                assert_eq!(all.mxcsr(pe), one.mxcsr(0), "{place}");
            }
        }
    }
}
