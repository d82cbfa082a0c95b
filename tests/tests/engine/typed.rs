//! The formats as types, in every container that is wide enough, as plain functions.

use softfloat::{Bits, Class, Env, Format, Rounded, StaticFormat, Unrounded, Value};

/// One format's type in one container.
pub(crate) struct Typed {
    pub(crate) format: Format,
    /// Bits of the container.
    pub(crate) bits: u32,
    pub(crate) decode: fn(u64) -> Value<u64>,
    pub(crate) classify: fn(u64) -> Class,
    /// The value's significand must fit the container.
    pub(crate) encode: fn(&Env, Value<u64>) -> Rounded<u64>,
}

/// Every format of the table in every container.
pub(crate) fn all() -> Vec<Typed> {
    let mut all = Vec::new();
    macro_rules! add {
        ($ty:ident) => {
            add::<softfloat::format::$ty>(&mut all)
        };
    }
    softfloat::for_each_format!(add);
    all
}

fn add<F: StaticFormat>(all: &mut Vec<Typed>) {
    let containers = [
        typed::<F, u8>(),
        typed::<F, u16>(),
        typed::<F, u32>(),
        typed::<F, u64>(),
        typed::<F, u128>(),
    ];
    all.extend(containers.into_iter().filter(|t| t.bits >= F::Bits::BITS));
}

fn typed<F: StaticFormat, W: Bits>() -> Typed {
    Typed {
        format: F::FORMAT,
        bits: W::BITS,
        decode: |code| cast(F::FORMAT.decode(W::low(code.into()))),
        classify: |code| F::FORMAT.classify(W::low(code.into())),
        encode: |env, value| {
            let r = F::FORMAT.encode::<W>(env, cast(value));
            Rounded { bits: r.bits.wide() as u64, flags: r.flags }
        },
    }
}

fn cast<A: Bits, B: Bits>(value: Value<A>) -> Value<B> {
    match value {
        Value::Finite(u) => Value::Finite(Unrounded::cast(u)),
        Value::Infinite { sign } => Value::Infinite { sign },
        Value::Nan { sign, signalling, payload } => Value::Nan { sign, signalling, payload },
    }
}
