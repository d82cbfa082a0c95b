//! `mx.*`: blocks of 32 elements that share a scale (OCP MX 1.0), and binary32.

pub(crate) mod corner;
pub(crate) mod explain;
pub(crate) mod random;

use super::number::DECISIONS;
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::operations::link;
use crate::registry::Form::{self, Words};
use crate::registry::rules::{DAZ, FTZ, NAN, NAN_RULES, RM, TININESS};
use crate::registry::{
    DynamicKernel, Evaluate, Family, FlagKind, Group, Kernels, List, Op, OptionSpec, Options, Own,
    Plan, Resolved, Setting, Shape,
};
use softfloat::block::BlockFormat;
use softfloat::format::{Binary32, E8m0};
use softfloat::mx::{Block, Quantization, ScaleRule, SpecialRule};
use softfloat::{Flags, Format, Overflow, Rounded, StaticFormat};
use std::sync::Arc;

pub(crate) static FAMILY: Family = Family::listed(NAME, OPTIONS, operations, DECISIONS);

const NAME: &str = "mx";

#[rustfmt::skip]
const OPTIONS: List = &[
    &RM.row, &TININESS.row, &NAN.row, &FTZ.row, &DAZ.row, &SCALE.row, &SPECIAL.row, &OVERFLOW.row, &BLOCK.row,
];

/// The formats by their names in ids.
pub(crate) const FORMATS: [(&str, &str); 7] = [
    ("fp8e4m3", "mxfp8_e4m3"),
    ("fp8e5m2", "mxfp8_e5m2"),
    ("fp6e3m2", "mxfp6_e3m2"),
    ("fp6e2m3", "mxfp6_e2m3"),
    ("fp4e2m1", "mxfp4_e2m1"),
    ("int8", "mxint8"),
    ("int4", "mxint4"),
];

/// The rule for the scale of a block.
pub(super) static SCALE: Setting<ScaleRule> =
    Setting::new("scale", Words(&["floor", "ceil", "even", "nearest"]), |at| {
        use ScaleRule::{Ceil, Even, Floor, Nearest};
        [Floor, Ceil, Even, Nearest][at]
    });

/// Whether NaN and infinities stay within their elements of a block.
pub(super) static SPECIAL: Setting<SpecialRule> =
    Setting::new("special", Words(&["block", "element"]), |at| {
        [SpecialRule::Block, SpecialRule::Element][at]
    });

/// What becomes of elements that are too large.
pub(super) static OVERFLOW: Setting<Overflow> =
    Setting::new("overflow", Words(&["sat", "ieee"]), |at| {
        [Overflow::Saturate, Overflow::Ieee][at]
    });

/// The elements of a block.
static BLOCK: Setting<usize> =
    Setting::new("block", Form::Own(&LENGTHS), |n| if n == 0 { USUAL } else { n }).asked();

/// The elements of OCP's blocks.
const USUAL: usize = 32;

/// The least and the most of any block: of one element a dot product has no second term.
const LEAST: u16 = 2;
const MOST: u16 = 1024;

static LENGTHS: Own = Own {
    all: || vec![0, 2, 5, 16],
    read: |text| {
        let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
        let n = text.parse().ok().filter(|n| plain && (LEAST..=MOST).contains(n))?;
        Some(if usize::from(n) == USUAL { 0 } else { n })
    },
    text: |n| if n == 0 { USUAL.to_string() } else { n.to_string() },
    syntax: ["a number of elements from 2 to 1024, 32 where it is not given", "2..1024"],
    required: None,
    list: false,
};

const SATURATES: &str = "its elements are finite alone, and always saturate";
const WITHOUT_NAN: &str = "its elements have no NaN";
const INTEGERS: &str = "its elements are integers";

/// What is done with a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MxOperation {
    /// Values to scale and elements.
    Quantize,
    /// Scale and elements to values.
    Dequantize,
    /// The sum of the products of two blocks and an addend, rounded once.
    Dot,
}

impl MxOperation {
    /// What it is to the coverage models.
    pub(crate) const fn group(self) -> Group {
        match self {
            Self::Quantize => Group::Quantize,
            Self::Dequantize => Group::Dequantize,
            Self::Dot => Group::Dot,
        }
    }
}

/// Operation on MX blocks.
#[derive(Debug)]
struct Mx {
    block: &'static BlockFormat,
    operation: MxOperation,
}

impl Evaluate for Mx {
    fn resolve(&self, o: &Options) -> Resolved {
        let block = BlockFormat { len: o.get(&BLOCK), ..*self.block };
        let (operands, results) = shapes(&block, self.operation);
        let kernels = Kernels::Dynamic(o.env(), kernel(block, self.operation, o));
        Resolved { operands, results, kernels }
    }
}

impl Draw for Mx {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, self.operation, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        random::draw(rng, operands, self.operation, x);
    }
}

impl Explain for Mx {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(steps, plan, x, self.operation)
    }
}

impl Modelled for Mx {
    fn group(&self, _: &Plan) -> Option<Group> {
        Some(self.operation.group())
    }
}

/// Every operation, format by format.
fn operations() -> Vec<Op> {
    use MxOperation::{Dequantize, Dot, Quantize};
    let formats = FORMATS
        .iter()
        .filter_map(|(name, block)| BlockFormat::by_name(block).map(|block| (*name, block)));
    formats
        .flat_map(|(name, block)| [Quantize, Dequantize, Dot].map(|o| op(name, block, o)))
        .collect()
}

