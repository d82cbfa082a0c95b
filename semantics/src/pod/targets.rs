//! The state by name: what case files write and read (POD-D87).
//!
//! `r5`, `xmm3`, `ar2`, `CF`, `ZF`, `SF`, `OF`, `mask`, `mem[0x100]` are those of all PEs, behind `pe3.` of one; `drb`, `sys[0x100000]`
//! and what is only read, `flags`, `packets`, `cycles`, `stalls`, `flops`, `warnings`, are the array's.

use super::Pod;
use super::isa::{Flag, Kind};
use super::text::own_register;
use crate::machine::{Shape, Value};
use crate::source::Refusal;
use crate::source::number::{decimal, number};

/// A part of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The PE; all where there is none.
    pe: Option<usize>,
    part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Register(Kind, u8),
    Flag(Flag),
    Mask,
    Local(u64),
    Sys(u64),
    Buffer,
    /// What is only read.
    Count(usize),
}

/// The most bytes of system memory that are read at once.
const MOST: usize = 1 << 28;

/// What is only read: flags as the flag tree returns them, counters.
const COUNTS: [&str; 6] = ["flags", "packets", "cycles", "stalls", "flops", "warnings"];
pub(super) const FLAGS: [(&str, Flag); 4] =
    [("CF", Flag::Carry), ("ZF", Flag::Zero), ("SF", Flag::Sign), ("OF", Flag::Overflow)];

fn unknown(name: &str, why: &str) -> Refusal {
    Refusal::new(format!("`{name}` is no part of the state: {why}"))
        .help("r5, xmm3, ar2, CF, ZF, SF, OF, mask, mem[0x100], one PE's as pe3.r5; sys[0x100000], drb; flags, packets, cycles, stalls, flops, warnings")
}

impl Target {
    /// Reads a name.
    pub(super) fn parse(pod: &Pod, name: &str) -> Result<Self, Refusal> {
        Self::parse_in(pod.array().shape(), name)
    }

    /// Reads a name for arrays of a size.
    pub(super) fn parse_in(array: super::Shape, name: &str) -> Result<Self, Refusal> {
        let (pe, part) = match name.strip_prefix("pe").and_then(|rest| rest.split_once('.')) {
            Some((number, part)) => {
                let pes = array.pes() as u64;
                let right = || unknown(name, "no such PE").help(format!("pe0 to pe{}", pes - 1));
                let pe = decimal(number).filter(|pe: &u64| *pe < pes).ok_or_else(right)?;
                (Some(pe as usize), part)
            }
            None => (None, name),
        };
        let part = part_of(name, part)?;
        let shared = matches!(part, Part::Sys(_) | Part::Buffer | Part::Count(_));
        if pe.is_some() && shared {
            return Err(unknown(name, "it is no PE's own"));
        }
        if let Part::Local(address) = part {
            let sram = u64::from(array.sram);
            if address >= sram {
                return Err(unknown(name, "beyond the SRAM").help(format!("0 to {:#x}", sram - 1)));
            }
        }
        Ok(Self { pe, part })
    }

    /// Whether it cannot be set.
    pub(super) const fn is_only_read(self) -> bool {
        matches!(self.part, Part::Count(_))
    }

    pub(super) const fn shape(self) -> Shape {
        match self.part {
            Part::Register(Kind::Xmm, _) => Shape::Number { bits: 128 },
            Part::Flag(_) => Shape::Number { bits: 1 },
            Part::Local(_) | Part::Sys(_) => Shape::Image { unit: 1 },
            Part::Register(..) | Part::Mask | Part::Buffer | Part::Count(_) => {
                Shape::Number { bits: 64 }
            }
        }
    }

    /// The PEs, if it is PEs that have it.
    fn pes(self, pod: &Pod) -> std::ops::Range<usize> {
        self.pe.map_or(0..pod.pes() as usize, |pe| pe..pe + 1)
    }

    pub(super) fn get(
        self,
        pod: &Pod,
        name: &str,
        units: usize,
    ) -> Result<Vec<(String, Value)>, Refusal> {
        let number = |value: u128| match self.shape() {
            Shape::Number { bits } => Value::Number(value, bits),
            Shape::Perhaps { .. } | Shape::Image { .. } => Value::Image(Vec::new()),
        };
        let array = pod.array();
        let single = match self.part {
            Part::Buffer => Some(number(array.buffer().into())),
            Part::Count(at) => Some(number(count(pod, at).into())),
            Part::Sys(address) => {
                // Counts come from files and children: what is asked for is bounded before room for it is.
                if units > MOST {
                    return Err(Refusal::new(format!("{units} bytes are asked for"))
                        .help("at most 2^28 bytes of system memory at once"));
                }
                let mut bytes = vec![0; units];
                pod.sys_read(address, &mut bytes);
                Some(Value::Image(bytes))
            }
            _ => None,
        };
        if let Some(value) = single {
            return Ok(vec![(name.into(), value)]);
        }
        let own = name
            .split_once('.')
            .map_or(name, |(pe, part)| if self.pe.is_some() { part } else { pe });
        let of = |pe: usize| -> Result<(String, Value), Refusal> {
            let value = match self.part {
                Part::Register(Kind::General, n) => number(array.general(pe, n.into()).into()),
                Part::Register(Kind::Xmm, n) => number(array.xmm(pe, n.into())),
                Part::Register(Kind::Ar, n) => number(array.ar(pe, n.into()).into()),
                Part::Flag(flag) => number((array.flags(pe) >> flag.bit() & 1).into()),
                Part::Local(address) => {
                    Value::Image(self.bytes(array.sram(pe), address, units)?.to_vec())
                }
                _ => number(array.mask(pe).into()),
            };
            Ok((format!("pe{pe}.{own}"), value))
        };
        self.pes(pod).map(of).collect()
    }

