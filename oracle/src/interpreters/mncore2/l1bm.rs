//! Transfers between an L1BM and the PEs below it (s. 3.6.8).

use super::machine::Machine;
use super::number::{Options, Path, element, join, reduce, reduce_long};
use super::operand::At;
use super::output::{Effect, Output, Rules};
use super::{Stop, illegal};
use semantics::mncore2::isa::{
    Convert, Down, DownKind, Forward, Input, L1bmOperand, L1bmPlace, Precision, Rrn, RrnOp, Up,
    UpKind,
};

/// Long words of an L1BM that a cycle transfers, but for `l1bmp`: for one MAB, four, or all.
fn rate(mabs: u32, double: bool) -> u32 {
    4 * mabs * if double { 2 } else { 1 }
}

/// Where among the long words of a cycle the `part`-th one of a PE lies (s. 3.6.8.1): `outer` counts
/// MABs or groups of them.
fn place(outer: usize, double: bool, part: usize, pe: usize) -> usize {
    if double { 8 * outer + 4 * part + pe } else { 4 * outer + pe }
}

impl Machine {
    pub(super) fn down(
        &self,
        down: &Down,
        rules: Rules,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Stop> {
        let output = Output { unit: Forward::L1bm, flush: down.flush.as_ref(), dests: &down.dests };
        for &mab in self.mabs.keys() {
            for cycle in 0..4 {
                for at in At::pes(mab, cycle) {
                    let mut value = [0; 2];
                    let parts = if down.from.double { 2 } else { 1 };
                    for (part, word) in value.iter_mut().enumerate().take(parts) {
                        *word = self.down_word(down.kind, down.from, at, part)?;
                    }
                    self.output(at, &output, rules, (value, None), effects)?;
                }
            }
        }
        Ok(())
    }

    /// What a PE gets in a cycle.
    fn down_word(
        &self,
        kind: DownKind,
        from: L1bmOperand,
        at: At,
        part: usize,
    ) -> Result<u64, Stop> {
        let (l1b, mab) = ((at.mab / 16) as u8, usize::from(at.mab % 16));
        let (outer, mabs) = match kind {
            DownKind::Pe => {
                return match from.place {
                    L1bmPlace::At(address) => {
                        self.l1bm_word(l1b, u32::from(address) + (at.cycle + 4 * part) as u32)
                    }
                    L1bmPlace::Turnaround => illegal("l1bmp from the turnaround register"),
                };
            }
            DownKind::Mab => (0, 1),
            DownKind::Mab4 => (mab / 4, 4),
            DownKind::Distribute(_) if from.double => return illegal("l1bmd of double long words"),
            // To MAB m + k goes what lies at m.
            DownKind::Distribute(k) => ((mab + 16 - usize::from(k % 16)) % 16, 16),
        };
        let index = place(outer, from.double, part, at.pe);
        match from.place {
            L1bmPlace::At(address) => {
                let cycle = rate(mabs, from.double) * at.cycle as u32;
                self.l1bm_word(l1b, u32::from(address) + cycle + index as u32)
            }
            L1bmPlace::Turnaround => {
                Ok(self.l1b(l1b)?.turnaround[at.cycle].get(index).copied().unwrap_or(0))
            }
        }
    }

    pub(super) fn up(&self, up: &Up, rules: Rules, effects: &mut Vec<Effect>) -> Result<(), Stop> {
        for &l1b in self.l1bs.keys() {
            for cycle in 0..4 {
                let sent = self.sent(up, l1b, cycle)?;
                if let L1bmPlace::At(address) = up.to.place {
                    for (i, &value) in sent.iter().enumerate() {
                        // Only the gather rotates, and only in the L1BM (s. 3.6.8.21).
                        let place = match up.kind {
                            UpKind::Gather(k) => (i + 4 * usize::from(k % 16)) % 64,
                            _ => i,
                        };
                        let address = u32::from(address) + (sent.len() * cycle + place) as u32;
                        effects.push(Effect::L1bm { l1b, address, value });
                    }
                }
                if !rules.keeps_forwards {
                    effects.push(Effect::Turnaround { l1b, cycle, sent });
                }
            }
        }
        Ok(())
    }

    /// What the PEs of an L1B send in a cycle, in the order of the L1BM without rotation.
    fn sent(&self, up: &Up, l1b: u8, cycle: usize) -> Result<Vec<u64>, Stop> {
        let double = up.to.double;
        if let UpKind::Reduce { rrn, shorten } | UpKind::Reduce4 { rrn, shorten } = up.kind {
            let mabs = if matches!(up.kind, UpKind::Reduce { .. }) { 16 } else { 4 };
            let reduction = Reduction::new(rrn, shorten, &up.from, double, mabs)?;
            return self.reduced(&reduction, &up.from, l1b, cycle);
        }
        if up.from.convert.is_some() || up.from.negate {
            return illegal("a conversion in a transfer without reduction");
        }
        let mabs: Vec<usize> = match up.kind {
            UpKind::Mab(m) => vec![m.into()],
            UpKind::Mab4(k) => (0..4).map(|outer| 4 * outer + usize::from(k)).collect(),
            _ if double => return illegal("l1bmd of double long words"),
            _ => (0..16).collect(),
        };
        if mabs.iter().any(|&m| m > 15) {
            return illegal("a MAB beyond the last");
        }
        let mut sent = vec![0; rate(mabs.len() as u32, double) as usize];
        for (outer, m) in mabs.into_iter().enumerate() {
            let paths = self.read_pes(number(l1b, m), cycle, &up.from.source)?;
            for (pe, path) in paths.into_iter().enumerate() {
                for part in 0..if double { 2 } else { 1 } {
                    sent[place(outer, double, part, pe)] = path[part];
                }
            }
        }
        Ok(sent)
    }

    /// The same for a reduction of each `mabs` MABs side by side.
    fn reduced(
        &self,
        reduction: &Reduction,
        from: &Input,
        l1b: u8,
        cycle: usize,
    ) -> Result<Vec<u64>, Stop> {
        let groups = 16 / reduction.mabs;
        let double = reduction.double;
        let mut sent = vec![0; rate(groups as u32, double) as usize];
        for outer in 0..groups {
            let first = outer * reduction.mabs;
            let read = (first..first + reduction.mabs)
                .map(|m| self.read_pes(number(l1b, m), cycle, &from.source))
                .collect::<Result<Vec<_>, _>>()?;
            for pe in 0..4 {
                let result = reduction.run(read.iter().map(|paths| paths[pe]).collect())?;
                for part in 0..if double { 2 } else { 1 } {
                    sent[place(outer, double, part, pe)] = result[part];
                }
            }
        }
        Ok(sent)
    }
}

/// A MAB by its number in the board.
fn number(l1b: u8, mab: usize) -> u16 {
    u16::from(l1b) * 16 + mab as u16
}

/// A reduction over MABs.
struct Reduction {
    rrn: Rrn,
    options: Options,
    /// MABs that are reduced to one.
    mabs: usize,
    /// Both long words of the result count.
    double: bool,
    /// Four single words, or with `e` four half words, come from each PE.
    four: bool,
}

impl Reduction {
    fn new(rrn: Rrn, shorten: bool, from: &Input, double: bool, mabs: usize) -> Result<Self, Stop> {
        let extend = from.convert == Some(Convert::Extend);
        // With `r` the results of a double-long-word reduction fit a long word.
        let four = (double || shorten) && rrn.precision == Precision::F;
        if double && !four && rrn.op != RrnOp::Bor {
            return illegal("a reduction of double long words but of singles, or bor");
        }
        if from.negate
            || from.convert.is_some_and(|_| !extend || !four)
            || shorten && (double || !four)
        {
            return illegal("a conversion that the reduction does not have");
        }
        let mut options = Options::new();
        for (name, chosen) in [("e", extend), ("r", shorten)] {
            if chosen {
                options.push((name, "1".to_owned()));
            }
        }
        Ok(Self { rrn, options, mabs, double, four })
    }

    /// What one PE number of the MABs sends, reduced.
    fn run(&self, paths: Vec<Path>) -> Result<Path, Stop> {
        let net = if self.mabs == 16 { "l1bm16" } else { "l1bm4" };
        if !self.four {
            let mut result = [0; 2];
            for part in 0..if self.double { 2 } else { 1 } {
                let words: Vec<u64> = paths.iter().map(|path| path[part]).collect();
                result[part] = reduce_long(net, self.rrn, &self.options, &words)?;
            }
            return Ok(result);
        }
        let option = |name| self.options.iter().any(|(n, _)| *n == name);
        let bits = |half| if half { 16 } else { 32 };
        let mut results = Vec::new();
        for k in 0..4 {
            let elements = paths.iter().map(|path| element(*path, bits(option("e")), k)).collect();
            results.push(reduce(net, self.rrn, &self.options, elements)?);
        }
        Ok(join(bits(option("r")), &results))
    }
}
