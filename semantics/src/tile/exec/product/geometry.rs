//! Where the elements of A, B and D stand (Tile, s. 1.3, 1.4; TILE-D17, D19 to D21, D24, D25).

pub use crate::tile::shape::Shape;

use crate::tile::isa::Kind;

/// Bytes of a tile register and of its scales.
const TILE: usize = 1024;
const SCALES: usize = 64;

/// The sizes of a product D\[m x n\] = A\[m x k\] B\[k x n\], and the registers that hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    kind: Kind,
    /// Rows of A and D.
    pub m: usize,
    /// Columns of B and D.
    pub n: usize,
    /// Columns of A, rows of B, of all steps.
    pub k: usize,
    /// Steps of K, each of registers of its own.
    pub steps: usize,
    /// Registers of A.
    pub a: usize,
    /// Registers of B.
    pub b: usize,
    /// Registers of D.
    pub d: usize,
}

/// A or B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// A: a line is a row.
    A,
    /// B: a line is a column.
    B,
}

impl Geometry {
    /// The sizes for `2^nummma` steps; nothing where the shape is none of this kind: 6-bit elements have S32 alone.
    #[must_use]
    pub const fn of(kind: Kind, shape: Shape, steps: usize) -> Option<Self> {
        let m = shape.rows();
        let six = kind.a.registers() == 3;
        if six && m != 32 {
            return None;
        }
        let width = kind.d.width();
        let panels = 8 * TILE / (m * m * width);
        let panels = if panels == 0 { 1 } else { panels };
        let n = m * panels;
        // The row of a register holds as many elements of B as a step has.
        let k = kind.b.registers() * 8 * TILE / m / kind.b.width();
        Some(Self {
            kind,
            m,
            n,
            k: k * steps,
            steps,
            a: steps * k * m * kind.a.width() / (8 * TILE),
            b: steps * kind.b.registers() * panels,
            d: m * n * width / (8 * TILE),
        })
    }

    /// Elements of K in a step.
    const fn step(&self) -> usize {
        self.k / self.steps
    }

    /// The bytes of a line's `part`-th part, in the group of A or B, and the place of its first scale. A step of a line
    /// is one part, but two of 8-bit elements beside 4-bit ones.
    #[must_use]
    pub const fn part(&self, side: Side, line: usize, part: usize) -> Part {
        let element = match side {
            Side::A => self.kind.a,
            Side::B => self.kind.b,
        };
        let string = element.registers() * TILE;
        let len = string / self.m;
        let at = match side {
            Side::A => part * string + line * len,
            Side::B => {
                let panels = self.n / self.m;
                (part * panels + line / self.m) * string + line % self.m * len
            }
        };
        let (first, within) = (at / string * element.registers(), at % string);
        Part { at, len, scale: first * SCALES + within / (4 * element.width()) }
    }

    /// Parts of a line.
    #[must_use]
    pub const fn parts(&self, side: Side) -> usize {
        match side {
            Side::A => {
                self.steps * self.step() * self.m * self.kind.a.width()
                    / (8 * TILE * self.kind.a.registers())
            }
            Side::B => self.steps,
        }
    }

    /// The first byte of the element (i, j) of D in its group.
    #[must_use]
    pub const fn result(&self, i: usize, j: usize) -> usize {
        (i * self.n + j) * self.kind.d.width() / 8
    }
}

/// Bytes that follow each other in a group of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first.
    pub at: usize,
    /// How many.
    pub len: usize,
    /// The scale of the first block, counted over the scales of the group's registers.
    pub scale: usize,
}
