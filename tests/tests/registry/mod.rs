//! Every operation of the registry has a reference, and agrees with it. The operations of MN-Core and of silicon have modules of their own, with more cases.

mod clauses;
mod integers;
mod stochastic;
mod sums;
mod xdsa;

use crate::compare::{AgainstReference, assert_all, assert_sampled};
use oracle::reference::{self, Reference};
use seeded::{Kind, one_in, seed};
use std::collections::BTreeSet;
use std::path::Path;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::Op;

/// A family's operations have tests of their own, so that what one judges is known, and several run at once.
macro_rules! families {
    ($($name:ident $family:literal)*) => {
        const FAMILIES: &[&str] = &[$($family),*];

        $(mod $name {
            #[rstest::rstest]
            fn corners(#[values(0, 1, 2, 3)] part: usize) {
                super::corners($family, part);
            }

            #[test]
            fn random() {
                super::random($family);
            }

            #[test]
            fn choices_that_are_asked_for() {
                super::choices($family);
            }
        })*
    };
}

families! {
    convert "convert"
    elem "elem"
    ieee "ieee"
    integer "integer"
    mx "mx"
    p3109 "p3109"
    pod "pod"
    posit "posit"
    scaled "scaled"
    stochastic_ "stochastic"
    sum "sum"
    tile "tile"
    wide "wide"
}

/// Those that have targets of their own.
const ELSEWHERE: [&str; 3] = ["mncore2.", "xdsa", "silicon"];

#[test]
fn each_family_is_judged() {
    let elsewhere = |family: &str| ELSEWHERE.iter().any(|begin| family.starts_with(begin));
    let families: BTreeSet<&str> = vectors::operations().families().collect();
    let own: BTreeSet<&str> = FAMILIES.iter().copied().collect();
    let missing = families.iter().filter(|family| !elsewhere(family) && !own.contains(*family));
    assert_eq!(missing.collect::<Vec<_>>(), [&""; 0]);
    assert!(own.is_subset(&families), "{own:?}");
}

fn of(family: &str) -> Vec<&'static Op> {
    vectors::operations().all().filter(|op| op.family() == family).collect()
}

/// One entry in each of two lists, by the name of a folder in each of two places.
#[test]
fn each_family_has_its_reference() {
    let references: Vec<&str> = reference::references().iter().map(|r| r.name).collect();
    assert_eq!(
        vectors::operations().families().collect::<Vec<_>>(),
        references,
        "families, references"
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in references {
        let folder = name.replace('.', "/");
        for place in ["vectors/src/family", "oracle/src/reference"] {
            let place = root.join(place).join(&folder);
            let file = place.with_extension("rs");
            assert!(place.is_dir() || file.is_file(), "{} is missing", place.display());
        }
    }
}

/// No operation is judged by the reference of another family.
#[test]
fn an_operation_is_known_to_the_reference_of_its_family_alone() {
    for op in vectors::operations().all() {
        let options = op.option_sets().swap_remove(0);
        let pairs = options.pairs();
        let pairs: Vec<_> = pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let plan = op.plan(&options);
        let operands: Vec<Vec<u64>> = plan.operands.iter().map(|s| vec![0; s.len]).collect();
        let knows = |r: &&Reference| r.evaluate(&op.id, &pairs, &operands).is_some();
        let known: Vec<&str> =
            reference::references().iter().filter(knows).map(|r| r.name).collect();
        assert_eq!(known, [op.family()], "{}", op.id);
    }
}

/// One case of each operation under each choice of options, but of xDSA one in five.
#[test]
fn nothing_is_without_reference() {
    let mut without = Vec::new();
    for op in vectors::operations().all() {
        for options in xdsa::option_sets(op) {
            let plan = op.plan(&options);
            let pairs = options.pairs();
            let pairs: Vec<(&str, &str)> =
                pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let operands: Vec<Vec<u64>> =
                plan.operands.iter().map(|shape| vec![0; shape.len]).collect();
            if reference::evaluate(&op.id, &pairs, &operands).is_none() {
                without.push(format!("{} {options}", op.id));
            }
        }
    }
    let first = without.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(without.is_empty(), "{} without a reference, the first:\n{first}", without.len());
}

/// A quarter of the operations; functions and Tile's programs take the longest.
fn corners(family: &str, part: usize) {
    let ops: Vec<&'static Op> = of(family).into_iter().skip(part).step_by(4).collect();
    if ops.is_empty() {
        return;
    }
    let set = Set::new(&Request::new(ops, Cover::Corner)).expect("a set");
    println!("{} cases", set.len());
    let every = if ["elem", "tile"].contains(&family) { one_in(4) } else { 1 };
    assert_sampled::<AgainstReference>(&set, "corner", every);
}

/// Under options that are tried only where they are asked for: one choice in so many, the pace prime to their values.
fn choices(family: &str) {
    asked(of(family), |set, title| assert_all::<AgainstReference>(set, title));
}

#[test]
fn choices_of_others_that_are_asked_for() {
    let families = vectors::operations().families();
    families.filter(|family| !FAMILIES.contains(family)).for_each(choices);
}

#[test]
fn many_choices_are_asked_for() {
    let mut total = 0;
    asked(vectors::operations().all().collect(), |set, _| total += set.len());
    assert!(total > 100_000, "{total} cases");
}

fn asked(ops: Vec<&'static Op>, mut judge: impl FnMut(&Set, &str)) {
    let count = Kind::Operands.cases() / 16;
    for op in ops {
        for options in op.asked_sets().into_iter().step_by(7) {
            for cover in [Cover::Corner, Cover::Random] {
                let title = format!("{} {options}", op.id);
                let request = Request::new(vec![op], cover);
                let set = Set::new(&Request { options: Some(options), count, ..request });
                judge(&set.expect("a set"), &title);
            }
        }
    }
}

fn random(family: &str) {
    let (count, seed) = (Kind::Operands.cases(), seed());
    let request = Request { count, seed, ..Request::new(of(family), Cover::Random) };
    let set = Set::new(&request).expect("a set");
    println!("{} cases", set.len());
    assert_all::<AgainstReference>(&set, &format!("ASSAY_SEED={seed} {count} cases each"));
}
