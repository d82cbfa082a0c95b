//! SCATTER, SCATTER_ND: elements that a list of indexes replaces, in its order (XDSA-D24, D48).

use crate::xdsa::Error;
use crate::xdsa::exec::offsets::{count, resolve};
use crate::xdsa::exec::{Done, Plan, Request};

/// SCATTER (text 1014): `source[index[i]] = update[i]`, in place.
pub(super) fn scatter(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("src_unit");
    let (length, indexes) = (request.length("len"), request.length("index_len"));
    request.done()?;
    let index = request.index();
    let reads = vec![
        request.dense("s", unit, length),
        request.dense("index", index, indexes),
        request.dense("update", unit, indexes),
    ];
    let writes = vec![request.dense("s", unit, length)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let mut out = read[0].clone();
        for (place, update) in read[1].iter().zip(&read[2]) {
            put(&mut out, resolve(index, *place, length)?, *update);
        }
        Ok(Done::one(out))
    }))
}

/// SCATTER_ND (section 2.5): a copy whose elements at tuples (c, h, w) are replaced.
pub(super) fn scatter_nd(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("unit");
    let sizes = ["w0", "w1", "w2"].map(|field| request.size(field));
    let tuples = request.length("w3");
    request.done()?;
    let (index, count) = (request.index(), count(&sizes));
    let reads = vec![
        request.dense("p0", unit, count),
        request.dense("p1", index, 3 * tuples),
        request.dense("p2", unit, tuples),
    ];
    let writes = vec![request.dense("p3", unit, count)];
    let [c, h, w] = sizes;
    Ok(Plan::new(reads, writes, move |read, _| {
        let mut out = read[0].clone();
        for ([at_c, at_h, at_w], update) in read[1].as_chunks().0.iter().zip(&read[2]) {
            let (at_c, at_h) = (resolve(index, *at_c, c)?, resolve(index, *at_h, h)?);
            let place = (at_c * h as usize + at_h) * w as usize + resolve(index, *at_w, w)?;
            put(&mut out, place, *update);
        }
        Ok(Done::one(out))
    }))
}

fn put(out: &mut [u64], place: usize, update: u64) {
    if let Some(element) = out.get_mut(place) {
        *element = update;
    }
}
