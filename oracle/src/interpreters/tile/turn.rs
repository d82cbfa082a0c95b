//! What an instruction of a warp has come to.

/// What a turn does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The instruction is done.
    Done,
    /// It has to wait; nothing has changed.
    Waits,
    /// It has arrived at a barrier of a scope and waits for the end of this round.
    Arrived(usize, usize, u64),
}
