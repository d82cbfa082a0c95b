//! Operations on integers of one width: the exact result, the range, and what becomes of a result
//! beyond it (two's complement; division by zero as in RISC-V M).

use crate::explain::{Told, steps::Steps};
use crate::family::integer::kernel::AMOUNT;
use crate::family::integer::{Arithmetic, IntegerOperation};
use crate::family::number::explain::code::low_bits;
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::round::format_name;
use crate::family::number::explain::{Work, account, value_hex};
use crate::registry::Plan;
use num_bigint::{BigInt, Sign};
use softfloat::integer::{Amount, Excess, Shift};
use softfloat::{Flags, Format};

/// Whether a case is explained here. Carries, results in two words, powers, rounding shifts and
/// shift amounts beyond the width are not yet: of them operands and result are shown.
pub(crate) fn explains(operation: IntegerOperation, plan: &Plan) -> bool {
    use Arithmetic::{Mac, Power};
    match operation {
        IntegerOperation::Fitted(arithmetic, _) => !matches!(arithmetic, Mac | Power),
        IntegerOperation::Wide(arithmetic, _) => {
            !matches!(arithmetic, Mac | Power) && plan.results.len() == 1
        }
        IntegerOperation::Shift(_) => plan.options.get(&AMOUNT) == Amount::Modulo,
        IntegerOperation::MulHigh | IntegerOperation::Min | IntegerOperation::Max => true,
        IntegerOperation::AddCarry
        | IntegerOperation::SubBorrow
        | IntegerOperation::ArithmeticLeft(_)
        | IntegerOperation::RoundShift(_)
        | IntegerOperation::RoundShiftNarrow(_) => false,
    }
}

/// Explains a case of an operation.
pub(crate) fn explain(
    steps: &mut Steps,
    plan: &Plan,
    x: &[u64],
    operation: IntegerOperation,
) -> Told {
    let to = plan.result().format;
    account(steps, plan, x, |work, operands| vec![code(work, &to, operands, operation)])
}

/// The code of the result.
fn code(
    work: &mut Work<'_>,
    to: &Format,
    operands: &mut [Operand],
    operation: IntegerOperation,
) -> u64 {
    operand::show(work, operands);
    match (operation, &*operands) {
        (IntegerOperation::Fitted(arithmetic, excess), [x, rest @ ..]) => {
            let n = exact(work, arithmetic, x, rest.first().unwrap_or(x));
            fit(work, to, &n, excess)
        }
        (IntegerOperation::Wide(arithmetic, excess), [x, y]) => {
            let n = exact(work, arithmetic, x, y);
            fit(work, to, &n, excess)
        }
        (IntegerOperation::MulHigh, [x, y]) => {
            let n = exact(work, Arithmetic::Mul, x, y);
            high(work, to, &n)
        }
        (IntegerOperation::Min, [x, y]) => chosen(work, x, y, number(x) <= number(y), "smaller"),
        (IntegerOperation::Max, [x, y]) => chosen(work, x, y, number(x) >= number(y), "larger"),
        (IntegerOperation::Shift(shift), [x, y]) => shifted(work, to, shift, x, y),
        // See `explains`; no operation has another number of operands.
        _ => 0,
    }
}

fn number(x: &Operand) -> BigInt {
    let sign = if x.value.negative { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, x.value.magnitude.clone())
}

/// The low bits of a number in two's complement.
fn low(n: &BigInt, width: u32) -> u64 {
    let modulus = BigInt::from(1) << width;
    let rest = ((n % &modulus) + &modulus) % &modulus;
    rest.iter_u64_digits().next().unwrap_or(0)
}

/// The step "exact result".
fn exact(work: &mut Work<'_>, arithmetic: Arithmetic, x: &Operand, y: &Operand) -> BigInt {
    let (a, b) = (number(x), number(y));
    let zero = BigInt::from(0);
    work.steps.begin("exact result");
    let second = bracketed(&b);
    let (text, n) = match arithmetic {
        Arithmetic::Add => (format!("x + y = {a} + {second}"), &a + &b),
        Arithmetic::Sub => (format!("x - y = {a} - {second}"), &a - &b),
        Arithmetic::Mul => (format!("x * y = {a} * {second}"), &a * &b),
        Arithmetic::Neg => ("-x".to_owned(), -&a),
        Arithmetic::Abs => ("|x|".to_owned(), BigInt::from(a.magnitude().clone())),
        Arithmetic::Div | Arithmetic::Rem if b == zero => return by_zero(work, arithmetic, x),
        // The quotient of BigInt is cut toward zero, and the remainder has the dividend's sign.
        Arithmetic::Div | Arithmetic::Rem => {
            let (q, r) = (&a / &b, &a % &b);
            work.steps.item("division", format!("{a} = {q} * {second} + {}", bracketed(&r)));
            work.steps.item("", "the quotient is cut toward zero, the remainder has x's sign");
            match arithmetic {
                Arithmetic::Div => ("x / y".to_owned(), q),
                _ => ("x - y * (x / y)".to_owned(), r),
            }
        }
        // See `explains`.
        Arithmetic::Mac | Arithmetic::Power => return zero,
    };
    work.steps.item("formula", text);
    work.steps.item("value", n.to_string());
    n
}

