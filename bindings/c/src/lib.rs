//! The C interface: `include/assay.h` is made from it.
//!
//! Every function that can fail gives a [`Status`], and puts words where its last argument `error` points, if it is
//! not NULL; `assay_text_free` frees them. Handles are opaque. One of an operation is never changed once it is open,
//! so that threads share it; the others belong to one thread at a time. Nothing is kept beside handles.

// Pointers come from C: each module says what it asks of them.
#![allow(unsafe_code)]

mod compare;
mod coverage;
mod draw;
mod evaluate;
mod machine;
mod operation;
mod pointer;
mod status;
mod step;

pub use compare::{Policy, assay_compare};
pub use coverage::{
    Coverage, assay_coverage_case, assay_coverage_close, assay_coverage_counts,
    assay_coverage_open, assay_coverage_report,
};
pub use draw::{Draw, assay_draw_close, assay_draw_left, assay_draw_next, assay_draw_open};
pub use evaluate::{
    assay_evaluate, assay_evaluate_all, assay_evaluate_frm, assay_explain, assay_open_decisions,
};
pub use machine::{
    Simulator, assay_machine_close, assay_machine_dump, assay_machine_get, assay_machine_load,
    assay_machine_load_file, assay_machine_open, assay_machine_run, assay_machine_set,
};
pub use operation::{
    Op, Shape, assay_op_close, assay_op_flags, assay_op_open, assay_op_operand,
    assay_op_operand_words, assay_op_operands, assay_op_result, assay_op_result_words,
    assay_op_results,
};
pub use status::Status;
pub use step::assay_machine_step;

use std::ffi::{CString, c_char};

/// The version of this interface: hundreds change where something that was there is not what it was, the rest grows with what is
/// added.
pub const ASSAY_ABI: u32 = 100;

/// `ASSAY_ABI` of the library that is linked: a program that was built with another hundred must not go on.
#[unsafe(no_mangle)]
pub extern "C" fn assay_abi() -> u32 {
    ASSAY_ABI
}

/// The version of Assay. Not to be freed.
#[unsafe(no_mangle)]
pub extern "C" fn assay_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Frees a text that a function of this library made. NULL is nothing.
///
/// # Safety
/// The text is one of this library's, and is not freed twice.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: it was made by `CString::into_raw` in `pointer::text`.
        drop(unsafe { CString::from_raw(text) });
    }
}
