//! Cases from the command line: operation, options, operands; for many cases of one operation the
//! operands in lines of standard input.

use crate::failure::Failure;
use crate::operation::{self, Perhaps};
use crate::profile::Profiled;
use crate::{Remarks, operand};
use std::ffi::OsString;
use std::fmt::Display;
use vectors::file::{MAX_LINE, What};
use vectors::registry::{Answers, Op, OptionError, Plan, Wanted};
use vectors::testfloat::Function;

/// The arguments that name one case.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseArguments {
    /// The operation's id; `assay ops` lists them. Also an instruction or a function of a library: fadd.s, vcvtps2ph, fmaf
    #[arg(value_name = "OP")]
    op: String,
    /// Options as NAME=VALUE (`e` and `r` also bare) and operands, in hex exactly as wide as the
    /// operand; the elements of a block are joined by `_`, element 0 first
    #[arg(value_name = "OPTION=VALUE|OPERAND")]
    words: Vec<String>,
    /// Operands are values: decimal, `inf`, `-inf`, `1.5`, `1e3`, `0x1.8p3`. `0x` with all the digits of a
    /// code is a bit pattern; what has exactly as many digits and neither point nor sign is refused
    #[arg(long)]
    pub(crate) value: bool,
    /// An option (repeatable; also without --opt behind the operation)
    #[arg(long = "opt", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(flatten)]
    perhaps: Perhaps,
    #[command(flatten)]
    profile: Profiled,
}

/// One case.
pub(crate) struct Case {
    /// The operation under its options.
    pub(crate) plan: Plan,
    /// The operands' elements in order.
    pub(crate) x: Vec<u64>,
    /// The answers to open questions.
    pub(crate) answers: Answers,
}

impl CaseArguments {
    /// Reads the case.
    pub(crate) fn case(&self, remarks: Remarks) -> Result<Case, Failure> {
        let (plan, operands) = self.words(remarks)?;
        let answers = self.profile.answers(Some(plan.op))?;
        let x = self.operands(&plan, &operands, remarks, "");
        Ok(Case { x: x.map_err(|(_, what)| Failure::Input(what))?, plan, answers })
    }

    /// Whether lines of standard input name the operations, too.
    pub(crate) fn mixed(&self) -> bool {
        self.op.trim() == "-" && self.words.is_empty()
    }

    /// Whether the operands stand in lines of standard input.
    pub(crate) fn many(&self) -> bool {
        self.all().any(|w| w == "-")
    }

    /// Reads the operation for [`CaseArguments::line`]: a case whose operands are still to come.
    pub(crate) fn operation(&self, remarks: Remarks) -> Result<Case, Failure> {
        let (plan, operands) = self.words(remarks)?;
        if operands.len() > 1 {
            return Err(Failure::input(
                "operands are given beside `-`, which means lines of standard input\n  right: `-` alone",
            ));
        }
        let answers = self.profile.answers(Some(plan.op))?;
        Ok(Case { x: Vec::with_capacity(plan.elements()), plan, answers })
    }

    /// Reads a case off a line: operation, options, operands.
    pub(crate) fn whole_line(
        &self,
        (number, line): (u64, &[u8]),
        remarks: Remarks,
    ) -> Result<Case, Failure> {
        let (words, fault) = split((number, line))?;
        let at = |i: usize, what: &dyn Display| fault(i, what);
        let (name, own) = named(words[0]);
        let theirs = Function::find(name).ok();
        let id = theirs.as_ref().map_or(name, |function| &function.id);
        let called = vectors::operations().called(id).map_err(|e| at(0, &e))?;
        let op = called.op;
        let (options, operands): (Vec<&str>, Vec<&str>) =
            words[1..].iter().partition(|w| !self.is_literal(w) && is_option(op, w));
        let first = options.first().and_then(|o| words.iter().position(|w| w == o)).unwrap_or(0);
        let all = called.options().iter().copied().chain(own).chain(options);
        let plan = plan(op, all).map_err(|e| at(first, &e))?;
        let answers = self.profile.answers(Some(op))?;
        let before = format!("standard input:{number}: ");
        let x = self.operands(&plan, &operands, remarks, &before).map_err(|(i, what)| {
            let place =
                operands.get(i).and_then(|o| words.iter().position(|w| std::ptr::eq(*w, *o)));
            at(place.unwrap_or(words.len()), &what)
        })?;
        Ok(Case { plan, x, answers })
    }

