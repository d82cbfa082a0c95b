//! DATA_MOVE (text 1629): planes of rows, from one shape and place to another (XDSA-D23, D29, D56, D92, D94).

use super::exact::immediate;
use super::offsets::{assemble, grid};
use super::{Done, Plan, Region, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::{Error, Kind};

/// The plan of the instruction.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    if operation != Operation::DataMove {
        return Err(request.unknown(operation));
    }
    let (unit, mode) = (request.unit("data_unit"), request.get("transfer_mode"));
    let to = Shape::read(request, "d", DESTINATION);
    if mode == 1 {
        request.done()?;
        return Ok(fill(request, unit, to));
    }
    let from = Shape::read(request, "s", SOURCE);
    let wrong = match mode {
        0 => from.count() != to.count(),
        2 => !from.enlarges_to(to),
        _ => [from.planes, from.rows, from.width] != [to.planes, to.width, to.rows],
    };
    if wrong {
        let message = format!("mode {mode} from {from} to {to}");
        request.note(Kind::BadDimension, message);
    }
    request.done()?;
    let (reads, writes) = (vec![from.region(request, unit)], vec![to.region(request, unit)]);
    Ok(Plan::new(reads, writes, move |read, _| {
        let [planes, rows, columns] = grid([from.planes, from.rows, from.width]);
        Ok(Done::one(match mode {
            0 => read[0].clone(),
            2 => {
                let rows = repeat(&rows, to.rows / from.rows);
                let columns = repeat(&columns, to.width / from.width);
                assemble(&read[0], &[planes, rows, columns])
            }
            _ => assemble(&read[0], &[planes, columns, rows]),
        }))
    }))
}

/// Every offset so many times in a row.
fn repeat(offsets: &[usize], times: u64) -> Vec<usize> {
    offsets.iter().flat_map(|offset| std::iter::repeat_n(*offset, times as usize)).collect()
}

/// Mode 01: one value everywhere, from the field of the source address.
fn fill(request: &Request<'_>, unit: Unit, to: Shape) -> Plan {
    let value = immediate(unit, request.get("s"), request.width().bits());
    let writes = vec![to.region(request, unit)];
    Plan::new(Vec::new(), writes, move |_, _| Ok(Done::one(vec![value; to.count() as usize])))
}

/// Names of fields: width, plane size, planes, distances of rows and planes.
type Names = [&'static str; 5];
const SOURCE: Names =
    ["src_width", "src_trans_size", "src_num_trans", "src_line_stride", "src_surface_stride"];
const DESTINATION: Names =
    ["des_width", "des_trans_size", "des_num_trans", "des_line_stride", "des_surface_stride"];

/// Planes of rows of elements.
#[derive(Clone, Copy, Debug)]
struct Shape {
    field: &'static str,
    planes: u64,
    rows: u64,
    width: u64,
    line: u64,
    surface: u64,
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} planes of {} rows of {}", self.planes, self.rows, self.width)
    }
}

impl Shape {
    fn read(request: &mut Request<'_>, field: &'static str, names: Names) -> Self {
        let [width, size, planes] = [names[0], names[1], names[2]].map(|name| request.size(name));
        if width != 0 && !size.is_multiple_of(width) {
            let message = format!("{} is {size}; right: a multiple of {width}", names[1]);
            request.note(Kind::BadDimension, message);
        }
        let [line, surface] = [names[3], names[4]].map(|name| request.get(name));
        Self { field, planes, rows: size / width.max(1), width, line, surface }
    }

    const fn count(self) -> u64 {
        self.planes * self.rows * self.width
    }

    /// Whether the other shape has as many planes, of whole multiples of rows and columns.
    fn enlarges_to(self, to: Self) -> bool {
        let multiple = |large: u64, small: u64| small != 0 && large.is_multiple_of(small);
        self.planes == to.planes && multiple(to.rows, self.rows) && multiple(to.width, self.width)
    }

    fn region(self, request: &Request<'_>, unit: Unit) -> Region {
        let Self { field, planes, rows, width, line, surface } = self;
        strided(request.dense(field, unit, width), planes, rows, line, surface)
    }
}

/// Planes of rows at distances in bytes, 0 where they are dense; dense planes of rows with a distance follow at all their rows
/// (XDSA-D23, D94). The region is a row.
pub(super) fn strided(row: Region, planes: u64, rows: u64, line: u64, surface: u64) -> Region {
    let width = row.run;
    match (line, surface) {
        (0, 0) => Region { run: width * rows * planes, ..row },
        (0, surface) => Region { run: width * rows, steps: vec![(planes, surface)], ..row },
        (line, 0) => Region { steps: vec![(planes * rows, line)], ..row },
        (line, surface) => Region { steps: vec![(planes, surface), (rows, line)], ..row },
    }
}
