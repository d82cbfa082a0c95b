//! ALU expressions.

use super::ports::{Output, Port, Ports};
use crate::programs::choices::{Choices, chance, pick, small};
use semantics::mncore2::isa::{
    Alu, AluForm, AluOp, Convert, Expr, Immediate, ImmediateKind, Input, Precision, Source, Width,
};
use softfloat::mncore2::Profile;
use softfloat::mncore2::immediate::word;

const INTEGER: &[Precision] = &[Precision::L, Precision::I, Precision::S];
const FLOAT: &[Precision] = &[Precision::D, Precision::F, Precision::H];
const BOTH: &[Precision] =
    &[Precision::D, Precision::F, Precision::H, Precision::L, Precision::I, Precision::S];
const BLOCK: &[Precision] = &[Precision::D, Precision::F, Precision::G, Precision::H];

/// An operation, its precisions, its inputs, and the precisions that take the unsigned option
/// (table 3.9).
type Row = (AluOp, &'static [Precision], u8, &'static [Precision]);

const ROWS: [Row; 30] = [
    (AluOp::Passa, BOTH, 1, &[]),
    (AluOp::Inc, INTEGER, 1, INTEGER),
    (AluOp::Dec, INTEGER, 1, INTEGER),
    (AluOp::Not, INTEGER, 1, &[]),
    (AluOp::Lnot, INTEGER, 1, &[]),
    (AluOp::Rsqrt, FLOAT, 1, &[]),
    (AluOp::Floor, FLOAT, 1, &[]),
    (AluOp::Ftoi, FLOAT, 1, FLOAT),
    (AluOp::Bfn, BLOCK, 1, &[]),
    (AluOp::Bfe, &[Precision::H], 1, &[]),
    (AluOp::Max, BOTH, 2, INTEGER),
    (AluOp::Min, BOTH, 2, INTEGER),
    (AluOp::Packbit, BOTH, 2, &[]),
    (AluOp::And, INTEGER, 2, &[]),
    (AluOp::Or, INTEGER, 2, &[]),
    (AluOp::Xor, INTEGER, 2, &[]),
    (AluOp::Add, INTEGER, 2, INTEGER),
    (AluOp::Sub, INTEGER, 2, INTEGER),
    (AluOp::Lsl, INTEGER, 2, &[]),
    (AluOp::Lsr, INTEGER, 2, INTEGER),
    (AluOp::Bsl, INTEGER, 2, &[]),
    (AluOp::Bsr, INTEGER, 2, &[]),
    (AluOp::Relu, FLOAT, 2, &[]),
    (AluOp::Relu0, FLOAT, 2, &[]),
    (AluOp::Relu1, FLOAT, 2, &[]),
    (AluOp::Relu2, FLOAT, 2, &[]),
    (AluOp::Relu3, FLOAT, 2, &[]),
    (AluOp::Lrelud, FLOAT, 2, &[]),
    (AluOp::Lreluo, FLOAT, 2, &[]),
    (AluOp::Ilrelud, FLOAT, 2, &[]),
];

/// An ALU expression.
pub(super) fn alu(c: &mut dyn Choices, ports: &mut Ports) -> Expr {
    let flush = ports.flush(c);
    let (form, inputs, width) = match c.below(40) {
        0..=33 => element(c, ports),
        34 => (AluForm::Zero, Vec::new(), Width::Double),
        kind @ 35..=37 if ports.take_immediate() => {
            let form = AluForm::Imm { upper: kind == 35, value: immediate(c) };
            (form, Vec::new(), Width::Double)
        }
        38 => {
            (AluForm::Msl, vec![input(c, ports, Port::AluFirst, Width::Long, false)], Width::Long)
        }
        39 => {
            (AluForm::Msr, vec![input(c, ports, Port::AluFirst, Width::Long, false)], Width::Long)
        }
        _ => element(c, ports),
    };
    let dests = ports.dests(c, Output { width, strict: false, flags: true });
    Expr::Alu(Alu { form, flush, inputs, dests })
}

fn element(c: &mut dyn Choices, ports: &mut Ports) -> (AluForm, Vec<Input>, Width) {
    let (op, precisions, arity, unsigned) = pick(c, &ROWS);
    let precision = pick(c, precisions);
    let unsigned = unsigned.contains(&precision) && chance(c, 1, 2);
    let sized = matches!(op, AluOp::Bfn | AluOp::Bfe) && precision == Precision::H;
    let bits = if sized { 6 + small(c, 4) as u8 } else { 0 };
    let wide = sized || op == AluOp::Passa && chance(c, 1, 2);
    let width = if wide { Width::Double } else { Width::Long };
    let shortens = matches!(precision, Precision::H | Precision::S);
    let inputs = [Port::AluFirst, Port::Other][..usize::from(arity)]
        .iter()
        .map(|port| input(c, ports, *port, width, shortens))
        .collect();
    (AluForm::Element { unsigned, precision, op, bits }, inputs, width)
}

fn input(
    c: &mut dyn Choices,
    ports: &mut Ports,
    port: Port,
    width: Width,
    shortens: bool,
) -> Input {
    let shorten = shortens && chance(c, 1, 4);
    let source = ports.source(c, port, if shorten { Width::Double } else { width }, false);
    let convert = (shorten && !matches!(source, Source::Constant(_))).then_some(Convert::Shorten);
    Input { negate: false, source, convert }
}

/// Immediates of every type; the text is what a person would write.
fn immediate(c: &mut dyn Choices) -> Immediate {
    let word_of = c.bits();
    let [single, half] = [word_of as u32, word_of as u16 as u32];
    let (kind, letters, text) = match c.below(6) {
        0 => (ImmediateKind::F, "f", decimal(c)),
        1 => (ImmediateKind::H, "h", decimal(c)),
        2 => (ImmediateKind::I, "i", (single as i32).to_string()),
        3 => (ImmediateKind::S, "s", (half as u16 as i16).to_string()),
        4 => (ImmediateKind::Ui, "ui", format!("{single:#x}")),
        _ => (ImmediateKind::Us, "us", format!("{half:#b}")),
    };
    match word(&Profile::DECIDED, &format!("{letters}\"{text}\"")) {
        Ok(word) => Immediate { kind, text: text.into(), word },
        Err(_) => {
            Immediate { kind: ImmediateKind::Ui, text: single.to_string().into(), word: single }
        }
    }
}

/// A number as C's strtof reads it.
fn decimal(c: &mut dyn Choices) -> String {
    const NAMED: [&str; 8] = ["1.0", "-0", "0.1", "inf", "-inf", "0x1.8p3", "-1e-5", "65504"];
    if chance(c, 1, 2) {
        let (whole, fraction) = (c.below(1000), c.below(1000));
        let exponent = c.below(30) as i64 - 15;
        let sign = if chance(c, 1, 2) { "-" } else { "" };
        format!("{sign}{whole}.{fraction:03}e{exponent}")
    } else {
        pick(c, &NAMED).to_owned()
    }
}
