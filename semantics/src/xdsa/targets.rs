//! The state by name: `mem[ADDR]` of the Unity domain, `key[BAR,ENTRY]`, read-only counts.

use super::Xdsa;
use crate::cores::Part;
use crate::machine::{Shape, Value};
use crate::source::Refusal;
use crate::source::number::c_number;

/// The most bytes that are read at once.
const MOST: usize = 1 << 28;

/// A part of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Memory(u64),
    Key(u8, u8),
}

fn number(text: &str) -> Option<u64> {
    c_number(text.trim())
}

impl Part<Xdsa> for Target {
    fn parse(name: &str) -> Result<Self, Refusal> {
        let parts = name.strip_suffix(']').and_then(|name| name.split_once('['));
        let found = match parts {
            Some(("mem", address)) => number(address).map(Self::Memory),
            Some(("key", place)) => place.split_once(',').and_then(|(bar, entry)| {
                let bar = number(bar).filter(|bar| *bar < 4)?;
                Some(Self::Key(bar as u8, u8::try_from(number(entry)?).ok()?))
            }),
            _ => None,
        };
        found.ok_or_else(|| {
            Refusal::new(format!("`{name}` is no part of the state"))
                .help("mem[0x200], key[BAR,ENTRY] with tables 0 to 3 and entries 0 to 255")
        })
    }

    fn shape(&self) -> Shape {
        match *self {
            Self::Memory(_) => Shape::Image { unit: 1 },
            Self::Key(..) => Shape::Number { bits: 8 },
        }
    }

    fn get(&self, machine: &Xdsa, units: usize) -> Result<Value, Refusal> {
        match *self {
            Self::Memory(address) => {
                self.fits(units)?;
                // Counts come from files and children: what is asked for is bounded before room for it is.
                if units > MOST {
                    return Err(Refusal::new(format!("{units} bytes are asked for"))
                        .help("at most 2^28 bytes at once"));
                }
                let mut bytes = vec![0; units];
                machine.memory().read(address, &mut bytes);
                Ok(Value::Image(bytes))
            }
            Self::Key(bar, entry) => Ok(Value::Number(machine.keys().read(bar, entry).into(), 8)),
        }
    }

    fn set(&self, machine: &mut Xdsa, value: &Value) -> Result<(), Refusal> {
        match (*self, value) {
            (Self::Memory(address), Value::Image(bytes)) => {
                self.fits(bytes.len())?;
                machine.write(address, bytes);
                Ok(())
            }
            (Self::Key(bar, entry), Value::Number(keys, _)) => {
                machine.preset(bar, entry, *keys as u8);
                Ok(())
            }
            _ => Err(Refusal::new(format!("{value} is no value of this part of the state"))),
        }
    }
}

impl Target {
    pub(super) fn fits(self, bytes: usize) -> Result<(), Refusal> {
        let Self::Memory(address) = self else { return Ok(()) };
        if u128::from(address) + bytes as u128 > 1 << 64 {
            let message = format!("{bytes} bytes from {address:#x} on leave the address space");
            return Err(Refusal::new(message).help("64 bits of address"));
        }
        Ok(())
    }
}
