//! The host's interface (s. 4.1): packets, a register's value to all PEs, flags, the data return buffer, fences, and the
//! allocators of the runtime library. Kernels are functions over a [`Pod`].

mod block;
mod error;
mod runtime;

pub use block::{Block, Prepared};
pub use error::HostError;

use super::isa::{Instruction, Kind, Operation, Packet, Source};
use super::timing::{Clock, Counters, Demand, Hazard, Parameters};
use super::{Array, Effects, Shape, Warning};
use crate::source::Refusal;
pub(in crate::pod) use block::{Registers, code, packet, words};
use runtime::Allocator;
use std::collections::HashMap;
use std::sync::Arc;

/// An array of PEs under its host.
///
/// ```
/// use semantics::pod::{Parameters, Pod, Shape};
/// let mut pod = Pod::new(Shape::new(2, 2, 131_072)?, Parameters::default());
/// pod.name("id", "r1")?;
/// pod.asm("
///     movl r0 = 0
///     ld2.zxt id = local[ r0 + 2 ]
///     cmp8 id, 3
/// ")?;
/// assert_eq!(pod.array().general(3, 1), 3);
/// assert_eq!(pod.get_flags() & 0x40, 0x40); // some PE is number 3
/// assert_eq!(pod.counters().packets, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Pod {
    array: Array,
    clock: Clock,
    /// The same run with other memories.
    others: Vec<Clock>,
    timed: bool,
    effects: Effects,
    names: Registers,
    blocks: HashMap<Arc<str>, Arc<Block>>,
    local: Allocator,
    sys: Allocator,
}

/// How many assembled texts are kept.
const BLOCKS: usize = 4096;

impl Pod {
    /// At reset.
    #[must_use]
    pub fn new(shape: Shape, parameters: Parameters) -> Self {
        Self {
            array: Array::new(shape),
            clock: Clock::new(parameters, shape),
            others: Vec::new(),
            timed: true,
            effects: Effects::default(),
            names: Registers::default(),
            blocks: HashMap::new(),
            local: Allocator::local(shape.sram.into()),
            sys: Allocator::sys(),
        }
    }

    /// Without the timing model: packets, flops and warnings are counted, cycles and stalls are not.
    #[must_use]
    pub const fn untimed(mut self) -> Self {
        self.timed = false;
        self
    }

    /// Times the run with another memory, too: controllers and GB/s, as the report's tables have them. To be called before
    /// the first packet; [`Pod::counts`] tells what all clocks counted.
    ///
    /// # Errors
    /// A bandwidth that no whole number of cycles a line gives.
    pub fn also_with(&mut self, controllers: u64, gigabytes: u64) -> Result<(), Refusal> {
        let mut parameters = *self.parameters();
        parameters.memory(controllers, gigabytes)?;
        self.others.push(Clock::new(parameters, self.array.shape()));
        Ok(())
    }

