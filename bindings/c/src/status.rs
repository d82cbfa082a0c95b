//! What a call says, and how a failure comes to its caller.

use crate::pointer;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a call says.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is done.
    Ok = 0,
    /// A comparison: the result is not the right one.
    Differs = 1,
    /// There is no more, of draws.
    End = 2,
    /// A pointer is NULL or not aligned.
    Pointer = 3,
    /// A text is not UTF-8.
    Text = 4,
    /// There is no such operation, option, rounding, machine or part.
    Name = 5,
    /// Words are too few or too many, or are no codes of their format.
    Shape = 6,
    /// No enclosure decides the result; nothing is guessed.
    Undecided = 7,
    /// A program has errors, or stopped before its end.
    Program = 8,
    /// A file cannot be read.
    File = 9,
    /// An error of this library.
    Fault = 10,
}

/// Why a call did not do what it was asked for.
#[derive(Debug)]
pub(crate) struct Failure {
    status: Status,
    text: String,
}

impl Failure {
    pub(crate) fn new(status: Status, text: impl ToString) -> Self {
        Self { status, text: text.to_string() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Of names that are not there.
    pub(crate) fn name(text: impl ToString) -> Self {
        Self::new(Status::Name, text)
    }
}

/// Does what a call is for. Words of a failure go where `error` points, if it is not NULL; else NULL goes there. No
/// panic comes through.
///
/// # Safety
/// `error` is NULL, or may be written to.
pub(crate) unsafe fn call(
    error: *mut *mut c_char,
    body: impl FnOnce() -> Result<Status, Failure>,
) -> Status {
    let done = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        Err(Failure::new(Status::Fault, format!("an error of this library: {text}")))
    });
    let (status, text) = match done {
        Ok(status) => (status, std::ptr::null_mut()),
        Err(failure) if error.is_null() => return failure.status,
        Err(failure) => (failure.status, pointer::text(&failure.text)),
    };
    if !error.is_null() && error.is_aligned() {
        // SAFETY: not NULL, aligned, and writable by the contract.
        unsafe { error.write(text) };
    } else if !text.is_null() {
        // SAFETY: it was made just now.
        unsafe { crate::assay_text_free(text) };
    }
    status
}

/// Does what a call is for whose answer is a text: it goes where `place` points, NULL where the call fails.
///
/// # Safety
/// As [`call`]; `place` is NULL, or may be written to.
pub(crate) unsafe fn told(
    place: *mut *mut c_char,
    what: &str,
    error: *mut *mut c_char,
    body: impl FnOnce() -> Result<String, Failure>,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let place = pointer::own(place, what)?;
            *place = std::ptr::null_mut();
            pointer::tell(place, &body()?);
            Ok(Status::Ok)
        })
    }
}
