//! AFFINE_GRID: `theta (x, y, 1)` for every place of an image, x and y from -1 to 1 (ONNX AffineGrid-20, section 2.5, XDSA-D96).

use crate::xdsa::Error;
use crate::xdsa::exec::exact::{Sum, decode, encode};
use crate::xdsa::exec::offsets::count;
use crate::xdsa::exec::{Done, Plan, Request};
use softfloat::{Flags, Unrounded, Value};

pub(super) fn plan(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("unit");
    let [n, h, w] = ["w0", "w1", "w2"].map(|field| request.size(field));
    let corners = request.get("flag20") == 1;
    request.done()?;
    let reads = vec![request.dense("p0", unit, count(&[n, 2, 3]))];
    let writes = vec![request.dense("p1", unit, count(&[n, h, w, 2]))];
    Ok(Plan::new(reads, writes, move |read, _| {
        let (mut sum, mut flags) = (Sum::new(), Flags::NONE);
        let mut out = Vec::with_capacity(count(&[n, h, w, 2]) as usize);
        for theta in read[0].chunks(6) {
            for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
                let ((x, x_scale), (y, y_scale)) = (place(x, w, corners), place(y, h, corners));
                let scale = x_scale as u64 * y_scale as u64;
                let factors = [x * y_scale, y * x_scale, scale as i64];
                for row in theta.chunks(3) {
                    sum.clear();
                    for (theta, factor) in row.iter().zip(factors) {
                        let factor = Unrounded::exact(factor < 0, 0, factor.unsigned_abs());
                        sum.add_product(decode(unit, *theta), Value::Finite(factor));
                    }
                    let (code, raised) = encode(unit, sum.over(scale));
                    flags |= raised;
                    out.push(code);
                }
            }
        }
        Ok(Done { written: vec![out], flags, ..Done::default() })
    }))
}

/// The coordinate of a place, over a denominator.
fn place(at: u64, size: u64, corners: bool) -> (i64, i64) {
    let (at, size) = (at as i64, size as i64);
    match (corners, size) {
        (true, 1) => (-1, 1),
        (true, _) => (2 * at - (size - 1), size - 1),
        (false, _) => (2 * at + 1 - size, size),
    }
}
