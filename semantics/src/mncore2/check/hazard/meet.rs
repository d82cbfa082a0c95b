//! Where a read comes too early for a write of one of the last steps.

use super::past::{Cycles, Past, Written};
use super::rule::{self, Kind, Needed, Rule, Same, between, of_bank, of_bar};
use crate::mncore2::check::stretch::{
    L1BM_WORDS, L2BM_WORDS, Stretch, Traffic, mv_reads_l2bm, shared,
};
use crate::mncore2::check::uses::{all_dests, all_inputs};
use crate::mncore2::isa::{
    Access, Bank, Dest, Expr, Input, Modifier, MvOp, MvTransfer, Source, Target, Width,
};

/// What reads: the second place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader<'a> {
    /// A whole expression, or an MV statement.
    Whole,
    /// An input.
    Input(&'a Input),
    /// An output, by its address.
    Dest(&'a Dest),
}

/// A read that comes too early.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clash<'a> {
    /// The rule.
    pub(super) rule: &'static Rule,
    /// Whether it is a warning only.
    pub(super) warning: bool,
    /// What lies between, counted as the rule does.
    pub(super) has: u32,
    /// The word or the L1B that both touch, where the rule asks for one.
    pub(super) place: u32,
    /// The number of the later step less that of the earlier one.
    pub(super) steps: u32,
    /// The write.
    pub(super) written: Written,
    /// The expression that reads.
    pub(super) expr: Option<usize>,
    /// And the operand in it.
    pub(super) reader: Reader<'a>,
}

impl Clash<'_> {
    /// How many `nop` are missing.
    pub(super) const fn nops(&self) -> u32 {
        self.rule.nops(self.has)
    }

    /// Whether it is the same rule and memory.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        std::ptr::eq(self.rule, other.rule) && self.warning == other.warning
    }

    /// Less for what is worse; among equals for the later write and the first read.
    pub(super) fn badness(&self) -> impl Ord + use<> {
        (std::cmp::Reverse(self.nops()), self.has, self.steps, self.expr)
    }
}

/// The least number of cycles between two meeting cycles of four each, where fewer than `needed` lie
/// between, and the place where they meet.
fn closest(steps: u32, needed: u32, meet: impl Fn(u32, u32) -> Option<u32>) -> Option<(u32, u32)> {
    let mut least: Option<(u32, u32)> = None;
    for first in 0..4 {
        for second in 0..4 {
            let between = 4 * steps + second - first - 1;
            if between >= least.map_or(needed, |(least, _)| least) {
                continue;
            }
            if let Some(place) = meet(first, second) {
                least = Some((between, place));
            }
        }
    }
    least
}

/// Whether bit `c` is there.
const fn on(cycles: u8, c: u32) -> bool {
    cycles >> c & 1 == 1
}

/// The words of an access in a cycle: the first and how many. Only general registers are asked for:
/// nothing is added to their addresses.
fn words(access: &Access, c: u32) -> (u32, u32) {
    let width = u32::from(access.width.words());
    let address = access.cycles.at(c as usize) % u32::from(access.bank.words());
    (address & !(width - 1), width)
}

/// A word that both have.
fn common(a: (u32, u32), b: (u32, u32)) -> Option<u32> {
    let first = a.0.max(b.0);
    (first < a.0 + a.1 && first < b.0 + b.1).then_some(first)
}

/// A word of a general register file that is written in one cycle and read in another.
fn register(write: &Access, cycles: Cycles, read: &Access, c1: u32, c2: u32) -> Option<u32> {
    let ((start, width), read) = (words(write, c1), words(read, c2));
    if write.width != Width::Double {
        return common((start, width), read).filter(|_| on(cycles.first, c1));
    }
    let first = common((start, 2), read).filter(|_| on(cycles.first, c1));
    first.or_else(|| common((start + 2, 2), read).filter(|_| on(cycles.second, c1)))
}

