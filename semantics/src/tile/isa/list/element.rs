//! TCVT, TALU, TMV (Tile, s. 2.2): `vecuop2` is a row of four columns.

use super::super::form::{Field as F, Form};
use super::super::row::{Row, Standing};
use super::super::{Action, Arithmetic, Special, TRANSPOSES};
use crate::tile::element::Element;
use Element::{Bf16, E4m3, E5m2, F16, F32, MxE2m1, MxE2m3, MxE3m2, MxE4m3, MxE5m2, MxInt4, MxInt8};

/// Columns 0 to 2 of the code tables.
const COLUMNS: [(Element, &str); 3] = [(F32, "f32"), (Bf16, "bf16"), (F16, "f16")];

/// The same where the draft writes `fp32` and `fp16`.
const LONG: [(Element, &str); 3] = [(F32, "fp32"), (Bf16, "bf16"), (F16, "fp16")];

/// Targets of conversions by rows.
const TARGETS: [(Element, &str); 9] = [
    (MxE4m3, "mxfp8_e4m3"),
    (MxE5m2, "mxfp8_e5m2"),
    (MxE3m2, "mxfp6_e3m2"),
    (MxE2m3, "mxfp6_e2m3"),
    (MxE2m1, "mxfp4"),
    (MxInt8, "mxint8"),
    (MxInt4, "mxint4"),
    (E4m3, "fp8_e4m3"),
    (E5m2, "fp8_e5m2"),
];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = conversions();
    rows.extend(functions());
    rows.extend(transposes());
    rows.extend(arithmetic());
    rows.extend(moves());
    rows
}

fn made(name: String, form: Form, action: Action, vecuop1: u64, vecuop2: usize) -> Row {
    let row = Row::new(name, form, 4, action);
    row.with(F::VecUop1, vecuop1).with(F::VecUop2, vecuop2 as u64)
}

fn conversions() -> Vec<Row> {
    let mut rows = Vec::new();
    let convert = |from: (Element, &str), to: (Element, &str), code| {
        let action = Action::Convert { from: from.0, to: to.0 };
        made(format!("tcvt.{}.{}", from.1, to.1), Form::Tcvt, action, 0, code)
    };
    for (row, target) in TARGETS.into_iter().enumerate() {
        for (column, source) in COLUMNS.into_iter().enumerate() {
            let shared = [6, 7, 44, 50, 51];
            let own: &[u8] = match target.0 {
                MxE4m3 | MxE5m2 => &[23, 45, 46, 47, 28, 83, 87, 88],
                MxE3m2 | MxE2m3 => &[23, 45, 46, 47, 24, 83, 87, 88],
                MxInt8 | MxInt4 => &[23, 45, 46, 47, 29, 83, 87, 88],
                MxE2m1 => &[23, 45, 46, 47, 83, 87, 88],
                _ => &[26, 48, 83, 87],
            };
            let made = convert(source, target, row * 4 + column);
            rows.push(made.decided(&[&shared[..], own].concat()));
        }
    }
    let back = TARGETS.into_iter().enumerate().map(|(row, from)| (from, COLUMNS[0], row * 4 + 3));
    let [f32, bf16, f16] = COLUMNS;
    let plain = [(f32, bf16, 36), (bf16, f32, 37), (f16, f32, 38), (f32, f16, 39)];
    for (from, to, code) in back.chain(plain) {
        let made = convert(from, to, code).with(F::Src1Type, 0).extension();
        rows.push(made.standing(Standing::Decided).decided(&[49, 83]));
    }
    rows
}

/// Names of the functions by their rows.
const FUNCTIONS: [&str; 10] =
    ["sgmd", "sin", "cos", "exp2", "log2", "exp", "rcp", "sqrt", "rsqrt", "tanh"];

fn functions() -> Vec<Row> {
    let mut rows = Vec::new();
    for (row, (function, name)) in Special::ALL.into_iter().zip(FUNCTIONS).enumerate() {
        for (column, (element, of)) in COLUMNS.into_iter().enumerate() {
            let action = Action::Function { function, element };
            let row = made(format!("talu.{name}.{of}"), Form::T1op, action, 1, row * 4 + column);
            rows.push(row.decided(&[9, 30, 31, 52, 53, 54, 58, 59, 83]));
        }
    }
    rows
}

const TRANSPOSED: [&str; 5] = ["e8.m32n32", "e16.m16n32", "e16.m32n16", "e32.m8n32", "e32.m32n8"];

fn transposes() -> impl Iterator<Item = Row> {
    TRANSPOSES.into_iter().zip(TRANSPOSED).enumerate().map(|(row, (transpose, name))| {
        let action = Action::Transpose(transpose);
        let row = made(format!("talu.trans.{name}"), Form::T1op, action, 1, row * 4 + 3);
        row.without(&[F::Src1Type, F::ImmHi, F::Neg1, F::Tm]).decided(&[57])
    })
}

fn arithmetic() -> Vec<Row> {
    use Arithmetic::{Add, Fused, Maximum, Minimum, Multiply};
    let two = [(0, Add, "add"), (1, Multiply, "mul"), (8, Minimum, "min"), (9, Maximum, "max")];
    let mut rows = Vec::new();
    for (row, operation, name) in two {
        let own: &[u8] = match operation {
            Minimum | Maximum => &[55, 30, 31, 56, 59, 83, 97],
            _ => &[54, 30, 31, 56, 59, 83],
        };
        for (column, (element, of)) in LONG.into_iter().enumerate() {
            let action = Action::Arithmetic { operation, element };
            let made = made(format!("talu.{name}.{of}"), Form::T2op, action, 2, row * 4 + column);
            rows.push(made.standing(Standing::Specified).decided(own));
        }
    }
    for (column, (element, of)) in LONG.into_iter().enumerate() {
        let action = Action::Arithmetic { operation: Fused, element };
        let made = made(format!("talu.fma.{of}"), Form::T3op, action, 3, column);
        rows.push(made.decided(&[4, 30, 31, 54, 56, 59, 83]));
    }
    rows
}

fn moves() -> [Row; 2] {
    let row = |name: &str, action, code| made(name.into(), Form::Tmv, action, 2, code);
    [
        row("tmv.mv2t", Action::MoveIn, 3).decided(&[5, 22, 60, 96]),
        row("tmv.t2v", Action::MoveOut, 7).with(F::Bc, 0).decided(&[5, 22, 60, 96]),
    ]
}
