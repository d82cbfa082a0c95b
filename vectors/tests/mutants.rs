//! Mutants of the reference: the cases of the model catch each, and `check` names what is wrong.

use std::fmt::Write;
use vectors::check::{Report, Settings, check};
use vectors::file::Format;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::Options;

/// What a design answers to operands, knowing the right result.
type Mutant<'a> = &'a dyn Fn(&[u64], u64) -> u64;

/// What check says of a design over the cases of the model.
fn checked(id: &str, mutant: Mutant<'_>) -> Report {
    let op = vectors::operations().find(id).expect("listed");
    let request =
        Request { options: Some(op.roundings()[0]), ..Request::new(vec![op], Cover::Model) };
    let set = Set::new(&request).expect("a set");
    let columns = set.columns();
    let ins: Vec<String> = (0..columns).map(|i| format!("in{i}")).collect();
    let mut file = format!("op,opts,{},out,flags,class,unspecified\n", ins.join(","));
    set.for_each(0..set.len(), |plan, x| {
        let out = plan.run(x).out()[0];
        let _ = write!(file, "{},{},{}", plan.op.id, plan.options, plan.texts(x).join(","));
        let digits = plan.result().digits();
        let _ = writeln!(file, ",{:0digits$x},,,", mutant(x, out));
    });
    check(file.as_bytes(), Format::Csv, vectors::operations(), &Settings::default(), &mut |_| {})
        .expect("cases")
}

/// The mutant is caught, and the cause that explains most begins so.
fn is_named(id: &str, mutant: Mutant<'_>, cause: &str) {
    let report = checked(id, mutant);
    assert!(report.counts.mismatched > 0, "{id}: `{cause}` is not caught");
    let first = report.causes.first().map(|c| c.variant.clone()).unwrap_or_default();
    assert!(first.starts_with(cause), "{id}: {:#?}, not `{cause}`", report.causes);
}

const SIGN: u64 = 1 << 31;

/// A number of binary32 as sign, significand and the exponent of its last place.
fn parts(code: u64) -> (bool, u64, i32) {
    let (field, mantissa) = ((code >> 23 & 0xff) as i32, code & 0x7f_ffff);
    let hidden = u64::from(field > 0) << 23;
    (code & SIGN != 0, mantissa | hidden, field.max(1) - 150)
}

fn is_finite(code: u64) -> bool {
    code >> 23 & 0xff != 0xff
}

#[test]
fn a_tie_away_from_zero() {
    let op = vectors::operations().find("ieee.f32.add").expect("listed");
    let away = op.plan(&op.parse_options(["rm=rna"]).expect("a choice"));
    is_named("ieee.f32.add", &|x, _| away.run(x).out()[0], "as under rm=rna");
}

#[test]
fn a_lost_sticky_bit() {
    // The bits that are kept and one more decide.
    let mutant = |x: &[u64], right: u64| {
        let ((sa, a, ea), (sb, b, eb)) = (parts(x[0]), parts(x[1]));
        let product = a * b;
        if !is_finite(x[0]) || !is_finite(x[1]) || product == 0 {
            return right;
        }
        let lead = 63 - product.leading_zeros() as i32;
        let exponent = lead + ea + eb;
        let place = (lead - 23).max(-149 - (ea + eb));
        if exponent > 127 || !(2..64).contains(&place) {
            return right;
        }
        let kept = product >> (place - 1);
        let (whole, guard) = (kept >> 1, kept & 1);
        let rounded = whole + (guard & whole & 1);
        let field = (exponent + 126).max(0) as u64;
        let magnitude = (field << 23) + rounded;
        u64::from(sa != sb) << 31 | magnitude
    };
    is_named("ieee.f32.mul", &mutant, "the sticky bit is dropped");
}

#[test]
fn another_order_of_stages() {
    // The addend meets the first slice in place of the last.
    let other =
        vectors::operations().find("sum.tile.chain.f16.f32").expect("listed").plan(&Options::NONE);
    is_named("sum.tile.slice.f16.f32", &|x, _| other.run(x).out()[0], "as sum.tile.chain.f16.f32");
}