    /// Columns, `npeX`.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.array.shape().columns
    }

    /// Rows, `npeY`.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.array.shape().rows
    }

    /// PEs, `npe`.
    #[must_use]
    pub fn pes(&self) -> u32 {
        self.columns() * self.rows()
    }

    /// The state.
    #[must_use]
    pub const fn array(&self) -> &Array {
        &self.array
    }

    /// The state, to be changed.
    pub const fn array_mut(&mut self) -> &mut Array {
        &mut self.array
    }

    /// What was counted.
    #[must_use]
    pub const fn counters(&self) -> &Counters {
        self.clock.counters()
    }

    /// What was counted with each memory: that of the parameters, then those of [`Pod::also_with`].
    pub fn counts(&self) -> impl Iterator<Item = &Counters> {
        std::iter::once(&self.clock).chain(&self.others).map(Clock::counters)
    }

    /// Kinds of warnings, how many packets warned, and the first of them (POD-D87).
    pub fn warnings(&self) -> impl Iterator<Item = (Warning, u64, u64)> {
        self.clock.warnings()
    }

    /// The first packets that had to wait.
    #[must_use]
    pub fn hazards(&self) -> &[Hazard] {
        self.clock.hazards()
    }

    /// The parameters of the timing model.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        self.clock.parameters()
    }

    /// What the last packet did beside its results.
    #[must_use]
    pub const fn effects(&self) -> &Effects {
        &self.effects
    }

    /// Calls a register by another name (`reg` of scripts); several names may share one.
    ///
    /// # Errors
    /// A name that is a register's or a number, a register that is not there.
    pub fn name(&mut self, name: &str, register: &str) -> Result<(), Refusal> {
        self.blocks.clear();
        self.names.add(name, register)
    }

    /// Executes instructions, one a line, `#` and `//` begin comments: packed in their order, the last packet closed. A text
    /// is assembled once.
    ///
    /// ```
    /// use semantics::pod::{Parameters, Pod, Shape};
    /// let mut pod = Pod::new(Shape::default(), Parameters::default()); // of one PE
    /// pod.asm("movl r1 = 40\nadd8zx r1 = r1, 2").unwrap();
    /// assert_eq!(pod.array().general(0, 1), 42);
    /// assert!(pod.asm("add8zx r1 = r1, 64").is_err()); // constants end at 63
    /// ```
    ///
    /// # Errors
    /// What cannot be assembled: nothing runs; or the first packet that cannot be executed.
    pub fn asm(&mut self, text: &str) -> Result<(), HostError> {
        let block = match self.blocks.get(text) {
            Some(block) => Arc::clone(block),
            None => self.remember(text)?,
        };
        self.run(&block)
    }

    fn remember(&mut self, text: &str) -> Result<Arc<Block>, HostError> {
        let block = Arc::new(self.assemble(text)?);
        if self.blocks.len() >= BLOCKS {
            self.blocks.clear();
        }
        self.blocks.insert(text.into(), Arc::clone(&block));
        Ok(block)
    }

    /// Assembles a text for [`Pod::run`].
    ///
    /// ```
    /// use semantics::pod::{Parameters, Pod, Shape};
    /// let pod = Pod::new(Shape::default(), Parameters::default());
    /// assert_eq!(pod.assemble("movl r1 = 40\nadd8zx r1 = r1, 2").unwrap().issues().len(), 2);
    /// assert!(pod.assemble("add8zx r1 = ").is_err());
    /// ```
    ///
    /// # Errors
    /// All that cannot be assembled.
    pub fn assemble(&self, text: &str) -> Result<Block, HostError> {
        Ok(Block::assemble(text, &self.names)?.prepared(|packet| self.prepare(packet)))
    }

    /// A packet with all that its issue needs, worked out once.
    #[must_use]
    pub fn prepare(&self, packet: &Packet) -> Prepared {
        let Shape { columns, rows, .. } = self.array.shape();
        let demand = Demand::of(packet, self.parameters(), columns, rows);
        Prepared { packet: *packet, demand }
    }

    /// Executes an assembled text.
    ///
    /// ```
    /// use semantics::pod::{Parameters, Pod, Shape};
    /// let mut pod = Pod::new(Shape::default(), Parameters::default());
    /// let block = pod.assemble("add8zx r1 = r1, 21").unwrap();
    /// pod.run(&block).unwrap();
    /// pod.run(&block).unwrap();
    /// assert_eq!(pod.array().general(0, 1), 42);
    /// ```
    ///
    /// # Errors
    /// The first packet that cannot be executed, with its line.
    pub fn run(&mut self, block: &Block) -> Result<(), HostError> {
        for (issue, prepared) in block.packets() {
            self.issue(prepared).map_err(|error| error.at(|slot| issue.line(slot)))?;
        }
        Ok(())
    }

    /// `SendBits`: executes a packet.
    ///
    /// # Errors
    /// What it cannot do; nothing is changed.
    pub fn send(&mut self, packet: &Packet) -> Result<(), HostError> {
        let prepared = self.prepare(packet);
        self.issue(&prepared)
    }

    /// Executes a packet that was prepared.
    ///
    /// # Errors
    /// What it cannot do; nothing is changed.
    pub fn issue(&mut self, prepared: &Prepared) -> Result<(), HostError> {
        self.array
            .step(&prepared.packet, &mut self.effects)
            .map_err(|fault| HostError::fault(self.clock.counters().packets, fault))?;
        if self.timed {
            for clock in std::iter::once(&mut self.clock).chain(&mut self.others) {
                clock.issue(&prepared.demand, &self.effects);
            }
        } else {
            self.clock.count(&prepared.demand, &self.effects);
        }
        Ok(())
    }

    /// `SendRegister`: a value into a register of all active PEs (POD-D57).
    ///
    /// # Errors
    /// A register that is not there.
    pub fn send_register(&mut self, register: u8, value: u64) -> Result<(), HostError> {
        if register > 31 {
            let message = format!("there is no register r{register}");
            return Err(Refusal::new(message).help("0 to 31").into());
        }
        let b = Source::Immediate(value as i64);
        self.send(&Packet::of(Instruction { operation: Operation::MoveLong, d: register, a: 0, b }))
    }

    /// As [`Pod::send_register`], by the register's name.
    ///
    /// # Errors
    /// A name that no general register has.
    pub fn send_named(&mut self, name: &str, value: u64) -> Result<(), HostError> {
        match self.names.find(name) {
            Some((Kind::General, register)) => self.send_register(register, value),
            _ => Err(Refusal::new(format!("`{name}` is no general register")).into()),
        }
    }
}
