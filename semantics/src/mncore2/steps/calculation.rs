//! Floating-point operations of MAU expressions (s. 1.4). Only the MAU counts, as in the official peak:
//! the ALU and the reductions on the way up do not.

use super::figures::{
    CYCLES_A_STEP, FLOPS_OF_MULTIPLY_ADD, MAUS, matrix_shape, peak, vector_shape,
};
use crate::machine::steps::Form;
use crate::mncore2::isa::{Expr, MauKind, Precision, Step};

/// The MAU operation of a step.
///
/// A matrix-vector product counts 2 operations for each element of the matrix, with an addend or
/// without; a vector operation counts what it multiplies and what it adds; a copy counts nothing.
/// Masks, zero flushes and `u`, `d` of double products have no effect: the unit is busy whatever
/// becomes of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Calculation {
    /// d, f, g, h.
    pub precision: Precision,
    /// Whether it is a matrix-vector product.
    pub matrix: bool,
    /// What is computed.
    pub kind: MauKind,
}

impl Calculation {
    /// That of a step, if it has one.
    #[must_use]
    pub fn of(step: &Step) -> Option<Self> {
        step.exprs.iter().find_map(|expr| match expr {
            Expr::Mau(mau) => Some(Self {
                precision: mau.precision,
                matrix: mau.matrix.is_some(),
                kind: mau.kind,
            }),
            _ => None,
        })
    }

    /// Operations of one MAU in one cycle.
    #[must_use]
    pub const fn flops_a_cycle(self) -> u32 {
        let (added, multiplied) = vector_shape(self.precision);
        match (self.matrix, self.kind) {
            (true, MauKind::Fma | MauKind::Mul) => {
                let (rows, columns) = matrix_shape(self.precision);
                FLOPS_OF_MULTIPLY_ADD * rows * columns
            }
            (false, MauKind::Fma) => FLOPS_OF_MULTIPLY_ADD * multiplied,
            (false, MauKind::Mul) => multiplied,
            (false, MauKind::Add) => added,
            (_, MauKind::Passa) | (true, MauKind::Add) => 0,
        }
    }

    /// Operations of the whole board in a step.
    #[must_use]
    pub const fn flops(self) -> u64 {
        self.flops_a_cycle() as u64 * CYCLES_A_STEP * MAUS
    }
}

/// The forms of calculation: precision, and whether with a matrix.
const FORMS: [(Precision, bool); 7] = [
    (Precision::D, true),
    (Precision::F, true),
    (Precision::G, true),
    (Precision::H, true),
    (Precision::D, false),
    (Precision::F, false),
    (Precision::H, false),
];

/// Steps and operations of each form of calculation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calculations {
    steps: [u64; FORMS.len()],
    flops: [u64; FORMS.len()],
}

impl Calculations {
    pub(super) fn add(&mut self, calculation: Calculation) {
        let form = (calculation.precision, calculation.matrix);
        if let Some(i) = FORMS.iter().position(|f| *f == form) {
            self.steps[i] += 1;
            self.flops[i] = self.flops[i].saturating_add(calculation.flops());
        }
    }

    /// Each form, those that the program lacks too.
    pub fn forms(&self) -> impl Iterator<Item = Form> + '_ {
        FORMS.iter().enumerate().map(|(i, &(precision, matrix))| Form {
            precision: precision.letter(),
            matrix,
            steps: self.steps[i],
            flops: self.flops[i],
            peak: u64::from(peak(precision, matrix)) * CYCLES_A_STEP * MAUS,
        })
    }

    /// All operations of the whole board.
    #[must_use]
    pub fn flops(&self) -> u64 {
        self.flops.iter().sum()
    }
}
