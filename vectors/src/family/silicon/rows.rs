//! The rows of the units: ids, datapath, section, standing, source. Nothing else knows a unit.

use softfloat::Format;
use softfloat::StaticFormat;
use softfloat::format::{
    Bf16, Binary16, Binary32, Binary64, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Fnuz, Fp8E4m3Ocp,
    Fp8E5m2Fnuz, Fp8E5m2Ocp, Int8, Int16, Int32, Tf32, Uint8,
};
use softfloat::silicon::arm::{Fp8, Fpcr, Fpmr};
use softfloat::silicon::x86::IntegerDot;
use softfloat::silicon::{
    Cdna1, Cdna2, Cdna3, Chain, Datapath, Four, Halves, Output, Scale, Truncated,
};

/// How well a row is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Standing {
    /// The maker says it.
    Told,
    /// Others measured it on the device.
    Measured,
    /// It was run.
    Seen,
    /// It follows from the rule of its row; nobody showed it.
    Derived,
}

impl Standing {
    /// Its word.
    #[must_use]
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Told => "told",
            Self::Measured => "measured",
            Self::Seen => "seen",
            Self::Derived => "derived",
        }
    }
}

/// A row of units that are alike.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The ids behind `silicon.`; braces as a shell expands them.
    pub(crate) ids: &'static str,
    /// Products, where the id does not say it.
    pub(super) k: usize,
    pub(super) kind: Kind,
    /// The sections of `docs/silicon.md`, which are those of its source.
    pub(crate) section: &'static str,
    pub(crate) standing: Standing,
    /// Where it is from.
    pub(crate) source: &'static str,
    /// The open points beside those of its kind.
    pub(super) open: &'static [&'static str],
}

/// What a row's datapath is, but for what its ids say: formats and the number of products.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "they stand in a static list")]
pub(super) enum Kind {
    /// A truncated sum.
    Truncated(Cut),
    /// The same under a scale a side.
    Scaled(Cut),
    /// FP8 through binary16; whether one sum fits as well.
    Halves {
        open: bool,
    },
    Four(Scale, usize),
    /// Fused multiply-adds; whether they may flush.
    Chain {
        open: bool,
    },
    Cdna1(usize),
    Cdna2(usize),
    Cdna3 {
        group: usize,
        apart: bool,
    },
    /// What ids don't say.
    Fixed(Datapath, Side, Side, Format),
    /// FP8 of Arm.
    Fp8,
}

/// The factors of a side: their format and number.
pub(super) type Side = (Format, usize);

/// A truncated sum, but for its formats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// Products of a group; 0 for all.
    group: usize,
    bits: i32,
    /// The least reference for results in binary32, and in binary16.
    least: [Option<i32>; 2],
    /// What a result called f32 is.
    single: Output,
}

const fn cut(group: usize, bits: i32, least: [Option<i32>; 2]) -> Kind {
    Kind::Truncated(Cut { group, bits, least, single: Output::Single })
}

/// FP8: the least reference is that of binary32 whatever the result; 13 bits of fraction where 13 are kept.
const fn narrow(group: usize, bits: i32, least: i32) -> Kind {
    let single = if bits == 13 { Output::E8m13 } else { Output::Single };
    Kind::Truncated(Cut { group, bits, least: [Some(least); 2], single })
}

const VOLTA: [Option<i32>; 2] = [None, Some(-19)];
const TURING: [Option<i32>; 2] = [Some(-132), Some(-20)];
const HOPPER: [Option<i32>; 2] = [Some(-133), Some(-21)];

const fn row(
    ids: &'static str,
    k: usize,
    kind: Kind,
    section: &'static str,
    standing: Standing,
    source: &'static str,
) -> Row {
    Row { ids, k, kind, section, standing, source, open: &[] }
}

const fn fixed(
    ids: &'static str,
    datapath: Datapath,
    a: Side,
    b: Side,
    to: Format,
    section: &'static str,
    standing: Standing,
) -> Row {
    let source = match standing {
        Standing::Seen => "SDM, Zen 4",
        _ => "SDM",
    };
    row(ids, 0, Kind::Fixed(datapath, a, b, to), section, standing, source)
}

const F16: Format = Binary16::FORMAT;
const BF16: Format = Bf16::FORMAT;
const F32: Format = Binary32::FORMAT;
const I8: Format = Int8::FORMAT;
const U8: Format = Uint8::FORMAT;
const I16: Format = Int16::FORMAT;
const I32: Format = Int32::FORMAT;

const fn integers(bits: u32, signed: [bool; 2], saturate: bool) -> Datapath {
    Datapath::Integers(IntegerDot { bits, signed, saturate })
}

