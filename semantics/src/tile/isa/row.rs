//! A row: everything that is said of an instruction.

use super::Action;
use super::form::{Field, Form, OPCODE};

/// How much of an instruction the specification says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Its fields, code and operation.
    Specified,
    /// Parts of them; decisions say the rest.
    Partly,
    /// Its name at most.
    Decided,
}

/// An instruction: its name, its word, what it does, and where that is said.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name, without what optional fields add to it (`.x2`, `.tile`, `.ret`).
    pub mnemonic: String,
    /// The layout of its word.
    pub form: Form,
    /// What it does.
    pub action: Action,
    /// Whether it belongs to the extension that `ext=1` switches on (TILE-D49).
    pub extension: bool,
    /// How much of it the specification says.
    pub standing: Standing,
    /// The numbers of its decisions.
    pub decisions: Vec<u8>,
    fixed: Vec<(Field, u64)>,
    mask: u64,
    value: u64,
}

impl Row {
    pub(super) fn new(mnemonic: impl Into<String>, form: Form, tuop: u64, action: Action) -> Self {
        let used = form.bits();
        let row = Self {
            mnemonic: mnemonic.into(),
            form,
            action,
            extension: false,
            standing: Standing::Partly,
            decisions: Vec::new(),
            fixed: Vec::new(),
            mask: if used < 64 { !0 << used } else { 0 },
            value: 0,
        };
        row.with(Field::Opcode, OPCODE).with(Field::Tuop, tuop)
    }

    /// With a field that has one value.
    pub(super) fn with(mut self, field: Field, value: u64) -> Self {
        if let Some((low, width)) = self.form.place(field) {
            self.mask |= ones(width) << low;
            self.value |= value << low;
            self.fixed.push((field, value));
        }
        self
    }

    /// With fields that are 0.
    pub(super) fn without(self, fields: &[Field]) -> Self {
        fields.iter().fold(self, |row, &field| row.with(field, 0))
    }

    pub(super) fn standing(self, standing: Standing) -> Self {
        Self { standing, ..self }
    }

    pub(super) fn decided(mut self, decisions: &[u8]) -> Self {
        if self.standing != Standing::Decided || self.form != Form::Tmem && !self.extension {
            self.decisions.extend([1, 13]);
        }
        self.decisions.extend(decisions);
        self
    }

    pub(super) fn extension(self) -> Self {
        Self { extension: true, ..self }
    }

    /// The fields that have one value in this instruction, `opcode` and `tuop` first.
    #[must_use]
    pub fn fixed(&self) -> &[(Field, u64)] {
        &self.fixed
    }

    /// The value of a field that has one value.
    #[must_use]
    pub fn fixes(&self, field: Field) -> Option<u64> {
        self.fixed.iter().find(|(one, _)| *one == field).map(|(_, value)| *value)
    }

    /// The fields that a program chooses, from the lowest bit upwards, with their widths.
    pub fn free(&self) -> impl Iterator<Item = (Field, u32)> {
        self.form.fields().iter().copied().filter(|(field, _)| self.fixes(*field).is_none())
    }

    /// The word in which all free fields are 0.
    #[must_use]
    pub const fn word(&self) -> u64 {
        self.value
    }

    /// The bits that are the same in all of its words.
    #[must_use]
    pub const fn mask(&self) -> u64 {
        self.mask
    }
}

/// So many bits that are set.
pub(super) const fn ones(width: u32) -> u64 {
    if width < 64 { (1 << width) - 1 } else { !0 }
}

/// Names that the draft has and that no word has, and why.
pub const RESERVED: [(&str, &str); 8] = [
    ("tgmem.ld_blk.sparse", "sparse blocks have no layout (TILE-D64, D70)"),
    ("tgmem.st_blk.sparse", "sparse blocks have no layout (TILE-D64, D70)"),
    ("tsmem.ld_blk.sparse", "sparse blocks have no layout (TILE-D64, D70)"),
    ("tsmem.st_blk.sparse", "sparse blocks have no layout (TILE-D64, D70)"),
    ("tgmem.commit_mbar", "it has no operands (TILE-D68)"),
    ("tgmem.wbinv", "it has no operands (TILE-D68)"),
    ("tmma_mem", "descriptors of matrices in memory have no layout (TILE-D11)"),
    ("img2col", "it has no code (TILE-D70)"),
];
