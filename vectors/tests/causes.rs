//! What `check` says of designs that are wrong: causes of results and of flags, each for itself, and none that is not so.

use softfloat::Rounding;
use std::fmt::Write;
use vectors::check::{Part, Report, Settings, check};
use vectors::file::Format;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::rules;
use vectors::registry::{Op, Options, Outcome, Plan};

/// What a design answers, knowing what is right: result and flags.
type Design<'a> = &'a dyn Fn(&Plan, &[u64], &Outcome) -> (u64, u8);

const INVALID: u8 = 0x10;
const OVERFLOW: u8 = 0x04;
const UNDERFLOW: u8 = 0x02;
const INEXACT: u8 = 0x01;

/// What check says of a design over the corner cases and random ones, under each of these options.
fn checked(id: &str, options: &[&str], design: Design<'_>) -> Report {
    let op = vectors::operations().find(id).expect("an operation");
    let mut file = String::new();
    for words in options {
        let chosen = op.parse_options(words.split_whitespace()).expect("options");
        for cover in [Cover::Corner, Cover::Random, Cover::Model] {
            let plain = Request::new(vec![op], cover);
            let set = Set::new(&Request { options: Some(chosen), count: 4000, ..plain });
            let set = set.expect("a set");
            set.for_each(0..set.len().min(8000), |plan, x| line(&mut file, plan, x, design));
        }
    }
    let columns: Vec<String> = (0..op.operands.len()).map(|i| format!("in{i}")).collect();
    let head = format!("op,opts,{},out,flags,class,unspecified\n", columns.join(","));
    let settings = Settings::default();
    check((head + &file).as_bytes(), Format::Csv, vectors::operations(), &settings, &mut |_| {})
        .expect("cases")
}

fn line(file: &mut String, plan: &Plan, x: &[u64], design: Design<'_>) {
    let (out, flags) = design(plan, x, &plan.run(x));
    let (flags, digits) = (plan.op.flags.text(flags), plan.result().digits());
    let flags = flags.split(' ').next().unwrap_or_default();
    let operands = plan.texts(x).join(",");
    let (id, options) = (&plan.op.id, plan.options);
    let _ = writeln!(file, "{id},{options},{operands},{out:0digits$x},{flags},,");
}

/// The causes, each with its part.
fn causes(report: &Report) -> Vec<(Part, &str)> {
    report.causes.iter().map(|cause| (cause.part, cause.variant.as_str())).collect()
}

fn right(right: &Outcome) -> (u64, u8) {
    (right.out()[0], right.flag.unwrap_or(0))
}

fn op(id: &str) -> &'static Op {
    vectors::operations().find(id).expect("an operation")
}

/// A plan of the same operation with other options beside its own.
fn under(plan: &Plan, words: &[&str]) -> Plan {
    let own: Vec<String> = plan.options.pairs().iter().map(|(n, v)| format!("{n}={v}")).collect();
    let all = own.iter().map(String::as_str).chain(words.iter().copied());
    let named = |word: &&str| words.iter().any(|w| word.split('=').next() == w.split('=').next());
    let kept: Vec<&str> = all.clone().filter(|word| !named(word)).collect();
    plan.op.plan(&plan.op.parse_options(kept.into_iter().chain(words.iter().copied())).unwrap())
}

fn is_nan(code: u64) -> bool {
    code & 0x7fff_ffff > 0x7f80_0000
}

fn is_signalling(code: u64) -> bool {
    is_nan(code) && code & 0x40_0000 == 0
}

/// Whether a sum of binary32 is a tie: its double lies in the middle of two numbers.
fn tie_toward_zero(x: &[u64], right: u64) -> u64 {
    let number = |code: u64| f64::from(f32::from_bits(code as u32));
    let (sum, rest) = {
        let (a, b) = (number(x[0]), number(x[1]));
        let sum = a + b;
        let part = sum - a;
        (sum, (a - (sum - part)) + (b - part))
    };
    let rounded = number(right);
    if rest != 0.0 || !rounded.is_finite() || !sum.is_finite() || rounded.abs() <= sum.abs() {
        return right;
    }
    let below = right - 1;
    if sum - number(below) == rounded - sum { below } else { right }
}

