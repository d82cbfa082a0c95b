//! Operations as arguments name them: ids, patterns, and `@FILE`, a datapath of one's own.

use crate::failure::Failure;
use crate::{Remarks, input, printable};
use std::path::Path;
use vectors::datapath::{self, Notation};
use vectors::file::Format;
use vectors::registry::names::{self, Instruction, instruction};
use vectors::registry::{Called, Op, Options, Wanted};

/// The most bytes of a file of fields.
const MOST: u64 = 1 << 16;

/// Operations, and the options that stand behind them or are values of `--opt`.
pub(crate) struct Chosen {
    /// Ids and patterns, joined by commas.
    pub(crate) names: String,
    pub(crate) ops: Vec<&'static Op>,
    /// What is asked for; nothing where no option is, not even `none`.
    pub(crate) wanted: Option<Wanted>,
}

impl Chosen {
    /// Reads words: `ieee.f32.add,ieee.f32.sub rm=rne,rtz` or `cvt.f32.f16,rm=rup`. Options that some of the operations lack
    /// are remarked on.
    pub(crate) fn read(
        words: &[String],
        opts: &[String],
        remarks: Remarks,
    ) -> Result<Self, Failure> {
        let (mut names, mut options) = (Vec::new(), Vec::new());
        for word in words {
            let pieces: Vec<&str> = word.split(',').collect();
            let first = pieces.iter().position(|piece| is_option(piece)).unwrap_or(pieces.len());
            let (own, theirs) = pieces.split_at(first);
            names.extend((!own.is_empty()).then(|| own.join(",")));
            options.extend((!theirs.is_empty()).then(|| theirs.join(",")));
        }
        options.extend_from_slice(opts);
        let names = of_terms(&ids(&names.join(","))?, &mut options);
        let names = called(&names, &mut options, remarks)?;
        let asked = !options.is_empty();
        options.retain(|word| word != "none");
        let ops = vectors::operations().select(&names).map_err(Failure::input)?;
        notes(&names, remarks);
        let wanted = Wanted::read(options.iter().map(String::as_str)).map_err(Failure::input)?;
        for (name, op) in wanted.left_out(&ops).map_err(Failure::input)? {
            remarks.say(format_args!(
                "{name} is left out of {op} and others that have no such option"
            ));
        }
        Ok(Self { names, ops, wanted: asked.then_some(wanted) })
    }

    /// Every choice of an operation that is asked for; the plainest where none is.
    pub(crate) fn of(&self, op: &Op) -> Result<Vec<Options>, Failure> {
        self.wanted.clone().unwrap_or_default().of(op).map_err(Failure::input)
    }

    /// Reads a single operation, with the options behind it: `cvt.f32.f16`, `cvt.f32.f16,rm=rup` or `cvt.f32.f16 rm=rup`.
    pub(crate) fn one(text: &str, opts: &[String], remarks: Remarks) -> Result<Self, Failure> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let chosen = Self::read(&words, opts, remarks)?;
        match chosen.ops[..] {
            [_] => Ok(chosen),
            _ => Err(Failure::input(format!(
                "{}: {} operations\n  right: one",
                chosen.names,
                chosen.ops.len()
            ))),
        }
    }

    /// The only operation, and every choice of its options that is asked for. Where nothing is asked, these are none, but of
    /// lines that do not name theirs (`bare`) the plainest.
    pub(crate) fn alone(&self, bare: bool) -> Result<(&'static Op, Vec<Options>), Failure> {
        let op = self.ops[0];
        let asked = bare || self.wanted.is_some();
        Ok((op, asked.then(|| self.of(op)).transpose()?.unwrap_or_default()))
    }

    /// The only choice, where all operations have the same.
    pub(crate) fn only(&self) -> Result<Option<Options>, Failure> {
        self.wanted.clone().unwrap_or_default().only(&self.ops).map_err(Failure::input)
    }
}

/// Options that some of the operations may lack.
#[derive(Debug, clap::Args)]
pub(crate) struct Perhaps {
    /// As --opt, of an option that some of the operations may lack (repeatable)
    #[arg(long = "opt-if", value_name = "NAME=VALUE")]
    perhaps: Vec<String>,
}

impl Perhaps {
    /// These beside the others.
    pub(crate) fn beside(&self, options: &[String]) -> Vec<String> {
        let own = self.perhaps.iter().map(|word| format!("?{word}"));
        options.iter().cloned().chain(own).collect()
    }
}

/// Ids of sums with the number of terms that `n=N` asks for, which is taken from the options.
fn of_terms(list: &str, options: &mut Vec<String>) -> String {
    let is_sum = |id: &str| id.starts_with("sum.") && !id.contains([':', '*', '?']);
    let at = options.iter().position(|word| word.starts_with("n="));
    let Some(at) = at.filter(|_| list.split(',').any(is_sum)) else { return list.to_owned() };
    let count = options.remove(at);
    let with = |id: &str| if is_sum(id) { sum_of(id, &count) } else { id.to_owned() };
    list.split(',').map(with).collect::<Vec<_>>().join(",")
}

/// The id of a sum of so many terms, `n=4`: its own where it has so many.
pub(crate) fn sum_of(id: &str, count: &str) -> String {
    let terms = |op: &'static Op| op.plan(&Options::NONE).operands.first().map(|shape| shape.len);
    let own = vectors::operations().find(id).ok().and_then(terms);
    match own.is_some_and(|own| count == format!("n={own}")) {
        true => id.to_owned(),
        false => format!("{id}:{count}"),
    }
}

