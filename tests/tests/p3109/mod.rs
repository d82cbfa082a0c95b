//! P3109's formats: against gfloat's tables; against the reference, in all cases where there are few; explanations against results.

mod gfloat;
mod reference;

use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::Op;

/// The operations of these patterns.
fn ops<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Vec<&'static Op> {
    let all = patterns.into_iter().flat_map(|pattern| {
        vectors::operations().select(pattern).unwrap_or_else(|e| panic!("{pattern}: {e}"))
    });
    all.collect()
}

fn set(ops: Vec<&'static Op>, cover: Cover, count: u64) -> Set {
    let seed = seeded::seed();
    Set::new(&Request { count, seed, ..Request::new(ops, cover) }).expect("a set")
}

/// Formats that are not listed: of 8 bits, the narrowest and the widest, most exponents and most fraction bits.
const UNLISTED: [&str; 14] = [
    "binary8p5se",
    "binary8p2ue",
    "binary8p6uf",
    "binary3p1se",
    "binary3p3uf",
    "binary3p2sf",
    "binary16p2ue",
    "binary16p1sf",
    "binary16p15se",
    "binary16p15uf",
    "binary12p4ue",
    "binary13p9sf",
    "binary16p1ue",
    "binary16p1uf",
];

/// Operations on listed and other formats, and conversions with formats of all kinds.
fn patterns() -> Vec<String> {
    let listed = ["p3109.*", "cvt.*.binary8p*", "cvt.binary8p*.*"].map(str::to_owned);
    let arithmetic = UNLISTED.map(|name| format!("p3109.{name}.*"));
    let conversions = UNLISTED.map(|name| format!("cvt.*.{name}"));
    let back = UNLISTED[..6].iter().map(|name| format!("cvt.{name}.*"));
    let pairs = [
        "cvt.binary8p3se.binary8p4uf",
        "cvt.binary16p2ue.binary8p1se",
        "p3109.f32.fma.from.binary8p3se.binary8p4se",
        "p3109.f16.mul.from.binary8p3se.binary8p4se",
        "p3109.bf16.div.from.binary8p3se.binary4p2sf",
        "p3109.f16.sqrt.from.binary8p4ue",
        "p3109.binary8p3uf.faa.from.f32.binary8p4se.f16",
    ]
    .map(str::to_owned);
    listed.into_iter().chain(arithmetic).chain(conversions).chain(back).chain(pairs).collect()
}

#[test]
fn explanations_arrive_at_the_results() {
    let patterns = patterns();
    for cover in [Cover::Corner, Cover::Random] {
        let set = set(ops(patterns.iter().map(String::as_str)), cover, 40);
        let step = (set.len() / 60_000).max(1);
        let (mut index, mut x, mut told) = (0, vec![0; set.elements()], 0);
        while index < set.len() {
            let plan = set.case(index, &mut x).expect("a case");
            let x = &x[..plan.elements()];
            let explanation = vectors::explain::explain(plan, x);
            assert!(explanation.contradicted_by.is_none(), "{}\n{explanation}", plan.case(x));
            told += 1;
            index += step;
        }
        assert!(told > 10_000, "{cover}: {told}");
    }
}

