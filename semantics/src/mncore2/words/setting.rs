//! A step as settings of fields: which field says what, by name. The table turns names into bits,
//! and this is where the structure of statements meets the structure of the word.

use super::field::Field;
use crate::mncore2::isa::{
    Access, Alu, AluForm, AluOp, Bank, Constant, Convert, Cycles, Dest, Expr, Forward, Input,
    L1bmPlace, Mask, MaskWidth, Mau, MauKind, Modifier, Mread, Mwrite, Pair, Source, Step, Target,
    Up, UpKind, Width,
};
use crate::mncore2::isa::{Down, L1bmOperand};
use std::borrow::Cow;

/// What a statement wants of the word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// A field has a value with a name.
    Code(Field, &'static str, Cow<'static, str>),
    /// A field is a number.
    Number(Field, u32),
    /// A field carries bits of an immediate.
    Payload(u32),
    /// No field is known for this.
    Nowhere(Cow<'static, str>),
}

/// The settings of a step, as it stands.
pub(super) struct Settings {
    pub(super) list: Vec<Setting>,
}

/// The fields of a port of a PE memory.
pub(super) struct Port {
    pub(super) address: Field,
    pub(super) stride: Field,
    pub(super) width: Field,
    pub(super) modifiers: Option<Field>,
}

/// The read port of a memory.
pub(super) const fn reads(bank: Bank) -> Port {
    match bank {
        Bank::Grf0 => Port {
            address: Field::Grf0ReadAddress,
            stride: Field::Grf0ReadStride,
            width: Field::Grf0ReadWidth,
            modifiers: None,
        },
        Bank::Grf1 => Port {
            address: Field::Grf1ReadAddress,
            stride: Field::Grf1ReadStride,
            width: Field::Grf1ReadWidth,
            modifiers: None,
        },
        Bank::Lm0 => Port {
            address: Field::Lm0Address,
            stride: Field::Lm0Stride,
            width: Field::Lm0Width,
            modifiers: Some(Field::Lm0AddressModifiers),
        },
        Bank::Lm1 => Port {
            address: Field::Lm1Address,
            stride: Field::Lm1Stride,
            width: Field::Lm1Width,
            modifiers: Some(Field::Lm1AddressModifiers),
        },
    }
}

/// The write port of a memory; the local memories have one port for both.
pub(super) const fn writes(bank: Bank) -> Port {
    match bank {
        Bank::Grf0 => Port {
            address: Field::Grf0WriteAddress,
            stride: Field::Grf0WriteStride,
            width: Field::Grf0WriteWidth,
            modifiers: None,
        },
        Bank::Grf1 => Port {
            address: Field::Grf1WriteAddress,
            stride: Field::Grf1WriteStride,
            width: Field::Grf1WriteWidth,
            modifiers: None,
        },
        Bank::Lm0 | Bank::Lm1 => reads(bank),
    }
}

/// A write of the word: enable, source, mask enable.
pub(super) struct Write {
    pub(super) enable: Field,
    pub(super) source: Field,
    pub(super) mask: Field,
}

/// The write fields of a memory; of T without one.
pub(super) const fn write(bank: Option<Bank>) -> Write {
    match bank {
        None => Write {
            enable: Field::TWriteEnable,
            source: Field::TWriteSource,
            mask: Field::MaskEnableT,
        },
        Some(Bank::Grf0) => Write {
            enable: Field::Grf0WriteEnable,
            source: Field::Grf0WriteSource,
            mask: Field::MaskEnableGrf0,
        },
        Some(Bank::Grf1) => Write {
            enable: Field::Grf1WriteEnable,
            source: Field::Grf1WriteSource,
            mask: Field::MaskEnableGrf1,
        },
        Some(Bank::Lm0) => Write {
            enable: Field::Lm0WriteEnable,
            source: Field::Lm0WriteSource,
            mask: Field::MaskEnableLm0,
        },
        Some(Bank::Lm1) => Write {
            enable: Field::Lm1WriteEnable,
            source: Field::Lm1WriteSource,
            mask: Field::MaskEnableLm1,
        },
    }
}

/// The fields of an input of the MAU, by its slot from 1.
pub(super) const fn mau_slot(slot: usize) -> [Field; 3] {
    match slot {
        1 => [Field::MauIn1, Field::MauNegateIn1, Field::MauConvertIn1],
        2 => [Field::MauIn2, Field::MauNegateIn2, Field::MauConvertIn2],
        _ => [Field::MauIn3, Field::MauNegateIn3, Field::MauConvertIn3],
    }
}

