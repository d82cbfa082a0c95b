//! Every preset in every combination of formats that its system has, as a table.

use super::mncore::{self, Network, Precision};
use super::xdsa::OutOfRange;
use super::{plain, pod, tile, xdsa};
use crate::format::{Bf16, Binary16, Binary32, Binary64, Fp8E4m3Ocp, Fp8E4m3Seed, Fp8E5m2Ocp};
use crate::format::{
    Fp8E5m2Seed, Int4, Int8, Int32, MnDouble, MnHalf, MnSingle, Tf32, Uint4, Uint8,
};
use crate::sum::Datapath;
use crate::{Format, Rounding, StaticFormat};

/// A datapath with its name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name, e.g. `tile.slice`.
    pub name: &'static str,
    /// The formats, e.g. `bf16.f32`.
    pub types: &'static str,
    /// Where it stands.
    pub source: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Terms of one sum, where the machine fixes their number.
    pub terms: Option<usize>,
    /// The description, rounding to nearest where the machine lets one choose.
    pub datapath: Datapath,
}

impl Preset {
    /// The preset of this name and these formats.
    ///
    /// ```
    /// let slice = softfloat::sum::Preset::find("tile.slice", "f16.f32").unwrap();
    /// assert_eq!(slice.source, "TILE-D34");
    /// ```
    #[must_use]
    pub fn find(name: &str, types: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name && preset.types == types)
    }
}

const RNE: Rounding = Rounding::NearestEven;
const F16: Format = Binary16::FORMAT;
const F32: Format = Binary32::FORMAT;
const F64: Format = Binary64::FORMAT;
const BF16: Format = Bf16::FORMAT;
const E4M3: Format = Fp8E4m3Ocp::FORMAT;
const E5M2: Format = Fp8E5m2Ocp::FORMAT;
const E4M3Z: Format = Fp8E4m3Seed::FORMAT;
const E5M2Z: Format = Fp8E5m2Seed::FORMAT;
const H: Format = MnHalf::FORMAT;
const F: Format = MnSingle::FORMAT;
const D: Format = MnDouble::FORMAT;

macro_rules! presets {
    ($($name:literal, $source:literal, $summary:literal, $terms:expr => {
        $($types:literal: $datapath:expr;)*
    })*) => {
        /// Every preset.
        pub const PRESETS: &[Preset] = &[$($(Preset {
            name: $name,
            types: $types,
            source: $source,
            summary: $summary,
            terms: $terms,
            datapath: $datapath,
        },)*)*];
    };
}

