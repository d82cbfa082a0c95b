//! The names of modes in the index of probes.

use semantics::mncore2::assembly::Mode;

pub(super) const fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::AutoStride => "auto-stride",
        Mode::Flat => "flat",
    }
}
