//! Sizes of matrices (XDSA-D25, D54, D92).

use crate::xdsa::Kind;
use crate::xdsa::exec::Request;
use crate::xdsa::isa::Unit;

/// The unit and the sizes of a matrix that is factored, in `src_unit`, `i_h` and `i_w`.
pub(super) fn matrix(request: &mut Request<'_>) -> (Unit, usize, usize) {
    let unit = request.float("src_unit");
    let [rows, columns] = ["i_h", "i_w"].map(|field| bounded(request, field));
    (unit, rows, columns)
}

/// A size of a matrix that is factored.
pub(super) fn bounded(request: &mut Request<'_>, field: &str) -> usize {
    let (size, largest) = (request.size(field), u64::from(request.profile().largest));
    if size > largest {
        let message = format!("{field} is {size}; exact up to {largest}");
        request.note(Kind::TooLarge, message);
    }
    size.min(largest) as usize
}

/// Both sizes must agree.
pub(super) fn square(request: &mut Request<'_>) {
    let [rows, columns] = ["i_h", "i_w"].map(|field| request.get(field));
    if rows != columns {
        let message = format!("{rows} rows of {columns}; right: a square matrix");
        request.note(Kind::BadDimension, message);
    }
}
