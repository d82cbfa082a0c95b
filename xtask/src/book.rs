//! `cargo xtask book`: the documentation as one book of HTML.

use crate::run::{AS_TESTS, Failure, cargo, program};
use crate::tools::Crate;
use crate::wheel::target;

const HELP: &str = "cargo xtask book [--look]
  --look   looks at every page in a browser, as wide as a phone and as a desk, light and dark";

const MDBOOK: Crate =
    Crate { name: "mdbook", version: "0.5.4", features: &["search"], optimised: &[] };

/// Builds the book into `target/book/html`.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    let look = match rest {
        [] => false,
        [option] if option == "--look" => true,
        _ => return Err(Failure::Usage(HELP.to_owned())),
    };
    build(&["--profile", "test", "--package", "assay-cli", "--package", "book"], look)
}

/// Builds the book from what the tests have built, and looks at it.
pub(crate) fn after_tests() -> Result<(), Failure> {
    build(&[&AS_TESTS[..], &["--bin", "assay", "--bin", "book"]].concat(), true)
}

fn build(scope: &[&str], look: bool) -> Result<(), Failure> {
    let mdbook = MDBOOK.program()?;
    let text = |below: &str| target().join(below).to_string_lossy().into_owned();
    let (source, html) = (text("book/source"), text("book/html"));
    // The profile of the tests, whose parts may be there.
    cargo(["build"].iter().chain(scope))?;
    let book = text("debug/book");
    program(&book, ["write", &source, &text("debug/assay")], &[])?;
    // What an earlier book had and this one has not would stay.
    let _ = std::fs::remove_dir_all(&html);
    program(&mdbook, ["build", &source, "--dest-dir", &html], &[])?;
    if look {
        program(&book, ["look", &html], &[])?;
    }
    eprintln!("the book: {html}/index.html");
    Ok(())
}