#[test]
fn ties_toward_zero_are_not_ties_to_odd() {
    let report =
        checked("ieee.f32.add", &[""], &|_, x, r| (tie_toward_zero(x, right(r).0), right(r).1));
    assert!(report.counts.results > 20 && report.counts.flags == 0, "{:?}", report.counts);
    assert_eq!(causes(&report), [(Part::Results, "ties go toward zero")]);
    let cause = &report.causes[0];
    assert!(cause.explained == cause.of && cause.of > 300, "{cause}");
}

#[test]
fn a_saturating_sum_is_not_rounded_toward_zero() {
    let largest = |r: &Outcome| {
        let (out, flags) = right(r);
        (if flags & OVERFLOW == 0 { out } else { out - 1 }, flags)
    };
    let report = checked("ieee.f32.add", &[""], &|_, _, r| largest(r));
    assert_eq!(causes(&report), [(Part::Results, "what overflows becomes the largest number")]);
}

/// A divider whose quotients are cut, and whose flags are of its own kind: many are wrong and follow no rule.
#[test]
fn results_are_named_though_the_flags_are_a_mess() {
    let report = checked("ieee.f32.div", &[""], &|plan, x, r| {
        let out = under(plan, &["rm=rtz"]).run(x).out()[0];
        let flags = right(r).1;
        let mess = x[0].wrapping_mul(0x9e37_79b9) >> 13 ^ x[1].wrapping_mul(0x85eb_ca6b) >> 11;
        (out, if mess.is_multiple_of(3) { flags ^ (mess >> 4) as u8 & 0x1f } else { flags })
    });
    assert!(report.counts.flags > 500, "{:?}", report.counts);
    let all = causes(&report);
    assert_eq!(all.len(), 1, "{:#?}", report.causes);
    assert_eq!(all[0].1, "as under rm=rtz");
    assert_eq!(report.causes[0].explained, report.causes[0].of);
    let text = report.to_string();
    let told = format!(
        "mismatches: {} in results, {} in flags alone",
        report.counts.results, report.counts.flags
    );
    assert!(text.lines().any(|line| line == told), "{text}");
}

#[test]
fn nan_words() {
    for word in [0xffc0_0000, 0x7fff_ffff, 0xffff_ffff_u64] {
        let report = checked("ieee.f32.mul", &[""], &|_, _, r| {
            (if is_nan(right(r).0) { word } else { right(r).0 }, right(r).1)
        });
        let text = format!("NaN is {word:08x}");
        assert_eq!(causes(&report), [(Part::Results, text.as_str())]);
    }
}

#[test]
fn signalling_nans() {
    let loud = |x: &[u64]| x.iter().copied().find(|&code| is_signalling(code));
    let report = checked("ieee.f32.add", &["nan=ieee"], &|_, x, r| {
        (loud(x).filter(|_| is_nan(right(r).0)).unwrap_or(right(r).0), right(r).1)
    });
    let named = causes(&report);
    assert_eq!(named, [(Part::Results, "a signalling NaN is not made quiet")], "{report}");
    let report = checked("ieee.f32.add", &[""], &|_, x, r| {
        let flags = right(r).1;
        (right(r).0, if loud(x).is_some() { flags & !INVALID } else { flags })
    });
    assert_eq!(causes(&report), [(Part::Flags, "a signalling NaN does not raise invalid")]);
    assert_eq!(report.counts.results, 0);
    assert!(report.to_string().contains("\nmismatches: "), "{report}");
}

#[test]
fn flags_never_and_always() {
    // Flags that are lost, and flags that are there.
    let cases = [
        ("inexact is never raised", INEXACT, 0),
        ("underflow is never raised", UNDERFLOW, 0),
        ("invalid is always raised", 0, INVALID),
        ("no flag is ever raised", 0x1f, 0),
    ];
    for (text, lost, there) in cases {
        let change = |flags: u8| flags & !lost | there;
        let report = checked("ieee.f32.mul", &[""], &|_, _, r| (right(r).0, change(right(r).1)));
        assert_eq!(causes(&report), [(Part::Flags, text)]);
    }
}

