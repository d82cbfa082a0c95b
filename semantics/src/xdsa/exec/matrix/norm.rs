//! NORM (text 1556): norms of rows, of columns, or of a whole matrix (torch.linalg.vector_norm, XDSA-D13, D27, D55, D85).

use crate::xdsa::Error;
use crate::xdsa::exec::exact::{Amount, Sum, decode, encode, round_root};
use crate::xdsa::exec::offsets::count;
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::isa::Unit;
use functions::exact::Dyadic;
use softfloat::{Flags, Unrounded, Value};
use std::cmp::Ordering;

pub(super) fn plan(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("src_unit");
    let (kind, axis) = (request.code("norm_type", 5), request.code("axis", 3));
    let [rows, columns] = ["i_h", "i_w"].map(|field| request.size(field));
    request.done()?;
    let results = match axis {
        0 => 1,
        1 => columns,
        _ => rows,
    };
    let reads = vec![request.dense("s", unit, count(&[rows, columns]))];
    let writes = vec![request.dense("d", unit, results)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let (source, columns) = (&read[0], columns as usize);
        let lines: Vec<Vec<u64>> = match axis {
            0 => vec![source.clone()],
            1 => (0..columns)
                .map(|c| source.iter().skip(c).step_by(columns).copied().collect())
                .collect(),
            _ => source.chunks(columns).map(<[u64]>::to_vec).collect(),
        };
        let mut flags = Flags::NONE;
        let norm = |line: Vec<u64>| {
            let (code, raised) = norm(unit, kind, &line);
            flags |= raised;
            code
        };
        let written = vec![lines.into_iter().map(norm).collect()];
        Ok(Done { written, flags, ..Done::default() })
    }))
}

fn norm(unit: Unit, kind: u64, line: &[u64]) -> (u64, Flags) {
    let magnitude = |code: &u64| match decode(unit, *code) {
        Value::Finite(u) => Value::Finite(Unrounded { sign: false, ..u }),
        Value::Infinite { .. } => Value::Infinite { sign: false },
        nan @ Value::Nan { .. } => nan,
    };
    let mut sum = Sum::new();
    match kind {
        0 => {
            for x in line.iter().map(magnitude) {
                sum.add_product(x, x);
            }
            match sum.amount() {
                Amount::Finite(square) => round_root(unit, &square, &Dyadic::integer(1)),
                other => encode(unit, other.value()),
            }
        }
        1 => {
            line.iter().for_each(|code| sum.add(magnitude(code)));
            encode(unit, sum.value())
        }
        4 => {
            let zero = |code: &&u64| matches!(decode(unit, **code), Value::Finite(u) if u.significand == 0);
            let others = line.len() - line.iter().filter(zero).count();
            encode(unit, Value::Finite(Unrounded::exact(false, 0, others as u128)))
        }
        _ => {
            let wanted = if kind == 2 { Ordering::Greater } else { Ordering::Less };
            let choose = |best: Amount, x: Amount| match x.compare(&best) {
                None => Amount::Nan,
                Some(order) if order == wanted => x,
                Some(_) => best,
            };
            let amounts = line.iter().map(|code| Amount::from_value(magnitude(code)));
            encode(unit, amounts.reduce(choose).unwrap_or(Amount::Nan).value())
        }
    }
}
