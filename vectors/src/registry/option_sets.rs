//! Text -> options, and which choices of options an operation is tried under.

use super::options::slot;
use super::{L1bSet, MAX_TERMS, Op, OptionError, OptionKind, OptionSpec, Options};

/// The most choices that are all tried; where there are more, a selection is.
const MOST: usize = 128;

/// Options that a whole processor answers for: its NaN rule, when results are tiny, what conversions to integers give, and that they
/// signal *inexact*.
const PRESETS: [(&str, [(&str, &str); 4]); 3] = [
    ("riscv", [("nan", "riscv"), ("tininess", "after"), ("int", "riscv"), ("exact", "1")]),
    ("x86", [("nan", "sse"), ("tininess", "after"), ("int", "x86"), ("exact", "1")]),
    ("arm", [("nan", "arm"), ("tininess", "before"), ("int", "arm"), ("exact", "1")]),
];

/// The option that sets several.
pub(super) const PRESET: &str = "preset";

/// Choices of a selection that set several options at once.
const MIXED: usize = 8;

impl Op {
    /// Reads options, `name=value` each (switches also bare).
    ///
    /// # Errors
    /// An option or value that the operation does not take, one given twice, a required one missing.
    pub fn parse_options<'a>(
        &self,
        items: impl IntoIterator<Item = &'a str>,
    ) -> Result<Options, OptionError> {
        let (presets, items): (Vec<&str>, Vec<&str>) =
            items.into_iter().partition(|item| item.split('=').next() == Some(PRESET));
        let mut options = Options::NONE;
        let mut seen: Vec<&str> = Vec::new();
        match &presets[..] {
            [] => {}
            [preset] => options = self.preset(preset)?,
            _ => return Err(OptionError::Twice { name: PRESET.to_owned() }),
        }
        for item in items {
            let (name, value) = item.split_once('=').unwrap_or((item, ""));
            let spec = self.option(name).ok_or_else(|| self.no_option(name))?;
            if seen.contains(&spec.name) {
                return Err(OptionError::Twice { name: name.to_owned() });
            }
            seen.push(spec.name);
            let bare = !item.contains('=');
            options = parsed(options, spec, value, bare).ok_or_else(|| OptionError::Value {
                op: self.id.clone(),
                name: name.to_owned(),
                value: value.to_owned(),
                right: spec.syntax(),
            })?;
        }
        for spec in &self.options {
            if spec.kind == OptionKind::MantissaBits && options.n == 0 {
                return Err(OptionError::Missing {
                    op: self.id.clone(),
                    name: spec.name.to_owned(),
                    right: "6, 7, 8 or 9 mantissa bits".to_owned(),
                });
            }
        }
        match options.ext & options.short {
            0 => Ok(options),
            both => Err(OptionError::Conflict(both.trailing_zeros())),
        }
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
        Ok(taken.fold(Options::NONE, |options, (name, value)| {
            let spec = self.option(name);
            spec.and_then(|spec| parsed(options, spec, value, false)).unwrap_or(options)
        }))
    }

    /// Whether a preset sets this option: that conversions signal *inexact* it says of those to integers alone.
    pub(super) fn is_preset(&self, name: &str) -> bool {
        let set = PRESETS.iter().any(|(_, all)| all.iter().any(|(other, _)| *other == name));
        set && self.option(name).is_some() && (name != "exact" || self.option("int").is_some())
    }

    /// Whether an option may be given to the operation.
    pub(super) fn has_option(&self, name: &str) -> bool {
        match name == PRESET {
            true => PRESETS[0].1.iter().any(|(name, _)| self.is_preset(name)),
            false => self.option(name).is_some(),
        }
    }

    pub(super) fn option(&self, name: &str) -> Option<&OptionSpec> {
        self.options.iter().find(|o| o.name == name)
    }

    pub(super) fn no_option(&self, name: &str) -> OptionError {
        let op = self.id.clone();
        match self.senseless.iter().find(|(n, _)| *n == name) {
            Some((_, why)) => OptionError::Senseless { op, name: name.to_owned(), why },
            None => {
                let known = self.options.iter().map(|o| o.name.to_owned()).collect();
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
        let all: Vec<(OptionSpec, Vec<u16>)> =
            self.options.iter().map(|o| (*o, values(o))).collect();
        let count = all.iter().fold(1usize, |n, (_, v)| n.saturating_mul(v.len()));
        let mut sets = if count <= MOST { product(&all) } else { selection(&all) };
        sets.retain(|o| o.ext & o.short == 0);
        sets
    }
}

impl Op {
    /// The plainest choice of options, then the same with every other way to round.
    #[must_use]
    pub fn roundings(&self) -> Vec<Options> {
        let first = |spec: &OptionSpec| (*spec, vec![values(spec)[0]]);
        let ways = ["rm", "rc", "round", "rnd"];
        let every = |spec: &OptionSpec| match ways.contains(&spec.name) {
            true => (*spec, values(spec)),
            false => first(spec),
        };
        product(&self.options.iter().map(every).collect::<Vec<_>>())
    }
}

/// Every combination of values; the first values come first.
fn product(all: &[(OptionSpec, Vec<u16>)]) -> Vec<Options> {
    all.iter().fold(vec![Options::NONE], |sets, (spec, values)| {
        let with = |base: &Options| values.iter().map(|v| merged(*base, spec.name, *v)).collect();
        sets.iter().flat_map(|base: &Options| -> Vec<Options> { with(base) }).collect()
    })
}

fn selection(all: &[(OptionSpec, Vec<u16>)]) -> Vec<Options> {
    let first = |spec: &(OptionSpec, Vec<u16>)| (spec.0, vec![spec.1[0]]);
    let plain: Vec<(OptionSpec, Vec<u16>)> = all.iter().map(first).collect();
    let mut sets = Vec::new();
    for (i, own) in all.iter().enumerate() {
        let mut alone = plain.clone();
        alone[i] = own.clone();
        sets.extend(product(&alone));
    }
    let together = |spec: &(OptionSpec, Vec<u16>)| match spec.0.name {
        "rm" | "tininess" => spec.clone(),
        _ => first(spec),
    };
    sets.extend(product(&all.iter().map(together).collect::<Vec<_>>()));
    for turn in 1..=MIXED {
        // Options move on at different paces, so that few pairs of values stay together.
        let mixed = all.iter().enumerate().fold(Options::NONE, |o, (i, (spec, values))| {
            merged(o, spec.name, values[turn * (2 * i + 1) / (i + 1) % values.len()])
        });
        sets.push(mixed);
    }
    let mut seen = std::collections::HashSet::new();
    sets.retain(|o| seen.insert(*o));
    sets
}

/// Every value of an option, the default first.
fn values(spec: &OptionSpec) -> Vec<u16> {
    match spec.kind {
        OptionKind::Indices(of) => {
            let all = of.iter().fold(0u16, |m, i| m | 1 << i);
            (0..=all).filter(|s| s & !all == 0).collect()
        }
        OptionKind::Switch | OptionKind::Graded | OptionKind::Choice | OptionKind::Among(_) => {
            spec.choices().map(|(at, _)| at).collect()
        }
        OptionKind::MantissaBits => vec![9, 8, 7, 6],
        OptionKind::Terms => vec![0, 1, 2, 3, 16],
        OptionKind::Few(most) => vec![0, 1, 2, 3, most],
        OptionKind::L1bSet => L1bSet::every().into_iter().map(|s| s.0.into()).collect(),
    }
}

fn merged(o: Options, name: &str, value: u16) -> Options {
    slot(name).map_or(o, |s| s.with(o, value))
}

/// One option set from its text; `None` where the value is not one of the option's.
fn parsed(options: Options, spec: &OptionSpec, value: &str, bare: bool) -> Option<Options> {
    let number = match &spec.kind {
        OptionKind::Switch | OptionKind::Graded if bare => 1,
        _ if bare => return None,
        OptionKind::Switch | OptionKind::Graded | OptionKind::Choice | OptionKind::Among(_) => {
            spec.choices().find(|(_, word)| *word == value)?.0
        }
        OptionKind::Indices(of) => {
            let mut set = 0u16;
            for item in value.split(',') {
                let i = of.iter().find(|i| i.to_string() == item)?;
                if set >> i & 1 == 1 {
                    return None;
                }
                set |= 1 << i;
            }
            set
        }
        OptionKind::MantissaBits => {
            ["6", "7", "8", "9"].iter().position(|n| *n == value)? as u16 + 6
        }
        OptionKind::Terms => terms(value, MAX_TERMS)?,
        OptionKind::Few(most) => terms(value, *most)?,
        OptionKind::L1bSet => L1bSet::parse(value)?.0.into(),
    };
    Some(merged(options, spec.name, number))
}

/// A number of elements up to `most`; 0 for the usual one.
fn terms(value: &str, most: u16) -> Option<u16> {
    let digits = value.bytes().all(|b| b.is_ascii_digit()) && !value.starts_with('0');
    match value.parse().ok().filter(|n| digits && (1..=most).contains(n))? {
        OptionKind::USUAL_TERMS => Some(0),
        n => Some(n),
    }
}
