//! Molecular dynamics in double precision, written as a Rust program that builds an assembly one:
//! `cargo run --example dynamics -p assay-semantics`, with `-- text` the program itself.
//!
//! Four bodies, one in each PE of a MAB, meet by rotation of the PEs (s. 3.6.12.4). Their force is
//! that of Lennard-Jones, with 1/r from the approximate reciprocal square root (s. 3.6.12.9) and
//! Newton steps; it is capped, and cut off by a mask of the MAU's flags (s. 3.6.2).

use semantics::mncore2::build::*;
use semantics::mncore2::check::Rules;
use semantics::mncore2::isa::{Bank, Levels};
use semantics::mncore2::{Board, Place, Store};

/// Position, rotated position, difference, velocity: one of these for each of x, y, z.
const POSITION: [u16; 3] = [0, 8, 16];
const DIFFERENCE: [u16; 3] = [24, 32, 40];
const VELOCITY: [u16; 3] = [64, 72, 80];
const STEPS: usize = 200;

/// `to = x * y`: a product takes two statements, half of the PEs each (s. 3.6.9.11).
#[track_caller]
fn mul(b: &mut Builder, x: impl MauInput, y: impl MauInput, to: impl FlagOutputs) {
    let (x, y) = (x.input(), y.input());
    b.add(dvmulu(x, y, nowrite()));
    b.add(dvfmad(x, y, mauf(), to));
}

/// `to = x * y + z`
#[track_caller]
fn fma(
    b: &mut Builder,
    x: impl MauInput,
    y: impl MauInput,
    z: impl MauInput,
    to: impl FlagOutputs,
) {
    let (x, y) = (x.input(), y.input());
    b.add(dvfmau(x, y, z, nowrite()));
    b.add(dvfmad(x, y, mauf(), to));
}

/// The square of the distance to the body of the next PE, to `$ls40v`.
fn distance(b: &mut Builder) {
    for a in POSITION {
        b.add(msl(ls(a).v(), ls(a).v()));
    }
    for (a, d) in POSITION.into_iter().zip(DIFFERENCE) {
        b.add(dvadd(ls(a).v(), -lr(a).v(), lr(d).v()));
    }
    b.add(nop(1));
    let [x, y, z] = DIFFERENCE.map(|d| lr(d).v());
    fma(b, z, z, ls(32).v(), nowrite());
    fma(b, y, y, mauf(), nowrite());
    fma(b, x, x, mauf(), ls(40).v());
}

/// 1/r to `$lr48v`, its square to `$ls56v`: u = u * (1.5 - r^2 / 2 * u^2), four times.
fn reciprocal(b: &mut Builder) {
    let (u, half_r2, u2, factor) = (lr(48).v(), ls(48).v(), lr(88).v(), ls(56).v());
    b.add(drsqrt(mauf(), u));
    mul(b, ls(40).v(), lm(32).v(), half_r2);
    for _ in 0..4 {
        mul(b, u, u, u2);
        b.add(nop(1));
        fma(b, -half_r2, u2, lm(40).v(), factor);
        b.add(nop(1));
        mul(b, u, factor, u);
        b.add(nop(1));
    }
    mul(b, u, u, factor);
    b.add(nop(1));
}

/// The force along each axis, taken off the accelerations where the bodies are near enough.
fn force(b: &mut Builder) {
    let (s2, s6) = (ls(56).v(), lr(96).v());
    mul(b, s2, s2, lr(88).v());
    b.add(nop(1));
    mul(b, lr(88).v(), s2, s6);
    b.add(dvadd(mauf(), mauf(), nowrite()));
    b.add(dvadd(mauf(), -lm(56).v(), ls(64).v()));
    b.add(nop(1));
    mul(b, ls(64).v(), s6, s6);
    b.add(nop(1));
    mul(b, s6, s2, nowrite());
    b.add(dmin(mauf(), lm(64).v(), (t(), omr(1))));
    b.add(dvadd(lm(72).v(), -ls(40).v(), omr(2)));
    let near = imr(2);
    let [x, y, z] = DIFFERENCE.map(|d| lr(d).v());
    fma(b, x, -t(), ln(0).v(), ln(0).v().mask(near));
    fma(b, y, -t(), ls(24).v(), ls(24).v().mask(near));
    fma(b, z, -t(), lm(24).v(), lm(24).v().mask(near));
}

/// Velocity and position of one axis.
fn advance(b: &mut Builder, axis: usize, acceleration: impl MauInput, dt: impl MauInput) {
    let (position, velocity) = (POSITION[axis], VELOCITY[axis]);
    fma(b, acceleration, dt, lr(velocity).v(), lr(velocity).v());
    b.add(lpassa(mauf(), ln(24).v()));
    b.add(nop(2));
    fma(b, ln(24).v(), ls(80).v(), lr(position).v(), (lr(position).v(), ls(position).v()));
}

/// One step in time.
pub(crate) fn time_step(b: &mut Builder) {
    for _ in 0..3 {
        distance(b);
        reciprocal(b);
        force(b);
    }
    advance(b, 0, ln(0).v(), ls(80).v());
    advance(b, 1, ls(24).v(), lm(80).v());
    advance(b, 2, lm(24).v(), ls(80).v());
    b.add(zero((ln(0).v(), ls(24).v(), lm(24).v())));
}

fn mab() -> Levels {
    at().n(0).c(0).b(0).m(0)
}

/// Constants: softening, 1/2, 3/2, 1, the cap, the square of the cut, the time step.
fn constants(b: &mut Builder) {
    let all = |value: f64| [value.to_bits(); 4];
    for (address, value) in [(32, 0.5), (40, 1.5), (56, 1.0), (64, 24.0), (72, 9.0)] {
        b.add(set(lm(address), mab(), all(value)));
    }
    let dt = 1.0 / 256.0;
    b.add(set(ls(32), mab(), all(1.0 / 65536.0)));
    b.add(set(ls(80), mab(), all(dt)));
    b.add(set(lm(80), mab(), all(dt)));
}

/// A square of bodies at rest, wider by 1/16 in each cycle.
fn bodies(b: &mut Builder) {
    for (pe, corner) in (0..).zip([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) {
        for (address, place) in POSITION.into_iter().zip(corner) {
            let words = [0.0, 1.0, 2.0, 3.0].map(|k: f64| (place * (1.125 + k / 16.0)).to_bits());
            b.add(set(lr(address), mab().p(pe), words));
            b.add(set(ls(address), mab().p(pe), words));
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut b = Builder::new();
    constants(&mut b);
    bodies(&mut b);
    for _ in 0..STEPS {
        time_step(&mut b);
    }
    let built = b.build()?;
    if std::env::args().nth(1).is_some_and(|arg| arg == "text") {
        print!("{}", built.text_with_places());
        return Ok(());
    }
    for finding in built.check(Rules::ASSEMBLER) {
        eprintln!("{finding}");
    }
    let mut board = Board::new();
    board.run(&built.program, &mut std::io::stdout())?;
    println!("{} statements, {STEPS} steps in time", built.program.lines().len());
    for pe in 0..4 {
        let place = Place { pe, ..Place::default() };
        let [x, y] = [0, 4].map(|word| board.read(place, Store::Bank(Bank::Grf0), word));
        println!("body {pe}: x {:+.6} y {:+.6}", f64::from_bits(x?), f64::from_bits(y?));
    }
    Ok(())
}
