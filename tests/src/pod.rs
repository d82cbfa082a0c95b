//! Programs of POD under the simulator and under the plain interpreter, packet by packet.

use oracle::plain::pod::Machine;
use semantics::pod::host::HostError;
use semantics::pod::isa::{Operation, Packet, Space};
use semantics::pod::{Array, Parameters, Pod, Shape};
use std::fmt::Debug;
use vectors::programs::pod::{Init, Place, Program, Settings};

/// The kinds of programs that a seed may mean.
#[must_use]
pub fn settings(seed: u64) -> Settings {
    let usual = Settings::default();
    match seed % 16 {
        0 | 1 => Settings { error: true, ..usual },
        2 | 3 => Settings { double_writes: true, ..usual },
        4..=8 => Settings { system: false, ..usual },
        9 if seed % 160 == 9 => Settings { sram: Some(Shape::SRAM), pes: 8, ..usual },
        10 if seed % 160 == 10 => Settings { pes: 256, instructions: 1..=8, ..usual },
        _ => usual,
    }
}

/// The interpreter in the state before a program.
#[must_use]
pub fn machine(program: &Program) -> Machine {
    let mut machine = Machine::new(program.columns, program.rows, program.sram);
    program.init.iter().for_each(|init| set(&mut machine, init));
    machine
}

/// Gives a part of the interpreter's state its value.
pub fn set(machine: &mut Machine, Init { pe, place }: &Init) {
    let pes = pe.map_or(0..machine.pes.len(), |pe| pe..pe + 1);
    for pe in &mut machine.pes[pes] {
        match place {
            Place::General(n, value) => pe.general[usize::from(*n)] = *value,
            Place::Xmm(n, value) => pe.xmm[usize::from(*n)] = *value,
            Place::Ar(n, value) => pe.set_ar(*n, *value),
            Place::Local(address, bytes) => {
                let start = *address as usize;
                pe.sram[start..start + bytes.len()].copy_from_slice(bytes);
            }
            Place::System(..) | Place::Buffer(_) => {}
        }
    }
    match place {
        Place::System(address, bytes) => {
            let at = |i| address.wrapping_add(i);
            machine.system.extend((0..).map(at).zip(bytes.iter().copied()));
        }
        Place::Buffer(value) => machine.buffer = *value,
        _ => {}
    }
}

/// The simulator in the state before a program.
///
/// # Panics
/// Where there is no array of its shape.
#[must_use]
pub fn pod(program: &Program) -> Pod {
    let shape = Shape::new(program.columns, program.rows, program.sram).expect("a shape");
    let mut pod = Pod::new(shape, Parameters::default());
    let array = pod.array_mut();
    for Init { pe, place } in &program.init {
        for pe in pe.map_or(0..array.pes(), |pe| pe..pe + 1) {
            match place {
                Place::General(n, value) => array.set_general(pe, usize::from(*n), *value),
                Place::Xmm(n, value) => array.set_xmm(pe, usize::from(*n), *value),
                Place::Ar(n, value) => array.set_ar(pe, usize::from(*n), *value),
                Place::Local(address, bytes) => {
                    let start = *address as usize;
                    array.sram_mut(pe)[start..start + bytes.len()].copy_from_slice(bytes);
                }
                Place::System(..) | Place::Buffer(_) => {}
            }
        }
        match place {
            Place::System(address, bytes) => array.system_mut().write(*address, bytes),
            Place::Buffer(value) => array.set_buffer(*value),
            _ => {}
        }
    }
    pod
}

/// Runs a program under both, and compares the whole state behind it.
///
/// # Panics
/// Where they differ, with the packet that makes the difference.
pub fn agree(program: &Program, what: &dyn Debug) {
    let packets = program.packets();
    if let Err(difference) = run(program, &packets, false) {
        let exact = run(program, &packets, true).err().unwrap_or(difference);
        panic!(
            "{what:?}: {exact}\nsimulator (left) and interpreter differ in\n{}",
            program.case("T")
        );
    }
}

