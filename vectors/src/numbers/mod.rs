//! The operations on numbers that every machine has: IEEE 754 arithmetic and conversions in every
//! format of the table and in IEEE-like formats of any widths, MX blocks, integers, sums.

mod convert;
mod decisions;
mod formats;
mod integer;
mod kernels;
mod mx;
mod operation;
mod options;
mod sum;

pub use integer::{Arithmetic, IntegerOperation};
pub use mx::MxOperation;
pub use operation::{Comparison, Operation};

use crate::registry::{Family, FlagKind, Kernels, Op, Options, Resolved, Resolver, Shape};
use formats::{BOOL, FLOATS, Listed};
use operation::{Row, TABLE};
use softfloat::format::Int32;
use softfloat::{Format, StaticFormat};

/// Every operation that is listed, format by format.
pub(crate) fn operations() -> Vec<Op> {
    let ieee = FLOATS.iter().flat_map(|listed| TABLE.iter().map(move |row| listed_op(listed, row)));
    ieee.chain(convert::operations())
        .chain(mx::operations())
        .chain(integer::operations())
        .chain(sum::operations())
        .collect()
}

/// An operation in a format that is not listed.
pub(crate) fn on_demand(id: &str) -> Option<Op> {
    let mut parts = id.split('.');
    let three = [parts.next()?, parts.next()?, parts.next()?];
    match (three, parts.next()) {
        (["ieee", format, name], None) => {
            let row = TABLE.iter().find(|row| row.name == name)?;
            let f = formats::custom(format)?;
            let kernels = move |o: &Options| {
                Kernels::Dynamic(o.env(), kernels::dynamic(f, row.operation, o.exact))
            };
            Some(op("ieee", format, f, row, kernels))
        }
        (["cvt", from, to], None) => convert::on_demand(from, to),
        (["int", format, name], None) => integer::on_demand(format, name),
        _ => None,
    }
}

fn listed_op(listed: &'static Listed, row: &'static Row) -> Op {
    let kernels = |o: &Options| Kernels::Number(o.env(), (listed.kernel)(row.operation, o.exact));
    op(listed.system, listed.name, listed.format, row, kernels)
}

fn op(
    system: &str,
    name: &str,
    format: Format,
    row: &'static Row,
    kernels: impl Fn(&Options) -> Kernels + Send + Sync + 'static,
) -> Op {
    let (options, senseless) = options::of_operation(&format, row.operation);
    Op {
        id: format!("{system}.{name}.{}", row.name),
        summary: format!("{}, {name}", row.formula),
        operands: row.operands,
        flags: FlagKind::Exceptions,
        options,
        section: formats::cited(row.section, &[format]),
        decisions: decisions::of_operation(&format, row.operation),
        family: Family::Ieee { format, operation: row.operation },
        senseless,
        resolve: Resolver::new(move |o: &Options| Resolved {
            operands: shapes(format, row),
            results: vec![Shape::one(result(format, row.operation))],
            kernels: kernels(o),
        }),
    }
}

fn shapes(format: Format, row: &Row) -> Vec<Shape> {
    let mut shapes = vec![Shape::one(format); row.operands.len()];
    if row.operation == Operation::ScaleB {
        shapes[1] = Shape::one(Int32::FORMAT);
    }
    shapes
}

fn result(format: Format, operation: Operation) -> Format {
    match operation {
        Operation::Compare(..) | Operation::TotalOrder | Operation::TotalOrderMagnitude => BOOL,
        _ => format,
    }
}
