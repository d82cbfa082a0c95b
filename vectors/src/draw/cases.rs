//! Cases, each once.

use std::collections::HashSet;

/// Cases of one shape of operands, each once, in the order of their first appearance.
pub(crate) struct Cases {
    pub(super) stride: usize,
    pub(super) elements: Vec<u64>,
    seen: HashSet<Box<[u64]>>,
}

impl Cases {
    pub(crate) fn new(stride: usize) -> Self {
        Self { stride: stride.max(1), elements: Vec::new(), seen: HashSet::new() }
    }

    /// Words of a case.
    pub(crate) const fn stride(&self) -> usize {
        self.stride
    }

    pub(crate) fn len(&self) -> usize {
        self.elements.len() / self.stride
    }

    /// Adds a case unless it is there.
    pub(crate) fn push(&mut self, x: &[u64]) {
        if x.len() == self.stride && self.seen.insert(x.into()) {
            self.elements.extend_from_slice(x);
        }
    }

    /// Every case, in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &[u64]> {
        self.elements.chunks_exact(self.stride)
    }

    /// Turns the bits of a mask in the last element of all cases.
    pub(crate) fn turn_last(&mut self, mask: u64) {
        self.elements
            .iter_mut()
            .skip(self.stride - 1)
            .step_by(self.stride)
            .for_each(|e| *e ^= mask);
        self.seen = self.elements.chunks(self.stride).map(Box::from).collect();
    }

    /// Every combination of one code of each operand.
    pub(crate) fn product(&mut self, codes: &[Vec<u64>]) {
        let mut combinations = vec![Vec::new()];
        for own in codes {
            combinations = combinations
                .iter()
                .flat_map(|head: &Vec<u64>| {
                    own.iter().map(move |c| head.iter().chain([c]).copied().collect())
                })
                .collect();
        }
        for x in combinations {
            self.push(&x);
        }
    }

    /// Every combination of the codes of any two operands, the others walking through their codes.
    pub(crate) fn pairs(&mut self, codes: &[Vec<u64>]) {
        let mut turn = 0;
        for second in 1..codes.len() {
            for first in 0..second {
                for a in &codes[first] {
                    for b in &codes[second] {
                        let others = codes.iter().map(|own| own[turn % own.len()]);
                        let mut x: Vec<u64> = others.collect();
                        (x[first], x[second]) = (*a, *b);
                        self.push(&x);
                        turn += 1;
                    }
                }
            }
        }
    }
}
