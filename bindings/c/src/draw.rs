//! Cases of an operation, one after the other: those that `assay gen` would write.

use crate::operation::Op;
use crate::pointer::{self, handle};
use crate::status::{Failure, Status, call};
use std::ffi::c_char;
use std::ops::Range;
use vectors::generate::{self, Request, Set};
use vectors::part::Shard;

/// Operands of cases still to come. Of one thread at a time.
pub struct Draw {
    set: Set,
    left: Range<u64>,
    words: usize,
}

/// Draws cases of an operation under its options: `cover` is `random`, `corner`, `model` or `exhaustive`, several of them in a row
/// (`corner,random`) or `all`, and behind ` where ` perhaps the domain of the operands (`random where no-nan,x=1..2`); `count` and `seed` are of
/// `random` alone; `shard` is I/N, or NULL for all. The cases are those of `assay gen` with the same words, in its order.
///
/// # Safety
/// `op` is open, texts end with a zero, `draw` and `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_draw_open(
    op: *const Op,
    cover: *const c_char,
    count: u64,
    seed: u64,
    shard: *const c_char,
    draw: *mut *mut Draw,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let place = pointer::own(draw, "draw")?;
            *place = std::ptr::null_mut();
            let op = pointer::shared(op, "op")?;
            let (cover, domain) =
                generate::covered(pointer::read(cover, "cover")?).map_err(Failure::name)?;
            let shard = match pointer::perhaps(shard, "shard")? {
                "" => Shard::WHOLE,
                text => text.parse().map_err(Failure::name)?,
            };
            let request = Request {
                seed,
                count,
                domain,
                options: Some(op.plan.options),
                ..Request::new(vec![op.plan.op], cover)
            };
            let set = Set::new(&request).map_err(|why| Failure::new(Status::Shape, why))?;
            let left = set.shard(shard);
            handle(place, Draw { set, left, words: op.operand_words() });
            Ok(Status::Ok)
        })
    }
}

/// How many cases are still to come; 0 of NULL.
///
/// # Safety
/// `draw` is NULL or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_draw_left(draw: *const Draw) -> u64 {
    // SAFETY: by the contract.
    unsafe { draw.as_ref() }.map_or(0, |draw| draw.left.end - draw.left.start)
}

/// The operands of the next case, as `assay_evaluate` takes them; `ASSAY_STATUS_END` behind the last.
///
/// # Safety
/// `draw` is open, `x` has room for `words`, `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_draw_next(
    draw: *mut Draw,
    x: *mut u64,
    words: usize,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let draw = pointer::own(draw, "draw")?;
            let right = draw.words;
            if words != right {
                return Err(Failure::new(
                    Status::Shape,
                    format!("`x` has {words} words\n  right: {right}"),
                ));
            }
            let x = pointer::room(x, words, "x")?;
            let Some(index) = draw.left.next() else { return Ok(Status::End) };
            match draw.set.case(index, x) {
                Some(_) => Ok(Status::Ok),
                None => Ok(Status::End),
            }
        })
    }
}

/// Ends drawing. NULL is nothing.
///
/// # Safety
/// It is open, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_draw_close(draw: *mut Draw) {
    // SAFETY: by the contract.
    unsafe { pointer::close(draw) }
}
