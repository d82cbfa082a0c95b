//! `mncore2.rrn.*`: reductions of the three networks.

mod corner;
mod explain;
mod kernels;

use super::options::{E, L1BSET, R};
use super::{RULES, Resolve, Unit, family, kernels, link};
use crate::draw::random::{element::Operand, groups};
use crate::draw::{Cases, Elements, rng::Rng};
use crate::explain::steps::Steps;
use crate::registry::{
    Family, FlagKind, Kernels, Network, Op, OptionSpec, Options, Outcome, Plan, Resolved, Shape,
    Terms,
};
use kernels::{fadd, fadd_l1bm, fadd_l1bm_double, fadd_mv8, inside_set, select, select_l1bm};
use softfloat::format::{Uint16, Uint32, Uint64};
use softfloat::mncore2::integer::{self, Reduction};
use softfloat::mncore2::{Double, Half, Precision, Profile, Single};
use softfloat::{Env, Format, StaticFormat};

pub(crate) static FAMILY: Family = family(NAME, &[&L1BSET.row, &E.row, &R.row], operations);

const NAME: &str = "mncore2.reduce";

/// Members of each first-stage group, in order.
type Stages = &'static [&'static [usize]];

/// Reduction by floating-point addition.
#[derive(Debug)]
struct Add {
    resolve: Resolve,
    /// The groups of its first stage, where it has two.
    stages: Option<Stages>,
    /// What its circuits take.
    circuit: Format,
}

impl Unit for Add {
    const FAMILY: &'static Family = &FAMILY;

    fn resolve(&self, options: &Options) -> Resolved {
        (self.resolve)(options)
    }

    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::addition(&plan.operands[0], cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        groups::summands(rng, &operands[0], x);
    }

    fn terms(&self, plan: &Plan) -> Option<Terms> {
        let len = plan.operands[0].len;
        let first = self.stages.map_or(len, |stages| stages[0].len());
        let network = Some(Network { first, circuit: self.circuit });
        let all = plan.options.get(&L1BSET) == u8::MAX;
        all.then_some(Terms { network, ..Terms::plain(len, false, false) })
    }

    fn rules(&self, _: &Plan) -> Env {
        RULES
    }

    fn steps(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
        explain::explain(steps, plan, x, self.circuit, self.stages)
    }
}

/// Reduction by maximum, minimum, or an integer operation.
#[derive(Debug)]
struct Select {
    resolve: Resolve,
    how: How,
}

/// How many elements become one.
#[derive(Clone, Copy, Debug)]
enum How {
    /// The largest or smallest pattern, of what the circuits take.
    Pattern {
        max: bool,
        circuit: Format,
    },
    Integers(Reduction),
}

impl Unit for Select {
    const FAMILY: &'static Family = &FAMILY;

    fn resolve(&self, options: &Options) -> Resolved {
        (self.resolve)(options)
    }

    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::selection(&plan.operands[0], cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        groups::candidates(rng, &operands[0], x);
    }

    fn steps(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
        explain::select(steps, plan, x, self.how)
    }
}

/// A network.
#[derive(Clone, Copy)]
struct Net {
    name: &'static str,
    len: usize,
    /// Of fadd and of the others.
    section: &'static str,
    /// Whether it is one of L1BM, where halves go through the circuits of singles (s. 3.6.8.5).
    l1bm: bool,
    /// Whether a set of L1Bs takes part.
    chosen: bool,
    /// The groups of the first stage of fadd, where it has two, and the decision about them.
    stages: Option<(Stages, &'static str)>,
}

const PLAIN: Net = Net { name: "", len: 0, section: "", l1bm: false, chosen: false, stages: None };

const NETS: [Net; 7] = [
    Net { name: "l1bm4", len: 4, section: "3.6.8.18, 3.6.8.19", l1bm: true, ..PLAIN },
    Net {
        name: "l1bm16",
        len: 16,
        section: "3.6.8.12, 3.6.8.13",
        l1bm: true,
        stages: Some((FOURS, "MN-D07")),
        ..PLAIN
    },
    Net { name: "l2bm2", len: 2, section: "3.6.7.7", ..PLAIN },
    Net { name: "l2bm8", len: 8, section: "3.6.7.6", chosen: true, ..PLAIN },
    Net { name: "mv2", len: 2, section: "3.5.8.14, 3.5.8.15", ..PLAIN },
    Net { name: "mv4", len: 4, section: "3.5.8.17", ..PLAIN },
    Net {
        name: "mv8",
        len: 8,
        section: "3.5.8.19, 3.5.8.21",
        stages: Some((PAIRS, "MN-D08")),
        ..PLAIN
    },
];

/// First-stage groups of the 16-element L1BM reduction (MN-D07).
const FOURS: Stages = &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10, 11], &[12, 13, 14, 15]];
/// First-stage groups of the 8-element MV reduction (MN-D08).
const PAIRS: Stages = &[&[0, 1], &[2, 3], &[4, 5], &[6, 7]];

