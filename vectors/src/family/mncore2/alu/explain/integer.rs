//! `mncore2.alu.*` on integers and bits (s. 3.6.12.5 to .8, .13 to .17).

use super::answer::{Answer, Operands};
use crate::explain::steps::Steps;
use crate::explain::value;
use softfloat::mncore2::integer::IntOp;

/// Operands with or without a sign.
struct Case<'a> {
    of: &'a Operands,
    unsigned: bool,
}

impl Case<'_> {
    fn width(&self) -> u32 {
        self.of.format.width
    }

    fn ones(&self) -> u64 {
        u64::MAX >> (64 - self.width())
    }

    fn hex(&self, code: u64) -> String {
        value::hex(&self.of.format, code)
    }

    /// The value of a code, signed or not.
    fn number(&self, code: u64) -> i128 {
        let code = i128::from(code);
        let wraps = !self.unsigned && code >> (self.width() - 1) & 1 == 1;
        if wraps { code - (1 << self.width()) } else { code }
    }
}

/// What leaves an element at one end: lost, or back at the other; what comes in for it.
#[derive(Clone, Copy, PartialEq)]
enum Shift {
    Logical,
    Arithmetic,
    Rotation,
}

pub(crate) fn explain(steps: &mut Steps, of: &Operands, op: IntOp, unsigned: bool) -> Answer {
    let case = Case { of, unsigned };
    let (c, x, y) = (&case, of.x, of.y);
    let right = if unsigned { Shift::Logical } else { Shift::Arithmetic };
    match op {
        IntOp::Inc => sum(steps, c, false, 1, "3.6.12.6"),
        IntOp::Dec => sum(steps, c, true, 1, "3.6.12.6"),
        IntOp::Add => sum(steps, c, false, c.number(y), "3.6.12.16"),
        IntOp::Sub => sum(steps, c, true, c.number(y), "3.6.12.16"),
        IntOp::Lsl => shift(steps, c, true, Shift::Logical),
        IntOp::Lsr => shift(steps, c, false, right),
        IntOp::Bsl => shift(steps, c, true, Shift::Rotation),
        IntOp::Bsr => shift(steps, c, false, Shift::Rotation),
        IntOp::Max => choose(steps, c, true),
        IntOp::Min => choose(steps, c, false),
        IntOp::Packbit => packbit(steps, of),
        IntOp::Passa => bitwise(steps, c, x, "x", "3.6.12.5"),
        IntOp::Not => bitwise(steps, c, !x & c.ones(), "~x", "3.6.12.7"),
        IntOp::Lnot => bitwise(steps, c, u64::from(x == 0), "1 where x is 0, else 0", "3.6.12.8"),
        IntOp::And => bitwise(steps, c, x & y, "x & y", "3.6.12.15"),
        IntOp::Or => bitwise(steps, c, x | y, "x | y", "3.6.12.15"),
        IntOp::Xor => bitwise(steps, c, x ^ y, "x ^ y", "3.6.12.15"),
    }
}

/// x + y, x - y, x + 1, x - 1 modulo 2^w.
fn sum(steps: &mut Steps, c: &Case<'_>, minus: bool, y: i128, section: &str) -> Answer {
    let w = c.width();
    steps.begin(format!("sum modulo 2^{w} (s. {section})"));
    let x = c.number(c.of.x);
    let exact = if minus { x - y } else { x + y };
    let op = if minus { '-' } else { '+' };
    steps.item("exact", format!("{x} {op} {y} = {exact}"));
    let code = exact.rem_euclid(1 << w) as u64;
    let wrapped = c.number(code) != exact;
    let text = if wrapped { "wrapped" } else { "in range" };
    steps.item("result", format!("{}   {text}", c.hex(code)));
    if c.unsigned {
        let what = if minus { "borrow" } else { "carry" };
        let reason = format!("1 where there is no {what}");
        return Answer { code, flag: !wrapped, reason };
    }
    let flag = code >> (w - 1) & 1 == 0;
    let reason = "1 where the top bit of the wrapped result is 0 (MN-D33)".to_owned();
    Answer { code, flag, reason }
}

