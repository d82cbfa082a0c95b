//! `diff` of designs in this process: causes that are told from their neighbours by asking, what no cause explains, and
//! what is out when the time is over.

use rstest::rstest;
use softfloat::{Env, Format, convert_any};
use vectors::check::Settings;
use vectors::cover::Model;
use vectors::diff::{Answer, Design, Found, Limits, Questions, Stopped, diff};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Op, Options, Plan};

/// A design that is a function.
struct Own<F>(F);

impl<F: FnMut(&Plan, &[u64]) -> u64> Design for Own<F> {
    fn ask(&mut self, plan: &Plan, cases: &[u64]) -> Vec<Answer> {
        let digits = plan.result().digits();
        let mut answer = |x| Answer::Line(format!("{:0digits$x}", (self.0)(plan, x)));
        cases.chunks(plan.elements()).map(&mut answer).collect()
    }
}

fn op(id: &str) -> &'static Op {
    vectors::operations().find(id).expect("an operation")
}

fn sets(op: &'static Op) -> Vec<Set> {
    let set = |cover| {
        let plain = Request::new(vec![op], cover);
        Set::new(&Request { options: Some(Options::NONE), count: 20_000, ..plain }).expect("a set")
    };
    [Cover::Corner, Cover::Model, Cover::Random].map(set).into()
}

fn asked(id: &str, design: &mut dyn Design) -> Found {
    let (op, sets) = (op(id), sets(op(id)));
    let settings = Settings { op: Some(op), ..Settings::default() };
    let questions = Questions { first: &[], sets: &sets };
    diff(design, &questions, &settings, &Limits::default(), &mut |_| {}).expect("answers")
}

fn causes(found: &Found) -> Vec<&str> {
    found.report.causes.iter().map(|cause| cause.variant.as_str()).collect()
}

/// A converter that goes by way of another format is told by that format's name, though rounding with some bits more explains as much
/// of what a set holds.
#[rstest]
#[case("f64", "f32", "f16")]
#[case("f64", "f32", "bf16")]
#[case("f64", "f16", "e4m3fn")]
#[case("f32", "f16", "e4m3fn")]
#[case("f32", "f16", "e5m2")]
#[case("f32", "bf16", "e5m2")]
#[case("f32", "bf16", "e4m3fn")]
fn ways_by_another_format_are_named(#[case] from: &str, #[case] way: &str, #[case] to: &str) {
    let format = |id: &str| {
        let names = [
            ("f64", "ieee_binary64"),
            ("f32", "ieee_binary32"),
            ("f16", "ieee_binary16"),
            ("bf16", "bf16"),
            ("e4m3fn", "fp8_e4m3_ocp"),
            ("e5m2", "fp8_e5m2_ocp"),
        ];
        let name = names.iter().find(|(own, _)| *own == id).expect("a format").1;
        *Format::by_name(name).expect("a name")
    };
    let (a, b, c) = (format(from), format(way), format(to));
    let mut design = Own(|_: &Plan, x: &[u64]| {
        let first = convert_any(&a, &b, &Env::IEEE, x[0]);
        convert_any(&b, &c, &Env::IEEE, first.bits).bits
    });
    let found = asked(&format!("cvt.{from}.{to}"), &mut design);
    assert_eq!(causes(&found), [format!("first rounded to {way}")], "{found}");
}

/// The addend is dropped where it lies 49 places and more below the product. What a set holds would do for rounding twice by way of 53
/// bits, and for other distances; cases beyond the mismatches tell.
#[test]
fn the_distance_from_which_a_term_is_dropped_is_found() {
    let mul = op("ieee.f32.mul").plan(&Options::NONE);
    let lead = |code: u64| (code >> 23 & 0xff) as i64;
    let mut design = Own(|plan: &Plan, x: &[u64]| {
        let right = plan.run(x).out()[0];
        let product = mul.run(&x[..2]).out()[0];
        let numbers = [product, x[2]].iter().all(|code| (1..255).contains(&lead(*code)));
        if numbers && lead(product) - lead(x[2]) >= 49 { product } else { right }
    });
    let found = asked("ieee.f32.fma", &mut design);
    assert_eq!(causes(&found), ["a term 49 or more places below the larger is dropped"], "{found}");
}

/// A mismatch that the cause of all others does not explain is the first that is told, and the one that is made simpler.
#[test]
fn what_no_cause_explains_comes_first() {
    let away = op("ieee.f32.add").parse_options(["rm=rna"]).expect("a direction");
    let away = op("ieee.f32.add").plan(&away);
    let news = [0x3f80_0000, 0x3f80_0000];
    let mut design = Own(|_: &Plan, x: &[u64]| {
        let own = away.run(x).out()[0];
        if x == news { own ^ 0x40 } else { own }
    });
    let found = asked("ieee.f32.add", &mut design);
    assert_eq!(causes(&found), ["as under rm=rna"], "{found}");
    assert!(found.report.counts.mismatched > 100, "{found}");
    // It is asked in two sets.
    assert_eq!((found.report.unexplained, &found.report.findings[0].x[..]), (2, &news[..]));
    assert!(found.to_string().contains("2 are explained by none of them; they come first"));
    let first = &found.report.groups.rarest_first()[0];
    assert!(first.open && first.class == "+pow2*+pow2", "{first:?}");
}

