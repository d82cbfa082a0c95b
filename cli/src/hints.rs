//! What a shell may complete for each argument: names of files where a file is meant, the words of a short list, else nothing.

use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, Command, ValueHint};
use semantics::machines;
use std::path::PathBuf;
use vectors::file::Format;
use vectors::part::{Cover, Covers};

/// What stands for an argument.
enum Takes {
    Path(ValueHint),
    OneOf(Vec<&'static str>),
    /// What only the user knows: an operation of thousands, a number, a command.
    Own,
}

/// Names of values that only the user knows.
const OWN: [&str; 26] = [
    "COMMAND",
    "EXPR",
    "I/N",
    "LAYOUT=FILE",
    "LINES",
    "LINT,...|all",
    "MEM=FILE",
    "MEM[=VALUE]",
    "MHZ",
    "N",
    "NAME=VALUE",
    "OP",
    "OP[,OP...]|WORD",
    "OP[,OP...] [OPTION=VALUE[,VALUE...]]",
    "OPERAND",
    "OPTION=VALUE|OPERAND",
    "OPTION|FUNCTION",
    "OPTION|FUNCTION|TYPE",
    "PERCENT",
    "PLACES",
    "S",
    "T",
    "UNIT",
    "VALUE",
    "[OPERAND=]CLASS|LOW..HIGH,...",
    "ulp:N",
];

/// The command with what is to be completed for each of its arguments. It is for completions alone: what a list has not is no
/// error there.
pub(crate) fn given(command: Command) -> Command {
    command.mut_subcommands(|own| {
        let name = own.get_name().to_owned();
        own.mut_args(|arg| match takes(&name, &arg) {
            Some(Takes::Path(hint)) => arg.value_hint(hint),
            Some(Takes::OneOf(words)) => arg.value_parser(PossibleValuesParser::new(words)),
            Some(Takes::Own) => arg.value_hint(ValueHint::Other),
            None => arg,
        })
    })
}

/// Whether a command takes files without an option before them.
pub(crate) fn takes_files(command: &Command) -> bool {
    command.get_positionals().any(holds::<PathBuf>)
}

/// What an argument takes; nothing of one without a value, or whose values it says itself.
fn takes(command: &str, arg: &Arg) -> Option<Takes> {
    if !arg.get_action().takes_values() || !arg.get_possible_values().is_empty() {
        return None;
    }
    let value = arg.get_value_names().and_then(<[_]>::first).map_or("", |name| name.as_str());
    if holds::<PathBuf>(arg) {
        // `conform` takes single files, too.
        let folder = value == "DIR" && command != "conform";
        return Some(Takes::Path(if folder { ValueHint::DirPath } else { ValueHint::FilePath }));
    }
    if holds::<Format>(arg) {
        return Some(Takes::OneOf(Format::ALL.map(Format::name).to_vec()));
    }
    if holds::<Cover>(arg) || holds::<Covers>(arg) {
        return Some(Takes::OneOf(Cover::ALL.map(Cover::name).to_vec()));
    }
    let operations = vectors::operations();
    Some(match (command, value) {
        ("ops", "SYSTEM") => {
            let mut systems: Vec<&str> =
                operations.all().filter_map(|op| op.id.split('.').next()).collect();
            systems.dedup();
            Takes::OneOf(systems)
        }
        (_, "SYSTEM") => Takes::OneOf(machines::ALL.iter().map(|machine| machine.name()).collect()),
        (_, "FORMAT") => {
            Takes::OneOf(vectors::known::all(operations).iter().map(|format| format.name).collect())
        }
        (_, "FAMILY") => Takes::OneOf(operations.families().collect()),
        (_, "WHERE") => Takes::OneOf(vec!["first", "last"]),
        (_, "quiet|all|CODE") => Takes::OneOf(vec!["quiet", "all"]),
        (_, "POLICY") => Takes::OneOf(vec!["skip", "report", "insist"]),
        (_, own) if OWN.contains(&own) => Takes::Own,
        _ => return None,
    })
}

/// Whether an argument's values are of a type, as its parser says.
fn holds<T: Clone + Send + Sync + 'static>(arg: &Arg) -> bool {
    let one = ValueParser::new(|text: &str| Err::<T, String>(text.to_owned()));
    arg.get_value_parser().type_id() == one.type_id()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// Arguments of which nothing is said, as `COMMAND ARGUMENT`.
    fn unsaid(command: &Command) -> Vec<String> {
        let of = |own: &Command| {
            let silent = own.get_arguments().filter(|arg| {
                arg.get_action().takes_values()
                    && arg.get_possible_values().is_empty()
                    && matches!(arg.get_value_hint(), ValueHint::Unknown | ValueHint::AnyPath)
            });
            silent.map(|arg| format!("{} {}", own.get_name(), arg.get_id())).collect::<Vec<_>>()
        };
        command.get_subcommands().flat_map(of).collect()
    }

    /// Arguments that offer files and are none, or the reverse.
    fn files(command: &Command) -> Vec<String> {
        let plain = crate::Cli::command();
        let mut wrong = Vec::new();
        for own in plain.get_subcommands() {
            let said = command.find_subcommand(own.get_name()).expect("the same commands");
            for (arg, said) in own.get_arguments().zip(said.get_arguments()) {
                let offers =
                    matches!(said.get_value_hint(), ValueHint::FilePath | ValueHint::DirPath);
                if offers != holds::<PathBuf>(arg) {
                    wrong.push(format!("{} {}", own.get_name(), arg.get_id()));
                }
            }
        }
        wrong
    }

    #[test]
    fn every_argument_says_what_it_takes() {
        let said = given(crate::Cli::command());
        assert_eq!(unsaid(&said), [""; 0]);
        assert_eq!(files(&said), [""; 0]);
        let count = |arg: Arg| arg.value_name("HOW MANY");
        let less = crate::Cli::command().mut_subcommand("gen", |c| c.mut_arg("count", count));
        assert_eq!(unsaid(&given(less)), ["gen count"]);
        assert!(unsaid(&crate::Cli::command()).contains(&"eval op".to_owned()));
    }

    /// No name stays in the list when the last argument of that name is gone.
    #[test]
    fn every_name_of_the_list_is_one_of_an_argument() {
        let tree = crate::Cli::command();
        let named = |name: &&&str| {
            tree.get_subcommands().flat_map(Command::get_arguments).any(|arg| {
                arg.get_value_names().and_then(<[_]>::first).is_some_and(|own| own == *name)
            })
        };
        let idle: Vec<_> = OWN.iter().filter(|name| !named(name)).collect();
        assert_eq!(idle, [&""; 0]);
    }
}