/// Ids and patterns in the place of instructions, whose options come before the others. What an instruction sets is remarked on.
fn called(list: &str, options: &mut Vec<String>, remarks: Remarks) -> Result<String, Failure> {
    let operations = vectors::operations();
    let items: Vec<&str> = list.split(',').collect();
    let mut names = Vec::with_capacity(items.len());
    let mut owns: Vec<Vec<&'static str>> = Vec::with_capacity(items.len());
    for &item in &items {
        let row = match item.contains(['*', '?']) || operations.find(item).is_ok() {
            true => None,
            false => instruction(item),
        };
        let Some(row) = row else {
            names.push(item.to_owned());
            owns.push(Vec::new());
            continue;
        };
        if !row.operands.is_empty() {
            operations.called(item).map_err(Failure::input)?;
        }
        tell(row, remarks);
        names.push(row.ids.join(","));
        owns.push(row.options.clone());
    }
    // Several instructions may be asked for whose options are the same.
    if owns.iter().any(|own| *own != owns[0])
        && let Some((item, own)) = items.iter().zip(&owns).find(|(_, own)| !own.is_empty())
    {
        return Err(Failure::input(format!(
            "`{item}` has options of its own ({}), which not all of the {} operations have\n  help: one at a time, or ids with --opt",
            own.join(" "),
            items.len()
        )));
    }
    let own = owns.swap_remove(0);
    let name = |word: &str| word.split('=').next().unwrap_or_default().to_owned();
    for word in own.into_iter().rev() {
        if let Some(twice) = options.iter().find(|other| name(other) == name(word)) {
            return Err(Failure::input(format!("{list} has {word}, and `{twice}` is asked for")));
        }
        options.insert(0, word.to_owned());
    }
    Ok(names.join(","))
}

/// Says what an instruction stands for.
pub(crate) fn tell(row: &Instruction, remarks: Remarks) {
    let own = [&row.ids[..], &row.options[..]].concat().join(" ");
    let note = if row.note.is_empty() { String::new() } else { format!(" ({})", row.note) };
    remarks.say(format_args!("{} of {}: {own}{note}", row.name, row.set));
}

/// Says what a name stands for that others use for another format.
pub(crate) fn notes(names: &str, remarks: Remarks) {
    let mut said: Vec<String> = names.split(',').flat_map(names::notes).collect();
    said.sort();
    said.dedup();
    said.iter().for_each(|note| remarks.say(note));
}

/// ` of ID`, and the choices of options that are asked for.
pub(crate) fn of(op: &Op, choices: &[Options]) -> String {
    let words = |o: &Options| if *o == Options::NONE { "none".to_owned() } else { o.to_string() };
    match choices {
        [] => format!(" of {}", op.id),
        some => {
            format!(
                " of {} under {}",
                op.id,
                some.iter().map(words).collect::<Vec<_>>().join(" or ")
            )
        }
    }
}

/// The first format whose lines do not name their options.
pub(crate) fn bare(mut formats: impl Iterator<Item = Format>) -> Option<Format> {
    formats.find(|format| format.is_bare())
}

/// Refuses several choices of options where lines do not name theirs.
pub(crate) fn of_lines(bare: Option<Format>, choices: &[Options]) -> Result<(), Failure> {
    match bare.filter(|_| choices.len() > 1) {
        Some(format) => Err(Failure::input(format!(
            "{format} files are of one choice of options, and several are chosen\n  right: one value of each option"
        ))),
        None => Ok(()),
    }
}

/// Whether a piece of a list is an option: an id has points.
fn is_option(piece: &str) -> bool {
    let name = piece.split('=').next().unwrap_or_default();
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    plain && (piece.contains('=') || vectors::operations().is_option(name))
}

/// The operation of an id, a file or an instruction.
pub(crate) fn find(text: &str) -> Result<Called, Failure> {
    vectors::operations().called(&id(text)?).map_err(Failure::input)
}

/// The operations of a list of ids, patterns and files, separated by commas.
pub(crate) fn select(list: &str) -> Result<Vec<&'static Op>, Failure> {
    vectors::operations().select(&ids(list)?).map_err(Failure::input)
}

/// Such a list with the datapaths' ids in the place of files.
pub(crate) fn ids(list: &str) -> Result<String, Failure> {
    Ok(list.split(',').map(id).collect::<Result<Vec<String>, Failure>>()?.join(","))
}

/// An id as it stands; of `@FILE` that of the datapath that the file describes.
fn id(text: &str) -> Result<String, Failure> {
    let Some(path) = text.strip_prefix('@').map(Path::new) else { return Ok(text.to_owned()) };
    let notation = match path.extension().and_then(|e| e.to_str()) {
        Some("toml") => Notation::Toml,
        Some("json") => Notation::Json,
        _ => {
            let name = printable::path(path);
            let right = "a datapath's fields in TOML or JSON, FILE.toml or FILE.json";
            return Err(Failure::input(format!("@{name}: unknown kind of file\n  right: {right}")));
        }
    };
    let own = datapath::read(&input::text(path, MOST)?, notation).map_err(|e| {
        let place = e.place.map_or_else(String::new, |(line, column)| format!("{line}:{column}: "));
        let gap = if place.is_empty() { " " } else { "" };
        Failure::input(format!("{}:{gap}{place}{}", printable::path(path), e.what))
    })?;
    Ok(datapath::id(&own))
}
