//! Pointers of C: looked at before they are followed.

use crate::status::{Failure, Status};
use std::ffi::{CStr, CString, c_char};

fn refused<T>(pointer: *const T, what: &str) -> Result<(), Failure> {
    let why = match (pointer.is_null(), pointer.is_aligned()) {
        (true, _) => "is NULL",
        (false, false) => "is not aligned",
        (false, true) => return Ok(()),
    };
    Err(Failure::new(
        Status::Pointer,
        format!("`{what}` {why}\n  right: where its {} is", size::<T>()),
    ))
}

fn size<T>() -> String {
    match size_of::<T>() {
        0 => "value".to_owned(),
        bytes => format!("value of {bytes} bytes"),
    }
}

/// What a pointer points at.
///
/// # Safety
/// Where it is not NULL, it is a value's, which lives as long as the result and is not changed meanwhile.
pub(crate) unsafe fn shared<'a, T>(pointer: *const T, what: &str) -> Result<&'a T, Failure> {
    refused(pointer, what)?;
    // SAFETY: not NULL, aligned, and a value's by the contract.
    Ok(unsafe { &*pointer })
}

/// The same to change it.
///
/// # Safety
/// As [`shared`], and nobody else has it.
pub(crate) unsafe fn own<'a, T>(pointer: *mut T, what: &str) -> Result<&'a mut T, Failure> {
    refused(pointer, what)?;
    // SAFETY: as above.
    Ok(unsafe { &mut *pointer })
}

/// So many values. Of none the pointer may be NULL.
///
/// # Safety
/// As [`shared`] for each of them.
pub(crate) unsafe fn values<'a, T>(
    pointer: *const T,
    count: usize,
    what: &str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    fits::<T>(count, what)?;
    refused(pointer, what)?;
    // SAFETY: not NULL, aligned, so many by the contract, and not more than memory has.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// So many values to be written. What was there is not looked at.
///
/// # Safety
/// As [`own`] for each of them.
pub(crate) unsafe fn room<'a, T>(
    pointer: *mut T,
    count: usize,
    what: &str,
) -> Result<&'a mut [T], Failure> {
    if count == 0 {
        return Ok(&mut []);
    }
    fits::<T>(count, what)?;
    refused(pointer, what)?;
    // SAFETY: as above.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, count) })
}

fn fits<T>(count: usize, what: &str) -> Result<(), Failure> {
    match count.checked_mul(size_of::<T>()).is_some_and(|bytes| isize::try_from(bytes).is_ok()) {
        true => Ok(()),
        false => Err(Failure::new(
            Status::Shape,
            format!("`{what}` has {count} values\n  right: what memory holds"),
        )),
    }
}

/// A text of C's.
///
/// # Safety
/// Where it is not NULL, it ends with a zero and lives as long as the result.
pub(crate) unsafe fn read<'a>(text: *const c_char, what: &str) -> Result<&'a str, Failure> {
    refused(text, what)?;
    // SAFETY: not NULL, and ends with a zero by the contract.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|e| {
        let at = e.valid_up_to();
        Failure::new(
            Status::Text,
            format!("`{what}` is not UTF-8 behind {at} bytes\n  right: UTF-8"),
        )
    })
}

/// The same where NULL is an empty text.
///
/// # Safety
/// As [`read`].
pub(crate) unsafe fn perhaps<'a>(text: *const c_char, what: &str) -> Result<&'a str, Failure> {
    if text.is_null() {
        return Ok("");
    }
    // SAFETY: by the contract.
    unsafe { read(text, what) }
}

/// A text for C. A zero in it, which would end it, is left out.
pub(crate) fn text(text: &str) -> *mut c_char {
    let bytes = text.bytes().filter(|byte| *byte != 0).collect::<Vec<u8>>();
    // There is no zero left.
    CString::new(bytes).unwrap_or_default().into_raw()
}

/// Puts a text where the caller asked for it.
pub(crate) fn tell(place: &mut *mut c_char, told: &str) {
    *place = text(told);
}

/// A handle for C.
pub(crate) fn handle<T>(place: &mut *mut T, value: T) {
    *place = Box::into_raw(Box::new(value));
}

/// Takes a handle back. NULL is nothing.
///
/// # Safety
/// It is one of [`handle`]'s, and is not used again.
pub(crate) unsafe fn close<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: by the contract.
        drop(unsafe { Box::from_raw(pointer) });
    }
}