/// One element of the result.
fn resolved(input: Format, n: usize, output: Format, kernels: Kernels) -> Resolved {
    Resolved { operands: vec![Shape::many(input, n)], results: vec![Shape::one(output)], kernels }
}

fn fadd_op<P: Precision, const N: usize>(_: &Options) -> Resolved {
    resolved(P::FORMAT, N, P::FORMAT, kernels!(fadd::<P, N>))
}

fn fadd_mv8_op<P: Precision>(_: &Options) -> Resolved {
    resolved(P::FORMAT, 8, P::FORMAT, kernels!(fadd_mv8::<P>))
}

fn fadd_l1bm_double_op<const N: usize>(_: &Options) -> Resolved {
    resolved(Double::FORMAT, N, Double::FORMAT, kernels!(fadd_l1bm_double::<N>))
}

fn fadd_l1bm_op<const N: usize>(o: &Options) -> Resolved {
    let (h, f) = (Half::FORMAT, Single::FORMAT);
    match (o.get(&E), o.get(&R)) {
        (false, false) => resolved(f, N, f, kernels!(fadd_l1bm::<Single, Single, N>)),
        (false, true) => resolved(f, N, h, kernels!(fadd_l1bm::<Single, Half, N>)),
        (true, false) => resolved(h, N, f, kernels!(fadd_l1bm::<Half, Single, N>)),
        (true, true) => resolved(h, N, h, kernels!(fadd_l1bm::<Half, Half, N>)),
    }
}

/// Half in L1BM is the single circuit with `e` and `r` (s. 3.6.8.5).
fn fadd_l1bm_half_op<const N: usize>(_: &Options) -> Resolved {
    resolved(Half::FORMAT, N, Half::FORMAT, kernels!(fadd_l1bm::<Half, Half, N>))
}

fn select_op<P: Precision, const MAX: bool, const N: usize>(_: &Options) -> Resolved {
    resolved(P::FORMAT, N, P::FORMAT, kernels!(select::<P, MAX, N>))
}

fn select_l1bm_op<const MAX: bool, const N: usize>(o: &Options) -> Resolved {
    let (h, f) = (Half::FORMAT, Single::FORMAT);
    match (o.get(&E), o.get(&R)) {
        (false, false) => resolved(f, N, f, kernels!(select_l1bm::<Single, false, MAX, N>)),
        (false, true) => resolved(f, N, h, kernels!(select_l1bm::<Single, true, MAX, N>)),
        (true, false) => resolved(h, N, f, kernels!(select_l1bm::<Half, false, MAX, N>)),
        (true, true) => resolved(h, N, h, kernels!(select_l1bm::<Half, true, MAX, N>)),
    }
}

fn select_l1bm_half_op<const MAX: bool, const N: usize>(_: &Options) -> Resolved {
    resolved(Half::FORMAT, N, Half::FORMAT, kernels!(select_l1bm::<Half, true, MAX, N>))
}

macro_rules! integer_kernel {
    ($op:ident, $w:literal) => {
        kernels!(|p: &Profile, o: &Options, x: &[u64], out: &mut [u64]| {
            let identity = integer::identity(Reduction::$op, $w);
            let mut e = [identity; 16];
            e[..x.len()].copy_from_slice(x);
            let e = inside_set(o, e, identity);
            out[0] = integer::reduce(p, Reduction::$op, $w, &e[..x.len()]);
            true
        })
    };
}

macro_rules! integer_ops {
    ($($op:ident $name:literal $summary:literal),*) => {
        /// Every integer reduction for one element width: name, summary, resolver.
        fn integers<const N: usize>(
            letter: char,
        ) -> Vec<(Reduction, &'static str, &'static str, Resolve)> {
            match letter {
                'l' => vec![$((Reduction::$op, $name, $summary, |_: &Options| resolved(
                    Uint64::FORMAT, N, Uint64::FORMAT, integer_kernel!($op, 64)))),*],
                'i' => vec![$((Reduction::$op, $name, $summary, |_: &Options| resolved(
                    Uint32::FORMAT, N, Uint32::FORMAT, integer_kernel!($op, 32)))),*],
                _ => vec![$((Reduction::$op, $name, $summary, |_: &Options| resolved(
                    Uint16::FORMAT, N, Uint16::FORMAT, integer_kernel!($op, 16)))),*],
            }
        }
    };
}
integer_ops! {
    Iadd "iadd" "sum modulo 2^w", Band "band" "bitwise and", Bor "bor" "bitwise or",
    And "and" "1 where all elements are not 0", Or "or" "1 where some element is not 0"
}

