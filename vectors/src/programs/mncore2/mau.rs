//! MAU operations, matrix register writes and transposed reads.

use super::ports::{Output, Port, Ports, signed};
use super::state::State;
use crate::programs::choices::{Choices, chance, pick, small};
use semantics::mncore2::isa::{
    Convert, Expr, Input, MatrixAccess, Mau, MauKind, Mread, Mwrite, Pair, Precision, Side, Source,
    Width,
};

use MauKind::{Add, Fma, Mul, Passa};
use Precision::{D, F, G, H};

/// The precision of the step's MAU expressions: one of the list, or the one that is fixed already.
fn precision(c: &mut dyn Choices, ports: &mut Ports, list: &[Precision]) -> Option<Precision> {
    if ports.maus >= 2 {
        return None;
    }
    let chosen = ports.precision.unwrap_or_else(|| pick(c, list));
    list.contains(&chosen).then(|| {
        ports.precision = Some(chosen);
        ports.maus += 1;
        chosen
    })
}

/// A side of the matrix register that the step does not use yet.
fn side(c: &mut dyn Choices, ports: &mut Ports) -> Option<Side> {
    let sides = [Side::X, Side::Y];
    let first = c.below(2) as usize;
    let chosen = [first, 1 - first].into_iter().find(|s| !ports.sides[*s])?;
    ports.sides[chosen] = true;
    Some(sides[chosen])
}

/// A MAU operation.
pub(super) fn mau(c: &mut dyn Choices, ports: &mut Ports, state: &State) -> Option<Expr> {
    let precision = precision(c, ports, &[F, D, H, G])?;
    let matrix = if precision == G || chance(c, 1, 3) { side(c, ports) } else { None };
    let kinds: &[MauKind] = match (matrix, ports.writes_matrix) {
        (Some(_), _) => &[Fma, Mul],
        (None, true) => &[Add, Passa],
        (None, false) => &[Fma, Mul, Add, Passa],
    };
    if precision == G && matrix.is_none() {
        return None;
    }
    let kind = pick(c, kinds);
    let pair =
        (precision == D && matches!(kind, Fma | Mul)).then(|| pick(c, &[Pair::Upper, Pair::Lower]));
    let shorten = matches!(precision, D | H) && chance(c, 1, 3);
    let flush = ports.flush(c);
    let inputs = match matrix {
        Some(_) => matrix_inputs(c, ports, state, precision, kind),
        None => vector_inputs(c, ports, precision, kind),
    };
    if matrix.is_none() && matches!(kind, Fma | Mul) {
        ports.multiplier = inputs.get(1).copied();
    }
    let width = match (precision, shorten) {
        (H, false) => Width::Double,
        (D, true) => Width::Single,
        _ => Width::Long,
    };
    let dests = ports.dests(c, Output { width, strict: false, flags: true });
    Some(Expr::Mau(Mau { precision, kind, matrix, pair, shorten, flush, inputs, dests }))
}

fn vector_inputs(
    c: &mut dyn Choices,
    ports: &mut Ports,
    precision: Precision,
    kind: MauKind,
) -> Vec<Input> {
    // Whether each input is an addend, which half operations take as single numbers.
    let addends: &[bool] = match kind {
        Fma => &[false, false, true],
        Mul => &[false, false],
        Add => &[false, true],
        Passa => &[false],
    };
    addends
        .iter()
        .map(|addend| {
            let converts = chance(c, 1, 4);
            let (plain, convert, converted) = match (precision, addend) {
                (H, false) => (Width::Long, Convert::Shorten, Width::Double),
                (H, true) => (Width::Double, Convert::Extend, Width::Long),
                _ => (Width::Long, Convert::Extend, Width::Single),
            };
            let width = if converts { converted } else { plain };
            let source = ports.source(c, Port::Other, width, false);
            signed(c, source, converts.then_some(convert))
        })
        .collect()
}

fn matrix_inputs(
    c: &mut dyn Choices,
    ports: &mut Ports,
    state: &State,
    precision: Precision,
    kind: MauKind,
) -> Vec<Input> {
    let width = if precision == F { Width::Single } else { Width::Long };
    // A block, where one of the precision is known.
    let block = state.block(precision).filter(|a| chance(c, 3, 4) && ports.reuse(*a));
    let x = match block {
        Some(access) => Source::Memory(access),
        None => ports.source(c, Port::Other, width, false),
    };
    let mut inputs = vec![signed(c, x, None)];
    if kind == Fma {
        let extend = chance(c, 1, 4);
        let width = match (precision, extend) {
            (H, false) => Width::Double,
            (H, true) | (_, false) => Width::Long,
            (_, true) => Width::Single,
        };
        let y = ports.source(c, Port::Other, width, false);
        inputs.push(signed(c, y, extend.then_some(Convert::Extend)));
    }
    inputs
}

/// A matrix register write.
pub(super) fn mwrite(c: &mut dyn Choices, ports: &mut Ports) -> Option<Expr> {
    let precision = precision(c, ports, &[F, D, H, G])?;
    let side = side(c, ports)?;
    let double = precision == H && chance(c, 1, 2);
    let (from, width) = match ports.multiplier {
        Some(from) => (from, fitting(precision, &from)?),
        None if double => (plain(c, ports, Width::Double), Width::Double),
        None => (converted(c, ports, precision), Width::Long),
    };
    ports.writes_matrix = true;
    let index = match width {
        Width::Double => 2 * small(c, 8) as u8,
        _ => small(c, u16::from(precision.matrix_rows())) as u8,
    };
    Some(Expr::Mwrite(Mwrite { precision, from, to: MatrixAccess { side, width, index } }))
}

fn plain(c: &mut dyn Choices, ports: &mut Ports, width: Width) -> Input {
    let source = ports.source(c, Port::Other, width, true);
    signed(c, source, None)
}

fn converted(c: &mut dyn Choices, ports: &mut Ports, precision: Precision) -> Input {
    let (convert, width) = match (precision, chance(c, 1, 3)) {
        (H, true) => (Some(Convert::Shorten), Width::Double),
        (_, true) => (Some(Convert::Extend), Width::Single),
        (F | G, false) if chance(c, 1, 4) => (None, Width::Single),
        (_, false) => (None, Width::Long),
    };
    let source = ports.source(c, Port::Other, width, true);
    signed(c, source, convert)
}

/// The width of the matrix operand that an input of a vector product fits, if any.
fn fitting(precision: Precision, from: &Input) -> Option<Width> {
    let read = match from.source {
        Source::Memory(access) => access.width,
        _ => Width::Double,
    };
    match (precision, from.convert, read) {
        (H, None, Width::Double) => Some(Width::Double),
        (H, Some(Convert::Shorten), Width::Double) | (H, None, Width::Long) => Some(Width::Long),
        (F | G, None, Width::Single) | (D | F | G, None, Width::Long) => Some(Width::Long),
        (D | F | G, Some(Convert::Extend), Width::Single) => Some(Width::Long),
        _ => None,
    }
}

/// A transposed read.
pub(super) fn mread(c: &mut dyn Choices, ports: &mut Ports) -> Option<Expr> {
    let precision = precision(c, ports, &[F, D, H, G])?;
    let side = side(c, ports)?;
    let (width, index) = match precision {
        H => (Width::Double, 2 * small(c, 8) as u8),
        _ => (Width::Long, small(c, u16::from(precision.matrix_rows())) as u8),
    };
    let flush = ports.flush(c);
    let dests = ports.dests(c, Output { width, strict: false, flags: false });
    Some(Expr::Mread(Mread { precision, flush, from: MatrixAccess { side, width, index }, dests }))
}
