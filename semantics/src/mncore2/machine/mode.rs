//! What programs are assembled for, by name.

use crate::machine::How;
use crate::mncore2::Mode;
use crate::source::Refusal;

pub(super) const MODES: [&str; 2] = [Mode::ALL[0].name(), Mode::ALL[1].name()];

pub(super) fn mode(how: &How<'_>) -> Result<Mode, Refusal> {
    let name = how.mode.unwrap_or(MODES[0]);
    Mode::ALL.into_iter().find(|mode| mode.name() == name).ok_or_else(|| {
        Refusal::new(format!("MN-Core 2 has no mode `{name}`")).help(MODES.join(", "))
    })
}
