//! Which elements of the tree exist, and why they suffice.

use std::collections::{BTreeSet, HashSet};

use super::moves::{Move, moves};
use super::{Element, place};
use semantics::mncore2::isa::{Down, Expr, L1bSet, L2bm, Mv, Statement, Step, Up, UpKind};

/// A set of elements, closed under what a program transfers: what an element of the set receives
/// comes from elements of the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope(BTreeSet<Element>);

impl Scope {
    /// The whole board.
    pub fn board() -> Self {
        let upper = (0..4).map(Element::Group).chain((0..8).map(Element::L2b));
        let lower = (0..64).map(Element::L1b).chain((0..1024).map(Element::Mab));
        Self(upper.chain(lower).collect())
    }

    /// What the `d get` statements print, and all it depends on.
    pub fn of<'a>(statements: impl IntoIterator<Item = &'a Statement> + Clone) -> Self {
        Self::with(statements.clone(), printed(statements))
    }

    /// The elements that a caller wants to observe, and all they depend on.
    pub fn with<'a>(
        statements: impl IntoIterator<Item = &'a Statement>,
        observed: impl IntoIterator<Item = Element>,
    ) -> Self {
        let links: HashSet<Link> = statements.into_iter().flat_map(links).collect();
        let mut found = BTreeSet::new();
        let mut open: Vec<Element> = observed.into_iter().collect();
        while let Some(element) = open.pop() {
            if found.insert(element) {
                open.extend(links.iter().flat_map(|link| link.sources(element)));
            }
        }
        Self(found)
    }

    /// Whether the element exists.
    pub fn contains(&self, element: Element) -> bool {
        self.0.contains(&element)
    }

    /// All of them.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        self.0.iter().copied()
    }
}

/// What the `d get` statements print.
pub(super) fn printed<'a>(
    statements: impl IntoIterator<Item = &'a Statement>,
) -> BTreeSet<Element> {
    let gets = statements.into_iter().filter_map(|statement| match statement {
        Statement::Get(get) => Some(get),
        _ => None,
    });
    let places = gets.flat_map(|get| place::places(get.memory, get.levels));
    places.map(|place| place.element()).collect()
}

/// A way that data take in a statement, the same all over the board but for MV.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Link {
    /// A MAB receives from its L1B.
    MabFromL1b,
    /// An L1B receives from its MABs whose bit is set.
    L1bFromMabs(u16),
    /// The L1Bs of the set receive from their L2B.
    L1bFromL2b(L1bSet),
    /// An L2B receives from its L1Bs of the set.
    L2bFromL1bs(L1bSet),
    /// `l2bmi`: L1Bs receive from an L1B of the set beside them.
    L1bFromL1bs(L1bSet),
    /// A group receives from its L2B of this number.
    GroupFromL2b(u8),
    /// MV: from the second to the first.
    Mv(Element, Element),
}

impl Link {
    /// Where this element receives from.
    fn sources(self, element: Element) -> Vec<Element> {
        let children = |q: u8, set: L1bSet| {
            (0..8).filter(move |&b| set.contains(b)).map(move |b| Element::L1b(8 * q + b))
        };
        match (self, element) {
            (Self::MabFromL1b, Element::Mab(m)) => vec![Element::L1b((m / 16) as u8)],
            (Self::L1bFromMabs(bits), Element::L1b(b)) => (0..16)
                .filter(|m| bits >> m & 1 == 1)
                .map(|m| Element::Mab(16 * u16::from(b) + m))
                .collect(),
            (Self::L1bFromL2b(set), Element::L1b(b)) if set.contains(b % 8) => {
                vec![Element::L2b(b / 8)]
            }
            (Self::L2bFromL1bs(set), Element::L2b(q)) => children(q, set).collect(),
            // s. 3.6.7.9
            (Self::L1bFromL1bs(set), Element::L1b(b)) => (0..8)
                .filter(|&s| set.contains(s) && s != b % 8 && s & set.mode == b & set.mode)
                .map(|s| Element::L1b(b / 8 * 8 + s))
                .collect(),
            (Self::GroupFromL2b(l2b), Element::Group(g)) => vec![Element::L2b(2 * g + l2b)],
            (Self::Mv(to, from), element) if to == element => vec![from],
            _ => Vec::new(),
        }
    }
}

/// The ways of a statement.
fn links(statement: &Statement) -> Vec<Link> {
    match statement {
        Statement::Step(Step { exprs }) => exprs.iter().filter_map(link).collect(),
        Statement::Mv(Mv::Transfer(transfer)) => {
            // All units have the same elements. An illegal transfer has none: it stops the run.
            let unit = moves(transfer, 0).unwrap_or_default();
            let pairs = |Move { from, to, .. }: Move| {
                from.into_iter().map(move |from| Link::Mv(to.element(), from.element()))
            };
            unit.into_iter().flat_map(pairs).collect()
        }
        _ => Vec::new(),
    }
}

/// The way of an expression.
fn link(expr: &Expr) -> Option<Link> {
    match expr {
        Expr::Down(Down { .. }) => Some(Link::MabFromL1b),
        Expr::Up(Up { kind, .. }) => Some(Link::L1bFromMabs(match *kind {
            UpKind::Mab(m) => 1_u16.checked_shl(u32::from(m)).unwrap_or(0),
            UpKind::Mab4(k) => 0x1111_u16.checked_shl(u32::from(k)).unwrap_or(0),
            UpKind::Reduce { .. } | UpKind::Reduce4 { .. } | UpKind::Gather(_) => u16::MAX,
        })),
        Expr::L2bm(l2bm) => match *l2bm {
            L2bm::Broadcast { set, .. }
            | L2bm::Broadcast2 { set, .. }
            | L2bm::Distribute { set, .. } => Some(Link::L1bFromL2b(set)),
            L2bm::Transfer { l1b, .. } => Some(Link::L2bFromL1bs(L1bSet { base: l1b, mode: 0 })),
            L2bm::Reduce { set, .. } => Some(Link::L2bFromL1bs(set)),
            L2bm::Reduce2 { .. } | L2bm::Gather { .. } => Some(Link::L2bFromL1bs(L1bSet::ALL)),
            L2bm::Multicast { set, .. } => Some(Link::L1bFromL1bs(set)),
            L2bm::Dars { l2b, .. } => Some(Link::GroupFromL2b(l2b)),
            L2bm::Darw => None,
        },
        _ => None,
    }
}
