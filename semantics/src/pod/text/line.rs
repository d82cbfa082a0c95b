//! Text to instruction: the mnemonic's forms, one after the other, against the tokens.

use super::lexer::{Placed, Token, mnemonic, tokens};
use crate::pod::isa::{Field, Form, Immediate, Instruction, Kind, Part};
use crate::source::near;
use crate::source::{Fault, Res, Span};

/// Registers that a program calls by names of its own (`reg` of scripts).
pub(crate) trait Names {
    /// The register of a name.
    fn register(&self, name: &str) -> Option<(Kind, u8)>;
}

/// There are none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoNames;

impl Names for NoNames {
    fn register(&self, _: &str) -> Option<(Kind, u8)> {
        None
    }
}

/// A constant operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Constant {
    /// As it stands there.
    Value(i128),
    /// An expression of the host, in these bytes of the line.
    Expression(Span),
}

/// An instruction whose constant may not be known yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parsed {
    /// Its form.
    pub(crate) form: &'static Form,
    d: u8,
    a: u8,
    b: u8,
    constant: Option<(Constant, Span)>,
}

impl Parsed {
    /// The expression of its constant, if that is one.
    pub(crate) fn expression(&self) -> Option<Span> {
        match self.constant {
            Some((Constant::Expression(span), _)) => Some(span),
            _ => None,
        }
    }

    /// The instruction with the value of its expression.
    pub(crate) fn instruction(&self, value: Option<i64>) -> Res<Instruction> {
        let constant = match self.constant {
            None => return Ok(self.form.instruction(self.d, self.a, self.b.into())),
            Some((Constant::Value(constant), _)) => constant,
            Some((Constant::Expression(_), _)) => value.unwrap_or(0).into(),
        };
        let range = self.form.immediate().unwrap_or(Immediate::Signed);
        match range.holds(constant) {
            true => Ok(self.form.instruction(self.d, self.a, constant as i64)),
            false => self.beyond(constant, range).err(),
        }
    }

    /// The instruction, in whose parentheses a number stands.
    pub(crate) fn constant_instruction(&self, text: &str) -> Res<Instruction> {
        let value = self.expression().map(|span| constant_of(text, span)).transpose()?;
        self.instruction(value)
    }

    fn beyond(&self, constant: i128, range: Immediate) -> Fault {
        let span = self.constant.map_or(Span::default(), |(_, span)| span);
        let message = format!("the constant {constant} of {} is out of range", self.form.mnemonic);
        Fault::error("immediate-range", self.form.section, span, message).help(range.to_string())
    }
}

/// Reads the instruction in these bytes of a line.
///
/// # Errors
/// `unknown-instruction`, `register-range`, `immediate-range` or `syntax` (POD-D72).
pub(crate) fn read_line(text: &str, within: Span, names: &dyn Names) -> Res<Parsed> {
    let word = mnemonic(text, within);
    let name = &text[word.start..word.end];
    if Form::of_mnemonic(canonical(name)).next().is_none() {
        return unknown(name, word).err();
    }
    let operands = Span::new(word.end, within.end);
    if let Some(c) = text[word.end..within.end].chars().next().filter(|c| !c.is_whitespace()) {
        let message = format!("`{c}` follows the mnemonic {name}");
        return Fault::error("syntax", "E", Span::new(word.end, word.end + 1), message)
            .help("a blank")
            .err();
    }
    let parsed = parse(name, text, operands, names)?;
    if let (Some((Constant::Value(constant), _)), Some(range)) =
        (parsed.constant, parsed.form.immediate())
        && !range.holds(constant)
    {
        return parsed.beyond(constant, range).err();
    }
    Ok(parsed)
}

/// What other spellings of a mnemonic stand for (POD-D42).
pub(super) fn canonical(name: &str) -> &str {
    match name {
        "pfphadd.sp" => "pfphadd.pack.sp",
        "pfphadd.dp" => "pfphadd.pack.dp",
        "pinmul4" => "pintmul4",
        "pinor" => "pintor",
        name => name,
    }
}