#[test]
fn tininess_by_direction() {
    let all = ["rm=rne", "rm=rup", "rm=rdn"];
    let whole = checked("ieee.f32.mul", &all, &|plan, x, _| {
        right(&under(plan, &["tininess=before"]).run(x))
    });
    assert_eq!(causes(&whole), [(Part::Flags, "as under tininess=before")]);
    let up = checked("ieee.f32.mul", &all, &|plan, x, r| {
        let up = plan.options.get(&rules::RM) == Rounding::Up;
        if up { right(&under(plan, &["tininess=before"]).run(x)) } else { right(r) }
    });
    assert_eq!(causes(&up), [(Part::Flags, "as under tininess=before where rm=rup")]);
}

#[test]
fn pairs_of_causes() {
    let report = checked("ieee.f32.mul", &[""], &|plan, x, _| {
        right(&under(plan, &["rm=rtz", "ftz=1"]).run(x))
    });
    let all = causes(&report);
    assert_eq!(all[0], (Part::Both, "as under rm=rtz and ftz=1"), "{:#?}", report.causes);
    let turned = checked("ieee.f32.sub", &[""], &|plan, x, _| {
        right(&under(plan, &["rm=rup"]).run(&[x[1], x[0]]))
    });
    let all = causes(&turned);
    assert_eq!(all[0].1, "as under rm=rup, and x and y exchanged", "{:#?}", turned.causes);
}

/// E4M3: what overflows becomes the largest number, or numbers of the largest exponent are not there.
#[test]
fn limits_of_eight_bits() {
    let saturated = checked("cvt.f32.e4m3fn", &["sat=0"], &|_, _, r| {
        let (out, flags) = right(r);
        (if flags & OVERFLOW == 0 { out } else { out & 0x80 | 0x7e }, flags)
    });
    let all = causes(&saturated);
    assert!(!all.is_empty(), "{saturated}");
    assert!(all[0].1.contains("largest number") || all[0].1.contains("sat="), "{all:?}");
    let early = checked("cvt.f32.e4m3fn", &["sat=1"], &|_, _, r| {
        let (out, flags) = right(r);
        (if out & 0x7f > 0x77 && out & 0x7f != 0x7f { out & 0x80 | 0x77 } else { out }, flags)
    });
    assert_eq!(causes(&early)[0].1, "the largest exponent is the largest number below it");
}

#[test]
fn orders_of_terms() {
    let tree = op("sum.own:x=f16:y=f16:order=tree.2").plan(&Options::NONE);
    let chain = "sum.own:x=f16:y=f16:order=chunks.1";
    let report = checked(chain, &[""], &|_, x, _| right(&tree.run(x)));
    let all = causes(&report);
    assert!(all[0].1.contains("order=tree.2"), "{:#?}", report.causes);
    let own = op(chain).plan(&Options::NONE);
    let n = own.operands[0].len;
    let report = checked(chain, &[""], &|_, x, _| {
        let mut turned = x.to_vec();
        turned[..n].reverse();
        turned[n..2 * n].reverse();
        right(&own.run(&turned))
    });
    let all = causes(&report);
    assert_eq!(all[0].1, "the terms in reverse order", "{:#?}", report.causes);
}

/// A term that lies far below the other one is dropped, and with it the sticky bit.
#[test]
fn a_dropped_term() {
    let report = checked("ieee.f32.add", &[""], &|_, x, r| {
        let field = |code: u64| code as i64 >> 23 & 0xff;
        let (large, small) = if field(x[0]) >= field(x[1]) { (x[0], x[1]) } else { (x[1], x[0]) };
        let far = field(small) > 0 && field(large) < 255 && field(large) - field(small) >= 25;
        (if far { large } else { right(r).0 }, right(r).1)
    });
    let text = "a term below one extra bit of the larger is dropped";
    assert_eq!(causes(&report), [(Part::Results, text)], "{report}");
}

