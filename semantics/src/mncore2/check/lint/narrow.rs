//! Operands narrower than their operation, and results wider than their destination.

use super::element::{self, Elements, Port};
use crate::mncore2::account::{OperandRef, Role, inputs};
use crate::mncore2::check::Violation;
use crate::mncore2::check::slot::same_region;
use crate::mncore2::isa::{Access, Cycles, Dest, Expr, Input, Source, Step, Target, Up, Width};

/// `MN-W-NARROW` (MN-D88): as many elements of each input as the destination takes results. So single
/// words may go through operations on single words, as `iadd $r0v $s0v $r8v`.
pub(super) fn narrow(step: &Step, found: &mut Vec<Violation>) {
    for (place, input) in inputs(&step.exprs) {
        let expr = &step.exprs[place.expr];
        let (Some(access), Some(Port { elements, each })) =
            (input.source.access(), element::port(expr, place.number))
        else {
            continue;
        };
        let wanted = match expr {
            // Single words may be written too (s. 3.6.10.2).
            Expr::Mwrite(write) if write.precision.bits() == 32 => 1,
            _ if each => element::kept(expr).unwrap_or(1).min(elements.count),
            _ => elements.count,
        };
        let (has, needs) = (element::bits(access.width), wanted * elements.bits);
        if has < needs {
            let by_dest = each && elements.bits <= has && element::widest(expr).is_some();
            found.push(too_narrow(place, input, access, needs, by_dest));
        }
    }
}

fn too_narrow(
    place: OperandRef,
    input: &Input,
    access: &Access,
    needs: u32,
    by_dest: bool,
) -> Violation {
    let has = element::bits(access.width);
    let by = if by_dest { "operation and its destination take" } else { "operation takes" };
    let message =
        format!("{input} gives {has} bits a cycle where the {by} {needs}; the rest is zero");
    let mut right = *input;
    right.source = Source::Memory(widened(access, needs));
    let help = match by_dest {
        true => format!("read {needs} bits, as {right}, or write a destination as wide as {input}"),
        false => format!("read {needs} bits, as {right}"),
    };
    Violation::warning("MN-W-NARROW", "3.6.1.6", [place.expr], message).at(place).help(help)
}

/// The access at the width of so many bits, from an aligned address on; a bare `v` stays one.
fn widened(access: &Access, needs: u32) -> Access {
    let width = match needs {
        0..=32 => Width::Single,
        33..=64 => Width::Long,
        _ => Width::Double,
    };
    let unit = width.words();
    let cycles = match access.cycles {
        Cycles::Stride { start, increment } => {
            let bare = increment == access.width.words();
            let increment = if bare { unit } else { increment.next_multiple_of(unit) };
            Cycles::Stride { start: start & !(unit - 1), increment }
        }
        Cycles::Flat(list) => Cycles::Flat(list.map(|a| a & !(unit - 1))),
    };
    Access { width, cycles, ..*access }
}

/// `MN-W-DROP`: results of two long words in narrower destinations only (MN-D87), and a source of two
/// long words on the way of one to L1BM.
pub(super) fn drop(step: &Step, found: &mut Vec<Violation>) {
    for (i, expr) in step.exprs.iter().enumerate() {
        match expr {
            Expr::Mau(_) | Expr::Mread(_) => result(i, expr, found),
            Expr::Up(up) => source(i, up, step, found),
            _ => {}
        }
    }
}

/// How many results the inputs of a PE can make; operands that are not memory always have all.
fn fed(expr: &Expr, count: u32) -> u32 {
    let of = |(n, input): (usize, &Input)| {
        let port = element::port(expr, n).filter(|p| p.each)?;
        let access = input.source.access()?;
        Some((element::bits(access.width) / port.elements.bits).min(count))
    };
    let each = expr.inputs().iter().enumerate();
    each.map(|input| of(input).unwrap_or(count)).max().unwrap_or(count)
}

fn result(i: usize, expr: &Expr, found: &mut Vec<Violation>) {
    let Some(Elements { bits, count }) = element::output(expr) else { return };
    let made = fed(expr, count);
    if bits * count <= 64 || keeps_all(expr) {
        return;
    }
    let in_memory = |(_, d): &(usize, &Dest)| matches!(d.target, Target::Memory(_));
    let Some((n, dest)) = expr.dests().iter().enumerate().find(in_memory) else {
        return;
    };
    let Some(kept) = element::widest(expr).map(|w| element::bits(w) / bits) else { return };
    if kept >= made {
        return;
    }
    let message = format!(
        "{dest} takes {kept} of the {made} results of {bits} bits that a PE makes each cycle; the \
         others are lost"
    );
    let help = match expr {
        Expr::Mau(_) => "write an ll destination, or add r to the opcode to shorten the results",
        _ => "write an ll destination",
    };
    let section = if matches!(expr, Expr::Mau(_)) { "3.6.9.25" } else { "3.6.11.3" };
    let place = OperandRef::new(i, Role::Dest, n);
    found.push(Violation::warning("MN-W-DROP", section, [i], message).at(place).help(help));
}

/// Whether T or an `ll` destination takes all of the path.
fn keeps_all(expr: &Expr) -> bool {
    expr.dests().iter().any(|d| match &d.target {
        Target::Memory(access) => access.width == Width::Double,
        Target::T(_) => true,
        _ => false,
    })
}

fn source(i: usize, up: &Up, step: &Step, found: &mut Vec<Violation>) {
    let Some(access) = up.from.source.access() else { return };
    let one = !up.to.double && !element::shortens(up.kind) && up.from.convert.is_none();
    // One read port: another expression may want both long words (s. 3.7.2).
    let shares = |(j, e): (usize, &Expr)| {
        j != i
            && e.inputs().iter().filter_map(|x| x.source.access()).any(|a| same_region(a, access))
    };
    if !one || access.width != Width::Double || step.exprs.iter().enumerate().any(shares) {
        return;
    }
    let message = format!(
        "{} takes one long word of each PE and cycle; the second one of {} is lost",
        up.to, up.from
    );
    let place = OperandRef::new(i, Role::Input, 0);
    let help = "write $llb, where the operation has it, or read one long word";
    found.push(Violation::warning("MN-W-DROP", "3.6.8.3", [i], message).at(place).help(help));
}
