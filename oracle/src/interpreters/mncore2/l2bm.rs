//! Transfers between L2BM, L1BM and DAR (s. 3.6.7).

use super::machine::Machine;
use super::number::{Options, reduce_long};
use super::output::Effect;
use super::{Element, Stop, illegal};
use semantics::mncore2::isa::{L1bSet, L2bm, Rrn};

impl Machine {
    pub(super) fn l2bm_expression(
        &self,
        l2bm: &L2bm,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Stop> {
        match *l2bm {
            L2bm::Broadcast { set, lc, lb } => self.spread(set, lb, 16, effects, |q, _, c, i| {
                self.l2bm_word(q, u32::from(lc) + 16 * c + i)
            }),
            L2bm::Broadcast2 { set, lc, lb } => self.spread(set, lb, 16, effects, |q, b, c, i| {
                self.l2bm_word(q, u32::from(lc) + 64 * c + 16 * (b / 2) + i)
            }),
            L2bm::Distribute { set, lc, lb } => self.spread(set, lb, 8, effects, |q, b, c, i| {
                self.l2bm_word(q, u32::from(lc) + 64 * c + 8 * b + i)
            }),
            L2bm::Transfer { l1b, lb, lc } if l1b < 8 => {
                self.collect(lc, 16, effects, |q, c, i| {
                    self.l1bm_word(8 * q + l1b, u32::from(lb) + 16 * c + i)
                })
            }
            L2bm::Transfer { l1b, .. } => illegal(format!("l2bm@{l1b}")),
            L2bm::Reduce { rrn, set, lb, lc } => self.collect(lc, 16, effects, |q, c, i| {
                self.reduce_l1bs(rrn, set, q, u32::from(lb) + 16 * c + i)
            }),
            L2bm::Reduce2 { rrn, lb, lc } => self.collect(lc, 64, effects, |q, c, i| {
                let (first, address) = ((i / 16 * 2) as u8, u32::from(lb) + 16 * c + i % 16);
                let pair = [first, first + 1].map(|b| self.l1bm_word(8 * q + b, address));
                let [a, b] = pair;
                reduce_long("l2bm2", rrn, &Options::new(), &[a?, b?])
            }),
            L2bm::Gather { lb, lc } => self.collect(lc, 64, effects, |q, c, i| {
                self.l1bm_word(8 * q + (i / 8) as u8, u32::from(lb) + 8 * c + i % 8)
            }),
            L2bm::Multicast { set, .. } if set.mode == 7 => illegal("l2bmi of all L1Bs"),
            L2bm::Multicast { set, from, to } => self.multicast(set, from, to, effects),
            // These two change what no other expression of a step reads: see `step`.
            L2bm::Dars { .. } | L2bm::Darw => Ok(()),
        }
    }

    /// Writes `rate` long words a cycle to the L1BMs of a set. `word` gives them by L2B, L1B in it,
    /// cycle, and place.
    fn spread(
        &self,
        set: L1bSet,
        lb: u16,
        rate: u32,
        effects: &mut Vec<Effect>,
        word: impl Fn(u8, u32, u32, u32) -> Result<u64, Stop>,
    ) -> Result<(), Stop> {
        for &l1b in self.l1bs.keys().filter(|&l1b| set.contains(l1b % 8)) {
            for c in 0..4 {
                for i in 0..rate {
                    let value = word(l1b / 8, u32::from(l1b % 8), c, i)?;
                    let address = u32::from(lb) + rate * c + i;
                    effects.push(Effect::L1bm { l1b, address, value });
                }
            }
        }
        Ok(())
    }

    /// Writes `rate` long words a cycle to the L2BMs. `word` gives them by L2B, cycle, and place.
    fn collect(
        &self,
        lc: u16,
        rate: u32,
        effects: &mut Vec<Effect>,
        word: impl Fn(u8, u32, u32) -> Result<u64, Stop>,
    ) -> Result<(), Stop> {
        for &l2b in self.l2bs.keys() {
            for c in 0..4 {
                for i in 0..rate {
                    let (address, value) = (u32::from(lc) + rate * c + i, word(l2b, c, i)?);
                    effects.push(Effect::L2bm { l2b, address, value });
                }
            }
        }
        Ok(())
    }

    /// A word of the eight L1BMs below an L2B, reduced; the reference puts the identity where an L1B
    /// is not in the set.
    fn reduce_l1bs(&self, rrn: Rrn, set: L1bSet, q: u8, address: u32) -> Result<u64, Stop> {
        let sent = |b: u8| match set.contains(b) {
            true => self.l1bm_word(8 * q + b, address),
            false => Ok(0),
        };
        let words = (0..8).map(sent).collect::<Result<Vec<_>, _>>()?;
        let options = vec![("l1bset", format!("{}/{}", set.base, set.mode))];
        reduce_long("l2bm8", rrn, &options, &words)
    }

    /// `l2bmi`: the loops of s. 3.6.7.9.
    fn multicast(
        &self,
        set: L1bSet,
        from: u16,
        to: u16,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Stop> {
        for &l1b in self.l1bs.keys() {
            let (q, target) = (l1b / 8, l1b % 8);
            for c in 0..4 {
                for source in (0..8).filter(|&b| set.contains(b)) {
                    if target == source || target & set.mode != source & set.mode {
                        continue;
                    }
                    for i in 0..16 {
                        let value = self.l1bm_word(8 * q + source, u32::from(from) + 16 * c + i)?;
                        let address = u32::from(to) + 16 * c + i;
                        effects.push(Effect::L1bm { l1b, address, value });
                    }
                }
            }
        }
        Ok(())
    }

    /// `l2bmdars` (s. 3.6.7.10).
    pub(super) fn dars(&mut self, lc: u16, l2b: u8, dar: u16) -> Result<(), Stop> {
        if l2b > 1 || dar > 1023 {
            return illegal(format!("l2bmdars of L2B {l2b} to $dar{dar}"));
        }
        (self.dar_write, self.darbuf_read) = (usize::from(dar), 0);
        for g in 0..4 {
            if !self.scope.contains(Element::Group(g)) {
                continue;
            }
            for word in 0..256 {
                let data = self.l2bm_word(2 * g + l2b, u32::from(lc) + word as u32)?;
                if let Some(group) = self.groups.get_mut(&g) {
                    group.darbuf[2 * word] = (data >> 32) as u32;
                    group.darbuf[2 * word + 1] = data as u32;
                }
            }
        }
        Ok(())
    }

    /// `l2bmdarw`: an entry a cycle.
    pub(super) fn darw(&mut self) {
        for _ in 0..4 {
            for group in self.groups.values_mut() {
                group.dar[self.dar_write] = group.darbuf[self.darbuf_read];
            }
            self.dar_write = (self.dar_write + 1) % 1024;
            self.darbuf_read = (self.darbuf_read + 1) % 512;
        }
    }
}