/// Shifts and rotations: the amount is y modulo 2w (MN-D34).
fn shift(steps: &mut Steps, c: &Case<'_>, left: bool, kind: Shift) -> Answer {
    let (w, Operands { x, y, .. }) = (c.width(), *c.of);
    steps.begin("shift (s. 3.6.12.17)");
    let amount = (y % (2 * u64::from(w))) as u32;
    steps.item("amount", format!("{y} modulo {} = {amount} (MN-D34)", 2 * w));
    let far = amount >= w;
    if far {
        let text = match kind {
            Shift::Rotation => format!("{w} or more: rotated by {}", amount - w),
            Shift::Arithmetic => format!("{w} or more: the sign bit everywhere"),
            Shift::Logical => format!("{w} or more: all bits out"),
        };
        steps.item("far", text);
    }
    // In 128 bits nothing of a 64-bit element falls off before it is masked.
    let wide = u128::from(x);
    let turned = |left: u32| (wide << left | wide >> (w - left)) as u64 & c.ones();
    let code = match (kind, left) {
        (Shift::Rotation, true) => turned(amount % w),
        (Shift::Rotation, false) => turned((w - amount % w) % w),
        (_, true) if far => 0,
        (_, true) => (wide << amount) as u64 & c.ones(),
        (Shift::Arithmetic, false) => (c.number(x) >> amount.min(w)) as u64 & c.ones(),
        (Shift::Logical, false) => (wide >> amount) as u64,
    };
    let kind = match kind {
        Shift::Rotation => "rotation",
        Shift::Arithmetic => "arithmetic",
        Shift::Logical => "logical",
    };
    let direction = if left { "left" } else { "right" };
    steps.item("result", format!("{}   {kind}, {direction}", c.hex(code)));
    flag_zero(code)
}

fn flag_zero(code: u64) -> Answer {
    Answer { code, flag: code == 0, reason: "1 where the result is 0".to_owned() }
}

fn choose(steps: &mut Steps, c: &Case<'_>, max: bool) -> Answer {
    let kind = if c.unsigned { "unsigned" } else { "signed" };
    steps.begin(format!("comparison, {kind} (s. 3.6.12.13)"));
    let (x, y) = (c.number(c.of.x), c.number(c.of.y));
    steps.item("x, y", format!("{x}, {y}"));
    let flag = if max { x >= y } else { x <= y };
    steps.item("chosen", if flag { "x" } else { "y" });
    let code = if flag { c.of.x } else { c.of.y };
    Answer { code, flag, reason: "1 where x is chosen, also on ties".to_owned() }
}

/// (x << 1) | top bit of y, also of floating-point elements.
pub(crate) fn packbit(steps: &mut Steps, of: &Operands) -> Answer {
    let Operands { format, x, y, .. } = *of;
    steps.begin("packing a bit (s. 3.6.12.14)");
    let ones = u64::MAX >> (64 - format.width);
    let top = y >> (format.width - 1) & 1;
    steps.item("top bit of y", top.to_string());
    let code = (x << 1 | top) & ones;
    let (a, b) = (value::hex(&format, x), value::hex(&format, code));
    steps.item("result", format!("{a} << 1 | {top} = {b}"));
    Answer { code, flag: top == 0, reason: "1 where the top bit of y is 0".to_owned() }
}

/// The result of a formula of bits.
fn bitwise(steps: &mut Steps, c: &Case<'_>, code: u64, formula: &str, section: &str) -> Answer {
    steps.begin(format!("{formula} (s. {section})"));
    let w = c.width() as usize;
    let binary = |code: u64| {
        let text = format!("{code:0w$b}");
        let nibbles: Vec<&str> = (0..w / 4).map(|i| &text[4 * i..4 * i + 4]).collect();
        nibbles.join(" ")
    };
    if w <= 32 {
        steps.item("x", binary(c.of.x));
        if c.of.two {
            steps.item("y", binary(c.of.y));
        }
        steps.item("result", binary(code));
    } else {
        steps.item("result", c.hex(code));
    }
    flag_zero(code)
}
