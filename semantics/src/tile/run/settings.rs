//! The parameters of the model (TILE-D34, D49, D69, D82), as `set` of case files and `--set` name them.

use crate::source::Refusal;
use crate::source::near::near;
use crate::source::number::c_number;
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

/// Every parameter.
pub(crate) const NAMES: [&str; 6] = ["profile", "ext", "gmem", "smem", "async", "schedule"];

/// The most bytes of a memory.
const LARGEST: u64 = 1 << 32;

impl Settings {
    /// Settings from parameters by name.
    ///
    /// # Errors
    /// A parameter or a value that there is not.
    pub fn of(parameters: &[(&str, &str)]) -> Result<Self, Refusal> {
        let mut settings = Self::default();
        for (name, value) in parameters {
            settings.set(name, value)?;
        }
        Ok(settings)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        match name {
            "profile" => self.profile = profile(value)?,
            "ext" => {
                self.extended = match value {
                    "0" => false,
                    "1" => true,
                    _ => return Err(wrong(name, value, "0 or 1")),
                }
            }
            "gmem" => self.global = bytes(name, value)?,
            "smem" => self.shared = bytes(name, value)?,
            "async" => {
                self.moving = match value {
                    "off" => Moving::AtOnce,
                    "late" => Moving::Late,
                    _ => Moving::Random(seed(name, value, "off, late, or a seed")?),
                }
            }
            "schedule" if value == "round-robin" => self.schedule = Schedule::RoundRobin,
            "schedule" => {
                self.schedule = Schedule::Random(seed(name, value, "round-robin, or a seed")?);
            }
            _ => {
                let near = near(name, NAMES.into_iter());
                let right = near.unwrap_or_else(|| NAMES.join(", "));
                return Err(Refusal::new(format!("there is no parameter `{name}`")).help(right));
            }
        }
        Ok(())
    }
}

fn wrong(name: &str, value: &str, right: &str) -> Refusal {
    Refusal::new(format!("{name} cannot be `{value}`")).help(right)
}

fn seed(name: &str, value: &str, right: &str) -> Result<u64, Refusal> {
    c_number(value).ok_or_else(|| wrong(name, value, right))
}

fn bytes(name: &str, value: &str) -> Result<usize, Refusal> {
    let bytes = c_number(value).filter(|bytes: &u64| *bytes <= LARGEST);
    let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok());
    bytes.ok_or_else(|| wrong(name, value, "a number of bytes, at most 2^32"))
}

fn profile(value: &str) -> Result<Profile, Refusal> {
    let right = "slice, chain, full, or align:BITS with BITS up to 1000";
    match value.split_once(':') {
        None if value == "slice" => Ok(Profile::Slice),
        None if value == "chain" => Ok(Profile::Chain),
        None if value == "full" => Ok(Profile::Full),
        Some(("align", bits)) => {
            let bits = c_number(bits).filter(|bits: &u32| *bits <= 1000);
            bits.map(Profile::Align).ok_or_else(|| wrong("profile", value, right))
        }
        _ => Err(wrong("profile", value, right)),
    }
}
