//! Enumerations against Berkeley SoftFloat 3e, where the reference would take months: operations of
//! two 16-bit operands, and of one of 32 bits.
//!
//! It has no arithmetic of bfloat16. There binary32 stands in, rounded to odd and then to bfloat16:
//! sixteen bits more than bfloat16 keeps, at every exponent, so that nothing is rounded twice.

use super::work::Space;
use berkeley::{Function, Rules};
use softfloat::format::{Bf16, Binary16, Binary32, Binary64, Int32, Int64, Uint32, Uint64};
use softfloat::ieee::{self, Relation};
use softfloat::{Env, Flags, Rounded, Rounding, Tininess, convert};
use std::ops::Range;
use vectors::registry::rules::RM;

/// One result of SoftFloat or of the library: the code and TestFloat's flags.
type Answer = (u64, u8);

const ORACLE: &str = "Berkeley SoftFloat 3e";

/// Every enumeration.
pub(crate) fn spaces() -> Vec<Space> {
    let mut all = Vec::new();
    pairs(&mut all);
    comparisons(&mut all);
    unary(&mut all);
    conversions(&mut all);
    all
}

/// The rules and the name of each direction, with each kind of tininess if that matters.
fn rules(tininess: bool) -> Vec<(Env, String)> {
    let mut all = Vec::new();
    for rounding in Rounding::ALL {
        let name = format!("rm={}", RM.word(&rounding));
        let env = Env::IEEE.rounding(rounding);
        all.push((env, name.clone()));
        if tininess {
            all.push((Env { tininess: Tininess::Before, ..env }, name + " tininess=before"));
        }
    }
    all
}

fn answer<B: Into<u64>>(r: Rounded<B>) -> Answer {
    (r.bits.into(), r.flags.bits())
}

/// SoftFloat's function of an operation.
fn function(id: &str) -> &'static Function {
    Function::of(id).unwrap_or_else(|| panic!("no {id}"))
}

/// All 32-bit indices; `ours` and `theirs` take one and the rules.
fn space(
    name: String,
    env: Env,
    ours: impl Fn(u32, &Env) -> Answer + Send + Sync + 'static,
    theirs: impl Fn(u64, &Env) -> Answer + Send + Sync + 'static,
) -> Space {
    let judge = move |range: Range<u64>| {
        range.into_iter().find_map(|index| {
            let (ours, theirs) = (ours(index as u32, &env), theirs(index, &env));
            (ours != theirs)
                .then(|| (index, format!("{index:08x}: {ours:x?}, by SoftFloat {theirs:x?}")))
        })
    };
    Space { name, oracle: ORACLE, len: 1 << 32, judge: Box::new(judge) }
}

/// What one function answers of one operand.
fn theirs(id: &str, exact: bool) -> impl Fn(u64, &Env) -> Answer + Send + Sync + use<> {
    let function = function(id);
    move |x, env| function.answer(Rules::new(env, exact), &[x])
}

/// Two operands of 16 bits.
const fn halves(x: u64) -> [u64; 2] {
    [x >> 16, x & 0xffff]
}

/// The binary32 numbers that bfloat16's upper half of an index is, and the lower.
fn singles(x: u64) -> [u64; 2] {
    halves(x).map(|half| half << 16)
}

/// A binary32 operation to bfloat16: to odd, then in the direction asked for.
fn in_two_steps(single: &Function, narrow: &Function, x: u64, env: &Env) -> Answer {
    let odd = Rules::new(&env.rounding(Rounding::ToOdd), false);
    let (wide, lost) = single.answer(odd, &singles(x));
    let (bits, flags) = narrow.answer(Rules::new(env, false), &[wide]);
    // What overflowed and what was lost stays so; whether it is tiny, the second step says.
    (bits, flags | lost & !Flags::UNDERFLOW.bits())
}

fn pairs(all: &mut Vec<Space>) {
    macro_rules! pairs {
        ($($name:literal $ours:ident $rules:expr;)*) => { $(
            for (env, rules) in $rules {
                let half = function(concat!("ieee.f16.", $name));
                all.push(space(
                    format!("ieee.f16.{} {rules}", $name),
                    env,
                    |x, env| answer(ieee::$ours::<Binary16>((x >> 16) as u16, x as u16, env)),
                    |x, env| half.answer(Rules::new(env, false), &halves(x)),
                ));
                let (single, narrow) = (function(concat!("ieee.f32.", $name)), function("cvt.f32.bf16"));
                all.push(space(
                    format!("ieee.bf16.{} {rules}", $name),
                    env,
                    |x, env| answer(ieee::$ours::<Bf16>((x >> 16) as u16, x as u16, env)),
                    |x, env| in_two_steps(single, narrow, x, env),
                ));
            }
        )* };
    }
    pairs! {
        "add" add rules(true);
        "sub" sub rules(true);
        "mul" mul rules(true);
        "div" div rules(true);
        // Exact in every direction.
        "remainder" remainder rules(false).into_iter().take(1);
    }
}

