//! Multiplies in both formats and compares every element with exact arithmetic: `cargo run -p tile-products`.

use tile_products::matrix::{Format, Matrix, SIZE};
use tile_products::{Result, plain, run};

fn main() -> Result<()> {
    for format in [Format::Fp8, Format::Mxfp4] {
        let (a, b) = (Matrix::of(format, 1), Matrix::of(format, 2));
        let product = run::product(format, &a, &b, &[])?;
        let right = (0..SIZE * SIZE)
            .filter(|n| product[*n] == plain::element(format, &a, &b, n / SIZE, n % SIZE));
        let right = right.count();
        println!("{format:?}: {right} of {} elements are as calculated", product.len());
        if right != product.len() {
            return Err("the product is wrong".into());
        }
    }
    Ok(())
}
