//! What is multiplied, and whether it fits.

use super::matrix::Matrix;
use super::order::{Addend, Order};
use super::unit::Unit;
use softfloat::silicon::Operands;
use softfloat::{Format, Misfit};
use std::fmt;

/// The most elements of D.
const MOST: usize = 1 << 29;

/// An operand of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// m x k.
    A,
    /// k x n.
    B,
    /// m x n.
    C,
    /// The scales of A, m x k/block.
    AScale,
    /// The scales of B, k/block x n.
    BScale,
}

impl Operand {
    const fn verb(self) -> &'static str {
        match self {
            Self::A | Self::B | Self::C => "is",
            Self::AScale | Self::BScale => "are",
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::AScale => "the scales of A",
            Self::BScale => "the scales of B",
        })
    }
}

/// What does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A shape.
    #[error("{operand} {} {} x {}\n  right: {right}", operand.verb(), found.0, found.1)]
    Shape {
        /// Of what.
        operand: Operand,
        /// Rows and columns.
        found: (usize, usize),
        /// What it should be.
        right: String,
    },
    /// A code that its format does not have.
    #[error(
        "the code of {operand} is {code:x} in row {row}, column {column}\n  right: codes of {width} bits{}",
        named(format)
    )]
    Code {
        /// Of what.
        operand: Operand,
        /// Where, from 0.
        row: usize,
        /// Likewise.
        column: usize,
        /// The code.
        code: u64,
        /// The format's width.
        width: u32,
        /// The format.
        format: &'static str,
    },
    /// A unit that has scales, and none are there.
    #[error(
        "{unit} takes a scale for each block of {block} elements, and there are none\n  right: scales of A, m x k/{block}, and of B, k/{block} x n"
    )]
    NoScales {
        /// The unit.
        unit: String,
        /// Elements under a scale.
        block: usize,
    },
    /// Scales of a unit that has none.
    #[error(
        "{unit} takes no scales\n  right: none, or a unit with block scales (mxf8f6f4, mxf4, nvf4)"
    )]
    Scales {
        /// The unit.
        unit: String,
    },
    /// An order that does not fit.
    #[error("{what}\n  right: {right}")]
    Order {
        /// What was asked for.
        what: String,
        /// What would fit.
        right: String,
    },
}

impl Error {
    /// The operand that does not fit.
    #[must_use]
    pub const fn operand(&self) -> Option<Operand> {
        match self {
            Self::Shape { operand, .. } | Self::Code { operand, .. } => Some(*operand),
            Self::NoScales { .. } | Self::Scales { .. } | Self::Order { .. } => None,
        }
    }
}

fn named(format: &str) -> String {
    if format.is_empty() { String::new() } else { format!(" ({format})") }
}

/// `D = A B + C` on a unit.
#[derive(Clone, Debug)]
pub struct Product<'a> {
    pub(super) unit: Unit,
    pub(super) a: &'a Matrix,
    /// Transposed.
    pub(super) b: Matrix,
    pub(super) c: Option<&'a Matrix>,
    /// Those of B transposed.
    pub(super) scales: Option<(&'a Matrix, Matrix)>,
    pub(super) order: Order,
    /// The word of a NaN that an addition gives.
    pub(super) nan: u64,
}

