//! The L1Bs of the board, of which those that are equal stand there once, until one of them differs:
//! what nothing touches costs nothing.

use super::{BLOCKS, Block};
use rayon::prelude::*;
use std::ops::Index;

/// A set of L1Bs: bit n is number n.
pub(crate) type Set = u64;

/// The L1Bs of the board, number `8*(2*group + L2B) + L1B`.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    /// One for all that are equal to it.
    all: Vec<Block>,
    /// Where each L1B stands.
    stands: [u8; BLOCKS],
}

impl Blocks {
    /// All are equal to this one.
    pub(crate) fn new(block: Block) -> Self {
        Self { all: vec![block], stands: [0; BLOCKS] }
    }

    /// Whether each stands for itself.
    pub(crate) fn are_apart(&self) -> bool {
        self.all.len() == BLOCKS
    }

    /// Whether all are equal and stand there once.
    pub(crate) fn are_one(&self) -> bool {
        self.all.len() == 1
    }

    /// The same for L1Bs that are equal and stand there once.
    pub(crate) fn stand(&self, number: usize) -> u8 {
        self.stands[number]
    }

    /// The first of a set, and of those of it that are equal the first alone.
    pub(crate) fn firsts(&self, set: Set) -> impl Iterator<Item = usize> + use<> {
        let stands = self.stands;
        let mut seen: Set = 0;
        members(set).filter(move |number| {
            let bit = 1 << stands[*number];
            let new = seen & bit == 0;
            seen |= bit;
            new
        })
    }

    /// An L1B, to be changed alone.
    pub(crate) fn one(&mut self, number: usize) -> &mut Block {
        if !self.are_apart() {
            self.part(1 << number);
        }
        self.alike(number)
    }

    /// An L1B, to be changed with those that stand where it does.
    pub(crate) fn alike(&mut self, number: usize) -> &mut Block {
        &mut self.all[usize::from(self.stands[number])]
    }

    /// All, each to be changed alone.
    pub(crate) fn all(&mut self) -> &mut [Block] {
        if !self.are_apart() {
            (0..BLOCKS).for_each(|number| self.part(1 << number));
        }
        // Each stands at its number.
        for number in 0..BLOCKS {
            let at = usize::from(self.stands[number]);
            let there = self.stands.iter().position(|stand| usize::from(*stand) == number);
            if let Some(there) = there.filter(|_| at != number) {
                self.all.swap(number, at);
                self.stands.swap(number, there);
            }
        }
        &mut self.all
    }

    /// Those that stand for all, to be changed in the same way, with the number of one that each stands for.
    pub(crate) fn each(&mut self) -> impl IndexedParallelIterator<Item = (usize, &mut Block)> {
        let mut numbers = vec![0; self.all.len()];
        for (number, stand) in self.stands.iter().enumerate().rev() {
            numbers[usize::from(*stand)] = number;
        }
        numbers.into_par_iter().zip(&mut self.all)
    }

    /// Lets the L1Bs of a set stand apart from the others.
    pub(crate) fn part(&mut self, set: Set) {
        for number in members(set) {
            let old = self.stands[number];
            let equal = (0..BLOCKS).filter(|n| self.stands[*n] == old);
            let equal = equal.fold(0, |equal: Set, n| equal | 1 << n);
            if equal & !set != 0 {
                let new = self.all.len() as u8;
                self.all.push(self.all[usize::from(old)].clone());
                members(equal & set).for_each(|n| self.stands[n] = new);
            }
        }
    }
}

/// The numbers of a set.
fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..BLOCKS).filter(move |number| set >> number & 1 != 0)
}

impl Index<usize> for Blocks {
    type Output = Block;

    fn index(&self, number: usize) -> &Block {
        &self.all[usize::from(self.stands[number])]
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCKS, Block, Blocks};
    use seeded::{Draw, Random};

    /// Against an array of blocks, whatever is changed in which order.
    #[test]
    fn they_are_as_if_each_stood_alone() {
        let mut random = Random::new(0x001b_10c5);
        for _ in 0..20 {
            let mut blocks = Blocks::new(Block::new());
            let mut alone = [0; BLOCKS];
            for _ in 0..40 {
                let (how, n) = (random.next(), random.next() as usize % BLOCKS);
                match how % 4 {
                    0 => {
                        let all = how >> 8 & 15 == 0;
                        if all {
                            blocks.all().iter_mut().for_each(|block| block.bar[0][0] += 1);
                        } else {
                            use rayon::prelude::*;
                            blocks.each().for_each(|(_, block)| block.bar[0][0] += 1);
                        }
                        alone.iter_mut().for_each(|word| *word += 1);
                    }
                    1 => {
                        let set = random.next() & random.next() & random.next();
                        blocks.part(set);
                        for n in blocks.firsts(set) {
                            blocks.alike(n).bar[0][0] += 10;
                        }
                        for n in super::members(set) {
                            alone[n] += 10;
                        }
                    }
                    _ => {
                        blocks.one(n).bar[0][0] += 100;
                        alone[n] += 100;
                    }
                }
                let found: [u16; BLOCKS] = std::array::from_fn(|n| blocks[n].bar[0][0]);
                assert_eq!(found, alone);
            }
        }
    }
}
