//! The `d get` statements behind `#`: read once, however many lines they have.

use super::scan::At;
use crate::mncore2::dump::content::cut;
use crate::mncore2::dump::target::Target;
use crate::mncore2::isa::{Dtype, Statement};
use crate::mncore2::memory::Store;
use crate::mncore2::text::parse_line;
use std::collections::HashMap;

/// What a statement says of its lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) store: Store,
    pub(super) dtype: Dtype,
    /// Words of a line.
    pub(super) width: usize,
    /// Lines of single words.
    pub(super) single: bool,
    /// Physical rows of a logical one.
    pub(super) rows: usize,
}

/// Statements by number.
#[derive(Default)]
pub(super) struct Statements {
    numbers: HashMap<Box<[u8]>, usize>,
    all: Vec<(String, Asked)>,
    last: usize,
}

impl Statements {
    /// The number of a statement, whose text begins at a byte of its line.
    pub(super) fn number(&mut self, text: &[u8], byte: usize) -> Result<usize, At> {
        // Lines of one statement follow each other.
        if self.all.get(self.last).is_some_and(|(last, _)| last.as_bytes() == text) {
            return Ok(self.last);
        }
        if let Some(&number) = self.numbers.get(text) {
            self.last = number;
            return Ok(number);
        }
        let read = read(text, byte)?;
        self.last = self.all.len();
        self.numbers.insert(text.into(), self.last);
        self.all.push(read);
        Ok(self.last)
    }

    pub(super) fn asked(&self, number: usize) -> &Asked {
        &self.all[number].1
    }

    pub(super) fn text(&self, number: usize) -> &str {
        &self.all[number].0
    }

    pub(super) fn into_texts(self) -> Vec<String> {
        self.all.into_iter().map(|(text, _)| text).collect()
    }
}

fn read(text: &[u8], byte: usize) -> Result<(String, Asked), At> {
    let none = |text: &str| format!("`{text}` is no d get statement");
    let Ok(text) = std::str::from_utf8(text) else {
        return Err(At::new(byte, none(&String::from_utf8_lossy(text))));
    };
    let get = match parse_line(text) {
        Ok(Some(Statement::Get(get))) => get,
        Ok(_) => return Err(At::new(byte, none(text))),
        Err(e) => {
            let column = e.column.saturating_sub(1) as usize;
            return Err(At::new(byte + column, format!("no d get statement: {}", e.message)));
        }
    };
    let target = Target::of(&get)
        .map_err(|_| At::new(byte, format!("`{text}` asks for what is not there")))?;
    let asked = Asked {
        store: target.store,
        dtype: get.dtype,
        width: target.width,
        single: target.single,
        rows: cut(get.dtype).0 as usize / 16,
    };
    Ok((text.to_owned(), asked))
}
