//! What a machine is made with.

use crate::tile::exec::product::Profile;

/// When loads, stores and copies move (TILE-D69).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Moving {
    /// When they are issued.
    #[default]
    AtOnce,
    /// As late as can be: when all warps wait, or at the end.
    Late,
    /// At random, from this seed.
    Random(u64),
}

/// Which warp is next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// Each in turn, an instruction at a time.
    #[default]
    RoundRobin,
    /// At random, from this seed.
    Random(u64),
}

/// The parameters of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How products are added.
    pub profile: Profile,
    /// Whether the extension is on.
    pub extended: bool,
    /// Bytes of global memory.
    pub global: usize,
    /// Bytes of each shared memory.
    pub shared: usize,
    /// When transfers move.
    pub moving: Moving,
    /// Which warp is next.
    pub schedule: Schedule,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            profile: Profile::Slice,
            extended: false,
            global: 1 << 20,
            shared: 1 << 20,
            moving: Moving::AtOnce,
            schedule: Schedule::RoundRobin,
        }
    }
}
