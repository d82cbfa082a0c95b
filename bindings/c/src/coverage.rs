//! Coverage, case by case.

use crate::evaluate::case;
use crate::operation::Op;
use crate::pointer::{self, handle};
use crate::status::{Status, call, told};
use std::ffi::c_char;
use vectors::cover::{Measure, report};

/// Which goals of the models cases have hit. Of one thread at a time.
pub struct Coverage {
    measure: Measure,
}

/// Begins to measure.
///
/// # Safety
/// `coverage` and `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_coverage_open(
    coverage: *mut *mut Coverage,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let place = pointer::own(coverage, "coverage")?;
            handle(place, Coverage { measure: Measure::default() });
            Ok(Status::Ok)
        })
    }
}

/// Counts a case, of any operation and options.
///
/// # Safety
/// `coverage` and `op` are open, `x` has `words` words, `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_coverage_case(
    coverage: *mut Coverage,
    op: *const Op,
    x: *const u64,
    words: usize,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let coverage = pointer::own(coverage, "coverage")?;
            let plan = &pointer::shared(op, "op")?.plan;
            let x = case(plan, pointer::values(x, words, "x")?)?;
            coverage.measure.case(plan, x);
            Ok(Status::Ok)
        })
    }
}

/// Goals hit, and goals that can be reached, of all operations and options that were counted.
///
/// # Safety
/// `coverage` is open; the others may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_coverage_counts(
    coverage: *const Coverage,
    hit: *mut u64,
    reachable: *mut u64,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let covered = pointer::shared(coverage, "coverage")?.measure.covered();
            let (hits, goals) = report::totals(&covered);
            (*pointer::own(hit, "hit")?, *pointer::own(reachable, "reachable")?) =
                (hits as u64, goals as u64);
            Ok(Status::Ok)
        })
    }
}

/// The report that `assay cover` prints, with at most `holes` of the goals that each operation lacks.
///
/// # Safety
/// `coverage` is open; the others may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_coverage_report(
    coverage: *const Coverage,
    holes: usize,
    text: *mut *mut c_char,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        told(text, "text", error, || {
            let covered = pointer::shared(coverage, "coverage")?.measure.covered();
            Ok(report::report(&covered, holes))
        })
    }
}

/// Ends measuring. NULL is nothing.
///
/// # Safety
/// It is open, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_coverage_close(coverage: *mut Coverage) {
    // SAFETY: by the contract.
    unsafe { pointer::close(coverage) }
}