/// Which slots the inputs of a MAU operation take.
pub(super) const fn slots(kind: MauKind, matrix: bool) -> &'static [usize] {
    match (kind, matrix) {
        (MauKind::Fma, false) => &[1, 2, 3],
        (MauKind::Mul, false) => &[1, 2],
        (MauKind::Fma, true) | (MauKind::Add, _) => &[1, 3],
        (MauKind::Mul, true) | (MauKind::Passa, _) => &[1],
    }
}

/// The context of the precision of a MAU operation.
pub(super) const fn mau_context(kind: MauKind, matrix: bool) -> &'static str {
    match (kind, matrix) {
        (_, false) => "vector",
        (MauKind::Mul, true) => "matrix mul",
        (_, true) => "matrix fma",
    }
}

/// Whether the two multiply-add stages are left out: the multiplier, the adder.
pub(super) const fn skips(kind: MauKind) -> [&'static str; 2] {
    match kind {
        MauKind::Fma => ["keep", "keep"],
        MauKind::Mul => ["keep", "skip"],
        MauKind::Add => ["skip", "keep"],
        MauKind::Passa => ["skip", "skip"],
    }
}

/// The name of a memory in codes.
pub(super) const fn bank_code(bank: Bank) -> &'static str {
    match bank {
        Bank::Lm0 => "lm0",
        Bank::Lm1 => "lm1",
        Bank::Grf0 => "grf0",
        Bank::Grf1 => "grf1",
    }
}

/// The name of an access width in codes.
pub(super) const fn width_code(width: Width) -> &'static str {
    match width {
        Width::Single => "single",
        Width::Long => "long",
        Width::Double => "double",
    }
}

fn source_code(source: &Source) -> &'static str {
    match source {
        Source::Memory(access) => bank_code(access.bank),
        Source::T(_) => "t",
        Source::Forward(forward) => forward.name(),
        Source::Constant(constant) => constant.name(),
    }
}

/// The sources that have a name in codes, beside the memories.
pub(super) fn source_of(code: &str) -> Option<Source> {
    const FORWARDS: [Forward; 4] = [Forward::Mau, Forward::Alu, Forward::Mread, Forward::L1bm];
    const CONSTANTS: [Constant; 6] = [
        Constant::L2bid,
        Constant::L1bid,
        Constant::Mabid,
        Constant::Peid,
        Constant::Subpeid,
        Constant::Msb1,
    ];
    let forward = FORWARDS.into_iter().find(|f| f.name() == code).map(Source::Forward);
    let constant = || CONSTANTS.into_iter().find(|c| c.name() == code).map(Source::Constant);
    let t = || (code == "t").then_some(Source::T(Width::Long));
    forward.or_else(constant).or_else(t)
}

/// The name of a mask in codes; the word length is not in it.
pub(super) fn mask_code(mask: &Mask) -> String {
    match mask.entry {
        entry @ 0..16 => format!("imr{entry}"),
        entry => format!("{:04b}", entry & 15),
    }
}

/// The code of an operation on elements. Integers and floating-point numbers compare differently,
/// so `max` and `min` are two operations each.
pub(super) fn alu_code(op: AluOp, float: bool) -> Cow<'static, str> {
    let name = super::name_of(op);
    match op {
        AluOp::Max | AluOp::Min if float => format!("{name} float").into(),
        AluOp::Max | AluOp::Min => format!("{name} integer").into(),
        _ => name.into(),
    }
}

/// How an expression between L1BM and PEs is named in codes: its opcode, its direction where the
/// opcode has both, its rate, the turnaround register.
pub(super) fn l1bm_code(word: &str, up: bool, operand: L1bmOperand) -> String {
    let both = word.starts_with("l1bmd");
    let way = if !both {
        ""
    } else if up {
        " up"
    } else {
        " down"
    };
    let rate = if operand.double { " 2lw" } else { "" };
    let place = if operand.place == L1bmPlace::Turnaround { " turnaround" } else { "" };
    format!("{word}{way}{rate}{place}")
}

impl Settings {
    /// What a step wants, in the order of its expressions, opcodes first.
    pub(super) fn of(step: &Step) -> Self {
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
        if let Source::Memory(access) = &input.source {
            self.access(&reads(access.bank), access);
        }
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

    fn dests(&mut self, dests: &[Dest], unit: &'static str) {
        for dest in dests {
            match &dest.target {
                Target::Nowrite => {}
                Target::Bar(..) => self.nowhere("a base address register"),
                Target::Mask(_) => self.nowhere("a mask register as output"),
                Target::T(_) => self.write(None, dest, unit),
                Target::Memory(access) => {
                    self.write(Some(access.bank), dest, unit);
                    self.access(&writes(access.bank), access);
                }
            }
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
fn letter(precision: crate::mncore2::isa::Precision) -> String {
    String::from(precision.letter())
}
