//! Enumerations against Berkeley SoftFloat 3e, where the reference would take months: operations of
//! two 16-bit operands, and of one of 32 bits.
//!
//! It has no arithmetic of bfloat16. There binary32 stands in, rounded to odd and then to bfloat16:
//! sixteen bits more than bfloat16 keeps, at every exponent, so that nothing is rounded twice.
#![allow(unsafe_code)] // foreign functions

use super::work::Space;
use softfloat::format::{Bf16, Binary16, Binary32, Binary64, Int32, Int64, Uint32, Uint64};
use softfloat::ieee::{self, Relation};
use softfloat::{Env, Rounded, Rounding, Tininess, convert};
use softfloat_sys as c;
use std::ops::Range;

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

/// The direction's number in `softfloat.h`, and its name in ids.
fn direction(rounding: Rounding) -> (u8, &'static str) {
    match rounding {
        Rounding::NearestEven => (c::softfloat_round_near_even, "rne"),
        Rounding::TowardZero => (c::softfloat_round_minMag, "rtz"),
        Rounding::Down => (c::softfloat_round_min, "rdn"),
        Rounding::Up => (c::softfloat_round_max, "rup"),
        Rounding::NearestAway => (c::softfloat_round_near_maxMag, "rna"),
        Rounding::ToOdd => (c::softfloat_round_odd, "rto"),
    }
}

/// What SoftFloat's thread-local state stands at for these rules.
#[derive(Clone, Copy)]
struct State {
    direction: u8,
}

impl State {
    fn set(env: &Env) -> Self {
        let tininess = match env.tininess {
            Tininess::Before => c::softfloat_tininess_beforeRounding,
            Tininess::After => c::softfloat_tininess_afterRounding,
        };
        let (direction, _) = direction(env.rounding);
        // SAFETY: writes thread-local bytes.
        unsafe {
            c::softfloat_detectTininess_write_helper(tininess);
            c::softfloat_roundingMode_write_helper(direction);
        }
        Self { direction }
    }

    /// The answer of a call.
    #[inline(always)]
    fn answer(self, call: impl FnOnce() -> u64) -> Answer {
        // SAFETY: thread-local bytes.
        unsafe {
            c::softfloat_exceptionFlags_write_helper(0);
            let bits = call();
            (bits, c::softfloat_exceptionFlags_read_helper())
        }
    }
}

/// The rules and the name of each direction, with each kind of tininess if that matters.
fn rules(tininess: bool) -> Vec<(Env, String)> {
    let mut all = Vec::new();
    for rounding in Rounding::ALL {
        let name = format!("rm={}", direction(rounding).1);
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

/// All 32-bit indices; `ours` and `theirs` take one and the rules.
fn space(
    name: String,
    env: Env,
    ours: impl Fn(u32, &Env) -> Answer + Send + Sync + 'static,
    theirs: impl Fn(u32, State) -> Answer + Send + Sync + 'static,
) -> Space {
    let judge = move |range: Range<u64>| {
        let state = State::set(&env);
        range.into_iter().find_map(|index| {
            let x = index as u32;
            let (ours, theirs) = (ours(x, &env), theirs(x, state));
            (ours != theirs)
                .then(|| (index, format!("{x:08x}: {ours:x?}, by SoftFloat {theirs:x?}")))
        })
    };
    Space { name, oracle: ORACLE, len: 1 << 32, judge: Box::new(judge) }
}

fn h(x: u32) -> c::float16_t {
    c::float16_t { v: x as u16 }
}

fn s(x: u32) -> c::float32_t {
    c::float32_t { v: x }
}

/// The binary32 number that bfloat16's upper half of an index is, and the lower.
fn upper_and_lower(x: u32) -> (c::float32_t, c::float32_t) {
    (s(x & 0xffff_0000), s(x << 16))
}

/// A binary32 operation to bfloat16: to odd, then in the direction asked for.
#[inline(always)]
fn in_two_steps(state: State, call: impl FnOnce() -> c::float32_t) -> Answer {
    state.answer(|| {
        // SAFETY: plain functions of C on thread-local bytes.
        unsafe {
            c::softfloat_roundingMode_write_helper(c::softfloat_round_odd);
            let odd = call();
            // What overflowed and what was lost stays so; whether it is tiny, the second step says.
            let kept = c::softfloat_exceptionFlags_read_helper() & !2;
            c::softfloat_exceptionFlags_write_helper(kept);
            c::softfloat_roundingMode_write_helper(state.direction);
            c::f32_to_bf16(odd).v.into()
        }
    })
}

fn pairs(all: &mut Vec<Space>) {
    macro_rules! pairs {
        ($($name:literal $ours:ident $half:ident $single:ident $rules:expr;)*) => { $(
            for (env, rules) in $rules {
                all.push(space(
                    format!("ieee.f16.{} {rules}", $name),
                    env,
                    |x, env| answer(ieee::$ours::<Binary16>((x >> 16) as u16, x as u16, env)),
                    |x, state| state.answer(|| unsafe { c::$half(h(x >> 16), h(x)).v.into() }),
                ));
                all.push(space(
                    format!("ieee.bf16.{} {rules}", $name),
                    env,
                    |x, env| answer(ieee::$ours::<Bf16>((x >> 16) as u16, x as u16, env)),
                    |x, state| {
                        let (a, b) = upper_and_lower(x);
                        in_two_steps(state, || unsafe { c::$single(a, b) })
                    },
                ));
            }
        )* };
    }
    pairs! {
        // A tiny sum is exact.
        "add" add f16_add f32_add rules(false);
        "sub" sub f16_sub f32_sub rules(false);
        "mul" mul f16_mul f32_mul rules(true);
        "div" div f16_div f32_div rules(true);
        // Exact in every direction.
        "remainder" remainder f16_rem f32_rem rules(false).into_iter().take(1);
    }
}

/// The six comparisons that SoftFloat has, as bits of one answer.
fn comparisons(all: &mut Vec<Space>) {
    macro_rules! comparisons {
        ($($name:literal $ty:ident [$($call:ident)*] |$x:ident| $operands:expr;)*) => { $(
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
                |$x, state| {
                    let (a, b) = $operands;
                    let (mut holds, mut quiet, mut signalling) = (0, 0, 0);
                    for (at, call) in [$(c::$call),*].into_iter().enumerate() {
                        let (one, flags) = state.answer(|| unsafe { call(a, b).into() });
                        holds = holds << 1 | one;
                        if at % 2 == 0 { quiet |= flags } else { signalling |= flags }
                    }
                    ((u64::from(quiet) << 8 | u64::from(signalling)) << 8 | holds, 0)
                },
            ));
        )* };
    }
    comparisons! {
        "ieee.f16" Binary16 [f16_eq f16_eq_signaling f16_lt_quiet f16_lt f16_le_quiet f16_le]
            |x| (h(x >> 16), h(x));
        "ieee.bf16" Bf16 [f32_eq f32_eq_signaling f32_lt_quiet f32_lt f32_le_quiet f32_le]
            |x| upper_and_lower(x);
    }
}

