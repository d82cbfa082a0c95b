//! Options of operations: what an operation takes, and one choice of them.

use super::{L1bSet, Op, OptionError};
use std::fmt;

/// An option that an operation takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// Its values.
    pub kind: OptionKind,
}

/// The values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A comma-separated list of operand indices out of these.
    Indices(&'static [u8]),
    /// On or off; written bare, `=1` or `=0`.
    Switch,
    /// `output` (default) or `input`.
    Port,
    /// A number of mantissa bits, 6 to 9; required.
    MantissaBits,
    /// A set of L1B: `B`, `B/I`, or a list that equals such a set.
    L1bSet,
}

impl OptionKind {
    /// The values, as a user would write them.
    #[must_use]
    pub fn syntax(&self) -> String {
        match self {
            Self::Indices(of) => {
                let list: Vec<String> = of.iter().map(u8::to_string).collect();
                format!("list of {}", list.join(","))
            }
            Self::Switch => "0 or 1".to_owned(),
            Self::Port => "output or input".to_owned(),
            Self::MantissaBits => "6, 7, 8 or 9 (required)".to_owned(),
            Self::L1bSet => "B, B/I, or a list such as 0,2,4,6 that equals one of these".to_owned(),
        }
    }
}

/// The members of a bit set, joined by commas.
pub(super) fn write_indices(f: &mut fmt::Formatter<'_>, set: u8) -> fmt::Result {
    for (n, b) in (0..8).filter(|b| set >> b & 1 == 1).enumerate() {
        write!(f, "{}{b}", if n > 0 { "," } else { "" })?;
    }
    Ok(())
}

/// One choice of options. Displays in canonical form: `name=value`, separated by spaces, defaults
/// left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// `neg`: bit i for operand i.
    pub neg: u8,
    /// `ext`: bit i for operand i.
    pub ext: u8,
    /// `short`: bit i for operand i.
    pub short: u8,
    /// `e`.
    pub e: bool,
    /// `r`.
    pub r: bool,
    /// `port=input`.
    pub port_input: bool,
    /// `n`; 0 where the operation has none.
    pub n: u8,
    /// `l1bset`.
    pub l1bset: L1bSet,
}

impl Options {
    /// Nothing chosen.
    pub const NONE: Self = Self {
        neg: 0,
        ext: 0,
        short: 0,
        e: false,
        r: false,
        port_input: false,
        n: 0,
        l1bset: L1bSet::ALL,
    };

    /// Whether some operand is converted or negated on its way in.
    #[must_use]
    pub const fn ports(&self) -> bool {
        self.neg | self.ext | self.short != 0
    }

    /// The choice as (name, value) pairs.
    #[must_use]
    pub fn pairs(&self) -> Vec<(String, String)> {
        self.to_string()
            .split_whitespace()
            .filter_map(|o| o.split_once('='))
            .map(|(n, v)| (n.to_owned(), v.to_owned()))
            .collect()
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        let mut item = |f: &mut fmt::Formatter<'_>, name: &str| {
            write!(f, "{gap}{name}=")?;
            gap = " ";
            Ok::<(), fmt::Error>(())
        };
        for (name, set) in [("neg", self.neg), ("ext", self.ext), ("short", self.short)] {
            if set != 0 {
                item(f, name)?;
                write_indices(f, set)?;
            }
        }
        for (name, on) in [("e", self.e), ("r", self.r)] {
            if on {
                item(f, name)?;
                write!(f, "1")?;
            }
        }
        if self.port_input {
            item(f, "port")?;
            write!(f, "input")?;
        }
        if self.n != 0 {
            item(f, "n")?;
            write!(f, "{}", self.n)?;
        }
        if self.l1bset != L1bSet::ALL {
            item(f, "l1bset")?;
            write!(f, "{}", self.l1bset)?;
        }
        Ok(())
    }
}

impl Op {
    /// Reads options, `name=value` each (switches also bare).
    ///
    /// # Errors
    /// An option or value that the operation does not take, one given twice, a required one missing.
    pub fn parse_options<'a>(
        &self,
        items: impl IntoIterator<Item = &'a str>,
    ) -> Result<Options, OptionError> {
        let mut options = Options::NONE;
        let mut seen: Vec<&str> = Vec::new();
        for item in items {
            let (name, value) = item.split_once('=').unwrap_or((item, ""));
            let spec = self.options.iter().find(|o| o.name == name).ok_or_else(|| {
                let known = self.options.iter().map(|o| o.name.to_owned()).collect();
                OptionError::Unknown { op: self.id.clone(), name: name.to_owned(), known }
            })?;
            if seen.contains(&spec.name) {
                return Err(OptionError::Twice { name: name.to_owned() });
            }
            seen.push(spec.name);
            let bare = !item.contains('=');
            set(&mut options, spec, value, bare).ok_or_else(|| OptionError::Value {
                op: self.id.clone(),
                name: name.to_owned(),
                value: value.to_owned(),
                right: spec.kind.syntax(),
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

    /// Every choice of options, the plainest first.
    #[must_use]
    pub fn option_sets(&self) -> Vec<Options> {
        let mut sets = vec![Options::NONE];
        for spec in &self.options {
            sets = sets
                .iter()
                .flat_map(|base| values(spec).into_iter().map(|v| merged(*base, spec.name, v)))
                .collect();
        }
        sets.retain(|o| o.ext & o.short == 0);
        sets.sort_by_key(|o| u32::from(*o != sets_first(self)));
        sets
    }
}

/// The plainest choice of an operation.
fn sets_first(op: &Op) -> Options {
    let required = op.options.iter().any(|o| o.kind == OptionKind::MantissaBits);
    Options { n: if required { 9 } else { 0 }, ..Options::NONE }
}

/// Every value of an option, as the number that [`merged`] takes.
fn values(spec: &OptionSpec) -> Vec<u8> {
    match spec.kind {
        OptionKind::Indices(of) => {
            let all = of.iter().fold(0u8, |m, i| m | 1 << i);
            (0..=all).filter(|s| s & !all == 0).collect()
        }
        OptionKind::Switch | OptionKind::Port => vec![0, 1],
        OptionKind::MantissaBits => vec![9, 8, 7, 6],
        OptionKind::L1bSet => L1bSet::every().into_iter().map(|s| s.0).collect(),
    }
}

fn merged(mut o: Options, name: &str, value: u8) -> Options {
    match name {
        "neg" => o.neg = value,
        "ext" => o.ext = value,
        "short" => o.short = value,
        "e" => o.e = value != 0,
        "r" => o.r = value != 0,
        "port" => o.port_input = value != 0,
        "n" => o.n = value,
        _ => o.l1bset = L1bSet(value),
    }
    o
}

/// Sets one option from its text; `None` where the value is not one of the option's.
fn set(options: &mut Options, spec: &OptionSpec, value: &str, bare: bool) -> Option<()> {
    let number = match &spec.kind {
        OptionKind::Switch if bare => 1,
        _ if bare => return None,
        OptionKind::Switch => match value {
            "0" => 0,
            "1" => 1,
            _ => return None,
        },
        OptionKind::Port => match value {
            "output" => 0,
            "input" => 1,
            _ => return None,
        },
        OptionKind::Indices(of) => {
            let mut set = 0u8;
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
            ["6", "7", "8", "9"].iter().position(|n| *n == value)? as u8 + 6
        }
        OptionKind::L1bSet => L1bSet::parse(value)?.0,
    };
    *options = merged(*options, spec.name, number);
    Some(())
}
