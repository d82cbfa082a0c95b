//! CREATE_FROM_DIAG: a square matrix with a diagonal, zero elsewhere (torch.diag, section 2.5, XDSA-D29).

use crate::xdsa::Error;
use crate::xdsa::exec::offsets::count;
use crate::xdsa::exec::{Done, Plan, Request};

/// The plan of the instruction.
pub(in crate::xdsa::exec) fn diagonal(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, n) = (request.unit("unit"), request.size("w0"));
    request.done()?;
    let reads = vec![request.dense("p0", unit, n)];
    let writes = vec![request.dense("p1", unit, count(&[n, n]))];
    Ok(Plan::new(reads, writes, move |read, _| {
        let n = n as usize;
        let mut out = vec![0; n * n];
        for (element, code) in out.iter_mut().step_by(n + 1).zip(&read[0]) {
            *element = *code;
        }
        Ok(Done::one(out))
    }))
}
