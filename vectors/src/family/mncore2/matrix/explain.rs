//! `mncore2.mau.*m*`: row . x + y over block floats (s. 3.6.9.2 to 3.6.9.9, 4.4, 4.5).

use crate::explain::exact::Dyadic;
use crate::explain::fields::{EXTENDED, Number, unit};
use crate::explain::steps::{Steps, row};
use crate::family::mncore2::explain::number::{hex, sign};
use crate::family::mncore2::explain::sum::{self, Names, Product};
use crate::registry::{Outcome, Plan};
use num_bigint::BigUint;
use softfloat::Format;

const NAMES: Names = Names { product: "dot product", addend: "y" };

/// A block, its elements' fields and the exponent that they share.
struct Block {
    elements: Vec<Number>,
    common: i64,
    format: Format,
}

impl Block {
    fn of(format: &Format, codes: &[u64]) -> Self {
        let elements: Vec<Number> = codes.iter().map(|&c| Number::of(format, c)).collect();
        let common = elements.iter().map(|n| n.field).max().unwrap_or(0);
        Self { elements, common, format: *format }
    }

    fn infinite(&self) -> bool {
        self.common == i64::from(self.format.top())
    }

    /// Places that an element lies below the common exponent: only half precision has such.
    fn lower(&self, n: &Number) -> i64 {
        if self.format.subnormal && n.field == 0 && self.common != 0 { EXTENDED } else { 0 }
    }

    fn valid(&self) -> bool {
        self.elements
            .iter()
            .all(|n| n.field == self.common || self.format.subnormal && n.field == 0)
    }

    fn describe(&self, steps: &mut Steps, name: &str) {
        let e = self.common;
        let text = if e == 0 {
            "0: the block is zero (MN-D19)".to_owned()
        } else if self.infinite() {
            format!("{e} (top): the block is infinite (MN-D17)")
        } else {
            let scale = unit(&self.format, e);
            format!("{e}: F weighs 2^({e} - {} + 1 - m) = 2^{scale}", self.format.bias)
        };
        steps.item(name, format!("common exponent field {text}"));
        if !self.valid() {
            steps.item("", "exponent fields differ: undefined; the largest counts (MN-D32)");
        }
    }
}

pub(crate) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
    let format = plan.ported[0].format;
    let n = plan.ported[0].len;
    let (a, b) = (Block::of(&format, &x[..n]), Block::of(&format, &x[n..2 * n]));
    let addend = plan.ported.get(2).map(|s| Number::of(&s.format, x[2 * n]));
    let m = format.man_bits;
    steps.begin(format!("blocks: (-1)^s F 2^(e - {} + 1 - m), m = {m} (s. 4.4)", format.bias));
    a.describe(steps, "row");
    b.describe(steps, "x");
    if addend.is_none() {
        steps.item("y", "no operand: +0");
    }
    let dot_sign = (a.infinite() || b.infinite()).then(|| infinite_sign(steps, &a, &b));
    let z_infinite = addend.filter(Number::is_infinite).map(|z| z.negative);
    if dot_sign.is_some() || z_infinite.is_some() {
        return sum::infinite(steps, NAMES, dot_sign, z_infinite, &plan.result().format);
    }
    let dot = products(steps, &a, &b);
    sum::finite(steps, NAMES, &dot, addend.as_ref(), &plan.result().format)
}

/// The sign of an infinite dot product (MN-D17).
fn infinite_sign(steps: &mut Steps, a: &Block, b: &Block) -> bool {
    let signs: Vec<bool> =
        a.elements.iter().zip(&b.elements).map(|(x, y)| x.negative != y.negative).collect();
    let text: String = signs.iter().map(|&s| sign(s)).collect();
    steps.begin("infinite dot product (s. 1.3, MN-D17)");
    steps.item("signs", format!("{text} of the products, zero mantissas included"));
    let negative = signs.iter().all(|&s| s);
    let why = match (negative, signs.contains(&true)) {
        (true, _) => "all -: -infinity",
        (false, false) => "all +: +infinity",
        (false, true) => "they differ: +infinity",
    };
    steps.item("product", why);
    negative
}

/// One product of the row.
struct Term {
    product: Product,
    negative: bool,
    /// Places below the common unit.
    lower: i64,
}

/// The step "products" and their exact sum.
fn products(steps: &mut Steps, a: &Block, b: &Block) -> Dyadic {
    let base = unit(&a.format, a.common) + unit(&b.format, b.common);
    if a.common == 0 || b.common == 0 {
        steps.begin("products (s. 4.5)");
        steps.say("a zero block: the dot product is 0 (MN-D19)");
        return Dyadic::zero(base);
    }
    let terms: Vec<Term> = a
        .elements
        .iter()
        .zip(&b.elements)
        .map(|(x, y)| Term {
            product: Product::of(a.format.man_bits, x.mantissa, y.mantissa),
            negative: x.negative != y.negative,
            lower: a.lower(x) + b.lower(y),
        })
        .collect();
    let values =
        terms.iter().map(|t| Dyadic::new(t.negative, t.product.value.clone(), base - t.lower));
    let dot = values.fold(Dyadic::zero(base), |sum, v| sum.plus(&v));
    steps.begin(format!("products P = F_row * F_x, in units of 2^{base} (s. 4.5)"));
    table(steps, a, b, &terms);
    notes(steps, &terms);
    let exact = format!("{}{} * 2^{}", sign(dot.negative), hex(&dot.magnitude, 1), dot.exponent);
    steps.item("sum", format!("{exact} = {}, exact", dot.hex_float()));
    dot
}

/// A row for each product.
fn table(steps: &mut Steps, a: &Block, b: &Block, terms: &[Term]) {
    let omits = terms.iter().any(|t| t.product.low_bits > 0);
    let lowers = terms.iter().any(|t| t.lower > 0);
    let digits = a.format.man_bits.div_ceil(4) as usize;
    // In double precision there is no room for both F*F and P.
    let full = !omits || a.format.man_bits <= 32;
    let mut head = row!["i", ">F_row", ">F_x"];
    if full {
        head.push(">F*F".to_owned());
    }
    if omits {
        head.extend(row![">- L", ">+ r", ">= P"]);
    }
    if lowers {
        head.push("places lower".to_owned());
    }
    let mut rows = vec![head];
    for (i, t) in terms.iter().enumerate() {
        let f = |n: &Number| format!("{}{:0digits$x}", n.sign(), n.mantissa);
        let signed = |n: &BigUint| format!("{}{}", sign(t.negative), hex(n, 1));
        let (x, y) = (&a.elements[i], &b.elements[i]);
        let mut row = row![i, f(x), f(y)];
        if full {
            row.push(signed(&t.product.full));
        }
        if omits {
            let (l, r) = (t.product.omitted, t.product.correction);
            row.extend(row![format!("{l:x}"), format!("{r:x}"), signed(&t.product.value)]);
        }
        if lowers {
            row.push(if t.lower > 0 { t.lower.to_string() } else { String::new() });
        }
        rows.push(row);
    }
    steps.table(&rows);
}

fn notes(steps: &mut Steps, terms: &[Term]) {
    match terms.first().map(|t| t.product.low_bits) {
        Some(bits @ 1..) => steps.item(
            "L, r",
            format!("the low {bits} bits of both are not multiplied; r where L is not 0 (s. 4.3)"),
        ),
        _ => steps.item("omitted", "nothing: products are exact"),
    }
    if terms.iter().any(|t| t.lower > 0) {
        steps.item(
            "lower",
            "extended elements (field 0): 2^-6 each, taken exactly (s. 4.4, MN-D18)",
        );
    }
}