/// No such mnemonic, and the ones that are near to it.
pub(crate) fn unknown(name: &str, span: Span) -> Fault {
    let near = near(name, Form::mnemonics());
    Fault::error("unknown-instruction", "E", span, format!("there is no instruction `{name}`"))
        .help(near.unwrap_or_else(|| "a mnemonic of appendix E".into()))
}

/// The operands of a mnemonic.
fn parse(name: &str, text: &str, within: Span, names: &dyn Names) -> Res<Parsed> {
    let operands = tokens(text, within);
    let numbered =
        |placed: &&Placed<'_>| matches!(placed.token, Token::Word(w) if out_of_range(w, names));
    if let Some(placed) = operands.iter().find(numbered) {
        let what = &text[placed.span.start..placed.span.end];
        let message = format!("there is no register {what}");
        return Fault::error("register-range", "5.2", placed.span, message)
            .help("numbers 0 to 31")
            .err();
    }
    let not_xmm = name == "not"
        && matches!(operands.first().map(|p| p.token), Some(Token::Word(w)) if is_xmm(w, names));
    let mnemonic = if not_xmm { "pintnot" } else { canonical(name) };
    let mut furthest: Option<(usize, Mismatch)> = None;
    for form in Form::of_mnemonic(mnemonic) {
        match match_form(form, &operands, names) {
            Ok(parsed) => return Ok(parsed),
            Err((at, wrong)) if furthest.as_ref().is_none_or(|(other, _)| at > *other) => {
                furthest = Some((at, wrong));
            }
            Err(_) => {}
        }
    }
    syntax(mnemonic, text, within, &operands, furthest).err()
}

/// What a form wants where the tokens end or are others.
#[derive(Clone, Copy, Debug)]
enum Mismatch {
    Wants(Part),
    End,
}

fn syntax(
    mnemonic: &str,
    text: &str,
    within: Span,
    operands: &[Placed<'_>],
    furthest: Option<(usize, Mismatch)>,
) -> Fault {
    let (at, wants) = furthest.unwrap_or((0, Mismatch::End));
    let end = within.start + text[within.start..within.end].trim_end().len();
    let span = operands.get(at).map_or(Span::new(end, end), |placed| placed.span);
    let found = match operands.get(at) {
        Some(placed) => format!("`{}`", &text[placed.span.start..placed.span.end]),
        None => "the end of the line".into(),
    };
    let wants = match wants {
        Mismatch::End => "the end of the line".into(),
        Mismatch::Wants(Part::Literal(literal)) => format!("`{literal}`"),
        Mismatch::Wants(Part::Register(kind, _)) => {
            format!("a register {0}0 to {0}31", kind.prefix())
        }
        Mismatch::Wants(Part::Immediate(range)) => format!("a constant, {range}"),
    };
    let mut forms: Vec<String> = Form::of_mnemonic(mnemonic).map(|form| form.to_string()).collect();
    let more = forms.len().saturating_sub(4);
    forms.truncate(4);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Fault::error("syntax", "E", span, format!("{found} stands where {mnemonic} wants {wants}"))
        .help(format!("{}{more}", forms.join("; ")))
}

/// A register or a name of one.
fn register(word: &str, names: &dyn Names) -> Option<(Kind, u8)> {
    if spelled(word).is_some() { own_register(word) } else { names.register(word) }
}

/// `r5`, `xmm31`, `ar40`: the kind and the digits.
fn spelled(word: &str) -> Option<(Kind, &str)> {
    [Kind::Xmm, Kind::Ar, Kind::General].into_iter().find_map(|kind| {
        let digits = word.strip_prefix(kind.prefix())?;
        let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        (number && (digits.len() == 1 || !digits.starts_with('0'))).then_some((kind, digits))
    })
}

/// A register by its own name.
pub(crate) fn own_register(word: &str) -> Option<(Kind, u8)> {
    let (kind, digits) = spelled(word)?;
    digits.parse().ok().filter(|n| *n < 32).map(|n| (kind, n))
}

fn out_of_range(word: &str, names: &dyn Names) -> bool {
    spelled(word).is_some() && register(word, names).is_none()
}

fn is_xmm(word: &str, names: &dyn Names) -> bool {
    register(word, names).is_some_and(|(kind, _)| kind == Kind::Xmm)
}

/// A number as a constant is written: decimal, or hexadecimal behind `0x`.
fn number(word: &str) -> Option<i128> {
    let (digits, radix) = match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (word, 10),
    };
    if digits.is_empty() || !digits.bytes().all(|b| char::from(b).is_digit(radix)) {
        return None;
    }
    // What has more digits than 128 bits is out of every range.
    Some(i128::from_str_radix(digits, radix).unwrap_or(i128::MAX))
}

