//! OptionPricing: American puts by the binomial tree of Cox, Ross and Rubinstein, single precision, four options a vector.
//!
//! An option is six numbers: its price today, the strike, the factors `up` and `down` of a step, and the discounted
//! probabilities of both. The gain of exercise at a price S u^m depends on m alone, so it is a table over m. Then, from the last
//! step back, node j of a step is worth the larger of its gain and of what its two successors are expected to be worth:
//! `v[j] = max(p_up v[j+1] + p_down v[j], gain[2j - t])`: a product, an fma and a maximum for two loads and a store. The model is
//! our choice (POD-D71): the text only says that future option prices are projected, computing much and sending nothing.

use super::{Outcome, Part, blocks};
use crate::host::{Host, Result, bytes_of, singles};
use crate::schedule::scheduled;
use std::fmt::Write as _;

/// Numbers of one option.
pub const NUMBERS: usize = 6;
/// Nodes of one text.
const NODES: usize = 64;
/// Registers of values, gains and sums that take turns.
const TURNS: usize = 8;

/// A tree of `steps` steps for some options; `options[i]` are price, strike, up, down and the two probabilities.
pub struct Portfolio {
    /// Steps of the tree.
    pub steps: usize,
    /// The options.
    pub options: Vec<[f32; NUMBERS]>,
}

fn value(j: usize) -> usize {
    6 + j % TURNS
}

fn gain(j: usize) -> usize {
    6 + TURNS + j % TURNS
}

fn sum(j: usize) -> usize {
    6 + 2 * TURNS + j % TURNS
}

/// The gains: from the price today upwards and downwards, xmm6 and xmm7.
fn gains(count: usize) -> String {
    let mut text = String::new();
    for step in 0..count {
        let (up, down) = (8 + step % 4 * 2, 9 + step % 4 * 2);
        let _ = write!(
            text,
            "pfpmul.pack.sp xmm6 = xmm6, xmm2\n\
             pfpmul.pack.sp xmm7 = xmm7, xmm3\n\
             pfpsub.pack.sp xmm{up} = xmm1, xmm6\n\
             pfpsub.pack.sp xmm{down} = xmm1, xmm7\n\
             stxmm++.pack local[ r1 ] = xmm{up}, r5 # up\n\
             stxmm++.pack local[ r2 ] = xmm{down}, r6 # down\n"
        );
    }
    scheduled(&text)
}

/// The last step: a gain or nothing.
fn leaves(count: usize) -> String {
    let mut text = String::new();
    for j in 0..count {
        let _ = write!(
            text,
            "ldxmm++.pack xmm{0} = local[ r3 ], r7 # gain\n\
             pfpmax.pack.sp xmm{1} = xmm{0}, xmm30\n\
             stxmm++.pack local[ r2 ] = xmm{1}, r5 # node\n",
            gain(j),
            sum(j)
        );
    }
    scheduled(&text)
}

/// Nodes of a step; the value of the first is in its register. `first` nodes fetch that and where the step's gains begin.
fn nodes(count: usize, first: bool) -> String {
    let mut text = String::new();
    if first {
        text.push_str(
            "add4zx r1 = r10, 0\n\
             add4zx r2 = r10, 0\n\
             add4zx r11 = r11, 16\n\
             add4zx r3 = r11, 0\n\
             ldxmm++.pack xmm6 = local[ r1 ], r5 # next\n",
        );
    }
    for j in 0..count {
        let _ = write!(
            text,
            "ldxmm++.pack xmm{next} = local[ r1 ], r5 # next\n\
             pfpmul.pack.sp xmm{sum} = xmm5, xmm{value}\n\
             ldxmm++.pack xmm{gain} = local[ r3 ], r7 # gain\n\
             pfpfma++.pack.sp xmm{sum} += xmm4, xmm{next}\n\
             pfpmax.pack.sp xmm{sum} = xmm{sum}, xmm{gain}\n\
             stxmm++.pack local[ r2 ] = xmm{sum}, r5 # node\n",
            next = value(j + 1),
            value = value(j),
            gain = gain(j),
            sum = sum(j)
        );
    }
    scheduled(&text)
}

/// Runs a text of at most `NODES` nodes until `count` are done.
fn runs(
    pod: &mut Host,
    name: &str,
    count: usize,
    text: impl Fn(usize, bool) -> String,
) -> Result<()> {
    for begin in (0..count).step_by(NODES) {
        blocks(pod, (name, NODES.min(count - begin), begin == 0), |key| text(key.1, key.2))?;
    }
    Ok(())
}

