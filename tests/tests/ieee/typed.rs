//! The operations as functions of a format's type: the same as at run time.

use crate::ieee::known::any;
use crate::ieee::operands::draw;
use crate::ieee::operations::{MIN_MAX, ours};
use crate::random::{Codes, Draw, Random, cases, seed};
use oracle::reference::ieee::Operation;
use seeded::code;
use softfloat::format::{Custom, Int32, Int64, Uint8, Uint64};
use softfloat::{Bits, Env, Rounded, StaticFormat, ieee};

fn wide<B: Bits>(r: Rounded<B>) -> Rounded<u64> {
    Rounded { bits: r.bits.wide() as u64, flags: r.flags }
}

fn typed<F: StaticFormat>(operation: Operation, x: &[u64], env: &Env) -> Rounded<u64> {
    let of = |at: usize| F::Bits::low(x[at].into());
    wide(match operation {
        Operation::Add => ieee::add::<F>(of(0), of(1), env),
        Operation::Sub => ieee::sub::<F>(of(0), of(1), env),
        Operation::Mul => ieee::mul::<F>(of(0), of(1), env),
        Operation::Div => ieee::div::<F>(of(0), of(1), env),
        Operation::Remainder => ieee::remainder::<F>(of(0), of(1), env),
        Operation::Fmod => ieee::fmod::<F>(of(0), of(1), env),
        Operation::Sqrt => ieee::sqrt::<F>(of(0), env),
        Operation::Fma => ieee::fma::<F>(of(0), of(1), of(2), env),
    })
}

fn integer<F: StaticFormat, I: StaticFormat>(code: u64, env: &Env) {
    let of = F::Bits::low(code.into());
    for exact in [false, true] {
        let typed = wide(ieee::to_integer::<F, I>(of, exact, env));
        assert_eq!(typed, F::FORMAT.to_integer(&I::FORMAT, code, exact, env), "{code:#x} {env:?}");
    }
}

fn check<F: StaticFormat>(random: &mut Random) {
    let f = F::FORMAT;
    for operation in Operation::ALL {
        let env = any(random);
        let x = draw(random, operation, &f);
        let (typed, ours) = (typed::<F>(operation, &x, &env), ours(operation, &f, &x, &env));
        assert_eq!(typed, ours, "{} {operation:?} {x:x?} {env:?} seed {}", f.name, seed());
    }
    let env = any(random);
    let a = random.code(&f, &f);
    let b = code!(f).second(random, a) & u64::MAX >> (64 - f.width);
    let why = format!("{} {a:#x} {b:#x} {env:?} seed {}", f.name, seed());
    let (x, y) = (F::Bits::low(a.into()), F::Bits::low(b.into()));
    assert_eq!(wide(ieee::next_up::<F>(x, &env)), f.next_up(a, &env), "{why}");
    assert_eq!(wide(ieee::next_down::<F>(x, &env)), f.next_down(a, &env), "{why}");
    assert_eq!(wide(ieee::log_b::<F>(x, &env)), f.log_b(a, &env), "{why}");
    let n = (random.next() % 600) as i64 - 300;
    assert_eq!(wide(ieee::scale_b::<F>(x, n, &env)), f.scale_b(a, n, &env), "{why} {n}");
    assert_eq!(ieee::total_order::<F>(x, y), f.total_order(a, b), "{why}");
    assert_eq!(ieee::total_order_magnitude::<F>(x, y), f.total_order_magnitude(a, b), "{why}");
    for on in [false, true] {
        let integral = wide(ieee::round_to_integral::<F>(x, on, &env));
        assert_eq!(integral, f.round_to_integral(a, on, &env), "{why}");
        assert_eq!(ieee::compare::<F>(x, y, on, &env), f.compare(a, b, on, &env), "{why}");
    }
    for (variant, _) in MIN_MAX {
        let typed = wide(ieee::min_max::<F>(variant, x, y, &env));
        assert_eq!(typed, f.min_max(variant, a, b, &env), "{variant:?} {why}");
    }
    integer::<F, Int32>(a, &env);
    integer::<F, Int64>(a, &env);
    integer::<F, Uint8>(a, &env);
    integer::<F, Uint64>(a, &env);
}

#[test]
fn types_equal_run_time_formats() {
    let mut random = Random::of_run();
    for _ in 0..cases() / 16 {
        macro_rules! each {
            ($($ty:ident)*) => { $( check::<softfloat::format::$ty>(&mut random); )* };
        }
        each! { Binary16 Binary32 Binary64 Bf16 Tf32 Fp8E4m3Ocp Fp8E5m2Ocp Fp8E4m3Fnuz Fp8E5m2Fnuz
        Fp6E3m2 Fp6E2m3 Fp4E2m1 }
        check::<Custom<6, 9, u16>>(&mut random);
        check::<Custom<3, 2, u8>>(&mut random);
        check::<Custom<15, 16, u32>>(&mut random);
        check::<Custom<15, 48, u64>>(&mut random);
        check::<Custom<2, 61, u64>>(&mut random);
        check::<Custom<5, 10, u64>>(&mut random);
    }
}
