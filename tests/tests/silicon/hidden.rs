//! Units behind a protocol that tells nothing but results are found among those of the family.

use seeded::{Draw, Kind, Random, seed};
use vectors::diff::{Answer, Design};
use vectors::identify::{Settings, Source, identify};
use vectors::registry::{Op, Options, Plan};

/// A unit that nobody names.
struct Hidden(Plan);

impl Design for Hidden {
    fn ask(&mut self, _: &Plan, cases: &[u64]) -> Vec<Answer> {
        let digits = self.0.result().digits();
        let line = |x| Answer::Line(format!("{:0digits$x}", self.0.run(x).out()[0]));
        cases.chunks(self.0.elements()).map(line).collect()
    }
}

/// Units that sum more than two products, and answer with one number.
fn some() -> Vec<&'static Op> {
    let sums = |op: &&'static Op| {
        let plan = op.plan(&Options::NONE);
        op.options.is_empty() && plan.operands[0].len > 1 && plan.outs() == 1
    };
    super::units().into_iter().filter(sums).collect()
}

#[test]
fn hidden_units_are_found() {
    let (units, mut random) = (some(), Random::new(seed()));
    for _ in 0..Kind::Operands.cases() / 21 {
        let op = *random.pick(&units);
        let plan = op.plan(&Options::NONE);
        let family = Some("silicon".to_owned());
        let settings = Settings { family, random: 2000, ..Settings::default() };
        let mut design = Hidden(plan.clone());
        let found =
            identify(op, &settings, Source::Design(&mut design), &mut |_| {}).expect("options");
        assert!(found.is_named(), "{}: {found:?}", op.id);
        let names: Vec<String> = found.left.iter().map(ToString::to_string).collect();
        println!("{}: of {} candidates {names:?}, {} cases", op.id, found.candidates, found.asked);
        assert!(names.contains(&op.id), "{}: {names:?}", op.id);
        // What is named beside it answers alike.
        let set = vectors::generate::Request {
            count: 200,
            seed: 99,
            ..vectors::generate::Request::new(vec![op], vectors::part::Cover::Random)
        };
        let set = vectors::generate::Set::new(&set).expect("a set");
        for name in
            found.left.iter().filter(|name| name.instead.is_none() && name.answers.is_empty())
        {
            let other =
                vectors::operations().find(&name.op).expect("an operation").plan(&Options::NONE);
            set.for_each(0..set.len(), |own, x| {
                assert_eq!(own.run(x).out(), other.run(x).out(), "{} and {}", op.id, name.op);
            });
        }
    }
}

/// A unit that is none of the family is not named.
#[test]
fn a_stranger_is_not_named() {
    /// Adds one to the last place of each result of a unit whose sum is odd.
    struct Stranger(Hidden);

    impl Design for Stranger {
        fn ask(&mut self, plan: &Plan, cases: &[u64]) -> Vec<Answer> {
            let elements = plan.elements();
            let wrong = |x: &[u64]| {
                let code = self.0.0.run(x).out()[0];
                let nan = code & 0x7fff_ffff > 0x7f80_0000;
                Answer::Line(format!("{:08x}", if nan { code } else { code ^ (code >> 7 & 1) }))
            };
            cases.chunks(elements).map(wrong).collect()
        }
    }

    let op =
        vectors::operations().find("silicon.nvidia.hopper.mma.k16.f16.f16.f32").expect("a unit");
    let mut design = Stranger(Hidden(op.plan(&Options::NONE)));
    let family = Some("silicon".to_owned());
    let settings = Settings { family, random: 2000, ..Settings::default() };
    let found = identify(op, &settings, Source::Design(&mut design), &mut |_| {}).expect("options");
    assert!(!found.is_named() && found.left.is_empty(), "{found:?}");
}
