//! The MAU: products and sums of vectors, and of a matrix and a vector (s. 3.6.9).

use super::machine::Machine;
use super::number::{Options, Path, element, evaluate_one, join, spread};
use super::operand::At;
use super::output::{Effect, Output, Rules};
use super::{Stop, illegal};
use semantics::mncore2::isa::{Convert, Forward, Input, Mau, MauKind, Pair, Precision, Side};

/// A MAU expression, taken apart.
struct Operation<'a> {
    mau: &'a Mau,
    /// Looked up in the reference.
    id: String,
    options: Options,
    /// Bits of an element of each input, as it is read.
    widths: Vec<u32>,
    /// Result elements of a PE, and their bits.
    count: usize,
    out_bits: u32,
}

impl<'a> Operation<'a> {
    fn new(mau: &'a Mau) -> Result<Self, Stop> {
        let (form, inputs) = match (mau.kind, mau.matrix) {
            (MauKind::Fma, None) => ("vfma", 3),
            (MauKind::Mul, None) => ("vmul", 2),
            (MauKind::Add, None) => ("vadd", 2),
            (MauKind::Passa, None) => ("vpassa", 1),
            (MauKind::Fma, Some(_)) => ("mfma", 2),
            (MauKind::Mul, Some(_)) => ("mmul", 1),
            _ => return illegal("a matrix without a product"),
        };
        let product = matches!(mau.kind, MauKind::Fma | MauKind::Mul);
        if mau.inputs.len() != inputs
            || mau.pair.is_some() != (product && mau.precision == Precision::D)
        {
            return illegal(format!("{form} with {} inputs, {:?}", mau.inputs.len(), mau.pair));
        }
        let widths = (0..inputs).map(|i| width(mau, i)).collect::<Result<_, _>>()?;
        // Results are single for half, and half as wide with `r`.
        let (count, basic) = match mau.precision {
            Precision::D => (1, 64),
            Precision::F | Precision::G => (2, 32),
            Precision::H => (4, 32),
            _ => return illegal("an integer precision"),
        };
        Ok(Self {
            mau,
            id: format!("mau.{}{form}", mau.precision.letter()),
            options: options(mau),
            widths,
            count,
            out_bits: if mau.shorten { basic / 2 } else { basic },
        })
    }

    /// Element `k` of input `i`, or 0 where its product is switched off.
    fn operand(&self, inputs: &[[Path; 4]], i: usize, pe: usize, k: usize) -> u64 {
        element(inputs[i][pe], self.widths[i], k)
    }

    /// Whether `u` or `d` leaves the product of a PE out.
    fn without_product(&self, pe: usize) -> bool {
        self.mau.pair.is_some_and(|pair| (pair == Pair::Upper) != (pe < 2))
    }

    /// A result element of a vector operation.
    fn vector(&self, inputs: &[[Path; 4]], pe: usize, k: usize) -> Result<(u64, bool), Stop> {
        let operands: Vec<Vec<u64>> = (0..inputs.len())
            .map(|i| match self.without_product(pe) && i < 2 {
                true => vec![0],
                false => vec![self.operand(inputs, i, pe, k)],
            })
            .collect();
        evaluate_one(&self.id, &self.options, &operands)
    }

    /// A result element of a matrix-vector operation; `row` gives the elements of a row.
    fn matrix(
        &self,
        inputs: &[[Path; 4]],
        row: impl Fn(usize) -> Vec<u64>,
        pe: usize,
        k: usize,
    ) -> Result<(u64, bool), Stop> {
        let row = row(self.count * pe + k);
        // In how many elements of a PE the vector comes, and which columns it meets.
        let (per_pe, every) = match self.mau.precision {
            Precision::D => (1, 1),
            Precision::F => (1, 2),
            Precision::G => (2, 1),
            _ => (4, 1),
        };
        let mut row: Vec<u64> = row.into_iter().step_by(every).collect();
        let mut x: Vec<u64> =
            (0..row.len()).map(|j| self.operand(inputs, 0, j / per_pe, j % per_pe)).collect();
        if self.without_product(pe) {
            row.fill(0);
            x.fill(0);
        }
        let addend = inputs.get(1).map(|_| vec![self.operand(inputs, 1, pe, k)]);
        let operands: Vec<Vec<u64>> = [row, x].into_iter().chain(addend).collect();
        evaluate_one(&self.id, &self.options, &operands)
    }
}

