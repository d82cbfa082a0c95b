//! The names of a script: what each means where (POD-D90). They are collected before anything is compiled, so that functions
//! can be called before they are written, and a name that nothing gives a value is told.

use std::collections::HashMap;

use super::code::{Op, Variable};
use super::token::{Line, Piece, Token, tokens};
use crate::pod::host::Registers;
use crate::source::near;
use crate::source::{Fault, Res, Span};

/// Words that are no names, beside those of [`CALLS`].
const WORDS: [&str; 20] = [
    "array", "asm", "reg", "let", "for", "in", "step", "while", "if", "else", "fn", "movl", "nops",
    "fence", "init", "expect", "npe", "npeX", "npeY", "local",
];

/// What the runtime library has (s. 4.1), for calls.
const CALLS: [&str; 9] = [
    "getflags",
    "getresult",
    "f32",
    "local_alloc",
    "local_free",
    "sys_alloc",
    "sys4",
    "sys8",
    "drainflags",
];

/// A function.
#[derive(Clone, Debug, Default)]
struct Own {
    parameters: u32,
    locals: HashMap<String, u32>,
}

/// What names mean.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    globals: HashMap<String, u32>,
    functions: Vec<Own>,
    by_name: HashMap<String, u32>,
    /// The function that is being compiled.
    pub(super) inside: Option<u32>,
    /// Columns and rows, where the text says them.
    pub(super) size: Option<(u32, u32)>,
    /// Registers by other names.
    pub(super) registers: Registers,
    /// All variables, for messages.
    pub(super) list: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Names {
    /// All names of a text.
    pub(super) fn of(lines: &[Line<'_>]) -> Self {
        let mut names = Self::default();
        let mut depth = 0_u32;
        // The function that is open, and the depth of its block.
        let mut inside: Option<(u32, u32)> = None;
        for line in lines {
            for piece in &line.pieces {
                match *piece {
                    Piece::Open(_) => depth += 1,
                    Piece::Close(_) => {
                        depth = depth.saturating_sub(1);
                        inside = inside.filter(|(_, of)| *of <= depth);
                    }
                    Piece::Text(span) => {
                        let Ok(found) = tokens(line.text, span) else { continue };
                        let word = |at: usize| match found.get(at).map(|placed| placed.token) {
                            Some(Token::Name(name)) => Some(name),
                            _ => None,
                        };
                        match (word(0), word(1)) {
                            (Some("fn"), Some(name)) if inside.is_none() => {
                                let of = names.function_named(name);
                                inside = Some((of, depth + 1));
                                let parameters = (3..found.len()).filter_map(word);
                                parameters.for_each(|name| names.add(Some(of), name));
                                let own = &mut names.functions[of as usize];
                                own.parameters = own.locals.len() as u32;
                            }
                            (Some("let" | "for"), Some(name)) => {
                                names.add(inside.map(|(of, _)| of), name);
                            }
                            _ => {}
                        }
                    }
                }
            }
        }
        names
    }

    fn function_named(&mut self, name: &str) -> u32 {
        let next = self.functions.len() as u32;
        // The first of a name counts; a second one is an error when it is compiled.
        self.by_name.entry(name.into()).or_insert(next);
        self.functions.push(Own::default());
        next
    }

    fn add(&mut self, function: Option<u32>, name: &str) {
        let place = match function {
            Some(of) => &mut self.functions[of as usize].locals,
            None => &mut self.globals,
        };
        let next = place.len() as u32;
        place.entry(name.into()).or_insert(next);
    }

    /// A place that no name has: the bounds of a `for`.
    pub(super) fn hidden(&mut self, line: u32, what: &str) -> Variable {
        // No name begins with a digit.
        let name = format!("{line} {what} {}", self.list.len());
        self.add(self.inside, &name);
        self.variable(&name, Span::default()).unwrap_or(Variable {
            local: None,
            global: None,
            name: 0,
        })
    }

    /// How many globals there are.
    pub(super) fn globals(&self) -> u32 {
        self.globals.len() as u32
    }

    /// Parameters and locals of a function.
    pub(super) fn sizes(&self, function: u32) -> (u32, u32) {
        let own = &self.functions[function as usize];
        (own.parameters, own.locals.len() as u32)
    }

    /// How many functions there are.
    pub(super) fn functions(&self) -> u32 {
        self.functions.len() as u32
    }

    /// A function and how many parameters it has.
    pub(super) fn function(&self, name: &str) -> Option<(u32, u32)> {
        let of = *self.by_name.get(name)?;
        Some((of, self.functions[of as usize].parameters))
    }

    /// Whether a name may be given to something.
    pub(super) fn free(&self, name: &str, span: Span) -> Res<()> {
        if !WORDS.contains(&name) && !CALLS.contains(&name) {
            return Ok(());
        }
        Fault::error("syntax", "4.2", span, format!("`{name}` has a meaning of its own"))
            .help("another name")
            .err()
    }

    /// A variable that something gives a value.
    pub(super) fn variable(&mut self, name: &str, span: Span) -> Res<Variable> {
        self.free(name, span)?;
        let of = |places: &HashMap<String, u32>| places.get(name).copied();
        let local = self.inside.and_then(|at| of(&self.functions[at as usize].locals));
        let global = of(&self.globals);
        if local.is_none() && global.is_none() {
            let message = format!("there is no variable `{name}`");
            let own = self.inside.map(|at| self.functions[at as usize].locals.keys());
            let known = self.globals.keys().chain(own.into_iter().flatten());
            let fault = Fault::error("unknown-name", "4.2", span, message);
            let help = near(name, known.map(String::as_str))
                .unwrap_or_else(|| "`let` gives a name a value".into());
            return fault.help(help).err();
        }
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(name.into()).or_insert(next);
        if number == next {
            self.list.push(name.into());
        }
        Ok(Variable { local, global, name: number })
    }

    /// The value of a name.
    pub(super) fn value(&mut self, name: &str, span: Span) -> Res<Op> {
        Ok(match (name, self.size) {
            ("npe", Some((columns, rows))) => Op::Push((columns * rows).into()),
            ("npeX", Some((columns, _))) => Op::Push(columns.into()),
            ("npeY", Some((_, rows))) => Op::Push(rows.into()),
            ("npe", None) => Op::Pes,
            ("npeX", None) => Op::Columns,
            ("npeY", None) => Op::Rows,
            _ => Op::Get(self.variable(name, span)?),
        })
    }

    /// A call that gives no value.
    pub(super) fn no_value(&self, name: &str, span: Span) -> Fault {
        let own = self.by_name.contains_key(name) || CALLS.contains(&name);
        if own {
            return Fault::error("syntax", "4.2", span, format!("{name} gives no value"))
                .help("a statement of its own; functions give results back in variables");
        }
        self.no_function(name, span)
    }

    /// A call of nothing.
    pub(super) fn no_function(&self, name: &str, span: Span) -> Fault {
        let known = self.by_name.keys().map(String::as_str).chain(CALLS);
        let help = near(name, known).unwrap_or_else(|| CALLS.join(", "));
        Fault::error("unknown-name", "4.2", span, format!("there is no function `{name}`"))
            .help(help)
    }
}