/// Values that report 4.0 gives by its text: 4.7.5 without a sign, 4.16 of infinities, 4.7.4 to odd, SatPropagate.
#[test]
fn the_report_says_so() {
    for (asked, right) in [
        ("cvt.f32.binary8p3uf sat=1 bf800000", 0x00),
        ("cvt.f32.binary8p3uf rm=rtz bf800000", 0x00),
        ("cvt.f32.binary8p3uf rm=rup bf800000", 0x00),
        ("cvt.f32.binary8p3uf rm=rdn bf800000", 0xff),
        ("cvt.f32.binary8p3uf bf800000", 0xff),
        ("cvt.f32.binary8p3ue sat=1 ff800000", 0x00),
        ("cvt.f32.binary8p3ue sat=keepinf ff800000", 0x00),
        ("cvt.f32.binary8p3ue rm=rtz ff800000", 0xff),
        ("cvt.i8.binary8p3uf sat=1 ff", 0x00),
        ("cvt.posit16.binary8p3uf sat=1 c000", 0x00),
        ("p3109.binary8p3uf.sub sat=1 80 84", 0x00),
        ("p3109.binary8p3uf.sub 80 84", 0xff),
        ("sr.f32.binary8p3uf sat=1 bf800000 00", 0x00),
        ("cvt.binary8p3sf.binary8p3ue sat=1 c0", 0x00),
        ("p3109.binary8p3se.next 7f", 0x80),
        ("p3109.binary8p3se.prior ff", 0x80),
        ("p3109.binary8p3se.next ff", 0xfe),
        ("p3109.binary8p3ue.prior fe", 0xfd),
        ("p3109.binary8p3se.mul 7e 41", 0x7f),
        ("p3109.binary8p3se.mul sat=keepinf 7e 41", 0x7e),
        ("p3109.binary8p3se.mul sat=keepinf 7f 41", 0x7f),
        ("p3109.binary8p3se.mul sat=1 7f 41", 0x7e),
        // Without infinities: the largest number, or NaN (P3109-O1).
        ("p3109.binary8p3sf.mul 7f 41", 0x7f),
        ("p3109.binary8p3sf.mul sat=nan 7f 41", 0x80),
        ("p3109.binary8p3sf.mul sat=nan rm=rtz 7f 41", 0x7f),
        ("cvt.f32.binary8p3sf 7f800000", 0x7f),
        ("cvt.f32.binary8p3sf ff800000", 0xff),
        ("cvt.f32.binary8p3sf sat=nan 7f800000", 0x80),
        // 1 + 1/16, between 1 (an even code) and 1.25.
        ("cvt.f32.binary8p3se rm=rto 3f880000", 0x41),
        ("cvt.f32.binary8p3se rm=rto 3fb00000", 0x41),
        ("cvt.f32.binary8p3se rm=rto 7f000000", 0x7f),
        ("cvt.f32.binary8p3ue rm=rto 7f000000", 0xfd),
        // Without a sign the opposite lies below the range.
        ("p3109.binary8p3uf.negate 40", 0xff),
        ("p3109.binary8p3uf.negate sat=1 40", 0x00),
        ("p3109.binary8p3uf.negate rm=rup 40", 0x00),
        ("p3109.binary8p3ue.negate rm=rup fe", 0xff),
        ("p3109.binary8p3ue.negate sat=keepinf fe", 0x00),
        ("p3109.binary8p3ue.abs 40", 0x40),
        // Several formats (4.5, 4.10): 1.25 * 0.5625, 1.25 * 0.5625 + 2^-149, products and sums beyond the range.
        ("p3109.f32.mul.from.binary8p3se.binary8p4se 41 39", 0x3f34_0000),
        ("p3109.f32.fma.from.binary8p3se.binary8p4se 41 39 00000001", 0x3f34_0000),
        ("p3109.f32.fma.from.binary8p3se.binary8p4se rm=rup 41 39 00000001", 0x3f34_0001),
        ("p3109.f32.faa.from.binary8p3se 7e fe 01", 0x3700_0000),
        ("p3109.f32.faa.from.binary8p3se.binary8p3se 7e fe 00000001", 0x0000_0001),
        ("p3109.f16.mul.from.binary8p3se 7e 7e", 0x7c00),
        ("p3109.f16.mul.from.binary8p3se sat=1 7e 7e", 0x7bff),
        ("p3109.f16.mul.from.binary8p3se sat=keepinf 7f 7e", 0x7c00),
        ("p3109.f16.mul.from.binary8p3se sat=1 7f 7e", 0x7bff),
        ("p3109.f16.mul.from.binary8p3se rm=rtz 7e 7e", 0x7bff),
        ("p3109.f16.mul.from.binary8p3se rm=rto 7e 7e", 0x7c00),
        ("p3109.f16.sub.from.binary8p3se rm=rdn 40 40", 0x0000),
        ("p3109.f32.recip.from.f32 80000000", 0x7fc0_0000),
        ("p3109.binary8p3se.recip.from.f32 40400000", 0x39),
        ("p3109.binary8p3uf.sub.from.binary8p4se 40 44", 0xff),
        ("p3109.binary8p3uf.sub.from.binary8p4se sat=1 40 44", 0x00),
        ("p3109.binary8p3se.add.from.binary8p3se 40 34", 0x40),
        // One bit of precision: codes alternate.
        ("cvt.f32.binary8p1ue rm=rto 3fc00000", 0x81),
        ("cvt.f32.binary8p1ue rm=rto 40400000", 0x81),
    ] {
        let words: Vec<&str> = asked.split(' ').collect();
        let (options, codes): (Vec<&str>, Vec<&str>) =
            words[1..].iter().partition(|word| word.contains('='));
        let op = vectors::operations().find(words[0]).unwrap_or_else(|e| panic!("{asked}: {e}"));
        let options = op.parse_options(options).unwrap_or_else(|e| panic!("{asked}: {e}"));
        let x: Vec<u64> =
            codes.iter().map(|code| u64::from_str_radix(code, 16).expect("a code")).collect();
        assert_eq!(op.plan(&options).run(&x).out(), [right], "{asked}");
        let pairs = options.pairs();
        let pairs: Vec<(&str, &str)> =
            pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let operands: Vec<Vec<u64>> = x.iter().map(|&code| vec![code]).collect();
        let reference =
            oracle::reference::evaluate(&op.id, &pairs, &operands).expect("a reference");
        assert_eq!(reference.out, [right], "the reference: {asked}");
    }
}