/// The tokens against a form; else how many fit, and what comes instead.
fn match_form(
    form: &'static Form,
    operands: &[Placed<'_>],
    names: &dyn Names,
) -> Result<Parsed, (usize, Mismatch)> {
    let mut parsed = Parsed { form, d: 0, a: 0, b: 0, constant: None };
    let mut at = 0;
    for (n, part) in form.parts.iter().enumerate() {
        // `[ r2 - 4 ]` is `[ r2 + -4 ]` (2.3).
        let minus = *part == Part::Literal("+")
            && matches!(form.parts.get(n + 1), Some(Part::Immediate(_)))
            && operands.get(at).is_some_and(|placed| placed.token == Token::Sign("-"));
        if minus {
            continue;
        }
        at = take(*part, operands, at, names, &mut parsed).ok_or((at, Mismatch::Wants(*part)))?;
    }
    if at < operands.len() { Err((at, Mismatch::End)) } else { Ok(parsed) }
}

/// Takes a part; where the next begins.
fn take(
    part: Part,
    operands: &[Placed<'_>],
    at: usize,
    names: &dyn Names,
    parsed: &mut Parsed,
) -> Option<usize> {
    let placed = operands.get(at)?;
    match (part, placed.token) {
        (Part::Literal(literal), Token::Sign(found) | Token::Word(found)) => {
            (found == literal).then_some(at + 1)
        }
        (Part::Register(kind, field), Token::Word(word)) => {
            let (found, number) = register(word, names)?;
            let place = match field {
                Field::D => &mut parsed.d,
                Field::A => &mut parsed.a,
                Field::B => &mut parsed.b,
            };
            *place = number;
            (found == kind).then_some(at + 1)
        }
        (Part::Immediate(_), token) => {
            let (constant, next) = constant(token, operands, at)?;
            let span = placed.span.to(operands[next - 1].span);
            parsed.constant = Some((constant, span));
            Some(next)
        }
        _ => None,
    }
}

/// A number with its signs, or an expression; where the next token is.
fn constant(token: Token<'_>, operands: &[Placed<'_>], at: usize) -> Option<(Constant, usize)> {
    match token {
        Token::Expression(span) => Some((Constant::Expression(span), at + 1)),
        Token::Word(word) => Some((Constant::Value(number(word)?), at + 1)),
        Token::Sign(sign @ ("-" | "+")) => match operands.get(at + 1)?.token {
            Token::Word(word) => {
                let value = number(word)?;
                Some((Constant::Value(if sign == "-" { -value } else { value }), at + 2))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The number in these bytes of a line, which stand in parentheses.
fn constant_of(text: &str, span: Span) -> Res<i64> {
    let part = text[span.start..span.end].trim();
    let (minus, digits) = part.strip_prefix('-').map_or((false, part), |rest| (true, rest));
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => digits.parse::<u64>().ok(),
    };
    match value {
        Some(value) if minus => Ok((value as i64).wrapping_neg()),
        Some(value) => Ok(value as i64),
        None => Fault::error("syntax", "", span, format!("`{part}` is no constant"))
            .help("a number")
            .err(),
    }
}
