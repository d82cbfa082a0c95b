//! What an operation is to the models: its arithmetic, its formats, and a case as it stands before it
//! is rounded.

use super::exact::Real;
use super::port::Port;
use crate::datapath::Own;
use crate::draw::code::Value;
use crate::registry::{Arithmetic, Group, Plan, Reduction, Seat, Terms};
use softfloat::Env;

/// What coverage models ask of an operation.
pub(crate) trait Modelled: Send + Sync {
    /// What it computes lane by lane, where that is an operation of IEEE 754 on elements.
    fn arithmetic(&self, _plan: &Plan) -> Option<Arithmetic> {
        None
    }

    /// The terms that it sums, where it does.
    fn terms(&self, _plan: &Plan) -> Option<Terms> {
        None
    }

    /// A remainder or a product with a power of two, where it is one.
    fn reduction(&self, _plan: &Plan) -> Option<Reduction> {
        None
    }

    /// What it does with blocks, where it does.
    fn group(&self, _plan: &Plan) -> Option<Group> {
        None
    }

    /// The datapath of a sum, where it is one.
    fn sum(&self) -> Option<Own> {
        None
    }

    /// The rules of that arithmetic, where the plan's evaluator does not say them.
    fn rules(&self, plan: &Plan) -> Env {
        plan.env().copied().unwrap_or(Env::IEEE)
    }
}

/// Who says what an operation is to the models.
pub(crate) static MODELLED: Seat<dyn Modelled> = Seat::empty();

/// An operation under a choice of options.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) plan: Plan,
    /// `None` where only codes are known.
    pub(crate) arithmetic: Option<Arithmetic>,
    /// The operands of a lane.
    pub(crate) operands: Vec<Port>,
    pub(crate) result: Port,
    pub(crate) env: Env,
    /// What is summed, of sums of many terms.
    pub(crate) terms: Option<Terms>,
    /// What happens to blocks, where it does.
    pub(crate) group: Option<Group>,
    /// A remainder or a product with a power of two, where it is one.
    pub(crate) reduction: Option<Reduction>,
    /// Cases within a case, each of one element of each operand and result.
    pub(crate) lanes: usize,
}

/// A lane of a case.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// One code of each operand.
    pub(crate) x: [u64; 3],
    /// Their values where all are finite numbers; 0 has no bits.
    pub(crate) values: Option<[Value; 3]>,
    /// The same, normalised; `None` for 0.
    pub(crate) reals: [Option<Real>; 3],
    /// The product of a fused operation.
    pub(crate) product: Option<Real>,
    /// The result before it is rounded, if it is a number and not 0.
    pub(crate) exact: Option<Real>,
    /// The terms of a sum, `None` for 0; empty where an operand is no finite number.
    pub(crate) terms: Vec<Option<Real>>,
    /// The result's code, from the reference.
    pub(crate) out: u64,
    /// Its flags; of several lanes together.
    pub(crate) flags: u8,
}

impl Subject {
    pub(crate) fn of(plan: &Plan) -> Self {
        let operation = MODELLED.of(plan.op);
        let arithmetic_of = operation.arithmetic(plan);
        let lanes = plan.results.first().map_or(1, |s| s.len);
        let place = |part: usize| {
            (0..3).find(|i| arithmetic_of.map_or(*i, |a| a.part(*i)) == part).unwrap_or(part)
        };
        let even = plan.operands.iter().all(|s| s.len == lanes || s.len == 1);
        let arithmetic = arithmetic_of.filter(|_| even && plan.operands.len() <= 3);
        let port = |i: usize| Port::of(&plan.operands[i].format);
        Self {
            arithmetic,
            operands: (0..plan.operands.len()).map(|part| port(place(part))).collect(),
            result: Port::of(&plan.result().format),
            env: operation.rules(plan),
            lanes: if arithmetic.is_some() { lanes } else { 1 },
            terms: operation.terms(plan),
            group: operation.group(plan),
            reduction: operation.reduction(plan),
            plan: plan.clone(),
        }
    }

