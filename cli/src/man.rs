//! `assay man`: the manual's pages, made of the help texts.

use crate::Remarks;
use crate::failure::Failure;
use crate::output::{self, Targets};
use clap_mangen::Man as Page;
use clap_mangen::roff::{Roff, roman};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the pages of the manual
///
/// Without DIR the page of the whole command goes to standard output, or with --command that of one command.
/// With DIR it gets all pages, assay.1 and assay-COMMAND.1; the folder is made where there is none, pages of
/// earlier versions in it are replaced, and other files stay as they are.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay man | man -l -
  assay man --command eval | man -l -
  assay man ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// A folder for all pages
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
    /// The page of this command alone
    #[arg(long, value_name = "COMMAND", conflicts_with = "dir")]
    command: Option<String>,
}

impl Man {
    /// Writes pages of this command.
    pub(crate) fn run(self, command: clap::Command, remarks: Remarks) -> Result<(), Failure> {
        let pages = pages(command);
        if let Some(dir) = self.dir {
            return folder(&dir, &pages, remarks);
        }
        let name = self.command.as_ref().map_or("assay".to_owned(), |c| format!("assay-{c}"));
        match pages.iter().find(|(own, _)| *own == name) {
            Some((_, text)) => output::print(text),
            None => Err(unknown(&name["assay-".len()..], &pages)),
        }
    }
}

fn unknown(name: &str, pages: &[(String, String)]) -> Failure {
    let names: Vec<&str> = pages.iter().filter_map(|(own, _)| own.strip_prefix("assay-")).collect();
    Failure::input(format!(
        "--command: there is no command `{name}`\n  right: {}",
        names.join(", ")
    ))
}

/// All pages into a folder: none takes its place before all can.
fn folder(dir: &Path, pages: &[(String, String)], remarks: Remarks) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(|e| Failure::write(dir, &e))?;
    let mut targets = Targets::new(remarks);
    let open = |(name, text): &'_ (String, String)| {
        let path = dir.join(format!("{name}.1"));
        Ok((targets.open(Some(&path))?, text.clone()))
    };
    let mut written = pages.iter().map(open).collect::<Result<Vec<_>, Failure>>()?;
    for (output, text) in &mut written {
        output.write_all(text.as_bytes()).map_err(|e| output.failure(&e))?;
    }
    written.into_iter().try_for_each(|(output, _)| output.finish())
}

/// Name and text of each page, that of the whole command first.
fn pages(mut command: clap::Command) -> Vec<(String, String)> {
    command = command.disable_help_subcommand(true);
    command.build();
    let version = command.get_version().unwrap_or_default().to_owned();
    let of = |command: &clap::Command, name: String| {
        let text = page(command, &name, &version);
        (name, text)
    };
    let mut pages = vec![of(&command, command.get_name().to_owned())];
    for own in command.get_subcommands() {
        pages.push(of(own, format!("{}-{}", command.get_name(), own.get_name())));
    }
    pages
}

fn page(command: &clap::Command, name: &str, version: &str) -> String {
    let source = format!("assay {version}");
    // Examples are text of its own, which is not filled into lines.
    let after = command.get_after_help().map(ToString::to_string);
    let page = Page::new(command.clone()).title(name.to_uppercase()).source(source).manual("Assay");
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = page.render_title(&mut text);
    let _ = page.render_name_section(&mut text);
    let _ = page.render_synopsis_section(&mut text);
    let _ = page.render_description_section(&mut text);
    let _ = page.render_options_section(&mut text);
    if command.has_subcommands() {
        let _ = page.render_subcommands_section(&mut text);
    }
    if let Some(after) = after {
        let mut roff = Roff::default();
        roff.control("SH", ["NOTES"]).control("nf", []);
        after.lines().for_each(|line| {
            roff.text([roman(line)]);
        });
        roff.control("fi", []);
        let _ = roff.to_writer(&mut text);
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// Longer ones would be broken, and examples with them.
    #[test]
    fn no_line_behind_the_options_is_wider_than_help() {
        let command = crate::Cli::command();
        let of = |own: &clap::Command| {
            own.get_after_help().map(|text| format!("{}\n{text}", own.get_name()))
        };
        let texts: Vec<String> =
            command.get_subcommands().chain([&command]).filter_map(of).collect();
        assert!(texts.len() > 20);
        let wide = texts.iter().flat_map(|text| text.lines()).filter(|l| l.chars().count() > 100);
        assert_eq!(wide.collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn every_subcommand_has_a_page_with_all_its_options() {
        let pages = pages(crate::Cli::command());
        let mut tree = crate::Cli::command();
        tree.build();
        let own: Vec<_> = tree.get_subcommands().filter(|c| c.get_name() != "help").collect();
        assert_eq!(pages.len(), own.len() + 1);
        for command in own {
            let name = format!("assay-{}", command.get_name());
            let (_, text) = pages.iter().find(|(own, _)| *own == name).expect("a page");
            for argument in command.get_arguments() {
                let Some(long) = argument.get_long() else { continue };
                // As an entry of its own, not as a word in a text.
                let entry = format!("\\-\\-{}\\fR", long.replace('-', "\\-"));
                let entries = || text.lines().filter(|l| l.starts_with("\\fB"));
                assert!(entries().any(|l| l.contains(&entry)), "{name} --{long}\n{text}");
            }
        }
    }
}
