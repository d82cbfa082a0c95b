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
const UNLISTED: [&str; 12] = [
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
];

/// Operations on listed and other formats, and conversions with formats of all kinds.
fn patterns() -> Vec<String> {
    let listed = ["p3109.*", "cvt.*.binary8p*", "cvt.binary8p*.*"].map(str::to_owned);
    let arithmetic = UNLISTED.map(|name| format!("p3109.{name}.*"));
    let conversions = UNLISTED.map(|name| format!("cvt.*.{name}"));
    let back = UNLISTED[..6].iter().map(|name| format!("cvt.{name}.*"));
    let pairs = ["cvt.binary8p3se.binary8p4uf", "cvt.binary16p2ue.binary8p1se"].map(str::to_owned);
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
