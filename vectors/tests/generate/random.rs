//! What the random and exhaustive covers promise, and requests that cannot be met.

use super::{request, set};
use std::collections::{BTreeMap, HashSet};
use vectors::generate::{Request, Set};
use vectors::part::{self, Cover, Shard};
use vectors::registry::{MAX_ELEMENTS, Op, Options};

/// FNV-1a over the options and elements of cases.
fn hash(set: &Set) -> u64 {
    let mut h = 0xcbf2_9ce4_8422_2325_u64;
    set.for_each(0..set.len(), |plan, x| {
        let text = format!("{} {} {x:x?}", plan.op.id, plan.options);
        h = text.bytes().fold(h, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    });
    h
}

#[test]
fn random_streams_are_pinned() {
    // A new hash here changes every random set that a user has seeded: say so in the change log.
    let ops =
        "mncore2.mau.?vfma,mncore2.?f.*,mncore2.rrn.l1bm4.*,mncore2.mau.hmfma,mncore2.alu.*add";
    let stream = |seed| {
        let request = Request { seed, ..request(ops, Cover::Random, 500) };
        hash(&Set::new(&request).expect("a set"))
    };
    assert_eq!(format!("{:016x}", stream(0)), "1b7a7882f761d6ad");
    assert!(stream(1) != stream(0) && stream(2) != stream(1));
    let [a, b] = ["mncore2.alu.iadd", "mncore2.alu.isub"].map(|op| {
        let mut all = Vec::new();
        let set = set(op, Cover::Random, 100);
        set.for_each(0..100, |_, x| all.push(x.to_vec()));
        all
    });
    assert!(a != b, "operations have streams of their own");
}

#[test]
fn random_counts_are_per_operation() {
    let set = set("mncore2.alu.hmax,mncore2.mau.fvfma", Cover::Random, 4096);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut choices = HashSet::new();
    set.for_each(0..set.len(), |plan, _| {
        let plain = if plan.options == Options::NONE { " plain" } else { "" };
        *counts.entry(format!("{}{plain}", plan.op.id)).or_default() += 1;
        choices.insert((plan.op.id.clone(), plan.options));
    });
    assert_eq!(counts["mncore2.alu.hmax plain"], 2048);
    assert_eq!(counts["mncore2.mau.fvfma"], 2048);
    assert_eq!((set.len(), set.columns(), choices.len()), (8192, 3, 4 + 64));
    let last = vectors::operations().find("mncore2.alu.hmax").expect("registered");
    let mut x = [0; MAX_ELEMENTS];
    assert!(std::ptr::eq(set.case(8191, &mut x).expect("a case").op, last));
}

/// Random operands are worth more than uniform bits: addends that cancel or overlap the product,
/// special codes, results out of range.
#[test]
fn random_operands_meet() {
    let op = "mncore2.mau.fvfma";
    let options = Some(Options::NONE);
    let set = Set::new(&Request { options, ..request(op, Cover::Random, 40_000) }).expect("a set");
    let (mut cancelled, mut special, mut limits) = (0, 0, 0);
    set.for_each(0..set.len(), |plan, x| {
        let field = |e: u64| (e >> 23 & 255) as i64;
        let out = plan.run(x).out()[0];
        let product = field(x[0]) + field(x[1]) - 127;
        let ordinary = x.iter().all(|e| (1..255).contains(&field(*e)));
        cancelled += u64::from(ordinary && field(out) < product - 8);
        special += u64::from(!ordinary);
        limits += u64::from(ordinary && [0, 1, 254, 255].contains(&field(out)));
    });
    assert!(cancelled > 2000, "{cancelled}");
    assert!((4000..20_000).contains(&special), "{special}");
    assert!(limits > 1000, "{limits}");
}

#[test]
fn exhaustive_is_every_combination() {
    let set = set("mncore2.alu.hfloor", Cover::Exhaustive, 0);
    let mut seen = HashSet::new();
    set.for_each(0..set.len(), |plan, x| {
        assert_eq!(plan.options, Options::NONE);
        seen.insert(x.to_vec());
    });
    assert_eq!((set.len(), seen.len()), (1 << 16, 1 << 16));

    let two = Set::new(&request("mncore2.alu.hmax", Cover::Exhaustive, 0)).expect("a set");
    let mut x = [0; MAX_ELEMENTS];
    for index in [0, 1, 0xffff, 0x1_0000, 0x1234_abcd, 0xffff_ffff] {
        assert!(two.case(index, &mut x).is_some());
        assert_eq!((x[0], x[1]), (index >> 16, index & 0xffff));
    }
    assert!(two.case(1 << 32, &mut x).is_none());

    let op = vectors::operations().find("mncore2.mau.fvpassa").expect("registered");
    let options = Some(op.parse_options(["neg=0", "ext=0"]).expect("its options"));
    let fixed = Request { options, ..request("mncore2.mau.fvpassa", Cover::Exhaustive, 0) };
    assert_eq!(Set::new(&fixed).expect("a set").len(), 1 << 16);
}

#[test]
fn requests_that_cannot_be_met_say_why() {
    let why = |r: Request| Set::new(&r).expect_err("no set").to_string();
    assert_eq!(
        why(request("mncore2.mau.fvfma", Cover::Exhaustive, 0)),
        "mncore2.mau.fvfma has 96 input bits, at most 36 can be enumerated"
    );
    let op = vectors::operations().find("mncore2.mau.fvmul").unwrap();
    let options = op.parse_options(["neg=0"]).ok();
    assert_eq!(
        why(Request { options, ..request("mncore2.mau.fvmul", Cover::Exhaustive, 0) }),
        "mncore2.mau.fvmul under neg=0 has 64 input bits, at most 36 can be enumerated"
    );
    assert_eq!(
        why(Request { options, ..request("mncore2.alu.iadd", Cover::Corner, 0) }),
        "mncore2.alu.iadd does not take the options `neg=0`"
    );
    assert_eq!(
        why(request("mncore2.alu.i*", Cover::Random, u64::MAX)),
        format!("{} cases for each of 17 operations are more than 2^64", u64::MAX)
    );
    assert_eq!(
        "all".parse::<Cover>().expect_err("unknown").to_string(),
        "unknown cover `all`; right is corner, random, exhaustive or model"
    );
    for text in ["0/4", "5/4", "1", "1/0", "-1/4", "1/4/4", "+1/2", "", "/", "1/", "x/y"] {
        assert_eq!(text.parse::<Shard>(), Err(part::Error::Shard(text.to_owned())), "{text}");
    }
}

/// Of every family: an operation's random cases are the same alone and among the others.
#[test]
fn cases_do_not_hang_on_what_else_is_in_the_set() {
    let drawn = |ops: Vec<&'static Op>| {
        let request = Request { count: 8, seed: 5, ..Request::new(ops, Cover::Random) };
        let set = Set::new(&request).expect("a set");
        let mut cases = Vec::new();
        set.for_each(0..set.len(), |plan, x| {
            cases.push((plan.op.id.as_str(), plan.options, x.to_vec()));
        });
        cases
    };
    let mut families = BTreeMap::<_, Vec<_>>::new();
    vectors::operations().all().for_each(|op| families.entry(op.family()).or_default().push(op));
    for ops in families.into_values() {
        let alone: Vec<_> = ops.iter().flat_map(|op| drawn(vec![*op])).collect();
        let together = drawn(ops);
        let other = alone.iter().zip(&together).find(|(alone, together)| alone != together);
        assert_eq!((other, alone.len()), (None, together.len()));
    }
}
