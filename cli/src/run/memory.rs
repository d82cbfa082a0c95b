//! `MEM=FILE`: a memory of one element of the tree, or of several, and its file.

use semantics::mncore2::isa::{Bank, Levels};
use semantics::mncore2::{Level, Place, Store};
use std::path::PathBuf;

/// The memories and the names that operands have for them.
const NAMES: [(&str, Store); 8] = [
    ("lc", Store::L2bm),
    ("lb", Store::L1bm),
    ("lm", Store::Bank(Bank::Lm0)),
    ("ln", Store::Bank(Bank::Lm1)),
    ("lr", Store::Bank(Bank::Grf0)),
    ("ls", Store::Bank(Bank::Grf1)),
    ("p", Store::Pdm),
    ("d", Store::Dram),
];

/// A memory and the file that it is loaded from or saved to.
#[derive(Debug)]
pub(super) struct Transfer {
    /// The memory as it was written.
    pub(super) name: String,
    pub(super) store: Store,
    pub(super) levels: Levels,
    pub(super) file: PathBuf,
}

impl Transfer {
    /// Takes `MEM=FILE` apart.
    pub(super) fn parse(argument: &str) -> Result<Self, String> {
        let Some((name, file)) = argument.split_once('=').filter(|(_, file)| !file.is_empty())
        else {
            return Err("right: MEM=FILE, e.g. p@0=data.bin".into());
        };
        let memory = name.strip_prefix('$').unwrap_or(name);
        let found = NAMES.iter().find_map(|(n, store)| Some((store, memory.strip_prefix(n)?)));
        let Some((&store, rest)) = found else {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            return Err(format!(
                "there is no memory `{name}`\n  right: one of {}, then its place, e.g. p@0, lc@1.0, \
                 lmn0c0b0m0p0",
                names.join(", ")
            ));
        };
        let levels = match rest.strip_prefix('@') {
            Some(at) => group(at, store)?,
            None => named(rest, store)?,
        };
        Ok(Self { name: name.into(), store, levels, file: file.into() })
    }

    /// The elements, in the order of files.
    pub(super) fn places(&self) -> Vec<Place> {
        self.store.places(&self.levels).collect()
    }

    /// The sizes of the levels left open, then the words of an element.
    pub(super) fn shape(&self) -> Vec<usize> {
        let Levels { group, l2b, l1b, mab, pe } = self.levels;
        let open = Level::ALL.into_iter().zip([group, l2b, l1b, mab, pe]);
        let open = open.filter(|(level, number)| *level <= self.store.level() && number.is_none());
        open.map(|(level, _)| level.size()).chain([self.store.words()]).collect()
    }

    /// Words of all elements.
    pub(super) fn words(&self) -> usize {
        self.shape().iter().product()
    }
}

/// A number of a level.
fn number(text: &str, level: Level) -> Result<u8, String> {
    let last = level.size() - 1;
    let wrong = || format!("there is no {level} `{text}`\n  right: 0 to {last}");
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|&n| plain && usize::from(n) <= last).ok_or_else(wrong)
}

/// Behind `@`: the group, `.L` the L2B of an L2BM.
fn group(text: &str, store: Store) -> Result<Levels, String> {
    let (group, l2b) = match text.split_once('.') {
        None => (Some(text), None),
        Some((_, _)) if store != Store::L2bm => {
            return Err(format!(
                "`.` names an L2B, and a {store} belongs to a group\n  right: `@` and the group"
            ));
        }
        Some((group, l2b)) => (Some(group).filter(|g| !g.is_empty()), Some(l2b)),
    };
    if store.level() > Level::L2b {
        return Err("`@` is of PDM, DRAM and L2BM\n  right: levels as in n0c0b0".into());
    }
    Ok(Levels {
        group: group.map(|g| number(g, Level::Group)).transpose()?,
        l2b: l2b.map(|l| number(l, Level::L2b)).transpose()?,
        ..Levels::default()
    })
}

/// `n0c0b0m0p0`, levels left out being all of them.
fn named(text: &str, store: Store) -> Result<Levels, String> {
    let mut levels = Levels::default();
    let mut rest = text;
    for level in Level::ALL {
        let Some(behind) = rest.strip_prefix(level.letter()) else { continue };
        if level > store.level() {
            return Err(format!(
                "the {store} has no {level}\n  right: levels down to {}",
                store.level().letter()
            ));
        }
        let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let found = Some(number(&behind[..end], level)?);
        match level {
            Level::Group => levels.group = found,
            Level::L2b => levels.l2b = found,
            Level::L1b => levels.l1b = found,
            Level::Mab => levels.mab = found,
            Level::Pe => levels.pe = found,
        }
        rest = &behind[end..];
    }
    if rest.is_empty() {
        Ok(levels)
    } else {
        Err(format!(
            "`{rest}` is no place\n  right: levels in the order n, c, b, m, p, and no address"
        ))
    }
}
