//! The ports of the units: operands are converted, then negated (s. 3.6.9.22 to .24).

use super::options::{EXT, NEG, SHORT};
use crate::registry::{MAX_PORTED, Options, Plan, Ports, Shape};
use softfloat::mncore2::{Double, Half, Profile, Single, extend, shorten_in};
use softfloat::{Bits, StaticFormat};

/// The ports under a choice of options; nothing where every operand goes through as it is.
pub(super) fn of(options: &Options) -> Option<Ports> {
    let (negated, widened, narrowed) = (options.get(&NEG), options.get(&EXT), options.get(&SHORT));
    (negated | widened | narrowed != 0).then_some(Ports {
        negated,
        narrowed,
        widened,
        outside,
        decided: |plan, x| through(&Profile::DECIDED, plan, x),
        any: |answers, plan, x| through(&answers.profile(), plan, x),
    })
}

fn outside(ports: &Ports, inside: Shape, i: usize) -> Shape {
    let format = if ports.widened >> i & 1 == 1 {
        if inside.format.width == 64 { Single::FORMAT } else { Half::FORMAT }
    } else if ports.narrowed >> i & 1 == 1 {
        Single::FORMAT
    } else {
        inside.format
    };
    Shape::many(format, inside.len)
}

#[inline]
fn through(profile: &Profile, plan: &Plan, x: &[u64]) -> [u64; MAX_PORTED] {
    let mut y = [0; MAX_PORTED];
    y[..x.len()].copy_from_slice(x);
    let Some(ports) = &plan.ports else { return y };
    let mut rest = &mut y[..];
    for (i, shape) in plan.ported.iter().enumerate() {
        let (own, others) = rest.split_at_mut(shape.words());
        for e in own {
            *e = port(profile, ports, i, shape.format.width, *e);
        }
        rest = others;
    }
    y
}

#[inline]
fn port(profile: &Profile, ports: &Ports, i: usize, width: u32, x: u64) -> u64 {
    let on = |set: u8| set >> i & 1 == 1;
    let converted = if on(ports.narrowed) {
        shorten_in::<Single, Half>(profile, x as u32).into()
    } else if !on(ports.widened) {
        x
    } else if width == 64 {
        extend::<Single, Double>(profile, x as u32)
    } else {
        extend::<Half, Single>(profile, x as u16).into()
    };
    if on(ports.negated) { converted ^ u64::ONE << (width - 1) } else { converted }
}
