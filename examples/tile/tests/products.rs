//! Both products, every element.

use semantics::machine::{How, Machine};
use semantics::tile::TileMachine;
use tile_products::matrix::{Format, Matrix, SIZE};
use tile_products::{plain, program, run};

fn holds(format: Format, parameters: &[(&str, &str)]) {
    let (a, b) = (Matrix::of(format, 1), Matrix::of(format, 2));
    let product = run::product(format, &a, &b, parameters).expect("a product");
    assert_eq!(product.len(), SIZE * SIZE);
    for (n, found) in product.into_iter().enumerate() {
        let [row, column] = [n / SIZE, n % SIZE];
        let right = plain::element(format, &a, &b, row, column);
        assert_eq!(found, right, "{format:?} [{row}][{column}]: {found:08x}, not {right:08x}");
    }
}

#[test]
fn product_of_fp8() {
    holds(Format::Fp8, &[]);
}

#[test]
fn product_of_mxfp4() {
    holds(Format::Mxfp4, &[]);
}

/// Loads, stores and copies that move late or at random times: the waits of the program are enough.
#[test]
fn products_whose_operands_come_late() {
    for parameters in [("async", "late"), ("async", "1"), ("async", "2")] {
        holds(Format::Fp8, &[parameters]);
        holds(Format::Mxfp4, &[parameters]);
    }
}

/// The comparison's own integers, against sums that are easily seen.
#[test]
fn plain_elements() {
    let (mut a, mut b) = (Matrix::of(Format::Fp8, 3), Matrix::of(Format::Fp8, 4));
    a.codes.fill(0x40);
    b.codes.fill(0xC4);
    // 256 times 1 * -1.5.
    assert_eq!(plain::element(Format::Fp8, &a, &b, 0, 0), (-384f32).to_bits());
    // 31 * -1.5 has its last bit at 2^-18: the smallest product, 2^-20, is lost.
    a.codes[0] = 0x01;
    b.codes[0] = 0x01;
    assert_eq!(plain::element(Format::Fp8, &a, &b, 0, 0), (-382.5f32).to_bits());
}

/// The programs wait for all that they read, and no target is a part of a source.
#[test]
fn programs_give_no_warning() {
    let how = How { lints: &["TILE-W-WAIT"], ..How::default() };
    for format in [Format::Fp8, Format::Mxfp4] {
        let text = program::text(format);
        let program = TileMachine.read(&mut text.as_bytes(), &how).expect("a program");
        assert_eq!(program.warnings().0, []);
    }
}
