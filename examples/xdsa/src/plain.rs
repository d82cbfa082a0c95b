//! The network as loops over 64-bit integers, without the machine.

use crate::Result;
use crate::network::Data;

/// A tensor: channels, rows, columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// Channels, rows, columns.
    pub shape: [usize; 3],
    /// The elements, columns innermost.
    pub values: Vec<i64>,
}

impl Tensor {
    /// From a function of channel, row and column.
    fn from(shape: [usize; 3], of: impl Fn(usize, usize, usize) -> i64) -> Self {
        let [channels, rows, columns] = shape;
        let mut values = Vec::with_capacity(channels * rows * columns);
        for c in 0..channels {
            for y in 0..rows {
                values.extend((0..columns).map(|x| of(c, y, x)));
            }
        }
        Self { shape, values }
    }

    fn at(&self, c: usize, y: usize, x: usize) -> i64 {
        let [_, rows, columns] = self.shape;
        self.values[(c * rows + y) * columns + x]
    }

    /// The element, or 0 outside.
    fn padded(&self, c: usize, y: usize, x: usize, pad: usize) -> i64 {
        let [_, rows, columns] = self.shape;
        let inside = |at: usize, size: usize| at.checked_sub(pad).filter(|at| *at < size);
        inside(y, rows).zip(inside(x, columns)).map_or(0, |(y, x)| self.at(c, y, x))
    }
}

/// What each layer gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    /// The first convolution.
    pub conv1: Tensor,
    /// The largest of each window.
    pub pool1: Tensor,
    /// The second convolution.
    pub conv2: Tensor,
    /// The average of each window.
    pub pool2: Tensor,
    /// Sums of the fully connected layer.
    pub dense: Vec<i64>,
    /// The sums in units of their own.
    pub logits: Vec<f32>,
}

/// Computes all layers of an image.
///
/// # Errors
/// Data of other types.
pub fn run(data: &Data, image: &[u8]) -> Result<Layers> {
    let image =
        Tensor { shape: [1, 12, 12], values: image.iter().map(|v| i64::from(*v)).collect() };
    let conv1 = convolve(data, "1", &image, 6, 0)?;
    let pool1 = Tensor::from([6, 5, 5], |c, y, x| {
        window(2).map(|(i, j)| conv1.at(c, 2 * y + i, 2 * x + j)).max().unwrap_or(0)
    });
    let conv2 = convolve(data, "2", &pool1, 8, 1)?;
    let pool2 = Tensor::from([8, 2, 2], |c, y, x| {
        half_even(window(3).map(|(i, j)| conv2.at(c, 2 * y + i, 2 * x + j)).sum(), 9)
    });
    let weights = data.integers("dense")?;
    let dot = |row: &[i64]| row.iter().zip(&pool2.values).map(|(a, b)| a * b).sum();
    let dense: Vec<i64> = weights.chunks(pool2.values.len()).map(dot).collect();
    // A sum below 2^20 by 24 bits is exact in 53, so the only rounding is the last.
    let worth = data.floats("logits")?;
    let logits =
        dense.iter().zip(worth).map(|(sum, worth)| (*sum as f64 * f64::from(worth)) as f32);
    let logits = logits.collect();
    Ok(Layers { conv1, pool1, conv2, pool2, dense, logits })
}

/// The places of a square window.
fn window(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(move |i| (0..size).map(move |j| (i, j)))
}

/// Filters of 3x3, then bias, multiplier, shift and clip for each channel.
fn convolve(data: &Data, layer: &str, x: &Tensor, filters: usize, pad: usize) -> Result<Tensor> {
    let of = |name: &str| data.integers(&format!("{name}{layer}"));
    let (weights, bias, scale, shift) = (of("conv")?, of("bias")?, of("scale")?, of("shift")?);
    let [channels, rows, columns] = x.shape;
    let shape = [filters, rows + 2 * pad - 2, columns + 2 * pad - 2];
    Ok(Tensor::from(shape, |f, y, column| {
        let mut sum = 0;
        for c in 0..channels {
            for (i, j) in window(3) {
                let weight = weights[((f * channels + c) * 3 + i) * 3 + j];
                sum += weight * x.padded(c, y + i, column + j, pad);
            }
        }
        let scaled = (sum + bias[f]) * scale[f];
        // Half goes up.
        ((scaled + (1 << (shift[f] - 1))) >> shift[f]).clamp(0, 127)
    }))
}

/// The integer next to a quotient, the even one of two.
const fn half_even(value: i64, by: i64) -> i64 {
    let (low, rest) = (value.div_euclid(by), value.rem_euclid(by));
    if 2 * rest > by || 2 * rest == by && low % 2 != 0 { low + 1 } else { low }
}