/// What a write of the PE means for a later read: the rule, what lies between, the place, and whether
/// it is a warning only.
type Met = (&'static Rule, u32, u32, bool);

fn keep(rule: &'static Rule, steps: u32, meet: impl Fn(u32, u32) -> Option<u32>) -> Option<Met> {
    match rule.needed {
        Needed::Steps(needed) => (steps <= needed).then_some((rule, steps - 1, 0, false)),
        Needed::Cycles(needed) => {
            let (has, place) = closest(steps, needed, meet)?;
            Some((rule, has, place, false))
        }
    }
}

/// Entry `c` of T, written in cycle `c` and read in cycle `c`.
fn t(cycles: u8, steps: u32) -> Option<Met> {
    keep(&rule::T, steps, |c1, c2| (c1 == c2 && on(cycles, c1)).then_some(c1))
}

/// A read of a memory behind a write of the PE.
fn read(target: &Target, cycles: Cycles, source: &Source, steps: u32) -> Option<Met> {
    match (target, source) {
        (Target::Memory(write), Source::Memory(read)) if write.bank == read.bank => {
            let rule = of_bank(write.bank);
            let met = keep(rule, steps, |c1, c2| register(write, cycles, read, c1, c2))?;
            // Steps are counted whatever the mask. A mask that leaves the 12 cycles which 3 steps
            // have is one that writes nothing at all: two steps have 8 (MN-D80).
            let nothing = cycles.first == 0 && (write.width != Width::Double || cycles.second == 0);
            let warning = write.bank.is_lm() && cycles.fixed && nothing;
            Some((met.0, met.1, met.2, warning))
        }
        (Target::T(_), Source::T(_)) => t(cycles.first | cycles.second, steps),
        (target, Source::Memory(access)) => address(target, cycles, access, steps),
        _ => None,
    }
}

/// An access, whose address may come from T and from the base address register, behind a write of the
/// PE. Of T the long word on the most significant side is an addend.
fn address(target: &Target, cycles: Cycles, access: &Access, steps: u32) -> Option<Met> {
    match target {
        Target::T(_) if access.modifier == Modifier::Indirect => t(cycles.first, steps),
        Target::Bar(bank, _) if *bank == access.bank && cycles.first != 0 => {
            keep(of_bar(*bank), steps, |_, _| None)
        }
        _ => None,
    }
}

/// The reads of a step behind an earlier one.
pub(super) fn step<'a>(
    past: &Past,
    steps: u32,
    exprs: &'a [Expr],
    found: &mut impl FnMut(Clash<'a>),
) {
    for (n, (dest, cycles)) in past.dests.iter().enumerate() {
        let written = Written::Dest(n);
        let mut tell = |met: Option<Met>, expr, reader| {
            if let Some((rule, has, place, warning)) = met {
                found(Clash { rule, warning, has, place, steps, written, expr, reader });
            }
        };
        for (i, input) in all_inputs(exprs) {
            let met = read(&dest.target, *cycles, &input.source, steps);
            tell(met, Some(i), Reader::Input(input));
        }
        if !moves(&dest.target) {
            continue;
        }
        for (i, output) in all_dests(exprs) {
            if let Target::Memory(access) = &output.target {
                let met = address(&dest.target, *cycles, access, steps);
                tell(met, Some(i), Reader::Dest(output));
            }
        }
    }
    for (n, (_, kind, traffic)) in past.transfers.iter().enumerate() {
        for (i, expr) in exprs.iter().enumerate() {
            let Some(second) = Kind::of(expr) else { continue };
            if let Some((rule, has, place, warning)) =
                transfer((*kind, traffic), (second, expr), steps)
            {
                let (written, expr, reader) = (Written::Transfer(n), Some(i), Reader::Whole);
                found(Clash { rule, warning, has, place, steps, written, expr, reader });
            }
        }
    }
}

/// Whether addresses depend on it.
const fn moves(target: &Target) -> bool {
    matches!(target, Target::T(_) | Target::Bar(Bank::Lm0 | Bank::Lm1, _))
}

/// A transfer behind another.
fn transfer(
    (first, write): (Kind, &Traffic),
    (second, expr): (Kind, &Expr),
    steps: u32,
) -> Option<Met> {
    let (same, rule) = between(first, second)?;
    if same == Same::Port {
        return keep(rule, steps, |_, _| None);
    }
    let read = match expr {
        Expr::L2bm(l2bm) => Traffic::of_l2bm(l2bm),
        Expr::Down(down) => Traffic::of_down(down),
        _ => return None,
    };
    let l1bs = write.l1bs_written & read.l1bs_read;
    if l1bs == 0 {
        return None;
    }
    if same == Same::L1b {
        let met = keep(rule, steps, |_, _| None)?;
        return Some((met.0, met.1, l1bs.trailing_zeros(), met.3));
    }
    let (write, read): (Stretch, Stretch) = (write.l1bm_written?, read.l1bm_read?);
    shared(write.whole(), read.whole(), L1BM_WORDS)?;
    keep(rule, steps, |c1, c2| write.meets(c1, read, c2, L1BM_WORDS))
}

/// An MV statement that reads L2BM behind a step; all transfers to L2BM write every L2BM.
pub(super) fn mv<'a>(past: &Past, steps: u32, mv: &MvTransfer, found: &mut impl FnMut(Clash<'a>)) {
    let Some(read) = mv_reads_l2bm(mv) else { return };
    let warning = matches!(mv.op, MvOp::R(_) | MvOp::R2(_) | MvOp::R4(_));
    for (n, (_, _, traffic)) in past.transfers.iter().enumerate() {
        let Some(write) = traffic.l2bm_written else { continue };
        let Some(place) = shared(write.whole(), read, L2BM_WORDS) else { continue };
        if let Some((rule, has, ..)) = keep(&rule::MV, steps, |_, _| None) {
            let (written, expr, reader) = (Written::Transfer(n), None, Reader::Whole);
            found(Clash { rule, warning, has, place, steps, written, expr, reader });
        }
    }
}
