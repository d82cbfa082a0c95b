//! The statement of a line.

use super::table::TableText;
use super::token::{Line, Placed, Token, number};
use crate::source::near;
use crate::source::{Fault, Res, Span};
use crate::xdsa::isa::{ALIASES, Operation, Sync, TABLE, Table, Width};

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// Nothing.
    Empty,
    /// An instruction with an operand table.
    Instruction {
        operation: Operation,
        width: Width,
        sync: Sync,
        table: TableRef,
    },
    Exit,
    /// The payload of an END.
    End,
    /// A domain's payload.
    Domain(u8, [u8; 16]),
    /// A Unity instruction's payload.
    Raw([u8; 16]),
    /// A table, and whether its brace is closed.
    Table(Box<TableText>, bool),
    Org(u64),
    Bytes(Vec<u8>),
    Core(u32),
    Set(String, String, Span),
    /// Keys of an entry of a table before the run.
    Key([u8; 3]),
}

/// Where an operand table is.
#[derive(Clone, Debug)]
pub(crate) enum TableRef {
    Label(String, Span),
    Address(u64),
}

/// The code of the error of an instruction that does not exist.
pub(crate) const RESERVED: &str = "reserved-code";

fn syntax(span: Span, message: impl Into<String>) -> Fault {
    Fault::error("syntax", "", span, message)
}

/// Reads a line.
pub(crate) fn statement(line: &Line<'_>) -> Res<Statement> {
    let Some(first) = line.tokens.first() else { return Ok(Statement::Empty) };
    let rest = &line.tokens[1..];
    let Token::Word(word) = first.token else {
        return syntax(first.span, "no statement begins like this")
            .help("an instruction, as base.add.a16 @0x100, or a directive, as .table")
            .err();
    };
    let end = Span::new(line.text.len(), line.text.len());
    let mut cursor = Cursor { rest, end };
    let read = match word {
        "exit" | "base.exit" => Statement::Exit,
        "end" => Statement::End,
        ".raw" => Statement::Raw(cursor.payload()?),
        ".domain" => {
            let (did, span) = cursor.number("the domain's identifier")?;
            let did = u8::try_from(did).map_err(|_| syntax(span, "no domain").help("0 to 0xFF"))?;
            Statement::Domain(did, cursor.payload()?)
        }
        ".org" => Statement::Org(cursor.number("an address")?.0),
        ".bytes" => Statement::Bytes(cursor.bytes()?),
        ".core" => {
            let (core, span) = cursor.number("a core's number")?;
            if core >= u64::from(super::super::CORES) {
                let most = super::super::CORES - 1;
                return syntax(span, format!("no core {core}")).help(format!("0 to {most}")).err();
            }
            Statement::Core(core as u32)
        }
        ".key" => Statement::Key(cursor.arguments([(0, 3), (0, 255), (0, 255)])?),
        ".set" => {
            let (name, span) = cursor.word("a parameter, as defaults=on")?;
            cursor.sign('=')?;
            let (value, _) = cursor.word("its value")?;
            Statement::Set(name.into(), value.into(), span)
        }
        ".table" => return table(&mut cursor),
        _ => instruction(word, first.span, &mut cursor)?,
    };
    cursor.finish()?;
    Ok(read)
}

/// `NAME at ADDRESS for OPERATION.aWIDTH { ...`
fn table(cursor: &mut Cursor<'_>) -> Res<Statement> {
    let (name, span) = cursor.word("the table's name")?;
    if number(name).is_some() {
        return syntax(span, "a table's name is no number").err();
    }
    cursor.keyword("at")?;
    let (address, place) = cursor.number("the table's address")?;
    cursor.keyword("for")?;
    let (what, at) = cursor.word("an operation, as base.add.a16")?;
    let (operation, width) = operation(what, at)?;
    cursor.sign('{')?;
    let bytes = operation.layout().bytes(width);
    if u128::from(address) + bytes as u128 > width.space() {
        let message = format!("a table of {bytes} bytes there leaves the address space");
        return syntax(place, message)
            .help(format!("at most {:#x}", width.space() - bytes as u128))
            .err();
    }
    let table = Table::new(operation.layout(), width);
    let named = Vec::new();
    let name = name.to_owned();
    let mut text = TableText { name, span, address, operation, width, table, named };
    let closed = text.fields(cursor.rest)?;
    Ok(Statement::Table(Box::new(text), closed))
}

fn instruction(word: &str, span: Span, cursor: &mut Cursor<'_>) -> Res<Statement> {
    let (operation, width) = operation(word, span)?;
    cursor.sign('@')?;
    let (name, at) = cursor.word("a table's name or its address")?;
    let table = match number(name) {
        None => TableRef::Label(name.into(), at),
        Some((false, address)) if u128::from(address) < width.space() => TableRef::Address(address),
        Some(_) => {
            let right = format!("{} bits", width.bits());
            return syntax(at, "this is no address").help(right).err();
        }
    };
    let mut sync = Sync::default();
    while let Some((word, span)) = cursor.optional() {
        let twice = || syntax(span, format!("`{word}` stands twice"));
        sync = match word {
            "fetch" if sync.fetch().is_some() => return twice().err(),
            "deposit" if sync.deposit().is_some() => return twice().err(),
            "block" if sync.block() => return twice().err(),
            "fetch" => {
                let [bar, entry, keys] = cursor.arguments([(0, 3), (0, 255), (1, 8)])?;
                sync.fetching(bar, entry, keys)
            }
            "deposit" => {
                let [bar, entry] = cursor.arguments([(0, 3), (0, 255)])?;
                sync.depositing(bar, entry)
            }
            "block" => sync.blocking(),
            _ => {
                return syntax(span, format!("`{word}` is nothing that an instruction has"))
                    .help("fetch(bar,entry,count), deposit(bar,entry), block")
                    .err();
            }
        };
    }
    Ok(Statement::Instruction { operation, width, sync, table })
}

