//! One case, or a column of them.

use crate::operation::Op;
use crate::pointer;
use crate::status::{Failure, Status, call, told};
use std::ffi::c_char;
use vectors::explain::explain;
use vectors::registry::{Column, Plan, Ran, undecided};

/// Cases of a column that are run together.
const BLOCK: usize = 1024;

/// Evaluates a case. Operands are `words` words of 64 bits, one operand after the other, each element in a word (or as many as
/// its shape says, the lowest first) with zeros above its bits; results go to `out` likewise. `flags` may be NULL.
///
/// # Safety
/// `op` is open, `x` has `words` words and `out` room for `out_words`; `flags` and `error` are NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_evaluate(
    op: *const Op,
    x: *const u64,
    words: usize,
    out: *mut u64,
    out_words: usize,
    flags: *mut u8,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let op = pointer::shared(op, "op")?;
            let x = pointer::values(x, words, "x")?;
            one(op, &op.plan, x, pointer::room(out, out_words, "out")?, flags)
        })
    }
}

/// The same with the rounding of one of RISC-V's `frm` numbers (0 rne, 1 rtz, 2 rdn, 3 rup, 4 rmm) in the place of that with which
/// the operation was opened.
///
/// # Safety
/// As `assay_evaluate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_evaluate_frm(
    op: *const Op,
    frm: u32,
    x: *const u64,
    words: usize,
    out: *mut u64,
    out_words: usize,
    flags: *mut u8,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let op = pointer::shared(op, "op")?;
            let x = pointer::values(x, words, "x")?;
            one(op, op.rounding(frm)?, x, pointer::room(out, out_words, "out")?, flags)
        })
    }
}

/// # Safety
/// `flags` is NULL or may be written to.
unsafe fn one(
    op: &Op,
    plan: &Plan,
    x: &[u64],
    out: &mut [u64],
    flags: *mut u8,
) -> Result<Status, Failure> {
    results(op, out.len(), 1)?;
    let outcome = plan.try_run(x).map_err(|misfit| Failure::new(Status::Shape, misfit))?;
    decided(plan, x, outcome.ran())?;
    out.copy_from_slice(outcome.out());
    if !flags.is_null() {
        // SAFETY: a byte is always aligned, and may be written to by the contract.
        unsafe { flags.write(outcome.flag.unwrap_or(0)) };
    }
    Ok(Status::Ok)
}

fn decided(plan: &Plan, x: &[u64], ran: Ran<'_>) -> Result<(), Failure> {
    undecided(plan, x, ran).map_err(|why| Failure::new(Status::Undecided, why))
}

/// Whether there is room for the results of so many cases, and no more.
pub(crate) fn results(op: &Op, found: usize, cases: usize) -> Result<(), Failure> {
    let right = op.result_words().checked_mul(cases);
    if right == Some(found) {
        return Ok(());
    }
    let right = right.map_or_else(|| "fewer cases".to_owned(), |right| format!("{right} words"));
    Err(Failure::new(Status::Shape, format!("`out` has {found} words\n  right: {right}")))
}

/// Evaluates `count` cases: case by case the operands, the results and, where `flags` is not NULL, a byte of flags. What stands in
/// front of a case that is refused is done.
///
/// # Safety
/// As `assay_evaluate`; `flags` is NULL or has room for `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_evaluate_all(
    op: *const Op,
    count: usize,
    x: *const u64,
    words: usize,
    out: *mut u64,
    out_words: usize,
    flags: *mut u8,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let op = pointer::shared(op, "op")?;
            let (x, out) = (pointer::values(x, words, "x")?, pointer::room(out, out_words, "out")?);
            let none = flags.is_null();
            let flags = pointer::room(flags, if none { 0 } else { count }, "flags")?;
            all(op, count, x, out, flags)
        })
    }
}

fn all(
    op: &Op,
    count: usize,
    x: &[u64],
    out: &mut [u64],
    flags: &mut [u8],
) -> Result<Status, Failure> {
    let plan = &op.plan;
    let (words, outs) = (op.operand_words(), op.result_words());
    if words.checked_mul(count) != Some(x.len()) {
        let found = x.len();
        let right = words
            .checked_mul(count)
            .map_or("fewer cases".to_owned(), |right| format!("{right} words"));
        return Err(Failure::new(
            Status::Shape,
            format!("`x` has {found} words\n  right: {right}"),
        ));
    }
    results(op, out.len(), count)?;
    for start in (0..count).step_by(BLOCK) {
        let end = count.min(start + BLOCK);
        let mut column = Column::new(plan);
        for at in start..end {
            let case = &x[at * words..][..words];
            plan.check(case)
                .map_err(|misfit| Failure::new(Status::Shape, format!("case {at}: {misfit}")))?;
            column.push(case);
        }
        plan.run_column(&mut column);
        for at in start..end {
            let (case, ran) = column.case(at - start);
            decided(plan, case, ran)?;
            out[at * outs..][..outs].copy_from_slice(ran.out);
            if let Some(flags) = flags.get_mut(at) {
                *flags = ran.flag.unwrap_or(0);
            }
        }
    }
    Ok(Status::Ok)
}

/// The open decisions on which the bits of a case hang, as ids joined by blanks: no source determines them. An empty text where
/// there are none.
///
/// # Safety
/// As `assay_evaluate`; `ids` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_open_decisions(
    op: *const Op,
    x: *const u64,
    words: usize,
    ids: *mut *mut c_char,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        told(ids, "ids", error, || {
            let plan = &pointer::shared(op, "op")?.plan;
            let x = case(plan, pointer::values(x, words, "x")?)?;
            decided(plan, x, plan.run(x).ran())?;
            Ok(plan.provenance(x).open().join(" "))
        })
    }
}

/// How the result of a case comes about, as `assay explain` prints it.
///
/// # Safety
/// As `assay_evaluate`; `text` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_explain(
    op: *const Op,
    x: *const u64,
    words: usize,
    text: *mut *mut c_char,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        told(text, "text", error, || {
            let plan = &pointer::shared(op, "op")?.plan;
            let x = case(plan, pointer::values(x, words, "x")?)?;
            decided(plan, x, plan.run(x).ran())?;
            Ok(explain(plan, x).to_string())
        })
    }
}

pub(crate) fn case<'a>(plan: &Plan, x: &'a [u64]) -> Result<&'a [u64], Failure> {
    plan.check(x).map_err(|misfit| Failure::new(Status::Shape, misfit))?;
    Ok(x)
}