fn unary(all: &mut Vec<Space>) {
    for (env, rules) in rules(false) {
        all.push(space(
            format!("ieee.f32.sqrt {rules}"),
            env,
            |x, env| answer(ieee::sqrt::<Binary32>(x, env)),
            |x, state| state.answer(|| unsafe { c::f32_sqrt(s(x)).v.into() }),
        ));
        for (exact, name) in [(false, ""), (true, " exact")] {
            all.push(space(
                format!("ieee.f32.round_to_integral {rules}{name}"),
                env,
                move |x, env| answer(ieee::round_to_integral::<Binary32>(x, exact, env)),
                move |x, state| {
                    let call =
                        || unsafe { c::f32_roundToInt(s(x), state.direction, exact).v.into() };
                    state.answer(call)
                },
            ));
            macro_rules! integers {
                ($($name:literal $ty:ident $call:ident $bits:ty;)*) => { $(
                    all.push(space(
                        format!("cvt.f32.{} {rules}{name}", $name),
                        env,
                        move |x, env| answer(ieee::to_integer::<Binary32, $ty>(x, exact, env)),
                        move |x, state| state.answer(|| unsafe {
                            c::$call(s(x), state.direction, exact) as $bits as u64
                        }),
                    ));
                )* };
            }
            integers! {
                "i32" Int32 f32_to_i32 u32; "u32" Uint32 f32_to_ui32 u32;
                "i64" Int64 f32_to_i64 u64; "u64" Uint64 f32_to_ui64 u64;
            }
        }
    }
}

fn conversions(all: &mut Vec<Space>) {
    macro_rules! conversions {
        ($($name:literal $from:ident $to:ident $call:ident $operand:expr, $rules:expr;)*) => { $(
            for (env, rules) in $rules {
                all.push(space(
                    format!("cvt.{} {rules}", $name),
                    env,
                    |x, env| answer(convert::<$from, $to>(x, env)),
                    |x, state| state.answer(|| {
                        let operand = $operand;
                        unsafe { c::$call(operand(x)).v.into() }
                    }),
                ));
            }
        )* };
    }
    conversions! {
        "f32.f16" Binary32 Binary16 f32_to_f16 s, rules(true);
        "f32.bf16" Binary32 Bf16 f32_to_bf16 s, rules(true);
        "f32.f64" Binary32 Binary64 f32_to_f64 s, rules(false).into_iter().take(1);
        "i32.f16" Int32 Binary16 i32_to_f16 |x| x as i32, rules(false);
        "i32.f32" Int32 Binary32 i32_to_f32 |x| x as i32, rules(false);
        "i32.f64" Int32 Binary64 i32_to_f64 |x| x as i32, rules(false).into_iter().take(1);
        "u32.f16" Uint32 Binary16 ui32_to_f16 |x| x, rules(false);
        "u32.f32" Uint32 Binary32 ui32_to_f32 |x| x, rules(false);
        "u32.f64" Uint32 Binary64 ui32_to_f64 |x| x, rules(false).into_iter().take(1);
    }
}
