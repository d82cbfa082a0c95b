//! What the host asks of the array and waits for, and the runtime library: empty packets, allocators, system memory.

use super::{HostError, Pod};
use crate::pod::isa::Packet;
use crate::pod::timing::{Clock, Fence};
use crate::source::Refusal;

impl Pod {
    /// `GetFlags`: the flags of all active PEs, as in EFLAGS, after all earlier packets (POD-D55).
    pub fn get_flags(&mut self) -> u32 {
        self.wait();
        self.array.or_flags()
    }

    /// `DrainFlags`: waits one round trip (POD-D56).
    pub fn drain_flags(&mut self) {
        self.wait();
    }

    /// `GetResult`: the data return buffer after all earlier packets (POD-D58).
    pub fn get_result(&mut self) -> u64 {
        self.wait();
        self.array.buffer()
    }

    fn wait(&mut self) {
        if self.timed {
            self.clock.round_trip();
            self.others.iter_mut().for_each(Clock::round_trip);
        }
    }

    /// Waits for accesses of system memory (POD-D59).
    pub fn fence(&mut self, fence: Fence) {
        if self.timed {
            self.clock.fence(fence);
            self.others.iter_mut().for_each(|clock| clock.fence(fence));
        }
    }

    /// Empty packets.
    ///
    /// # Errors
    /// Never: an empty packet can always be executed.
    pub fn nops(&mut self, n: u64) -> Result<(), HostError> {
        let empty = self.prepare(&Packet::default());
        (0..n).try_for_each(|_| self.issue(&empty))
    }

    /// Takes bytes of each PE's SRAM, in granules of 16 from 0x10 on (POD-D10).
    ///
    /// # Errors
    /// More than there is.
    pub fn local_alloc(&mut self, bytes: u64) -> Result<u64, Refusal> {
        self.local.take(bytes)
    }

    /// Gives back the bytes that were taken last.
    ///
    /// # Errors
    /// More than were taken.
    pub fn local_free(&mut self, bytes: u64) -> Result<(), Refusal> {
        self.local.give_back(bytes)
    }

    /// Takes bytes of system memory, aligned to 64, from 0x100000 on and below 2^32.
    ///
    /// # Errors
    /// More than there is.
    pub fn sys_alloc(&mut self, bytes: u64) -> Result<u64, Refusal> {
        self.sys.take(bytes)
    }

    /// Reads system memory; what nobody wrote is 0.
    pub fn sys_read(&self, address: u64, bytes: &mut [u8]) {
        self.array.system().read(address, bytes);
    }

    /// Writes system memory.
    pub fn sys_write(&mut self, address: u64, bytes: &[u8]) {
        self.array.system_mut().write(address, bytes);
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Allocator {
    what: &'static str,
    base: u64,
    top: u64,
    end: u64,
    granule: u64,
}

impl Allocator {
    /// Behind the identity words (POD-D10).
    pub(super) const fn local(end: u64) -> Self {
        Self { what: "SRAM", base: 0x10, top: 0x10, end, granule: 16 }
    }

    /// Addresses that 32 bits hold, since programs add to them so.
    pub(super) const fn sys() -> Self {
        Self {
            what: "system memory below 2^32",
            base: 0x10_0000,
            top: 0x10_0000,
            end: 1 << 32,
            granule: 64,
        }
    }

    fn granules(&self, bytes: u64) -> Option<u64> {
        bytes.checked_next_multiple_of(self.granule)
    }

    pub(super) fn take(&mut self, bytes: u64) -> Result<u64, Refusal> {
        let next = self.granules(bytes).and_then(|taken| self.top.checked_add(taken));
        match next.filter(|next| *next <= self.end) {
            Some(next) => Ok(std::mem::replace(&mut self.top, next)),
            None => Err(Refusal::new(format!("{bytes} bytes of {} are not there", self.what))
                .help(format!("at most {}", self.end.saturating_sub(self.top)))),
        }
    }

    pub(super) fn give_back(&mut self, bytes: u64) -> Result<(), Refusal> {
        let taken = self.top - self.base;
        match self.granules(bytes).filter(|bytes| *bytes <= taken) {
            Some(bytes) => {
                self.top -= bytes;
                Ok(())
            }
            None => Err(Refusal::new(format!("{bytes} bytes of {} were not taken", self.what))
                .help(format!("at most {taken}"))),
        }
    }
}
