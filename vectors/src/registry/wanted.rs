//! Options that are asked for, of which each may have several values: `rm=rne,rtz`, `rm=all`.

use super::option_sets::{PERHAPS, PRESET, spelled};
use super::{Op, OptionError, OptionSpec, Options};
use std::fmt;

/// Options, each with the values that are asked for; an operation is asked for under every combination. Displays as it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted(Vec<(String, Vec<String>)>);

/// All values of an option.
const ALL: &str = "all";

impl Wanted {
    /// Reads `name=value`, `name=value,value` and bare names, a word each; `?` before it is an option that operations may lack. What stands behind a comma is a further value of the
    /// option before it, where it has no `=`.
    ///
    /// # Errors
    /// An option that is given twice.
    pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, OptionError> {
        let mut all: Vec<(String, Vec<String>)> = Vec::new();
        for word in words {
            for (at, piece) in word.split(',').map(spelled).enumerate() {
                let (name, value) = match (piece.split_once('='), all.last_mut()) {
                    (Some((name, value)), _) => (name, Some(value)),
                    (None, Some((_, values))) if at > 0 => {
                        values.push(piece.to_owned());
                        continue;
                    }
                    (None, _) => (piece, None),
                };
                if all.iter().any(|(other, _)| other == name) {
                    return Err(OptionError::Twice { name: name.to_owned() });
                }
                all.push((name.to_owned(), value.map(str::to_owned).into_iter().collect()));
            }
        }
        Ok(Self(all))
    }

    /// Every combination, as far as the operation has the options.
    ///
    /// # Errors
    /// A value that an option does not take, a required option that is missing.
    pub fn of(&self, op: &Op) -> Result<Vec<Options>, OptionError> {
        let mut all: Vec<Vec<String>> = vec![Vec::new()];
        for (name, values) in self.0.iter().filter(|(name, _)| op.has_option(name)) {
            let words = words(op, name, values);
            let with = |base: &Vec<String>| -> Vec<Vec<String>> {
                words.iter().map(|word| [&base[..], std::slice::from_ref(word)].concat()).collect()
            };
            all = all.iter().flat_map(with).collect();
        }
        let mut choices: Vec<Options> = Vec::with_capacity(all.len());
        for words in all {
            let options = op.parse_options(words.iter().map(String::as_str))?;
            if !choices.contains(&options) {
                choices.push(options);
            }
        }
        Ok(choices)
    }

    /// The only choice, where all of these operations have the same.
    ///
    /// # Errors
    /// As [`Wanted::of`].
    pub fn only(&self, ops: &[&Op]) -> Result<Option<Options>, OptionError> {
        let mut all: Vec<Options> = Vec::new();
        for op in ops {
            all.extend(self.of(op)?);
        }
        all.dedup();
        Ok(all.first().copied().filter(|_| all.len() == 1))
    }

    /// The values of one of an operation's options, where it is asked for, perhaps by a preset.
    pub(crate) fn of_option(&self, op: &Op, spec: &OptionSpec) -> Option<Vec<u16>> {
        let name = spec.row.name;
        let named = |other: &str| other.strip_prefix(PERHAPS).unwrap_or(other) == name;
        if let Some((_, values)) = self.0.iter().find(|(other, _)| named(other)) {
            let value = |word: String| spec.read(word.split_once('=').map(|(_, value)| value));
            return Some(words(op, name, values).into_iter().filter_map(value).collect());
        }
        self.0.iter().find(|(other, _)| other == PRESET && op.is_preset(name))?;
        let mut all: Vec<u16> = self.of(op).ok()?.iter().map(|o| o.value(spec.row)).collect();
        all.dedup();
        Some(all)
    }

    /// Whether nothing is asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The options that some of these operations lack, each with the first that lacks it.
    ///
    /// # Errors
    /// An option that none of them has.
    pub fn left_out<'a>(&self, ops: &[&'a Op]) -> Result<Vec<(String, &'a str)>, OptionError> {
        let mut left = Vec::new();
        for (name, _) in &self.0 {
            let lacking = ops.iter().find(|op| !op.has_option(name));
            let Some(op) = lacking.filter(|_| !name.starts_with(PERHAPS)) else { continue };
            if !ops.iter().any(|op| op.has_option(name)) {
                return Err(op.no_option(name));
            }
            left.push((name.clone(), op.id.as_str()));
        }
        Ok(left)
    }
}

/// What is asked of an option, a word for each value: of one whose values are lists a single word, of one that has words `all`
/// of them; else `all` is refused as any other word.
fn words(op: &Op, name: &str, values: &[String]) -> Vec<String> {
    let spec = op.option(name.strip_prefix(PERHAPS).unwrap_or(name));
    let every = spec.iter().flat_map(|spec| spec.choices()).map(|(_, word)| word.to_owned());
    let values: Vec<String> = match values {
        [] => return vec![name.to_owned()],
        [word] if word == ALL && spec.is_some_and(|spec| spec.choices().next().is_some()) => {
            every.collect()
        }
        several if spec.is_some_and(OptionSpec::is_list) => vec![several.join(",")],
        several => several.to_vec(),
    };
    values.iter().map(|value| format!("{name}={value}")).collect()
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, values)) in self.0.iter().enumerate() {
            let (gap, is) =
                (if at > 0 { " " } else { "" }, if values.is_empty() { "" } else { "=" });
            write!(f, "{gap}{name}{is}{}", values.join(","))?;
        }
        Ok(())
    }
}
