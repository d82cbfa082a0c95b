//! Sets of cases: shards and threads, covers, and what the covers promise.

use softfloat::mncore::Profile;
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use vectors::class::Class;
use vectors::file::Format;
use vectors::generate::{Cover, Error, Request, Set, Shard};
use vectors::registry::{self, Family, MAX_ELEMENTS, Op, Options, Plan};

fn request(ops: &str, cover: Cover, count: u64) -> Request {
    Request { count, ..Request::new(registry::select(ops).expect("registered"), cover) }
}

fn set(ops: &str, cover: Cover, count: u64) -> Set {
    Set::new(&request(ops, cover, count)).expect("a set")
}

fn bytes(set: &Set, shard: &str, format: Format, threads: usize) -> Vec<u8> {
    let range = set.shard(shard.parse().expect("a shard"));
    let mut out = Vec::new();
    let (mut last, len) = (0, range.end - range.start);
    set.write(range, format, &mut out, threads, &mut |done| last = done).expect("a Vec takes all");
    assert_eq!(last, len, "progress ends at the end");
    out
}

/// FNV-1a over the options and elements of cases.
fn hash(set: &Set) -> u64 {
    let mut h = 0xcbf2_9ce4_8422_2325_u64;
    set.for_each(0..set.len(), |plan, x| {
        let text = format!("{} {} {x:x?}", plan.op.id, plan.options);
        h = text.bytes().fold(h, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    });
    h
}

/// The elements of each operand.
fn operands<'a>(plan: &'a Plan, x: &'a [u64]) -> impl Iterator<Item = (usize, &'a [u64])> {
    let mut rest = x;
    plan.operands.iter().enumerate().map(move |(i, shape)| {
        let (own, others) = rest.split_at(shape.len);
        rest = others;
        (i, own)
    })
}

#[test]
fn shards_in_order_are_the_set() {
    let corner = set("mncore2.mau.f*,mncore2.rrn.l2bm2.*", Cover::Corner, 0);
    let random = set("mncore2.bf.*,mncore2.alu.hfloor", Cover::Random, 5001);
    for set in [&corner, &random] {
        let whole = bytes(set, "1/1", Format::Jsonl, 2);
        for n in [2, 3, 7, 64] {
            let parts: Vec<u8> =
                (1..=n).flat_map(|i| bytes(set, &format!("{i}/{n}"), Format::Jsonl, 2)).collect();
            assert!(parts == whole, "{n} shards");
        }
    }
    for len in [0, 1, 5, u64::MAX] {
        let ends: Vec<_> = (1..=6).map(|i| Shard::new(i, 6).expect("a shard").range(len)).collect();
        assert!(ends.windows(2).all(|w| w[0].end == w[1].start), "{ends:?}");
        assert_eq!((ends[0].start, ends[5].end), (0, len));
    }
}

#[test]
fn threads_change_nothing() {
    for set in [
        set("mncore2.mau.hv*", Cover::Corner, 0),
        set("mncore2.mau.?v*,mncore2.rrn.mv8.*", Cover::Random, 3000),
        set("mncore2.convert.h_to_f", Cover::Exhaustive, 0),
    ] {
        let one = bytes(&set, "1/1", Format::Csv, 1);
        assert!(one.starts_with(b"op,opts,in0,"));
        for threads in [2, 3, 5] {
            assert!(bytes(&set, "1/1", Format::Csv, threads) == one, "{threads} threads");
        }
    }
}

#[test]
fn corner_covers_every_choice_of_options() {
    let mut total = 0;
    for op in registry::all() {
        let set = set(&op.id, Cover::Corner, 0);
        total += set.len();
        let mut found: BTreeMap<String, HashSet<Vec<u64>>> = BTreeMap::new();
        set.for_each(0..set.len(), |plan, x| {
            let new = found.entry(plan.options.to_string()).or_default().insert(x.to_vec());
            assert!(new, "{} [{}] {x:x?} stands twice", op.id, plan.options);
        });
        let sets = op.option_sets();
        assert_eq!(found.len(), sets.len(), "{}", op.id);
        let plain = found[&sets[0].to_string()].len();
        for (options, cases) in found {
            assert!(cases.len() >= plain.min(48), "{} [{options}]: {} cases", op.id, cases.len());
        }
    }
    assert!((200_000..=500_000).contains(&total), "{total} corner cases");
}