fn bracketed(n: &BigInt) -> String {
    if *n < BigInt::from(0) { format!("({n})") } else { n.to_string() }
}

/// What a division by zero gives (RISC-V M).
fn by_zero(work: &mut Work<'_>, arithmetic: Arithmetic, x: &Operand) -> BigInt {
    work.raise(Flags::DIVIDE_BY_ZERO, "the divisor is 0");
    let (n, what) = match arithmetic {
        Arithmetic::Rem => (number(x), "the remainder is the dividend"),
        _ if x.format.sign => (BigInt::from(-1), "the quotient has all bits set"),
        _ => (BigInt::from(low_bits(x.format.width)), "the quotient is the largest number"),
    };
    work.steps.item("by zero", format!("{what}: {n} (RISC-V M)"));
    n
}

/// The limits of the integers of a format.
fn limits(to: &Format) -> (BigInt, BigInt) {
    let magnitude = BigInt::from(1) << (to.width - u32::from(to.sign));
    let least = if to.sign { -&magnitude } else { BigInt::from(0) };
    (least, magnitude - 1)
}

/// The step "range": the code of the number, or of what stands for it.
fn fit(work: &mut Work<'_>, to: &Format, n: &BigInt, excess: Excess) -> u64 {
    let (least, most) = limits(to);
    work.steps.begin(format!("range of {}", format_name(to)));
    let fits = (&least..=&most).contains(&n);
    let verdict = if fits { "inside" } else { "outside" };
    work.steps.item("range", format!("{least} .. {most}"));
    work.steps.item("value", format!("{n} is {verdict}"));
    if fits {
        return low(n, to.width);
    }
    // Nothing that stands for a quotient by zero is beyond the limits.
    work.raise(Flags::OVERFLOW, format!("{n} is no {}", format_name(to)));
    match excess {
        Excess::Wrap => {
            let code = low(n, to.width);
            let text = format!("the low {} bits: code {}", to.width, value_hex(to, code));
            work.steps.item("wrapped", text);
            code
        }
        Excess::Saturate => {
            let near = if *n < least { least } else { most };
            work.steps.item("clamped", format!("to the nearer limit {near}"));
            low(&near, to.width)
        }
    }
}

/// The upper half of a product.
fn high(work: &mut Work<'_>, to: &Format, n: &BigInt) -> u64 {
    let w = to.width;
    work.steps.begin("upper half");
    let modulus = BigInt::from(1) << (2 * w);
    let whole = ((n % &modulus) + &modulus) % &modulus;
    let digits = whole.magnitude().to_str_radix(16);
    let width = (2 * w).div_ceil(4) as usize;
    work.steps.item("product", format!("{digits:0>width$} of {} bits (hex)", 2 * w));
    let upper = whole >> w;
    work.steps.item("upper", format!("its bits {} to {w}, the low {w} bits dropped", 2 * w - 1));
    low(&upper, w)
}

/// The smaller or larger operand.
fn chosen(work: &mut Work<'_>, x: &Operand, y: &Operand, first: bool, which: &str) -> u64 {
    work.steps.begin("comparison");
    let (a, b) = (number(x), number(y));
    let sign = match a.cmp(&b) {
        std::cmp::Ordering::Less => "<",
        std::cmp::Ordering::Equal => "=",
        std::cmp::Ordering::Greater => ">",
    };
    work.steps.item("order", format!("{a} {sign} {b}"));
    let taken = if first { x } else { y };
    let why = if a == b { "equal" } else { which };
    work.steps.item("result", format!("{}: {why}", taken.name));
    taken.code
}

/// A word as `width` binary digits.
fn binary(code: u64, width: u32) -> String {
    format!("{code:0w$b}", w = width as usize)
}

/// Shifts and rotations, digit by digit.
fn shifted(work: &mut Work<'_>, to: &Format, shift: Shift, x: &Operand, y: &Operand) -> u64 {
    let w = to.width;
    let n = (y.code % u64::from(w)) as usize;
    work.steps.begin("amount");
    work.steps.item("y", format!("{} without sign, modulo {w}: {n}", y.code));
    let digits = binary(x.code, w);
    let (upper, lower) = digits.split_at(n);
    let (left, right) = digits.split_at(w as usize - n);
    let sign = if to.sign { &digits[..1] } else { "0" };
    let (what, bits) = match shift {
        Shift::Left => ("to the left, zeros from the right", format!("{lower}{}", "0".repeat(n))),
        Shift::LogicalRight => {
            ("to the right, zeros from the left", format!("{}{left}", "0".repeat(n)))
        }
        Shift::ArithmeticRight if to.sign => {
            ("to the right, copies of the sign from the left", format!("{}{left}", sign.repeat(n)))
        }
        Shift::ArithmeticRight => {
            ("to the right, zeros from the left: no sign", format!("{}{left}", sign.repeat(n)))
        }
        Shift::RotateLeft => ("rotated to the left", format!("{lower}{upper}")),
        Shift::RotateRight => ("rotated to the right", format!("{right}{left}")),
    };
    work.steps.begin(format!("word shifted by {n}"));
    work.steps.item("rule", what);
    work.steps.item("before", digits.as_str());
    work.steps.item("after", bits.as_str());
    bits.bytes().fold(0, |code, digit| code << 1 | u64::from(digit == b'1'))
}
