use super::*;
use crate::registry::Options;
use rstest::rstest;

fn within(op: &str, text: &str) -> Within {
    let plan = crate::operations().find(op).unwrap().plan(&Options::NONE);
    Domain::read([text]).unwrap().of(&plan).unwrap()
}

/// Codes of every operand of a format that lie in a domain, by its definition and by the spans.
#[rstest]
#[case("ieee.f16.sqrt", "no-nan", 65536 - 2046)]
#[case("ieee.f16.sqrt", "finite", 63488)]
#[case("ieee.f16.sqrt", "normal,zero", 61440 + 2)]
#[case("ieee.f16.sqrt", "+subnormal", 1023)]
#[case("ieee.f16.sqrt", "1..2", 1025)]
#[case("ieee.f16.sqrt", "x=-2..-1,2", 1026)]
#[case("ieee.f16.sqrt", "..-inf,snan", 1 + 1022)]
#[case("ieee.f16.sqrt", "0x3c00,0x7e00", 2)]
#[case("ieee.f16.sqrt", "no-0x3c00", 65535)]
#[case("ieee.f16.sqrt", "0..1,no-subnormal,no-zero", 15361 - 1024)]
#[case("posit.16.sqrt", "no-nan", 65535)]
#[case("posit.16.sqrt", "1..1", 1)]
fn spans_are_those_of_the_definition(#[case] op: &str, #[case] text: &str, #[case] count: u128) {
    let within = within(op, text);
    assert_eq!(within.codes().unwrap()[0].count(), count);
    let definition = (0..1 << 16).filter(|code| within.takes(&[*code])).count() as u128;
    assert_eq!(definition, count);
}

/// Formats of more than 16 bits are cut into spans by bisection: their counts are known.
#[rstest]
#[case("ieee.f32.sqrt", "no-nan", (1 << 32) - 2 * ((1 << 23) - 1))]
#[case("ieee.f32.sqrt", "no-snan", (1 << 32) - 2 * ((1 << 22) - 1))]
#[case("ieee.f32.sqrt", "0x7f800001,1", 2)]
#[case("ieee.f32.sqrt", "no-0x3f800000", (1 << 32) - 1)]
#[case("ieee.f32.sqrt", "1..2", (1 << 23) + 1)]
#[case("ieee.f32.sqrt", "-1..1,no-zero", 2 * 0x3f80_0000)]
#[case("ieee.f64.sqrt", "+normal", 2046 << 52)]
#[case("ieee.f64.sqrt", "0.1..0.1", 0)]
#[case("ieee.f64.sqrt", "0.1..0.2", 1 << 52)]
#[case("ieee.f128.sqrt", "+inf,1..2", (1 << 112) + 2)]
#[case("ieee.f128.sqrt", "0.1..0.2", 1 << 112)]
#[case("x87.f80.sqrt", "+inf,1..2", (1 << 63) + 2)]
// With the pseudo-denormal numbers, which are as large as normal ones.
#[case("x87.f80.sqrt", "-normal", 32767 << 63)]
fn spans_of_wide_formats(#[case] op: &str, #[case] text: &str, #[case] count: u128) {
    let within = within(op, text);
    match count {
        0 => assert!(matches!(within.codes(), Err(DomainError::Empty { .. }))),
        _ => assert_eq!(within.codes().unwrap()[0].count(), count),
    }
}

#[test]
fn what_is_no_domain_is_refused() {
    let plan = crate::operations().find("ieee.f32.add").unwrap().plan(&Options::NONE);
    let error = |text: &str| match Domain::read([text]).and_then(|own| own.of(&plan)) {
        Ok(within) => within.codes().map(drop).unwrap_err().to_string(),
        Err(why) => why.to_string(),
    };
    for (text, right) in [
        ("x=fine", "--where: expected a class, LOW..HIGH, a number or a code, found `fine`"),
        ("", "--where: expected a class, LOW..HIGH, a number or a code, found ``"),
        ("x=..", "--where: expected a class, LOW..HIGH, a number or a code, found `..`"),
        ("q=nan", "--where: ieee.f32.add has no operand `q`"),
        (
            "x=0x3f80",
            "--where: `0x3f80` of operand x of ieee.f32.add: expected 8 hex digits behind 0x, found 4",
        ),
        ("y=2..1", "--where: no code of operand y of ieee.f32.add is allowed"),
        ("nan,no-nan", "--where: no code of operand x of ieee.f32.add is allowed"),
    ] {
        assert_eq!(error(text).lines().next(), Some(right), "{text}");
    }
    let boxed = crate::operations().find("ieee.f32.add").unwrap();
    let boxed = boxed.plan(&boxed.parse_options(["box=64"]).unwrap());
    assert!(matches!(Domain::read(["no-nan"]).unwrap().of(&boxed), Err(DomainError::Boxed { .. })));
}

/// Signs, categories and numbers of a domain agree with what binary64 says of each code.
#[test]
fn pieces_agree_with_the_machine() {
    let texts =
        ["no-nan", "-normal", "+zero,-inf", "0..", "-1.5..3", "positive", "no-snan,negative"];
    let right: [fn(f64) -> bool; 7] = [
        |v| !v.is_nan(),
        |v| v.is_normal() && v < 0.0,
        |v| v.to_bits() == 0 || v == f64::NEG_INFINITY,
        |v| v >= 0.0,
        |v| (-1.5..=3.0).contains(&v),
        |v| v.is_sign_positive(),
        |v| v.is_sign_negative() && (!v.is_nan() || v.to_bits() >> 51 & 1 == 1),
    ];
    for (text, right) in texts.into_iter().zip(right) {
        let within = within("ieee.f64.sqrt", text);
        let mut rng = Rng::new(7, 0);
        for index in 0..20_000_u64 {
            let mut x = [rng.next()];
            if index % 3 == 0 {
                x[0] = x[0] & 1 << 63
                    | [0, 1, 0x7ff << 52, 0x7ff << 52 | 1, 0xfff << 51, 1 << 52]
                        [(index / 3 % 6) as usize];
            }
            assert_eq!(within.takes(&x), right(f64::from_bits(x[0])), "{text}: {:x}", x[0]);
            within.fit(&mut rng, &mut x);
            assert!(right(f64::from_bits(x[0])), "{text}: {:x}", x[0]);
        }
    }
}