use Standing::{Derived, Measured, Seen, Told};

const CHAIN: Kind = Kind::Chain { open: false };
const HALVES: Kind = Kind::Halves { open: false };
const SCALED: Kind =
    Kind::Scaled(Cut { group: 0, bits: 25, least: HOPPER, single: Output::Single });
const SUM: &str = "SIL-D04 to D11";
const TF: &str = "SIL-D04 to D12";
const BOTH: &str = "MMA, KM";

/// Every row, in the order of the documentation.
#[rustfmt::skip]
pub(crate) static ROWS: &[Row] = &[
    row("nvidia.volta.mma.f16.f16.{f32,f16,f32.f16}", 4, cut(4, 23, VOLTA), SUM, Measured, BOTH),
    row("nvidia.turing.mma.k8.f16.f16.{f32,f16}", 0, cut(8, 24, TURING), SUM, Measured, "MMA"),
    Row {
        open: &["SIL-O13"],
        ..row("nvidia.turing.mma.k4.f16.f16.{f32,f16,f32.f16}", 0, cut(4, 23, VOLTA), SUM, Measured, "MMA")
    },
    row("nvidia.{ampere,ada}.mma.{k16,k8}.{f16.f16.{f32,f16},bf16.bf16.f32}", 0, cut(8, 24, TURING), SUM, Measured, BOTH),
    row("nvidia.{ampere,ada}.mma.{k8,k4}.tf32.tf32.f32", 0, cut(4, 24, TURING), TF, Measured, BOTH),
    row("nvidia.ada.mma.{k32,k16}.{e4m3,e5m2}.{e4m3,e5m2}.{f32,f16}", 0, narrow(16, 13, -132), SUM, Measured, BOTH),
    row("nvidia.hopper.mma.{k16,k8}.{f16.f16.{f32,f16},bf16.bf16.f32}", 0, cut(0, 25, HOPPER), SUM, Measured, BOTH),
    row("nvidia.hopper.mma.{k8,k4}.tf32.tf32.f32", 0, cut(0, 25, HOPPER), TF, Measured, BOTH),
    row("nvidia.hopper.wgmma.k16.{f16.f16.{f32,f16},bf16.bf16.f32}", 0, cut(0, 25, HOPPER), SUM, Measured, "MMA"),
    row("nvidia.hopper.wgmma.k8.tf32.tf32.f32", 0, cut(0, 25, HOPPER), TF, Measured, "MMA"),
    Row {
        open: &["SIL-O12"],
        ..row("nvidia.hopper.wgmma.k32.{e4m3,e5m2}.{e4m3,e5m2}.{f32,f16}", 0, narrow(32, 13, -133), SUM, Measured, "MMA")
    },
    Row { open: &["SIL-O8"], ..row("nvidia.hopper.mma.k32.{e4m3.e4m3,e5m2.e5m2}.f32", 0, Kind::Halves { open: true }, "SIL-D13", Derived, "KM") },
    Row { open: &["SIL-O8"], ..row("nvidia.hopper.mma.k32.{e4m3.e5m2,e5m2.e4m3}.f32", 0, Kind::Halves { open: true }, "SIL-D13", Derived, "KM") },
    row("nvidia.{hopper,blackwell}.mma.k32.{e4m3.e4m3,e5m2.e5m2}.f16", 0, HALVES, "SIL-D13", Measured, "KM"),
    row("nvidia.blackwell.mma.k32.{e4m3.e4m3,e5m2.e5m2}.f32", 0, HALVES, "SIL-D13", Measured, "KM"),
    row("nvidia.{hopper,blackwell}.mma.k32.{e4m3.e5m2,e5m2.e4m3}.f16", 0, HALVES, "SIL-D13", Derived, "KM"),
    row("nvidia.blackwell.mma.k32.{e4m3.e5m2,e5m2.e4m3}.f32", 0, HALVES, "SIL-D13", Derived, "KM"),
    row("nvidia.{blackwell,rtxblackwell}.mma.{k16,k8}.{f16.f16.{f32,f16},bf16.bf16.f32}", 0, cut(0, 25, HOPPER), SUM, Measured, BOTH),
    row("nvidia.{blackwell,rtxblackwell}.mma.{k8,k4}.tf32.tf32.f32", 0, cut(0, 25, HOPPER), TF, Measured, BOTH),
    row("nvidia.blackwell.tcgen05.k16.{{f16,bf16}.{f16,bf16}.f32,f16.f16.f16}", 0, cut(0, 25, HOPPER), SUM, Measured, "MMA"),
    row("nvidia.blackwell.tcgen05.k8.tf32.tf32.f32", 0, cut(0, 25, HOPPER), TF, Measured, "MMA"),
    row("nvidia.{blackwell.tcgen05,rtxblackwell.mma}.k32.{e4m3,e5m2}.{e4m3,e5m2}.{f32,f16}", 0, narrow(0, 25, -133), SUM, Measured, "MMA"),
    Row {
        open: &["SIL-O7"],
        ..row("nvidia.{blackwell.tcgen05,rtxblackwell.mma}.k32.{{e4m3,e5m2}.{e3m2,e2m3,e2m1},{e3m2,e2m3,e2m1}.{e4m3,e5m2,e3m2,e2m3,e2m1}}.{f32,f16}", 0, narrow(0, 25, -133), SUM, Derived, "MMA")
    },
    row("nvidia.rtxblackwell.mma.k16.{e4m3,e5m2}.{e4m3,e5m2}.{f32,f16}", 0, narrow(0, 25, -133), SUM, Measured, "MMA"),
    row("nvidia.{blackwell.tcgen05_mxf8f6f4,rtxblackwell.mma_mxf8f6f4}.k32.{e4m3,e5m2}.{e4m3,e5m2}.f32", 0, SCALED, "SIL-D14", Measured, "MMA"),
    Row {
        open: &["SIL-O7"],
        ..row("nvidia.{blackwell.tcgen05_mxf8f6f4,rtxblackwell.mma_mxf8f6f4}.k32.{{e4m3,e5m2}.{e3m2,e2m3,e2m1},{e3m2,e2m3,e2m1}.{e4m3,e5m2,e3m2,e2m3,e2m1}}.f32", 0, SCALED, "SIL-D14", Derived, "MMA")
    },
    row("nvidia.{blackwell.tcgen05_mxf4,rtxblackwell.mma_mxf4}.k64.e2m1.e2m1.f32", 0, Kind::Four(Scale::E8m0, 32), "SIL-D15", Measured, "MMA"),
    row("nvidia.{blackwell.tcgen05_nvf4,rtxblackwell.mma_nvf4}.k64.e2m1.e2m1.f32", 0, Kind::Four(Scale::Ue4m3, 16), "SIL-D15", Measured, "MMA"),
    row("nvidia.{blackwell.tcgen05_mxf4nvf4,rtxblackwell.mma_mxf4nvf4}.k64.e2m1.e2m1.f32", 0, Kind::Four(Scale::E8m0, 16), "SIL-D15", Measured, "MMA"),
    row("nvidia.{ampere,ada,blackwell,rtxblackwell}.mma.k4.f64.f64.f64", 0, CHAIN, "SIL-D16", Measured, "MMA"),
    row("nvidia.hopper.mma.{k4,k8,k16}.f64.f64.f64", 0, CHAIN, "SIL-D16", Measured, "MMA"),
    row("amd.cdna1.mfma.{k4,k8,k16}.f16.f16.f32", 0, Kind::Cdna1(4), "SIL-D17", Measured, "KM, FTTN"),
    row("amd.cdna1.mfma.{k2,k4,k8}.bf16.bf16.f32", 0, Kind::Cdna1(2), "SIL-D17", Measured, "KM, FTTN"),
    row("amd.cdna2.{mfma.{k4,k8,k16}.f16.f16,mfma_1k.{k4,k8,k16}.bf16.bf16}.f32", 0, Kind::Cdna2(4), "SIL-D18", Measured, "MMA, KM, FTTN"),
    row("amd.cdna2.mfma.{k2,k4,k8}.bf16.bf16.f32", 0, Kind::Cdna2(2), "SIL-D18", Measured, "MMA, KM, FTTN"),
    row("amd.cdna3.mfma.{k4,k8,k16}.{f16.f16,bf16.bf16}.f32", 0, Kind::Cdna3 { group: 8, apart: false }, "SIL-D19, D21", Measured, BOTH),
    row("amd.cdna3.mfma.{k4,k8}.xf32.xf32.f32", 0, Kind::Cdna3 { group: 4, apart: false }, "SIL-D12, D19, D21", Measured, BOTH),
    row("amd.cdna3.mfma.{k16,k32}.{e4m3fnuz,e5m2fnuz}.{e4m3fnuz,e5m2fnuz}.f32", 0, Kind::Cdna3 { group: 16, apart: true }, "SIL-D20, D21", Measured, BOTH),
    row("amd.{cdna1,cdna3}.mfma.k4.f32.f32.f32", 0, CHAIN, "SIL-D16", Measured, "MMA"),
    Row { open: &["SIL-O9"], ..row("amd.cdna2.mfma.k4.f32.f32.f32", 0, Kind::Chain { open: true }, "SIL-D16", Measured, "MMA") },
    row("amd.{cdna2,cdna3}.mfma.k4.f64.f64.f64", 0, CHAIN, "SIL-D16", Measured, "MMA"),
    Row { source: "SDM, Zen 4, Intel", ..fixed("x86.vdpbf16ps", Datapath::Vdpbf16ps, (BF16, 2), (BF16, 2), F32, "SIL-D22", Seen) },
    Row { source: "SDM, Intel", ..fixed("x86.tdpbf16ps", Datapath::TilePairs(BF16), (BF16, 32), (BF16, 32), F32, "SIL-D24", Seen) },
    Row { open: &["SIL-O5", "SIL-O11"], ..fixed("x86.tdpfp16ps", Datapath::TilePairs(F16), (F16, 32), (F16, 32), F32, "SIL-D24", Told) },
    Row { open: &["SIL-O5", "SIL-O11"], ..fixed("x86.tmmultf32ps", Datapath::TileTf32, (F32, 16), (F32, 16), F32, "SIL-D24", Told) },
    fixed("x86.vpdpbusd", integers(8, [false, true], false), (U8, 4), (I8, 4), I32, "SIL-D25", Seen),
    fixed("x86.vpdpbusds", integers(8, [false, true], true), (U8, 4), (I8, 4), I32, "SIL-D25", Seen),
    fixed("x86.vpdpwssd", integers(16, [true; 2], false), (I16, 2), (I16, 2), I32, "SIL-D25", Seen),
    fixed("x86.vpdpwssds", integers(16, [true; 2], true), (I16, 2), (I16, 2), I32, "SIL-D25", Seen),
    fixed("x86.tdpbssd", integers(8, [true; 2], false), (I8, 64), (I8, 64), I32, "SIL-D25", Told),
    fixed("x86.tdpbsud", integers(8, [true, false], false), (I8, 64), (U8, 64), I32, "SIL-D25", Told),
    fixed("x86.tdpbusd", integers(8, [false, true], false), (U8, 64), (I8, 64), I32, "SIL-D25", Told),
    fixed("x86.tdpbuud", integers(8, [false; 2], false), (U8, 64), (U8, 64), I32, "SIL-D25", Told),
    Row { source: "ARM", ..fixed("arm.bfdot", Datapath::Bfdot, (BF16, 2), (BF16, 2), F32, "SIL-D26", Told) },
    Row { source: "ARM", ..fixed("arm.bfmmla", Datapath::Bfdot, (BF16, 4), (BF16, 4), F32, "SIL-D26", Told) },
    Row { source: "ARM", open: &["SIL-D37"], ..fixed("arm.bfdot_ebf", EXTENDED, (BF16, 2), (BF16, 2), F32, "SIL-D27", Told) },
    Row { source: "ARM", open: &["SIL-D37"], ..fixed("arm.bfmmla_ebf", EXTENDED, (BF16, 4), (BF16, 4), F32, "SIL-D27", Told) },
    row("arm.fmlal.{e4m3,e5m2}.{e4m3,e5m2}.f16", 1, Kind::Fp8, "SIL-D29", Told, "ARM"),
    row("arm.fmlall.{e4m3,e5m2}.{e4m3,e5m2}.f32", 1, Kind::Fp8, "SIL-D29", Told, "ARM"),
    row("arm.fdot.{e4m3,e5m2}.{e4m3,e5m2}.f16", 2, Kind::Fp8, "SIL-D29", Told, "ARM"),
    row("arm.fdot.{e4m3,e5m2}.{e4m3,e5m2}.f32", 4, Kind::Fp8, "SIL-D29", Told, "ARM"),
    row("arm.fmmla.{e4m3,e5m2}.{e4m3,e5m2}.f16", 4, Kind::Fp8, "SIL-D29", Told, "ARM"),
    row("arm.fmmla.{e4m3,e5m2}.{e4m3,e5m2}.f32", 8, Kind::Fp8, "SIL-D29", Told, "ARM"),
];