/// What follows no rule has no cause, though some rules give what the design gives by chance.
#[test]
fn chance_is_no_cause() {
    let report = checked("ieee.f32.add", &[""], &|_, x, r| {
        let (out, flags) = right(r);
        let dice = x[0].wrapping_mul(0x9e37_79b9) ^ x[1].wrapping_mul(0x85eb_ca6b);
        let hit = dice >> 9 & 63 == 1 && !is_nan(out);
        (if hit { out ^ 1 } else { out }, flags)
    });
    assert!(report.counts.results > 50, "{:?}", report.counts);
    assert_eq!(causes(&report), []);
    // Subnormal operands are zeros where the second one is positive: more than `daz=1` explains is right.
    let report = checked("ieee.f32.add", &[""], &|_, x, r| {
        let tiny = |code: u64| code & 0x7f80_0000 == 0;
        let (out, flags) = right(r);
        (if tiny(x[0]) && x[1] & 7 == 0 && !is_nan(out) { x[1] } else { out }, flags)
    });
    let all = causes(&report);
    assert!(!all.iter().any(|(_, text)| text.starts_with("as under daz=1")), "{all:?}");
}

#[test]
fn common_bugs_have_names() {
    // What cancels is +0.
    let report = checked("ieee.f32.add", &["rm=rdn"], &|_, x, r| {
        let (out, flags) = right(r);
        let numbers = x.iter().all(|code| code & 0x7fff_ffff != 0);
        (if numbers && out == 0x8000_0000 { 0 } else { out }, flags)
    });
    assert_eq!(causes(&report), [(Part::Results, "what cancels is +0, rounding down, too")]);
    // The fraction of a NaN is cut.
    let report = checked("cvt.f32.f16", &[""], &|_, x, r| match is_nan(x[0]) {
        true => (x[0] >> 16 & 0x8000 | 0x7c00 | x[0] >> 13 & 0x3ff, right(r).1),
        false => right(r),
    });
    let cut = "NaN keeps the highest bits of its fraction alone, an infinity where they are 0";
    assert_eq!(causes(&report), [(Part::Results, cut)]);
    // Infinity times zero, and a quiet NaN.
    let report = checked("ieee.f32.fma", &[""], &|_, x, r| {
        let quiet = is_nan(x[2]) && !x.iter().any(|code| is_signalling(*code));
        let (out, flags) = right(r);
        (out, if quiet { flags & !INVALID } else { flags })
    });
    let unseen = "infinity times zero beside a quiet NaN does not raise invalid";
    assert_eq!(causes(&report), [(Part::Flags, unseen)]);
    // Tiny is what is subnormal when it is rounded.
    let report = checked("ieee.f32.mul", &[""], &|_, _, r| {
        let (out, flags) = right(r);
        let tiny = out & 0x7f80_0000 == 0 && flags & INEXACT != 0;
        (out, flags & !UNDERFLOW | if tiny { UNDERFLOW } else { 0 })
    });
    let rounded =
        "underflow is raised for inexact results that are subnormal when they are rounded";
    assert_eq!(causes(&report), [(Part::Flags, rounded)]);
}

#[test]
fn nan_boxes_and_scales_that_are_not_seen() {
    let plain = op("ieee.f32.add").plan(&Options::NONE);
    let report = checked("ieee.f32.add", &["box=64"], &|_, x, _| {
        let low = plain.run(&[x[0] & 0xffff_ffff, x[1] & 0xffff_ffff]);
        (right(&low).0 | 0xffff_ffff << 32, right(&low).1)
    });
    assert_eq!(
        causes(&report),
        [(Part::Both, "a number that is not NaN-boxed counts")],
        "{report}"
    );
    // Scales are at places 0 and 33, and their exponents are added.
    let report = checked("mx.fp8e4m3.dot", &[""], &|plan, x, r| {
        let (a, b) = (x[0].min(x[33]), x[0].max(x[33]));
        if b != 0xff || a >= 0xfe {
            return right(r);
        }
        let mut moved = x.to_vec();
        (moved[0], moved[33]) = (a + 1, 0xfe);
        right(&plan.run(&moved))
    });
    assert_eq!(causes(&report), [(Part::Both, "a NaN scale counts as 2^128")], "{report}");
}
