//! DATA_MOVE (XDSA-D37, D56, D92, D94).

use super::case::{Address, Case};
use super::map::{immediate, positions};
use super::value::Into;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Unit;

/// Planes of rows.
#[derive(Clone, Copy)]
struct Block {
    base: Address,
    unit: Unit,
    width: u64,
    rows: u64,
    planes: u64,
    line: u64,
    surface: u64,
}

impl Block {
    fn read(case: &mut Case<'_>, base: &str, prefix: &str, unit: Unit) -> Self {
        let name = |part: &str| format!("{prefix}_{part}");
        let width = case.size(&name("width"));
        let size = case.size(&name("trans_size"));
        let planes = case.size(&name("num_trans"));
        case.require(width == 0 || size.is_multiple_of(width), Kind::BadDimension);
        Self {
            base: case.address(base),
            unit,
            width,
            rows: size / width.max(1),
            planes,
            line: case.field(&name("line_stride")),
            surface: case.field(&name("surface_stride")),
        }
    }

    /// Where an element lies, in bits behind the base.
    fn bit(&self, plane: u64, row: u64, column: u64) -> u128 {
        let bits = u128::from(self.unit.bits());
        let dense = u128::from(self.width) * bits;
        let row_bits = if self.line == 0 { dense } else { 8 * u128::from(self.line) };
        let plane_bits = match self.surface {
            0 => u128::from(self.rows) * row_bits,
            surface => 8 * u128::from(surface),
        };
        u128::from(plane) * plane_bits + u128::from(row) * row_bits + u128::from(column) * bits
    }

    fn span(&self, case: &mut Case<'_>) {
        let last = self.bit(self.planes - 1, self.rows - 1, self.width - 1);
        case.range(self.base, (last + u128::from(self.unit.bits())).div_ceil(8));
    }

    fn at(&self, plane: u64, row: u64, column: u64) -> (Address, u64) {
        let bit = self.bit(plane, row, column);
        (self.base + bit / 8, (bit % 8 / 4) as u64)
    }

    fn count(&self) -> u128 {
        u128::from(self.planes) * u128::from(self.rows) * u128::from(self.width)
    }
}

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("data_unit");
    let mode = case.field("transfer_mode");
    let to = Block::read(case, "d", "des", unit);
    if mode == 1 {
        case.check()?;
        to.span(case);
        case.check()?;
        let value = immediate(case, "s", case.width.bits(), unit);
        // An element that fits is taken as it is.
        let element = match case.width.bits() >= unit.bits() {
            true => case.field("s") & unit.mask(),
            false => value.round(unit, Into::Clamp),
        };
        for p in positions(&[to.planes, to.rows, to.width]) {
            let (base, index) = to.at(p[0], p[1], p[2]);
            case.write(base, unit, index, element);
        }
        return case.check();
    }
    let from = Block::read(case, "s", "src", unit);
    case.check()?;
    let matches = match mode {
        0 => from.count() == to.count(),
        2 => {
            let planes = from.planes == to.planes;
            planes && to.width.is_multiple_of(from.width) && to.rows.is_multiple_of(from.rows)
        }
        _ => from.planes == to.planes && to.width == from.rows && to.rows == from.width,
    };
    case.require(matches, Kind::BadDimension);
    case.check()?;
    from.span(case);
    to.span(case);
    case.check()?;
    let sources = positions(&[from.planes, from.rows, from.width]);
    for (i, p) in positions(&[to.planes, to.rows, to.width]).iter().enumerate() {
        let source = match mode {
            0 => sources[i].clone(),
            2 => vec![p[0], p[1] / (to.rows / from.rows), p[2] / (to.width / from.width)],
            _ => vec![p[0], p[2], p[1]],
        };
        let from = from.at(source[0], source[1], source[2]);
        case.copy(from, to.at(p[0], p[1], p[2]), unit);
    }
    case.check()
}
