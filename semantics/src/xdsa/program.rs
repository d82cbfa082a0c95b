//! A program: words for each core, data, parameters of the model; from text.

use super::isa::{Instruction, Operation, Width, Word};
use super::parameters;
use super::text::{Line, Statement, TableRef, TableText, lines, statement};
use crate::cores;
use crate::source::near;
use crate::source::{Errors, Fault, MAX_DIAGNOSTICS, MAX_STATEMENTS, Span};
use std::collections::{HashMap, HashSet};

/// A program.
pub type Program = cores::Program<Word, Held>;

/// What it holds beside its words.
#[derive(Debug, Default)]
pub struct Held {
    /// What memory holds before, in the order of the text.
    pub(super) data: Vec<Datum>,
    /// Operand tables by their labels.
    pub(super) tables: super::array::Tables,
    /// Keys before the run, in the order of the text: table, entry, how many.
    pub(super) keys: Vec<[u8; 3]>,
}

/// Bytes of memory.
#[derive(Clone, Debug)]
pub(super) struct Datum {
    pub(super) address: u64,
    pub(super) bytes: Vec<u8>,
    /// Where it stands.
    pub(super) line: u32,
}

impl Program {
    /// Reads a text.
    ///
    /// ```
    /// use semantics::xdsa::{Program, Settings, Xdsa};
    /// let program = Program::read(
    ///     "base.inv.a16 @t\nend\n.table t at 0x100 for base.inv.a16 { s0=0x200, d=0x300, len=1 }",
    /// )?;
    /// let mut machine = Xdsa::new(Settings::default());
    /// for (address, bytes) in program.data() {
    ///     machine.write(address, bytes);
    /// }
    /// machine.run(&program.words())?;
    /// let mut found = [0];
    /// machine.memory().read(0x300, &mut found);
    /// assert_eq!(found, [0xff]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong in the text.
    pub fn read(source: &str) -> Result<Self, Errors> {
        let mut reader = Reader::default();
        reader.program.is_counted = true;
        for line in lines(source) {
            let inside = reader.open.is_some() || line.opens();
            if let Err(fault) = reader.line(&line) {
                reader.skipping = inside && !line.closes();
                let open = reader.open.take().map(|(table, _)| table.name);
                reader.broken.extend(open.or_else(|| line.table().map(str::to_owned)));
                reader.keep(&line, *fault);
            }
        }
        reader.finish(source)
    }

    /// Keys before the run: table and entry, and how many.
    #[must_use]
    pub fn keys(&self) -> Vec<((u8, u8), u8)> {
        self.held.keys.iter().map(|[bar, entry, keys]| ((*bar, *entry), *keys)).collect()
    }

    /// What memory holds before: addresses and bytes, later ones over earlier ones.
    pub fn data(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.held.data.iter().map(|datum| (datum.address, &*datum.bytes))
    }
}

/// A program as far as it is read.
#[derive(Default)]
struct Reader {
    program: Program,
    core: usize,
    /// Where `.bytes` go.
    origin: u128,
    /// A table has an error, and its brace is open: what it has until it closes is not read.
    skipping: bool,
    /// A table whose brace is open, and the line that it began in.
    open: Option<(Box<TableText>, u32)>,
    tables: HashMap<String, Known>,
    /// Tables that have an error: those who name them are not told, too.
    broken: HashSet<String>,
    /// Instructions that name a table: core, index, name, line, place.
    uses: Vec<(usize, usize, String, u32, Span)>,
    errors: Vec<(u32, Fault)>,
    more: u64,
    texts: HashMap<u32, String>,
}

/// A table that a label names.
struct Known {
    line: u32,
    address: u64,
    operation: Operation,
    width: Width,
}

impl Reader {
    fn keep(&mut self, line: &Line<'_>, fault: Fault) {
        self.texts.entry(line.number).or_insert_with(|| line.text.to_owned());
        self.fault(line.number, fault);
    }

