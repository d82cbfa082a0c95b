//! Operand tables by field name (XDSA-D79).

use super::token::{Placed, Token, number};
use crate::source::near;
use crate::source::{Fault, Res, Span};
use crate::xdsa::isa::{Field, Operation, Table, TableError, Unit, Width};

/// A table as a text has it.
#[derive(Clone, Debug)]
pub(crate) struct TableText {
    pub(crate) name: String,
    /// The label's place.
    pub(crate) span: Span,
    pub(crate) address: u64,
    pub(crate) operation: Operation,
    pub(crate) width: Width,
    pub(crate) table: Table,
    /// The fields that the text names, in its order.
    pub(crate) named: Vec<&'static str>,
}

impl TableText {
    /// Takes tokens of `{ field=value, ... }` behind the brace; whether the closing one was there.
    pub(crate) fn fields(&mut self, tokens: &[Placed<'_>]) -> Res<bool> {
        let mut rest = tokens;
        loop {
            match rest {
                [] => return Ok(false),
                [Placed { token: Token::Sign(','), .. }, more @ ..] => rest = more,
                [Placed { token: Token::Sign('}'), .. }] => return Ok(true),
                [Placed { token: Token::Sign('}'), .. }, more, ..] => {
                    return Fault::error("syntax", "", more.span, "nothing stands behind a table")
                        .err();
                }
                [
                    Placed { token: Token::Word(name), span },
                    Placed { token: Token::Sign('='), .. },
                    Placed { token: Token::Word(value), span: at },
                    more @ ..,
                ] => {
                    self.field(name, *span, value, *at)?;
                    rest = more;
                }
                [found, ..] => {
                    let message = "this is no field with its value";
                    return Fault::error("syntax", "", found.span, message)
                        .help("name=value, separated by commas, `}` at the end")
                        .err();
                }
            }
        }
    }

    fn field(&mut self, name: &str, span: Span, value: &str, at: Span) -> Res<()> {
        let layout = self.table.layout().clone();
        let Some(field) = layout.field(name) else {
            let known = || layout.fields.iter().map(|field| field.name);
            let all = || known().collect::<Vec<_>>().join(" ");
            let message = format!("{} has no field `{name}`", self.operation.name());
            return Fault::error("syntax", "", span, message)
                .help(near(name, known()).unwrap_or_else(all))
                .err();
        };
        if self.named.contains(&field.name) {
            return Fault::error("syntax", "", span, format!("`{name}` stands twice"))
                .help("each field once")
                .err();
        }
        let bits = field.bits(self.width);
        let value = value_of(field, value, bits, at)?;
        match self.table.set(field.name, value) {
            Ok(()) => self.named.push(field.name),
            Err(TableError::TooWide(_) | TableError::Unknown) => {
                return too_wide(field, bits, at).err();
            }
        }
        Ok(())
    }
}

fn too_wide(field: &Field, bits: u32, at: Span) -> Fault {
    Fault::error("syntax", "", at, format!("the value does not fit `{}`", field.name))
        .help(format!("{bits} bits"))
}

/// A number, negative ones in two's complement of the field, or a unit's name.
fn value_of(field: &Field, word: &str, bits: u32, at: Span) -> Res<u64> {
    if field.is_unit()
        && let Some(unit) = Unit::by_name(word)
    {
        return Ok(unit.code());
    }
    let Some((negative, magnitude)) = number(word) else {
        let mut right = String::from("a number");
        if field.is_unit() {
            right = near(word, Unit::ALL.into_iter().map(Unit::name))
                .unwrap_or_else(|| "a unit, as sint8 or fp32, or its code".into());
        }
        return Fault::error("syntax", "", at, format!("`{word}` is no value")).help(right).err();
    };
    if !negative {
        return Ok(magnitude);
    }
    let half = 1_u64 << (bits - 1);
    if magnitude > half {
        return too_wide(field, bits, at).err();
    }
    Ok(magnitude.wrapping_neg() & u64::MAX >> (64 - bits))
}
