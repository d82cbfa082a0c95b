//! TestFloat's two programs, `testfloat_gen` and `testfloat_ver`, with their own names and options;
//! and its words on the command lines of `assay gen` and `assay check`.

mod generate;
mod verify;
mod words;

pub(crate) use generate::TestfloatGen;
pub(crate) use verify::TestfloatVer;
pub(crate) use words::translate;

use crate::failure::Failure;
use vectors::registry::{Op, Plan};
use vectors::testfloat::{Function, Settings, Taken};

/// What the words of a command line say.
struct Words {
    settings: Settings,
    /// Options of ours beside TestFloat's: NAME=VALUE.
    ours: Vec<String>,
    /// What is left: the function or type.
    rest: Vec<String>,
}

/// Reads the words of `program`'s command line.
fn read(program: &str, words: &[String]) -> Result<Words, Failure> {
    let mut read = Words { settings: Settings::default(), ours: Vec::new(), rest: Vec::new() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let next = words.as_slice().first().map(String::as_str);
        match read.settings.take(word, next).map_err(|e| wrong(program, e))? {
            Taken::Word => {}
            Taken::Both => drop(words.next()),
            Taken::No if word.starts_with('-') => {
                let shown: String = word.chars().take(80).collect();
                return Err(wrong(
                    program,
                    format!("unknown option `{shown}`\n  right: `assay help {program}` lists them"),
                ));
            }
            Taken::No if word.contains('=') => read.ours.push(word.clone()),
            Taken::No => read.rest.push(word.clone()),
        }
    }
    Ok(read)
}

fn wrong(program: &str, what: impl std::fmt::Display) -> Failure {
    Failure::input(format!("{program}: {what}"))
}

/// The names of an operation's options.
fn known(op: &Op) -> Vec<&'static str> {
    op.options.iter().map(|o| o.row.name).collect()
}

/// The operation of a function under the options asked for.
fn plan(words: &Words, function: &Function) -> Result<Plan, Failure> {
    let op = vectors::operations().find(&function.id).map_err(Failure::input)?;
    let theirs = words.settings.options(function, &known(op));
    let all = theirs.iter().chain(&words.ours).map(String::as_str);
    Ok(op.plan(&op.parse_options(all).map_err(Failure::input)?))
}
