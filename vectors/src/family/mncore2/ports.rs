//! The ports of the units: operands are converted, then negated (s. 3.6.9.22 to .24).

use crate::registry::{Answers, MAX_PORTED, Options, Plan, Ports, Shape};
use softfloat::mncore2::{Double, Half, Profile, Single, extend, shorten_in};
use softfloat::{Bits, StaticFormat};

/// The ports of all units.
pub(super) const PORTS: MnPorts = MnPorts;

pub(super) struct MnPorts;

impl Ports for MnPorts {
    fn outside(&self, inside: Shape, options: &Options, i: usize) -> Shape {
        let format = if options.ext >> i & 1 == 1 {
            if inside.format.width == 64 { Single::FORMAT } else { Half::FORMAT }
        } else if options.short >> i & 1 == 1 {
            Single::FORMAT
        } else {
            inside.format
        };
        Shape { format, ..inside }
    }

    fn decided(&self, plan: &Plan, x: &[u64]) -> [u64; MAX_PORTED] {
        through(&Profile::DECIDED, plan, x)
    }

    fn any(&self, answers: &Answers, plan: &Plan, x: &[u64]) -> [u64; MAX_PORTED] {
        through(&answers.profile(), plan, x)
    }
}

#[inline]
fn through(profile: &Profile, plan: &Plan, x: &[u64]) -> [u64; MAX_PORTED] {
    let mut y = [0; MAX_PORTED];
    y[..x.len()].copy_from_slice(x);
    let mut rest = &mut y[..];
    for (i, shape) in plan.ported.iter().enumerate() {
        let (own, others) = rest.split_at_mut(shape.len);
        for e in own {
            *e = port(profile, &plan.options, i, shape.format.width, *e);
        }
        rest = others;
    }
    y
}

#[inline]
fn port(profile: &Profile, options: &Options, i: usize, width: u32, x: u64) -> u64 {
    let on = |set: u8| set >> i & 1 == 1;
    let converted = if on(options.short) {
        shorten_in::<Single, Half>(profile, x as u32).into()
    } else if !on(options.ext) {
        x
    } else if width == 64 {
        extend::<Single, Double>(profile, x as u32)
    } else {
        extend::<Half, Single>(profile, x as u16).into()
    };
    if on(options.neg) { converted ^ u64::ONE << (width - 1) } else { converted }
}
