//! A step as settings of fields: which field says what, by name. The table turns names into bits,
//! and this is where the structure of statements meets the structure of the word.

mod step;

use super::field::Field;
use crate::mncore2::isa::{
    AluOp, Bank, Constant, Forward, L1bmOperand, L1bmPlace, Mask, MauKind, Source, Width,
};
use std::borrow::Cow;

/// What a statement wants of the word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::mncore2) enum Setting {
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
pub(in crate::mncore2) struct Settings {
    pub(in crate::mncore2) list: Vec<Setting>,
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

/// The sources that have a name in codes, beside the memories.
pub(super) fn source_of(code: &str) -> Option<Source> {
    let forward = Forward::ALL.into_iter().find(|f| f.name() == code).map(Source::Forward);
    let constant = || Constant::ALL.into_iter().find(|c| c.name() == code).map(Source::Constant);
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