    /// A lane of a case and its result.
    #[inline]
    pub(crate) fn scene(&self, x: &[u64], lane: usize, out: u64, flags: u8) -> Scene {
        let mut scene = Scene {
            x: [0; 3],
            values: None,
            reals: [None; 3],
            product: None,
            exact: None,
            terms: Vec::new(),
            out,
            flags,
        };
        if let Some(terms) = self.terms {
            self.sum(terms, x, &mut scene);
        }
        let Some(arithmetic) = self.arithmetic else { return scene };
        let mut values = [Value { sign: false, exponent: 0, significand: 0 }; 3];
        let (mut at, mut finite) = (0, true);
        for (operand, shape) in self.plan.operands.iter().enumerate() {
            let i = arithmetic.part(operand);
            let port = &self.operands[i];
            let code = x[at + if shape.len == 1 { 0 } else { lane }];
            at += shape.len;
            scene.x[i] = code;
            match port.value(code).filter(|value| !self.is_nar(port, value)) {
                Some(value) => values[i] = value,
                None => finite = false,
            }
            if self.env.daz && !port.is_fixed() && port.format.subnormal {
                let value = &mut values[i];
                let tiny = Real::of(*value).is_some_and(|r| r.exponent < port.emin());
                value.significand = if tiny { 0 } else { value.significand };
            }
        }
        if finite {
            scene.values = Some(values);
            scene.reals = values.map(Real::of);
            self.solve(arithmetic, &mut scene);
        }
        scene
    }

    /// Whether an integer stands for NaR where it becomes a posit: the most negative one.
    #[inline]
    pub(crate) fn is_nar(&self, port: &Port, value: &Value) -> bool {
        let least = || 1 << (port.format.width - 1);
        self.result.format.is_posit()
            && port.is_fixed()
            && value.sign
            && value.significand == least()
    }

    /// The terms of a sum, and their exact sum.
    fn sum(&self, terms: Terms, x: &[u64], scene: &mut Scene) {
        let ports = &self.operands;
        let factors = |port: &Port, codes: &[u64]| match terms.shared {
            None => codes.iter().map(|code| port.value(*code)).collect(),
            Some(_) => block(port, codes),
        };
        let Some(a): Option<Vec<Value>> = factors(&ports[0], &x[..terms.len]) else { return };
        let mut all: Vec<Option<Real>> = match terms.product {
            false => a.into_iter().map(Real::of).collect(),
            true => {
                let Some(b) = factors(&ports[1], &x[terms.len..2 * terms.len]) else { return };
                let omitted = terms.shared.map_or(0, |shared| shared.omitted);
                a.iter().zip(&b).map(|(a, b)| product(a, b, omitted)).collect()
            }
        };
        if terms.addend {
            let Some(z) = ports[ports.len() - 1].value(x[x.len() - 1]) else { return };
            all.push(Real::of(z));
        }
        scene.exact = Real::total(all.iter().flatten());
        scene.terms = all;
    }

    /// The result before it is rounded.
    #[inline]
    fn solve(&self, arithmetic: Arithmetic, scene: &mut Scene) {
        let [x, y, z] = scene.reals;
        let sum = |a: Option<Real>, b: Option<Real>| match (a, b) {
            (Some(a), Some(b)) => a.plus(&b),
            (a, b) => a.or(b),
        };
        let turned = |a: Option<Real>, turn: bool| a.map(|a| a.signed(a.sign != turn));
        scene.exact = match arithmetic {
            Arithmetic::Sum { minus } => sum(x, turned(y, minus)),
            Arithmetic::Product => x.zip(y).map(|(x, y)| x.times(&y)),
            Arithmetic::Fused { minus_product, minus_addend, .. } => {
                let product = turned(x.zip(y).map(|(x, y)| x.times(&y)), minus_product);
                scene.product = product;
                sum(product, turned(z, minus_addend))
            }
            Arithmetic::Omitting { bits, addend } => {
                let product = scene.values.and_then(|v| omitting(&v[0], &v[1], bits));
                scene.product = product;
                sum(product, if addend { z } else { None })
            }
            Arithmetic::Quotient => x.zip(y).map(|(x, y)| x.over(&y)),
            Arithmetic::Root => x.filter(|x| !x.sign).map(|x| x.root()),
            Arithmetic::Convert | Arithmetic::Integral => x,
            Arithmetic::Compare | Arithmetic::Order => None,
        };
    }

