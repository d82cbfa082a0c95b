//! Conversion of the four PEs of a MAB to block floating point (s. 3.6.12.12, 4.4).

use super::number::{Options, Path, element, evaluate, join};
use super::{Stop, illegal};
use semantics::mncore2::isa::Precision;

/// `dbfn`, `fbfn`, `gbfn`, `hbfn/n`, `hbfe/n`.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) precision: Precision,
    pub(super) extended: bool,
    /// n, for half.
    pub(super) length: u8,
}

impl Block {
    /// `shortened`: the four single words of each PE become the halves of its MSB-side long word,
    /// beside a long word of zeros.
    pub(super) fn convert(self, x: &[Path; 4], shortened: bool) -> Result<[Path; 4], Stop> {
        // In which elements of each PE a block lies, as a first one and a count.
        let (blocks, count): (&[usize], usize) = match self.precision {
            Precision::D => (&[0], 1),
            Precision::F => (&[0, 1], 1),
            Precision::G => (&[0], 2),
            Precision::H => (&[0, 4], 4),
            _ => return illegal("a block of integers"),
        };
        let half = self.precision == Precision::H;
        if shortened && !half {
            return illegal("a block of another precision than half, shortened");
        }
        let bits = self.precision.bits();
        let mut out = x.map(|path| elements(path, bits));
        for &first in blocks {
            let read = |pe: usize, k: usize| match (shortened, first) {
                (false, _) => element(x[pe], bits, first + k),
                (true, 0) => element(x[pe], 32, k),
                (true, _) => 0,
            };
            let block: Vec<u64> = (0..4)
                .flat_map(|pe| (0..count).map(move |k| (pe, k)))
                .map(|(pe, k)| read(pe, k))
                .collect();
            let (converted, _) =
                evaluate(&self.id(), &self.options(shortened && first == 0), &[block])?;
            for (i, element) in converted.into_iter().enumerate() {
                out[i / count][first + i % count] = element;
            }
        }
        Ok(out.map(|elements| join(bits, &elements)))
    }

    fn id(self) -> String {
        format!("bf.{}{}", self.precision.letter(), if self.extended { "bfe" } else { "bfn" })
    }

    fn options(self, shortened: bool) -> Options {
        let mut options = Vec::new();
        if self.precision == Precision::H {
            options.push(("n", self.length.to_string()));
        }
        if shortened {
            options.push(("short", "0".to_owned()));
        }
        options
    }
}

/// All elements of a path.
fn elements(path: Path, bits: u32) -> Vec<u64> {
    (0..(128 / bits) as usize).map(|k| element(path, bits, k)).collect()
}
