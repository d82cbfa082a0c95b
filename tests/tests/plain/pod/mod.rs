//! The plain interpreter of POD on random programs.

mod drawn;

use oracle::plain::pod::Machine;
use vectors::programs::pod::{Init, Place, Program};

/// The interpreter in the state before a program.
pub(crate) fn started(program: &Program) -> Machine {
    let mut machine = Machine::new(program.columns, program.rows, program.sram);
    program.init.iter().for_each(|init| set(&mut machine, init));
    machine
}

/// Gives a part of the state its value.
pub(crate) fn set(machine: &mut Machine, init: &Init) {
    let pes = match init.pe {
        Some(pe) => pe..pe + 1,
        None => 0..machine.pes.len(),
    };
    for pe in &mut machine.pes[pes] {
        match &init.place {
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
    match &init.place {
        Place::System(address, bytes) => {
            let at = |i| address.wrapping_add(i);
            machine.system.extend((0..).map(at).zip(bytes.iter().copied()));
        }
        Place::Buffer(value) => machine.buffer = *value,
        _ => {}
    }
}
