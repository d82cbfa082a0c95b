//! Text -> options, and which choices of options an operation is tried under.

use super::rules::{RM, TININESS};
use super::{Op, OptionError, OptionSpec, Options, Row};

/// The most choices that are all tried; where there are more, a selection is.
const MOST: usize = 128;

/// An option, and its values.
type Choice = (&'static str, &'static [&'static str]);

/// Options that a whole processor answers for: its NaN rule, when results are tiny, what conversions to integers give, and that they
/// signal *inexact*. Of several values the first that an operation takes.
#[rustfmt::skip]
const PRESETS: [(&str, [Choice; 4]); 3] = [
    ("riscv", [("nan", &["ofp8", "riscv"]), ("tininess", &["after"]), ("int", &["riscv"]), ("exact", &["1"])]),
    ("x86", [("nan", &["sse"]), ("tininess", &["after"]), ("int", &["x86"]), ("exact", &["1"])]),
    ("arm", [("nan", &["arm"]), ("tininess", &["before"]), ("int", &["arm"]), ("exact", &["1"])]),
];

/// The option that sets several.
pub(super) const PRESET: &str = "preset";

/// What stands before an option that an operation may lack.
pub(super) const PERHAPS: char = '?';

/// Words that stand for an option with its value.
const SPELLED: [(&str, &str); 2] = [("satfinite", "sat=1"), ("saturate", "sat=1")];

/// An option as it is written here.
pub(super) fn spelled(word: &str) -> &str {
    SPELLED.iter().find(|(other, _)| *other == word).map_or(word, |(_, own)| own)
}

/// Choices of a selection that set several options at once.
const MIXED: usize = 8;

impl Op {
    /// Reads options, `name=value` each (switches also bare).
    ///
    /// ```
    /// let op = vectors::operations().find("ieee.f32.add").unwrap();
    /// assert_eq!(op.parse_options(["rm=rup"]).unwrap().to_string(), "rm=rup");
    /// assert!(op.parse_options(["rm=sideways"]).is_err());
    /// assert!(op.parse_options(["rm=rup", "rm=rup"]).is_err());
    /// ```
    ///
    /// # Errors
    /// An option or value that the operation does not take, one given twice, a required one missing.
    pub fn parse_options<'a>(
        &self,
        items: impl IntoIterator<Item = &'a str>,
    ) -> Result<Options, OptionError> {
        // What the operation may lack is left out where it does.
        let items = items.into_iter().filter_map(|item| match item.strip_prefix(PERHAPS) {
            Some(item) => self.has_option(item.split('=').next()?).then(|| spelled(item)),
            None => Some(spelled(item)),
        });
        let (presets, items): (Vec<&str>, Vec<&str>) =
            items.partition(|item| item.split('=').next() == Some(PRESET));
        let mut options = self.plain();
        let mut seen: Vec<&str> = Vec::new();
        match &presets[..] {
            [] => {}
            [preset] => options = self.preset(preset)?,
            _ => return Err(OptionError::Twice { name: PRESET.to_owned() }),
        }
        for item in items {
            let (name, value) = item.split_once('=').map_or((item, None), |(n, v)| (n, Some(v)));
            let spec = self.option(name).ok_or_else(|| self.no_option(name))?;
            if seen.contains(&spec.row.name) {
                return Err(OptionError::Twice { name: name.to_owned() });
            }
            seen.push(spec.row.name);
            let code = spec.read(value).ok_or_else(|| OptionError::Value {
                op: self.id.clone(),
                name: name.to_owned(),
                value: value.unwrap_or_default().to_owned(),
                right: spec.syntax(),
            })?;
            options = options.set(spec.row, code);
        }
        for spec in &self.options {
            if let Some(right) = spec.required().filter(|_| options.value(spec.row) == 0) {
                let (op, name) = (self.id.clone(), spec.row.name.to_owned());
                return Err(OptionError::Missing { op, name, right });
            }
        }
        self.conflict(&options).map_or(Ok(options), Err)
    }

    /// Two options that name the same operand, though they may not.
    fn conflict(&self, options: &Options) -> Option<OptionError> {
        self.options.iter().find_map(|spec| {
            let other = spec.row.apart()?;
            let both = options.value(spec.row) & options.value(other);
            let names = [other.name, spec.row.name];
            (both != 0).then(|| OptionError::Conflict { operand: both.trailing_zeros(), names })
        })
    }

    /// Nothing chosen of its options.
    pub(crate) const fn plain(&self) -> Options {
        Options::of(self.link.family.options)
    }

    /// A choice as this operation's own; what it does not take is not chosen.
    pub(super) fn own(&self, options: &Options) -> Options {
        let taken = options.chosen().filter_map(|(row, value)| {
            let spec = self.option(row.name)?;
            Some((spec.row, spec.read(Some(&row.text(value)))?))
        });
        taken.fold(self.plain(), |own, (row, value)| own.set(row, value))
    }

    /// What a preset sets of this operation's options.
    fn preset(&self, item: &str) -> Result<Options, OptionError> {
        if !self.has_option(PRESET) {
            return Err(self.no_option(PRESET));
        }
        let value = item.split_once('=').map_or("", |(_, value)| value);
        let (_, all) = PRESETS.iter().find(|(name, _)| *name == value).ok_or_else(|| {
            let (op, name, value) = (self.id.clone(), PRESET.to_owned(), value.to_owned());
            OptionError::Value { op, name, value, right: "riscv, x86 or arm".to_owned() }
        })?;
        let taken = all.iter().filter(|(name, _)| self.is_preset(name));
        let words = taken.filter_map(|(name, values)| {
            let spec = self.option(name)?;
            let value = values.iter().find(|value| spec.read(Some(value)).is_some())?;
            Some([*name, "=", *value].concat())
        });
        let words: Vec<String> = words.collect();
        self.parse_options(words.iter().map(String::as_str))
    }

    /// Whether a preset sets this option: that conversions signal *inexact* it says of those to integers alone.
    pub(super) fn is_preset(&self, name: &str) -> bool {
        let set = PRESETS.iter().any(|(_, all)| all.iter().any(|(other, _)| *other == name));
        set && self.option(name).is_some() && (name != "exact" || self.option("int").is_some())
    }

    /// Whether an option may be given to the operation.
    pub(super) fn has_option(&self, name: &str) -> bool {
        let name = name.strip_prefix(PERHAPS).unwrap_or(name);
        match name == PRESET {
            true => PRESETS[0].1.iter().any(|(name, _)| self.is_preset(name)),
            false => self.option(name).is_some(),
        }
    }

    /// Whether a word is the name of an option, of one without meaning here too.
    #[must_use]
    pub fn knows_option(&self, word: &str) -> bool {
        let word = spelled(word).split('=').next().unwrap_or_default();
        self.option(word).is_some()
            || self.senseless.iter().any(|(name, _)| *name == word)
            || self.link.family.bare.iter().any(|row| row.name == word)
    }

    pub(super) fn option(&self, name: &str) -> Option<&OptionSpec> {
        self.options.iter().find(|spec| spec.row.name == name)
    }

    pub(super) fn no_option(&self, name: &str) -> OptionError {
        let op = self.id.clone();
        match self.senseless.iter().find(|(n, _)| *n == name) {
            Some((_, why)) => OptionError::Senseless { op, name: name.to_owned(), why },
            None => {
                let known = self.options.iter().map(|spec| spec.row.name.to_owned()).collect();
                OptionError::Unknown { op, name: name.to_owned(), known }
            }
        }
    }

    /// Whether the operation takes these options.
    #[must_use]
    pub fn takes(&self, options: &Options) -> bool {
        let text = options.to_string();
        self.parse_options(text.split_whitespace()).as_ref() == Ok(options)
    }

    /// The choices of options that the operation is tried under, the plainest first: all of them
    /// where they are few. Else each value of each option alone, every rounding direction with
    /// every rule of tininess, and some mixed ones.
    #[must_use]
    pub fn option_sets(&self) -> Vec<Options> {
        let count = |spec: &OptionSpec| spec.tried().len();
        let mut sets = match self.options.iter().map(count).product::<usize>() {
            ..=MOST => self.product(|_| true),
            _ => self.selection(),
        };
        sets.retain(|options| self.conflict(options).is_none());
        // Which cases are drawn under a choice hangs on its number.
        sets.sort_by_key(|options| options.chosen().any(|(row, value)| value >= row.mixed));
        sets
    }

    /// The choices that are tried only where they are asked for, since words are wider under them: all values of such
    /// options with each choice of the others.
    #[must_use]
    pub fn asked_sets(&self) -> Vec<Options> {
        let plain = self.option_sets();
        let asked = self.options.iter().filter(|spec| spec.row.asked);
        let all = asked.fold(plain.clone(), |sets, spec| {
            let with =
                |base: Options| spec.values().into_iter().map(move |v| base.set(spec.row, v));
            sets.into_iter().flat_map(with).collect()
        });
        all.into_iter().filter(|options| !plain.contains(options)).collect()
    }

    /// The choices that are tried, then those that are tried where they are asked for.
    #[must_use]
    pub fn all_sets(&self) -> Vec<Options> {
        [self.option_sets(), self.asked_sets()].concat()
    }

    /// The plainest choice of options, then the same with every other way to round.
    #[must_use]
    pub fn roundings(&self) -> Vec<Options> {
        self.product(|row| row.rounds)
    }

    /// Every combination of the values of these options, with the plainest ones of the others; the first values come first.
    fn product(&self, whole: impl Fn(&'static Row) -> bool) -> Vec<Options> {
        self.options.iter().fold(vec![self.plain()], |sets, spec| {
            let values = spec.tried();
            let tried = if whole(spec.row) { &values[..] } else { &values[..1] };
            let with = |base: &Options| tried.iter().map(|v| base.set(spec.row, *v)).collect();
            sets.iter().flat_map(|base| -> Vec<Options> { with(base) }).collect()
        })
    }

    fn selection(&self) -> Vec<Options> {
        let alone = |spec: &OptionSpec| self.product(|row| std::ptr::eq(row, spec.row));
        let mut sets: Vec<Options> = self.options.iter().flat_map(alone).collect();
        sets.extend(
            self.product(|row| [&RM.row, &TININESS.row].iter().any(|r| std::ptr::eq(*r, row))),
        );
        for turn in 1..=MIXED {
            // Options move on at different paces, so that few pairs of values stay together.
            sets.push(self.options.iter().enumerate().fold(self.plain(), |mixed, (i, spec)| {
                let mut values = spec.tried();
                values.retain(|&value| value < spec.row.mixed);
                mixed.set(spec.row, values[turn * (2 * i + 1) / (i + 1) % values.len()])
            }));
        }
        let mut seen = std::collections::HashSet::new();
        sets.retain(|o| seen.insert(*o));
        sets
    }
}
