use super::super::{LengthError, add, convert, each, map3};
use super::random::Stream;
use crate::format::{Binary16, Binary32, Fp8E4m3Ocp};
use crate::{Env, Flags, ieee};

#[test]
fn lengths_must_agree() {
    let found = add::<Binary16>(&[0; 3], &[0; 2], &mut [0; 3], &Env::IEEE);
    assert_eq!(found, Err(LengthError { operand: 1, found: 2, expected: 3 }));
    let found = convert::<Binary16, Fp8E4m3Ocp>(&[0; 3], &mut [], &Env::IEEE);
    let text = found.unwrap_err().to_string();
    assert_eq!(text, "operand slice 0 has 3 elements, the result has 0");
    let found = each::add::<Binary16>(&[0], &[0], &mut [0], &mut [], &Env::IEEE);
    assert_eq!(found, Err(LengthError { operand: 2, found: 0, expected: 1 }));
    let found = map3(&[0], &[0], &[0; 2], &mut [0], |a, b, c| a + b + c);
    assert_eq!(found, Err(LengthError { operand: 2, found: 2, expected: 1 }));
}

/// Every length around the chunk's, from every offset; what lies beside the result stays.
#[test]
fn lengths_and_offsets() {
    let mut stream = Stream::new(1);
    let (a, b) = (stream.codes::<Binary32>(300), stream.codes::<Binary32>(300));
    for offset in 0..5 {
        for len in (0..200).chain([255, 256, 257]) {
            let range = offset..offset + len;
            let mut out = [0xdead_beef; 300];
            let flags = add::<Binary32>(
                &a[range.clone()],
                &b[offset + 3..offset + 3 + len],
                &mut out[range.clone()],
                &Env::IEEE,
            );
            let mut all = Flags::NONE;
            for i in 0..300 {
                if range.contains(&i) {
                    let r = ieee::add::<Binary32>(a[i], b[i + 3], &Env::IEEE);
                    assert_eq!(out[i], r.bits);
                    all |= r.flags;
                } else {
                    assert_eq!(out[i], 0xdead_beef);
                }
            }
            assert_eq!(flags, Ok(all));
        }
    }
}
