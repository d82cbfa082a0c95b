//! The runtime library's allocators: bytes from a base on, in granules, taken and given back in the manner of a stack.

use crate::source::Refusal;

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
