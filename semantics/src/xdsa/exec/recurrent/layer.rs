//! Weights, and the sums of gates.

use crate::xdsa::number::Number;

/// The weights of a layer.
pub(super) struct Layer {
    pub(super) input: usize,
    pub(super) hidden: usize,
    /// Of the input: gate, unit, input.
    pub(super) w: Vec<Number>,
    /// Of the hidden state: gate, unit, unit.
    pub(super) r: Vec<Number>,
    /// Those of the input, then those of the hidden state: gate, unit.
    pub(super) bias: Option<Vec<Number>>,
}

impl Layer {
    /// The products of the input and a row of weights, and the row's bias.
    pub(super) fn of_input<'a>(
        &'a self,
        row: usize,
        x: &'a [Number],
    ) -> impl Iterator<Item = Number> + 'a {
        let weights = &self.w[row * self.input..(row + 1) * self.input];
        let bias = self.bias.as_ref().map(|bias| bias[row].clone());
        weights.iter().zip(x).map(|(w, x)| w.mul(x)).chain(bias)
    }

    /// Those of the hidden state.
    pub(super) fn of_hidden<'a>(
        &'a self,
        row: usize,
        h: &'a [Number],
    ) -> impl Iterator<Item = Number> + 'a {
        let weights = &self.r[row * self.hidden..(row + 1) * self.hidden];
        weights.iter().zip(h).map(|(r, h)| r.mul(h)).chain(self.bias_of_hidden(row))
    }

    /// The second bias of a row.
    pub(super) fn bias_of_hidden(&self, row: usize) -> Option<Number> {
        self.bias.as_ref().map(|bias| bias[bias.len() / 2 + row].clone())
    }

    /// The sum of a gate.
    pub(super) fn gate(&self, gate: usize, unit: usize, x: &[Number], h: &[Number]) -> Number {
        let row = gate * self.hidden + unit;
        Number::sum(self.of_input(row, x).chain(self.of_hidden(row, h)))
    }
}
