//! A [`Pod`] with several clocks: what a kernel does is computed once, how long it takes under each of several parameters.

use semantics::pod::host::Prepared;
use semantics::pod::timing::Clock;
use semantics::pod::{Counters, Fence, Parameters, Pod, Shape};
use std::collections::HashMap;
use std::rc::Rc;

/// What kernels give back, or what went wrong.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A host, its array, and a clock for each of the parameters.
#[derive(Debug)]
pub struct Host {
    pod: Pod,
    clocks: Vec<Clock>,
    texts: HashMap<String, Rc<[Prepared]>>,
    empty: Prepared,
}

impl Host {
    /// At reset.
    #[must_use]
    pub fn new(shape: Shape, parameters: &[Parameters]) -> Self {
        let pod = Pod::new(shape, parameters.first().copied().unwrap_or_default()).untimed();
        let clocks = parameters.iter().map(|parameters| Clock::new(*parameters, shape)).collect();
        let empty = pod.prepare(&semantics::pod::isa::Packet::default());
        Self { pod, clocks, texts: HashMap::new(), empty }
    }

    /// n x n PEs that share 8 MB of SRAM, as in the report's experiments (s. 6.2).
    ///
    /// # Errors
    /// More PEs than an array has.
    pub fn square(n: u32, parameters: &[Parameters]) -> Result<Self> {
        Ok(Self::new(Shape::new(n, n, (8 << 20) / (n * n).max(1))?, parameters))
    }

    fn issue(&mut self, packet: &Prepared) -> Result<()> {
        self.pod.issue(packet)?;
        for clock in &mut self.clocks {
            clock.issue(&packet.demand, self.pod.effects());
        }
        Ok(())
    }

    /// Executes a text, which is assembled once.
    ///
    /// # Errors
    /// What cannot be assembled or executed.
    pub fn asm(&mut self, text: &str) -> Result<()> {
        let packets = match self.texts.get(text) {
            Some(packets) => Rc::clone(packets),
            None => {
                let block = self.pod.assemble(text)?;
                let packets: Rc<[Prepared]> =
                    block.issues().iter().map(|issue| self.pod.prepare(&issue.packet)).collect();
                self.texts.insert(text.into(), Rc::clone(&packets));
                packets
            }
        };
        packets.iter().try_for_each(|packet| self.issue(packet))
    }

    /// A value into a register of all active PEs.
    ///
    /// # Errors
    /// A register that is not there.
    pub fn send_register(&mut self, register: u8, value: u64) -> Result<()> {
        use semantics::pod::isa::{Instruction, Operation, Packet, Source};
        let b = Source::Immediate(value as i64);
        let long = Instruction { operation: Operation::MoveLong, d: register, a: 0, b };
        let packet = self.pod.prepare(&Packet::of(long));
        self.issue(&packet)
    }

    /// Values into several registers.
    ///
    /// # Errors
    /// A register that is not there.
    pub fn send<const N: usize>(&mut self, values: [(u8, u64); N]) -> Result<()> {
        values.into_iter().try_for_each(|(register, value)| self.send_register(register, value))
    }

    /// Empty packets.
    ///
    /// # Errors
    /// Never.
    pub fn nops(&mut self, n: u64) -> Result<()> {
        let empty = self.empty.clone();
        (0..n).try_for_each(|_| self.issue(&empty))
    }

    /// Waits for system memory; the empty packet behind it has the wait counted.
    ///
    /// # Errors
    /// Never.
    pub fn fence(&mut self) -> Result<()> {
        self.clocks.iter_mut().for_each(|clock| clock.fence(Fence::All));
        self.nops(1)
    }

    /// The data return buffer.
    pub fn get_result(&mut self) -> u64 {
        self.clocks.iter_mut().for_each(Clock::round_trip);
        self.pod.array().buffer()
    }

    /// What each clock counted.
    #[must_use]
    pub fn counters(&self) -> Vec<Counters> {
        self.clocks.iter().map(|clock| clock.counters().clone()).collect()
    }

    /// The columns of the array.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.pod.columns() as usize
    }

    /// The rows of the array.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.pod.rows() as usize
    }

    /// The PEs of the array.
    #[must_use]
    pub fn pes(&self) -> usize {
        self.pod.pes() as usize
    }

    /// Bytes of every PE's SRAM.
    ///
    /// # Errors
    /// More than there is.
    pub fn local_alloc(&mut self, bytes: u64) -> Result<u64> {
        Ok(self.pod.local_alloc(bytes)?)
    }

    /// Bytes of system memory.
    ///
    /// # Errors
    /// More than there is.
    pub fn sys_alloc(&mut self, bytes: u64) -> Result<u64> {
        Ok(self.pod.sys_alloc(bytes)?)
    }

    /// Reads system memory.
    pub fn sys_read(&self, address: u64, bytes: &mut [u8]) {
        self.pod.sys_read(address, bytes);
    }

    /// Writes system memory.
    pub fn sys_write(&mut self, address: u64, bytes: &[u8]) {
        self.pod.sys_write(address, bytes);
    }

    /// Bytes of a PE's SRAM.
    #[must_use]
    pub fn local(&self, pe: usize, address: u64, bytes: usize) -> &[u8] {
        &self.pod.array().sram(pe)[address as usize..][..bytes]
    }
}

/// Singles as memory has them.
pub(crate) fn bytes_of(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// Memory as singles.
pub(crate) fn singles(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|c| f32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
}

/// Two counts, number by number.
fn each(a: &Counters, b: &Counters, of: impl Fn(u64, u64) -> u64) -> Counters {
    Counters {
        packets: of(a.packets, b.packets),
        cycles: of(a.cycles, b.cycles),
        stalls: of(a.stalls, b.stalls),
        queue_waits: of(a.queue_waits, b.queue_waits),
        host_waits: of(a.host_waits, b.host_waits),
        flops: of(a.flops, b.flops),
        links: std::array::from_fn(|way| of(a.links[way], b.links[way])),
        sys_bytes: of(a.sys_bytes, b.sys_bytes),
        warnings: of(a.warnings, b.warnings),
        hazards: of(a.hazards, b.hazards),
    }
}

/// What was counted between two moments.
pub(crate) fn between(from: &Counters, to: &Counters) -> Counters {
    each(to, from, |to, from| to - from)
}

/// What was counted in both.
pub(crate) fn and(a: &Counters, b: &Counters) -> Counters {
    each(a, b, |a, b| a + b)
}
