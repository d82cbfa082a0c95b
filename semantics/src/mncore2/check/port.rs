//! The ports of the PE memories (s. 3.6.4).

use super::Violation;
use super::slot::same_region;
use crate::mncore2::account::{OperandRef, dests, inputs};
use crate::mncore2::isa::{AluForm, Bank, Dest, Expr, Input, Target};

/// The name of a memory in messages.
const fn name(bank: Bank) -> &'static str {
    match bank {
        Bank::Lm0 => "LM0",
        Bank::Lm1 => "LM1",
        Bank::Grf0 => "GRF0",
        Bank::Grf1 => "GRF1",
    }
}

/// The first read of each addressed memory.
fn first_reads(exprs: &[Expr]) -> [Option<(OperandRef, &Input)>; 4] {
    let mut first = [None; 4];
    for (i, input) in inputs(exprs) {
        if let Some(access) = input.source.access() {
            first[access.bank as usize].get_or_insert((i, input));
        }
    }
    first
}

/// All reads of a memory in a step go to the same addresses; T and forwarding have no addresses.
pub(super) fn reads(exprs: &[Expr], found: &mut Vec<Violation>) {
    let mut first = first_reads(exprs);
    for (i, input) in inputs(exprs) {
        let Some(access) = input.source.access() else { continue };
        let Some((j, other)) = first[access.bank as usize] else { continue };
        if other.source.access().is_some_and(|o| !same_region(o, access)) {
            let memory = name(access.bank);
            found.push(
                Violation::error(
                    "MN-E-READ-PORT",
                    "3.6.4",
                    [i.expr, j.expr],
                    format!(
                        "two different reads of {memory} in one step: {other} and {input}; {memory} \
                         has one read port"
                    ),
                )
                .at(i)
                .and(j)
                .help("copy one operand to another memory or T in an earlier step"),
            );
            // Once a memory.
            first[access.bank as usize] = None;
        }
    }
}

/// The write ports: GRF0, GRF1, LM0 and LM1 with their base address registers, T, mask registers.
const fn port(target: &Target) -> Option<(usize, &'static str)> {
    match target {
        Target::Memory(access) => Some((access.bank as usize, name(access.bank))),
        Target::Bar(bank, _) => Some((*bank as usize, name(*bank))),
        Target::T(_) => Some((4, "T")),
        Target::Mask(_) => Some((5, "the mask registers")),
        Target::Nowrite => None,
    }
}

/// Each memory is written once.
pub(super) fn writes(exprs: &[Expr], found: &mut Vec<Violation>) {
    let mut first: [Option<(OperandRef, &Dest)>; 6] = [None; 6];
    let mut told = [false; 6];
    for (i, dest) in dests(exprs) {
        let Some((p, memory)) = port(&dest.target) else { continue };
        match first[p] {
            None => first[p] = Some((i, dest)),
            // Once a memory.
            Some(_) if std::mem::replace(&mut told[p], true) => {}
            Some((j, other)) => found.push(
                Violation::error(
                    "MN-E-WRITE-PORT",
                    "3.6.4",
                    [i.expr, j.expr],
                    format!("two writes of {memory} in one step: {other} and {dest}"),
                )
                .at(i)
                .and(j)
                .help("write one of them to another memory, or in another step"),
            ),
        }
    }
}

/// A local memory is read and written at the same addresses.
pub(super) fn local_memories(exprs: &[Expr], found: &mut Vec<Violation>) {
    let first = first_reads(exprs);
    for (i, dest) in dests(exprs) {
        let Some(written) = dest.target.access().filter(|a| a.bank.is_lm()) else { continue };
        let Some((j, input)) = first[written.bank as usize] else { continue };
        if input.source.access().is_some_and(|read| !same_region(read, written)) {
            let memory = name(written.bank);
            found.push(
                Violation::error(
                    "MN-E-LM-RW",
                    "3.6.4",
                    [i.expr, j.expr],
                    format!(
                        "{memory} is read at {input} and written at {dest} in one step; it can do \
                         both only at the same addresses in every cycle"
                    ),
                )
                .at(i)
                .and(j)
                .help("write to another memory, or in another step"),
            );
        }
    }
}

/// `imm` and `immu` use the way to LM0 (s. 3.6.12.3).
pub(super) fn immediate(exprs: &[Expr], found: &mut Vec<Violation>) {
    let imm = |e: &Expr| matches!(e, Expr::Alu(alu) if matches!(alu.form, AluForm::Imm { .. }));
    let Some(i) = exprs.iter().position(imm) else { return };
    let read = inputs(exprs)
        .find(|(_, x)| x.source.access().is_some_and(|a| a.bank == Bank::Lm0))
        .map(|(j, x)| (j, x.to_string()));
    let written =
        || dests(exprs).find(|(_, x)| touches_lm0(&x.target)).map(|(j, x)| (j, x.to_string()));
    if let Some((j, operand)) = read.or_else(written) {
        found.push(
            Violation::error(
                "MN-E-IMM-LM0",
                "3.6.12.3",
                [i, j.expr],
                format!("an immediate in a step that accesses LM0 ({operand})"),
            )
            .at(j)
            .help("use another memory than LM0, or put the immediate into the step before"),
        );
    }
}

fn touches_lm0(target: &Target) -> bool {
    match target {
        Target::Memory(access) => access.bank == Bank::Lm0,
        Target::Bar(bank, _) => *bank == Bank::Lm0,
        Target::T(_) | Target::Mask(_) | Target::Nowrite => false,
    }
}
