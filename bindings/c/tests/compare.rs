//! What the interface says of a result is what the checker of files says, for every operation.

// Pointers, as C has them.
#![allow(unsafe_code)]

use assay::*;
use seeded::{Draw, Random};
use std::ffi::{CStr, CString, c_char};
use std::ptr::null_mut;
use vectors::registry::Op as Entry;

/// One operation in so many at the quick level.
const STEP: u64 = 35;

fn taken(text: *mut c_char) -> String {
    assert!(!text.is_null());
    // SAFETY: a text of the library.
    unsafe {
        let own = CStr::from_ptr(text).to_string_lossy().into_owned();
        assay_text_free(text);
        own
    }
}

/// The right result is right, and one with a bit changed is not, with the words of the case.
#[test]
fn each_operation_is_compared() {
    let mut random = Random::of_run();
    let mut differ = 0_u64;
    // One in so many, another part of them with each seed (`ASSAY_SEED`); and one whose format has no number below code 0.
    let step = seeded::one_in(STEP);
    let first = random.below(step);
    let part =
        |(at, op): &(usize, &Entry)| *at as u64 % step == first || op.id == "cvt.e3m2fn.e8m0";
    for (_, op) in vectors::operations().all().enumerate().filter(part) {
        let id = CString::new(op.id.as_str()).expect("an id");
        // Some have none without options.
        let options = op.option_sets().first().map(ToString::to_string).unwrap_or_default();
        let options = CString::new(options).expect("options");
        let (mut open, mut report, mut error) = (null_mut(), null_mut(), null_mut());
        // SAFETY: handles and rooms as the interface asks for.
        unsafe {
            let status = assay_op_open(id.as_ptr(), options.as_ptr(), &mut open, &mut error);
            assert_eq!(status, Status::Ok, "{}", op.id);
            let mut draw = null_mut();
            let status = assay_draw_open(
                open,
                c"random".as_ptr(),
                2,
                3,
                std::ptr::null(),
                &mut draw,
                &mut error,
            );
            assert_eq!(status, Status::Ok, "{}", op.id);
            let (words, outs) = (assay_op_operand_words(open), assay_op_result_words(open));
            let (mut x, mut out, mut flags) = (vec![0; words], vec![0; outs], 0);
            while assay_draw_next(draw, x.as_mut_ptr(), words, &mut error) == Status::Ok {
                let done = assay_evaluate(
                    open,
                    x.as_ptr(),
                    words,
                    out.as_mut_ptr(),
                    outs,
                    &mut flags,
                    &mut error,
                );
                assert_eq!(done, Status::Ok, "{}", op.id);
                let mut compare = |out: &[u64]| {
                    let mut with = |report| {
                        let (policy, given) = (std::ptr::null(), out.as_ptr());
                        assay_compare(
                            open,
                            x.as_ptr(),
                            words,
                            given,
                            outs,
                            &flags,
                            policy,
                            report,
                            &mut error,
                        )
                    };
                    let status = with(&mut report);
                    if status != Status::Shape {
                        assert_eq!(status, with(null_mut()), "{} without a report", op.id);
                    }
                    status
                };
                assert_eq!(compare(&out), Status::Ok, "{} {x:x?}", op.id);
                let at = random.below(outs as u64) as usize;
                out[at] ^= 1;
                let found = compare(&out);
                if found == Status::Shape {
                    // The other code is none of the format.
                    taken(error);
                    error = null_mut();
                    continue;
                }
                assert_eq!(
                    found,
                    Status::Differs,
                    "{} {x:x?}: {}",
                    op.id,
                    if error.is_null() { String::new() } else { taken(error) }
                );
                let text = taken(report);
                let first = format!("case 1: {}", op.id);
                assert!(text.contains(&first), "{}: {text}", op.id);
                differ += 1;
            }
            assay_draw_close(draw);
            assay_op_close(open);
        }
    }
    // As many as there are operations for.
    assert!(differ * step > 7000, "{differ}");
}