#[test]
fn a_missing_correction() {
    // x * y of MN-Core 2 in single precision without r: A*B - L, rounded to 24 bits.
    let mutant = |x: &[u64], right: u64| {
        let field = |code: u64| (code >> 23 & 0xff) as i32;
        let (fa, fb) = (field(x[0]), field(x[1]));
        if fa == 0 || fb == 0 || fa == 0xff || fb == 0xff {
            return right;
        }
        let significand = |code: u64| code & 0x7f_ffff | 1 << 23;
        let (a, b) = (significand(x[0]), significand(x[1]));
        let product = a * b - (a & 31) * (b & 31);
        let lead = 63 - product.leading_zeros() as i32;
        let exponent = lead + fa + fb - 2 * 150;
        if !(-126..=126).contains(&exponent) {
            return right;
        }
        let cut = lead - 23;
        let (whole, rest) = (product >> cut, product & ((1 << cut) - 1));
        let half = 1 << (cut - 1);
        let up = rest > half || rest == half && whole & 1 == 1;
        let code = (((exponent + 127) as u64 - 1) << 23) + whole + u64::from(up);
        (x[0] ^ x[1]) & SIGN | code
    };
    is_named(
        "mncore2.mau.fvmul",
        &mutant,
        "the correction r of the omitted low product is missing",
    );
}

#[test]
fn normalisation_skipped() {
    // A difference is rounded at the last place of its larger operand.
    let mutant = |x: &[u64], right: u64| {
        let ((sa, a, ea), (sb, b, eb)) = (parts(x[0]), parts(x[1] ^ SIGN));
        if !is_finite(x[0]) || !is_finite(x[1]) || a == 0 || b == 0 || (ea - eb).abs() > 30 {
            return right;
        }
        let low = ea.min(eb);
        let signed =
            |s: bool, n: u64, e: i32| (if s { -1 } else { 1 }) * (i128::from(n) << (e - low));
        let sum = signed(sa, a, ea) + signed(sb, b, eb);
        let lead = |n: u64, e: i32| 63 - n.leading_zeros() as i32 + e;
        let place = (lead(a, ea).max(lead(b, eb)).max(-126) - 23) - low;
        let magnitude = sum.unsigned_abs();
        if place <= 0 || magnitude == 0 || magnitude >> (place + 24) != 0 {
            return right;
        }
        let (whole, rest) = (magnitude >> place, magnitude & ((1 << place) - 1));
        let half = 1u128 << (place - 1);
        let rounded = (whole + u128::from(rest > half || rest == half && whole & 1 == 1)) as u64;
        let sign = if sum < 0 { SIGN } else { 0 };
        if rounded == 0 {
            return sign;
        }
        let lead = 63 - rounded.leading_zeros() as i32;
        let exponent = lead + place + low;
        if exponent > 127 {
            return right;
        }
        if exponent < -126 {
            return sign | rounded << (place + low + 149);
        }
        sign | ((exponent + 127) as u64) << 23 | (rounded << (63 - lead) << 1 >> 41)
    };
    is_named("ieee.f32.sub", &mutant, "normalisation after cancellation is skipped");
}

#[test]
fn the_sign_of_zero() {
    let mutant = |_: &[u64], right: u64| if right & !SIGN == 0 { right ^ SIGN } else { right };
    is_named("ieee.f32.mul", &mutant, "the sign of zero is turned");
}

#[test]
fn an_exponent_limit_off_by_one() {
    let mutant = |_: &[u64], right: u64| {
        if right >> 23 & 0xff == 0xfe { right & SIGN | 0x7f80_0000 } else { right }
    };
    is_named("ieee.f32.fma", &mutant, "the largest exponent overflows");
}

#[test]
fn a_flush_threshold() {
    let mutant = |_: &[u64], right: u64| if right >> 23 & 0xff <= 1 { right & SIGN } else { right };
    is_named("ieee.f32.mul", &mutant, "the smallest normal exponent is flushed");
}

#[test]
fn a_product_rounded_before_the_addition() {
    let [mul, add] = ["mul", "add"].map(|name| {
        vectors::operations()
            .find(&format!("ieee.f32.{name}"))
            .expect("listed")
            .plan(&Options::NONE)
    });
    let mutant = |x: &[u64], _: u64| add.run(&[mul.run(&x[..2]).out()[0], x[2]]).out()[0];
    is_named("ieee.f32.fma", &mutant, "the product is rounded before the addition");
}

#[test]
fn nothing_is_wrong_with_the_reference() {
    let report = checked("ieee.f32.fma", &|_, right| right);
    assert_eq!((report.counts.mismatched, report.causes.len()), (0, 0));
}
