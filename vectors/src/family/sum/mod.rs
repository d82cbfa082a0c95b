//! `sum.*`: sums of many terms as datapaths, the presets of the modelled systems and plain ones.

pub(crate) mod corner;
pub(crate) mod explain;
pub(crate) mod random;

use super::number::DECISIONS as ALL;
use crate::cover::Modelled;
use crate::datapath::{self, Own};
use crate::draw::random::element;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::operations::link;
use crate::registry::rules::{DAZ, FTZ, NAN_RULES, OPTIONS, RM, TININESS};
use crate::registry::{
    DynamicKernel, Evaluate, Family, FlagKind, Kernels, MAX_TERMS, Network, Op, OptionSpec,
    Options, Plan, Refusal, Resolved, Shape, Shared, Terms,
};

use softfloat::sum::{Addend, Alignment, Cut, Datapath, Exponent, Operand, Order, Over};
use softfloat::sum::{Choice, Count, Preset, ProductRule, Term};
use softfloat::{Env, Flags, Rounding};
use std::sync::Arc;

pub(crate) static FAMILY: Family =
    Family { on_demand, refuses, ..Family::listed(NAME, OPTIONS, operations, ALL) };

const NAME: &str = "sum";

const FIXED: &str = "the machine rounds in one direction";
const CUT: &str = "terms and sums are cut toward zero";
const INTEGERS: &str = "integers are exact";
const ONE_RULE: &str = "the machine has one rule";
const INFINITIES: &str = "overflow is what the datapath says";

/// The decisions that the bits of a sum under the exceptions of IEEE 754 can depend on.
const DECISIONS: [&str; 3] = ["NUM-D39", "NUM-D40", "NUM-D41"];

/// Sum of many terms.
#[derive(Debug)]
struct Sum {
    datapath: Datapath,
    terms: usize,
    rules: Rules,
}

/// Which rules of rounding the options choose.
#[derive(Clone, Debug)]
enum Rules {
    /// Those of a preset.
    Of(Choice),
    /// All but those that the fields of a datapath of one's own say.
    Own(Box<Own>),
}

impl Sum {
    fn of(preset: &Preset) -> Self {
        let Preset { datapath, terms, choice, .. } = *preset;
        Self { datapath, terms: terms.usual(), rules: Rules::Of(choice) }
    }

    /// The datapath under the options that it takes; the others have no say.
    fn chosen(&self, o: &Options) -> Datapath {
        let (chosen, own) = (o.env(), self.datapath.result.env);
        let env = match &self.rules {
            Rules::Of(Choice::Ieee) => chosen,
            Rules::Of(Choice::Mxcsr) => Env {
                rounding: chosen.rounding,
                underflow: chosen.underflow,
                daz: chosen.daz,
                ..own
            },
            Rules::Of(Choice::Direction) => own.rounding(chosen.rounding),
            Rules::Of(_) => own,
            Rules::Own(own) => return own.under(own.env(chosen)),
        };
        self.datapath.under(env)
    }

    /// The circuits of a reduction network, where the datapath is one.
    fn network(&self) -> Option<Network> {
        let Datapath { alignment, order, partial, .. } = &self.datapath;
        let circuit = partial.format;
        let of_a_network = Alignment::Largest {
            exponent: Exponent::Field,
            over: Over::All,
            bits: circuit.man_bits + 3,
            least: None,
            cut: Cut::Round(Rounding::NearestEven),
        };
        let first = match order {
            Order::Sequential { chunk: Order::ALL } => self.terms,
            Order::Groups { size, strided: false } => *size,
            _ => return None,
        };
        let elements = matches!(self.datapath.term, Term::Element(_));
        (elements && *alignment == of_a_network).then_some(Network { first, circuit })
    }

    fn shapes(&self) -> Vec<Shape> {
        let (datapath, n) = (&self.datapath, self.terms);
        let mut shapes = match &datapath.term {
            Term::Element(format) => vec![Shape::many(*format, n)],
            Term::Product { a, b, .. } => {
                vec![Shape::many(*a.format(), n), Shape::many(*b.format(), n)]
            }
        };
        if datapath.addend != Addend::None {
            shapes.push(Shape::one(datapath.addend_format));
        }
        shapes
    }
}

impl Evaluate for Sum {
    fn resolve(&self, o: &Options) -> Resolved {
        let datapath = self.chosen(o);
        Resolved {
            operands: self.shapes(),
            results: vec![Shape::one(datapath.result.format)],
            kernels: Kernels::Dynamic(datapath.result.env, kernel(datapath, self.terms)),
        }
    }
}

impl Draw for Sum {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[element::Operand], x: &mut Elements) {
        random::draw(rng, operands, x);
    }
}

impl Explain for Sum {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(steps, plan, x, &self.chosen(&plan.options))
    }
}

impl Modelled for Sum {
    fn terms(&self, _: &Plan) -> Option<Terms> {
        let datapath = &self.datapath;
        let product = matches!(datapath.term, Term::Product { .. });
        let shared = match datapath.term {
            Term::Product { a: Operand::Shared { len, .. }, rule, .. } if len == self.terms => {
                let omitted = match rule {
                    ProductRule::Omitted { bits, .. } => bits,
                    _ => 0,
                };
                Some(Shared { omitted })
            }
            _ => None,
        };
        let addend = datapath.addend != Addend::None;
        Some(Terms { shared, network: self.network(), ..Terms::plain(self.terms, product, addend) })
    }

