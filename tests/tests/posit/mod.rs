//! Posits against the reference, in all cases where there are few; against the crates fast-posit (the standard of 2022, any
//! widths) and softposit (SoftPosit in Rust: other exponent bits); explanations against results.

mod fast_posit;
mod reference;
mod soft_posit;

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

/// Operations of every kind of posit, and of conversions with formats of all kinds.
const PATTERNS: [&str; 13] = [
    "posit.*",
    "cvt.posit*.*",
    "cvt.*.posit*",
    "posit.8e0.*",
    "posit.16e1.*",
    "posit.32e2.*",
    "posit.3e0.*",
    "posit.5e3.*",
    "posit.31e1.*",
    "posit.64e3.*",
    "posit.64e0.*",
    "cvt.posit16e1.*",
    "cvt.*.posit64e0",
];

/// In a double word of significands of 62 bits a small number was not moved down beside one 2^64 times as large.
#[test]
fn sums_of_the_longest_significands() {
    let plan = |id| ops([id])[0].plan(&vectors::registry::Options::NONE);
    let sum = plan("posit.64e0.add").run(&[0x0800_0000_0000_0001, 0x7fff_ffff_ffff_fffe]);
    assert_eq!(sum.out(), [0x7fff_ffff_ffff_fffe]);
    let difference = plan("posit.64e0.sub").run(&[0x0400_0000_0000_0000, 0x7fff_ffff_ffff_fffe]);
    assert_eq!(difference.out(), [0x8000_0000_0000_0002]);
}

#[test]
fn explanations_arrive_at_the_results() {
    for cover in [Cover::Corner, Cover::Random] {
        let set = set(ops(PATTERNS), cover, 40);
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
