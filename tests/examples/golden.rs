//! Dumps of programs as the plain interpreter computes them: expectations that do not come from the
//! emulator under test. `--help` says how.

use oracle::interpreters::mncore2 as interpreter;
use semantics::mncore2::text::parse;
use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
Prints the dump of each program as the plain interpreter computes it.

  golden [--write] FILE.vsm ...

  --write        write FILE.dmp beside each program instead of printing
  --help         this text

Exit code: 0 all ran; 1 a program does not parse, stops early, or a file cannot be read or written;
2 bad usage.";

/// The dump of a file, or why there is none.
fn dump(file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let program = parse(&text).map_err(|errors| format!("{errors:?}"))?;
    interpreter::run(&program).map_err(|stop| stop.to_string())
}

fn treat(file: &str, write: bool) -> Result<(), String> {
    let dump = dump(Path::new(file))?;
    if write {
        return std::fs::write(Path::new(file).with_extension("dmp"), dump)
            .map_err(|error| error.to_string());
    }
    print!("{dump}");
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, files): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|argument| argument.starts_with("--"));
    if options.iter().any(|option| *option == "--help") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    if files.is_empty() || options.iter().any(|option| *option != "--write") {
        eprintln!("{HELP}");
        return ExitCode::from(2);
    }
    let mut code = ExitCode::SUCCESS;
    for file in files {
        if let Err(why) = treat(file, !options.is_empty()) {
            eprintln!("{file}: {why}");
            code = ExitCode::FAILURE;
        }
    }
    code
}
