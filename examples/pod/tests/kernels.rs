//! Every kernel on small sizes equals its plain computation, bit for bit, on 1, 4, 16 and 64 PEs.

use pod_kernels::data::Numbers;
use pod_kernels::host::{Host, Result};
use pod_kernels::kernels::{Outcome, cosine, fourier, matrix, option, sampling};
use semantics::pod::Parameters;

fn host(n: u32) -> Result<Host> {
    Host::square(n, Parameters::default(), &[])
}

/// Prints what was counted.
fn counted(name: &str, n: u32, outcome: &Outcome) {
    let total = &outcome.total()[0];
    let rate = total.flops as f64 / total.cycles as f64 * 3.0;
    println!("{name} {n} x {n}: {rate:.1} GFLOPS, {total:?}");
    for (part, counts) in &outcome.parts {
        println!("  {part:?} {} cycles", counts[0].cycles);
    }
}

#[test]
fn matrices() -> Result<()> {
    for (n, side) in [(1, 32), (2, 32), (4, 64), (8, 64)] {
        let mut numbers = Numbers::new(1);
        let (a, b) = (numbers.singles(side * side), numbers.singles(side * side));
        let (product, outcome) = matrix::multiply(&mut host(n)?, side, &a, &b)?;
        counted("matrix", n, &outcome);
        assert_eq!(product, matrix::plain(n as usize, side, &a, &b), "{n} x {n}");
    }
    Ok(())
}

#[test]
fn transforms() -> Result<()> {
    let input: Vec<_> = Numbers::new(2).singles(2048).chunks(2).map(|c| [c[0], c[1]]).collect();
    let expected = fourier::plain(&input);
    for n in [1, 2, 4, 8] {
        let (result, outcome) = fourier::run(&mut host(n)?, &input)?;
        counted("fourier", n, &outcome);
        assert_eq!(result, expected, "{n} x {n}");
    }
    Ok(())
}

#[test]
fn cosines() -> Result<()> {
    let blocks = cosine::blocks_of(128);
    let expected: Vec<_> = blocks.iter().map(cosine::plain).collect();
    for n in [1, 2, 4, 8] {
        let (result, outcome) = cosine::run(&mut host(n)?, &blocks)?;
        counted("cosine", n, &outcome);
        assert_eq!(result, expected, "{n} x {n}");
    }
    Ok(())
}

#[test]
fn options() -> Result<()> {
    for (n, options, steps) in [(1, 8, 20), (2, 16, 100), (4, 64, 65), (8, 256, 33)] {
        let portfolio = option::portfolio(options, steps);
        let (result, outcome) = option::run(&mut host(n)?, &portfolio)?;
        counted("option", n, &outcome);
        assert_eq!(result, option::plain(&portfolio), "{n} x {n}");
    }
    Ok(())
}

#[test]
fn images() -> Result<()> {
    let side = 128;
    let mut numbers = Numbers::new(3);
    let samples: Vec<f32> = (0..side * side).map(|_| (numbers.bits() % 256) as f32).collect();
    let expected = sampling::plain(side, &samples);
    for n in [1, 2, 4, 8] {
        let (result, outcome) = sampling::run(&mut host(n)?, side, &samples)?;
        counted("sampling", n, &outcome);
        assert_eq!(result, expected, "{n} x {n}");
    }
    Ok(())
}

#[test]
fn one_run_with_two_memories_is_timed_as_two_runs() -> Result<()> {
    let side = 64;
    let samples = Numbers::new(4).singles(side * side);
    let counts = |memories: &[(u64, u64)]| -> Result<_> {
        let mut host = Host::square(4, Parameters::default(), memories)?;
        Ok(sampling::run(&mut host, side, &samples)?.1.total())
    };
    let both = counts(&[(4, 32), (1, 8)])?;
    assert_eq!(both, [counts(&[(4, 32)])?, counts(&[(1, 8)])?].concat());
    assert!(both[0].cycles < both[1].cycles);
    Ok(())
}