/// Answers some cases; the others are out when the time is over.
struct Late(usize);

impl Design for Late {
    fn ask(&mut self, plan: &Plan, cases: &[u64]) -> Vec<Answer> {
        let digits = plan.result().digits();
        let answer = |x: &[u64]| {
            let in_time = self.0 > 0;
            self.0 = self.0.saturating_sub(1);
            let line = format!("{:0digits$x}", plan.run(x).out()[0]);
            if in_time { Answer::Line(line) } else { Answer::Unasked }
        };
        cases.chunks(plan.elements()).map(answer).collect()
    }
}

#[test]
fn what_is_out_counts_as_not_asked() {
    for answered in [0, 10, 5000] {
        let found = asked("ieee.f32.add", &mut Late(answered));
        assert_eq!((found.asked, found.failed), (answered as u64, 0), "{found}");
        assert_eq!(found.stopped, Some(Stopped::Time));
        let all: u64 = sets(op("ieee.f32.add")).iter().map(Set::len).sum();
        let told = format!("stopped: the time was over, {answered} of {all} cases were asked");
        assert!(found.to_string().contains(&told), "{found}");
    }
}

/// An accumulator of 42 bits holds every sum of products of 32 elements of E4M3; the model set has a sum that 41 do not hold, beside
/// an addend that is 0.
#[test]
fn accumulators_that_are_too_narrow_are_seen() {
    let plan = op("mx.fp8e4m3.dot").plan(&Options::NONE);
    let len = plan.operands[1].len;
    // In units of 2^-9; NaN has no number.
    let number = |code: u64| {
        let (field, fraction) = (code >> 3 & 15, (code & 7) as i64);
        let size = if field == 0 { fraction } else { (8 + fraction) << (field - 1) };
        (code & 0x7f != 0x7f).then_some(if code & 0x80 != 0 { -size } else { size })
    };
    let sum = |x: &[u64]| -> Option<i64> {
        let products = x[1..=len].iter().zip(&x[2 + len..]);
        products.map(|(a, b)| Some(number(*a)? * number(*b)?)).sum()
    };
    let model = Model::new(&plan);
    let beyond = |bits: u32| {
        model.cases().chunks(plan.elements()).any(|x| {
            let shows = x[2 * len + 2] & 0x7fff_ffff == 0 && ![x[0], x[1 + len]].contains(&255);
            let holds = |sum: i64| sum << (64 - bits) >> (64 - bits) == sum;
            shows && sum(x).is_some_and(|sum| !holds(sum))
        })
    };
    assert_eq!((beyond(41), beyond(42)), (true, false));
}

/// The model sets of integer sums have sums, the addend aside, of as many bits as any of their sign, in signed and unsigned formats.
#[rstest]
#[case("sum.tile.wrap.i8.i32")]
#[case("sum.tile.clamp.u4.i32")]
#[case("sum.xdsa.dot.i8.i32")]
#[case("tile.tmma.u8.s32")]
#[case("tile.tmma.s8s4.s32.sat")]
fn accumulators_of_integers_are_filled(#[case] id: &str) {
    let plan = op(id).plan(&op(id).roundings()[0]);
    let [x, y, ..] = &plan.operands[..] else { panic!("two operands at least") };
    let number = |format: &Format, code: u64| {
        let (code, half) = (code as i64, 1_i64 << (format.width - 1));
        if format.sign && code >= half { code - 2 * half } else { code }
    };
    let sum = |case: &[u64]| -> i64 {
        let (a, b) = (&case[..x.len], &case[x.len..][..y.len]);
        a.iter().zip(b).map(|(a, b)| number(&x.format, *a) * number(&y.format, *b)).sum()
    };
    // The ends of both formats, in all places.
    let ends = |format: &Format| {
        let half = 1_u64 << (format.width - 1);
        if format.sign { [half, half - 1] } else { [0, 2 * half - 1] }
    };
    let all = ends(&x.format).into_iter().flat_map(|a| ends(&y.format).map(|b| (a, b)));
    let all = all.map(|(a, b)| [vec![a; x.len], vec![b; y.len]].concat());
    let all: Vec<i64> = all.map(|case| sum(&case)).collect();
    let bits = |sums: &[i64], negative: bool| {
        let own = sums.iter().filter(|sum| **sum != 0 && (**sum < 0) == negative);
        own.map(|sum| sum.unsigned_abs().ilog2()).max()
    };
    let model = Model::new(&plan);
    let found: Vec<i64> = model.cases().chunks(plan.elements()).map(sum).collect();
    for negative in [false, true] {
        assert_eq!(bits(&found, negative), bits(&all, negative), "{id}, negative: {negative}");
    }
}