/// Runs all packets; compares the state after each, or behind the last.
fn run(program: &Program, packets: &[Packet], each: bool) -> Result<(), String> {
    let (mut pod, mut machine) = (pod(program), machine(program));
    let timed = program.instructions.iter().all(|x| is_timed(x.operation));
    for (at, packet) in packets.iter().enumerate() {
        let told = |difference| {
            let list: Vec<String> = packet.instructions().map(ToString::to_string).collect();
            format!("packet {at}: {}: {difference}", list.join(" | "))
        };
        let ours = pod.send(packet).err().map(|error| match error {
            HostError::Fault { fault, .. } => (fault.kind.name(), fault.slot, fault.pe),
            other => panic!("{other}"),
        });
        let stops = ours.is_some();
        let theirs = machine.step(packet).err();
        let theirs = theirs.map(|stop| (stop.kind.name(), stop.slot, stop.pe));
        same("error", &ours, &theirs).map_err(told)?;
        counted(&pod, &machine, timed).map_err(told)?;
        if each || stops || at + 1 == packets.len() {
            compared(pod.array(), &machine).map_err(told)?;
        }
        if stops {
            break;
        }
        // Host calls between packets, in programs of some lengths.
        if packets.len().is_multiple_of(3) && at % 4 == 3 {
            same("GetFlags", &pod.get_flags(), &machine.get_flags()).map_err(told)?;
        }
    }
    Ok(())
}

/// Whether the cycles of an instruction are defined (POD-D91).
fn is_timed(operation: Operation) -> bool {
    !matches!(
        operation,
        Operation::Load(_, _, Space::Sys, _)
            | Operation::Store(_, Space::Sys, _)
            | Operation::LoadXmm(_, Space::Sys, _)
            | Operation::StoreXmm(_, Space::Sys, _)
            | Operation::CopyBlock { .. }
            | Operation::TransferBlock(..)
    )
}

/// The counters.
fn counted(pod: &Pod, machine: &Machine, timed: bool) -> Result<(), String> {
    let (ours, theirs) = (pod.counters(), &machine.counters);
    same("packets", &ours.packets, &theirs.packets)?;
    same("flops", &ours.flops, &theirs.flops)?;
    same("warnings", &ours.warnings, &theirs.warnings)?;
    if timed {
        same("cycles", &ours.cycles, &theirs.cycles)?;
        same("stalls", &ours.stalls, &theirs.stalls)?;
    }
    Ok(())
}

fn same<T: PartialEq + Debug>(what: &str, ours: &T, theirs: &T) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{what}: {ours:x?} and {theirs:x?}")) }
}

/// The whole state.
fn compared(array: &Array, machine: &Machine) -> Result<(), String> {
    for (pe, plain) in machine.pes.iter().enumerate() {
        for n in 0..32 {
            let place = |name| format!("pe{pe}.{name}{n}");
            same(&place("r"), &array.general(pe, n), &plain.general[n])?;
            same(&place("xmm"), &array.xmm(pe, n), &plain.xmm[n])?;
            same(&place("ar"), &array.ar(pe, n), &plain.ar(n as u8))?;
        }
        same(&format!("pe{pe}.mask"), &array.mask(pe), &plain.mask)?;
        same(&format!("pe{pe}.flags"), &array.flags(pe), &plain.flags)?;
        if let Some(at) = (0..plain.sram.len()).find(|at| array.sram(pe)[*at] != plain.sram[*at]) {
            same(&format!("pe{pe}.mem[{at:#x}]"), &array.sram(pe)[at], &plain.sram[at])?;
        }
    }
    same("drb", &array.buffer(), &machine.buffer)?;
    same("flags", &array.or_flags(), &machine.or_flags())?;
    for (address, byte) in &machine.system {
        let mut found = [0];
        array.system().read(*address, &mut found);
        same(&format!("sys[{address:#x}]"), &found[0], byte)?;
    }
    // And nothing else was written.
    for (start, page) in array.system().written() {
        for (at, byte) in page.iter().enumerate().filter(|(_, byte)| **byte != 0) {
            let address = start + at as u64;
            let theirs = machine.system.get(&address).copied().unwrap_or(0);
            same(&format!("sys[{address:#x}]"), byte, &theirs)?;
        }
    }
    Ok(())
}
