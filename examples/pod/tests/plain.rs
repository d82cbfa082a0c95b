//! The plain computations themselves, against values that need no program.

use pod_kernels::data::Numbers;
use pod_kernels::kernels::{cosine, fourier, matrix, option, sampling};

#[test]
fn a_matrix_times_one_is_itself() {
    let side = 32;
    let b = Numbers::new(5).singles(side * side);
    let one: Vec<f32> =
        (0..side * side).map(|at| f32::from(u8::from(at / side == at % side))).collect();
    for n in [1, 2, 4] {
        assert_eq!(matrix::plain(n, side, &one, &b), b);
    }
}

#[test]
fn the_transform_is_the_sum_that_defines_it() {
    let input: Vec<_> = Numbers::new(6).singles(512).chunks(2).map(|c| [c[0], c[1]]).collect();
    let points = input.len();
    for (k, [re, im]) in fourier::plain(&input).into_iter().enumerate() {
        let (mut x, mut y) = (0.0, 0.0);
        for (j, [a, b]) in input.iter().map(|n| n.map(f64::from)).enumerate() {
            let (sin, cos) =
                (-2.0 * std::f64::consts::PI * (j * k % points) as f64 / points as f64).sin_cos();
            (x, y) = (x + a * cos - b * sin, y + a * sin + b * cos);
        }
        assert!(
            (x - f64::from(re)).abs() < 1e-5 && (y - f64::from(im)).abs() < 1e-5,
            "{k}: {re} {im}, not {x} {y}"
        );
    }
}

#[test]
fn cosines_of_one_coefficient() {
    let block = |at: usize, value: i16| {
        let mut block = [0; 64];
        block[at] = value;
        cosine::plain(&block)
    };
    assert_eq!(block(0, 80), [10; 64]);
    assert_eq!((block(0, 2047), block(0, -2048)), ([255; 64], [-256; 64]));
    // Frequency 1 along a row: 100 cos((2 t + 1) pi / 16) / sqrt(8) / 2.
    let row = [17, 15, 10, 3, -3, -10, -15, -17];
    assert_eq!(block(1, 100), std::array::from_fn(|at| row[at % 8]));
    assert_eq!(block(8, 100), std::array::from_fn(|at| row[at / 8]));
}

#[test]
fn an_option_of_one_step() {
    // Up to 120 or down to 80 with half a chance each, no interest: (0 + 20) / 2 beats no gain today; at a strike of 150 the
    // gain of today is the same as what is expected.
    let price = |strike| {
        let options = vec![[100.0, strike, 1.2, 0.8, 0.5, 0.5]];
        option::plain(&option::Portfolio { steps: 1, options })[0]
    };
    assert!((price(100.0) - 10.0).abs() < 1e-4, "{}", price(100.0));
    assert_eq!(price(150.0), 50.0);
    assert_eq!(price(70.0), 0.0);
}

#[test]
fn an_even_image_stays_even_but_at_its_edges() {
    let side = 64;
    let halved = sampling::plain(side, &vec![1.0; side * side]);
    for (at, sample) in halved.iter().enumerate() {
        let edge = |place: usize| place < 2 || place == side / 2 - 1;
        if !edge(at / 32) && !edge(at % 32) {
            assert_eq!(*sample, 1.0, "{at}");
        }
    }
    // The corner lacks three samples to the left and three above: 0.75 is left in each direction.
    assert_eq!(halved[0], 0.75 * 0.75);
}
