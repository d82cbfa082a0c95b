//! Group Convolution (text 3086 to 3280): sums of products in windows, requantised (ONNX Conv-11, XDSA-D21, D23, D32, D35 to D38, D63,
//! D92, D94, D95).
//!
//! [`Product`] is shared with MATRIX_MUL: geometry and the exact sums; [`Requantise`] is what a convolution does with a sum.

mod kernel;
mod lanes;
mod product;
mod requantise;

pub(super) use kernel::Total;
pub(super) use product::Product;
use requantise::Requantise;

use super::geometry::Map;
use super::{Plan, Request};
use crate::xdsa::isa::Operation;
use crate::xdsa::{Error, Kind};

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    use Operation as O;
    let depth = matches!(operation, O::Conv3d | O::TransConv3d);
    match operation {
        O::Conv2d
        | O::DepConv
        | O::TransposeConv
        | O::DilateConv
        | O::Conv3d
        | O::TransConv3d
        | O::Conv1d => {}
        _ => return Err(request.unknown(operation)),
    }
    let mut map = Map::read(request, depth);
    match operation {
        O::TransposeConv | O::TransConv3d => {
            let (v, h) = (request.size("enlarge_v"), request.size("enlarge_h"));
            // The depth goes with the rows (section 2.5).
            let depth = if depth { v } else { 1 };
            for (axis, enlarge) in map.axes.iter_mut().zip([depth, v, h]) {
                axis.enlarge = enlarge;
            }
        }
        O::DilateConv => {
            let rate = request.size("rate");
            map.axes[1..].iter_mut().for_each(|axis| axis.rate = rate);
        }
        O::Conv1d => {
            for field in ["fm_h", "k_h"] {
                if request.get(field) != 1 {
                    let message = format!("{field} is {}; right: 1", request.get(field));
                    request.note(Kind::BadDimension, message);
                }
            }
        }
        _ => {}
    }
    let product = Product::read(request, map, operation == O::DepConv, depth);
    let requantise = Requantise::read(request, &product);
    request.done()?;
    let mut reads = product.regions(request);
    let requantise = requantise.place(&mut reads);
    let writes = vec![request.dense("d", requantise.result, product.results())];
    let products = product.products();
    let plan = Plan::new(reads, writes, move |read, environment| {
        let requantise = requantise.load(read, environment.profile);
        let finish = |total: Total<'_>, channel, index| requantise.apply(&total, channel, index);
        Ok(product.run(read, environment.profile, requantise.to_float(), &finish))
    });
    Ok(plan.with_inner(products))
}