/// fadd, max, min of a network in one precision.
fn floats<const N: usize>(net: Net, letter: char) -> [Resolve; 3] {
    let l1bm = net.l1bm;
    match letter {
        'd' if l1bm => {
            [fadd_l1bm_double_op::<N>, select_op::<Double, true, N>, select_op::<Double, false, N>]
        }
        'f' if l1bm => [fadd_l1bm_op::<N>, select_l1bm_op::<true, N>, select_l1bm_op::<false, N>],
        'h' if l1bm => [
            fadd_l1bm_half_op::<N>,
            select_l1bm_half_op::<true, N>,
            select_l1bm_half_op::<false, N>,
        ],
        'd' => float_selects::<Double, N>(net),
        'f' => float_selects::<Single, N>(net),
        _ => float_selects::<Half, N>(net),
    }
}

fn float_selects<P: Precision, const N: usize>(net: Net) -> [Resolve; 3] {
    let add: Resolve = if net.stages.is_some() { fadd_mv8_op::<P> } else { fadd_op::<P, N> };
    [add, select_op::<P, true, N>, select_op::<P, false, N>]
}

fn options(net: Net, letter: char, float: bool) -> Vec<OptionSpec> {
    if net.chosen {
        vec![L1BSET.any()]
    } else if net.l1bm && letter == 'f' && float {
        vec![E.any(), R.any()]
    } else {
        Vec::new()
    }
}

fn fadd_decisions(net: Net, letter: char) -> Vec<&'static str> {
    let mut ids = vec!["MN-D03", "MN-D04", "MN-D05", "MN-D06", "MN-D29"];
    ids.extend(net.stages.map(|(_, decision)| decision));
    if net.l1bm && letter != 'd' {
        ids.push("MN-D01");
    }
    ids
}

fn select_decisions(net: Net, letter: char) -> Vec<&'static str> {
    if net.l1bm && letter != 'd' { vec!["MN-D01", "MN-D09", "MN-D11"] } else { vec!["MN-D11"] }
}

fn float_operations<const N: usize>(net: Net) -> Vec<Op> {
    let mut ops = Vec::new();
    for letter in ['d', 'f', 'h'] {
        let stages = net.stages.map(|(stages, _)| stages);
        let circuit = match letter {
            'd' => Double::FORMAT,
            'h' if !net.l1bm => Half::FORMAT,
            _ => Single::FORMAT,
        };
        let kinds = [
            ("fadd", "sum", None),
            ("max", "largest pattern", Some(true)),
            ("min", "smallest pattern", Some(false)),
        ];
        for ((name, what, max), resolve) in kinds.into_iter().zip(floats::<N>(net, letter)) {
            let (section, decisions, link) = match max {
                None => {
                    ("4.2.1", fadd_decisions(net, letter), link(Add { resolve, stages, circuit }))
                }
                Some(max) => {
                    let how = How::Pattern { max, circuit };
                    ("4.2.2", select_decisions(net, letter), link(Select { resolve, how }))
                }
            };
            ops.push(Op {
                id: format!("mncore2.rrn.{}.{letter}{name}", net.name),
                summary: format!("{what} of {N} elements, {}", super::precision_name(letter)),
                operands: &["x"],
                flags: FlagKind::None,
                options: options(net, letter, true),
                section: format!("{}, {section}", net.section),
                decisions,
                senseless: Vec::new(),
                link,
            });
        }
    }
    ops
}

fn integer_operations<const N: usize>(net: Net) -> Vec<Op> {
    let mut ops = Vec::new();
    for letter in ['l', 'i', 's'] {
        for (op, name, what, resolve) in integers::<N>(letter) {
            let logical = matches!(op, Reduction::And | Reduction::Or);
            ops.push(Op {
                id: format!("mncore2.rrn.{}.{letter}{name}", net.name),
                summary: format!("{what}, {N} elements, {}", super::precision_name(letter)),
                operands: &["x"],
                flags: FlagKind::None,
                options: options(net, letter, false),
                section: format!("{}, 3.5.5", net.section),
                decisions: if logical { vec!["MN-D10"] } else { Vec::new() },
                senseless: Vec::new(),
                link: link(Select { resolve, how: How::Integers(op) }),
            });
        }
    }
    ops
}

fn operations() -> Vec<Op> {
    NETS.iter()
        .flat_map(|&net| match net.len {
            2 => [float_operations::<2>(net), integer_operations::<2>(net)],
            4 => [float_operations::<4>(net), integer_operations::<4>(net)],
            8 => [float_operations::<8>(net), integer_operations::<8>(net)],
            _ => [float_operations::<16>(net), integer_operations::<16>(net)],
        })
        .flatten()
        .collect()
}
