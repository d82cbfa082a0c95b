//! The `assay` command; see the library for what it does.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
