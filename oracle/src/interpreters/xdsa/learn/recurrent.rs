//! LSTM, GRU, RNN and their cells (XDSA-D73, D100): gate sums are exact and rounded once, then each function, then each state.

use super::unnamed;
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::element::Tensor;
use crate::interpreters::xdsa::value::{Function, Into, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

/// The operands.
struct Net {
    unit: Unit,
    steps: u64,
    batch: u64,
    input: u64,
    hidden: u64,
    gates: u64,
    /// GRU: the reset gate meets the sum, not the state.
    after: bool,
    x: Tensor,
    w: Tensor,
    r: Tensor,
    b: Option<Tensor>,
}

impl Net {
    /// The addends of a gate's input part: the row of W, and its bias.
    fn outer(&self, case: &Case<'_>, t: u64, n: u64, row: u64) -> Vec<Value> {
        let mut addends: Vec<Value> = (0..self.input)
            .map(|i| {
                let x = case.value(self.x, (t * self.batch + n) * self.input + i);
                x.mul(&case.value(self.w, row * self.input + i))
            })
            .collect();
        addends.extend(self.b.map(|b| case.value(b, row)));
        addends
    }

    /// The addends of a gate's state part: the row of R, and its bias.
    fn inner(&self, case: &Case<'_>, state: &[Value], row: u64) -> Vec<Value> {
        let mut addends: Vec<Value> = state
            .iter()
            .enumerate()
            .map(|(i, h)| h.mul(&case.value(self.r, row * self.hidden + i as u64)))
            .collect();
        addends.extend(self.b.map(|b| case.value(b, self.gates * self.hidden + row)));
        addends
    }

    /// A value after a rounding.
    fn round(&self, value: &Value) -> Value {
        Value::of(self.unit, value.round(self.unit, Into::Clamp))
    }

    /// A whole gate, rounded before and after its function.
    fn gate(&self, sum: Vec<Value>, f: impl Fn(&Value) -> Value) -> Value {
        self.round(&f(&self.round(&Value::sum(sum))))
    }
}

fn tanh(x: &Value) -> Value {
    Function::Tanh.of(x)
}

pub(in crate::interpreters::xdsa) fn recurrent(case: &mut Case<'_>) -> Result<(), Kind> {
    unnamed(case, &["flag16"]);
    let flags = case.field("flag16");
    if flags & 2 != 0 {
        // Its upper bit is none of theirs.
        case.zero("flag16");
    }
    let unit = case.float("unit");
    let [steps, batch, input, hidden] = ["w0", "w1", "w2", "w3"].map(|name| case.size(name));
    let (lstm, gates) = match case.operation {
        Operation::Lstm | Operation::LstmCell => (true, 4),
        Operation::Gru | Operation::GruCell => (false, 3),
        _ => (false, 1),
    };
    if matches!(case.operation, Operation::LstmCell | Operation::GruCell | Operation::RnnCell) {
        case.require(steps == 1, Kind::BadDimension);
    }
    let names = ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"];
    let all = names.map(|name| (case.address(name), unit));
    let optional = |tensor: Tensor| (tensor.0 != 0).then_some(tensor);
    let [x, w, r, b, h0, c0, y, yh, yc] = all;
    let [b, h0, c0, y, yh, yc] = [b, h0, c0, y, yh, yc].map(optional);
    let (c0, yc) = if lstm { (c0, yc) } else { (None, None) };
    let product = |sizes: &[u64]| {
        sizes.iter().fold(1_u128, |product, size| product.saturating_mul((*size).into()))
    };
    case.tensor(x, product(&[steps, batch, input]));
    case.tensor(w, product(&[gates, hidden, input]));
    case.tensor(r, product(&[gates, hidden, hidden]));
    if let Some(b) = b {
        case.tensor(b, product(&[2, gates, hidden]));
    }
    for state in [h0, c0, yh, yc].into_iter().flatten() {
        case.tensor(state, product(&[batch, hidden]));
    }
    if let Some(y) = y {
        case.tensor(y, product(&[steps, batch, hidden]));
    }
    case.check()?;
    let net = Net { unit, steps, batch, input, hidden, gates, after: flags & 1 == 1, x, w, r, b };
    let states = batch * hidden;
    let first = |tensor: Option<Tensor>| match tensor {
        Some(tensor) => case.values(tensor, states),
        None => vec![Value::Zero(false); states as usize],
    };
    let (mut h, mut c) = (first(h0), first(c0));
    let mut all = Vec::new();
    for t in 0..net.steps {
        (h, c) = step(case, &net, t, &h, &c);
        all.extend(h.iter().cloned());
    }
    for (to, values) in [(y, &all), (yh, &h), (yc, &c)] {
        let Some(to) = to else { continue };
        for (i, value) in values.iter().enumerate() {
            case.put(to, i as u64, value);
        }
    }
    Ok(())
}

/// The states after a step.
fn step(case: &Case<'_>, net: &Net, t: u64, h: &[Value], c: &[Value]) -> (Vec<Value>, Vec<Value>) {
    let (mut next_h, mut next_c) = (Vec::new(), Vec::new());
    for n in 0..net.batch {
        let row = (n * net.hidden) as usize..((n + 1) * net.hidden) as usize;
        // Only LSTM has cells.
        let (old, cells) = (&h[row.clone()], c.get(row).unwrap_or_default());
        let sum = |gate: u64, j: u64| {
            let mut sum = net.outer(case, t, n, gate * net.hidden + j);
            sum.extend(net.inner(case, old, gate * net.hidden + j));
            sum
        };
        let resets: Vec<Value> = match net.gates {
            3 => (0..net.hidden).map(|j| net.gate(sum(1, j), Value::sigmoid)).collect(),
            _ => Vec::new(),
        };
        for j in 0..net.hidden {
            let at = j as usize;
            match net.gates {
                1 => next_h.push(net.gate(sum(0, j), tanh)),
                3 => {
                    let z = net.gate(sum(0, j), Value::sigmoid);
                    let g = net.gate(candidate(case, net, [t, n, j], old, &resets), tanh);
                    let kept = Value::from(1).sub(&z).mul(&g);
                    next_h.push(net.round(&kept.add(&z.mul(&old[at]))));
                }
                _ => {
                    // i, o, f, c
                    let [i, o, f] = [0, 1, 2].map(|gate| net.gate(sum(gate, j), Value::sigmoid));
                    let g = net.gate(sum(3, j), tanh);
                    let cell = net.round(&f.mul(&cells[at]).add(&i.mul(&g)));
                    next_h.push(net.round(&o.mul(&net.round(&tanh(&cell)))));
                    next_c.push(cell);
                }
            }
        }
    }
    (next_h, next_c)
}

/// The addends of GRU's candidate.
fn candidate(
    case: &Case<'_>,
    net: &Net,
    [t, n, j]: [u64; 3],
    old: &[Value],
    resets: &[Value],
) -> Vec<Value> {
    let row = 2 * net.hidden + j;
    let mut sum = net.outer(case, t, n, row);
    if net.after {
        sum.push(resets[j as usize].mul(&Value::sum(net.inner(case, old, row))));
    } else {
        let reset: Vec<Value> = resets.iter().zip(old).map(|(r, h)| r.mul(h)).collect();
        sum.extend(net.inner(case, &reset, row));
    }
    sum
}