presets! {
    "plain.add", "IEEE 754-2019, 5.4.1", "additions one after the other, from the addend on", None => {
        "f16": plain::add(F16, RNE);
        "bf16": plain::add(BF16, RNE);
        "f32": plain::add(F32, RNE);
        "f64": plain::add(F64, RNE);
    }
    "plain.fma", "IEEE 754-2019, 5.4.1", "fused multiply-adds one after the other, from the addend on", None => {
        "f16.f16": plain::fma(F16, F16, F16, RNE);
        "f16.f32": plain::fma(F16, F16, F32, RNE);
        "bf16.f32": plain::fma(BF16, BF16, F32, RNE);
        "f32.f32": plain::fma(F32, F32, F32, RNE);
        "f32.f64": plain::fma(F32, F32, F64, RNE);
        "f64.f64": plain::fma(F64, F64, F64, RNE);
        "e4m3fn.f32": plain::fma(E4M3, E4M3, F32, RNE);
        "e5m2.f32": plain::fma(E5M2, E5M2, F32, RNE);
    }
    "plain.mul_add", "IEEE 754-2019, 5.4.1", "multiplications and additions, each rounded, from the addend on", None => {
        "f16": plain::mul_add(F16, RNE);
        "bf16": plain::mul_add(BF16, RNE);
        "f32": plain::mul_add(F32, RNE);
        "f64": plain::mul_add(F64, RNE);
    }
    "plain.tree2", "IEEE 754-2019, 5.4.1", "a tree of additions of neighbours", None => {
        "f16": plain::tree(F16, 2, RNE);
        "bf16": plain::tree(BF16, 2, RNE);
        "f32": plain::tree(F32, 2, RNE);
        "f64": plain::tree(F64, 2, RNE);
    }
    "plain.exact", "IEEE 754-2019, 9.4", "the exact sum of elements and addend, rounded once", None => {
        "f16": plain::exact(F16, F16, RNE);
        "bf16": plain::exact(BF16, BF16, RNE);
        "f32": plain::exact(F32, F32, RNE);
        "f64": plain::exact(F64, F64, RNE);
    }
    "plain.exact_dot", "IEEE 754-2019, 9.4", "the exact sum of products and addend, rounded once", None => {
        "f16.f16": plain::exact_dot(F16, F16, F16, RNE);
        "f16.f32": plain::exact_dot(F16, F16, F32, RNE);
        "bf16.f32": plain::exact_dot(BF16, BF16, F32, RNE);
        "f32.f32": plain::exact_dot(F32, F32, F32, RNE);
        "f32.f64": plain::exact_dot(F32, F32, F64, RNE);
        "f64.f64": plain::exact_dot(F64, F64, F64, RNE);
        "e4m3fn.f32": plain::exact_dot(E4M3, E4M3, F32, RNE);
        "e5m2.f32": plain::exact_dot(E5M2, E5M2, F32, RNE);
    }
    "tile.slice", "TILE-D34", "the exact sum of a slice's products and the accumulator, rounded once a slice", None => {
        "tf32.f32": tile::slice(Tf32::FORMAT, Tf32::FORMAT, F32, RNE);
        "bf16.f32": tile::slice(BF16, BF16, F32, RNE);
        "f16.f32": tile::slice(F16, F16, F32, RNE);
        "f16.f16": tile::slice(F16, F16, F16, RNE);
        "bf16.bf16": tile::slice(BF16, BF16, BF16, RNE);
        "e4m3fnuz.f32": tile::slice(E4M3Z, E4M3Z, F32, RNE);
        "e5m2fnuz.f32": tile::slice(E5M2Z, E5M2Z, F32, RNE);
        "e4m3fnuz.f16": tile::slice(E4M3Z, E4M3Z, F16, RNE);
        "e4m3fnuz.e5m2fnuz.f16": tile::slice(E4M3Z, E5M2Z, F16, RNE);
        "e5m2fnuz.e4m3fnuz.f16": tile::slice(E5M2Z, E4M3Z, F16, RNE);
        "e5m2fnuz.f16": tile::slice(E5M2Z, E5M2Z, F16, RNE);
        "e4m3fn.f32": tile::slice(E4M3, E4M3, F32, RNE);
        "e5m2.f32": tile::slice(E5M2, E5M2, F32, RNE);
        "e4m3fn.f16": tile::slice(E4M3, E4M3, F16, RNE);
        "e4m3fn.e5m2.f16": tile::slice(E4M3, E5M2, F16, RNE);
        "e5m2.e4m3fn.f16": tile::slice(E5M2, E4M3, F16, RNE);
        "e5m2.f16": tile::slice(E5M2, E5M2, F16, RNE);
    }
    "tile.chain", "TILE-D34", "a fused multiply-add an element", None => {
        "tf32.f32": tile::chain(Tf32::FORMAT, Tf32::FORMAT, F32, RNE);
        "bf16.f32": tile::chain(BF16, BF16, F32, RNE);
        "f16.f32": tile::chain(F16, F16, F32, RNE);
        "f16.f16": tile::chain(F16, F16, F16, RNE);
        "bf16.bf16": tile::chain(BF16, BF16, BF16, RNE);
        "e4m3fnuz.f32": tile::chain(E4M3Z, E4M3Z, F32, RNE);
        "e5m2fnuz.f32": tile::chain(E5M2Z, E5M2Z, F32, RNE);
        "e4m3fnuz.f16": tile::chain(E4M3Z, E4M3Z, F16, RNE);
        "e4m3fnuz.e5m2fnuz.f16": tile::chain(E4M3Z, E5M2Z, F16, RNE);
        "e5m2fnuz.e4m3fnuz.f16": tile::chain(E5M2Z, E4M3Z, F16, RNE);
        "e5m2fnuz.f16": tile::chain(E5M2Z, E5M2Z, F16, RNE);
        "e4m3fn.f32": tile::chain(E4M3, E4M3, F32, RNE);
        "e5m2.f32": tile::chain(E5M2, E5M2, F32, RNE);
        "e4m3fn.f16": tile::chain(E4M3, E4M3, F16, RNE);
        "e4m3fn.e5m2.f16": tile::chain(E4M3, E5M2, F16, RNE);
        "e5m2.e4m3fn.f16": tile::chain(E5M2, E4M3, F16, RNE);
        "e5m2.f16": tile::chain(E5M2, E5M2, F16, RNE);
    }
    "tile.full", "TILE-D34", "the exact sum of all products and the accumulator, rounded once", None => {
        "tf32.f32": tile::full(Tf32::FORMAT, Tf32::FORMAT, F32, RNE);
        "bf16.f32": tile::full(BF16, BF16, F32, RNE);
        "f16.f32": tile::full(F16, F16, F32, RNE);
        "f16.f16": tile::full(F16, F16, F16, RNE);
        "bf16.bf16": tile::full(BF16, BF16, BF16, RNE);
        "e4m3fnuz.f32": tile::full(E4M3Z, E4M3Z, F32, RNE);
        "e5m2fnuz.f32": tile::full(E5M2Z, E5M2Z, F32, RNE);
        "e4m3fnuz.f16": tile::full(E4M3Z, E4M3Z, F16, RNE);
        "e4m3fnuz.e5m2fnuz.f16": tile::full(E4M3Z, E5M2Z, F16, RNE);
        "e5m2fnuz.e4m3fnuz.f16": tile::full(E5M2Z, E4M3Z, F16, RNE);
        "e5m2fnuz.f16": tile::full(E5M2Z, E5M2Z, F16, RNE);
        "e4m3fn.f32": tile::full(E4M3, E4M3, F32, RNE);
        "e5m2.f32": tile::full(E5M2, E5M2, F32, RNE);
        "e4m3fn.f16": tile::full(E4M3, E4M3, F16, RNE);
        "e4m3fn.e5m2.f16": tile::full(E4M3, E5M2, F16, RNE);
        "e5m2.e4m3fn.f16": tile::full(E5M2, E4M3, F16, RNE);
        "e5m2.f16": tile::full(E5M2, E5M2, F16, RNE);
    }
    "tile.align0", "TILE-D34", "a slice's terms cut at the last place of the largest, their sum rounded toward zero", None => {
        "tf32.f32": tile::align(Tf32::FORMAT, Tf32::FORMAT, F32, 0);
        "bf16.f32": tile::align(BF16, BF16, F32, 0);
        "f16.f32": tile::align(F16, F16, F32, 0);
        "f16.f16": tile::align(F16, F16, F16, 0);
        "bf16.bf16": tile::align(BF16, BF16, BF16, 0);
        "e4m3fnuz.f32": tile::align(E4M3Z, E4M3Z, F32, 0);
        "e5m2fnuz.f32": tile::align(E5M2Z, E5M2Z, F32, 0);
        "e4m3fnuz.f16": tile::align(E4M3Z, E4M3Z, F16, 0);
        "e4m3fnuz.e5m2fnuz.f16": tile::align(E4M3Z, E5M2Z, F16, 0);
        "e5m2fnuz.e4m3fnuz.f16": tile::align(E5M2Z, E4M3Z, F16, 0);
        "e5m2fnuz.f16": tile::align(E5M2Z, E5M2Z, F16, 0);
        "e4m3fn.f32": tile::align(E4M3, E4M3, F32, 0);
        "e5m2.f32": tile::align(E5M2, E5M2, F32, 0);
        "e4m3fn.f16": tile::align(E4M3, E4M3, F16, 0);
        "e4m3fn.e5m2.f16": tile::align(E4M3, E5M2, F16, 0);
        "e5m2.e4m3fn.f16": tile::align(E5M2, E4M3, F16, 0);
        "e5m2.f16": tile::align(E5M2, E5M2, F16, 0);
    }
    "tile.align1", "TILE-D34", "a slice's terms cut 1 bits below the last place of the largest, their sum rounded toward zero", None => {
        "tf32.f32": tile::align(Tf32::FORMAT, Tf32::FORMAT, F32, 1);
        "bf16.f32": tile::align(BF16, BF16, F32, 1);
        "f16.f32": tile::align(F16, F16, F32, 1);
        "f16.f16": tile::align(F16, F16, F16, 1);
        "bf16.bf16": tile::align(BF16, BF16, BF16, 1);
        "e4m3fnuz.f32": tile::align(E4M3Z, E4M3Z, F32, 1);
        "e5m2fnuz.f32": tile::align(E5M2Z, E5M2Z, F32, 1);
        "e4m3fnuz.f16": tile::align(E4M3Z, E4M3Z, F16, 1);
        "e4m3fnuz.e5m2fnuz.f16": tile::align(E4M3Z, E5M2Z, F16, 1);
        "e5m2fnuz.e4m3fnuz.f16": tile::align(E5M2Z, E4M3Z, F16, 1);
        "e5m2fnuz.f16": tile::align(E5M2Z, E5M2Z, F16, 1);
        "e4m3fn.f32": tile::align(E4M3, E4M3, F32, 1);
        "e5m2.f32": tile::align(E5M2, E5M2, F32, 1);
        "e4m3fn.f16": tile::align(E4M3, E4M3, F16, 1);
        "e4m3fn.e5m2.f16": tile::align(E4M3, E5M2, F16, 1);
        "e5m2.e4m3fn.f16": tile::align(E5M2, E4M3, F16, 1);
        "e5m2.f16": tile::align(E5M2, E5M2, F16, 1);
    }
    "tile.align2", "TILE-D34", "a slice's terms cut 2 bits below the last place of the largest, their sum rounded toward zero", None => {
        "tf32.f32": tile::align(Tf32::FORMAT, Tf32::FORMAT, F32, 2);
        "bf16.f32": tile::align(BF16, BF16, F32, 2);
        "f16.f32": tile::align(F16, F16, F32, 2);
        "f16.f16": tile::align(F16, F16, F16, 2);
        "bf16.bf16": tile::align(BF16, BF16, BF16, 2);
        "e4m3fnuz.f32": tile::align(E4M3Z, E4M3Z, F32, 2);
        "e5m2fnuz.f32": tile::align(E5M2Z, E5M2Z, F32, 2);
        "e4m3fnuz.f16": tile::align(E4M3Z, E4M3Z, F16, 2);
        "e4m3fnuz.e5m2fnuz.f16": tile::align(E4M3Z, E5M2Z, F16, 2);
        "e5m2fnuz.e4m3fnuz.f16": tile::align(E5M2Z, E4M3Z, F16, 2);
        "e5m2fnuz.f16": tile::align(E5M2Z, E5M2Z, F16, 2);
        "e4m3fn.f32": tile::align(E4M3, E4M3, F32, 2);
        "e5m2.f32": tile::align(E5M2, E5M2, F32, 2);
        "e4m3fn.f16": tile::align(E4M3, E4M3, F16, 2);
        "e4m3fn.e5m2.f16": tile::align(E4M3, E5M2, F16, 2);
        "e5m2.e4m3fn.f16": tile::align(E5M2, E4M3, F16, 2);
        "e5m2.f16": tile::align(E5M2, E5M2, F16, 2);
    }
    "tile.align3", "TILE-D34", "a slice's terms cut 3 bits below the last place of the largest, their sum rounded toward zero", None => {
        "tf32.f32": tile::align(Tf32::FORMAT, Tf32::FORMAT, F32, 3);
        "bf16.f32": tile::align(BF16, BF16, F32, 3);
        "f16.f32": tile::align(F16, F16, F32, 3);
        "f16.f16": tile::align(F16, F16, F16, 3);
        "bf16.bf16": tile::align(BF16, BF16, BF16, 3);
        "e4m3fnuz.f32": tile::align(E4M3Z, E4M3Z, F32, 3);
        "e5m2fnuz.f32": tile::align(E5M2Z, E5M2Z, F32, 3);
        "e4m3fnuz.f16": tile::align(E4M3Z, E4M3Z, F16, 3);
        "e4m3fnuz.e5m2fnuz.f16": tile::align(E4M3Z, E5M2Z, F16, 3);
        "e5m2fnuz.e4m3fnuz.f16": tile::align(E5M2Z, E4M3Z, F16, 3);
        "e5m2fnuz.f16": tile::align(E5M2Z, E5M2Z, F16, 3);
        "e4m3fn.f32": tile::align(E4M3, E4M3, F32, 3);
        "e5m2.f32": tile::align(E5M2, E5M2, F32, 3);
        "e4m3fn.f16": tile::align(E4M3, E4M3, F16, 3);
        "e4m3fn.e5m2.f16": tile::align(E4M3, E5M2, F16, 3);
        "e5m2.e4m3fn.f16": tile::align(E5M2, E4M3, F16, 3);
        "e5m2.f16": tile::align(E5M2, E5M2, F16, 3);
    }
    "tile.wrap", "TILE-D38", "integer products and accumulator modulo 2^32", None => {
        "u8.i32": tile::integer(Uint8::FORMAT, Uint8::FORMAT, false);
        "i8.i32": tile::integer(Int8::FORMAT, Int8::FORMAT, false);
        "u4.i32": tile::integer(Uint4::FORMAT, Uint4::FORMAT, false);
        "i4.i32": tile::integer(Int4::FORMAT, Int4::FORMAT, false);
        "u8.u4.i32": tile::integer(Uint8::FORMAT, Uint4::FORMAT, false);
        "i8.i4.i32": tile::integer(Int8::FORMAT, Int4::FORMAT, false);
    }
    "tile.clamp", "TILE-D38", "integer products and accumulator, the whole sum clamped once", None => {
        "u8.i32": tile::integer(Uint8::FORMAT, Uint8::FORMAT, true);
        "i8.i32": tile::integer(Int8::FORMAT, Int8::FORMAT, true);
        "u4.i32": tile::integer(Uint4::FORMAT, Uint4::FORMAT, true);
        "i4.i32": tile::integer(Int4::FORMAT, Int4::FORMAT, true);
        "u8.u4.i32": tile::integer(Uint8::FORMAT, Uint4::FORMAT, true);
        "i8.i4.i32": tile::integer(Int8::FORMAT, Int4::FORMAT, true);
    }
    "pod.hadd", "POD-D35", "the sum of a pair of neighbours", Some(2) => {
        "f32": pod::hadd(F32, pod::MXCSR);
        "f64": pod::hadd(F64, pod::MXCSR);
    }
    "pod.fma", "POD-D34", "fused multiply-add", Some(1) => {
        "f32": pod::fma(F32, pod::MXCSR);
        "f64": pod::fma(F64, pod::MXCSR);
    }
    "xdsa.sum", "XDSA-D32", "the exact sum, rounded once", None => {
        "f16": xdsa::sum(F16, F16, OutOfRange::Clamp);
        "f32": xdsa::sum(F32, F32, OutOfRange::Clamp);
        "f64": xdsa::sum(F64, F64, OutOfRange::Clamp);
        "i8": xdsa::sum(Int8::FORMAT, Int8::FORMAT, OutOfRange::Clamp);
        "i32": xdsa::sum(Int32::FORMAT, Int32::FORMAT, OutOfRange::Clamp);
    }
    "xdsa.dot", "XDSA-D32", "the exact sum of products and bias, rounded once", None => {
        "f16": xdsa::dot(F16, F16, F16, F16, OutOfRange::Clamp);
        "f32": xdsa::dot(F32, F32, F32, F32, OutOfRange::Clamp);
        "f64": xdsa::dot(F64, F64, F64, F64, OutOfRange::Clamp);
        "i8": xdsa::dot(Int8::FORMAT, Int8::FORMAT, Int8::FORMAT, Int8::FORMAT, OutOfRange::Clamp);
        "i32": xdsa::dot(Int32::FORMAT, Int32::FORMAT, Int32::FORMAT, Int32::FORMAT, OutOfRange::Clamp);
        "i8.i32": xdsa::dot(Int8::FORMAT, Int8::FORMAT, Int32::FORMAT, Int32::FORMAT, OutOfRange::Clamp);
    }
    "xdsa.asum", "XDSA-D32", "additions one after the other, each rounded", None => {
        "f16": xdsa::asum(F16, F16, OutOfRange::Clamp);
        "f32": xdsa::asum(F32, F32, OutOfRange::Clamp);
        "f64": xdsa::asum(F64, F64, OutOfRange::Clamp);
        "i8": xdsa::asum(Int8::FORMAT, Int8::FORMAT, OutOfRange::Clamp);
        "i32": xdsa::asum(Int32::FORMAT, Int32::FORMAT, OutOfRange::Clamp);
    }
    "xdsa.sequential", "XDSA-D32", "products added one after the other in a working unit", None => {
        "f16": xdsa::sequential(F16, F16, F16);
        "f32": xdsa::sequential(F32, F32, F32);
        "f64": xdsa::sequential(F64, F64, F64);
    }
    "mncore2.rrn.l1bm4", "MN-Core 2, 3.6.8.18, 4.2.1", "fadd of 4 elements with three guard bits, aligned one by one", Some(4) => {
        "d": mncore::fadd(Network::L1bm4, D, D, D);
        "f": mncore::fadd(Network::L1bm4, F, F, F);
        "f.h": mncore::fadd(Network::L1bm4, F, F, H);
        "h.f": mncore::fadd(Network::L1bm4, H, F, F);
        "h": mncore::fadd(Network::L1bm4, H, F, H);
    }
    "mncore2.rrn.l1bm16", "MN-Core 2, 3.6.8.12, 4.2.1", "fadd of 16 elements with three guard bits, aligned one by one, in two stages", Some(16) => {
        "d": mncore::fadd(Network::L1bm16, D, D, D);
        "f": mncore::fadd(Network::L1bm16, F, F, F);
        "f.h": mncore::fadd(Network::L1bm16, F, F, H);
        "h.f": mncore::fadd(Network::L1bm16, H, F, F);
        "h": mncore::fadd(Network::L1bm16, H, F, H);
    }
    "mncore2.rrn.l2bm2", "MN-Core 2, 3.6.7.7, 4.2.1", "fadd of 2 elements with three guard bits, aligned one by one", Some(2) => {
        "d": mncore::fadd(Network::L2bm2, D, D, D);
        "f": mncore::fadd(Network::L2bm2, F, F, F);
        "h": mncore::fadd(Network::L2bm2, H, H, H);
    }
    "mncore2.rrn.l2bm8", "MN-Core 2, 3.6.7.6, 4.2.1", "fadd of 8 elements with three guard bits, aligned one by one", Some(8) => {
        "d": mncore::fadd(Network::L2bm8, D, D, D);
        "f": mncore::fadd(Network::L2bm8, F, F, F);
        "h": mncore::fadd(Network::L2bm8, H, H, H);
    }
    "mncore2.rrn.mv2", "MN-Core 2, 3.5.8.14, 4.2.1", "fadd of 2 elements with three guard bits, aligned one by one", Some(2) => {
        "d": mncore::fadd(Network::Mv2, D, D, D);
        "f": mncore::fadd(Network::Mv2, F, F, F);
        "h": mncore::fadd(Network::Mv2, H, H, H);
    }
    "mncore2.rrn.mv4", "MN-Core 2, 3.5.8.17, 4.2.1", "fadd of 4 elements with three guard bits, aligned one by one", Some(4) => {
        "d": mncore::fadd(Network::Mv4, D, D, D);
        "f": mncore::fadd(Network::Mv4, F, F, F);
        "h": mncore::fadd(Network::Mv4, H, H, H);
    }
    "mncore2.rrn.mv8", "MN-Core 2, 3.5.8.19, 4.2.1", "fadd of 8 elements with three guard bits, aligned one by one, in two stages", Some(8) => {
        "d": mncore::fadd(Network::Mv8, D, D, D);
        "f": mncore::fadd(Network::Mv8, F, F, F);
        "h": mncore::fadd(Network::Mv8, H, H, H);
    }
    "mncore2.mau.vector", "MN-Core 2, 4.3", "x*y + z with omitted partial products", Some(1) => {
        "d": mncore::vector(Precision::Double, D);
        "d.f": mncore::vector(Precision::Double, F);
        "f": mncore::vector(Precision::Single, F);
        "f.h": mncore::vector(Precision::Single, H);
        "h.f": mncore::vector(Precision::Half, F);
        "h": mncore::vector(Precision::Half, H);
    }
    "mncore2.mau.matrix", "MN-Core 2, 4.5", "row . vector + c over one block of 4 elements", Some(4) => {
        "d": mncore::matrix(Precision::Double, D);
        "d.f": mncore::matrix(Precision::Double, F);
        "f": mncore::matrix(Precision::Single, F);
        "f.h": mncore::matrix(Precision::Single, H);
    }
    "mncore2.mau.matrix", "MN-Core 2, 4.5", "row . vector + c over one block of 8 elements", Some(8) => {
        "g.f": mncore::matrix(Precision::PseudoSingle, F);
        "g.h": mncore::matrix(Precision::PseudoSingle, H);
    }
    "mncore2.mau.matrix", "MN-Core 2, 4.5", "row . vector + c over one block of 16 elements", Some(16) => {
        "h.f": mncore::matrix(Precision::Half, F);
        "h": mncore::matrix(Precision::Half, H);
    }
}
