//! Format M: memories, blocks, masks (E.3).

use super::super::field::{Condition, Direction, Size, Slot, Space, Strided};
use super::super::form::Form;
use super::super::operation::{Extend, Operation, Width};
use super::family::{Family, List, digit, nop};

pub(super) fn list(list: &mut List) {
    loads(list);
    stores(list);
    blocks(list);
    masks(list);
    list.push(nop(Slot::M, "nop.m"));
}

/// The section and the decisions of an access.
struct Access {
    space: Space,
    increment: bool,
    xmm: Option<Width>,
    load: bool,
}

impl Access {
    fn section(&self) -> &'static str {
        const SECTIONS: [[&str; 5]; 8] = [
            ["E.3 STLOCAL", "E.3 STPODALL", "E.3 STPODCOL", "E.3 STPODROW", "E.3 STSYS"],
            ["E.3 STLOCAL++", "E.3 STPODALL++", "E.3 STPODCOL++", "E.3 STPODROW++", "E.3 STSYS++"],
            ["E.3 LDLOCAL", "E.3 LDPODALL", "E.3 LDPODCOL", "E.3 LDPODROW", "E.3 LDSYS"],
            ["E.3 LDLOCAL++", "E.3 LDPODALL++", "E.3 LDPODCOL++", "E.3 LDPODROW++", "E.3 LDSYS++"],
            [
                "E.3 STXMMLOCAL",
                "E.3 STXMMPODALL",
                "E.3 STXMMPODCOL",
                "E.3 STXMMPODROW",
                "E.3 STXMMSYS",
            ],
            [
                "E.3 STXMMLOCAL++",
                "E.3 STXMMPODALL++",
                "E.3 STXMMPODCOL++",
                "E.3 STXMMPODROW++",
                "E.3 STXMMSYS++",
            ],
            [
                "E.3 LDXMMLOCAL",
                "E.3 LDXMMPODALL",
                "E.3 LDXMMPODCOL",
                "E.3 LDXMMPODROW",
                "E.3 LDXMMSYS",
            ],
            [
                "E.3 LDXMMLOCAL++",
                "E.3 LDXMMPODALL++",
                "E.3 LDXMMPODCOL++",
                "E.3 LDXMMPODROW++",
                "E.3 LDXMMSYS++",
            ],
        ];
        let row = usize::from(self.increment) + 2 * usize::from(self.load);
        SECTIONS[row + 4 * usize::from(self.xmm.is_some())][self.space as usize]
    }

    fn decisions(&self) -> Vec<&'static str> {
        let space: &[&str] = match self.space {
            Space::Local => &[],
            Space::Sys => &["POD-D52"],
            Space::PodAll | Space::PodCol | Space::PodRow => &["POD-D45", "POD-D47", "POD-D48"],
        };
        let mut decisions = Vec::new();
        decisions.extend((self.load && self.xmm.is_some()).then_some("POD-D44"));
        decisions.extend((self.xmm == Some(Width::Pack)).then_some("POD-D43"));
        decisions.extend(space);
        decisions.push("POD-D46");
        decisions.extend(if self.increment { &["POD-D27", "POD-D54"][..] } else { &["POD-D11"] });
        decisions
    }

    /// `ldxmm4++.scalar xmm1 = local[ r2 ], r3`
    fn form(&self, operation: Operation, mnemonic: String, op: u32, q: u32) -> Form {
        let space = self.space.name();
        let register = if self.xmm.is_some() { "xmm1" } else { "r1" };
        let (address, step) = match self.increment {
            true => (format!("{space}[ r2 ]"), ", r3"),
            false => (format!("{space}[ r2 + immed6 ]"), ""),
        };
        let operands = match self.load {
            true => format!("{register} = {address}{step}"),
            false => format!("{address} = {register}{step}"),
        };
        let code = [op + u32::from(self.increment), q, self.space as u32];
        let form = Family::new(self.section(), &[]).form(operation, mnemonic, operands, code);
        Form { decisions: self.decisions(), ..form }
    }
}

/// Spaces, without and with increment.
fn places() -> impl Iterator<Item = (Space, bool, &'static str)> {
    Space::ALL.into_iter().flat_map(|space| [(space, false, ""), (space, true, "++")])
}

/// Widths of an xmm access: infix and suffix of the mnemonic, and its code.
fn widths() -> impl Iterator<Item = (Width, String, &'static str, u32)> {
    let scalar =
        |size: Size| (Width::Scalar(size), digit(size).to_string(), "scalar", 8 + size.log2());
    Size::ALL.into_iter().map(scalar).chain([(Width::Pack, String::new(), "pack", 1)])
}

