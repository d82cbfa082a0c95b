//! The L1Bs of the board, of which those that are equal stand there once, until one of them differs:
//! what nothing touches costs nothing.

use super::{BLOCKS, Block};
use rayon::prelude::*;
use std::ops::Index;

/// The L1Bs, number `8*(2*group + L2B) + L1B`.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    /// Those that stand for themselves; of others a block of no meaning.
    all: Vec<Block>,
    /// The L1B that stands for each: itself, or one that is equal to it.
    stands: [u8; BLOCKS],
    /// How many stand for themselves.
    apart: usize,
}

impl Blocks {
    /// All are equal to this one.
    pub(crate) fn new(block: Block) -> Self {
        Self { all: vec![block; BLOCKS], stands: [0; BLOCKS], apart: 1 }
    }

    /// Whether each stands for itself.
    pub(crate) fn are_apart(&self) -> bool {
        self.apart == BLOCKS
    }

    /// An L1B, to be changed alone.
    pub(crate) fn one(&mut self, number: usize) -> &mut Block {
        if !self.are_apart() {
            self.part(number);
        }
        &mut self.all[number]
    }

    /// All, each to be changed alone.
    pub(crate) fn all(&mut self) -> &mut [Block] {
        for number in 0..BLOCKS {
            if self.are_apart() {
                break;
            }
            self.part(number);
        }
        &mut self.all
    }

    /// Those that stand for all, to be changed in the same way.
    pub(crate) fn each(&mut self) -> impl IndexedParallelIterator<Item = (usize, &mut Block)> {
        let stands = &self.stands;
        let all: Vec<_> = self
            .all
            .iter_mut()
            .enumerate()
            .filter(|(n, _)| usize::from(stands[*n]) == *n)
            .collect();
        all.into_par_iter()
    }

    /// Lets an L1B stand for itself alone.
    fn part(&mut self, number: usize) {
        let old = usize::from(self.stands[number]);
        if old != number {
            self.all[number] = self.all[old].clone();
            self.stands[number] = number as u8;
            self.apart += 1;
            return;
        }
        // The next of those that it stood for stands for the rest.
        let mut others = (number + 1..BLOCKS).filter(|&n| usize::from(self.stands[n]) == number);
        let Some(next) = others.next() else { return };
        self.all[next] = self.all[number].clone();
        for stands in &mut self.stands[next..] {
            if usize::from(*stands) == number {
                *stands = next as u8;
            }
        }
        self.apart += 1;
    }
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
