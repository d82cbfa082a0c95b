//! The lints that follow results from where they are written to where they are read or overwritten:
//! `MN-W-DEAD`, `MN-W-BLOCK`, and `MN-W-NO-V` for inputs.

use super::block::{self, Output};
use super::ledger::{self, Key, Kind, Ledger, Record};
use super::no_v::{strides, takes_stride};
use super::touch::{self, Bars, Gate, Operand, Place, Touch};
use super::{element, outside};
use crate::mncore2::Store;
use crate::mncore2::account::{self, Masking, OperandRef, Role, Unit, Way, holds};
use crate::mncore2::check::place::{Here, Spot};
use crate::mncore2::check::{Lint, Rules, Violation};
use crate::mncore2::isa::{Access, Expr, Input, MaskSetting, Modifier, Statement, Step};

/// Expressions that a step can have: one a group (table 3.6).
const EXPRS: usize = 11;
/// The most findings that wait for the end of the program.
const MOST_LATE: usize = 1000;

/// The books and what is in the forwarding and turnaround registers.
#[derive(Clone, Debug)]
pub(super) struct Results {
    rules: Rules,
    ledger: Ledger,
    forwards: [Output; 4],
    forwarded: [ledger::Results; 4],
    turnaround: ledger::Results,
    late: Vec<(u32, Violation)>,
}

impl Results {
    pub(super) fn new(rules: Rules) -> Self {
        Self {
            rules,
            ledger: Ledger::new(),
            forwards: [Output::default(); 4],
            forwarded: [ledger::Results::default(); 4],
            turnaround: ledger::Results::default(),
            late: Vec::new(),
        }
    }

    pub(super) fn step(
        &mut self,
        here: Here<'_>,
        step: &Step,
        setting: &MaskSetting,
        bars: Bars,
        found: &mut Vec<Violation>,
    ) {
        self.ledger.tick();
        let mut kinds = [Kind::Unknown; EXPRS];
        if self.rules.has(Lint::Block) {
            let moved = |access: &Access| bars.unknown(access);
            block::products(&self.ledger, &self.forwards, step, moved, found);
            for (kind, expr) in kinds.iter_mut().zip(&step.exprs) {
                *kind = block::made(&self.ledger, &self.forwards, expr, moved);
            }
        }
        self.reads(here.line, step, setting, bars);
        let mut written = [ledger::Results::default(); EXPRS];
        touch::writes(step, Some(setting), bars, &mut |touch| {
            let expr = &step.exprs[touch.expr];
            let kind = kinds.get(touch.expr).copied().unwrap_or_default();
            let spot = here.operand(touch.at);
            let record = record(spot, step, expr, setting, &touch, kind);
            let key = self.write(&touch, Some(record), Some(touch.expr), found);
            if let (Some(key), Some(keys)) = (key, written.get_mut(touch.expr)) {
                keys.push(key);
            }
        });
        if !holds(&step.exprs) {
            self.put_out(here, step, &kinds, &written);
        }
    }

    fn reads(&mut self, line: u32, step: &Step, setting: &MaskSetting, bars: Bars) {
        touch::reads(step, setting, bars, element::used, &mut |touch| {
            let flat = match touch.operand {
                Operand::Input(input) if alone(&step.exprs[touch.expr], &input) => {
                    Some((line, input))
                }
                _ => None,
            };
            self.ledger.read(&touch.place, flat);
        });
        let entries = step.exprs.iter().flat_map(|e| account::of(e, Masking::OWN));
        for entry in entries.filter(|entry| entry.way == Way::Read) {
            match entry.store {
                Store::Forward(unit) => self.ledger.read_results(&self.forwarded[unit as usize]),
                Store::Turnaround => self.ledger.read_results(&self.turnaround),
                _ => {}
            }
        }
    }

    /// The forwarding and turnaround registers behind a step.
    fn put_out(
        &mut self,
        here: Here<'_>,
        step: &Step,
        kinds: &[Kind; EXPRS],
        written: &[ledger::Results; EXPRS],
    ) {
        for (((i, expr), kind), keys) in step.exprs.iter().enumerate().zip(kinds).zip(written) {
            if let Some(unit) = Unit::of(expr).and_then(Unit::forward) {
                let unit = unit as usize;
                let first = here.operand(Some(OperandRef::new(i, Role::Dest, 0)));
                let made = expr.dests().first().map(|dest| (first, *dest));
                self.forwards[unit] = Output { kind: *kind, made };
                self.forwarded[unit] = *keys;
            }
            if let Expr::Up(_) = expr {
                self.turnaround = *keys;
            }
        }
    }

