//! A machine's programs step by step: what was done to its state since it was made is kept, and a program that goes on is run
//! from its beginning to the step that is asked for.

use crate::machine::{Simulator, wrote};
use crate::status::{Failure, Status};
use semantics::machine::Value;
use std::ffi::c_char;

/// Something that changed the state, as it was asked for.
pub(crate) enum Event {
    Set(String, Value),
    /// Programs that ran, as they were then, to a limit of steps.
    Run(u64),
}

/// A program that was begun.
#[derive(Default)]
pub(crate) struct Begun {
    steps: u64,
    /// Bytes of output that the caller has.
    told: usize,
    ended: bool,
}

impl Begun {
    /// The step that it stands at, if it has begun and goes on.
    pub(crate) fn within(&self) -> Option<u64> {
        (self.steps > 0 && !self.ended).then_some(self.steps)
    }

    /// The same as a run.
    pub(crate) fn run(self) -> Option<Event> {
        (self.steps > 0).then_some(Event::Run(self.steps))
    }
}

impl Simulator {
    /// So many steps further.
    fn step(&mut self, steps: u64, out: &mut Vec<u8>) -> Result<Status, Failure> {
        let mut begun = self.begun.take().unwrap_or_default();
        if begun.ended {
            self.begun = Some(begun);
            return Ok(Status::End);
        }
        let right = "right: a machine whose program was not replaced since it ran";
        if !self.replays {
            return Err(Failure::new(
                Status::Program,
                format!("what ran before cannot be run again\n  {right}"),
            ));
        }
        if begun.steps > 0 {
            self.again()?;
        }
        let to = begun.steps.saturating_add(steps);
        if to == 0 {
            self.begun = Some(begun);
            return Ok(Status::Ok);
        }
        let mut whole = Vec::new();
        let done = self.cores(to, &mut whole);
        out.extend_from_slice(whole.get(begun.told..).unwrap_or_default());
        begun.told = whole.len();
        begun.steps = to;
        let told = match done {
            Ok(()) => Ok(Status::End),
            Err(error) if error.kind.is_limit() => Ok(Status::Ok),
            Err(error) => Err(crate::machine::stopped(error)),
        };
        begun.ended = !matches!(told, Ok(Status::Ok));
        self.begun = Some(begun);
        told
    }

    /// The state as it was before the program began.
    fn again(&mut self) -> Result<(), Failure> {
        self.board = None;
        self.made()?;
        for event in std::mem::take(&mut self.events) {
            match &event {
                Event::Set(target, value) => {
                    self.made()?.set(target, value).map_err(Failure::name)?;
                }
                Event::Run(limit) => {
                    // How it ended was told then.
                    let _ = self.cores(*limit, &mut Vec::new());
                }
            }
            self.events.push(event);
        }
        Ok(())
    }
}

/// Makes so many steps of the programs, of several cores all together, from where the last call stopped. It is `ASSAY_STATUS_OK` where
/// they go on, and `ASSAY_STATUS_END` where they have ended, with these steps or before. `output`, if it is not NULL, has what the
/// programs wrote in these steps. Until they have ended, or are loaded or run from the beginning, no part of the state is set. Each
/// call takes the time of all steps up to it.
///
/// # Safety
/// `machine` is open; `output` and `error` are NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_machine_step(
    machine: *mut Simulator,
    steps: u64,
    output: *mut *mut c_char,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe { wrote(machine, output, error, |machine, out| machine.step(steps, out)) }
}
