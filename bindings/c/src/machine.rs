//! Machines: programs run on them, and their state is looked at by the names that case files use.

use crate::pointer::{self, handle};
use crate::status::{Failure, Status, call, told};
use crate::step::{Begun, Event};
use semantics::machine::{Board, How, Machine, Program, Refusal, Run, RunError};
use semantics::machines;
use std::ffi::c_char;
use std::io::BufRead;

/// A machine, its state and its programs. Of one thread at a time.
pub struct Simulator {
    machine: &'static dyn Machine,
    parameters: Vec<(String, String)>,
    /// Made with the first thing that needs it: programs may ask for parameters.
    pub(crate) board: Option<Box<dyn Board>>,
    /// One a core.
    programs: Vec<Box<dyn Program>>,
    /// Parameters that programs asked for when the board was made.
    asked: Option<Vec<(String, String)>>,
    /// What was done to the state before the programs that are stepped began.
    pub(crate) events: Vec<Event>,
    /// Whether the events can be done again: no program that ran was replaced.
    pub(crate) replays: bool,
    pub(crate) begun: Option<Begun>,
}

/// Opens a machine at reset: `mncore2`, `pod`, `xdsa` or `tile`, with parameters of its model as `set` of case files has them
/// (`name=value`, joined by blanks; NULL for none).
///
/// # Safety
/// Texts end with a zero; `machine` and `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_machine_open(
    name: *const c_char,
    parameters: *const c_char,
    machine: *mut *mut Simulator,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let place = pointer::own(machine, "machine")?;
            *place = std::ptr::null_mut();
            let name = pointer::read(name, "name")?;
            let parameters = pointer::perhaps(parameters, "parameters")?;
            handle(place, Simulator::open(name, parameters)?);
            Ok(Status::Ok)
        })
    }
}

impl Simulator {
    fn open(name: &str, parameters: &str) -> Result<Self, Failure> {
        let machine = machines::named(name).ok_or_else(|| {
            Failure::name(format!("there is no machine `{name}`\n  right: {}", machines::names()))
        })?;
        let pair = |word: &str| match word.split_once('=') {
            Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
            None => Err(Failure::name(format!("parameter `{word}`\n  right: NAME=VALUE"))),
        };
        let parameters =
            parameters.split_ascii_whitespace().map(pair).collect::<Result<Vec<_>, _>>()?;
        let mut opened = Self {
            machine,
            parameters,
            board: None,
            programs: Vec::new(),
            asked: None,
            events: Vec::new(),
            replays: true,
            begun: None,
        };
        // What the model does not take is told here.
        opened.made()?;
        (opened.board, opened.asked) = (None, None);
        Ok(opened)
    }

    /// The board, made where there is none.
    pub(crate) fn made(&mut self) -> Result<&mut dyn Board, Failure> {
        let board = match self.board.take() {
            Some(board) => board,
            None => {
                let own = self.parameters.iter().map(|(name, value)| (&**name, &**value));
                let programs = self.programs.iter().flat_map(|p| p.parameters());
                let programs = programs.map(|(name, value)| (name.to_owned(), value.clone()));
                let asked = self.asked.get_or_insert_with(|| programs.collect());
                let asked = asked.iter().map(|(name, value)| (&**name, &**value));
                self.machine.board(&own.chain(asked).collect::<Vec<_>>()).map_err(Failure::name)?
            }
        };
        Ok(&mut **self.board.insert(board))
    }

    fn load(&mut self, core: u32, source: &mut dyn BufRead) -> Result<Status, Failure> {
        let cores = self.machine.facts().cores;
        let at = core as usize;
        if core >= cores || at > self.programs.len() {
            let right = match self.programs.len() {
                found if found < cores as usize => format!("0 to {found}, one after the other"),
                _ => format!("0 to {}", cores - 1),
            };
            return Err(Failure::name(format!("core {core}\n  right: {right}")));
        }
        let program = self
            .machine
            .read(source, &How::default())
            .map_err(|errors| Failure::new(Status::Program, errors))?;
        // The state of a program that was begun stays, and what made it is gone.
        self.replays &= self.begun.take().is_none();
        let ran = self.events.iter().any(|event| matches!(event, Event::Run(_)));
        self.replays &= !ran;
        match self.programs.get_mut(at) {
            Some(own) => *own = program,
            None => self.programs.push(program),
        }
        Ok(Status::Ok)
    }

    fn is_loaded(&self) -> Result<(), Failure> {
        match self.programs.is_empty() {
            true => Err(Failure::new(
                Status::Program,
                "there is no program\n  right: one that was loaded",
            )),
            false => Ok(()),
        }
    }

    fn run(&mut self, limit: u64, out: &mut Vec<u8>) -> Result<Status, Failure> {
        self.settle();
        let done = self.cores(limit, out);
        self.events.push(Event::Run(limit));
        done.map(|()| Status::Ok).map_err(stopped)
    }

    fn set(&mut self, target: &str, value: &str) -> Result<Status, Failure> {
        if let Some(steps) = self.begun.as_ref().and_then(Begun::within) {
            return Err(Failure::new(
                Status::Program,
                format!(
                    "the program stands at step {steps}\n  right: parts are set before it begins or when it has ended"
                ),
            ));
        }
        let board = self.made()?;
        let shape = board.shape(target).map_err(Failure::name)?;
        let value = shape.parse(value).map_err(|why| Failure::new(Status::Shape, why))?;
        board.set(target, &value).map_err(Failure::name)?;
        self.settle();
        self.events.push(Event::Set(target.to_owned(), value));
        Ok(Status::Ok)
    }

