//! Format X: xmm registers (E.2).

use super::super::field::{Direction, Hop, Precision, Size, Slot};
use super::super::form::Form;
use super::super::operation::{
    Compare, Float, Fused, Logic, Operation, PackedInteger, Shift, Unary,
};
use super::family::{Family, List, digit, name, nop};

const THREE: &str = "xmm1 = xmm2, xmm3";
const TWO: &str = "xmm1 = xmm2";
const COMPARES: [(Compare, &str); 5] = [
    (Compare::Lt, "lt"),
    (Compare::Le, "le"),
    (Compare::Eq, "eq"),
    (Compare::Ne, "ne"),
    (Compare::Unord, "unord"),
];

pub(super) fn list(list: &mut List) {
    binary(list);
    fused(list);
    unary(list);
    compares(list);
    integers(list);
    packed_bits(list);
    shuffles(list);
    moves(list);
    list.push(nop(Slot::X, "nop.x"));
}

/// A form of a precision; scalar ones keep the other lanes (POD-D29).
fn lanes(
    family: Family,
    operation: Operation,
    mnemonic: String,
    operands: &str,
    op: u32,
    precision: Precision,
    m: u32,
) -> Form {
    let form = family.form(operation, mnemonic, operands, [op, precision as u32, m]);
    if precision.is_scalar() { form.also("POD-D29") } else { form }
}

fn binary(list: &mut List) {
    const SUM: &[&str] = &["POD-D30", "POD-D31"];
    let kinds = [
        (Float::Add, "pfpadd", "E.2 PFPADD", 0x20, SUM),
        (Float::Sub, "pfpsub", "E.2 PFPSUB", 0x21, SUM),
        (Float::Mul, "pfpmul", "E.2 PFPMUL", 0x22, SUM),
        (Float::Div, "pfpdiv", "E.2 PFPDIV", 0x23, &["POD-D30", "POD-D31", "POD-D65"]),
        (Float::Min, "pfpmin", "E.2 PFPMIN", 0x24, &["POD-D32"]),
        (Float::Max, "pfpmax", "E.2 PFPMAX", 0x25, &["POD-D32"]),
    ];
    for (kind, name, section, op, decisions) in kinds {
        for precision in Precision::ALL {
            let mnemonic = format!("{name}.{}", precision.name());
            let operation = Operation::Float(kind, precision);
            let family = Family::new(section, decisions);
            list.push(lanes(family, operation, mnemonic, THREE, op, precision, 0));
        }
    }
    let family = Family::new("E.2 PFPHADD", &["POD-D35"]);
    for precision in [Precision::PackSp, Precision::PackDp] {
        let mnemonic = format!("pfphadd.{}", precision.name());
        let operation = Operation::HorizontalAdd(precision);
        list.push(lanes(family, operation, mnemonic, THREE, 0x28, precision, 0));
    }
}

fn fused(list: &mut List) {
    for m in 0..4 {
        let signs = Fused { minus_d: m & 2 != 0, minus_ab: m & 1 != 0 };
        let sign = |minus| if minus { '-' } else { '+' };
        // The text prints `+-` twice (POD-D34).
        let decisions: &[&str] = if m == 2 { &["POD-D34", "POD-D42"] } else { &["POD-D34"] };
        for precision in Precision::ALL {
            let name = precision.name();
            let mnemonic = format!("pfpfma{}{}.{name}", sign(signs.minus_d), sign(signs.minus_ab));
            let operation = Operation::Fused(signs, precision);
            let family = Family::new("E.2 PFPMMA", decisions);
            let operands = "xmm1 += xmm2, xmm3";
            list.push(lanes(family, operation, mnemonic, operands, 0x10, precision, m));
        }
    }
}

fn unary(list: &mut List) {
    const ROOT: &[&str] = &["POD-D30", "POD-D31", "POD-D37", "POD-D65"];
    const CONVERT: &[&str] = &["POD-D38"];
    let kinds = [
        (Unary::Sqrt, "pfpsqrt", "", "E.2 PFPSQRT", 0x26, ROOT),
        (
            Unary::RcpSqrt,
            "pfprcpsqrt",
            "",
            "E.2 PFPRCPSQRT",
            0x27,
            &["POD-D36", "POD-D65", "POD-D80"],
        ),
        (Unary::ToInteger, "pcvtf2i", ".mxcsr", "E.2 PCVTF2I", 0x2a, CONVERT),
        (Unary::FromInteger, "pcvti2f", "", "E.2 PCVTI2F", 0x2b, CONVERT),
    ];
    for (kind, name, end, section, op, decisions) in kinds {
        for precision in Precision::ALL {
            let mnemonic = format!("{name}.{}{end}", precision.name());
            let operation = Operation::Unary(kind, precision);
            let family = Family::new(section, decisions);
            list.push(lanes(family, operation, mnemonic, TWO, op, precision, 0));
        }
    }
}