/// Four options of each PE.
fn price(pod: &mut Host, steps: usize, values: u64, table: u64) -> Result<()> {
    pod.asm(
        "ldxmm++.pack xmm0 = local[ r8 ], r5\nldxmm++.pack xmm1 = local[ r8 ], r5\nldxmm++.pack xmm2 = local[ r8 ], r5\n\
         ldxmm++.pack xmm3 = local[ r8 ], r5\nldxmm++.pack xmm4 = local[ r8 ], r5\nldxmm++.pack xmm5 = local[ r8 ], r5\n\
         pintor xmm6 = xmm0, xmm0\npintor xmm7 = xmm0, xmm0\npfpsub.pack.sp xmm8 = xmm1, xmm0\npintxor xmm30 = xmm30, xmm30\n",
    )?;
    let middle = table + 16 * steps as u64;
    pod.send([(1, middle + 16), (2, middle - 16), (3, middle)])?;
    pod.asm("nop.g\nnop.g\nstxmm.pack local[ r3 + 0 ] = xmm8\n")?;
    runs(pod, "gains", steps, |count, _| gains(count))?;
    pod.send([(2, values), (3, table), (10, values), (11, table)])?;
    runs(pod, "leaves", steps + 1, |count, _| leaves(count))?;
    for step in (0..steps).rev() {
        runs(pod, "nodes", step + 1, nodes)?;
    }
    pod.asm("ldxmm.pack xmm0 = local[ r10 + 0 ]\nnop.g\nnop.g\nnop.g\nstxmm++.pack local[ r9 ] = xmm0, r5\n")?;
    Ok(())
}

/// Prices a portfolio; a multiple of four options a PE.
pub fn run(pod: &mut Host, portfolio: &Portfolio) -> Result<(Vec<f32>, Outcome)> {
    let (pes, steps) = (pod.pes(), portfolio.steps);
    let vectors = portfolio.options.len() / (4 * pes);
    if vectors == 0 || vectors * 4 * pes != portfolio.options.len() {
        return Err(format!(
            "{} options are no multiple of four on each of {pes} PEs",
            portfolio.options.len()
        )
        .into());
    }
    let (share, out) = ((vectors * NUMBERS * 16) as u64, (vectors * 16) as u64);
    let (input, output) = (pod.sys_alloc(share * pes as u64)?, pod.sys_alloc(out * pes as u64)?);
    let numbers: Vec<f32> = portfolio
        .options
        .chunks(4)
        .flat_map(|four| (0..NUMBERS).flat_map(|n| four.iter().map(move |o| o[n])))
        .collect();
    pod.sys_write(input, &bytes_of(&numbers));
    let (local, results) = (pod.local_alloc(share)?, pod.local_alloc(out)?);
    let (values, table) =
        (pod.local_alloc(16 * (steps as u64 + 2))?, pod.local_alloc(16 * (2 * steps as u64 + 2))?);
    let mut outcome = Outcome::begin(pod);

    pod.send([(0, 0), (5, 16), (6, 16u64.wrapping_neg()), (7, 32), (8, local), (9, results)])?;
    pod.send([(16, share), (17, out), (18, input), (19, output)])?;
    pod.asm("ld2.zxt r20 = local[ r0 + 2 ]\nnop.g\nnop.g\nnop.g\nimul4 r21 = r20, r16\nimul4 r22 = r20, r17\n")?;
    pod.asm("add4zx r21 = r21, r18\nadd4zx r22 = r22, r19\nnop.g\ncopyblk local[ r8 ] = sys[ r21 ], r16\n")?;
    pod.fence()?;
    outcome.part(pod, Part::Load);
    for _ in 0..vectors {
        price(pod, steps, values, table)?;
    }
    outcome.part(pod, Part::Main);
    pod.send_register(9, results)?;
    pod.asm("nop.g\ncopyblk sys[ r22 ] = local[ r9 ], r17\n")?;
    pod.fence()?;
    outcome.part(pod, Part::Store);

    let mut prices = vec![0; portfolio.options.len() * 4];
    pod.sys_read(output, &mut prices);
    Ok((singles(&prices), outcome))
}

/// The same prices, an option and a node at a time.
pub fn plain(portfolio: &Portfolio) -> Vec<f32> {
    let steps = portfolio.steps;
    let price = |&[today, strike, up, down, p_up, p_down]: &[f32; NUMBERS]| {
        let mut gain = vec![strike - today; 2 * steps + 1];
        let (mut above, mut below) = (today, today);
        for step in 1..=steps {
            above *= up;
            below *= down;
            gain[steps + step] = strike - above;
            gain[steps - step] = strike - below;
        }
        let larger = |a: f32, b: f32| if a > b { a } else { b };
        let mut values: Vec<f32> = (0..=steps).map(|j| larger(gain[2 * j], 0.0)).collect();
        for step in (0..steps).rev() {
            for j in 0..=step {
                let later = p_up.mul_add(values[j + 1], p_down * values[j]);
                values[j] = larger(later, gain[2 * j + steps - step]);
            }
        }
        values[0]
    };
    portfolio.options.iter().map(price).collect()
}

/// Options whose numbers are spread over a range, for a year in `steps` steps.
pub fn portfolio(options: usize, steps: usize) -> Portfolio {
    let option = |number: usize| {
        let part = |of: usize, by: usize| (number * by % of) as f64 / of as f64;
        let (strike, volatility, rate) =
            (80.0 + 40.0 * part(17, 5), 0.1 + 0.4 * part(13, 3), 0.01 + 0.05 * part(7, 2));
        let time = 1.0 / steps as f64;
        let up = (volatility * time.sqrt()).exp();
        let (growth, discount) = ((rate * time).exp(), (-rate * time).exp());
        let chance = (growth - 1.0 / up) / (up - 1.0 / up);
        [100.0, strike, up, 1.0 / up, discount * chance, discount * (1.0 - chance)]
            .map(|n| n as f32)
    };
    Portfolio { steps, options: (0..options).map(option).collect() }
}