    /// What was stepped counts as run.
    fn settle(&mut self) {
        if let Some(begun) = self.begun.take() {
            self.events.extend(begun.run());
        }
    }

    /// Runs the programs from their beginning.
    pub(crate) fn cores(&mut self, limit: u64, out: &mut Vec<u8>) -> Result<(), RunError> {
        if let Err(failure) = self.made() {
            return Err(Refusal::new(failure.text()).into());
        }
        let list: Vec<&dyn Program> = self.programs.iter().map(|program| &**program).collect();
        let run = Run { limit: (limit > 0).then_some(limit), ..Run::quietly(out) };
        let Some(board) = &mut self.board else { return Ok(()) };
        board.run_cores(&list, run).map(|_| ())
    }
}

pub(crate) fn stopped(error: RunError) -> Failure {
    let status = if error.kind.is_limit() { Status::End } else { Status::Program };
    let name = error.kind.name().map_or_else(String::new, |name| format!("{name}: "));
    let core = if error.core > 0 { format!("core {}: ", error.core) } else { String::new() };
    Failure::new(status, format!("{core}{name}{error}"))
}

/// Reads a program for a core (0 where the machine has one): source text of `size` bytes in the machine's language. What was loaded
/// for the core before goes; the state stays.
///
/// # Safety
/// `machine` is open, `source` has `size` bytes, `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_machine_load(
    machine: *mut Simulator,
    core: u32,
    source: *const c_char,
    size: usize,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let machine = pointer::own(machine, "machine")?;
            let mut source = pointer::values(source.cast::<u8>(), size, "source")?;
            machine.load(core, &mut source)
        })
    }
}

/// The same of a file.
///
/// # Safety
/// `machine` is open, `path` ends with a zero, `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_machine_load_file(
    machine: *mut Simulator,
    core: u32,
    path: *const c_char,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let machine = pointer::own(machine, "machine")?;
            let path = pointer::read(path, "path")?;
            let bytes = std::fs::read(path)
                .map_err(|why| Failure::new(Status::File, format!("{path}: {why}")))?;
            machine.load(core, &mut bytes.as_slice())
        })
    }
}

/// Does what programs write in; what they wrote goes where `output` points, if it is not NULL.
///
/// # Safety
/// As [`assay_machine_run`].
pub(crate) unsafe fn wrote(
    machine: *mut Simulator,
    output: *mut *mut c_char,
    error: *mut *mut c_char,
    body: impl FnOnce(&mut Simulator, &mut Vec<u8>) -> Result<Status, Failure>,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            if !output.is_null() {
                *pointer::own(output, "output")? = std::ptr::null_mut();
            }
            let machine = pointer::own(machine, "machine")?;
            machine.is_loaded()?;
            let mut out = Vec::new();
            let done = body(machine, &mut out);
            if !output.is_null() {
                pointer::tell(pointer::own(output, "output")?, &String::from_utf8_lossy(&out));
            }
            done
        })
    }
}

/// Runs the programs from their beginning on the state as it is: at most `limit` steps, 0 for the machine's own limit. Where more
/// would be run it is `ASSAY_STATUS_END`, and so many steps are done. `assay_machine_step` goes on from where it stopped.
/// `output`, if it is not NULL, has what the program wrote (dumps), also where it stopped.
///
/// # Safety
/// `machine` is open; `output` and `error` are NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_machine_run(
    machine: *mut Simulator,
    limit: u64,
    output: *mut *mut c_char,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe { wrote(machine, output, error, |machine, out| machine.run(limit, out)) }
}

/// Parts of the state by the name that case files have for them, of a memory `units` units from there on: a line `NAME=VALUE` for each
/// element that the name stands for.
///
/// # Safety
/// `machine` is open, `target` ends with a zero, `values` and `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_machine_get(
    machine: *mut Simulator,
    target: *const c_char,
    units: usize,
    values: *mut *mut c_char,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        told(values, "values", error, || {
            let board = pointer::own(machine, "machine")?.made()?;
            let found =
                board.get(pointer::read(target, "target")?, units).map_err(Failure::name)?;
            let lines = found.iter().map(|(name, value)| format!("{name}={value}\n"));
            Ok(lines.collect::<String>())
        })
    }
}

/// Sets a part of the state, in every element that the name stands for, to a value as case files write it.
///
/// # Safety
/// `machine` is open, texts end with a zero, `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_machine_set(
    machine: *mut Simulator,
    target: *const c_char,
    value: *const c_char,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let machine = pointer::own(machine, "machine")?;
            machine.set(pointer::read(target, "target")?, pointer::read(value, "value")?)
        })
    }
}

/// What a run left, for people, of machines whose programs don't dump themselves.
///
/// # Safety
/// `machine` is open; `text` and `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_machine_dump(
    machine: *mut Simulator,
    text: *mut *mut c_char,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        told(text, "text", error, || {
            let mut out = Vec::new();
            let board = pointer::own(machine, "machine")?.made()?;
            board.dump(&mut out).map_err(|why| Failure::new(Status::File, why))?;
            Ok(String::from_utf8_lossy(&out).into_owned())
        })
    }
}

/// Closes a machine. NULL is nothing.
///
/// # Safety
/// It is open, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_machine_close(machine: *mut Simulator) {
    // SAFETY: by the contract.
    unsafe { pointer::close(machine) }
}
