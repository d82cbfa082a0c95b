//! Recurrent networks (text 3647 to 3713, XDSA-D69, D73, D100): ONNX LSTM-14, GRU-14 and RNN-14, forward, without clip and peepholes.
//! Every sum of a gate is exact and rounded once, so is every activation, and every new state.

mod cell;
#[cfg(test)]
mod tests;

use super::results::{Results, numbers};
use super::{Done, Environment, Plan, Region, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;
use crate::xdsa::{Error, Kind};
use cell::{Activations, Layer};

/// What kind of cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Lstm,
    Gru,
    Rnn,
}

impl Cell {
    const fn of(operation: Operation) -> Self {
        match operation {
            Operation::Lstm | Operation::LstmCell => Self::Lstm,
            Operation::Gru | Operation::GruCell => Self::Gru,
            _ => Self::Rnn,
        }
    }

    /// The gates: iofc, zrh, i.
    const fn gates(self) -> u64 {
        match self {
            Self::Lstm => 4,
            Self::Gru => 3,
            Self::Rnn => 1,
        }
    }
}

/// The sizes of a network.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    steps: u64,
    batch: u64,
    input: u64,
    hidden: u64,
}

impl Sizes {
    fn product<const N: usize>(factors: [u64; N]) -> u64 {
        factors.into_iter().fold(1, u64::saturating_mul)
    }
}

/// The operands that may be absent.
#[derive(Clone, Copy, Debug)]
struct Present {
    bias: bool,
    hidden: bool,
    cell: bool,
    /// All hidden states, the last, the last cell state.
    written: [bool; 3],
}

/// The plan of an instruction.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.float("unit");
    let [steps, batch, input, hidden] = ["w0", "w1", "w2", "w3"].map(|field| request.size(field));
    let single = matches!(operation, Operation::LstmCell | Operation::GruCell | Operation::RnnCell);
    if single && steps > 1 {
        request.note(Kind::BadDimension, format!("T (w0) is {steps}; right: 1"));
    }
    request.done()?;
    let (cell, sizes) = (Cell::of(operation), Sizes { steps, batch, input, hidden });
    let linear_before_reset = request.get("flag16") & 1 == 1;
    let present = present(request, cell);
    let (reads, writes) = regions(request, unit, cell, sizes, present);
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        let network = Network { unit, cell, sizes, linear_before_reset, present };
        Ok(network.run(read))
    };
    // Both directions, as if there were two.
    let states = Sizes::product([2, steps, batch, cell.gates(), hidden]);
    let products = states.saturating_mul(input.saturating_add(hidden));
    Ok(Plan::new(reads, writes, work).with_inner(products))
}

/// An address of 0 says that an operand is absent.
fn present(request: &Request<'_>, cell: Cell) -> Present {
    let has = |field: &str| request.get(field) != 0;
    let lstm = cell == Cell::Lstm;
    Present {
        bias: has("p3"),
        hidden: has("p4"),
        cell: lstm && has("p5"),
        written: [has("p6"), has("p7"), lstm && has("p8")],
    }
}

/// What is read, and what is written.
fn regions(
    request: &Request<'_>,
    unit: Unit,
    cell: Cell,
    sizes: Sizes,
    present: Present,
) -> (Vec<Region>, Vec<Region>) {
    let Sizes { steps, batch, input, hidden } = sizes;
    let rows = cell.gates().saturating_mul(hidden);
    let state = Sizes::product([batch, hidden]);
    let reads = [
        ("p0", Sizes::product([steps, batch, input]), true),
        ("p1", Sizes::product([rows, input]), true),
        ("p2", Sizes::product([rows, hidden]), true),
        ("p3", Sizes::product([2, rows]), present.bias),
        ("p4", state, present.hidden),
        ("p5", state, present.cell),
    ];
    let [all, last, last_cell] = present.written;
    let writes = [
        ("p6", Sizes::product([steps, batch, hidden]), all),
        ("p7", state, last),
        ("p8", state, last_cell),
    ];
    let regions = |operands: &[(&'static str, u64, bool)]| {
        let there = operands.iter().filter(|(_, _, there)| *there);
        there.map(|(field, count, _)| request.dense(field, unit, *count)).collect()
    };
    (regions(&reads), regions(&writes))
}

/// A network and which of its operands are there.
struct Network {
    unit: Unit,
    cell: Cell,
    sizes: Sizes,
    linear_before_reset: bool,
    present: Present,
}

impl Network {
    fn run(&self, read: &[Vec<u64>]) -> Done {
        if self.present.written == [false; 3] {
            // Nobody has room for the states.
            return Done::default();
        }
        let mut operands = read.iter().map(|elements| numbers(self.unit, elements));
        let mut next = |there: bool| if there { operands.next() } else { None };
        let x = next(true).unwrap_or_default();
        let layer = Layer {
            input: self.sizes.input as usize,
            hidden: self.sizes.hidden as usize,
            w: next(true).unwrap_or_default(),
            r: next(true).unwrap_or_default(),
            bias: next(self.present.bias),
        };
        let size = (self.sizes.batch * self.sizes.hidden) as usize;
        let initial =
            |state: Option<Vec<Number>>| state.unwrap_or_else(|| vec![Number::integer(0); size]);
        let mut hidden = initial(next(self.present.hidden));
        let mut cells = initial(next(self.present.cell));
        let mut rounded = Activations { results: Results::new(self.unit, 0) };
        let mut all = Vec::new();
        for step in x.chunks((self.sizes.batch * self.sizes.input) as usize) {
            let rows = step.chunks(layer.input).zip(hidden.chunks_mut(layer.hidden));
            for ((x, h), c) in rows.zip(cells.chunks_mut(layer.hidden)) {
                match self.cell {
                    Cell::Lstm => layer.lstm(x, h, c, &mut rounded),
                    Cell::Gru => layer.gru(x, h, self.linear_before_reset, &mut rounded),
                    Cell::Rnn => layer.rnn(x, h, &mut rounded),
                }
            }
            if self.present.written[0] {
                all.extend(hidden.iter().map(|h| rounded.results.round(h)));
            }
        }
        let mut last = |state: &[Number]| state.iter().map(|n| rounded.results.round(n)).collect();
        let written = [all, last(&hidden), last(&cells)];
        let there = written.into_iter().zip(self.present.written);
        let written = there.filter_map(|(elements, there)| there.then_some(elements)).collect();
        Done { written, flags: rounded.results.flags(), ..Done::default() }
    }
}
