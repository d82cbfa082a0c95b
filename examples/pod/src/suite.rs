//! The kernels by name, in the sizes of the report.

use crate::data::Numbers;
use crate::host::{Host, Result};
use crate::kernels::{Outcome, cosine, fourier, matrix, means, option, sampling};
use crate::paper::{self, Table};

/// A run and what its results were compared with.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was counted.
    pub outcome: Outcome,
    /// Results that were compared with those of the plain computation, bit for bit.
    pub compared: usize,
    /// Those that differ.
    pub different: usize,
}

/// A kernel of Table 1.
#[derive(Debug)]
pub struct Kernel {
    /// Its name here.
    pub name: &'static str,
    /// Its name in the report.
    pub title: &'static str,
    /// What is computed, as far as that is our choice.
    pub what: &'static str,
    /// The number of its table in the report.
    pub table: u32,
    /// The table.
    pub paper: &'static Table,
    run: fn(&mut Host) -> Result<Run>,
}

impl Kernel {
    /// All kernels.
    pub const ALL: [Self; 6] = [
        Self {
            name: "dense-mmm",
            title: "DenseMMM",
            what: "512 x 512, single; Cannon; 8 x 8 elements of C in registers, A broadcast by shuffles",
            table: 5,
            paper: &paper::DENSE_MMM,
            run: dense_mmm,
        },
        Self {
            name: "fft",
            title: "FFT",
            what: "1024 points, single; radix 2, bit-reversed result, twiddle factors in SRAM before",
            table: 6,
            paper: &paper::FFT,
            run: fft,
        },
        Self {
            name: "idct",
            title: "IDCT",
            what: "1024 blocks of 8 x 8, double; matrix products, floor, clamp; 16 SendRegister a block",
            table: 7,
            paper: &paper::IDCT,
            run: idct,
        },
        Self {
            name: "option-pricing",
            title: "OptionPricing",
            what: "256 American puts, single; binomial trees of 512 steps",
            table: 8,
            paper: &paper::OPTION_PRICING,
            run: option_pricing,
        },
        Self {
            name: "down-sampling",
            title: "DownSampling",
            what: "2112 x 2112, single; symmetric 1 x 7 filter, rows, then half of the columns' rows",
            table: 9,
            paper: &paper::DOWN_SAMPLING,
            run: down_sampling,
        },
        Self {
            name: "k-means",
            title: "K-means",
            what: "17695 objects of 18 attributes, single; k = 2 .. 10; the program of appendix D, generated objects",
            table: 10,
            paper: &paper::K_MEANS,
            run: k_means,
        },
    ];

    /// Runs it in the report's size.
    ///
    /// # Errors
    /// What cannot be executed.
    pub fn run(&self, host: &mut Host) -> Result<Run> {
        (self.run)(host)
    }
}

fn compared<T: PartialEq>(results: &[T], expected: &[T], outcome: Outcome) -> Run {
    let same = results.iter().zip(expected).filter(|(a, b)| a == b).count();
    let compared = results.len().max(expected.len());
    Run { outcome, compared, different: compared - same }
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

fn dense_mmm(host: &mut Host) -> Result<Run> {
    const SIDE: usize = 512;
    let mut numbers = Numbers::new(512);
    let (a, b) = (numbers.singles(SIDE * SIDE), numbers.singles(SIDE * SIDE));
    let (product, outcome) = matrix::multiply(host, SIDE, &a, &b)?;
    Ok(compared(&bits(&product), &bits(&matrix::plain(host.columns(), SIDE, &a, &b)), outcome))
}

fn fft(host: &mut Host) -> Result<Run> {
    let input: Vec<_> = Numbers::new(1024).singles(2048).chunks(2).map(|c| [c[0], c[1]]).collect();
    let (result, outcome) = fourier::run(host, &input)?;
    let flat = |numbers: &[fourier::Complex]| bits(numbers.as_flattened());
    Ok(compared(&flat(&result), &flat(&fourier::plain(&input)), outcome))
}

fn idct(host: &mut Host) -> Result<Run> {
    let blocks = cosine::blocks_of(1024);
    let (samples, outcome) = cosine::run(host, &blocks)?;
    let expected: Vec<_> = blocks.iter().flat_map(cosine::plain).collect();
    Ok(compared(samples.as_flattened(), &expected, outcome))
}

fn option_pricing(host: &mut Host) -> Result<Run> {
    let portfolio = option::portfolio(256, 512);
    let (prices, outcome) = option::run(host, &portfolio)?;
    Ok(compared(&bits(&prices), &bits(&option::plain(&portfolio)), outcome))
}

fn down_sampling(host: &mut Host) -> Result<Run> {
    const SIDE: usize = 2112;
    let mut numbers = Numbers::new(2112);
    let samples: Vec<f32> = (0..SIDE * SIDE).map(|_| (numbers.bits() >> 16) as f32).collect();
    let (halved, outcome) = sampling::run(host, SIDE, &samples)?;
    Ok(compared(&bits(&halved), &bits(&sampling::plain(SIDE, &samples)), outcome))
}

fn k_means(host: &mut Host) -> Result<Run> {
    let problem = means::Problem::full();
    let (memberships, outcome) = means::run(host, &problem)?;
    Ok(compared(&memberships.concat(), &problem.plain().concat(), outcome))
}
