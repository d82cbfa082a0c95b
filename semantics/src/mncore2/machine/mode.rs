//! What programs are assembled for.

use crate::machine::How;
use crate::mncore2::assembly::Mode;
use crate::source::Refusal;

/// Flat mode first: it takes every program.
pub(super) const MODES: [&str; 2] = ["flat", "auto-stride"];

pub(super) fn mode(how: &How<'_>) -> Result<Mode, Refusal> {
    match how.mode.unwrap_or(MODES[0]) {
        "flat" => Ok(Mode::Flat),
        "auto-stride" => Ok(Mode::AutoStride),
        other => {
            Err(Refusal::new(format!("MN-Core 2 has no mode `{other}`")).help(MODES.join(", ")))
        }
    }
}
