//! TCVT: an element (TILE-D48, D49, D83), or a block (TILE-D45 to D47).

use super::function::options;
use super::{FAMILY, NAME};
use crate::cover::Modelled;
use crate::draw::corner::elementwise;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::Explain;
use crate::family::mx::{MxOperation, SCALE, corner as blocks, random as block_random};
use crate::family::operations::link;
use crate::registry::{
    Arithmetic, DynamicKernel, Evaluate, FlagKind, Group, Kernels, Op, Options, Plan, Resolved,
    Shape,
};
use semantics::tile::element::{Codes, Element};
use semantics::tile::exec::convert::{Rules, Saturation, element, value};
use semantics::tile::isa::Row;
use softfloat::block::{BlockFormat, Scale};
use softfloat::format::E8m0;
use softfloat::mx::{Quantization, ScaleRule};
use softfloat::{Env, Flags, Format, Overflow, Rounding, StaticFormat};
use std::sync::Arc;

/// Conversion of an element or of a block.
#[derive(Debug)]
struct Conversion {
    from: Element,
    to: Element,
    codes: Codes,
    saturation: Saturation,
}

/// Elements of a block.
const LEN: usize = 32;

impl Conversion {
    fn formats(&self) -> [Format; 2] {
        [self.from, self.to].map(|side| side.format(self.codes))
    }

    fn kernel(&self, o: &Options) -> DynamicKernel {
        let ([from, to], saturation, rounding) =
            (self.formats(), self.saturation, o.env().rounding);
        if self.to.is_block() {
            return quantize(from, to, o.get(&SCALE), rounding);
        }
        let (rules, scaled) = (Rules { rounding, saturation }, usize::from(self.from.is_block()));
        Arc::new(move |_, x, out| {
            let (scale, elements) = x.split_at(scaled.min(x.len()));
            let scale = scale.first().map(|&scale| scale as u8);
            let values = elements.iter().map(|&code| value(&from, code, scale, false));
            values.zip(out).fold(Flags::NONE, |flags, (value, out)| {
                let rounded = element(value, &to, rules);
                *out = rounded.bits;
                flags | rounded.flags
            })
        })
    }
}

/// Values to scale and elements.
fn quantize(from: Format, to: Format, scale: ScaleRule, rounding: Rounding) -> DynamicKernel {
    let factor = Scale::Factor(E8m0::FORMAT);
    let block = BlockFormat { name: to.name, element: to, len: LEN, scale: factor };
    let rules = Quantization { scale, ..Quantization::OCP };
    let env = Env::IEEE.rounding(rounding);
    Arc::new(move |_, x, out| {
        let Some((scale, elements)) = out.split_first_mut() else { return Flags::NONE };
        let Some(found) = block.quantize(x, &from, elements, rules, &env) else {
            return Flags::NONE;
        };
        *scale = found.bits;
        found.flags
    })
}

impl Evaluate for Conversion {
    fn resolve(&self, o: &Options) -> Resolved {
        let [from, to] = self.formats();
        let (scale, block) = (Shape::one(E8m0::FORMAT), |f: Format| Shape::many(f, LEN));
        let (operands, results) = match (self.from.is_block(), self.to.is_block()) {
            (true, _) => (vec![scale, block(from)], vec![block(to)]),
            (_, true) => (vec![block(from)], vec![scale, block(to)]),
            _ => (vec![Shape::one(from)], vec![Shape::one(to)]),
        };
        let env = Rules { rounding: o.env().rounding, saturation: self.saturation }.env();
        Resolved { operands, results, kernels: Kernels::Dynamic(env, self.kernel(o)) }
    }
}

impl Draw for Conversion {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        match (self.from.is_block(), self.to.is_block()) {
            (true, _) => blocks::directed(plan, MxOperation::Dequantize, cases),
            (_, true) => blocks::directed(plan, MxOperation::Quantize, cases),
            _ => elementwise::conversion(plan, cases),
        }
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        let operation =
            if self.to.is_block() { MxOperation::Quantize } else { MxOperation::Dequantize };
        match (operands, x) {
            ([operand], [x]) => *x = operand.element(rng),
            (operands, x) => block_random::draw(rng, operands, operation, x),
        }
    }
}

impl Explain for Conversion {}

impl Modelled for Conversion {
    fn arithmetic(&self, plan: &Plan) -> Option<Arithmetic> {
        let one = matches!(plan.operands[..], [Shape { len: 1, .. }]);
        // What is below 0 is no conversion where it becomes 0.
        (one && self.saturation != Saturation::Relu).then_some(Arithmetic::Convert)
    }

    fn group(&self, _: &Plan) -> Option<Group> {
        match (self.from.is_block(), self.to.is_block()) {
            // What is below 0 becomes 0 here.
            _ if self.saturation == Saturation::Relu => None,
            (true, _) => Some(Group::Dequantize),
            (_, true) => Some(Group::Quantize),
            _ => None,
        }
    }

    fn rules(&self, plan: &Plan) -> Env {
        let env = plan.env().copied().unwrap_or(Env::IEEE);
        match self.saturation {
            // Infinities become the largest number, too.
            Saturation::Finite => Env { overflow: Overflow::Saturate, ..env },
            _ => env,
        }
    }
}

/// An instruction in every choice of codes and of saturation.
pub(super) fn operations(row: &Row, from: Element, to: Element) -> Vec<Op> {
    let codes = match (from, to) {
        (Element::E4m3 | Element::E5m2, _) | (_, Element::E4m3 | Element::E5m2) => {
            vec![("", Codes::default()), (".ocp", Codes { fp8_ocp: true, ..Codes::default() })]
        }
        (Element::MxE4m3 | Element::MxE5m2, _) | (_, Element::MxE4m3 | Element::MxE5m2) => {
            vec![
                ("", Codes::default()),
                (".t29", Codes { mxfp8_table29: true, ..Codes::default() }),
            ]
        }
        _ => vec![("", Codes::default())],
    };
    let saturations = if to.is_block() {
        vec![("", Saturation::Finite)]
    } else {
        ["sat", "relu", "satfinite", "none"].into_iter().zip(Saturation::ALL).collect()
    };
    let every = codes.iter().flat_map(|code| saturations.iter().map(move |own| (code, own)));
    let ops = every.map(|(&(end, codes), &(word, saturation))| {
        let dot = if word.is_empty() { "" } else { "." };
        let id = format!("{NAME}.{}{end}{dot}{word}", row.mnemonic);
        op(id, Conversion { from, to, codes, saturation })
    });
    ops.collect()
}

fn op(id: String, conversion: Conversion) -> Op {
    let (mut options, senseless) = options(true);
    let (operands, summary, section): (&[&str], _, _) =
        match (conversion.from.is_block(), conversion.to.is_block()) {
            (true, _) => {
                (&["scale", "elements"], "element[i] * 2^(scale - 127)", "TILE-D48, D49, D83")
            }
            (_, true) => (&["x"], "x to scale;elements", "TILE-D45 to D47, D83"),
            _ => (&["x"], "x in another format", "TILE-D48, D49, D83"),
        };
    if conversion.to.is_block() {
        options.push(SCALE.any());
    }
    Op {
        summary: summary.to_owned(),
        id,
        operands,
        flags: FlagKind::Exceptions,
        options,
        section: section.to_owned(),
        decisions: Vec::new(),
        senseless,
        link: link(&FAMILY, conversion),
    }
}
