//! `mncore2.alu.*` on integers and bits (s. 3.6.12.5 to .8, .13 to .17).

use super::answer::{Answer, flagged};
use crate::explain::steps::Steps;
use crate::explain::value;
use crate::registry::{Outcome, Plan};
use softfloat::Format;

/// The operands of an operation.
struct Case<'a> {
    name: &'a str,
    unsigned: bool,
    format: Format,
    x: u64,
    y: u64,
}

impl Case<'_> {
    fn width(&self) -> u32 {
        self.format.width
    }

    fn ones(&self) -> u64 {
        u64::MAX >> (64 - self.width())
    }

    fn hex(&self, code: u64) -> String {
        value::hex(&self.format, code)
    }

    /// The value of a code, signed or not.
    fn number(&self, code: u64) -> i128 {
        let code = i128::from(code);
        let wraps = !self.unsigned && code >> (self.width() - 1) & 1 == 1;
        if wraps { code - (1 << self.width()) } else { code }
    }
}

pub(crate) fn explain(
    steps: &mut Steps,
    plan: &Plan,
    x: &[u64],
    (name, unsigned): (&str, bool),
) -> Outcome {
    let format = plan.ported[0].format;
    let y = x.get(1).copied().unwrap_or(0);
    let case = Case { name, unsigned, format, x: x[0], y };
    let answer = match name {
        "inc" | "dec" | "add" | "sub" => sum(steps, &case),
        "lsl" | "lsr" | "bsl" | "bsr" => shift(steps, &case),
        "max" | "min" => choose(steps, &case),
        "packbit" => packbit(steps, &format, case.x, y),
        _ => bitwise(steps, &case),
    };
    flagged(steps, &answer)
}

/// x + y, x - y, x + 1, x - 1 modulo 2^w.
fn sum(steps: &mut Steps, c: &Case<'_>) -> Answer {
    let w = c.width();
    let section = if matches!(c.name, "inc" | "dec") { "3.6.12.6" } else { "3.6.12.16" };
    steps.begin(format!("sum modulo 2^{w} (s. {section})"));
    let y = if matches!(c.name, "inc" | "dec") { 1 } else { c.number(c.y) };
    let minus = matches!(c.name, "dec" | "sub");
    let x = c.number(c.x);
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
fn shift(steps: &mut Steps, c: &Case<'_>) -> Answer {
    let w = c.width();
    steps.begin("shift (s. 3.6.12.17)");
    let amount = (c.y % (2 * u64::from(w))) as u32;
    steps.item("amount", format!("{} modulo {} = {amount} (MN-D34)", c.y, 2 * w));
    let far = amount >= w;
    let rotates = matches!(c.name, "bsl" | "bsr");
    let arithmetic = c.name == "lsr" && !c.unsigned;
    if far {
        let text = match (rotates, arithmetic) {
            (true, _) => format!("{w} or more: rotated by {}", amount - w),
            (_, true) => format!("{w} or more: the sign bit everywhere"),
            _ => format!("{w} or more: all bits out"),
        };
        steps.item("far", text);
    }
    // In 128 bits nothing of a 64-bit element falls off before it is masked.
    let wide = u128::from(c.x);
    let turned = |left: u32| (wide << left | wide >> (w - left)) as u64 & c.ones();
    let code = match c.name {
        "lsl" if far => 0,
        "lsl" => (wide << amount) as u64 & c.ones(),
        "lsr" if arithmetic => (c.number(c.x) >> amount.min(w)) as u64 & c.ones(),
        "lsr" => (wide >> amount) as u64,
        "bsl" => turned(amount % w),
        _ => turned((w - amount % w) % w),
    };
    let kind = match (rotates, arithmetic) {
        (true, _) => "rotation",
        (_, true) => "arithmetic",
        _ => "logical",
    };
    let direction = if matches!(c.name, "lsl" | "bsl") { "left" } else { "right" };
    steps.item("result", format!("{}   {kind}, {direction}", c.hex(code)));
    flag_zero(code)
}

fn flag_zero(code: u64) -> Answer {
    Answer { code, flag: code == 0, reason: "1 where the result is 0".to_owned() }
}

fn choose(steps: &mut Steps, c: &Case<'_>) -> Answer {
    let kind = if c.unsigned { "unsigned" } else { "signed" };
    steps.begin(format!("comparison, {kind} (s. 3.6.12.13)"));
    let (x, y) = (c.number(c.x), c.number(c.y));
    steps.item("x, y", format!("{x}, {y}"));
    let flag = if c.name == "max" { x >= y } else { x <= y };
    steps.item("chosen", if flag { "x" } else { "y" });
    let code = if flag { c.x } else { c.y };
    Answer { code, flag, reason: "1 where x is chosen, also on ties".to_owned() }
}

/// (x << 1) | top bit of y, also of floating-point elements.
pub(crate) fn packbit(steps: &mut Steps, format: &Format, x: u64, y: u64) -> Answer {
    steps.begin("packing a bit (s. 3.6.12.14)");
    let ones = u64::MAX >> (64 - format.width);
    let top = y >> (format.width - 1) & 1;
    steps.item("top bit of y", top.to_string());
    let code = (x << 1 | top) & ones;
    let (a, b) = (value::hex(format, x), value::hex(format, code));
    steps.item("result", format!("{a} << 1 | {top} = {b}"));
    Answer { code, flag: top == 0, reason: "1 where the top bit of y is 0".to_owned() }
}

/// A bitwise operation: name, formula, section.
const BITWISE: [(&str, &str, &str); 6] = [
    ("passa", "x", "3.6.12.5"),
    ("not", "~x", "3.6.12.7"),
    ("lnot", "1 where x is 0, else 0", "3.6.12.8"),
    ("and", "x & y", "3.6.12.15"),
    ("or", "x | y", "3.6.12.15"),
    ("xor", "x ^ y", "3.6.12.15"),
];

fn bitwise(steps: &mut Steps, c: &Case<'_>) -> Answer {
    let (_, formula, section) =
        BITWISE.iter().find(|(name, _, _)| *name == c.name).unwrap_or(&BITWISE[0]);
    steps.begin(format!("{formula} (s. {section})"));
    let code = match c.name {
        "not" => !c.x & c.ones(),
        "lnot" => u64::from(c.x == 0),
        "and" => c.x & c.y,
        "or" => c.x | c.y,
        "xor" => c.x ^ c.y,
        _ => c.x,
    };
    let w = c.width() as usize;
    let binary = |code: u64| {
        let text = format!("{code:0w$b}");
        let nibbles: Vec<&str> = (0..w / 4).map(|i| &text[4 * i..4 * i + 4]).collect();
        nibbles.join(" ")
    };
    if w <= 32 {
        steps.item("x", binary(c.x));
        if matches!(c.name, "and" | "or" | "xor") {
            steps.item("y", binary(c.y));
        }
        steps.item("result", binary(code));
    } else {
        steps.item("result", c.hex(code));
    }
    flag_zero(code)
}