/// `BFDOT` with EBF = 1 under FPCR as it is at reset.
const EXTENDED: Datapath = Datapath::BfdotExtended(Fpcr {
    rounding: softfloat::Rounding::NearestEven,
    fz: false,
    fiz: false,
    dn: false,
    ah: false,
});

/// A unit: what an id names.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// The whole id.
    pub(crate) id: String,
    pub(crate) row: &'static Row,
    pub(crate) datapath: Datapath,
    pub(crate) a: Side,
    pub(crate) b: Side,
    pub(crate) c: Format,
    pub(crate) out: Format,
    /// Scales a side, and elements under one.
    pub(crate) scales: usize,
}

/// Every unit that sums products.
pub(crate) fn units() -> impl Iterator<Item = Unit> {
    ROWS.iter().flat_map(|row| expanded(row.ids).into_iter().map(|id| unit(row, &id)))
}

/// What braces stand for, in order.
pub(super) fn expanded(pattern: &str) -> Vec<String> {
    let Some(open) = pattern.find('{') else { return vec![pattern.to_owned()] };
    let (mut depth, mut from) = (0, open + 1);
    let mut choices = Vec::new();
    for (at, c) in pattern.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '{' => depth += 1,
            ',' if depth == 1 => {
                choices.push(&pattern[from..at]);
                from = at + 1;
            }
            '}' if depth == 1 => {
                choices.push(&pattern[from..at]);
                let (head, tails) = (&pattern[..open], expanded(&pattern[at + 1..]));
                let heads = choices.iter().flat_map(|choice| expanded(choice));
                return heads
                    .flat_map(|own| tails.iter().map(move |tail| format!("{head}{own}{tail}")))
                    .collect();
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    vec![pattern.to_owned()]
}

/// The format of a name as the units read it.
pub(crate) fn format(name: &str) -> Option<Format> {
    Some(match name {
        "f16" => F16,
        "bf16" => BF16,
        "f32" => F32,
        "f64" => Binary64::FORMAT,
        "tf32" | "xf32" => Tf32::FORMAT,
        "e4m3" => Fp8E4m3Ocp::FORMAT,
        "e5m2" => Fp8E5m2Ocp::FORMAT,
        "e4m3fnuz" => Fp8E4m3Fnuz::FORMAT,
        "e5m2fnuz" => Fp8E5m2Fnuz::FORMAT,
        "e3m2" => Fp6E3m2::FORMAT,
        "e2m3" => Fp6E2m3::FORMAT,
        "e2m1" => Fp4E2m1::FORMAT,
        _ => return None,
    })
}

fn unit(row: &'static Row, own: &str) -> Unit {
    let id = format!("silicon.{own}");
    if let Kind::Fixed(datapath, a, b, c) = row.kind {
        return Unit { id, row, datapath, a, b, c, out: c, scales: 0 };
    }
    // Behind the instruction perhaps the number of products, then the formats.
    let formats: Vec<Format> = own.split('.').filter_map(format).collect();
    let number = |word: &str| word.strip_prefix('k')?.parse().ok();
    let k = own.split('.').find_map(number).unwrap_or(row.k);
    let [a, b, out] = [formats[0], formats[1], formats[2]];
    let c = formats.get(3).copied().unwrap_or(out);
    let factors = [a, b];
    let truncated = |cut: Cut| {
        let output = if out == F16 { Output::Half } else { cut.single };
        Truncated {
            factors,
            addend: c,
            group: if cut.group == 0 { k } else { cut.group },
            bits: cut.bits,
            least: cut.least[usize::from(out == F16)],
            output,
        }
    };
    let output = if out == F16 { Output::Half } else { Output::Single };
    let datapath = match row.kind {
        Kind::Truncated(cut) => Datapath::Truncated(truncated(cut)),
        Kind::Scaled(cut) => Datapath::Scaled(truncated(cut)),
        Kind::Halves { open } => Datapath::Halves(Halves {
            factors,
            output,
            bits: 25,
            least: HOPPER[usize::from(out == F16)].unwrap_or_default(),
            open,
        }),
        Kind::Four(scale, block) => Datapath::Four(Four { scale, block, bits: 35 }),
        Kind::Chain { open } => Datapath::Chain(Chain { format: out, open }),
        Kind::Cdna1(group) => Datapath::Cdna1(Cdna1 { factor: a, group }),
        Kind::Cdna2(group) => Datapath::Cdna2(Cdna2 { factor: a, group }),
        Kind::Cdna3 { group, apart } => {
            Datapath::Cdna3(Cdna3 { factors, group: group.min(k), apart })
        }
        Kind::Fp8 => Datapath::Fp8(Fp8 { factors, to: out }, Fpmr::default()),
        Kind::Fixed(datapath, ..) => datapath,
    };
    let scales = match row.kind {
        Kind::Scaled(_) => 1,
        Kind::Four(_, block) => k / block,
        _ => 0,
    };
    Unit { id, row, datapath, a: (word(a), k), b: (word(b), k), c, out, scales }
}

/// The format of the codes: a TF32 factor is a binary32 word, whose low bits may be set.
pub(crate) fn word(format: Format) -> Format {
    if format == Tf32::FORMAT { F32 } else { format }
}