    /// Reads the operands of a case off a line.
    pub(crate) fn line(
        &self,
        case: &mut Case,
        (number, line): (u64, &[u8]),
        remarks: Remarks,
    ) -> Result<(), Failure> {
        let (words, fault) = split((number, line))?;
        let before = format!("standard input:{number}: ");
        let x = self.operands(&case.plan, &words, remarks, &before);
        case.x = x.map_err(|(i, what)| fault(i, &what))?;
        Ok(())
    }
    /// The operation's id and the words behind it, wherever `-` stands.
    fn all(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.op).chain(&self.words).map(|w| w.trim())
    }

    /// The operation under its options, and the operands' texts.
    fn words(&self, remarks: Remarks) -> Result<(Plan, Vec<&str>), Failure> {
        let mut words: Vec<&str> = self.all().collect();
        if words[0] == "-" && words.len() > 1 {
            words.swap(0, 1);
        }
        let (name, own) = named(words[0]);
        let beside = self.perhaps.beside(&self.options);
        let mut all = words[1..].iter().copied().chain(beside.iter().map(String::as_str));
        let terms = all.find(|word| word.starts_with("n=") && name.starts_with("sum."));
        let name = terms.map_or(name.to_owned(), |terms| operation::sum_of(name, terms));
        words.retain(|word| Some(*word) != terms);
        let called = operation::find(&name)?;
        called.instruction.into_iter().for_each(|row| operation::tell(row, remarks));
        let op = called.op;
        operation::notes(&op.id, remarks);
        let (options, operands): (Vec<&str>, Vec<&str>) =
            words[1..].iter().partition(|w| !self.is_literal(w) && is_option(op, w));
        let beside = beside.iter().map(String::as_str).filter(|word| Some(*word) != terms);
        let all = called.options().iter().copied().chain(own).chain(options).chain(beside);
        let plan = plan(op, all).map_err(Failure::input)?;
        Ok((plan, operands))
    }

    /// Reads operands; where they are wrong, which one, and what to say. Remarks begin with `before`.
    fn operands(
        &self,
        plan: &Plan,
        texts: &[&str],
        remarks: Remarks,
        before: &str,
    ) -> Result<Vec<u64>, (usize, String)> {
        let (found, right) = (texts.len(), plan.operands.len());
        if found != right {
            return Err((found.min(right), wrong_count(plan, found)));
        }
        let mut x = Vec::with_capacity(plan.elements());
        for (i, text) in texts.iter().enumerate() {
            let (shape, name) = (&plan.operands[i], name(plan.op, i));
            let read = if self.value {
                operand::values(shape, text, |r| remarks.say(format_args!("{before}{name}: {r}")))
            } else {
                operand::patterns(shape, text)
            };
            x.extend(read.map_err(|e| (i, format!("{name}: {e}{}", terms(plan, &e))))?);
        }
        Ok(x)
    }

    /// The one literal that an option is called, too.
    fn is_literal(&self, word: &str) -> bool {
        self.value && word.eq_ignore_ascii_case("nan")
    }
}

/// How another number of terms is asked for, where that is what is wrong.
fn terms(plan: &Plan, error: &operand::OperandError) -> String {
    match (error.elements(), plan.op.id.strip_prefix("sum.")) {
        (Some(n), Some(name)) if !name.contains(':') => {
            format!("\n  help: n={n} sums {n} terms, where the operation takes any number")
        }
        _ => String::new(),
    }
}

