//! Terms over bit vectors of any width and over truth values: each stands once in the thread's store, so that equal terms have
//! equal numbers.

use std::cell::RefCell;
use std::collections::HashMap;

/// A term, by its place in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Term(u32);

/// What a term is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    /// Anything.
    Variable(&'static str),
    /// A number.
    Known(u128),
    /// Every bit inverted; of truth values, the other.
    Not,
    And,
    Or,
    Xor,
    Plus,
    Minus,
    /// Shifted up so far.
    Left(u32),
    /// Shifted down so far.
    Right(u32),
    /// Zero-extended or cut.
    Resized,
    Equal,
    /// As unsigned numbers.
    Less,
    /// The second where the first is true, else the third.
    Either,
}

/// Truth values have no width.
pub(crate) const TRUTH: u32 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) width: u32,
    of: [Term; 3],
}

impl Node {
    /// What it is made of.
    pub(crate) fn parts(&self) -> &[Term] {
        let count = match self.op {
            Op::Variable(_) | Op::Known(_) => 0,
            Op::Not | Op::Left(_) | Op::Right(_) | Op::Resized => 1,
            Op::And | Op::Or | Op::Xor | Op::Plus | Op::Minus | Op::Equal | Op::Less => 2,
            Op::Either => 3,
        };
        &self.of[..count]
    }
}

#[derive(Default)]
struct Store {
    nodes: Vec<Node>,
    places: HashMap<Node, Term>,
}

thread_local! {
    static STORE: RefCell<Store> = RefCell::default();
}

fn put(op: Op, width: u32, parts: &[Term]) -> Term {
    let mut of = [Term(0); 3];
    of[..parts.len()].copy_from_slice(parts);
    let node = Node { op, width, of };
    STORE.with_borrow_mut(|store| {
        let Store { nodes, places } = store;
        *places.entry(node).or_insert_with(|| {
            nodes.push(node);
            Term(nodes.len() as u32 - 1)
        })
    })
}

impl Term {
    pub(crate) fn variable(name: &'static str, width: u32) -> Self {
        put(Op::Variable(name), width, &[])
    }

    /// A number; of a width beyond 128 bits, a small one.
    pub(crate) fn known(value: u128, width: u32) -> Self {
        let mask = if width < 128 { (1 << width) - 1 } else { u128::MAX };
        put(Op::Known(value & mask), width, &[])
    }

    pub(crate) fn truth(value: bool) -> Self {
        put(Op::Known(value.into()), TRUTH, &[])
    }

    pub(crate) fn node(self) -> Node {
        STORE.with_borrow(|store| store.nodes[self.0 as usize])
    }

    pub(crate) fn width(self) -> u32 {
        self.node().width
    }

    /// Its number in what a solver reads.
    pub(crate) const fn number(self) -> u32 {
        self.0
    }

    /// The number that it is, where it is one.
    pub(crate) fn value(self) -> Option<u128> {
        match self.node() {
            Node { op: Op::Known(value), width: 0..=128, .. } => Some(value),
            _ => None,
        }
    }

    fn two(self, op: Op, other: Self) -> Self {
        let width = self.width();
        assert_eq!(width, other.width(), "{op:?}");
        if let (Some(a), Some(b)) = (self.value(), other.value()) {
            let both = match op {
                Op::And => a & b,
                Op::Or => a | b,
                Op::Xor => a ^ b,
                Op::Plus => a.wrapping_add(b),
                Op::Minus => a.wrapping_sub(b),
                _ => unreachable!("{op:?} of two"),
            };
            return if width == TRUTH { Self::truth(both == 1) } else { Self::known(both, width) };
        }
        match (op, self.value(), other.value()) {
            (Op::Or | Op::Xor | Op::Plus, Some(0), _) => other,
            (Op::Or | Op::Xor | Op::Plus | Op::Minus, _, Some(0)) => self,
            (Op::And, Some(0), _) => self,
            (Op::And, _, Some(0)) => other,
            (Op::And, Some(1), _) if width == TRUTH => other,
            (Op::And, _, Some(1)) if width == TRUTH => self,
            _ => put(op, width, &[self, other]),
        }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        self.two(Op::And, other)
    }

    pub(crate) fn or(self, other: Self) -> Self {
        self.two(Op::Or, other)
    }

    pub(crate) fn xor(self, other: Self) -> Self {
        self.two(Op::Xor, other)
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        self.two(Op::Plus, other)
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        self.two(Op::Minus, other)
    }

    pub(crate) fn not(self) -> Self {
        match (self.node(), self.value()) {
            (Node { width: TRUTH, .. }, Some(value)) => Self::truth(value == 0),
            (Node { width, .. }, Some(value)) => Self::known(!value, width),
            (Node { op: Op::Not, of, .. }, _) => of[0],
            (Node { width, .. }, None) => put(Op::Not, width, &[self]),
        }
    }

    pub(crate) fn left(self, by: u32) -> Self {
        let width = self.width();
        assert!(by < width, "{by} of {width} bits");
        match self.value() {
            _ if by == 0 => self,
            Some(value) => Self::known(value << by, width),
            None => put(Op::Left(by), width, &[self]),
        }
    }

    pub(crate) fn right(self, by: u32) -> Self {
        let width = self.width();
        assert!(by < width, "{by} of {width} bits");
        match self.value() {
            _ if by == 0 => self,
            Some(value) => Self::known(value >> by, width),
            None => put(Op::Right(by), width, &[self]),
        }
    }

    pub(crate) fn resized(self, width: u32) -> Self {
        match self.value() {
            _ if width == self.width() => self,
            Some(value) => Self::known(value, width),
            None => put(Op::Resized, width, &[self]),
        }
    }

    pub(crate) fn equals(self, other: Self) -> Self {
        assert_eq!(self.width(), other.width(), "equal widths");
        match (self.value(), other.value()) {
            _ if self == other => Self::truth(true),
            (Some(a), Some(b)) => Self::truth(a == b),
            _ => put(Op::Equal, TRUTH, &[self, other]),
        }
    }

    pub(crate) fn less(self, other: Self) -> Self {
        assert_eq!(self.width(), other.width(), "equal widths");
        match (self.value(), other.value()) {
            _ if self == other => Self::truth(false),
            (Some(a), Some(b)) => Self::truth(a < b),
            _ => put(Op::Less, TRUTH, &[self, other]),
        }
    }

    pub(crate) fn at_most(self, other: Self) -> Self {
        other.less(self).not()
    }

    /// The one where the truth value is true, else the other.
    pub(crate) fn either(self, one: Self, other: Self) -> Self {
        assert_eq!(one.width(), other.width(), "equal widths");
        match self.value() {
            Some(1) => one,
            Some(_) => other,
            None => put(Op::Either, one.width(), &[self, one, other]),
        }
    }

    /// The same with a part in the place of another.
    pub(crate) fn with(self, old: Self, new: Self) -> Self {
        if self == old {
            return new;
        }
        let node = self.node();
        let parts: Vec<Self> = node.parts().iter().map(|part| part.with(old, new)).collect();
        match node.op {
            _ if parts == node.parts() => self,
            op => put(op, node.width, &parts),
        }
    }

    pub(crate) fn mentions(self, other: Self) -> bool {
        self == other || self.node().parts().iter().any(|part| part.mentions(other))
    }
}

/// All of them are true.
pub(crate) fn all(terms: impl IntoIterator<Item = Term>) -> Term {
    terms.into_iter().fold(Term::truth(true), Term::and)
}
