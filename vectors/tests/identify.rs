//! Hidden datapaths are found again.

use vectors::diff::{Answer, Design};
use vectors::identify::{Identified, Source, identify};
use vectors::registry::{self, Answers, Op, Plan};

/// A design that is a plan under answers of its own.
struct Hidden {
    plan: Plan,
    answers: Answers,
    flags: bool,
}

impl Hidden {
    fn new(op: &'static Op, options: &[&str], answers: &[&str]) -> Self {
        let options = op.parse_options(options.iter().copied()).unwrap();
        let answers = Answers::read(answers.iter().copied(), Some(op)).unwrap();
        Self { plan: op.plan(&options), answers, flags: true }
    }
}

impl Design for Hidden {
    fn ask(&mut self, asked: &Plan, cases: &[u64]) -> Vec<Answer> {
        let line = |x: &[u64]| {
            let outcome = self.plan.run_with(&self.answers, x);
            let mut rest = outcome.out();
            let out: Vec<String> = (asked.results.iter())
                .map(|shape| {
                    let (own, others) = rest.split_at(shape.len);
                    rest = others;
                    let hex = own.iter().map(|e| format!("{e:0width$x}", width = shape.digits()));
                    hex.collect::<Vec<_>>().join("_")
                })
                .collect();
            let out = out.join(";");
            let flag = outcome.flag.filter(|_| self.flags).map(|flag| asked.op.flags.text(flag));
            let flag = flag.as_deref().and_then(|text| text.split(" ").next());
            Answer::Line(flag.map_or(out.clone(), |flag| format!("{out} {flag}")))
        };
        cases.chunks(asked.elements()).map(line).collect()
    }
}

fn found(op: &str, design: &mut Hidden, seed: u64) -> Identified {
    let op = registry::find(op).unwrap();
    identify(op, &[], Source::Design(design), seed, &mut |_| {}).unwrap()
}

fn show(name: &str, id: &Identified) {
    eprintln!(
        "== {name}\n candidates {} asked {} count {} proof {} complete {} failed {} {:?}",
        id.candidates,
        id.asked,
        id.count,
        id.proof.len(),
        id.complete,
        id.failed,
        id.why
    );
    for n in id.left.iter().take(8) {
        eprintln!("   {n}");
    }
    for n in id.last.iter().take(4) {
        eprintln!("   last {n}");
    }
}

#[test]
fn look() {
    for (op, hidden, options) in [
        ("ieee.f32.fma", "ieee.f32.fma", &["rm=rup", "tininess=before", "nan=arm", "ftz=1"][..]),
        ("ieee.f16.add", "ieee.f16.add", &["rm=rto", "nan=sse"][..]),
        (
            "sum.plain.fma.f16.f32",
            "sum.own:x=f16:y=f16:order=chunks.4:alignment=leading.25",
            &["rm=rtz"][..],
        ),
        ("sum.plain.fma.f16.f32", "sum.plain.fma.f16.f32", &[][..]),
        (
            "sum.plain.fma.e4m3fn.f32",
            "sum.own:x=e4m3fn:y=e4m3fn:order=groups.4:alignment=field.13:cut=rtz:opposite=plus",
            &["daz=1"][..],
        ),
        ("sum.plain.add.f32", "sum.own:x=f32:order=tree.2:addend=after", &["nan=sse"][..]),
    ] {
        let op_hidden = registry::find(hidden).unwrap();
        let mut design = Hidden::new(op_hidden, options, &[]);
        let t = std::time::Instant::now();
        let id = found(op, &mut design, 0);
        show(&format!("{hidden} {options:?} {:?}", t.elapsed()), &id);
    }
}
