//! Formats G and L: general registers (E.1, E.4).

use super::super::field::{Condition, Direction, Hop, Size, Slot};
use super::super::operation::{Arithmetic, Extend, Logic, Operation, Shift};
use super::family::{Family, List, digit, name, nop};

const THREE: &str = "r1 = r2, r3";
const ALL_FLAGS: &str = "C O S Z";

pub(super) fn list(list: &mut List) {
    arithmetic(list);
    logic(list);
    shifts(list);
    rest(list);
    moves(list);
    list.push(nop(Slot::G, "nop.g"));
    let family = Family::new("E.4 MOVL", &["POD-D08", "POD-D57"]);
    list.push(family.form(Operation::MoveLong, "movl", "r1 = immed64", [0xff, 0, 0]));
}

fn arithmetic(list: &mut List) {
    const DECISIONS: &[&str] = &["POD-D12", "POD-D13"];
    let kinds = [
        (Arithmetic::Add, "add", "E.1 ADD", 0x10),
        (Arithmetic::Adc, "adc", "E.1 ADC", 0x11),
        (Arithmetic::Sub, "sub", "E.1 SUB", 0x12),
        (Arithmetic::Sbb, "sbb", "E.1 SBB", 0x13),
    ];
    for (kind, name, section, op) in kinds {
        let family = Family::new(section, DECISIONS).flags(ALL_FLAGS);
        for size in Size::ALL {
            for (extend, suffix, q) in [(Extend::Zero, "zx", 0), (Extend::Sign, "sx", 4)] {
                let mnemonic = format!("{name}{}{suffix}", digit(size));
                let operation = Operation::Arithmetic(kind, size, extend);
                list.pair(family, operation, &mnemonic, THREE, [op, size.log2() + q, 0]);
            }
        }
    }
    let family = Family::new("E.1 CMP", DECISIONS).flags(ALL_FLAGS);
    for size in Size::ALL {
        let mnemonic = format!("cmp{}", digit(size));
        list.pair(
            family,
            Operation::Compare(size),
            &mnemonic,
            "r2, r3",
            [0x14, size.log2() + 4, 0],
        );
    }
    let family = Family::new("E.1 IMUL4", &["POD-D18"]).flags(ALL_FLAGS);
    list.pair(family, Operation::Multiply, "imul4", THREE, [0x28, 0, 0]);
}

fn logic(list: &mut List) {
    let kinds = [
        (Logic::And, "and", "E.1 AND", 0x20),
        (Logic::Or, "or", "E.1 OR", 0x21),
        (Logic::Xor, "xor", "E.1 XOR", 0x22),
    ];
    for (kind, name, section, op) in kinds {
        let family = Family::new(section, &["POD-D14"]).flags("C=0 O=0 S Z");
        list.pair(family, Operation::Logic(kind), name, THREE, [op, 0, 0]);
    }
    let family = Family::new("E.1 NOT", &["POD-D20"]);
    list.push(family.form(Operation::Not, "not", "r1 = r2", [0x23, 0, 0]));
    list.push(family.form(Operation::Not, "not", "r1 = immed6", [0x23, 0, 1]).also("POD-D11"));
}

fn shifts(list: &mut List) {
    let kinds = [
        (Shift::Left, "shl", "E.1 SHL", 0x24),
        (Shift::Right, "shr", "E.1 SHR", 0x25),
        (Shift::Arithmetic, "sar", "E.1 SAR", 0x26),
    ];
    for (kind, name, section, op) in kinds {
        let family = Family::new(section, &["POD-D15"]).flags("C O S Z (unchanged when count=0)");
        list.pair(family, Operation::Shift(kind), name, THREE, [op, 0, 0]);
    }
}

fn rest(list: &mut List) {
    let family = Family::new("E.1 SHLADD", &["POD-D19"]);
    for n in 1..=4 {
        let mnemonic = format!("shladd{n}");
        list.pair(family, Operation::ShiftAdd(n), &mnemonic, THREE, [0x27, n.into(), 0]);
    }
    let family = Family::new("E.1 BT", &["POD-D16"]).flags("C");
    list.push(family.form(Operation::BitTest, "bt", "r2, immed6", [0x29, 0, 1]).also("POD-D11"));
    let family = Family::new("E.1 CMOV", &["POD-D17"]).flags("reads");
    for condition in Condition::all() {
        let mnemonic = format!("cmov{}", condition.suffix());
        let operation = Operation::ConditionalMove(condition);
        list.pair(family, operation, &mnemonic, THREE, [0x2a, condition.code(), 0]);
    }
}

fn moves(list: &mut List) {
    let family = Family::new("E.1 XFER", &["POD-D01", "POD-D21", "POD-D06"]);
    for wrap in [false, true] {
        for direction in Direction::ALL {
            let hop = Hop { direction, wrap };
            let q = direction.code() + if wrap { 4 } else { 0 };
            list.push(family.form(
                Operation::Transfer(hop),
                name("xfer", hop),
                "r1 = r2",
                [0x30, q, 0],
            ));
        }
    }
    let family = Family::new("E.1 XFERDRB", &["POD-D22"]);
    list.push(family.form(Operation::ToBuffer, "xferdrb", "r2", [0x31, 0, 0]));
}