/// The exponent of the largest sum of each sign among a model set's cases that `sum` takes.
fn largest_sums(plan: &Plan, sum: impl Fn(&[u64]) -> Option<f64>) -> [Option<i32>; 2] {
    let model = Model::new(plan);
    let found: Vec<f64> = model.cases().chunks(plan.elements()).filter_map(sum).collect();
    [false, true].map(|negative| {
        let own = found.iter().filter(|sum| **sum != 0.0 && sum.is_sign_negative() == negative);
        own.map(|sum| sum.abs().log2().floor() as i32).max()
    })
}

/// Products under scales of 1, beside an addend that is 0, grow as far as products of such elements can: of formats with a sign in both
/// directions.
#[test]
fn accumulators_of_products_under_scales_are_filled() {
    let all = vectors::operations().select("silicon.*").expect("units");
    let units =
        all.iter().map(|op| op.plan(&Options::NONE)).filter(|plan| plan.operands.len() == 5);
    // One unit of each pair of formats.
    let mut seen = std::collections::BTreeSet::new();
    for plan in units {
        let [a, b, _, x, y] = plan.operands[..] else { continue };
        if !seen.insert((a.format.name, b.format.name, a.len)) {
            continue;
        }
        let number = |format: &Format, code: u64| match format.decode(code) {
            softfloat::Value::Finite(u) => {
                let size = u.significand as f64 * 2f64.powi(u.exponent);
                Some(if u.sign { -size } else { size })
            }
            _ => None,
        };
        let sum = |case: &[u64]| -> Option<f64> {
            let (factors, rest) = case.split_at(a.len + b.len);
            let (scales_x, scales_y) = rest[1..].split_at(x.len);
            let ones = |format: &Format, codes: &[u64]| {
                codes.iter().all(|code| number(format, *code) == Some(1.0))
            };
            let shown = rest[0] == 0 && ones(&x.format, scales_x) && ones(&y.format, scales_y);
            let products = factors[..a.len].iter().zip(&factors[a.len..]);
            let products = products
                .map(|(p, q)| Some(number(&a.format, *p)? * number(&b.format, *q)?))
                .sum::<Option<f64>>();
            products.filter(|_| shown)
        };
        let most = [a, b].map(|shape| number(&shape.format, shape.format.max_finite()));
        let [Some(p), Some(q)] = most else { panic!("numbers") };
        let right = (a.len as f64 * p * q).log2().floor() as i32;
        assert_eq!(largest_sums(&plan, sum), [Some(right); 2], "{}", plan.op.id);
    }
    assert!(seen.len() > 20, "{seen:?}");
}

/// Products of two blocks of MN-Core 2 grow as far as their mantissas can.
#[test]
fn accumulators_of_block_products_are_filled() {
    let all = vectors::operations().select("mncore2.mau.*m*").expect("units");
    let plans = all.iter().map(|op| op.plan(&Options::NONE));
    let mut seen = 0;
    for plan in plans.filter(|plan| plan.op.id.ends_with("mfma") || plan.op.id.ends_with("mmul")) {
        let [row, line, ..] = plan.operands[..] else { panic!("two blocks") };
        let (pad, bits) = (row.format.pad, row.format.man_bits);
        let field = |code: u64| code >> (pad + bits) & ((1 << row.format.exp_bits) - 1);
        let mantissa = |code: u64| {
            let size = i128::from(code >> pad & ((1 << bits) - 1));
            if code >> (row.format.width - 1) == 1 { -size } else { size }
        };
        let sum = |case: &[u64]| -> Option<f64> {
            let (first, rest) = case.split_at(row.len);
            let second = &rest[..line.len];
            let alike = |codes: &[u64]| {
                let own = field(codes[0]);
                (1..(1 << row.format.exp_bits) - 1).contains(&own)
                    && codes.iter().all(|code| field(*code) == own)
            };
            let products = first.iter().zip(second).map(|(p, q)| mantissa(*p) * mantissa(*q));
            // A power of two of the same sign, as a sum has more bits than binary64.
            let power = |sum: i128| {
                let size = 2f64.powi(sum.unsigned_abs().checked_ilog2()? as i32);
                Some(if sum < 0 { -size } else { size })
            };
            let shown = alike(first) && alike(second) && rest[line.len..].iter().all(|z| *z == 0);
            power(products.sum()).filter(|_| shown)
        };
        let right = 2 * bits as i32 - 1 + row.len.ilog2() as i32;
        assert_eq!(largest_sums(&plan, sum), [Some(right); 2], "{}", plan.op.id);
        seen += 1;
    }
    assert!(seen >= 6, "{seen}");
}