fn loads(list: &mut List) {
    for (space, increment, plus) in places() {
        let access = Access { space, increment, xmm: None, load: true };
        for size in Size::ALL {
            for (extend, suffix, q) in [(Extend::Zero, "zxt", 0), (Extend::Sign, "sxt", 4)] {
                let operation = Operation::Load(size, extend, space, increment);
                let mnemonic = format!("ld{}{plus}.{suffix}", digit(size));
                list.push(access.form(operation, mnemonic, 0x10, size.log2() + q));
            }
        }
    }
    for (space, increment, plus) in places() {
        for (width, infix, suffix, q) in widths() {
            let access = Access { space, increment, xmm: Some(width), load: true };
            let operation = Operation::LoadXmm(width, space, increment);
            list.push(access.form(operation, format!("ldxmm{infix}{plus}.{suffix}"), 0x20, q));
        }
    }
}

fn stores(list: &mut List) {
    for (space, increment, plus) in places() {
        let access = Access { space, increment, xmm: None, load: false };
        for size in Size::ALL {
            let operation = Operation::Store(size, space, increment);
            list.push(access.form(
                operation,
                format!("st{}{plus}", digit(size)),
                0x12,
                size.log2(),
            ));
        }
    }
    for (space, increment, plus) in places() {
        for (width, infix, suffix, q) in widths() {
            let access = Access { space, increment, xmm: Some(width), load: false };
            let operation = Operation::StoreXmm(width, space, increment);
            list.push(access.form(operation, format!("stxmm{infix}{plus}.{suffix}"), 0x22, q));
        }
    }
}

/// `strided local[ r1 ] = sys[ r2 ], r3`
fn block(left: &str, right: &str, strided: Strided) -> String {
    let word = |side| if strided == side { "strided " } else { "" };
    format!("{}{left}[ r1 ] = {}{right}[ r2 ], r3", word(Strided::Left), word(Strided::Right))
}

fn blocks(list: &mut List) {
    for (to_sys, left, right) in [(true, "sys", "local"), (false, "local", "sys")] {
        for strided in Strided::ALL {
            let q = [0, 4, 8][strided as usize] + u32::from(to_sys);
            let family = Family::new("E.3 COPYBLK", &["POD-D49", "POD-D52"]);
            let operation = Operation::CopyBlock { to_sys, strided };
            let form = family.form(operation, "copyblk", block(left, right, strided), [0x30, q, 0]);
            list.push(if strided == Strided::No { form } else { form.also("POD-D50") });
        }
    }
    for direction in Direction::ALL {
        for strided in Strided::ALL {
            let family = Family::new("E.3 XFERBLK", &["POD-D51"]);
            let operation = Operation::TransferBlock(direction, strided);
            let mnemonic = format!("xferblk.{}", direction.name());
            let code = [0x31, direction.code(), strided as u32];
            let form = family.form(operation, mnemonic, block("nn", "local", strided), code);
            list.push(if strided == Strided::No { form } else { form.also("POD-D50") });
        }
    }
}

fn masks(list: &mut List) {
    let family = Family::new("E.3 MOVAR", &["POD-D53"]);
    list.push(family.form(Operation::FromAr, "mov8", "r1 = ar2", [0x50, 0, 0]));
    list.push(family.form(Operation::ToAr, "mov8", "ar1 = r2", [0x51, 0, 0]));
    let family = Family::new("E.3 POPMASK", &["POD-D23", "POD-D24"]);
    list.push(family.form(Operation::PopMask, "popmask", "", [0x40, 0, 0]));
    for (or, name) in [(false, "and"), (true, "or")] {
        for condition in Condition::all() {
            let code = |op| [op, condition.code(), u32::from(or)];
            let end = condition.suffix();
            let push =
                Family::new("E.3 PUSHMASK", &["POD-D23", "POD-D24", "POD-D26"]).flags("reads");
            let operation = Operation::PushMask { or, condition };
            list.push(push.form(operation, format!("pushmask.{name}{end}"), "", code(0x41)));
            let set = Family::new("E.3 SETTOPMASK", &["POD-D23", "POD-D25", "POD-D26"]);
            let operation = Operation::SetTopMask { or, condition };
            let form = set.flags("reads").form(
                operation,
                format!("settopmask.{name}{end}"),
                "",
                code(0x42),
            );
            list.push(form);
        }
    }
}
