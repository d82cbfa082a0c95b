//! What a convolution does with a sum: `clip(RoundShift((sum + BIAS) MUL, SHIFT) SCALE_O)` into the result's unit (XDSA-D27, D28, D35
//! to D37).

use super::{Product, Total};
use crate::xdsa::exec::exact::{Amount, encode, immediate};
use crate::xdsa::exec::geometry::pointer;
use crate::xdsa::exec::{Profile, Region, Request};
use crate::xdsa::isa::Unit;
use softfloat::Flags;

/// One of its operands: the same for all results, or a table for channels or for single results.
#[derive(Clone, Debug)]
struct Operand {
    unit: Unit,
    kind: Source,
}

#[derive(Clone, Debug)]
enum Source {
    Value(u64),
    /// Not yet placed among what is read.
    Table {
        region: Region,
        channels: bool,
    },
    /// The place among what is read.
    Placed {
        at: usize,
        channels: bool,
    },
}

impl Operand {
    fn read(
        request: &mut Request<'_>,
        field: &'static str,
        unit: Unit,
        mode: &str,
        counts: [u64; 2],
    ) -> Self {
        let [channels, results] = counts;
        let table = |region, channels| Source::Table { region, channels };
        let kind = match request.code(mode, 3) {
            1 => table(pointer(request, field, unit, channels), true),
            2 => table(pointer(request, field, unit, results), false),
            _ => Source::Value(immediate(unit, request.get(field), request.width().value_bits())),
        };
        Self { unit, kind }
    }

    fn place(self, reads: &mut Vec<Region>) -> Self {
        let kind = match self.kind {
            Source::Table { region, channels } => {
                reads.push(region);
                Source::Placed { at: reads.len() - 1, channels }
            }
            kind => kind,
        };
        Self { kind, ..self }
    }

    fn load<'a>(&self, read: &'a [Vec<u64>]) -> Loaded<'a> {
        let (codes, channels) = match &self.kind {
            Source::Placed { at, channels } => (read.get(*at).map_or(&[][..], |x| x), *channels),
            _ => (&[][..], true),
        };
        let value = if let Source::Value(value) = self.kind { value } else { 0 };
        Loaded { unit: self.unit, value, codes, channels }
    }
}

/// An operand, read.
struct Loaded<'a> {
    unit: Unit,
    value: u64,
    codes: &'a [u64],
    channels: bool,
}

impl Loaded<'_> {
    fn code(&self, channel: usize, index: usize) -> u64 {
        let at = if self.channels { channel } else { index };
        self.codes.get(at).copied().unwrap_or(self.value)
    }

    fn amount(&self, channel: usize, index: usize) -> Amount {
        Amount::of(self.unit, self.code(channel, index))
    }

    fn integer(&self, channel: usize, index: usize) -> i128 {
        self.unit.integer(self.code(channel, index))
    }
}

/// The steps of a table.
#[derive(Clone, Debug)]
pub(super) struct Requantise {
    pub(super) result: Unit,
    /// BIAS, MUL, SHIFT, `SCALE_O`.
    operands: [Operand; 4],
    /// Whether the shift rounds: map, filters, bias and multiplier are integers.
    rounds: bool,
    /// The borders, if there are any.
    clip: Option<[u64; 2]>,
    /// Windows, filters, and whether channels come last: the order of the results.
    windows: usize,
    filters: usize,
    channels_last: bool,
}

impl Requantise {
    pub(super) fn read(request: &mut Request<'_>, product: &Product) -> Self {
        let counts = [product.filters, product.results()];
        let [bias, mul, scale] =
            ["bias_unit", "mul_unit", "scale_unit"].map(|field| request.unit(field));
        let operands = [
            Operand::read(request, "bias", bias, "bias_mode", counts),
            Operand::read(request, "mul", mul, "mul_mode", counts),
            Operand::read(request, "shift", Unit::Sint8, "shift_mode", counts),
            Operand::read(request, "scale_o", scale, "scale_mode", counts),
        ];
        let borders = [request.get("clip_min"), request.get("clip_max")];
        let units = [product.map.unit, product.weight, bias, mul];
        Self {
            result: request.unit("result_unit"),
            operands,
            rounds: !units.into_iter().any(Unit::is_float),
            clip: (borders != [0; 2]).then_some(borders),
            windows: product.map.windows() as usize,
            filters: product.filters as usize,
            channels_last: product.map.channels_last,
        }
    }

