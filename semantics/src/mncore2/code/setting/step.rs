//! What a step wants of the word.

use super::{
    Port, Setting, Settings, alu_code, bank_code, l1bm_code, mask_code, mau_context, mau_slot,
    reads, skips, slots, width_code, write, writes,
};
use crate::mncore2::account::{self, Entry, Extent, Masking, Way};
use crate::mncore2::code::field::Field;
use crate::mncore2::isa::{
    Access, Alu, AluForm, AluOp, Bank, Convert, Cycles, Dest, Down, Expr, Input, L1bmOperand,
    L1bmPlace, MaskWidth, Mau, Modifier, Mread, Mwrite, Pair, Precision, Source, Step, Up, UpKind,
    Width,
};
use crate::mncore2::memory::Store;
use std::borrow::Cow;

fn source_code(source: &Source) -> &'static str {
    match source {
        Source::Memory(access) => bank_code(access.bank),
        Source::T(_) => "t",
        Source::Forward(forward) => forward.name(),
        Source::Constant(constant) => constant.name(),
    }
}

impl Settings {
    /// What a step wants, in the order of its expressions, opcodes first.
    pub(in crate::mncore2) fn of(step: &Step) -> Self {
        let mut settings = Self { list: Vec::with_capacity(24) };
        for expr in &step.exprs {
            settings.expr(expr, step.exprs.len() > 1);
        }
        if !matches!(step.exprs[..], [Expr::Nop(_)]) {
            settings.code(Field::StepActive, "", "busy");
        }
        settings
    }

    fn code(&mut self, field: Field, context: &'static str, code: impl Into<Cow<'static, str>>) {
        self.list.push(Setting::Code(field, context, code.into()));
    }

    fn number(&mut self, field: Field, value: u32) {
        self.list.push(Setting::Number(field, value));
    }

    fn nowhere(&mut self, what: impl Into<Cow<'static, str>>) {
        self.list.push(Setting::Nowhere(what.into()));
    }

    fn expr(&mut self, expr: &Expr, company: bool) {
        match expr {
            Expr::Nop(_) => {}
            Expr::Noforward => self.nowhere("noforward"),
            Expr::Wait(_) => self.nowhere("wait"),
            Expr::L2bm(l2bm) => {
                let text = l2bm.to_string();
                let word = text.split([' ', '@']).next().unwrap_or_default().to_owned();
                self.nowhere(word);
            }
            Expr::Down(down) => self.down(down),
            Expr::Up(up) => self.up(up),
            Expr::Mau(mau) => self.mau(mau),
            Expr::Mwrite(mwrite) => self.mwrite(mwrite),
            Expr::Mread(mread) => self.mread(mread, company),
            Expr::Alu(alu) => self.alu(alu),
        }
        if expr.flush().is_some() {
            self.nowhere("a zero flush");
        }
    }

    fn mau(&mut self, mau: &Mau) {
        let matrix = mau.matrix.is_some();
        self.code(Field::MauCalcEnable, "", "on");
        self.code(Field::MauPrecision, mau_context(mau.kind, matrix), letter(mau.precision));
        self.code(Field::MauMatrixVector, "", if matrix { "matrix" } else { "vector" });
        let [multiply, add] = skips(mau.kind);
        self.code(Field::MauSkipMultiply, "", multiply);
        self.code(Field::MauSkipAdd, "", add);
        if let Some(pair) = mau.pair {
            let code = if pair == Pair::Upper { "u" } else { "d" };
            self.code(Field::MauHalfOrMatrix2lw, if matrix { "matrix" } else { "vector" }, code);
        }
        if let Some(side) = mau.matrix {
            self.code(Field::MatrixSide, "calc", String::from(side.letter()));
        }
        if mau.shorten {
            self.nowhere("a shortened result");
        }
        let context = if matrix { "matrix" } else { "vector" };
        for (slot, input) in slots(mau.kind, matrix).iter().zip(&mau.inputs) {
            self.mau_input(*slot, input, context);
        }
        self.dests(&mau.dests, "mau");
    }

    fn mau_input(&mut self, slot: usize, input: &Input, context: &'static str) {
        let [source, negate, convert] = mau_slot(slot);
        self.input(source, input);
        if input.negate {
            self.code(negate, "", "minus");
        }
        self.convert(convert, input, context);
    }

    fn convert(&mut self, field: Field, input: &Input, context: &'static str) {
        match input.convert {
            None => {}
            Some(Convert::Shorten) => self.code(field, context, "r"),
            Some(Convert::Extend) => self.code(field, context, "e"),
        }
    }

    fn input(&mut self, field: Field, input: &Input) {
        self.code(field, "", source_code(&input.source));
        self.ports(account::input(0, input));
    }

    fn access(&mut self, port: &Port, access: &Access) {
        let Cycles::Stride { start, increment } = access.cycles else {
            self.nowhere("a list of addresses");
            return;
        };
        self.number(port.address, start.into());
        self.number(port.stride, (increment / access.width.words()).into());
        self.code(port.width, "", width_code(access.width));
        let modifiers = port.modifiers;
        match (access.modifier, modifiers) {
            (Modifier::None, _) => {}
            (Modifier::Within(k), Some(field)) => self.code(field, "", format!("j{k}")),
            (Modifier::Indirect, Some(field)) => self.code(field, "", "t"),
            (_, None) => self.nowhere("an address modifier of a GRF"),
        }
    }