/// `base.add.a16`
fn operation(word: &str, span: Span) -> Res<(Operation, Width)> {
    let width = Width::ALL.into_iter().find_map(|width| {
        let name = word.strip_suffix(&format!(".a{}", width.bits()))?;
        Some((name, width))
    });
    let name = width.map_or(word, |(name, _)| name);
    let Some(operation) = Operation::by_name(name) else {
        let known = TABLE.iter().map(|row| row.name).chain(ALIASES.map(|(alias, _)| alias));
        let fault = Fault::error(RESERVED, "", span, format!("there is no instruction `{name}`"));
        return match near(name, known) {
            Some(near) => fault.help(near).err(),
            None => fault.help("base.NAME.a16 or ai.NAME.a16 (a32, a64)").err(),
        };
    };
    match width {
        Some((_, width)) => Ok((operation, width)),
        None => syntax(span, format!("`{name}` needs the width of addresses"))
            .help(format!("{name}.a16, {name}.a32 or {name}.a64"))
            .err(),
    }
}

/// What is left of a line.
struct Cursor<'a> {
    rest: &'a [Placed<'a>],
    end: Span,
}

impl<'a> Cursor<'a> {
    fn next(&mut self) -> Option<Placed<'a>> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn optional(&mut self) -> Option<(&'a str, Span)> {
        match self.rest.first()? {
            Placed { token: Token::Word(word), span } => {
                let found = (*word, *span);
                self.next();
                Some(found)
            }
            _ => None,
        }
    }

    fn word(&mut self, what: &str) -> Res<(&'a str, Span)> {
        let at = self.rest.first().map_or(self.end, |placed| placed.span);
        self.optional().map_or_else(|| syntax(at, "something is missing").help(what).err(), Ok)
    }

    fn keyword(&mut self, keyword: &str) -> Res<()> {
        match self.word(keyword)? {
            (word, _) if word == keyword => Ok(()),
            (word, span) => syntax(span, format!("`{word}`")).help(format!("`{keyword}`")).err(),
        }
    }

    fn number(&mut self, what: &str) -> Res<(u64, Span)> {
        let (word, span) = self.word(what)?;
        match number(word) {
            Some((false, number)) => Ok((number, span)),
            _ => syntax(span, format!("`{word}` is no number")).help(what).err(),
        }
    }

    fn sign(&mut self, sign: char) -> Res<()> {
        match self.next() {
            Some(Placed { token: Token::Sign(found), .. }) if found == sign => Ok(()),
            Some(placed) => {
                syntax(placed.span, "this does not belong here").help(format!("`{sign}`")).err()
            }
            None => syntax(self.end, format!("`{sign}` is missing")).err(),
        }
    }

    /// Numbers in parentheses, each in its range.
    fn arguments<const N: usize>(&mut self, ranges: [(u8, u8); N]) -> Res<[u8; N]> {
        let mut values = [0; N];
        self.sign('(')?;
        for (n, (value, (least, most))) in values.iter_mut().zip(ranges).enumerate() {
            if n > 0 {
                self.sign(',')?;
            }
            let right = format!("{least} to {most}");
            let (found, span) = self.number(&right)?;
            *value = u8::try_from(found)
                .ok()
                .filter(|value| (least..=most).contains(value))
                .ok_or_else(|| syntax(span, format!("{found} is out of range")).help(&right))?;
        }
        self.sign(')')?;
        Ok(values)
    }

    /// Hexadecimal digits in pairs up to the end of the line.
    fn bytes(&mut self) -> Res<Vec<u8>> {
        let mut bytes = Vec::new();
        let right = "hexadecimal digits in pairs, in the order of addresses";
        if self.rest.is_empty() {
            return syntax(self.end, "there are no bytes").help(right).err();
        }
        while let Some(placed) = self.next() {
            let pairs = match placed.token {
                Token::Word(word) => pairs(word),
                _ => None,
            };
            match pairs {
                Some(pairs) => bytes.extend(pairs),
                None => return syntax(placed.span, "these are no bytes").help(right).err(),
            }
        }
        Ok(bytes)
    }

    fn payload(&mut self) -> Res<[u8; 16]> {
        let start = self.rest.first().map_or(self.end, |placed| placed.span);
        let bytes = self.bytes()?;
        let count = bytes.len();
        bytes.try_into().map_err(|_| {
            let fault = syntax(start, format!("a payload of {count} bytes"));
            Box::new(fault.help("16 bytes: 32 hexadecimal digits"))
        })
    }

    fn finish(&self) -> Res<()> {
        match self.rest.first() {
            None => Ok(()),
            Some(placed) => syntax(placed.span, "nothing belongs here").err(),
        }
    }
}

fn pairs(word: &str) -> Option<Vec<u8>> {
    let digit = |b: &u8| char::from(*b).to_digit(16).map(|d| d as u8);
    let digits: Option<Vec<u8>> = word.as_bytes().iter().map(digit).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.as_chunks().0.iter().map(|[a, b]| a << 4 | b).collect())
}
