//! What Arm's and Tenstorrent's instructions let one choose.

use crate::registry::rules::RM;
use crate::registry::{Form, List, OptionSpec, Options, Own, Setting};
use softfloat::silicon::arm::{Fpcr, Fpmr};

/// FPCR.FZ.
pub(super) static FZ: Setting<bool> = Setting::switch("fz");
/// FPCR.FIZ.
pub(super) static FIZ: Setting<bool> = Setting::switch("fiz");
/// FPCR.DN.
pub(super) static DN: Setting<bool> = Setting::switch("dn");
/// FPCR.AH.
pub(super) static AH: Setting<bool> = Setting::switch("ah");
/// FPMR.OSM.
pub(super) static OSM: Setting<bool> = Setting::switch("osm");
/// FPMR.LSCALE.
pub(super) static LSCALE: Setting<usize> =
    Setting::new("lscale", Form::Own(&SCALES), |scale| scale);
/// Operands that Blackhole negates.
pub(super) static NEG: Setting<u32> = Setting::new("neg", Form::Indices(None), |set| set as u32);
/// The fidelity phase.
pub(super) static PHASE: Setting<u32> =
    Setting::new("phase", Form::Words(&["0", "1", "2", "3"]), |phase| phase as u32);
/// Whether the destination is assigned.
pub(super) static ASSIGN: Setting<bool> = Setting::switch("assign");

#[rustfmt::skip]
pub(super) const OPTIONS: List = &[
    &RM.row, &FZ.row, &FIZ.row, &DN.row, &AH.row, &OSM.row, &LSCALE.row, &NEG.row, &PHASE.row, &ASSIGN.row,
];

/// Scales of FP8 products; of binary16 the low four bits count.
static SCALES: Own = Own {
    all: || vec![0, 1, 2, 7, 15, 16, 127],
    read: |text| {
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        let plain = text == "0" || !text.starts_with('0');
        text.parse().ok().filter(|&n: &u16| digits && plain && n < 128)
    },
    text: |value| value.to_string(),
    syntax: ["a number from 0 to 127", "0..127"],
    required: None,
    list: false,
};

/// RNE, RTZ, RUP, RDN: what FPCR can say.
const DIRECTIONS: u16 = 0b01_1101;

/// Those of `BFDOT` with EBF = 1.
pub(super) fn extended() -> Vec<OptionSpec> {
    vec![RM.among(DIRECTIONS), FZ.any(), FIZ.any(), AH.any()]
}

/// Those of `BFMLAL`.
pub(super) fn fused() -> Vec<OptionSpec> {
    vec![RM.among(DIRECTIONS), FZ.any(), FIZ.any(), DN.any(), AH.any()]
}

/// Those of FP8.
pub(super) fn fp8() -> Vec<OptionSpec> {
    vec![AH.any(), OSM.any(), LSCALE.any()]
}

/// RISC-V's directions.
pub(super) fn riscv() -> Vec<OptionSpec> {
    vec![RM.among(0b01_1111)]
}

/// FPCR as the options say.
pub(super) fn fpcr(o: &Options) -> Fpcr {
    Fpcr { rounding: o.get(&RM), fz: o.get(&FZ), fiz: o.get(&FIZ), dn: o.get(&DN), ah: o.get(&AH) }
}

/// FPMR likewise.
pub(super) fn fpmr(o: &Options) -> Fpmr {
    Fpmr { scale: o.get(&LSCALE) as u32, saturate: o.get(&OSM), ah: o.get(&AH) }
}

/// Options of number operations that mean nothing here.
pub(super) fn senseless(taken: &[OptionSpec]) -> Vec<(&'static str, &'static str)> {
    let names = ["rm", "tininess", "nan", "ftz", "daz", "sat"].into_iter();
    let others = names.filter(|name| taken.iter().all(|option| option.row.name != *name));
    others.map(|name| (name, "the unit has one rule")).collect()
}
