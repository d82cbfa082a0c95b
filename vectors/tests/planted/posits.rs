//! Faults planted in operations on posits, whose results are computed exactly and cut as strings of bits by the test's own
//! rounding.

use super::exact::Exact;
use num_bigint::BigUint;
use softfloat::Format;
use vectors::cover::Model;
use vectors::registry::Plan;

/// What is wrong with a design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Ties go toward zero.
    Ties,
    /// What follows the guard bit is lost.
    Sticky,
    /// What lies more than eight places behind the guard bit is lost.
    Far,
    /// The bit behind the last one kept is lost.
    Guard,
    /// What is rounded up to the next regime keeps its own.
    Carry,
    /// Where exponent bits are cut the nearest number is taken, not the string's.
    Nearest,
    /// What is less than half of the least posit becomes 0.
    Zero,
    /// What is beyond the largest posit becomes NaR.
    Large,
    /// NaR is read as 0.
    Missed,
}

const FAULTS: [Fault; 9] = [
    Fault::Ties,
    Fault::Sticky,
    Fault::Far,
    Fault::Guard,
    Fault::Carry,
    Fault::Nearest,
    Fault::Zero,
    Fault::Large,
    Fault::Missed,
];

/// Why a fault makes no difference; nothing where a case has to tell it apart.
fn never(operation: &str, fault: Fault) -> Option<&'static str> {
    match (operation, fault) {
        ("sqrt", Fault::Ties) => Some("a root is never halfway between two numbers"),
        ("sqrt", Fault::Carry) => Some("no root lies so near a power of two"),
        ("sqrt", Fault::Nearest | Fault::Zero | Fault::Large) => {
            Some("roots are far from both ends of the range")
        }
        ("add" | "sub", Fault::Zero) => Some("sums are whole multiples of the least posit"),
        _ => None,
    }
}

/// The posits of a format, and a fault.
struct Design {
    below: i64,
    es: i64,
    nar: u64,
    fault: Option<Fault>,
}