/// The words of a line of standard input, and what makes an error of what is wrong with one of them.
#[expect(clippy::type_complexity, reason = "words, and a function of where they stand")]
fn split<'a>(
    (number, line): (u64, &'a [u8]),
) -> Result<(Vec<&'a str>, impl Fn(usize, &dyn Display) -> Failure + 'a), Failure> {
    let fault = move |at: usize, what: &dyn Display| {
        Failure::input(format!("standard input:{number}:{}: {what}", at + 1))
    };
    if line.len() > MAX_LINE {
        return Err(fault(MAX_LINE, &What::TooLong));
    }
    let text = str::from_utf8(line).map_err(|e| {
        let at = e.valid_up_to();
        fault(at, &What::NotUtf8(line[at]))
    })?;
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    if words.is_empty() {
        return Err(fault(0, &What::Blank));
    }
    let places: Vec<usize> =
        words.iter().map(|w| w.as_ptr().addr() - text.as_ptr().addr()).collect();
    Ok((words, move |i: usize, what: &dyn Display| {
        fault(places.get(i).copied().unwrap_or(text.len()), what)
    }))
}

/// An option has `=`, or is a bare name of one.
fn is_option(op: &Op, word: &str) -> bool {
    word.contains('=') || op.knows_option(word)
}

fn name(op: &Op, i: usize) -> String {
    format!("operand {} ({})", i + 1, op.operands.get(i).copied().unwrap_or("?"))
}

/// An operation's id, and the options that stand behind it: `cvt.f32.f16,rm=rup`.
fn named(word: &str) -> (&str, Option<&str>) {
    word.split_once(',').map_or((word, None), |(id, options)| (id, Some(options)))
}

/// An operation under options, of which several may stand in a word.
fn plan<'a>(
    op: &'static Op,
    options: impl IntoIterator<Item = &'a str>,
) -> Result<Plan, OptionError> {
    let wanted = Wanted::read(options)?.to_string();
    Ok(op.plan(&op.parse_options(wanted.split_whitespace())?))
}

fn wrong_count(plan: &Plan, found: usize) -> String {
    let shapes = plan.op.operands.iter().zip(&plan.operands);
    let right: Vec<String> = shapes
        .map(|(name, s)| match s.len {
            1 => format!("{name} ({} hex digits)", s.digits()),
            n => format!("{name} ({n} elements of {} hex digits joined by `_`)", s.digits()),
        })
        .collect();
    let operands =
        if found == 1 { "1 operand is".to_owned() } else { format!("{found} operands are") };
    let options = plan.options.to_string();
    format!(
        "{operands} given to {}{}{options}\n  right: {}: {}",
        plan.op.id,
        if options.is_empty() { "" } else { " " },
        right.len(),
        right.join(", ")
    )
}

/// Puts a space before operands like `-inf` and `-0x1p3`, which would pass for flags; reading
/// takes it off again.
pub(crate) fn shield_negative_literals(
    arguments: impl IntoIterator<Item = OsString>,
) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let command = arguments.iter().skip(1).find(|a| !a.as_encoded_bytes().starts_with(b"-"));
    if command.is_some_and(|c| c == "eval" || c == "explain") {
        for argument in arguments.iter_mut().skip(1).filter(|a| is_negative_literal(a)) {
            let mut shielded = OsString::from(" ");
            shielded.push(&*argument);
            *argument = shielded;
        }
    }
    arguments
}

fn is_negative_literal(argument: &OsString) -> bool {
    let bytes = argument.as_encoded_bytes().to_ascii_lowercase();
    bytes.strip_prefix(b"-").is_some_and(|rest| {
        rest.starts_with(b"inf")
            || rest.starts_with(b"nan")
            || rest.first().is_some_and(|b| b.is_ascii_digit() || *b == b'.')
    })
}
