//! Matrix-vector products against the manual's pseudocode.

use super::{ONE, TWO, compute, form, path};
use crate::mncore2::isa::{Mau, MauKind, Pair, Precision};
use crate::mncore2::state::{LANES, MATRIX_ROWS, Matrix, Path};
use MauKind::Fma;
use Precision::D;

#[test]
fn an_infinite_vector_stays_in_its_half() {
    let e = Mau { pair: Some(Pair::Lower), ..form(D, Fma) };
    let side: Matrix = [[ONE | 1; LANES]; MATRIX_ROWS];
    let infinite = path(|_, _| (0x7ff0_0000_0000_0000, 0));
    let (out, _) = compute(&e, Some(&side), [infinite, path(|_, _| (TWO, 0)), Path::ZERO]);
    let plus = 0x7ff0_0000_0000_0000;
    assert_eq!(out, path(|_, lane| ([TWO, TWO, plus, plus][lane % 4], 0)));
}
