//! The C interface under calls in any order with any operands that memory holds.

// Pointers, as C has them.
#![allow(unsafe_code)]

use assay::*;
use seeded::{Bytes, Draw};
use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};
use vectors::registry::Op as Entry;

/// Texts that are none of what is asked for, and some that are.
const TEXTS: [&[u8]; 16] = [
    b"",
    b" ",
    b"rm=rup",
    b"rm=",
    b"=",
    b"random",
    b"corner",
    b"model",
    b"1/3",
    b"0/0",
    b"\xff\xfe",
    b"mncore2",
    b"tile",
    b"vlen=128",
    b"nop\n",
    b"d getf $lr0n0c0b0m0p0 1\n",
];

/// Handles that are open.
#[derive(Default)]
struct Open {
    op: *mut Op,
    draw: *mut Draws,
    coverage: *mut Coverage,
    machine: *mut Simulator,
}

type Draws = assay::Draw;

impl Drop for Open {
    fn drop(&mut self) {
        // SAFETY: each is open or NULL.
        unsafe {
            assay_draw_close(self.draw);
            assay_coverage_close(self.coverage);
            assay_machine_close(self.machine);
            assay_op_close(self.op);
        }
    }
}

/// Calls the interface as the bytes say. Every pointer is NULL, or is of as many values as is said.
///
/// # Panics
/// Where a call says that the library is wrong, fails without words, succeeds with some, or gives another result than the
/// operation has.
pub fn interface(bytes: &[u8]) {
    let mut draw = Bytes::new(bytes);
    let entries: Vec<&'static Entry> = vectors::operations().all().collect();
    let mut open = Open::default();
    for _ in 0..12 {
        // SAFETY: handles are open or NULL, and rooms are as long as is said.
        unsafe { step(&mut draw, &entries, &mut open) };
    }
}

/// One call.
///
/// # Safety
/// Handles are open or NULL.
unsafe fn step(draw: &mut Bytes<'_>, entries: &[&'static Entry], open: &mut Open) {
    let mut error: *mut c_char = null_mut();
    let mut text: *mut c_char = null_mut();
    let (words, outs) =
        unsafe { (assay_op_operand_words(open.op), assay_op_result_words(open.op)) };
    let (words, outs) = (near(draw, words), near(draw, outs));
    let mask = if draw.one_in(4) { u64::MAX } else { 0xffff };
    let x: Vec<u64> = (0..words).map(|_| draw.next() & mask).collect();
    let mut out = vec![0; outs];
    let mut flags = draw.next() as u8;
    let place = if draw.one_in(8) { null_mut() } else { &mut error as *mut _ };
    let name = name(draw, entries);
    let other = self::name(draw, entries);
    let (a, b) = (name.as_ptr(), if draw.one_in(2) { null() } else { other.as_ptr() });
    let px = if draw.one_in(16) { null() } else { x.as_ptr() };
    let status = unsafe {
        match draw.below(13) {
            0 | 1 => {
                assay_op_close(std::mem::replace(&mut open.op, null_mut()));
                assay_op_open(a, b, &mut open.op, place)
            }
            2 | 3 => {
                let status =
                    assay_evaluate(open.op, px, words, out.as_mut_ptr(), outs, &mut flags, place);
                if status == Status::Ok {
                    right(open.op, &x, &out, flags);
                }
                status
            }
            4 => assay_evaluate_frm(
                open.op,
                draw.below(7) as u32,
                px,
                words,
                out.as_mut_ptr(),
                outs,
                null_mut(),
                place,
            ),
            5 => {
                assay_evaluate_all(open.op, 1, px, words, out.as_mut_ptr(), outs, &mut flags, place)
            }
            6 => assay_explain(open.op, px, words, &mut text, place),
            7 => {
                let policy = Policy {
                    unspecified: draw.below(3) as u32,
                    any_nan: 1,
                    any_integer: 0,
                    no_flags: 0,
                };
                assay_compare(
                    open.op,
                    px,
                    words,
                    x.as_ptr(),
                    x.len().min(outs),
                    &flags,
                    &policy,
                    &mut text,
                    place,
                )
            }
            8 => {
                assay_draw_close(std::mem::replace(&mut open.draw, null_mut()));
                assay_draw_open(open.op, a, draw.below(100), 1, b, &mut open.draw, place)
            }
            9 => {
                let mut x = vec![0; words];
                assay_draw_next(open.draw, x.as_mut_ptr(), words, place)
            }
            10 if open.coverage.is_null() => assay_coverage_open(&mut open.coverage, place),
            10 => assay_coverage_report(open.coverage, 2, &mut text, place),
            11 => {
                assay_machine_close(std::mem::replace(&mut open.machine, null_mut()));
                assay_machine_open(a, b, &mut open.machine, place)
            }
            _ => {
                let source = other.as_bytes();
                assay_machine_load(
                    open.machine,
                    draw.below(2) as u32,
                    source.as_ptr().cast(),
                    source.len(),
                    null_mut(),
                );
                if draw.one_in(2) {
                    assay_machine_step(open.machine, draw.below(4), null_mut(), null_mut());
                    assay_machine_step(open.machine, draw.below(200), &mut text, place)
                } else {
                    assay_machine_run(open.machine, 100, &mut text, place)
                }
            }
        }
    };
    assert_ne!(
        status,
        Status::Fault,
        "{}",
        if error.is_null() {
            "".into()
        } else {
            unsafe { CStr::from_ptr(error) }.to_string_lossy()
        }
    );
    let silent = matches!(status, Status::Ok | Status::Differs);
    // The end of draws has no words, that of a run's limit has some.
    if !place.is_null() && status != Status::End {
        assert_eq!(silent, error.is_null(), "{status:?}");
    }
    unsafe {
        assay_text_free(error);
        assay_text_free(text);
    }
}

/// So many, or one more or less now and then.
fn near(draw: &mut impl Draw, count: usize) -> usize {
    match draw.below(16) {
        0 => count + 1,
        1 => count.saturating_sub(1),
        _ => count,
    }
}

fn name(draw: &mut impl Draw, entries: &[&'static Entry]) -> CString {
    let text = match draw.below(3) {
        0 => draw.pick(&TEXTS).to_vec(),
        1 => {
            let mut id = draw.pick(entries).id.clone().into_bytes();
            let at = draw.below(id.len() as u64) as usize;
            id[at] = id[at].wrapping_add(1).max(1);
            id
        }
        _ => draw.pick(entries).id.clone().into_bytes(),
    };
    CString::new(text).unwrap_or_default()
}

/// Compares a result with itself as the design's.
///
/// # Safety
/// `op` is open.
unsafe fn right(op: *const Op, x: &[u64], out: &[u64], flags: u8) {
    let policy = Policy { unspecified: 0, any_nan: 0, any_integer: 0, no_flags: 0 };
    let status = unsafe {
        assay_compare(
            op,
            x.as_ptr(),
            x.len(),
            out.as_ptr(),
            out.len(),
            &flags,
            &policy,
            null_mut(),
            null_mut(),
        )
    };
    assert_eq!(status, Status::Ok, "{x:x?} {out:x?} {flags:x}");
}
