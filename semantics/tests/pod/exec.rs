//! Execution against what decisions say. The conformance programs are case files (`cases`).

use seeded::{Draw, Random};
use semantics::pod::check::Packer;
use semantics::pod::isa::{Operation, Packet, Slot, forms};
use semantics::pod::text::parse_line;
use semantics::pod::{Array, Effects, Fault, FaultKind, Shape, Warning};

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

/// One instruction's fault.
fn fault(array: &mut Array, code: &[&str]) -> (FaultKind, usize) {
    let fault = run(array, code).expect_err("a fault");
    (fault.kind, fault.pe)
}

/// POD-D46, D73, D76: the lowest PE is named, nothing changes in any slot, the end of an access is not reduced.
#[test]
fn errors_change_nothing() {
    let mut array = array(2, 1);
    array.step(&Packet::default(), &mut Effects::default()).expect("nothing to do");
    array.set_general(1, 2, 0x1ffff);
    let packet = ["add8zx r1 = r1, 1", "pintnot xmm1 = xmm1", "st2 local[ r2 + 0 ] = r1"];
    assert_eq!(fault(&mut array, &packet), (FaultKind::LocalRange, 1));
    assert_eq!((array.general(0, 1), array.xmm(0, 1), array.sram(0)[0]), (0, 0, 2));
    for address in [0x20000, u64::MAX, 1 << 40] {
        array.set_general(0, 2, address);
        assert_eq!(fault(&mut array, &packet), (FaultKind::LocalRange, 0), "{address:x}");
    }
    // The last byte; the displacement wraps around zero.
    array.set_general(0, 2, 0x1ffff);
    array.set_general(1, 2, 0x1ffff);
    run(&mut array, &["st1 local[ r2 + 0 ] = r1"]).expect("the last byte");
    array.set_general(0, 2, u64::MAX);
    array.set_general(1, 2, u64::MAX);
    run(&mut array, &["st1 local[ r2 + 1 ] = r1"]).expect("byte 0");
    // A masked PE makes no error (POD-D27).
    array.set_mask(0, 0);
    array.set_mask(1, 0);
    run(&mut array, &packet).expect("nobody does it");
}

/// POD-D45, D72: row and column are tested before the offset; podcol ignores the column's field, podrow the row's.
#[test]
fn other_pes() {
    let mut array = array(2, 2);
    let mut at = |address: u64, space: &str| {
        (0..4).for_each(|pe| array.set_general(pe, 2, address));
        let code = format!("ld8.zxt r1 = {space}[ r2 + 0 ]");
        run(&mut array, &[&code]).map(|_| ()).map_err(|f| (f.kind, f.pe))
    };
    assert_eq!(at(0x0200_0000, "podall"), Err((FaultKind::PeRange, 0)));
    assert_eq!(at(0x022f_ffff, "podcol"), Err((FaultKind::PeRange, 0)));
    assert_eq!(at(0x00f0_0000, "podcol"), Ok(()));
    assert_eq!(at(0x0f00_0000, "podrow"), Ok(()));
    assert_eq!(at(0x0020_0000, "podrow"), Err((FaultKind::PeRange, 0)));
    assert_eq!(at(0x0011_fff9, "podrow"), Err((FaultKind::LocalRange, 0)));
    assert_eq!(at(0xffff_ffff_0111_fff8, "podall"), Ok(()));
}

/// POD-D47 by hand, on 2x2: all stores go to PE 0. Its row's queue for column 0 holds PE 0, then PE 1; row 1's PE 2, then
/// PE 3. Slot 0: PE 0 (no hop), PE 2 (one hop); slot 1: PE 1, PE 3, which is last.
#[test]
fn deliveries() {
    let mut array = array(2, 2);
    for pe in 0..4 {
        array.set_general(pe, 1, 0xa0 + pe as u64);
        array.set_general(pe, 2, 0x100);
    }
    let mut last = |masked: &[usize], space: &str| {
        (0..4).for_each(|pe| array.set_mask(pe, if masked.contains(&pe) { 0 } else { 1 << 63 }));
        run(&mut array, &[&format!("st1 {space}[ r2 + 0 ] = r1")]).expect("a store");
        array.sram(0)[0x100]
    };
    assert_eq!(last(&[], "podall"), 0xa3);
    assert_eq!(last(&[3], "podall"), 0xa1);
    // Without PE 0 its row's only message is in slot 0, and PE 3's in slot 1.
    assert_eq!(last(&[0], "podall"), 0xa3);
    assert_eq!(last(&[0, 3], "podall"), 0xa2);
    assert_eq!(last(&[], "podrow"), 0xa1);
    assert_eq!(last(&[], "podcol"), 0xa2);
}

