//! One case from the command line: operation, options, operands.

use crate::failure::Failure;
use crate::profile::Profiled;
use crate::{Remarks, operand};
use softfloat::mncore::Profile;
use std::ffi::OsString;
use vectors::registry::{self, Op, Plan};

/// The arguments that name one case.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseArguments {
    /// The operation's id; `assay ops` lists them
    #[arg(value_name = "OP")]
    op: String,
    /// Options as NAME=VALUE (`e` and `r` also bare) and operands, in hex exactly as wide as the
    /// operand; the elements of a block are joined by `_`, element 0 first
    #[arg(value_name = "OPTION=VALUE|OPERAND")]
    words: Vec<String>,
    /// Operands are values: decimal, `inf`, `-inf`, `1.5`, `0x1.8p3`. What is no number but hex of
    /// the right width still counts as a bit pattern
    #[arg(long)]
    pub(crate) value: bool,
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
    pub(crate) profile: Profile,
}

impl CaseArguments {
    /// Reads the case.
    pub(crate) fn case(&self, remarks: Remarks) -> Result<Case, Failure> {
        let op = registry::find(&self.op).map_err(Failure::input)?;
        let (options, operands): (Vec<&str>, Vec<&str>) = self
            .words
            .iter()
            .map(|w| w.trim())
            .partition(|w| !self.is_literal(w) && is_option(op, w));
        let plan = op.plan(&op.parse_options(options).map_err(Failure::input)?);
        if operands.len() != plan.operands.len() {
            return Err(Failure::input(wrong_count(&plan, operands.len())));
        }
        let mut x = Vec::with_capacity(plan.elements());
        for (i, text) in operands.iter().enumerate() {
            let shape = &plan.operands[i];
            let read = if self.value {
                operand::values(shape, text, |r| remarks.say(format_args!("{}: {r}", name(op, i))))
            } else {
                operand::patterns(shape, text)
            };
            x.extend(read.map_err(|e| Failure::input(format!("{}: {e}", name(op, i))))?);
        }
        Ok(Case { plan, x, profile: self.profile.profile()? })
    }

    /// The one literal that an option is called, too.
    fn is_literal(&self, word: &str) -> bool {
        self.value && word.eq_ignore_ascii_case("nan")
    }
}

/// An option has `=`, or is a bare name of one; `e` and `r` are no operand of MN-Core 2.
fn is_option(op: &Op, word: &str) -> bool {
    word.contains('=')
        || ["e", "r"].contains(&word) && op.id.starts_with("mncore2.")
        || op.options.iter().any(|o| o.name == word)
        || op.senseless.iter().any(|(name, _)| *name == word)
}

fn name(op: &Op, i: usize) -> String {
    format!("operand {} ({})", i + 1, op.operands.get(i).copied().unwrap_or("?"))
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
