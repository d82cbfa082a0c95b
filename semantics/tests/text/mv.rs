//! MV statements: their forms, and no others.

use rstest::rstest;
use semantics::mncore2::text::{parse, parse_line};

/// A statement for each form of s. 3.5.8, in its order.
pub(crate) const FORMS: &[&str] = &[
    "mvnop",
    "mvp/n64 $p64@0 $d64@1",
    "mvp/n64 $d0@1 $p0@0",
    "mvp/n64 $p0@0 $lc64@3.1",
    "mvp/n64 $lc0@0.0 $p0@0",
    "mvp/n64 $d0@0 $lc0@0.1",
    "mvp/n64 $lc0@0.1 $d0@0",
    "mvp/n64 $p0@0 $p0@1",
    "mvp/n64 $p0 $lc0@.1",
    "mvp/n64 $lc0@.1 $p0",
    "mvp/n64 $d0 $lc0@.0",
    "mvp/n64 $lc0@.0 $d0",
    "mvb2/n64 $d0 $lc0",
    "mvr2dfadd/n64 $lc0 $d0",
    "mvr2lor/n64 $lc0@2 $p0@2",
    "mvb4/n64 $d32 $lc0",
    "mvr4hmax/n64 $lc0 $d32",
    "mvb/n64 $p0@1 $lc0",
    "mvrsiadd/n64 $lc0 $p0@1",
    "mvb/n64 $d16 $lc0",
    "mvrfmin/n64 $lc0 $d16",
    "mvd/n64 $p512@1 $lc0",
    "mvd/n64 $lc0 $p512@1",
    "mvd/n64 $p64@1 $d16",
    "mvd/n64 $d16 $p64@1",
];

/// Every combination of two places is one of the forms, or refused.
#[rstest]
fn no_other_form() {
    let places =
        ["$p0", "$p0@1", "$d0", "$d0@2", "$di0", "$di0@2", "$lc0", "$lc0@1", "$lc0@.1", "$lc0@1.0"];
    let kinds = ["mvp", "mvb", "mvb2", "mvb4", "mvd", "mvrdfadd", "mvr2dfadd", "mvr4dfadd"];
    let mut accepted = Vec::new();
    for kind in kinds {
        for from in places {
            for to in places {
                let text = format!("{kind}/n64 {from} {to}");
                match parse_line(&text) {
                    Ok(_) => accepted.push(text),
                    Err(error) => assert_eq!(error.code, "MN-E-OPERANDS", "{text}"),
                }
            }
        }
    }
    // The forms of s. 3.5.8 with `$d` and `$di` for DRAM, and `$lc0 $d0` (MN-D101). A transfer from
    // PDM to PDM needs two groups, which these places do not have.
    let forms = |kind: &str| accepted.iter().filter(|t| t.starts_with(&format!("{kind}/"))).count();
    let counts = kinds.map(forms);
    assert_eq!(counts, [18, 3, 2, 2, 6, 3, 3, 2], "{accepted:#?}");
}

#[rstest]
fn parameters_in_any_order() {
    let texts = [
        "mvp/n256nd4i02p3 $p64@1 $di512@2",
        "mvp/nd4p3i02n256 $p64@1 $di512@2",
        "mvp/i02n0x100nd0b100p3 $p0x40@1 $di512@2",
    ];
    let first = parse_line(texts[0]);
    assert!(first.as_ref().is_ok_and(Option::is_some), "{first:?}");
    for text in texts {
        assert_eq!(parse_line(text), first, "{text}");
    }
}

/// MN-D100, MN-D101, MN-D62: what is accepted with a warning.
#[rstest]
#[case("mvp/n128 $d0x20@2 $p0x40@1", "MN-W-DRAM-ALIGN")]
#[case("mvb4/n64 $d16 $lc0", "MN-W-DRAM-ALIGN")]
#[case("mvp/n64 $lc0 $d0", "MN-W-L2B-OMITTED")]
#[case("mvp/n64 $lc0 $di0", "MN-W-L2B-OMITTED")]
#[case("mvp/n32832 $p0@0 $p0@1", "MN-W-MV-SIZE")]
fn warnings(#[case] text: &str, #[case] code: &str) {
    let program = parse(text).expect(text);
    let codes: Vec<_> = program.warnings.iter().map(|w| w.code).collect();
    assert_eq!(codes, [code], "{text}");
}

#[rstest]
#[case("mvb/n64 $d16 $lc0")]
#[case("mvp/n32768 $p0@0 $p0@1")]
#[case("mvd/n64 $di3 $p64@0")]
fn no_warning(#[case] text: &str) {
    assert_eq!(parse(text).expect(text).warnings, []);
}
