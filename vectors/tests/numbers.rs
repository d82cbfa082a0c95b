//! The operations on numbers as the registry has them: ids, options, corner cases.

use std::collections::HashSet;
use vectors::class::Class;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{FlagKind, LookupError, Op, Options, Plan, split};

fn numbers() -> impl Iterator<Item = &'static Op> {
    vectors::operations().all().filter(|op| {
        !["mncore2.", "pod.", "xdsa.", "silicon."].iter().any(|m| op.id.starts_with(m))
    })
}

fn plan(id: &str, options: &[&str]) -> Plan {
    let op = vectors::operations().find(id).unwrap_or_else(|e| panic!("{e}"));
    op.plan(&op.parse_options(options.iter().copied()).unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn what_is_listed() {
    let ids: HashSet<&str> = vectors::operations().all().map(|op| op.id.as_str()).collect();
    assert_eq!(ids.len(), vectors::operations().all().count(), "an id stands twice");
    // In IEEE formats augmented arithmetic and scaled products, too; six operations rounded into each of four from the three
    // others; FLI of three; of binary128 70, and six from and to those four.
    let ieee = 5 * (68 + 3 + 3) + 4 * 3 * 6 + 3 + 70 + 2 * 4 * 6;
    for (system, count) in
        [("ieee.", ieee), ("fp8.", 4 * 68), ("fp6.", 2 * 68), ("fp4.", 68), ("mx.", 7 * 3)]
    {
        assert_eq!(ids.iter().filter(|id| id.starts_with(system)).count(), count, "{system}");
    }
    // Thirteen floating-point formats and four posits to each other; all but one from and to ten integer formats, and these to
    // each other; three from and to twelve of P3109; of two wide ones from and to eight others, and to each other.
    let conversions = 17 * 16 + 2 * 16 * 10 + 10 * 9 + 2 * 3 * 12 + 2 * 2 * 8 + 2;
    assert_eq!(ids.iter().filter(|id| id.starts_with("cvt.")).count(), conversions);
    // No half of 4 bits to narrow to.
    assert_eq!(ids.iter().filter(|id| id.starts_with("int.")).count(), 10 * 38 - 4);
    assert_eq!(ids.iter().filter(|id| id.starts_with("sum.")).count(), 225);
    assert_eq!(ids.iter().filter(|id| id.starts_with("posit.")).count(), 4 * 34);
    assert_eq!(ids.iter().filter(|id| id.starts_with("p3109.")).count(), 12 * 36);
    for op in numbers() {
        let silent = op.id.starts_with("sum.mncore2.")
            || op.id.starts_with("tile.tmma.") && op.id.contains(".s32")
            || of_posits(&op.id)
            || op.id.starts_with("p3109.")
            || op.id.starts_with("cvt.")
                && op.id.rsplit('.').next().is_some_and(|to| to.starts_with("binary8p"));
        let flags = if silent { FlagKind::None } else { FlagKind::Exceptions };
        assert_eq!(op.flags, flags, "{}", op.id);
        let plan = op.plan(&Options::NONE);
        assert_eq!(plan.operands.len(), op.operands.len(), "{}", op.id);
        assert!(std::ptr::eq(vectors::operations().find(&op.id).expect("listed"), op));
    }
}

/// Whether it is posits' own, converts into one, or from one into an integer: there are no flags (POSIT-D03, POSIT-D06).
fn of_posits(id: &str) -> bool {
    let ["cvt", from, to] = id.split('.').collect::<Vec<_>>()[..] else {
        return id.starts_with("posit.");
    };
    let integer = to.strip_prefix(['i', 'u']).is_some_and(|bits| bits.parse::<u32>().is_ok());
    to.starts_with("posit") || from.starts_with("posit") && integer
}

#[test]
fn formats_that_are_not_listed() {
    for (id, x, out, flags) in [
        // 1 + 2^-39.
        ("ieee.e6m9.add", &[0x3e00, 0x0001][..], 0x3e00, 0x01),
        ("ieee.e2m1.mul", &[0x3, 0x3], 0x4, 0x01),
        ("ieee.e15m48.sqrt", &[0x4000_0000_0000_0000], 0x3fff_6a09_e667_f3bd, 0x01),
        ("cvt.f32.i13", &[0xc59c_4000], 0x1000, 0x10),
        ("cvt.f32.i3", &[0xc059_9999], 0x5, 0x00),
        ("cvt.u5.f16", &[0x1f], 0x4fc0, 0x00),
        ("cvt.e6m9.f16", &[0x3e00], 0x3c00, 0x00),
        ("int.i13.add_sat", &[0x0fff, 0x0001], 0x0fff, 0x04),
    ] {
        let outcome = plan(id, &[]).run(x);
        assert_eq!((outcome.out(), outcome.flag), (&[out][..], Some(flags)), "{id}");
        // Always the same one, and no pattern finds it.
        assert!(std::ptr::eq(
            vectors::operations().find(id).unwrap(),
            vectors::operations().find(id).unwrap()
        ));
        assert!(vectors::operations().all().all(|op| op.id != id));
        assert!(
            vectors::operations().select(&format!("{id},mncore2.mau.fvfma,{id}")).unwrap().len()
                == 2
        );
    }
    for id in ["ieee.e1m3.add", "ieee.e16m3.add", "ieee.e8m56.add", "ieee.e08m23.add"] {
        let found = vectors::operations().find(id);
        assert!(
            matches!(&found, Err(LookupError::Limits { right, .. }) if right.starts_with("eXmY")),
            "{id}"
        );
    }
    for id in ["cvt.f32.i1", "cvt.f32.u65", "int.u65.mul_wide"] {
        let found = vectors::operations().find(id);
        assert!(
            matches!(&found, Err(LookupError::Limits { right, .. }) if right.starts_with("iN")),
            "{id}"
        );
    }
    for id in ["cvt.f32.f32", "cvt.i8.i8", "cvt.e8m0.i8", "sr.f32.posit16", "sr.f32.f32"] {
        assert!(matches!(vectors::operations().find(id), Err(LookupError::Parts { .. })), "{id}");
    }
    for id in
        ["ieee.e8m0.add", "ieee.i8.add", "ieee.e6m9.add.x", "int.e6m9.add_sat", "ieee.f32", ""]
    {
        assert!(matches!(vectors::operations().find(id), Err(LookupError::Unknown { .. })), "{id}");
    }
}

#[test]
fn options_that_mean_nothing_are_told() {
    for (id, option, right) in [
        (
            "ieee.f32.add",
            "sat",
            "ieee.f32.add has no option `sat`: its results have infinities, and overflow follows IEEE 754, 7.4",
        ),
        (
            "cvt.f32.bf16",
            "sat=1",
            "cvt.f32.bf16 has no option `sat`: its results have infinities, and overflow follows IEEE 754, 7.4",
        ),
        (
            "fp6.e3m2fn.mul",
            "sat",
            "fp6.e3m2fn.mul has no option `sat`: its results are finite alone, and always saturate",
        ),
        ("fp4.e2m1fn.div", "nan=sse", "fp4.e2m1fn.div has no option `nan`: its format has no NaN"),
        ("cvt.f32.e2m1fn", "nan=arm", "cvt.f32.e2m1fn has no option `nan`: its format has no NaN"),
        ("ieee.f16.le_quiet", "rm=rup", "ieee.f16.le_quiet has no option `rm`: it never rounds"),
        ("ieee.f16.remainder", "rm=rup", "ieee.f16.remainder has no option `rm`: it never rounds"),
        ("cvt.f16.f32", "rm=rtz", "cvt.f16.f32 has no option `rm`: it never rounds"),
        (
            "cvt.f32.i32",
            "sat",
            "cvt.f32.i32 has no option `sat`: integers out of range are what `int` says",
        ),
        (
            "ieee.f32.total_order",
            "daz",
            "ieee.f32.total_order has no option `daz`: it orders all codes as they are",
        ),
        (
            "mx.fp4e2m1.quantize",
            "overflow=ieee",
            "mx.fp4e2m1.quantize has no option `overflow`: its elements are finite alone, and always saturate",
        ),
        (
            "ieee.f32.add",
            "exact",
            "ieee.f32.add has no option `exact`; it takes rm, tininess, nan, ftz, daz, box",
        ),
        (
            "ieee.f32.add",
            "rm=sideways",
            "option rm of ieee.f32.add does not take `sideways`; right is rne, rna, rtz, rup, rdn or rto",
        ),
        (
            "ieee.f32.add",
            "rm",
            "option rm of ieee.f32.add does not take ``; right is rne, rna, rtz, rup, rdn or rto",
        ),
        (
            "ieee.f32.add",
            "nan=x86",
            "option nan of ieee.f32.add does not take `x86`; right is riscv, sse, arm, armdn or ieee",
        ),
        (
            "fp8.e4m3fn.add",
            "sat=2",
            "option sat of fp8.e4m3fn.add does not take `2`; right is 0 or 1",
        ),
        ("int.i8.add_sat", "rm=rtz", "int.i8.add_sat has no option `rm`; it takes none"),
    ] {
        let op = vectors::operations().find(id).unwrap();
        assert_eq!(op.parse_options([option]).expect_err(option).to_string(), right);
    }
}

#[test]
fn options_have_one_spelling() {
    let op = vectors::operations().find("fp8.e4m3fn.fma").unwrap();
    let words = ["sat", "daz=1", "rm=rto", "ftz", "nan=ieee", "tininess=before"];
    let options = op.parse_options(words).unwrap();
    let text = "rm=rto tininess=before nan=ieee ftz=1 daz=1 sat=1";
    assert_eq!(options.to_string(), text);
    assert_eq!(op.parse_options(text.split(' ')), Ok(options));
    assert_eq!(op.parse_options(["rm=rne", "sat=0", "nan=riscv"]).unwrap().to_string(), "");
    assert!(
        op.takes(&options) && !vectors::operations().find("ieee.f32.fma").unwrap().takes(&options)
    );
}

/// A selection of options is one: few, each value of each option, each direction with each tininess.
#[test]
fn options_are_spanned() {
    for op in numbers() {
        let sets = op.option_sets();
        assert!((1..=128).contains(&sets.len()), "{}: {}", op.id, sets.len());
        assert_eq!(sets.first(), Some(&Options::NONE), "{}", op.id);
        let all = op.all_sets();
        let unique: HashSet<String> = all.iter().map(Options::to_string).collect();
        assert_eq!(unique.len(), all.len(), "{}", op.id);
        assert!(all.iter().all(|o| op.takes(o)), "{}", op.id);
        for spec in &op.options {
            for (_, word) in spec.choices().skip(1) {
                assert!(unique.contains(&format!("{}={word}", spec.row.name)), "{} {word}", op.id);
            }
        }
        let names: Vec<&str> = op.options.iter().map(|o| o.row.name).collect();
        if names.contains(&"rm") && names.contains(&"tininess") {
            assert!(unique.contains("rm=rto tininess=before"), "{}", op.id);
        }
    }
}

/// Each class that an operand's format has is among the corner cases.
#[test]
fn corners_are_of_every_class() {
    let integers = |op: &&Op| op.id.starts_with("int.");
    // MN-Core's formats have other classes; their own operations are looked at elsewhere.
    let machine = |op: &&Op| ["sum.mncore2.", "elem.mn"].iter().any(|p| op.id.starts_with(p));
    let some = numbers().filter(|op| !integers(op) && !machine(op));
    for op in some.step_by(seeded::one_in(3) as usize) {
        let request = Request::new(vec![op], Cover::Corner);
        let set = Set::new(&Request { options: Some(Options::NONE), ..request }).expect("a set");
        let plan = op.plan(&Options::NONE);
        let mut seen = vec![HashSet::new(); plan.operands.len()];
        set.for_each(0..set.len(), |_, x| {
            for (seen, (shape, own)) in seen.iter_mut().zip(split(&plan.operands, x)) {
                seen.extend(own.iter().map(|c| Class::of(&shape.format, *c)));
            }
        });
        for (seen, shape) in seen.iter().zip(&plan.operands).filter(|(_, s)| s.format.width <= 8) {
            let all: HashSet<Class> =
                (0..1u64 << shape.format.width).map(|c| Class::of(&shape.format, c)).collect();
            assert_eq!(seen, &all, "{}", op.id);
        }
        for (seen, _) in seen
            .iter()
            .zip(&plan.operands)
            .filter(|(_, s)| s.format.has_exponent() && s.format.width > 8)
        {
            use Class::{
                Infinite, Large, Normal, Power, QuietNan, SignallingNan, Small, Subnormal, Zero,
            };
            for class in
                [Zero, Subnormal, Small, Power, Normal, Large, Infinite, QuietNan, SignallingNan]
            {
                assert!(seen.contains(&class), "{} is never {class:?}", op.id);
            }
        }
    }
}

/// OCP's saturating conversion: the largest number for an infinity, in E5M2 too, in every direction;
/// `keepinf` leaves it.
#[test]
fn saturation_and_infinities() {
    let mut tried = 0;
    for op in numbers().filter(|op| op.id.starts_with("cvt.")) {
        let plain = op.plan(&Options::NONE);
        let (from, to) = (plain.operands[0].format, plain.result().format);
        let Ok(kept) = op.parse_options(["sat=keepinf"]) else { continue };
        if to.is_p3109() {
            // Report 4.0 has rules of its own.
            continue;
        }
        assert!(from.has_infinity(), "{}", op.id);
        let infinity = ((from.top() as u64) << from.man_bits) << from.pad;
        for negative in [false, true] {
            let x = [infinity | u64::from(negative) << (from.width - 1)];
            let largest = to.max_finite() | u64::from(negative) << (to.width - 1);
            assert_eq!(op.plan(&kept).run(&x), plain.run(&x), "{}", op.id);
            for rm in ["rm=rne", "rm=rna", "rm=rtz", "rm=rup", "rm=rdn", "rm=rto"] {
                // Where every number of one format is one of the other there is no direction.
                let options = op.parse_options(["sat", rm]).or_else(|_| op.parse_options(["sat"]));
                let options = options.expect("taken");
                let outcome = op.plan(&options).run(&x);
                assert_eq!(
                    (outcome.out(), outcome.flag),
                    (&[largest][..], Some(5)),
                    "{} {rm}",
                    op.id
                );
                tried += 1;
            }
        }
    }
    // Six formats with infinities to four of 8 bits, but to itself; signs; directions.
    assert_eq!(tried, (6 * 4 - 1) * 2 * 6);
}

/// An operation is found where its id begins, whatever its family.
#[test]
fn every_id_is_found_where_it_is_listed() {
    for op in vectors::operations().all() {
        assert!(std::ptr::eq(vectors::operations().find(&op.id).expect("listed"), op), "{}", op.id);
        assert!(
            std::ptr::eq(vectors::operations().select(&op.id).expect("listed")[0], op),
            "{}",
            op.id
        );
    }
    for list in ["*", "?*", "c*,e*,i*,f*,m*,p*,s*,t*,x*"] {
        let all: Vec<&str> =
            vectors::operations().select(list).expect(list).iter().map(|op| &*op.id).collect();
        assert_eq!(
            all,
            vectors::operations().all().map(|op| &*op.id).collect::<Vec<_>>(),
            "{list}"
        );
    }
    assert_eq!(
        vectors::operations().select("xd*").expect("xDSA").len(),
        vectors::operations().select("xdsa.*").expect("xDSA").len()
    );
}
