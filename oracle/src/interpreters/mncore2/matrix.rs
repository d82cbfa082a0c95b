//! Matrix registers: rows, writes, transposed reads (s. 3.6.1.14, 3.6.10, 3.6.11).

use super::machine::{Mab, Machine, side_index};
use super::number::{element, join};
use super::operand::{At, converted};
use super::output::{Effect, Output, Rules};
use super::{Stop, illegal};
use semantics::mncore2::isa::{
    Convert, Forward, MatrixAccess, Mread, Mwrite, Precision, Side, Width,
};

impl Mab {
    /// The elements of a logical row: every fourth, second or each of the physical rows.
    pub(super) fn row(&self, side: Side, precision: Precision, row: usize) -> Vec<u64> {
        let rows = usize::from(precision.matrix_rows());
        let physical = self.matrix[side_index(side)][row * (16 / rows)];
        let bits = precision.bits();
        let of_long =
            |long: u64| (0..(64 / bits) as usize).map(move |k| element([long, 0], bits, k));
        physical.into_iter().flat_map(of_long).collect()
    }
}

/// Whether one row or column of a side is accessed in a cycle, or two.
fn per_cycle(access: &MatrixAccess, precision: Precision) -> Result<usize, Stop> {
    match (access.width, precision) {
        (Width::Long, Precision::D | Precision::F | Precision::G | Precision::H) => Ok(1),
        (Width::Double, Precision::H) => Ok(2),
        _ => illegal("this width of a matrix register"),
    }
}

impl Machine {
    pub(super) fn mwrite(&self, mwrite: &Mwrite, effects: &mut Vec<Effect>) -> Result<(), Stop> {
        let Mwrite { precision, from, to } = mwrite;
        let count = per_cycle(to, *precision)?;
        if count == 2 && from.convert == Some(Convert::Shorten) {
            // MN-D85
            return illegal("hmwrite of two rows with r");
        }
        let rows = usize::from(precision.matrix_rows());
        for &mab in self.mabs.keys() {
            for cycle in 0..4 {
                let read = self.read_pes(mab, cycle, &from.source)?;
                for part in 0..count {
                    let mut value = [0; 4];
                    for (pe, path) in read.into_iter().enumerate() {
                        value[pe] = converted(path, from, *precision)?[part];
                    }
                    let row = (usize::from(to.index) + count * cycle + part) % rows * (16 / rows);
                    effects.push(Effect::Row { mab, side: to.side, row, value });
                }
            }
        }
        Ok(())
    }

    pub(super) fn mread(
        &self,
        mread: &Mread,
        rules: Rules,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Stop> {
        let Mread { precision, from, .. } = mread;
        let count = per_cycle(from, *precision)?;
        if count == 1 && *precision == Precision::H {
            return illegal("hmread of one column");
        }
        let output =
            Output { unit: Forward::Mread, flush: mread.flush.as_ref(), dests: &mread.dests };
        let rows = usize::from(precision.matrix_rows());
        for &mab in self.mabs.keys() {
            for cycle in 0..4 {
                for at in At::pes(mab, cycle) {
                    let mut elements = Vec::new();
                    for part in 0..count {
                        let column = (usize::from(from.index) + count * cycle + part) % rows;
                        for row in rows / 4 * at.pe..rows / 4 * (at.pe + 1) {
                            elements.push(self.mab(mab)?.row(from.side, *precision, row)[column]);
                        }
                    }
                    let value = join(precision.bits(), &elements);
                    self.output(at, &output, rules, (value, None), effects)?;
                }
            }
        }
        Ok(())
    }
}
