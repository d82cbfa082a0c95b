//! `mncore2.alu.*`: element operations of the ALU (tables 3.9 to 3.12), one entry of [`TABLE`] an
//! opcode.

mod corner;
mod explain;

use super::options::SHORT;
use super::{Resolve, Unit, family, kernels, link};
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Elements, random};
use crate::explain::steps::Steps;
use crate::registry::{Family, FlagKind, Kernels, Op, Options, Outcome, Plan, Resolved, Shape};
use explain::answer::{self, Operands, Tell};
use softfloat::format::{Int16, Int32, Int64, Uint16, Uint32, Uint64};
use softfloat::mncore2::integer::{self, IntOp};
use softfloat::mncore2::{Double, Flagged, Half, Precision, Profile, Single, alu};
use softfloat::{Bits, Format, StaticFormat};

pub(crate) static FAMILY: Family = family("mncore2.alu", &[&SHORT.row], operations);

/// An operation on elements, floating-point or integer.
#[derive(Debug)]
struct Element {
    resolve: Resolve,
    tell: Tell,
    open_everywhere: bool,
}

impl Unit for Element {
    const FAMILY: &'static Family = &FAMILY;

    fn resolve(&self, options: &Options) -> Resolved {
        (self.resolve)(options)
    }

    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::alu(plan, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        random::alike(rng, operands, x);
    }

    fn steps(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
        answer::steps(steps, self.tell, plan, x)
    }

    fn open_everywhere(&self) -> bool {
        self.open_everywhere
    }
}

/// Whether a letter is a precision of floating point.
const fn is_float(letter: char) -> bool {
    matches!(letter, 'd' | 'f' | 'h')
}

/// What makes evaluators at three precisions, and what tells their steps.
type Computed = ([Resolve; 3], Tell);

/// An opcode: name, summary, section, operands, decisions, and what computes it for d f h (`float`),
/// l i s (`int`), l i s with `u` (`unsigned`), d f h with `u` (`float_unsigned`).
struct Opcode {
    name: &'static str,
    summary: &'static str,
    section: &'static str,
    operands: &'static [&'static str],
    decisions: &'static [&'static str],
    float: Option<Computed>,
    float_unsigned: Option<Computed>,
    int: Option<Computed>,
    unsigned: Option<Computed>,
}

const X: &[&str] = &["x"];
const XY: &[&str] = &["x", "y"];

fn resolved(format: Format, operands: usize, kernels: Kernels) -> Resolved {
    Resolved {
        operands: vec![Shape::one(format); operands],
        results: vec![Shape::one(format)],
        kernels,
    }
}

/// An integer operation at the three widths; elements in `$l`, `$i`, `$s`.
macro_rules! int {
    ($op:ident, $n:literal, $u:literal, $l:ty, $i:ty, $s:ty) => {
        Some((
            [
                |_: &Options| resolved(<$l>::FORMAT, $n, int_kernel!($op, $u, 64)),
                |_: &Options| resolved(<$i>::FORMAT, $n, int_kernel!($op, $u, 32)),
                |_: &Options| resolved(<$s>::FORMAT, $n, int_kernel!($op, $u, 16)),
            ],
            |steps: &mut Steps, x: &Operands| explain::integer::explain(steps, x, IntOp::$op, $u),
        ))
    };
}

macro_rules! int_kernel {
    ($op:ident, $u:literal, $w:literal) => {
        kernels!(|p: &Profile, _: &Options, x: &[u64], out: &mut [u64]| {
            let y = x.get(1).copied().unwrap_or(0);
            let r = integer::alu(p, IntOp::$op, $u, $w, x[0], y);
            out[0] = r.bits;
            r.flag
        })
    };
}

/// A signed operation.
macro_rules! signed {
    ($op:ident, $n:literal) => {
        int!($op, $n, false, Int64, Int32, Int16)
    };
}

/// An unsigned or bitwise operation.
macro_rules! unsigned {
    ($op:ident, $n:literal) => {
        int!($op, $n, true, Uint64, Uint32, Uint16)
    };
}

/// A floating-point operation at the three precisions, `$f` generic over the precision, told by `$told`.
macro_rules! float {
    ($f:ident, $n:literal, $told:expr) => {
        Some((
            [
                |_: &Options| resolved(Double::FORMAT, $n, float_kernel!($f, Double)),
                |_: &Options| resolved(Single::FORMAT, $n, float_kernel!($f, Single)),
                |_: &Options| resolved(Half::FORMAT, $n, float_kernel!($f, Half)),
            ],
            $told,
        ))
    };
}

macro_rules! float_kernel {
    ($f:ident, $p:ty) => {
        kernels!(|p: &Profile, _: &Options, x: &[u64], out: &mut [u64]| {
            let y = x.get(1).copied().unwrap_or(0);
            let (x, y) = (take::<$p>(x[0]), take::<$p>(y));
            let r: Flagged<<$p as StaticFormat>::Bits> = $f::<$p>(p, x, y);
            out[0] = r.bits.wide() as u64;
            r.flag
        })
    };
}

#[inline(always)]
fn take<P: StaticFormat>(x: u64) -> P::Bits {
    P::Bits::low(x.into())
}