#[test]
fn corner_hits_every_class_of_every_operand() {
    use Class::{
        Infinite, InfiniteMantissa, Large, Limit, Normal, Ones, Power, Small, Zero, ZeroMantissa,
    };
    let floats =
        [Zero, ZeroMantissa, Small, Power, Normal, Large, Infinite, InfiniteMantissa].to_vec();
    let integers = [Zero, Normal, Ones, Limit].to_vec();
    for op in registry::all() {
        let options = Some(op.option_sets()[0]);
        let set = Set::new(&Request { options, ..request(&op.id, Cover::Corner, 0) });
        let set = set.expect("a set");
        let mut seen = vec![HashSet::new(); op.operands.len()];
        set.for_each(0..set.len(), |plan, x| {
            for (i, own) in operands(plan, x) {
                seen[i].extend(own.iter().map(|e| Class::of(&plan.operands[i].format, *e)));
            }
        });
        let plan = op.plan(&options.expect("some"));
        for (i, seen) in seen.iter().enumerate() {
            let float = plan.operands[i].format.exp_bits > 0;
            for class in if float { &floats } else { &integers } {
                assert!(seen.contains(class), "{} operand {i} is never {class:?}", op.id);
            }
        }
    }
}

/// Answers that change no case of an operation: patterns of its id, the question, and why.
const WITHOUT_EFFECT: &[(&str, &str, &str)] = &[
    ("mncore2.mau.?vmul", "mau_inf_minus_inf", "the addend is 0"),
    ("mncore2.mau.?vpassa", "mau_inf_minus_inf", "the addend is 0"),
    ("mncore2.mau.?mmul", "mau_inf_minus_inf", "the addend is 0"),
    ("mncore2.mau.?mmul", "mau_infinity", "asks for an infinite addend"),
    ("mncore2.mau.?vpassa", "mau_infinity", "the number overflows to the same infinity"),
    ("mncore2.mau.?vadd", "inf_times_zero", "the multiplier is 1"),
    ("mncore2.mau.?vpassa", "inf_times_zero", "the multiplier is 1"),
    ("mncore2.mau.?vadd", "product_range", "the multiplier is 1"),
    ("mncore2.mau.?vpassa", "product_range", "the multiplier is 1"),
    ("mncore2.mau.hv*", "product_range", "products of halves are in single's range"),
    ("mncore2.mau.?vpassa", "mau_zero", "the product is below the smallest number"),
    ("mncore2.mau.fvpassa,mncore2.mau.hvpassa", "mau_flag", "nothing underflows"),
    ("mncore2.mau.fvpassa,mncore2.mau.hvpassa", "tiny", "nothing is rounded"),
    ("mncore2.mau.fvadd", "tiny", "sums below the smallest number are exact"),
    ("mncore2.mau.hv*", "shorten_zero", "signs of zeros do not count"),
    ("mncore2.mau.hv*", "shorten_special", "mantissas of zeros and infinities do not count"),
    ("mncore2.mau.?m*", "block_common", "no block is invalid"),
    ("mncore2.bf.h*", "shorten_special", "mantissas of zeros and infinities do not count"),
    ("mncore2.rrn.*.?fadd", "extend_special", "mantissas of zeros and infinities do not count"),
    ("mncore2.rrn.l1bm4.hfadd", "rrn_align4", "9 bits lose nothing in the single circuit"),
    ("mncore2.rrn.l1bm*.hfadd", "rrn_zero", "2^-127 is nothing to a half"),
    ("mncore2.rrn.l2*.?fadd,mncore2.rrn.mv*.?fadd", "tiny", "small sums are exact"),
    ("mncore2.rrn.l1bm*.dfadd,mncore2.rrn.l1bm*.hfadd", "tiny", "small sums are exact"),
    ("mncore2.alu.drsqrt,mncore2.alu.frsqrt", "rsqrt_half", "asks for half"),
    ("mncore2.alu.hrsqrt", "shorten_special", "mantissas of zeros and infinities do not count"),
    ("mncore2.alu.hftoi,mncore2.alu.uhftoi", "shorten_*", "limits and zeros come out alike"),
];

fn without_effect(op: &Op, question: &str) -> bool {
    WITHOUT_EFFECT.iter().any(|(ops, name, _)| {
        let named = name.strip_suffix('*').map_or(question == *name, |n| question.starts_with(n));
        named && registry::select(ops).expect("registered").iter().any(|o| o.id == op.id)
    })
}