fn op(name: &str, block: &'static BlockFormat, operation: MxOperation) -> Op {
    let (verb, formula, operands): (_, _, &[&str]) = match operation {
        MxOperation::Quantize => ("quantize", "binary32 to scale;elements", &["x"]),
        MxOperation::Dequantize => {
            ("dequantize", "element[i] * 2^(scale - 127)", &["scale", "elements"])
        }
        MxOperation::Dot => {
            ("dot", "x . y + z, rounded once", &["x_scale", "x", "y_scale", "y", "z"])
        }
    };
    let (mut options, senseless) = options(&block.element, operation);
    options.push(BLOCK.any());
    Op {
        id: format!("mx.{name}.{verb}"),
        summary: format!("{formula}, {name}"),
        operands,
        flags: FlagKind::Exceptions,
        options,
        section: section(operation).to_owned(),
        decisions: decisions(&block.element, operation),
        senseless,
        link: link(&FAMILY, Mx { block, operation }),
    }
}

/// The decisions that the bits of an operation can depend on.
pub(super) fn decisions(element: &Format, operation: MxOperation) -> Vec<&'static str> {
    match operation {
        MxOperation::Quantize => {
            let mut ids = vec!["NUM-D31", "NUM-D32", "NUM-D33", "NUM-D34"];
            ids.extend(element.has_nan().then_some("NUM-D45"));
            ids
        }
        MxOperation::Dequantize => vec!["NUM-D17"],
        MxOperation::Dot => vec!["NUM-D17", "NUM-D35"],
    }
}

const fn section(operation: MxOperation) -> &'static str {
    match operation {
        MxOperation::Quantize => "OCP MX 1.0, 6.3",
        MxOperation::Dequantize => "OCP MX 1.0, 5.1",
        MxOperation::Dot => "OCP MX 1.0, 6.1, 6.2",
    }
}

/// Options, and those without meaning with the reason.
pub(super) fn options(
    element: &Format,
    operation: MxOperation,
) -> (Vec<OptionSpec>, Vec<(&'static str, &'static str)>) {
    let mut value = vec![RM.any(), TININESS.any(), NAN_RULES, FTZ.any()];
    match operation {
        MxOperation::Dequantize => (value, Vec::new()),
        MxOperation::Dot => {
            value.push(DAZ.any());
            (value, Vec::new())
        }
        MxOperation::Quantize => {
            let mut options = vec![RM.any(), SCALE.any()];
            let mut senseless = vec![("sat", "elements saturate unless `overflow=ieee` is set")];
            if element.has_nan() {
                options.extend([SPECIAL.any(), OVERFLOW.any()]);
            } else {
                senseless.extend([("special", WITHOUT_NAN), ("overflow", SATURATES)]);
            }
            match element.is_fixed() {
                true => senseless.push(("tininess", INTEGERS)),
                false => options.push(TININESS.any()),
            }
            options.push(DAZ.any());
            (options, senseless)
        }
    }
}

fn shapes(block: &BlockFormat, operation: MxOperation) -> (Vec<Shape>, Vec<Shape>) {
    let (f32, scale) = (Binary32::FORMAT, Shape::one(E8m0::FORMAT));
    let elements = Shape::many(block.element, block.len);
    match operation {
        MxOperation::Quantize => (vec![Shape::many(f32, block.len)], vec![scale, elements]),
        MxOperation::Dequantize => (vec![scale, elements], vec![Shape::many(f32, block.len)]),
        MxOperation::Dot => {
            (vec![scale, elements, scale, elements, Shape::one(f32)], vec![Shape::one(f32)])
        }
    }
}

/// How values become blocks.
pub(super) fn quantization(o: &Options) -> Quantization {
    Quantization {
        scale: o.get(&SCALE),
        special: o.get(&SPECIAL),
        saturate: o.get(&OVERFLOW) == Overflow::Saturate,
    }
}

fn kernel(format: BlockFormat, operation: MxOperation, o: &Options) -> DynamicKernel {
    let (f32, len, rules) = (Binary32::FORMAT, format.len, quantization(o));
    match operation {
        MxOperation::Quantize => Arc::new(move |e, x, out| {
            let (scale, elements) = out.split_at_mut(1);
            first(scale, format.quantize(x, &f32, elements, rules, e))
        }),
        MxOperation::Dequantize => {
            Arc::new(move |e, x, out| format.dequantize(x[0], &x[1..], &f32, out, e))
        }
        MxOperation::Dot => Arc::new(move |e, x, out| {
            let (a, b) = x.split_at(1 + len);
            let block = |x: &'_ [u64]| (x[0], 1..1 + len);
            let ((sa, ra), (sb, rb)) = (block(a), block(b));
            let a = Block { format: &format, scale: sa, elements: &a[ra] };
            let addend = b[1 + len];
            let b = Block { format: &format, scale: sb, elements: &b[rb] };
            first(out, a.dot(&b, addend, &f32, e))
        }),
    }
}

/// The scale or sum; every format of the table has one.
pub(super) fn first(out: &mut [u64], rounded: Option<Rounded<u64>>) -> Flags {
    let Some(rounded) = rounded else { return Flags::NONE };
    out[0] = rounded.bits;
    rounded.flags
}
