//! Instruction by instruction.

use super::matrix::Matrix;
use super::order::Addend;
use super::product::Product;
use super::rows::each_row;
use super::unit::Unit;
use softfloat::silicon::{Datapath, Operands, Truncated};
use softfloat::{Env, Value, convert_any};
use std::ops::Range;

/// One instruction's part in an element of D.
#[derive(Clone, Debug)]
pub struct Call<'u> {
    /// The unit.
    pub unit: &'u Unit,
    /// Its products.
    pub products: Range<usize>,
    /// Its operands, as the unit's plan takes them.
    pub operands: Vec<u64>,
    /// What it gives.
    pub result: u64,
}

/// Columns that are computed together where a unit has lanes.
const COLUMNS: usize = 32;

/// What a worker keeps from row to row.
#[derive(Default)]
struct Room {
    chain: Vec<u64>,
    part: Vec<u64>,
    sides: [Vec<u32>; 2],
    sums: [Vec<u32>; 2],
}

impl Product<'_> {
    /// D, on all cores; `progress` hears how many rows more are done.
    #[must_use]
    pub fn run(&self, progress: &(dyn Fn(u64) + Sync)) -> Matrix {
        each_row(self.rows(), self.columns(), progress, || {
            let mut room = Room::default();
            move |i, out: &mut [u64]| self.row(i, out, &mut room)
        })
    }

    /// A row of D.
    fn row(&self, i: usize, out: &mut [u64], room: &mut Room) {
        let Room { mut chain, mut part, .. } = std::mem::take(room);
        chain.resize(out.len(), 0);
        part.resize(out.len(), 0);
        for products in self.order.parts(self.depth(), self.unit.k()) {
            let first_part = products.start == 0;
            for chained in self.order.chains(products.clone()) {
                for (j, c) in chain.iter_mut().enumerate() {
                    *c = if chained.start == 0 { self.first(i, j) } else { 0 };
                }
                self.chain(i, &chained, &mut chain, room);
                self.meet(chained.start == products.start, &mut part, &chain);
            }
            self.meet(first_part, out, &part);
        }
        if let Addend::Last = self.order.addend {
            for (j, out) in out.iter_mut().enumerate() {
                *out = self.with_addend(i, j, *out);
            }
        }
        (room.chain, room.part) = (chain, part);
    }

    /// Sums, or the first of them.
    fn meet(&self, first: bool, sums: &mut [u64], more: &[u64]) {
        for (sum, more) in sums.iter_mut().zip(more) {
            *sum = if first { *more } else { self.add(*sum, *more) };
        }
    }

    /// An ordinary addition in the result's format: to nearest even, of integers modulo their width.
    pub(super) fn add(&self, x: u64, y: u64) -> u64 {
        let format = self.unit.out();
        if format.is_integer() {
            return x.wrapping_add(y) & (u64::MAX >> (64 - format.width));
        }
        let sum = format.add(x, y, &Env::IEEE).bits;
        match format.decode::<u64>(sum) {
            Value::Nan { .. } => self.nan,
            Value::Infinite { .. } | Value::Finite(_) => sum,
        }
    }

    /// A sum and C, where that comes last.
    pub(super) fn with_addend(&self, i: usize, j: usize, sum: u64) -> u64 {
        let (from, to) = (self.unit.c(), self.unit.out());
        match self.c.map(|c| c.at(i, j)) {
            None => sum,
            Some(c) if from == to => self.add(sum, c),
            Some(c) => self.add(sum, convert_any(&from, &to, &Env::IEEE, c).bits),
        }
    }

    /// A chain of instructions for all columns: with what each begins, and then its sum.
    fn chain(&self, i: usize, products: &Range<usize>, sums: &mut [u64], room: &mut Room) {
        match self.unit.datapath() {
            Datapath::Truncated(sum) => self.lanes(sum, i, products, sums, room),
            Datapath::Scaled(_)
            | Datapath::Halves(_)
            | Datapath::Four(_)
            | Datapath::Chain(_)
            | Datapath::Cdna1(_)
            | Datapath::Cdna2(_)
            | Datapath::Cdna3(_)
            | Datapath::Vdpbf16ps
            | Datapath::TilePairs(_)
            | Datapath::TileTf32
            | Datapath::Integers(_)
            | Datapath::Bfdot
            | Datapath::BfdotExtended(_)
            | Datapath::Fp8(..) => {
                for (j, sum) in sums.iter_mut().enumerate() {
                    *sum = self.steps(products).fold(*sum, |c, (unit, own)| {
                        unit.evaluate(&Operands { c, ..self.operands(i, j, &own) })
                    });
                }
            }
        }
    }

    /// The instructions of a chain, and their products.
    fn steps(&self, chain: &Range<usize>) -> impl Iterator<Item = (&Unit, Range<usize>)> {
        let (start, k) = (chain.start, self.unit.k());
        chain.clone().step_by(k).map(move |at| (self.unit.step(at == start), at..at + k))
    }

    /// An instruction's factors and scales, its addend 0.
    fn operands(&self, i: usize, j: usize, products: &Range<usize>) -> Operands<'_> {
        let [mut x, mut y]: [&[u64]; 2] = [&[]; 2];
        if let (Some((a, b)), Some((_, block))) = (&self.scales, self.unit.scales()) {
            let own = products.start / block..products.end / block;
            (x, y) = (&a.row(i)[own.clone()], &b.row(j)[own]);
        }
        let (a, b) = (&self.a.row(i)[products.clone()], &self.b.row(j)[products.clone()]);
        Operands { a, b, c: 0, scales: [x, y] }
    }

    /// A chain in lanes: groups of instructions are groups of one long sum.
    fn lanes(
        &self,
        sum: &Truncated,
        i: usize,
        products: &Range<usize>,
        sums: &mut [u64],
        room: &mut Room,
    ) {
        let narrow = |codes: &mut Vec<u32>, side: &[u64]| {
            codes.extend(side.iter().map(|code| *code as u32));
        };
        let Room { sides: [a, b], sums: [c, out], .. } = room;
        a.clear();
        (0..COLUMNS.min(sums.len())).for_each(|_| narrow(a, &self.a.row(i)[products.clone()]));
        for (block, sums) in sums.chunks_mut(COLUMNS).enumerate() {
            b.clear();
            c.clear();
            let columns = block * COLUMNS..block * COLUMNS + sums.len();
            columns.for_each(|j| narrow(b, &self.b.row(j)[products.clone()]));
            narrow(c, sums);
            out.resize(sums.len(), 0);
            let k = products.len();
            let fits = sum.elements(k, &a[..k * sums.len()], b, c, out);
            assert!(fits.is_ok(), "lengths are those of the block");
            sums.iter_mut().zip(&*out).for_each(|(sum, code)| *sum = u64::from(*code));
        }
    }

    /// The chains of an element of D, each instruction by instruction.
    #[must_use]
    pub fn calls(&self, i: usize, j: usize) -> Vec<Vec<Call<'_>>> {
        let parts = self.order.parts(self.depth(), self.unit.k());
        let chains = parts.flat_map(|part| self.order.chains(part));
        let calls = chains.map(|chain| {
            let mut c = if chain.start == 0 { self.first(i, j) } else { 0 };
            let call = |(unit, products): (_, Range<usize>)| {
                let own = Operands { c, ..self.operands(i, j, &products) };
                let unit: &Unit = unit;
                let operands = [own.a, own.b, &[c], own.scales[0], own.scales[1]].concat();
                c = unit.evaluate(&own);
                Call { unit, products, operands, result: c }
            };
            self.steps(&chain).map(call).collect()
        });
        calls.collect()
    }
}