    /// The place that a result of this exponent is rounded to.
    #[inline]
    pub(crate) fn last(&self, exponent: i64) -> i64 {
        match self.arithmetic {
            Some(Arithmetic::Integral) => 0,
            _ => self.result.last(exponent),
        }
    }
}

/// The product, without the mutual product of so many low bits.
pub(crate) fn product(x: &Value, y: &Value, omitted: u32) -> Option<Real> {
    match omitted {
        0 => Real::of(*x).zip(Real::of(*y)).map(|(x, y)| x.times(&y)),
        bits => omitting(x, y, bits),
    }
}

/// The elements of a block under its largest exponent field, six places lower those that have none of
/// their own; `None` of an infinite block.
pub(crate) fn block(port: &Port, codes: &[u64]) -> Option<Vec<Value>> {
    let float = port.float.as_ref()?;
    let field = |code: &u64| float.field(code >> port.format.pad);
    let common = codes.iter().map(field).max()?;
    let element = |code: &u64| {
        let significand = match common {
            0 => 0,
            _ => u128::from(code >> port.format.pad & float.ones()),
        };
        let lower = if port.format.subnormal && field(code) == 0 { EXTENDED } else { 0 };
        let exponent = common - lower - float.bias - i64::from(float.body) + 1;
        Value { sign: float.sign(code >> port.format.pad), exponent, significand }
    };
    (common != float.top).then(|| codes.iter().map(element).collect())
}

/// How much lower the exponent of an element in the extended representation is (s. 4.4).
pub(crate) const EXTENDED: i64 = 6;

/// The product without the mutual product L of the low bits, and 2^(2 bits - 2) in its place where L is not
/// 0.
pub(crate) fn omitting(x: &Value, y: &Value, bits: u32) -> Option<Real> {
    let low = |v: &Value| v.significand & ((1 << bits) - 1);
    let omitted = low(x) * low(y);
    let r = if omitted == 0 { 0 } else { 1 << (2 * bits - 2) };
    Real::of(Value {
        sign: x.sign != y.sign,
        exponent: x.exponent + y.exponent,
        significand: x.significand * y.significand - omitted + r,
    })
}

impl Subject {
    /// Whether the result is an integer or an integral value.
    pub(crate) fn is_integral(&self) -> bool {
        self.arithmetic == Some(Arithmetic::Integral) || self.result.is_fixed()
    }

    /// Of a product and an addend: whether the one and the other is subtracted.
    pub(crate) fn fused(&self) -> Option<(bool, bool)> {
        self.arithmetic.and_then(Arithmetic::fused)
    }

    /// Whether the result is a product alone.
    pub(crate) fn is_product(&self) -> bool {
        self.arithmetic.is_some_and(Arithmetic::is_product)
    }

    /// The most bits that a product has, from its leading one to its last; one more where it carries.
    pub(crate) fn product_bits(&self) -> i64 {
        let omitted = match self.arithmetic {
            Some(Arithmetic::Omitting { bits, .. }) => i64::from(bits),
            _ => 0,
        };
        let factors = || self.operands[..2].iter().map(Port::precision);
        // A power of two makes nothing longer.
        let power = i64::from(factors().any(|bits| bits == 1));
        factors().sum::<i64>() - omitted - power
    }

    /// The exponents that a product has: the smallest and the largest.
    pub(crate) fn product_range(&self) -> (i64, i64) {
        let factors = || self.operands[..2].iter();
        (factors().map(Port::least).sum(), factors().map(Port::emax).sum::<i64>() + 1)
    }

    /// Whether the result is rounded to a floating-point format.
    pub(crate) fn rounds_to_float(&self) -> bool {
        let rounds = !matches!(
            self.arithmetic,
            None | Some(Arithmetic::Compare | Arithmetic::Order | Arithmetic::Integral)
        );
        rounds && self.result.float.is_some()
    }
}