    /// Bytes of an SRAM.
    fn bytes(self, sram: &[u8], address: u64, units: usize) -> Result<&[u8], Refusal> {
        let end = (address as usize).checked_add(units);
        end.and_then(|end| sram.get(address as usize..end)).ok_or_else(|| {
            Refusal::new(format!("{units} bytes from {address:#x} on go beyond the SRAM"))
                .help(format!("at most {}", sram.len() as u64 - address))
        })
    }

    pub(super) fn set(self, pod: &mut Pod, value: &Value) -> Result<(), Refusal> {
        match (self.part, value) {
            (Part::Count(at), _) => Err(Refusal::new(format!("`{}` is only read", COUNTS[at]))
                .help("another part of the state")),
            (Part::Sys(address), Value::Image(bytes)) => {
                pod.sys_write(address, bytes);
                Ok(())
            }
            (Part::Local(address), Value::Image(bytes)) => {
                for pe in self.pes(pod) {
                    self.bytes(pod.array().sram(pe), address, bytes.len())?;
                    let at = address as usize;
                    pod.array_mut().sram_mut(pe)[at..at + bytes.len()].copy_from_slice(bytes);
                }
                Ok(())
            }
            (Part::Buffer, Value::Number(value, _)) => {
                pod.array_mut().set_buffer(*value as u64);
                Ok(())
            }
            (_, Value::Number(value, _)) => {
                self.pes(pod).for_each(|pe| self.set_one(pod, pe, *value));
                Ok(())
            }
            _ => Err(Refusal::new(format!("{value} is no value of this part of the state"))),
        }
    }

    /// A number of one PE.
    fn set_one(self, pod: &mut Pod, pe: usize, value: u128) {
        let array = pod.array_mut();
        match self.part {
            Part::Register(Kind::General, n) => array.set_general(pe, n.into(), value as u64),
            Part::Register(Kind::Xmm, n) => array.set_xmm(pe, n.into(), value),
            Part::Register(Kind::Ar, n) => array.set_ar(pe, n.into(), value as u64),
            Part::Flag(flag) => {
                let others = array.flags(pe) & !(1 << flag.bit());
                array.set_flags(pe, others | (value as u32 & 1) << flag.bit());
            }
            _ => array.set_mask(pe, value as u64),
        }
    }
}

fn count(pod: &Pod, at: usize) -> u64 {
    let counters = pod.counters();
    match at {
        0 => pod.array().or_flags().into(),
        1 => counters.packets,
        2 => counters.cycles,
        3 => counters.stalls,
        4 => counters.flops,
        _ => counters.warnings,
    }
}

fn part_of(name: &str, part: &str) -> Result<Part, Refusal> {
    if let Some((memory, rest)) = part.split_once('[') {
        let at = rest.strip_suffix(']').and_then(|rest| number(rest.trim()));
        return match (memory, at) {
            ("mem", Some(at)) => Ok(Part::Local(at)),
            ("sys", Some(at)) => Ok(Part::Sys(at)),
            _ => Err(unknown(name, "no memory with an address")),
        };
    }
    let flag = || FLAGS.iter().find(|(name, _)| *name == part).map(|(_, flag)| Part::Flag(*flag));
    let count = || COUNTS.iter().position(|name| *name == part).map(Part::Count);
    let register = || own_register(part).map(|(kind, n)| Part::Register(kind, n));
    match part {
        "mask" => Ok(Part::Mask),
        "drb" => Ok(Part::Buffer),
        _ => flag().or_else(count).or_else(register).ok_or_else(|| unknown(name, "there is none")),
    }
}

impl Target {
    /// The first byte of an SRAM, if it is one.
    pub(super) const fn start(self) -> Option<u64> {
        match self.part {
            Part::Local(address) => Some(address),
            _ => None,
        }
    }

    /// The address in system memory, if it is there.
    pub(super) const fn system(self) -> Option<u64> {
        match self.part {
            Part::Sys(address) => Some(address),
            _ => None,
        }
    }
}
