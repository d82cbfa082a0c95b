//! The cells (ONNX LSTM-14, GRU-14, RNN-14): one step of one row of the batch.

use crate::xdsa::exec::results::Results;
use crate::xdsa::number::Number;

/// Sums and functions, each rounded.
pub(super) struct Activations {
    pub(super) results: Results,
}

impl Activations {
    /// `1 / (1 + e^-x)` of a rounded sum.
    fn sigmoid(&mut self, sum: &Number) -> Number {
        let x = self.results.step(sum);
        let one = Number::integer(1);
        self.results.step(&one.div(&one.add(&x.neg().exp())))
    }

    fn tanh(&mut self, sum: &Number) -> Number {
        let x = self.results.step(sum);
        self.results.step(&x.tanh())
    }
}

impl Layer {
    /// `c = f c + i g`, `h = o tanh(c)`; the gates are input, output, forget, cell.
    pub(super) fn lstm(
        &self,
        x: &[Number],
        hidden: &mut [Number],
        cells: &mut [Number],
        rounded: &mut Activations,
    ) {
        let old = hidden.to_vec();
        for (unit, (h, c)) in hidden.iter_mut().zip(cells).enumerate() {
            let [i, o, f] = [0, 1, 2].map(|gate| rounded.sigmoid(&self.gate(gate, unit, x, &old)));
            let g = rounded.tanh(&self.gate(3, unit, x, &old));
            *c = rounded.results.step(&f.mul(c).add(&i.mul(&g)));
            let out = rounded.results.step(&c.tanh());
            *h = rounded.results.step(&o.mul(&out));
        }
    }

    /// `h = (1 - z) g + z h`; the gates are update, reset, hidden. The reset gate is a factor of the hidden state, or, linear before
    /// reset, of what the hidden state adds.
    pub(super) fn gru(
        &self,
        x: &[Number],
        hidden: &mut [Number],
        linear_before_reset: bool,
        rounded: &mut Activations,
    ) {
        let old = hidden.to_vec();
        let gate = |which: usize, rounded: &mut Activations| -> Vec<Number> {
            let sums = (0..self.hidden).map(|unit| self.gate(which, unit, x, &old));
            sums.map(|sum| rounded.sigmoid(&sum)).collect()
        };
        let (update, reset) = (gate(0, rounded), gate(1, rounded));
        let kept: Vec<Number> = reset.iter().zip(&old).map(|(r, h)| r.mul(h)).collect();
        for (unit, (h, z)) in hidden.iter_mut().zip(&update).enumerate() {
            let row = 2 * self.hidden + unit;
            let sum = if linear_before_reset {
                let inner = reset[unit].mul(&Number::sum(self.of_hidden(row, &old)));
                Number::sum(self.of_input(row, x).chain([inner]))
            } else {
                Number::sum(self.of_input(row, x).chain(self.of_hidden(row, &kept)))
            };
            let g = rounded.tanh(&sum);
            let rest = Number::integer(1).sub(z);
            *h = rounded.results.step(&rest.mul(&g).add(&z.mul(h)));
        }
    }

    /// `h = tanh(W x + R h + b)`
    pub(super) fn rnn(&self, x: &[Number], hidden: &mut [Number], rounded: &mut Activations) {
        let old = hidden.to_vec();
        for (unit, h) in hidden.iter_mut().enumerate() {
            *h = rounded.tanh(&self.gate(0, unit, x, &old));
        }
    }
}

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
