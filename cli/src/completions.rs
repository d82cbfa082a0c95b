//! `assay completions`: what a shell completes behind `assay`.

use crate::failure::Failure;
use crate::{hints, output};
use clap_complete::{Generator, shells};

/// Write the completions of a shell
///
/// A script for the shell that completes commands, options, their values where these are few, and names of files where
/// a file is meant. It is made of what this version understands, so it belongs to it: with another version comes
/// another script.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay completions bash > ~/.local/share/bash-completion/completions/assay
  assay completions zsh > ~/.zfunc/_assay           (the folder in fpath, before compinit)
  assay completions fish > ~/.config/fish/completions/assay.fish")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl Completions {
    /// Prints the script for this command.
    pub(crate) fn run(self, command: clap::Command) -> Result<(), Failure> {
        output::print(&self.shell.script(command))
    }
}

impl Shell {
    fn script(self, command: clap::Command) -> String {
        let command = hints::given(command);
        let fileless: Vec<String> = command
            .get_subcommands()
            .filter(|own| !hints::takes_files(own))
            .map(|own| own.get_name().to_owned())
            .collect();
        match self {
            Self::Bash => fileless.iter().fold(written(shells::Bash, command), |script, name| {
                // Where the function has nothing to offer, bash itself offers files.
                let begin = format!("\n        {})\n", in_bash(name));
                let none = "            compopt +o default +o bashdefault 2>/dev/null\n";
                script.replacen(&begin, &format!("{begin}{none}"), 1)
            }),
            Self::Zsh => written(shells::Zsh, command),
            // What is no option's value is a file for fish, if nobody says otherwise.
            Self::Fish => fileless.iter().fold(written(shells::Fish, command), |script, name| {
                script
                    + &format!("complete -c assay -n \"__fish_assay_using_subcommand {name}\" -f\n")
            }),
        }
    }
}

/// A subcommand as the script for bash calls it: names of functions have no dash.
fn in_bash(name: &str) -> String {
    format!("assay__subcmd__{}", name.replace('-', "__subcmd__"))
}

fn written(shell: impl Generator, mut command: clap::Command) -> String {
    let (name, mut script) = (command.get_name().to_owned(), Vec::new());
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{CommandFactory, ValueEnum};

    /// What a script says of a subcommand.
    fn part(shell: Shell, script: &str, name: &str) -> String {
        let from_to = |begin: String, end: &str| {
            let found = script.split(&begin).nth(1);
            found.map_or("", |rest| rest.split(end).next().unwrap_or_default()).to_owned()
        };
        match shell {
            Shell::Bash => {
                from_to(format!("\n        {})\n", in_bash(name)), "\n            case ")
            }
            Shell::Zsh => from_to(format!("({name})\n_arguments "), "\n&& ret=0"),
            Shell::Fish => {
                let own = format!("\"__fish_assay_using_subcommand {name}\"");
                script.lines().filter(|l| l.contains(&own)).fold(String::new(), |t, l| t + l + "\n")
            }
        }
    }

    /// Options as a script has them, each between characters that no name has.
    fn has(shell: Shell, part: &str, long: &str) -> bool {
        let (before, after): (&[char], &[char]) = match shell {
            Shell::Bash => (&[' ', '"'], &[' ', '"']),
            Shell::Zsh => (&['\'', '}', '"', ')', '*'], &['[', '=', '+']),
            Shell::Fish => (&[' '], &[' ', '\n']),
        };
        let mark = if matches!(shell, Shell::Fish) { "-l " } else { "--" };
        part.match_indices(&format!("{mark}{long}")).any(|(at, found)| {
            part[..at].ends_with(before) && part[at + found.len()..].starts_with(after)
        })
    }

    /// Each subcommand and option of the command that its script lacks.
    fn lacking(shell: Shell, script: &str) -> Vec<String> {
        let mut tree = crate::Cli::command();
        tree.build();
        let mut lacking = Vec::new();
        for command in tree.get_subcommands().filter(|c| c.get_name() != "help") {
            let name = command.get_name();
            let part = part(shell, script, name);
            let options: Vec<&str> = command.get_arguments().filter_map(|a| a.get_long()).collect();
            assert!(options.contains(&"help"), "{name}: the tree is built");
            let missing = options.into_iter().filter(|long| !has(shell, &part, long));
            lacking.extend(missing.map(|long| format!("{name} --{long}")));
        }
        lacking
    }

    #[test]
    fn scripts_hold_every_subcommand_and_option() {
        for shell in Shell::value_variants() {
            let script = shell.script(crate::Cli::command());
            assert_eq!(lacking(*shell, &script), [""; 0], "{shell:?}");
            // Of another command's option of the same name it is no proof.
            let mut less = crate::Cli::command();
            less = less.mut_subcommand("cover", |c| c.mut_arg("json", |a| a.long("jsonx")));
            assert_eq!(lacking(*shell, &shell.script(less)), ["cover --json"], "{shell:?}");
        }
    }
}