    /// Puts its tables behind what is read.
    pub(super) fn place(self, reads: &mut Vec<Region>) -> Self {
        let operands = self.operands.map(|operand| operand.place(reads));
        Self { operands, ..self }
    }

    pub(super) fn load<'a>(&'a self, read: &'a [Vec<u64>], profile: &Profile) -> Steps<'a> {
        let borders = match self.result {
            unit if unit.is_float() => Unit::Fp16,
            unit if unit.is_signed() => Unit::Sint16,
            _ => Unit::Uint16,
        };
        let [bias, mul, shift, scale] = self.operands.each_ref().map(|operand| operand.load(read));
        let adds = profile.scale_adds;
        let integers = self.rounds && !self.result.is_float() && !scale.unit.is_float();
        let clip = self.clip.map(|clip| clip.map(|code| Amount::of(borders, code)));
        let [least, greatest] = self.result.range();
        let limits = self.clip.map(|clip| clip.map(|code| borders.integer(code)));
        Steps { rule: self, bias, mul, shift, scale, adds, integers, clip, limits, least, greatest }
    }
}

/// The steps, their operands read.
pub(super) struct Steps<'a> {
    rule: &'a Requantise,
    bias: Loaded<'a>,
    mul: Loaded<'a>,
    shift: Loaded<'a>,
    scale: Loaded<'a>,
    adds: bool,
    /// Whether everything is an integer.
    integers: bool,
    clip: Option<[Amount; 2]>,
    limits: Option<[i128; 2]>,
    least: i128,
    greatest: i128,
}

impl Steps<'_> {
    /// Whether the sign of a zero counts.
    pub(super) fn to_float(&self) -> bool {
        self.rule.result.is_float()
    }

    /// From a sum to an element.
    pub(super) fn apply(&self, total: &Total<'_>, filter: usize, index: usize) -> (u64, Flags) {
        let index = if self.rule.channels_last {
            index
        } else {
            filter * self.rule.windows + index / self.rule.filters
        };
        if self.integers
            && let Total::Fixed { significand, exponent: 0, .. } = total
            && let Some(integer) = self.in_integers(*significand, filter, index)
        {
            let near = integer.max(self.least).min(self.greatest);
            let flags = if near == integer { Flags::NONE } else { Flags::INVALID };
            return (near as u64 & self.rule.result.mask(), flags);
        }
        let sum = total.amount().plus(&self.bias.amount(filter, index));
        let product = sum.times(&self.mul.amount(filter, index));
        let shift = self.shift.integer(filter, index) as i64;
        let shifted =
            if self.rule.rounds { product.round_shift(shift) } else { product.scaled(-shift) };
        let scale = self.scale.amount(filter, index);
        let scaled = if self.adds { shifted.plus(&scale) } else { shifted.times(&scale) };
        let clipped = match &self.clip {
            Some([least, greatest]) => scaled.clip(least, greatest),
            None => scaled,
        };
        encode(self.rule.result, clipped.value())
    }

    /// The same where all steps stay within 127 bits.
    fn in_integers(&self, sum: i128, filter: usize, index: usize) -> Option<i128> {
        let bias = self.bias.integer(filter, index);
        let product = sum.checked_add(bias)?.checked_mul(self.mul.integer(filter, index))?;
        let shifted = match self.shift.integer(filter, index) {
            shift @ 1.. => product.checked_add(1 << (shift - 1))? >> shift,
            shift @ -126..=0 => product.checked_mul(1 << -shift)?,
            _ => return None,
        };
        let scale = self.scale.integer(filter, index);
        let scaled =
            if self.adds { shifted.checked_add(scale)? } else { shifted.checked_mul(scale)? };
        let [least, greatest] = self.limits.unwrap_or([i128::MIN, i128::MAX]);
        Some(scaled.max(least).min(greatest))
    }
}
