//! Registers converted as a whole, for the tests of TCVT.

use semantics::tile::exec::convert::{Conversion, Group, Saturation, convert};
use semantics::tile::exec::element::{Codes, Element, pack, unpack};
use semantics::tile::exec::mask::Mask;
use softfloat::Flags;
use softfloat::Rounding::{self, Down, NearestAway, NearestEven, TowardZero, Up};

pub(crate) const MODES: [Rounding; 5] = [NearestEven, TowardZero, Down, Up, NearestAway];

pub(crate) const OCP: Codes = Codes { fp8_ocp: true, mxfp8_table29: false };

/// A conversion: elements, scales, flags.
pub(crate) struct Done {
    pub(crate) elements: Vec<u64>,
    pub(crate) scales: Vec<u8>,
    pub(crate) flags: Flags,
}

/// Converts these codes and +0 behind them; the target holds 5a in every byte before.
pub(crate) fn masked(c: &Conversion, codes: &[u64], scales: &[u8], mask: Mask) -> Done {
    let mut source = vec![0; c.sources() * 1024];
    let mut all = codes.to_vec();
    all.resize(c.elements(), 0);
    pack(c.from.width(), &all, &mut source);
    let mut source_scales = scales.to_vec();
    source_scales.resize(c.sources() * 64, 0);
    let (mut bytes, mut scales) = (vec![0x5a; c.targets() * 1024], vec![0x5a; c.targets() * 64]);
    let mut target = Group { bytes: &mut bytes, scales: &mut scales };
    let flags = convert(c, &source, &source_scales, mask, &mut target);
    let mut elements = Vec::new();
    unpack(c.to.width(), &bytes, |code| elements.push(code));
    Done { elements, scales, flags }
}

pub(crate) fn all(c: &Conversion, codes: &[u64]) -> Done {
    masked(c, codes, &[], Mask::ALL)
}

pub(crate) fn one(c: &Conversion, code: u64) -> u64 {
    all(c, &[code]).elements[0]
}

pub(crate) fn fp8(to: Element, codes: Codes) -> Conversion {
    let sat = Saturation::Numbers;
    Conversion { codes, saturation: sat, ..Conversion::new(Element::F32, to) }
}

pub(crate) const BLOCKS: [Element; 7] = [
    Element::MxE4m3,
    Element::MxE5m2,
    Element::MxE3m2,
    Element::MxE2m3,
    Element::MxE2m1,
    Element::MxInt8,
    Element::MxInt4,
];
