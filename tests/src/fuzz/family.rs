//! One target for each family of operations: the model against the reference.

use super::operands::{Choices, elements};
use crate::Reference;
use vectors::registry::{self, Family, Op};

/// The families that have a target each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Conversions.
    Convert,
    /// Vector multiply-add.
    Vector,
    /// Matrix-vector multiply-add.
    Matrix,
    /// Block-float conversion.
    Block,
    /// Reductions.
    Rrn,
    /// The ALU.
    Alu,
    /// IEEE operations of every format.
    Ieee,
    /// Conversions between number formats.
    Number,
    /// MX blocks.
    Mx,
    /// Integers.
    Integer,
    /// Sums of many terms.
    Sum,
}

impl Group {
    /// Every group, with the name of its target and corpus.
    pub const ALL: [(Self, &'static str); 11] = [
        (Self::Convert, "convert"),
        (Self::Vector, "vector"),
        (Self::Matrix, "matrix"),
        (Self::Block, "block"),
        (Self::Rrn, "rrn"),
        (Self::Alu, "alu"),
        (Self::Ieee, "ieee"),
        (Self::Number, "number"),
        (Self::Mx, "mx"),
        (Self::Integer, "integer"),
        (Self::Sum, "sum"),
    ];

    fn holds(self, op: &Op) -> bool {
        self == match op.family {
            Family::Convert => Self::Convert,
            Family::Vector { .. } => Self::Vector,
            Family::Matrix => Self::Matrix,
            Family::Block => Self::Block,
            Family::RrnAdd { .. } | Family::RrnSelect => Self::Rrn,
            Family::AluFloat | Family::AluInteger => Self::Alu,
            Family::Ieee { .. } => Self::Ieee,
            Family::NumberConvert { .. } => Self::Number,
            Family::Mx { .. } => Self::Mx,
            Family::Integer { .. } => Self::Integer,
            Family::Sum { .. } => Self::Sum,
        }
    }
}

/// Reads an operation of the group, its options and operands from the bytes, and compares model and
/// reference.
///
/// # Panics
/// Where they differ.
pub fn operation(group: Group, bytes: &[u8], reference: Reference) {
    let mut choices = Choices(bytes);
    let ops: Vec<&'static Op> = registry::all().iter().filter(|op| group.holds(op)).collect();
    let op = ops[choices.below(ops.len())];
    let sets = op.option_sets();
    let plan = op.plan(&sets[choices.below(sets.len())]);
    let x = elements(&plan, &mut choices);

    let mut rest = &x[..];
    let mut operands = Vec::new();
    for shape in &plan.operands {
        let (own, others) = rest.split_at(shape.len);
        operands.push(own.to_vec());
        rest = others;
    }
    let pairs = plan.options.pairs();
    let pairs: Vec<_> = pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let ours = plan.run(&x);
    let theirs = reference(&op.id, &pairs, &operands);
    assert_eq!(
        theirs,
        Some((ours.out().to_vec(), ours.flag)),
        "{} [{}] {operands:x?}: reference (left) and model differ",
        op.id,
        plan.options
    );
}