    fn fault(&mut self, line: u32, fault: Fault) {
        if self.errors.len() < MAX_DIAGNOSTICS {
            self.errors.push((line, fault));
        } else {
            self.more += 1;
        }
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), Box<Fault>> {
        if self.skipping {
            self.skipping = !line.closes();
            return Ok(());
        }
        if let Some((table, _)) = &mut self.open {
            let closed = table.fields(&line.tokens);
            if !matches!(closed, Ok(false))
                && let Some((table, begin)) = self.open.take()
            {
                self.table(&table, begin)?;
            }
            return closed.map(|_| ());
        }
        let place = |line: &Line<'_>| {
            let first = line.tokens.first().map_or(0, |placed| placed.span.start);
            Span::new(first, line.tokens.last().map_or(0, |placed| placed.span.end))
        };
        match statement(line)? {
            Statement::Empty => {}
            Statement::Exit => self.push(line, exit().word())?,
            Statement::End => self.push(line, Word::END)?,
            Statement::Domain(did, payload) => self.push(line, Word { did, payload })?,
            Statement::Raw(payload) => self.push(line, Word { did: 0, payload })?,
            Statement::Instruction { operation, width, sync, table } => {
                let mut instruction = Instruction { operation, width, sync, descriptor: 0 };
                match table {
                    TableRef::Address(address) => instruction.descriptor = address,
                    TableRef::Label(name, span) => {
                        let index = self.program.code(self.core).words.len();
                        self.uses.push((self.core, index, name, line.number, span));
                        self.texts.insert(line.number, line.text.to_owned());
                    }
                }
                self.push(line, instruction.word())?;
            }
            Statement::Table(table, true) => self.table(&table, line.number)?,
            Statement::Table(table, false) => self.open = Some((table, line.number)),
            Statement::Org(address) => self.origin = address.into(),
            Statement::Bytes(bytes) => self.bytes(bytes, line.number, place(line))?,
            Statement::Core(core) => {
                self.core = core as usize;
                self.program.code(self.core);
            }
            Statement::Key(key) => self.program.held.keys.push(key),
            Statement::Set(name, value, span) => {
                self.program.parameter(&parameters::ALL, &name, value).map_err(|refusal| {
                    let fault = Fault::error("syntax", "", span, refusal.message);
                    Box::new(fault.help(refusal.help.unwrap_or_default()))
                })?;
            }
        }
        Ok(())
    }

    fn push(&mut self, line: &Line<'_>, word: Word) -> Result<(), Box<Fault>> {
        let code = self.program.code(self.core);
        if code.words.len() >= MAX_STATEMENTS {
            let message = "the program is longer than 2^22 instructions";
            return Fault::error("limit", "", Span::default(), message).err();
        }
        code.words.push(word);
        code.lines.push(line.number);
        Ok(())
    }

    fn table(&mut self, table: &TableText, line: u32) -> Result<(), Box<Fault>> {
        let TableText { name, address, operation, width, .. } = table;
        let known = Known { line, address: *address, operation: *operation, width: *width };
        if let Some(earlier) = self.tables.get(name) {
            let message = format!("`{name}` is the table of line {}", earlier.line);
            return Fault::error("syntax", "", table.span, message).help("another name").err();
        }
        self.tables.insert(name.clone(), known);
        let own = (*operation, table.table.clone());
        self.program.held.tables.insert(name.clone(), own);
        let bytes = table.table.bytes();
        self.program.held.data.push(Datum { address: *address, bytes, line });
        Ok(())
    }

    fn bytes(&mut self, bytes: Vec<u8>, line: u32, span: Span) -> Result<(), Box<Fault>> {
        let end = self.origin + bytes.len() as u128;
        if end > 1 << 64 {
            let message = "the bytes leave the address space of 64 bits";
            return Fault::error("syntax", "", span, message).err();
        }
        let address = self.origin as u64;
        self.origin = end;
        self.program.held.data.push(Datum { address, bytes, line });
        Ok(())
    }

    /// Labels become addresses.
    fn resolve(&mut self) {
        for (core, index, name, line, span) in std::mem::take(&mut self.uses) {
            let Some(known) = self.tables.get(&name) else {
                if self.broken.contains(&name) {
                    continue;
                }
                let near = near(&name, self.tables.keys().map(String::as_str));
                let fault = Fault::error("syntax", "", span, format!("there is no table `{name}`"));
                let help =
                    near.unwrap_or_else(|| ".table NAME at ADDRESS for OPERATION { ... }".into());
                self.fault(line, fault.help(help));
                continue;
            };
            let word = &mut self.program.codes[core].words[index];
            let Ok(super::isa::Domain::Unity(mut instruction)) = word.decode(true) else {
                continue;
            };
            let (layout, width) = (instruction.operation.layout(), instruction.width);
            if *layout != *known.operation.layout() || width != known.width {
                let message = format!(
                    "`{name}` is a table for {}.a{}",
                    known.operation.name(),
                    known.width.bits()
                );
                let right = format!("one for {}.a{}", instruction.operation.name(), width.bits());
                self.fault(line, Fault::error("syntax", "", span, message).help(right));
                continue;
            }
            instruction.descriptor = known.address;
            *word = instruction.word();
        }
    }

    fn finish(mut self, source: &str) -> Result<Program, Errors> {
        if let Some((table, line)) = self.open.take() {
            let fault = Fault::error("syntax", "", table.span, "the table's brace is not closed");
            self.fault(line, fault.help("`}`"));
            let text = source.lines().nth(line as usize - 1).unwrap_or_default();
            self.texts.insert(line, text.to_owned());
        }
        self.resolve();
        self.program.code(self.core);
        if self.errors.is_empty() {
            return Ok(self.program);
        }
        self.errors.sort_by_key(|(line, _)| *line);
        let texts = &self.texts;
        let text = |line: &u32| texts.get(line).map_or("", String::as_str);
        let place = |(line, fault): (u32, Fault)| fault.place(line, text(&line));
        let diagnostics = self.errors.into_iter().map(place).collect();
        Err(Errors { diagnostics, more: self.more })
    }
}

/// EXIT.
const fn exit() -> Instruction {
    Instruction {
        operation: Operation::Exit,
        width: Width::A16,
        sync: super::isa::Sync(0),
        descriptor: 0,
    }
}
