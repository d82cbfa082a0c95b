//! A wrapper between cargo and rustc (`RUSTC_WRAPPER`). Cargo has one optimisation level for a library and for its unit tests, which
//! compile the whole library a second time; here the unit tests of large crates are compiled without optimisation. Tests that compute
//! much belong in the integration programs, which use the optimised library.

use std::path::Path;
use std::process::{Command, ExitCode};

/// The crates whose unit tests are compiled without optimisation.
const UNOPTIMISED: [&str; 3] = ["oracle", "semantics", "vectors"];

/// Runs rustc where cargo calls this program as its wrapper: with the path of rustc as the first argument.
pub(crate) fn wrap(arguments: &[String]) -> Option<ExitCode> {
    let (rustc, arguments) = arguments.split_first()?;
    if Path::new(rustc).file_stem()? != "rustc" {
        return None;
    }
    let mut command = Command::new(rustc);
    command.args(arguments);
    if is_unoptimised(arguments) {
        command.args(["-C", "opt-level=0"]);
    }
    let code = match command.status() {
        Ok(status) => status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1),
        Err(e) => {
            eprintln!("xtask: cannot start `{rustc}`: {e}");
            3
        }
    };
    Some(ExitCode::from(code))
}

fn is_unoptimised(arguments: &[String]) -> bool {
    let name = arguments.iter().skip_while(|word| *word != "--crate-name").nth(1);
    arguments.iter().any(|word| word == "--test")
        && name.is_some_and(|name| UNOPTIMISED.contains(&name.as_str()))
}

/// Makes cargo call this program in place of rustc, unless the user has a wrapper already.
pub(super) fn set(cargo: &mut Command) {
    if std::env::var_os("RUSTC_WRAPPER").is_none()
        && let Ok(own) = std::env::current_exe()
    {
        cargo.env("RUSTC_WRAPPER", own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_tests_of_large_crates_alone_are_unoptimised() {
        let asked = |line: &str| {
            is_unoptimised(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        };
        assert!(asked("--crate-name vectors --edition=2024 src/lib.rs -C opt-level=1 --test"));
        assert!(!asked("--crate-name vectors --edition=2024 src/lib.rs -C opt-level=1"));
        assert!(!asked("--crate-name integration --test --extern vectors=a.rlib"));
        assert!(wrap(&["test".to_owned(), "rustc".to_owned()]).is_none());
    }
}