/// Under every other answer to what is decided about an operation, some corner case gives other bits.
#[test]
fn corner_shows_every_decision() {
    let mut unseen = Vec::new();
    for op in registry::all() {
        let set = set(&op.id, Cover::Corner, 0);
        let mut left: Vec<_> = op
            .switches()
            .into_iter()
            .map(|s| {
                let mut profile = Profile::DECIDED;
                (s.select)(&mut profile);
                (s, profile)
            })
            .collect();
        set.for_each(0..set.len(), |plan, x| {
            let decided = plan.run(x);
            left.retain(|(_, profile)| plan.run_with(profile, x) == decided);
        });
        left.retain(|(s, _)| !without_effect(op, s.name));
        unseen.extend(left.iter().map(|(s, _)| format!("{} {}={}", op.id, s.name, s.value)));
    }
    assert!(unseen.is_empty(), "{}", unseen.join("\n"));
}

#[test]
fn blocks_are_valid() {
    let mut extended = 0;
    for set in
        [set("mncore2.mau.?m*", Cover::Corner, 0), set("mncore2.mau.?m*", Cover::Random, 20_000)]
    {
        set.for_each(0..set.len(), |plan, x| {
            assert_eq!(plan.op.family, Family::Matrix);
            for (i, block) in operands(plan, x).take(2) {
                let f = &plan.operands[i].format;
                let field = |e: &u64| (e >> (f.man_bits + f.pad)) as i32 & f.top();
                let common = block.iter().map(field).max().expect("elements");
                for e in block {
                    let own = field(e);
                    let zero = own == 0 && f.subnormal;
                    assert!(own == common || zero, "{} {block:x?}", plan.op.id);
                    extended += u32::from(own != common);
                }
            }
        });
    }
    assert!(extended > 1000, "{extended} extended elements");
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

    let options = registry::find("mncore2.mau.fvpassa")
        .and_then(|op| Ok(op.parse_options(["neg=0", "ext=0"]).expect("its options")));
    let options = Some(options.expect("registered"));
    let fixed = Request { options, ..request("mncore2.mau.fvpassa", Cover::Exhaustive, 0) };
    assert_eq!(Set::new(&fixed).expect("a set").len(), 1 << 16);
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
    let last = registry::find("mncore2.alu.hmax").expect("registered");
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
fn requests_that_cannot_be_met_say_why() {
    let why = |r: Request| Set::new(&r).expect_err("no set").to_string();
    assert_eq!(
        why(request("mncore2.mau.fvfma", Cover::Exhaustive, 0)),
        "mncore2.mau.fvfma has 96 input bits, at most 36 can be enumerated"
    );
    let options = Some(Options { neg: 1, ..Options::NONE });
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
        "model".parse::<Cover>().expect_err("later").to_string(),
        "cover model is not available in this version; available are corner, random, exhaustive"
    );
    assert_eq!(
        "all".parse::<Cover>().expect_err("unknown").to_string(),
        "unknown cover `all`; right is corner, random or exhaustive"
    );
    for text in ["0/4", "5/4", "1", "1/0", "-1/4", "1/4/4", "+1/2", "", "/", "1/", "x/y"] {
        assert_eq!(text.parse::<Shard>(), Err(Error::Shard(text.to_owned())), "{text}");
    }
}

/// Takes some bytes and then fails, like a pipe whose reader has gone.
struct Pipe(usize);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_the_output_end_the_work() {
    let set = set("mncore2.alu.iadd", Cover::Random, 500_000);
    for threads in [1, 2, 3] {
        for room in [0, 1, 1 << 20] {
            let result =
                set.write(0..set.len(), Format::Csv, &mut Pipe(room), threads, &mut |_| ());
            assert_eq!(result.expect_err("fails").kind(), io::ErrorKind::BrokenPipe);
        }
    }
}

#[test]
fn testfloat_wants_one_choice() {
    let several = set("mncore2.alu.hmax", Cover::Random, 10);
    let mut out = Vec::new();
    let mut write = |set: &Set| set.write(0..10, Format::TestFloat, &mut out, 1, &mut |_| ());
    assert_eq!(write(&several).expect_err("two").kind(), io::ErrorKind::InvalidInput);
    let options = Some(Options::NONE);
    let one = Request { options, ..request("mncore2.alu.hmax", Cover::Random, 10) };
    write(&Set::new(&one).expect("a set")).expect("a Vec takes all");
    assert_eq!(out.iter().filter(|b| **b == b'\n').count(), 10);
}