impl Design {
    fn of(f: &Format, fault: Option<Fault>) -> Self {
        let es = i64::from(f.posit_exponent_bits().expect("posits"));
        Self { below: i64::from(f.width) - 1, es, nar: 1 << (f.width - 1), fault }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn signed(&self, magnitude: u64, negative: bool) -> u64 {
        if negative { magnitude.wrapping_neg() & (self.nar | (self.nar - 1)) } else { magnitude }
    }

    /// The number of a magnitude other than 0, bit by bit.
    fn number(&self, magnitude: u64, negative: bool) -> Exact {
        let bit = |at: i64| at >= 0 && magnitude >> at & 1 == 1;
        let mut at = self.below - 1;
        let first = bit(at);
        while at >= 0 && bit(at) == first {
            at -= 1;
        }
        let run = self.below - 1 - at;
        let regime = if first { run - 1 } else { -run };
        let power = (1..=self.es).fold(0, |all, i| 2 * all + i64::from(bit(at - i)));
        let fraction = (at - self.es).max(0);
        let significand = 1 << fraction | magnitude & ((1 << fraction) - 1);
        Exact::new(negative, significand, (regime << self.es) + power - fraction)
    }

    /// An operand; nothing of NaR.
    fn read(&self, code: u64) -> Option<Exact> {
        match code {
            0 => Some(Exact::zero(false)),
            code if code == self.nar => self.has(Fault::Missed).then(|| Exact::zero(false)),
            code => {
                let negative = code & self.nar != 0;
                Some(self.number(self.signed(code, negative), negative))
            }
        }
    }

    /// The code of an exact number, or of one that is marked as going on.
    fn encoded(&self, v: &Exact) -> u64 {
        if v.is_zero() {
            return 0;
        }
        let (lead, reach, most) = (v.lead(), (self.below - 1) << self.es, self.nar - 1);
        let power = v.magnitude.count_ones() == 1;
        if lead >= reach {
            let beyond = self.has(Fault::Large) && (lead > reach || !power);
            return if beyond { self.nar } else { self.signed(most, v.negative) };
        }
        if lead < -reach {
            let half = lead < -reach - 1;
            return if self.has(Fault::Zero) && half { 0 } else { self.signed(1, v.negative) };
        }
        self.signed(self.cut(v, lead), v.negative)
    }

    /// The magnitude of a number between the ends.
    fn cut(&self, v: &Exact, lead: i64) -> u64 {
        let regime = lead >> self.es;
        // 1..10 or 0..01, as a number of so many bits.
        let (run, own) = match regime {
            r if r < 0 => (1 - r, BigUint::from(1u8)),
            r => (r + 2, (BigUint::from(1u8) << (r + 2) as u64) - 2u8),
        };
        let fraction = v.magnitude.bits() - 1;
        let power = BigUint::from((lead - (regime << self.es)) as u64);
        let tail = &v.magnitude - (BigUint::from(1u8) << fraction);
        let string = (((own << self.es as u64) + power) << fraction) + tail;
        let len = run + self.es + fraction as i64;
        let kept = |len: i64| Exact::new(false, string.clone(), -len).cut(-self.below);
        let (whole, guard, others) = kept(len);
        let low = whole.iter_u64_digits().next().unwrap_or(0);
        let odd = low & 1 == 1;
        let near = || {
            let fine = Exact::new(false, string.clone(), -len).cut(-self.below - 9).0;
            fine.iter_u64_digits().next().is_some_and(|low| low & 0xff != 0)
        };
        let others = others && !self.has(Fault::Sticky) && (!self.has(Fault::Far) || near());
        let guard = guard && !self.has(Fault::Guard);
        let up = guard && (others || odd && !self.has(Fault::Ties));
        let behind = self.below - run;
        if self.has(Fault::Nearest) && behind < self.es {
            return self.nearest(v, low);
        }
        let ones = (1u64 << behind) - 1;
        match up {
            true if self.has(Fault::Carry) && behind > 0 && low & ones == ones => low & !ones,
            up => low + u64::from(up),
        }
    }

    /// The nearer of two posits, by value.
    fn nearest(&self, v: &Exact, low: u64) -> u64 {
        let ends = [low, low + 1].map(|code| self.number(code, true));
        let twice = Exact { negative: false, ..v.scaled(1) };
        let rest = Exact::total(&[twice, ends[0].clone(), ends[1].clone()]);
        let up = !rest.is_zero() && !rest.negative || rest.is_zero() && low & 1 == 1;
        low + u64::from(up)
    }
}

/// What a design answers.
fn answer(design: &Design, operation: &str, x: &[u64]) -> u64 {
    let operands: Option<Vec<Exact>> = x.iter().map(|code| design.read(*code)).collect();
    let Some(x) = operands else { return design.nar };
    match (operation, &x[..]) {
        ("add", [x, y]) => design.encoded(&Exact::total(&[x.clone(), y.clone()])),
        ("sub", [x, y]) => design.encoded(&Exact::total(&[x.clone(), y.negated()])),
        ("mul", [x, y]) => design.encoded(&x.times(y)),
        ("div", [_, y]) if y.is_zero() => design.nar,
        ("div", [x, _]) if x.is_zero() => 0,
        ("div", [x, y]) => design.encoded(&x.over(y)),
        ("sqrt", [x]) if x.is_zero() => 0,
        ("sqrt", [x]) if x.negative => design.nar,
        ("sqrt", [x]) => design.encoded(&x.root()),
        ("fma", [x, y, z]) => design.encoded(&Exact::total(&[x.times(y), z.clone()])),
        _ => unreachable!("no such operation"),
    }
}

/// What is wrong about an operation: faults that survive, or differ though nothing should.
fn judged(plan: &Plan) -> Vec<String> {
    let (model, id) = (Model::new(plan), &plan.op.id);
    let operation = id.rsplit('.').next().expect("a name");
    let format = &plan.result().format;
    let differs = |fault: Option<Fault>| {
        let design = Design::of(format, fault);
        let mut cases = model.cases().chunks(plan.elements());
        cases.find(|x| answer(&design, operation, x) != plan.run(x).out()[0])
    };
    let mut wrong: Vec<String> =
        differs(None).map(|x| format!("{id}: without a fault {x:x?}")).into_iter().collect();
    // Of quotients and roots no goal asks how far behind the guard bit the next one lies.
    let far = !matches!(operation, "div" | "sqrt");
    for fault in FAULTS.into_iter().filter(|fault| far || *fault != Fault::Far) {
        match (differs(Some(fault)), never(operation, fault)) {
            (None, None) => wrong.push(format!("{id}: {fault:?} survives")),
            (Some(x), Some(why)) => {
                wrong.push(format!("{id}: {fault:?} differs, {x:x?}, but: {why}"))
            }
            _ => {}
        }
    }
    wrong
}

#[test]
fn faults_of_posits() {
    let ids = "posit.16.add,posit.16.sub,posit.16.mul,posit.16.div,posit.16.sqrt,posit.16.fma,posit.32.add,posit.32.mul,posit.32.div,posit.64.sqrt";
    let ops = vectors::operations().select(ids).expect("listed");
    let wrong: Vec<String> =
        ops.iter().flat_map(|op| judged(&op.plan(&op.roundings()[0]))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
