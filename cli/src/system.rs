//! Which machine a program is for: the one that `--system` names, or that its extension tells.

use super::{Remarks, progress};
use crate::diagnose::name;
use crate::failure::Failure;
use crate::output::Output;
use semantics::machine::{Board, Machine, Program, Ran, RunErrorKind};
use semantics::machines;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// `--system`, of every command that takes programs.
#[derive(Debug, clap::Args)]
pub(crate) struct System {
    #[arg(long, value_name = "SYSTEM", help = help())]
    system: Option<String>,
}

/// `--set`, of commands that run programs.
#[derive(Debug, clap::Args)]
pub(crate) struct Model {
    /// Set a parameter of the machine's model, as `set` of case files does (repeatable); POD: array,
    /// sram, and the timing model's, which `assay steps` prints
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl Model {
    /// Whether there are any.
    pub(crate) fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// The parameters that a program asks for, and behind them those that are set.
    pub(crate) fn parameters(&self, program: &dyn Program) -> Result<Parameters, Failure> {
        let asked = program.parameters().into_iter().map(|(name, value)| (name.to_owned(), value));
        let set = self.set.iter().map(|pair| {
            let (name, value) = pair
                .split_once('=')
                .ok_or_else(|| Failure::input(format!("--set {pair}\n  right: NAME=VALUE")))?;
            Ok((name.to_owned(), value.to_owned()))
        });
        asked.map(Ok).chain(set).collect::<Result<_, _>>().map(Parameters)
    }
}

/// Parameters of a model.
pub(crate) struct Parameters(Vec<(String, String)>);

impl Parameters {
    pub(crate) fn pairs(&self) -> Vec<(&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value)).collect()
    }
}

fn help() -> String {
    format!("The system: {} [default: by the extension of PROGRAM]", machines::names())
}

impl System {
    /// The machine of a program.
    pub(crate) fn machine(&self, program: &Path) -> Result<&'static dyn Machine, Failure> {
        if let Some(name) = &self.system {
            return machines::named(name).ok_or_else(|| no_system(name));
        }
        match program.extension().and_then(|e| e.to_str()) {
            Some(extension) if machines::of_extension(extension).is_some() => {
                Ok(machines::of_extension(extension).unwrap_or(machines::DEFAULT))
            }
            _ if is_stream(program) => Ok(machines::DEFAULT),
            _ => Err(Failure::input(format!(
                "{}: the name does not tell the system\n  right: a name that ends in {}",
                name(program),
                endings()
            ))),
        }
    }

    /// The machine that `--system` names, or the default: of a file whose name tells nothing.
    pub(crate) fn named(&self) -> Result<&'static dyn Machine, Failure> {
        named(self.system.as_deref())
    }
}

/// The machine of this name, or the default.
pub(crate) fn named(system: Option<&str>) -> Result<&'static dyn Machine, Failure> {
    match system {
        None => Ok(machines::DEFAULT),
        Some(name) => machines::named(name).ok_or_else(|| no_system(name)),
    }
}

/// Standard input, a pipe or a device: what has no name to tell by.
fn is_stream(program: &Path) -> bool {
    program == Path::new("-") || program.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir())
}

/// `.vsm or .asm, or --system mncore2`
fn endings() -> String {
    let of = |machine: &&dyn Machine| {
        let extensions: Vec<String> =
            machine.extensions().iter().map(|extension| format!(".{extension}")).collect();
        format!("{}, or --system {}", extensions.join(" or "), machine.name())
    };
    machines::ALL.iter().map(of).collect::<Vec<_>>().join("; ")
}

fn no_system(name: &str) -> Failure {
    Failure::input(format!("--system: there is no system `{name}`\n  right: {}", machines::names()))
}

/// Refuses options that only another machine has.
pub(crate) fn refuse(machine: &dyn Machine, given: &[(&str, bool)]) -> Result<(), Failure> {
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Failure::input(format!(
            "{option}: {} has no such option\n  right: without {option}",
            machine.title()
        ))),
        None => Ok(()),
    }
}

/// What only some machines can. `what` names it in the words of the refusal.
pub(crate) fn capability<T: ?Sized>(
    machine: &'static dyn Machine,
    what: &str,
    of: impl Fn(&'static dyn Machine) -> Option<&'static T>,
) -> Result<&'static T, Failure> {
    of(machine).ok_or_else(|| {
        let able = machines::ALL.iter().filter(|machine| of(**machine).is_some());
        let able: Vec<_> = able.map(|machine| machine.title()).collect();
        let (title, able) = (machine.title(), able.join(", "));
        Failure::input(format!("{title} has no {what}\n  right: one of {able}"))
    })
}

/// Runs a program of so many steps at most.
pub(crate) fn execute(
    board: &mut dyn Board,
    program: &dyn Program,
    path: &Path,
    mut dump: Dump,
    limit: Option<u64>,
    remarks: Remarks,
) -> Result<Ran, Failure> {
    let bar = progress::statements(program.statements(), remarks);
    let mut advance = |done| bar.set_position(done);
    let watched = semantics::machine::Run { out: &mut dump, advance: Some(&mut advance), limit };
    let result = board.run(program, watched);
    bar.finish_and_clear();
    let name = name(path);
    let dumped = result.is_ok().then(|| board.dump(&mut dump));
    let ran = result.map_err(|error| match error.kind {
        RunErrorKind::Write(e) => dump.output.failure(&e),
        kind if error.line > 0 => Failure::input(format!("{name}:{}: {kind}", error.line)),
        kind => Failure::input(format!("{name}: {kind}")),
    })?;
    if let Some(Err(e)) = dumped {
        return Err(dump.output.failure(&e));
    }
    match dump.output.finish() {
        Err(Failure::ReaderGone) if dump.insist => {}
        finished => finished?,
    }
    ran.remarks.iter().for_each(|remark| remarks.say(format_args!("{name}: {remark}")));
    Ok(ran)
}

/// Where dumps go.
pub(crate) struct Dump {
    output: Output,
    insist: bool,
    gone: bool,
}

impl Dump {
    /// With `insist` the program runs to its end even if nobody reads the dumps: something is saved.
    pub(crate) fn new(output: Output, insist: bool) -> Self {
        Self { output, insist, gone: false }
    }
}

impl Write for Dump {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.gone {
            return Ok(bytes.len());
        }
        match self.output.write(bytes) {
            Err(e) if self.insist && e.kind() == ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(bytes.len())
            }
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