fn compares(list: &mut List) {
    for (m, (compare, name)) in (0..).zip(COMPARES) {
        // The text prints `le` twice (POD-D33).
        let eq: &[&str] = &["POD-D33", "POD-D42"];
        let family =
            Family::new("E.2 PFPCMP", if compare == Compare::Eq { eq } else { &["POD-D33"] });
        for precision in Precision::ALL {
            let mnemonic = format!("pfpcmp.{name}.{}", precision.name());
            let operation = Operation::FloatCompare(compare, precision);
            list.push(lanes(family, operation, mnemonic, THREE, 0x29, precision, m));
        }
    }
    let family = Family::new("E.2 PINTCMP", &["POD-D33", "POD-D39"]);
    for size in Size::ALL {
        for (m, (compare, name)) in (0..4).zip(COMPARES) {
            let mnemonic = format!("pintcmp{}.{name}", digit(size));
            let operation = Operation::IntegerCompare(compare, size);
            list.push(family.form(operation, mnemonic, THREE, [0x3b, size.log2(), m]));
        }
    }
}

fn integers(list: &mut List) {
    let kinds: [(_, _, _, _, &[_], &[_]); 4] = [
        (PackedInteger::Add, "pintadd", "E.2 PINTADD", 0x30, &Size::ALL, &["POD-D39"]),
        (PackedInteger::Sub, "pintsub", "E.2 PINTSUB", 0x31, &Size::ALL, &["POD-D39"]),
        (PackedInteger::Mul, "pintmul", "E.2 PINTMUL", 0x32, &[Size::B4], &["POD-D39", "POD-D42"]),
        (
            PackedInteger::HorizontalAdd,
            "pinthadd",
            "E.2 PINTHADD",
            0x33,
            &Size::ALL,
            &["POD-D35", "POD-D39"],
        ),
    ];
    for (kind, name, section, op, sizes, decisions) in kinds {
        for size in sizes {
            let family = Family::new(section, decisions);
            let mnemonic = format!("{name}{}", digit(*size));
            let operation = Operation::Integer(kind, *size);
            list.push(family.form(operation, mnemonic, THREE, [op, size.log2(), 0]));
        }
    }
}

fn packed_bits(list: &mut List) {
    let kinds: [(_, _, _, _, &[_]); 3] = [
        (Logic::And, "pintand", "E.2 PINTAND", 0x34, &[]),
        (Logic::Or, "pintor", "E.2 PINTOR", 0x35, &["POD-D42"]),
        (Logic::Xor, "pintxor", "E.2 PINTXOR", 0x36, &[]),
    ];
    for (kind, name, section, op, decisions) in kinds {
        let family = Family::new(section, decisions);
        list.push(family.form(Operation::PackedLogic(kind), name, THREE, [op, 0, 0]));
    }
    let family = Family::new("E.2 PINTNOT", &["POD-D42"]);
    list.push(family.form(Operation::PackedNot, "pintnot", TWO, [0x37, 0, 0]));
    let kinds = [
        (Shift::Left, "pintshl", "E.2 PINTSHL", 0x38),
        (Shift::Right, "pintshr", "E.2 PINTSHR", 0x39),
        (Shift::Arithmetic, "pintsar", "E.2 PINTSAR", 0x3a),
    ];
    for (kind, name, section, op) in kinds {
        let family = Family::new(section, &["POD-D40"]);
        for size in Size::ALL {
            let mnemonic = format!("{name}{}", digit(size));
            let operation = Operation::PackedShift(kind, size);
            list.push(family.form(
                operation,
                mnemonic,
                "xmm1 = xmm2, immed6",
                [op, size.log2(), 0],
            ));
        }
    }
}

/// The letters are the source lanes of the result's lanes, lane 0 first (POD-D41).
fn shuffles(list: &mut List) {
    let family = Family::new("Appendix D", &["POD-D41"]);
    for select in 0..=255_u8 {
        let letter = |lane: u32| char::from(b'a' + (select >> (2 * lane) & 3));
        let letters: String = (0..4).map(letter).collect();
        let code = [0xc0 + u32::from(select >> 2), u32::from(select & 3), 0];
        let mnemonic = format!("pfpshuffle.sp.{letters}");
        list.push(family.form(Operation::Shuffle(select), mnemonic, THREE, code));
    }
}

fn moves(list: &mut List) {
    let family = Family::new("E.2 XFERXMM", &["POD-D01", "POD-D21"]);
    for wrap in [false, true] {
        for direction in Direction::ALL {
            let hop = Hop { direction, wrap };
            let q = direction.code() + if wrap { 4 } else { 0 };
            let operation = Operation::TransferXmm(hop);
            list.push(family.form(operation, name("xferxmm", hop), TWO, [0x3c, q, 0]));
        }
    }
}