/// Bits of an element of input `i`: of the precision, single for the addend of half; halved by `e`,
/// doubled by `r` (s. 3.6.9.23, .24).
fn width(mau: &Mau, i: usize) -> Result<u32, Stop> {
    let addend = match (mau.kind, mau.matrix) {
        (MauKind::Fma, None) => i == 2,
        (MauKind::Fma, Some(_)) | (MauKind::Add, None) => i == 1,
        _ => false,
    };
    let block = mau.matrix.is_some() && i == 0;
    let half = mau.precision == Precision::H && !addend;
    let basic = if half { 16 } else { mau.precision.bits().max(32) };
    match mau.inputs[i].convert {
        None => Ok(basic),
        Some(Convert::Extend) if !block && !half => Ok(basic / 2),
        Some(Convert::Shorten) if !block && half => Ok(basic * 2),
        Some(_) => illegal("a conversion of this input"),
    }
}

/// The options of the reference. It counts the matrix as operand 0.
fn options(mau: &Mau) -> Options {
    let first = usize::from(mau.matrix.is_some());
    let list = |chosen: fn(&Input) -> bool| {
        let indices = mau.inputs.iter().enumerate().filter(|(_, input)| chosen(input));
        indices.map(|(i, _)| (first + i).to_string()).collect::<Vec<_>>().join(",")
    };
    let mut options = vec![
        ("neg", list(|input| input.negate)),
        ("ext", list(|input| input.convert == Some(Convert::Extend))),
        ("short", list(|input| input.convert == Some(Convert::Shorten))),
    ];
    options.retain(|(_, list)| !list.is_empty());
    if mau.shorten {
        options.push(("r", "1".to_owned()));
    }
    options
}

impl Machine {
    pub(super) fn mau(
        &self,
        mau: &Mau,
        rules: Rules,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Stop> {
        let operation = Operation::new(mau)?;
        let output = Output { unit: Forward::Mau, flush: mau.flush.as_ref(), dests: &mau.dests };
        for &mab in self.mabs.keys() {
            for cycle in 0..4 {
                let inputs: Vec<[Path; 4]> = mau
                    .inputs
                    .iter()
                    .map(|input| self.read_pes(mab, cycle, &input.source))
                    .collect::<Result<_, _>>()?;
                for at in At::pes(mab, cycle) {
                    let result = self.mau_result(&operation, &inputs, at)?;
                    self.output(at, &output, rules, result, effects)?;
                }
            }
        }
        Ok(())
    }

    /// The path and the flags that a PE gets.
    fn mau_result(
        &self,
        operation: &Operation<'_>,
        inputs: &[[Path; 4]],
        at: At,
    ) -> Result<(Path, Option<u8>), Stop> {
        let row = |side: Side, row: usize| {
            self.mabs
                .get(&at.mab)
                .map_or_else(Vec::new, |mab| mab.row(side, operation.mau.precision, row))
        };
        let mut elements = Vec::new();
        let mut flags = Vec::new();
        for k in 0..operation.count {
            let (element, flag) = match operation.mau.matrix {
                None => operation.vector(inputs, at.pe, k)?,
                Some(side) => operation.matrix(inputs, |i| row(side, i), at.pe, k)?,
            };
            elements.push(element);
            flags.push(flag);
        }
        Ok((join(operation.out_bits, &elements), Some(spread(&flags))))
    }
}
