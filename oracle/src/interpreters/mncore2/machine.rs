//! What the machine remembers (s. 1.1, 1.5), and how a program runs.

use std::collections::{BTreeMap, HashMap};

use super::number::Path;
use super::{Element, Scope, Stop, illegal};
use semantics::mncore2::isa::{DramLoad, Forward, HostCopy, MaskSetting, Mv, Side, Statement};

/// Long words of the DRAM of a group.
pub(super) const DRAM: u64 = 1 << 29;
/// Long words of the PDM of a group.
pub(super) const PDM: u64 = 1 << 19;
/// Long words of an L2BM.
pub(super) const L2BM: u32 = 1 << 15;
/// Long words of an L1BM.
pub(super) const L1BM: u32 = 1 << 13;

/// A memory in which most words are 0.
pub(super) type Sparse = HashMap<u64, u64>;

/// What a group holds beside its L2Bs.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) pdm: Sparse,
    pub(super) dram: Sparse,
    pub(super) dar: [u32; 1024],
    pub(super) darbuf: [u32; 512],
}

/// An L1B.
#[derive(Clone, Debug, Default)]
pub(super) struct L1b {
    pub(super) memory: Sparse,
    /// Per cycle: long words in the order of the transfer that sent them.
    pub(super) turnaround: [Vec<u64>; 4],
}

/// A MAB.
#[derive(Clone, Debug)]
pub(super) struct Mab {
    /// Sides X and Y: 16 physical rows of a long word for each PE (s. 3.6.1.14).
    pub(super) matrix: [[[u64; 4]; 16]; 2],
    pub(super) pes: [Pe; 4],
}

/// A PE; memories in single words.
#[derive(Clone, Debug)]
pub(super) struct Pe {
    /// LM0, LM1, GRF0, GRF1.
    pub(super) banks: [Vec<u32>; 4],
    /// Base address registers of LM0 and LM1.
    pub(super) bars: [u16; 2],
    pub(super) t: [Path; 4],
    /// Entries 1 to 15 (0 is not used); per cycle four bits.
    pub(super) masks: [[u8; 4]; 16],
    /// `$mauf`, `$aluf`, `$mreadf`, `$lbf`.
    pub(super) forwards: [[Path; 4]; 4],
}

impl Pe {
    fn new() -> Self {
        let [lm, grf] = [4096, 512].map(|words| vec![0; words]);
        Self {
            banks: [lm.clone(), lm, grf.clone(), grf],
            bars: [0; 2],
            t: [[0; 2]; 4],
            masks: [[0; 4]; 16],
            forwards: [[[0; 2]; 4]; 4],
        }
    }
}

/// Where a side of the matrix register is kept.
pub(super) fn side_index(side: Side) -> usize {
    usize::from(side == Side::Y)
}

/// Where a forwarding register is kept.
pub(super) fn forward_index(forward: Forward) -> usize {
    match forward {
        Forward::Mau => 0,
        Forward::Alu => 1,
        Forward::Mread => 2,
        Forward::L1bm => 3,
    }
}

/// The board, as far as its scope goes. Everything is 0 at the start (MN-D64, MN-D65).
#[derive(Clone, Debug)]
pub struct Machine {
    /// The lines that `d get` wrote, each with its line feed.
    pub dump: String,
    pub(super) scope: Scope,
    pub(super) groups: BTreeMap<u8, Group>,
    pub(super) l2bs: BTreeMap<u8, Sparse>,
    pub(super) l1bs: BTreeMap<u8, L1b>,
    pub(super) mabs: BTreeMap<u16, Mab>,
    /// The DAR entry that `l2bmdarw` writes next, and the DARBUF entry that it reads next.
    pub(super) dar_write: usize,
    pub(super) darbuf_read: usize,
    /// The `mask` statement in force.
    pub(super) setting: MaskSetting,
    quit: bool,
}

impl Machine {
    /// A machine at its start.
    pub fn new(scope: Scope) -> Self {
        let mut machine = Self {
            dump: String::new(),
            scope: scope.clone(),
            groups: BTreeMap::new(),
            l2bs: BTreeMap::new(),
            l1bs: BTreeMap::new(),
            mabs: BTreeMap::new(),
            dar_write: 0,
            darbuf_read: 0,
            setting: MaskSetting::NONE,
            quit: false,
        };
        for element in scope.elements() {
            machine.add(element);
        }
        machine
    }

