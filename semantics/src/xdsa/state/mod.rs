//! What the machine remembers: the memory of each domain, four tables of keys, how far each core is.

mod keys;
mod memory;

pub use keys::Keys;
pub use memory::Memory;