    /// A write; what it ends unread is dead.
    fn write(
        &mut self,
        touch: &Touch,
        record: Option<Record>,
        expr: Option<usize>,
        found: &mut Vec<Violation>,
    ) -> Option<Key> {
        let cells = match touch.place {
            Place::Cells(cells) if touch.whole => cells,
            place => {
                self.ledger.mix(&place);
                return None;
            }
        };
        let Self { rules, ledger, late, .. } = self;
        ledger.write(&cells, record, &mut |old| {
            if !old.read && rules.has(Lint::Dead) {
                found.push(dead(old, touch, expr));
            }
            forgotten(*rules, old, late);
        })
    }

    pub(super) fn outside(
        &mut self,
        here: Here<'_>,
        statement: &Statement,
        found: &mut Vec<Violation>,
    ) {
        self.ledger.tick();
        outside::reads(statement, &mut |touch| self.ledger.read(&touch.place, None));
        outside::writes(statement, &mut |touch| {
            let by_mv = matches!(touch.operand, Operand::Mv(_));
            let record = Record::new(here.operand(touch.at), touch.operand, Kind::Unknown, None);
            self.write(&touch, by_mv.then_some(record), None, found);
        });
    }

    pub(super) fn finish(&mut self, found: &mut Vec<(u32, Violation)>) {
        let Self { rules, ledger, late, .. } = self;
        ledger.left().for_each(|record| forgotten(*rules, record, late));
        late.sort_by_key(|(line, _)| *line);
        found.append(late);
    }
}

/// What is to be remembered of a write.
fn record(
    spot: Spot,
    step: &Step,
    expr: &Expr,
    setting: &MaskSetting,
    touch: &Touch,
    kind: Kind,
) -> Record {
    let Operand::Dest(dest) = touch.operand else {
        return Record::new(spot, touch.operand, kind, None);
    };
    let four = dest.target.access().filter(|a| strides(a)).is_some()
        && takes_stride(expr)
        && Gate::of(&dest, Masking::of(&step.exprs, setting)).is_none();
    let vector = match touch.place {
        Place::Cells(cells) if four => Some(cells.first() as u16),
        _ => None,
    };
    Record::new(spot, touch.operand, kind.in_dest(&dest), vector)
}

/// Whether an input reads one address while other operands of its expression stride.
fn alone(expr: &Expr, input: &Input) -> bool {
    let flat = input.source.access().is_some_and(|a| a.modifier == Modifier::None && !strides(a));
    let others = || {
        let inputs = expr.inputs().iter().filter_map(|x| x.source.access());
        inputs.chain(expr.dests().iter().filter_map(|x| x.target.access())).any(strides)
    };
    flat && (matches!(expr, Expr::Up(_) | Expr::Mwrite(_)) || others())
}

fn dead(old: &Record, touch: &Touch, expr: Option<usize>) -> Violation {
    let (operand, line) = (old.operand, old.spot.line);
    let message = format!(
        "{} overwrites all that {operand} of line {line} wrote, and nothing has read it",
        touch.operand
    );
    let exprs: Vec<usize> = expr.into_iter().collect();
    let violation = Violation::warning("MN-W-DEAD", "3.6.1", exprs, message).help(
        "write to another address, or leave the first result out ($nowrite forwards it only)",
    );
    let violation = violation.since(old.spot, operand);
    Violation { operand: touch.at.filter(|_| expr.is_some()), ..violation }
}

/// A vector of which only the first word was read, without `v`.
fn forgotten(rules: Rules, old: &Record, late: &mut Vec<(u32, Violation)>) {
    let Some((line, input)) = old.forgotten().filter(|_| rules.has(Lint::NoV)) else { return };
    if late.len() == MOST_LATE {
        return;
    }
    let message = format!(
        "{input} is read in four cycles at one address while the other operands stride; nothing \
         ever reads the other words that {} of line {} wrote",
        old.operand, old.spot.line
    );
    let violation = Violation::warning("MN-W-NO-V", "3.6.1.6", Vec::new(), message)
        .since(old.spot, old.operand)
        .help("write v behind the address, or write one word only where one is meant");
    late.push((line, violation));
}