    fn add(&mut self, element: Element) {
        match element {
            Element::Group(g) => {
                let (pdm, dram) = (Sparse::new(), Sparse::new());
                self.groups.insert(g, Group { pdm, dram, dar: [0; 1024], darbuf: [0; 512] });
            }
            Element::L2b(q) => {
                self.l2bs.insert(q, Sparse::new());
            }
            Element::L1b(b) => {
                self.l1bs.insert(b, L1b::default());
            }
            Element::Mab(m) => {
                let pes = std::array::from_fn(|_| Pe::new());
                self.mabs.insert(m, Mab { matrix: [[[0; 4]; 16]; 2], pes });
            }
        }
    }

    /// Runs statements up to `quit`.
    pub fn run<'a>(
        &mut self,
        statements: impl IntoIterator<Item = &'a Statement>,
    ) -> Result<(), Stop> {
        statements.into_iter().try_for_each(|statement| self.statement(statement))
    }

    /// Runs one statement; none after `quit`. Elements outside of the scope stay out of it; where
    /// one of them would be needed, or printed, the run stops.
    pub fn statement(&mut self, statement: &Statement) -> Result<(), Stop> {
        if self.quit {
            return Ok(());
        }
        match statement {
            Statement::Quit => self.quit = true,
            Statement::Get(get) => self.get(get)?,
            Statement::Set(set) => self.set(set)?,
            Statement::Mask(setting) => self.setting = *setting,
            Statement::Mv(Mv::Nop) => {}
            Statement::Mv(Mv::Transfer(transfer)) => self.transfer(transfer)?,
            Statement::Step(step) => self.step(step)?,
            Statement::Load(load) => self.load(load)?,
            Statement::Host(copy) => self.copy(copy)?,
        }
        Ok(())
    }

    /// `r`: to the DRAM of a group.
    fn load(&mut self, load: &DramLoad) -> Result<(), Stop> {
        if load.group > 3 {
            return illegal(format!("group {}", load.group));
        }
        if let Some(group) = self.groups.get_mut(&load.group) {
            for (address, &word) in (u64::from(load.address)..).zip(&load.words) {
                group.dram.insert(address % DRAM, word);
            }
        }
        Ok(())
    }

    /// `c`: to the PDM of a group (MN-D105).
    fn copy(&mut self, copy: &HostCopy) -> Result<(), Stop> {
        if copy.group > 3 {
            return illegal(format!("group {}", copy.group));
        }
        if let Some(group) = self.groups.get_mut(&copy.group) {
            for (address, &word) in (u64::from(copy.address)..).zip(&copy.words) {
                group.pdm.insert(address % PDM, word);
            }
        }
        Ok(())
    }

    /// A MAB of the scope.
    pub(super) fn mab(&self, mab: u16) -> Result<&Mab, Stop> {
        self.mabs.get(&mab).ok_or(Stop::OutsideScope(Element::Mab(mab)))
    }

    /// An L1B of the scope.
    pub(super) fn l1b(&self, l1b: u8) -> Result<&L1b, Stop> {
        self.l1bs.get(&l1b).ok_or(Stop::OutsideScope(Element::L1b(l1b)))
    }

    /// A long word of an L1BM; addresses wrap (MN-D51).
    pub(super) fn l1bm_word(&self, l1b: u8, address: u32) -> Result<u64, Stop> {
        Ok(word(&self.l1b(l1b)?.memory, u64::from(address % L1BM)))
    }

    /// A long word of an L2BM; addresses wrap.
    pub(super) fn l2bm_word(&self, l2b: u8, address: u32) -> Result<u64, Stop> {
        let memory = self.l2bs.get(&l2b).ok_or(Stop::OutsideScope(Element::L2b(l2b)))?;
        Ok(word(memory, u64::from(address % L2BM)))
    }
}

/// A word of a memory.
pub(super) fn word(memory: &Sparse, address: u64) -> u64 {
    memory.get(&address).copied().unwrap_or(0)
}