/// A floating-point operation that yields integers.
macro_rules! to_integer {
    ($f:ident, $l:ty, $i:ty, $s:ty, $told:expr) => {
        Some((
            [
                |_: &Options| {
                    to(<$l>::FORMAT, resolved(Double::FORMAT, 1, float_kernel!($f, Double)))
                },
                |_: &Options| {
                    to(<$i>::FORMAT, resolved(Single::FORMAT, 1, float_kernel!($f, Single)))
                },
                |_: &Options| to(<$s>::FORMAT, resolved(Half::FORMAT, 1, float_kernel!($f, Half))),
            ],
            $told,
        ))
    };
}

fn to(result: Format, of: Resolved) -> Resolved {
    Resolved { results: vec![Shape::one(result)], ..of }
}

/// Gives operations of the ALU one signature: profile, x, y.
macro_rules! uniform {
    ($($name:ident = |$p:ident, $x:ident, $y:ident| $body:expr;)*) => {$(
        #[inline(always)]
        fn $name<P: Precision>($p: &Profile, $x: P::Bits, $y: P::Bits) -> Flagged<P::Bits> {
            $body
        }
    )*};
}
uniform! {
    passa = |p, x, _y| alu::passa::<P>(p, x);
    rsqrt = |p, x, _y| alu::rsqrt::<P>(p, x);
    floor = |_p, x, _y| alu::floor::<P>(x);
    ftoi = |p, x, _y| alu::ftoi::<P>(p, false, x);
    uftoi = |p, x, _y| alu::ftoi::<P>(p, true, x);
    max = |p, x, y| alu::max::<P>(p, x, y);
    min = |p, x, y| alu::min::<P>(p, x, y);
    relu0 = |_p, x, y| alu::relu::<P>(0, x, y);
    relu1 = |_p, x, y| alu::relu::<P>(1, x, y);
    relu2 = |_p, x, y| alu::relu::<P>(2, x, y);
    relu3 = |_p, x, y| alu::relu::<P>(3, x, y);
    lrelud = |p, x, y| alu::leaky::<P>(p, 1, x, y);
    lreluo = |p, x, y| alu::leaky::<P>(p, 3, x, y);
    ilrelud = |_p, x, y| alu::inverse_leaky::<P>(x, y);
}

/// packbit of a floating-point precision: the bits of an integer of that width.
#[inline(always)]
fn packbit<P: Precision>(p: &Profile, x: P::Bits, y: P::Bits) -> Flagged<P::Bits> {
    let (x, y) = (x.wide() as u64, y.wide() as u64);
    let r = integer::alu(p, IntOp::Packbit, false, P::FORMAT.width, x, y);
    Flagged { bits: P::Bits::low(r.bits.into()), flag: r.flag }
}

/// Fields in the order of [`Opcode`].
macro_rules! table {
    ($($name:literal, $summary:literal, $section:literal, $operands:ident, $decisions:expr,
        { $($kind:ident: $resolvers:expr),* };)*) => {
        [$(Opcode {
            name: $name,
            summary: $summary,
            section: $section,
            operands: $operands,
            decisions: $decisions,
            $($kind: $resolvers,)*
            ..NO_PRECISION
        }),*]
    };
}

const NO_PRECISION: Opcode = Opcode {
    name: "",
    summary: "",
    section: "",
    operands: X,
    decisions: &[],
    float: None,
    float_unsigned: None,
    int: None,
    unsigned: None,
};