impl<'a> Product<'a> {
    /// Takes what is multiplied. Without C the addend is +0. Of scales the first are A's.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn new(
        unit: Unit,
        a: &'a Matrix,
        b: &Matrix,
        c: Option<&'a Matrix>,
        scales: Option<[&'a Matrix; 2]>,
        order: Order,
    ) -> Result<Self, Error> {
        let (m, k, n) = (a.rows(), a.columns(), b.columns());
        filled(Operand::A, a)?;
        shaped(Operand::B, b, (k, n), &format!("{k} rows, as A has columns"))?;
        filled(Operand::B, b)?;
        let (step, name) = (unit.k(), unit.name());
        if m.checked_mul(n).is_none_or(|elements| elements > MOST) {
            let right =
                format!("{} columns at most, so that D has at most {MOST} elements", MOST / m);
            return Err(Error::Shape { operand: Operand::B, found: (k, n), right });
        }
        if k % step != 0 {
            let right = format!("a multiple of {step} columns, which {name} takes at once");
            return Err(Error::Shape { operand: Operand::A, found: (m, k), right });
        }
        codes(Operand::A, a, unit.a())?;
        codes(Operand::B, b, unit.b())?;
        if let Some(c) = c {
            shaped(Operand::C, c, (m, n), &format!("{m} x {n}, as A has rows and B columns"))?;
            codes(Operand::C, c, unit.c())?;
        }
        match (unit.scales(), scales) {
            (None, None) => {}
            (None, Some(_)) => return Err(Error::Scales { unit: name }),
            (Some((_, block)), None) => return Err(Error::NoScales { unit: name, block }),
            (Some((format, block)), Some([x, y])) => {
                let blocks = k / block;
                let right = |rows, columns| format!("{rows} x {columns}, one for {block} elements");
                shaped(Operand::AScale, x, (m, blocks), &right(m, blocks))?;
                shaped(Operand::BScale, y, (blocks, n), &right(blocks, n))?;
                codes(Operand::AScale, x, format)?;
                codes(Operand::BScale, y, format)?;
            }
        }
        ordered(order, k, step)?;
        let nan = nan(&unit);
        let scales = scales.map(|[a, b]| (a, b.transposed()));
        Ok(Self { unit, a, b: b.transposed(), c, scales, order, nan })
    }

    /// The unit.
    #[must_use]
    pub const fn unit(&self) -> &Unit {
        &self.unit
    }

    /// Rows of D.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.a.rows()
    }

    /// Columns of D.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.b.rows()
    }

    /// Products of an element.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.a.columns()
    }

    /// The code of C.
    pub(super) fn addend(&self, i: usize, j: usize) -> u64 {
        self.c.map_or(0, |c| c.at(i, j))
    }

    /// With what the first chain begins.
    pub(super) fn first(&self, i: usize, j: usize) -> u64 {
        match self.order.addend {
            Addend::First => self.addend(i, j),
            Addend::Last => 0,
        }
    }
}

fn filled(operand: Operand, matrix: &Matrix) -> Result<(), Error> {
    let found = (matrix.rows(), matrix.columns());
    let right = "at least one row and one column".to_owned();
    if matrix.codes().is_empty() { Err(Error::Shape { operand, found, right }) } else { Ok(()) }
}

fn shaped(
    operand: Operand,
    matrix: &Matrix,
    size: (usize, usize),
    right: &str,
) -> Result<(), Error> {
    let found = (matrix.rows(), matrix.columns());
    match found == size {
        true => Ok(()),
        false => Err(Error::Shape { operand, found, right: right.to_owned() }),
    }
}

fn codes(operand: Operand, matrix: &Matrix, format: Format) -> Result<(), Error> {
    match format.check(0, matrix.codes()) {
        Err(Misfit::Code { element, code, width, format, .. }) => {
            let (row, column) = (element / matrix.columns(), element % matrix.columns());
            Err(Error::Code { operand, row, column, code, width, format })
        }
        Err(Misfit::Elements { .. } | Misfit::Operands { .. }) | Ok(()) => Ok(()),
    }
}

fn ordered(order: Order, k: usize, step: usize) -> Result<(), Error> {
    let instructions = k / step;
    if order.split == 0 || order.split > instructions {
        return Err(Error::Order {
            what: format!("k is split in {} parts", order.split),
            right: format!("1 to {instructions}, the instructions of k = {k}"),
        });
    }
    match order.promote {
        Some(0) => {}
        Some(products) if products % step != 0 => {}
        Some(_) | None => return Ok(()),
    }
    Err(Error::Order {
        what: format!("sums are taken out after {} products", order.promote.unwrap_or_default()),
        right: format!("a multiple of {step}, which an instruction takes"),
    })
}

/// What the unit makes of a NaN that comes as its addend.
fn nan(unit: &Unit) -> u64 {
    let step = unit.step(false);
    let zeros = vec![0; unit.k()];
    let scales = vec![0; step.plan().operands.get(3).map_or(0, |scales| scales.len)];
    let Some(c) = step.c().canonical_nan() else { return 0 };
    step.evaluate(&Operands { a: &zeros, b: &zeros, c, scales: [&scales; 2] })
}