/// POD-D52: of several PEs that write a byte of system memory the highest wins; every active PE's access is told.
#[test]
fn system_stores() {
    let mut array = array(2, 2);
    for pe in 0..4 {
        array.set_general(pe, 1, 0x1111 * (pe as u64 + 1));
        array.set_general(pe, 2, 0x1000 + pe as u64 / 2);
    }
    array.set_mask(3, 0);
    let mut effects = Effects::default();
    let store = packets(&["st2 sys[ r2 + 0 ] = r1"])[0];
    array.step(&store, &mut effects).expect("a store");
    let mut bytes = [0; 4];
    array.system().read(0x1000, &mut bytes);
    assert_eq!(bytes, [0x22, 0x33, 0x33, 0]);
    let told: Vec<_> = effects.accesses.iter().map(|a| (a.pe, a.address, a.bytes)).collect();
    assert_eq!(told, [(0, 0x1000, 2), (1, 0x1000, 2), (2, 0x1001, 2)]);
    assert!(effects.accesses.iter().all(|a| a.write && !a.block));
}

/// POD-D05, D22, D24, D51, D74: each kind counts once a packet.
#[test]
fn warnings() {
    let mut two = array(2, 1);
    let of = |array: &mut Array, code: &[&str]| run(array, code).expect("a packet").concat();
    assert_eq!(
        of(&mut two, &["or r1 = r2, r2", "ld8.zxt r1 = local[ r0 + 0 ]"]),
        [Warning::DoubleWrite]
    );
    // npe 2, id 1, npeX 2, npeY 1, column 1, row 0 (POD-D10).
    assert_eq!(two.general(1, 1), 0x0001_0102_0001_0002);
    assert_eq!(of(&mut two, &["xferdrb r1"]), [Warning::Buffer]);
    assert_eq!(of(&mut two, &["xfer.e r1 = r1", "xferxmm.w xmm1 = xmm1"]), [Warning::Directions]);
    assert_eq!(of(&mut two, &["xfer.e r3 = r1", "nop.x", "ld1.zxt r4 = podrow[ r0 + 0 ]"]), []);
    assert_eq!(
        of(&mut two, &["xfer.e r3 = r1", "ld1.zxt r4 = podall[ r0 + 0 ]"]),
        [Warning::Directions]
    );
    (0..2).for_each(|pe| two.set_general(pe, 5, 8));
    assert_eq!(of(&mut two, &["xferblk.e nn[ r5 ] = local[ r0 ], r5"]), []);
    assert_eq!(of(&mut two, &["xferblk.e nn[ r5 ] = local[ r5 ], r5"]), [Warning::Overlap]);
    let mut one = array(1, 1);
    let pushes = vec!["pushmask.or.not.o"; 63];
    assert_eq!(of(&mut one, &pushes), []);
    assert_eq!(of(&mut one, &["popmask", "pushmask.or.o", "pushmask.or.o"]), [Warning::MaskDepth]);
    assert_eq!(of(&mut array(1, 1), &["popmask"]), [Warning::MaskDepth]);
}

/// POD-D75: M wins over the flags of G and over the sticky bits of X, which computes under the old rules.
#[test]
fn status_words() {
    let mut array = array(1, 1);
    array.set_general(0, 1, u64::MAX);
    run(&mut array, &["cmp8 r2, 0", "mov8 ar1 = r1"]).expect("a packet");
    assert_eq!(array.flags(0), 0x8c1);
    array.set_xmm(0, 1, 0x3f80_0000);
    array.set_xmm(0, 2, 0x4040_0000);
    array.set_general(0, 1, 0x1_0000_7f80);
    run(&mut array, &["pfpdiv.scalar.sp xmm3 = xmm1, xmm2", "mov8 ar2 = r1"]).expect("a packet");
    assert_eq!((array.xmm(0, 3), array.ar(0, 2)), (0x3eaa_aaab, 0x7f80));
    // Toward zero now, and the inexact quotient is told.
    run(&mut array, &["pfpdiv.scalar.sp xmm3 = xmm1, xmm2"]).expect("a packet");
    assert_eq!((array.xmm(0, 3), array.ar(0, 2)), (0x3eaa_aaaa, 0x7fa0));
}

/// POD-D78: empty blocks touch nothing; overlapping ones are written in order. Endless ones are refused.
#[test]
fn blocks() {
    let mut array = array(1, 1);
    let set = |array: &mut Array, values: &[(usize, u64)]| {
        values.iter().for_each(|&(n, value)| array.set_general(0, n, value));
        array.set_ar(0, 10, array.general(0, 4));
        array.set_ar(0, 11, array.general(0, 5));
    };
    let strided = ["copyblk strided local[ r1 ] = sys[ r2 ], r3"];
    array.system_mut().write(0x1000, &[1, 2, 3, 4, 5, 6]);
    set(&mut array, &[(1, u64::MAX), (2, 0x1000), (3, 0), (4, 1), (5, 0)]);
    run(&mut array, &strided).expect("no bytes");
    set(&mut array, &[(3, 2), (4, 0)]);
    run(&mut array, &strided).expect("no blocks");
    set(&mut array, &[(1, 0x100), (4, 3), (5, 1)]);
    run(&mut array, &strided).expect("three blocks");
    assert_eq!(array.sram(0)[0x100..0x105], [1, 3, 5, 6, 0]);
    set(&mut array, &[(4, u64::MAX), (5, 0)]);
    assert_eq!(fault(&mut array, &strided), (FaultKind::Limit, 0));
    set(&mut array, &[(4, 3), (5, 0x10000)]);
    assert_eq!(fault(&mut array, &strided), (FaultKind::LocalRange, 0));
}