const TABLE: [Opcode; 28] = table! {
    "passa", "x", "3.6.12.5", X, &["MN-D25"], { float: float!(passa, 1, explain::float::passa), int: unsigned!(Passa, 1) };
    "inc", "x + 1", "3.6.12.6", X, &["MN-D33"], { int: signed!(Inc, 1), unsigned: unsigned!(Inc, 1) };
    "dec", "x - 1", "3.6.12.6", X, &["MN-D33"], { int: signed!(Dec, 1), unsigned: unsigned!(Dec, 1) };
    "not", "bitwise not x", "3.6.12.7", X, &[], { int: unsigned!(Not, 1) };
    "lnot", "1 where x is 0, else 0", "3.6.12.8", X, &[], { int: unsigned!(Lnot, 1) };
    "rsqrt", "approximately 1/sqrt(|x|)", "3.6.12.9", X, &["MN-D20"], { float: float!(rsqrt, 1, explain::float::explain) };
    "floor", "largest integer not above x", "3.6.12.10", X, &["MN-D36"], { float: float!(floor, 1, explain::float::floor) };
    "ftoi", "x as an integer, toward zero", "3.6.12.11", X, &["MN-D21"],
        { float: to_integer!(ftoi, Int64, Int32, Int16, explain::float::ftoi::<false>), float_unsigned: to_integer!(uftoi, Uint64, Uint32, Uint16, explain::float::ftoi::<true>) };
    "max", "max(x, y)", "3.6.12.13", XY, &["MN-D22"],
        { float: float!(max, 2, explain::float::choose::<true>), int: signed!(Max, 2), unsigned: unsigned!(Max, 2) };
    "min", "min(x, y)", "3.6.12.13", XY, &["MN-D22"],
        { float: float!(min, 2, explain::float::choose::<false>), int: signed!(Min, 2), unsigned: unsigned!(Min, 2) };
    "packbit", "(x << 1) | top bit of y", "3.6.12.14", XY, &[],
        { float: float!(packbit, 2, explain::integer::packbit), int: unsigned!(Packbit, 2) };
    "and", "bitwise x & y", "3.6.12.15", XY, &[], { int: unsigned!(And, 2) };
    "or", "bitwise x | y", "3.6.12.15", XY, &[], { int: unsigned!(Or, 2) };
    "xor", "bitwise x xor y", "3.6.12.15", XY, &[], { int: unsigned!(Xor, 2) };
    "add", "x + y", "3.6.12.16", XY, &["MN-D33"], { int: signed!(Add, 2), unsigned: unsigned!(Add, 2) };
    "sub", "x - y", "3.6.12.16", XY, &["MN-D33"], { int: signed!(Sub, 2), unsigned: unsigned!(Sub, 2) };
    "lsl", "x << y", "3.6.12.17", XY, &["MN-D34"], { int: unsigned!(Lsl, 2) };
    "lsr", "x >> y", "3.6.12.17", XY, &["MN-D34"], { int: signed!(Lsr, 2), unsigned: unsigned!(Lsr, 2) };
    "bsl", "x rotated left by y", "3.6.12.17", XY, &["MN-D34"], { int: unsigned!(Bsl, 2) };
    "bsr", "x rotated right by y", "3.6.12.17", XY, &["MN-D34"], { int: unsigned!(Bsr, 2) };
    "relu", "y where the top bit of x is 0, else -0", "3.6.12.18", XY, &[], { float: float!(relu0, 2, explain::float::relu::<0>) };
    "relu0", "y where the top bit of x is 0, else -0", "3.6.12.18", XY, &[], { float: float!(relu0, 2, explain::float::relu::<0>) };
    "relu1", "y where bit 1 from the top of x is 0, else -0", "3.6.12.18", XY, &[], { float: float!(relu1, 2, explain::float::relu::<1>) };
    "relu2", "y where bit 2 from the top of x is 0, else -0", "3.6.12.18", XY, &[], { float: float!(relu2, 2, explain::float::relu::<2>) };
    "relu3", "y where bit 3 from the top of x is 0, else -0", "3.6.12.18", XY, &[], { float: float!(relu3, 2, explain::float::relu::<3>) };
    "lrelud", "y where the top bit of x is 0, else y/2", "3.6.12.18", XY, &["MN-D23", "MN-D24"],
        { float: float!(lrelud, 2, explain::float::leaky::<1>) };
    "lreluo", "y where the top bit of x is 0, else y/8", "3.6.12.18", XY, &["MN-D23", "MN-D24"],
        { float: float!(lreluo, 2, explain::float::leaky::<3>) };
    "ilrelud", "y where x's top bit is 0, else y with exponent + 1", "3.6.12.18", XY, &[],
        { float: float!(ilrelud, 2, explain::float::raised) };
};

fn op(code: &Opcode, u: &str, letter: char, resolve: Resolve, tell: Tell) -> Op {
    let float = is_float(letter);
    // Half precision takes shortened singles (3.6.12.19; MN-D86).
    let operands = if code.operands.len() == 1 { 0b1 } else { 0b11 };
    let short = matches!(letter, 'h' | 's').then_some(SHORT.among(operands));
    let own = |d: &&'static str| match *d {
        "MN-D22" | "MN-D25" => float,
        "MN-D21" | "MN-D33" => u.is_empty(),
        _ => true,
    };
    let mut decisions: Vec<&'static str> = code.decisions.iter().copied().filter(own).collect();
    if short.is_some() {
        decisions.extend(["MN-D02", "MN-D28"]);
    }
    let unsigned = if u.is_empty() { "" } else { ", unsigned" };
    // The table of rsqrt in half precision.
    let open_everywhere = letter == 'h' && code.decisions.contains(&"MN-D20");
    Op {
        id: format!("mncore2.alu.{u}{letter}{}", code.name),
        summary: format!("{}, {}{unsigned}", code.summary, super::precision_name(letter)),
        operands: code.operands,
        flags: FlagKind::Mask,
        options: short.into_iter().collect(),
        section: format!("{}, 3.6.12.1", code.section),
        decisions,
        senseless: Vec::new(),
        link: link(Element { resolve, tell, open_everywhere }),
    }
}

fn operations() -> Vec<Op> {
    let mut ops = Vec::new();
    for code in &TABLE {
        for (u, letters, computed) in [
            ("", ['d', 'f', 'h'], &code.float),
            ("u", ['d', 'f', 'h'], &code.float_unsigned),
            ("", ['l', 'i', 's'], &code.int),
            ("u", ['l', 'i', 's'], &code.unsigned),
        ] {
            let Some((resolvers, tell)) = computed else { continue };
            for (letter, resolve) in letters.into_iter().zip(resolvers) {
                ops.push(op(code, u, letter, *resolve, *tell));
            }
        }
    }
    ops
}