    /// The ports of the PE memories that are accessed.
    fn ports<'a>(&mut self, entries: impl Iterator<Item = Entry<'a>>) {
        for Entry { way, extent, .. } in entries {
            if let Extent::Access(access) = extent {
                let port = match way {
                    Way::Read => reads(access.bank),
                    Way::Written => writes(access.bank),
                };
                self.access(&port, access);
            }
        }
    }

    /// What outputs write, and through which ports; `unit` is where it comes from.
    fn dests(&mut self, dests: &[Dest], unit: &'static str) {
        for dest in dests {
            let written = || account::dest(0, dest, Masking::OWN).filter(|e| e.way == Way::Written);
            for Entry { store, .. } in written() {
                match store {
                    Store::Bar(_) => self.nowhere("a base address register"),
                    Store::Mask => self.nowhere("a mask register as output"),
                    Store::Bank(bank) => self.write(Some(bank), dest, unit),
                    _ => self.write(None, dest, unit),
                }
            }
            self.ports(written());
        }
    }

    fn write(&mut self, bank: Option<Bank>, dest: &Dest, unit: &'static str) {
        let write = write(bank);
        self.code(write.enable, "", "on");
        self.code(write.source, "", unit);
        if let Some(mask) = &dest.mask {
            if mask.width == MaskWidth::Double {
                self.nowhere("a mask of 2LW");
            }
            self.code(Field::MaskEntry, "", mask_code(mask));
            self.code(write.mask, "", "on");
        }
    }

    fn mwrite(&mut self, mwrite: &Mwrite) {
        self.code(Field::MatrixWriteEnable, "", "on");
        self.code(Field::MauPrecision, "mwrite", letter(mwrite.precision));
        self.code(Field::MauHalfOrMatrix2lw, "mwrite", width_code(mwrite.to.width));
        self.code(Field::MatrixSide, "mwrite", String::from(mwrite.to.side.letter()));
        self.number(Field::MatrixRow, mwrite.to.index.into());
        self.mau_input(2, &mwrite.from, "mwrite");
    }

    /// Nothing but precision and row tells a read whose result no memory takes from no read, so it
    /// is told only alone or by its output.
    fn mread(&mut self, mread: &Mread, company: bool) {
        self.code(Field::MauPrecision, "mread", letter(mread.precision));
        self.code(Field::MatrixSide, "mread", String::from(mread.from.side.letter()));
        self.number(Field::MatrixRow, mread.from.index.into());
        if company {
            self.nowhere("a transposed read beside other expressions");
        }
        self.dests(&mread.dests, "mread");
    }

    fn alu(&mut self, alu: &Alu) {
        match &alu.form {
            AluForm::Zero => self.code(Field::AluOpcode, "", "zero"),
            AluForm::Msl => self.code(Field::AluOpcode, "", "msl"),
            AluForm::Msr => self.code(Field::AluOpcode, "", "msr"),
            AluForm::Imm { upper, value } => {
                self.code(Field::AluOpcode, "", "imm");
                if *upper {
                    self.code(Field::AluUnsigned, "imm", "upper");
                }
                self.list.push(Setting::Payload(value.word));
            }
            AluForm::Element { unsigned, precision, op, bits } => {
                self.code(Field::AluOpcode, "", alu_code(*op, precision.is_float()));
                self.code(Field::AluPrecision, "", letter(*precision));
                if *unsigned {
                    self.code(Field::AluUnsigned, "element", "u");
                }
                match (op, bits) {
                    (AluOp::Bfn, 0) => self.code(Field::AluIn2, "block", "bfn"),
                    (AluOp::Bfn, n) => self.code(Field::AluIn2, "block", format!("bfn/{n}")),
                    (AluOp::Bfe, n) => self.code(Field::AluIn2, "block", format!("bfe/{n}")),
                    _ => {}
                }
            }
        }
        let fields = [Field::AluIn1, Field::AluIn2];
        let converts = [Field::AluConvertIn1, Field::AluConvertIn2];
        for (input, (field, convert)) in alu.inputs.iter().zip(fields.into_iter().zip(converts)) {
            self.input(field, input);
            self.convert(convert, input, "");
        }
        self.dests(&alu.dests, "alu");
    }

    fn down(&mut self, down: &Down) {
        self.l1bm(&down.to_string(), false, down.from);
        self.dests(&down.dests, "l1bm");
    }

    fn up(&mut self, up: &Up) {
        self.l1bm(&up.to_string(), true, up.to);
        self.input(Field::L1bmPeOperand, &up.from);
        let wide = matches!(&up.from.source, Source::Memory(a) if a.width != Width::Long);
        let short = matches!(
            up.kind,
            UpKind::Reduce { shorten: true, .. } | UpKind::Reduce4 { shorten: true, .. }
        );
        if wide && !up.to.double && !short {
            self.nowhere("an operand of L1BM that is no long word");
        }
        if up.from.convert.is_some() {
            self.nowhere("e on an operand of L1BM");
        }
    }

    fn l1bm(&mut self, text: &str, up: bool, operand: L1bmOperand) {
        let word = text.split([' ', '/']).next().unwrap_or_default();
        self.code(Field::L1bmOpcode, "", l1bm_code(word, up, operand));
        if let L1bmPlace::At(address) = operand.place {
            self.number(Field::L1bmAddress, address.into());
        }
    }
}

/// The letter of a precision in codes.
fn letter(precision: Precision) -> String {
    String::from(precision.letter())
}