/// The six comparisons that SoftFloat has, as bits of one answer.
fn comparisons(all: &mut Vec<Space>) {
    macro_rules! comparisons {
        ($($name:literal $ty:ident $judge:literal $operands:ident;)*) => { $(
            let calls = ["eq_quiet", "eq_signaling", "lt_quiet", "lt_signaling", "le_quiet", "le_signaling"]
                .map(|name| function(&format!("{}.{name}", $judge)));
            all.push(space(
                format!("{}.eq_quiet + lt le signaling", $name),
                Env::IEEE,
                |x, env| {
                    let compare =
                        |on| ieee::compare::<$ty>((x >> 16) as u16, x as u16, on, env);
                    let ((relation, quiet), (_, signalling)) = (compare(false), compare(true));
                    let equal = relation == Relation::Equal;
                    let less = relation == Relation::Less;
                    let each = [equal, equal, less, less, less || equal, less || equal];
                    let flags = u64::from(quiet.bits()) << 8 | u64::from(signalling.bits());
                    (flags << 8 | each.into_iter().fold(0, |all, on| all << 1 | u64::from(on)), 0)
                },
                move |x, env| {
                    let (mut holds, mut quiet, mut signalling) = (0, 0, 0);
                    for (at, call) in calls.into_iter().enumerate() {
                        let (one, flags) = call.answer(Rules::new(env, false), &$operands(x));
                        holds = holds << 1 | one;
                        if at % 2 == 0 { quiet |= flags } else { signalling |= flags }
                    }
                    ((u64::from(quiet) << 8 | u64::from(signalling)) << 8 | holds, 0)
                },
            ));
        )* };
    }
    comparisons! {
        "ieee.f16" Binary16 "ieee.f16" halves;
        "ieee.bf16" Bf16 "ieee.f32" singles;
    }
}

fn unary(all: &mut Vec<Space>) {
    for (env, rules) in rules(false) {
        all.push(space(
            format!("ieee.f32.sqrt {rules}"),
            env,
            |x, env| answer(ieee::sqrt::<Binary32>(x, env)),
            theirs("ieee.f32.sqrt", false),
        ));
        for (exact, name) in [(false, ""), (true, " exact")] {
            all.push(space(
                format!("ieee.f32.round_to_integral {rules}{name}"),
                env,
                move |x, env| answer(ieee::round_to_integral::<Binary32>(x, exact, env)),
                theirs("ieee.f32.round_to_integral", exact),
            ));
            macro_rules! integers {
                ($($id:literal $ty:ident;)*) => { $(
                    all.push(space(
                        format!("{} {rules}{name}", $id),
                        env,
                        move |x, env| answer(ieee::to_integer::<Binary32, $ty>(x, exact, env)),
                        theirs($id, exact),
                    ));
                )* };
            }
            integers! { "cvt.f32.i32" Int32; "cvt.f32.u32" Uint32; "cvt.f32.i64" Int64; "cvt.f32.u64" Uint64; }
        }
    }
}

fn conversions(all: &mut Vec<Space>) {
    macro_rules! conversions {
        ($($id:literal $from:ident $to:ident $rules:expr;)*) => { $(
            for (env, rules) in $rules {
                all.push(space(
                    format!("{} {rules}", $id),
                    env,
                    |x, env| answer(convert::<$from, $to>(x, env)),
                    theirs($id, false),
                ));
            }
        )* };
    }
    conversions! {
        "cvt.f32.f16" Binary32 Binary16 rules(true);
        "cvt.f32.bf16" Binary32 Bf16 rules(true);
        "cvt.f32.f64" Binary32 Binary64 rules(false).into_iter().take(1);
        "cvt.i32.f16" Int32 Binary16 rules(false);
        "cvt.i32.f32" Int32 Binary32 rules(false);
        "cvt.i32.f64" Int32 Binary64 rules(false).into_iter().take(1);
        "cvt.u32.f16" Uint32 Binary16 rules(false);
        "cvt.u32.f32" Uint32 Binary32 rules(false);
        "cvt.u32.f64" Uint32 Binary64 rules(false).into_iter().take(1);
    }
}
