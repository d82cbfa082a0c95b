//! A [`Pod`] and the texts that it has assembled.

use semantics::pod::host::Block;
use semantics::pod::{Counters, Fence, Parameters, Pod, Shape};
use std::collections::HashMap;
use std::rc::Rc;

/// What kernels give back, or what went wrong.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A memory of the report's tables: controllers, and GB/s of each.
pub type Memory = (u64, u64);

/// A host and its array.
#[derive(Debug)]
pub struct Host {
    pod: Pod,
    texts: HashMap<String, Rc<Block>>,
    /// Hears now and then how many packets a long run has had.
    pub progress: Option<fn(u64)>,
}

impl Host {
    /// n x n PEs that share 8 MB of SRAM, as in the report's experiments (s. 6.2), timed with each of the memories.
    ///
    /// # Errors
    /// An array or a memory that is not there.
    pub fn square(n: u32, mut parameters: Parameters, memories: &[Memory]) -> Result<Self> {
        if let Some((controllers, gigabytes)) = memories.first() {
            parameters.memory(*controllers, *gigabytes)?;
        }
        let mut pod = Pod::new(Shape::new(n, n, (8 << 20) / (n * n).max(1))?, parameters);
        for (controllers, gigabytes) in memories.iter().skip(1) {
            pod.also_with(*controllers, *gigabytes)?;
        }
        Ok(Self { pod, texts: HashMap::new(), progress: None })
    }

    /// The host's interface.
    pub const fn pod(&mut self) -> &mut Pod {
        &mut self.pod
    }

    /// Executes a text.
    ///
    /// # Errors
    /// What cannot be assembled or executed.
    pub fn asm(&mut self, text: &str) -> Result<()> {
        Ok(self.pod.asm(text)?)
    }

    /// Executes the text of a key, which is made and assembled once.
    ///
    /// # Errors
    /// What cannot be assembled or executed.
    pub fn block(&mut self, key: String, text: impl FnOnce() -> String) -> Result<()> {
        let block = match self.texts.get(&key) {
            Some(block) => Rc::clone(block),
            None => {
                let block = Rc::new(self.pod.assemble(&text())?);
                self.texts.insert(key, Rc::clone(&block));
                block
            }
        };
        Ok(self.pod.run(&block)?)
    }

    /// A value into a register of all active PEs.
    ///
    /// # Errors
    /// A register that is not there.
    pub fn send_register(&mut self, register: u8, value: u64) -> Result<()> {
        Ok(self.pod.send_register(register, value)?)
    }

    /// Values into several registers.
    ///
    /// # Errors
    /// A register that is not there.
    pub fn send<const N: usize>(&mut self, values: [(u8, u64); N]) -> Result<()> {
        values.into_iter().try_for_each(|(register, value)| self.send_register(register, value))
    }

    /// Waits for system memory; the empty packet behind it has the wait counted.
    ///
    /// # Errors
    /// Never.
    pub fn fence(&mut self) -> Result<()> {
        self.pod.fence(Fence::All);
        Ok(self.pod.nops(1)?)
    }

    /// What was counted with each memory.
    #[must_use]
    pub fn counters(&self) -> Vec<Counters> {
        self.pod.counts().cloned().collect()
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