    fn sum(&self) -> Option<Own> {
        Some(match &self.rules {
            Rules::Own(own) => **own,
            _ => Own::of(&self.datapath, self.terms),
        })
    }
}

/// The operation of an id that spells a datapath.
fn on_demand(id: &str) -> Option<Op> {
    match datapath::spelt(id) {
        Some(own) => own.ok().map(|own| of_own(&own)),
        None => of_terms(id)?.ok(),
    }
}

/// What is wrong with a datapath that an id spells.
fn refuses(id: &str) -> Option<Refusal> {
    Some(Refusal::Parts(match datapath::spelt(id) {
        Some(own) => own.err()?.to_string(),
        None => of_terms(id)?.err()?,
    }))
}

/// A preset with another number of terms: `sum.plain.add.f32:n=4`; nothing where an id asks for none.
fn of_terms(id: &str) -> Option<Result<Op, String>> {
    let (base, count) = id.split_once(":n=")?;
    let name = |preset: &&'static Preset| format!("sum.{}.{}", preset.name, preset.types) == base;
    let preset = Preset::all().find(name)?;
    let usual = preset.terms.usual();
    let number = count.parse().ok().filter(|n| (1..=usize::from(MAX_TERMS)).contains(n));
    Some(match (number, preset.terms) {
        (_, Count::Fixed(n)) => {
            Err(format!("n={count}: the unit of {base} sums {n} terms, no others"))
        }
        (None, _) => Err(format!("n={count}: right is a number of terms from 1 to {MAX_TERMS}")),
        (Some(n), _) if n == usual => {
            Err(format!("n={n}: so many terms has {base} itself, right is without n"))
        }
        (Some(n), _) => {
            let op = op(preset);
            Ok(Op {
                id: id.to_owned(),
                summary: format!("{}; {n} terms", op.summary),
                link: link(&FAMILY, Sum { terms: n, ..Sum::of(preset) }),
                ..op
            })
        }
    })
}

/// The operation of a datapath of one's own.
fn of_own(own: &Own) -> Op {
    Op {
        id: datapath::id(own),
        summary: "a datapath of one's own".to_owned(),
        operands: operands(&own.datapath),
        flags: FlagKind::Exceptions,
        options: [RULES.to_vec(), FLUSHES.to_vec()].concat(),
        section: "docs/datapaths.md".to_owned(),
        decisions: DECISIONS.to_vec(),
        senseless: vec![("sat", "it is the field `overflow` of the datapath")],
        link: link(
            &FAMILY,
            Sum { datapath: own.datapath, terms: own.terms, rules: Rules::Own(Box::new(*own)) },
        ),
    }
}

/// Every preset in every combination of formats.
fn operations() -> Vec<Op> {
    Preset::all().map(op).collect()
}

fn op(preset: &'static Preset) -> Op {
    let (options, senseless) = options(preset);
    Op {
        id: format!("sum.{}.{}", preset.name, preset.types),
        summary: preset.summary.to_owned(),
        operands: operands(&preset.datapath),
        flags: if preset.exceptions { FlagKind::Exceptions } else { FlagKind::None },
        options,
        section: preset.source.to_owned(),
        decisions: if preset.exceptions { DECISIONS.to_vec() } else { Vec::new() },
        senseless,
        link: link(&FAMILY, Sum::of(preset)),
    }
}

fn operands(datapath: &Datapath) -> &'static [&'static str] {
    match (datapath.term, datapath.addend) {
        (Term::Element(_), Addend::None) => &["x"],
        (Term::Element(_), _) => &["x", "z"],
        (Term::Product { .. }, Addend::None) => &["x", "y"],
        (Term::Product { .. }, _) => &["x", "y", "z"],
    }
}

const RULES: [OptionSpec; 3] = [RM.any(), TININESS.any(), NAN_RULES];
const FLUSHES: [OptionSpec; 2] = [FTZ.any(), DAZ.any()];

/// What a preset lets one choose, and what not with the reason.
fn options(preset: &Preset) -> (Vec<OptionSpec>, Vec<(&'static str, &'static str)>) {
    let (choices, why): (&[OptionSpec], _) = match preset.choice {
        Choice::Ieee => (&RULES, None),
        Choice::Mxcsr | Choice::Direction => (&RULES[..1], None),
        Choice::OneDirection => (&[], Some(FIXED)),
        Choice::TowardZero => (&[], Some(CUT)),
        Choice::Exact => (&[], Some(INTEGERS)),
    };
    let mut options = choices.to_vec();
    let mut senseless: Vec<_> = why.map(|why| ("rm", why)).into_iter().collect();
    match preset.choice {
        Choice::Ieee | Choice::Mxcsr => options.extend(FLUSHES),
        _ => senseless.extend(["ftz", "daz"].map(|name| (name, ONE_RULE))),
    }
    if preset.choice != Choice::Ieee {
        senseless.extend(["tininess", "nan"].map(|name| (name, ONE_RULE)));
    }
    senseless.push(("sat", INFINITIES));
    (options, senseless)
}

fn kernel(datapath: Datapath, n: usize) -> DynamicKernel {
    Arc::new(move |_, x, out| {
        let (a, rest) = x.split_at(n.min(x.len()));
        let (b, addend) = match datapath.term {
            Term::Element(_) => (&[][..], rest),
            Term::Product { .. } => rest.split_at(n.min(rest.len())),
        };
        let sum = datapath.evaluate(a, b, addend.first().copied().unwrap_or(0));
        let Some(first) = out.first_mut() else { return Flags::NONE };
        *first = sum.bits;
        sum.flags
    })
}
