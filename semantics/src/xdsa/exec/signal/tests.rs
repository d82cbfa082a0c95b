//! FFT and IFFT.

use crate::xdsa::exec::single::{Single, fp32};
use crate::xdsa::isa::{Operation as O, Unit};

fn transform(operation: O, points: &[f32]) -> Single {
    let fields =
        [("src", Unit::Fp32.code()), ("des", Unit::Fp32.code()), ("len", points.len() as u64 / 2)];
    Single::new(operation).set(&fields).load("s", Unit::Fp32, &fp32(points)).into(&["d"])
}

#[test]
fn four_points_of_the_guide() {
    let written = transform(O::Fft, &[1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 4.0, 0.0]).one();
    assert_eq!(written, fp32(&[10.0, 0.0, -2.0, 2.0, -2.0, 0.0, -2.0, -2.0]));
    // And back.
    let back = transform(O::Ifft, &[10.0, 0.0, -2.0, 2.0, -2.0, 0.0, -2.0, -2.0]).one();
    assert_eq!(back, fp32(&[1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 4.0, 0.0]));
}
