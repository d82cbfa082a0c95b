//! A way to cover operations, and a part of a set: what a command is told and a file says.

use std::fmt;
use std::str::FromStr;

/// How a set covers its operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cover {
    /// Limits and directed families.
    Corner,
    /// Drawn by class.
    Random,
    /// Every combination of codes.
    Exhaustive,
    /// A case for every goal of the coverage models.
    Model,
}

impl Cover {
    /// Every cover.
    pub const ALL: [Self; 4] = [Self::Corner, Self::Random, Self::Exhaustive, Self::Model];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::Random => "random",
            Self::Exhaustive => "exhaustive",
            Self::Model => "model",
        }
    }
}

impl fmt::Display for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Cover {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        // Hand-made cases have this name elsewhere.
        let name = if name == "directed" { "corner" } else { name };
        let cover = Self::ALL.into_iter().find(|c| c.name() == name);
        cover.ok_or_else(|| Error::UnknownCover(name.to_owned()))
    }
}

/// Ways to cover operations, one behind the other: `corner,random`, or `all` of those that stand for a set of any size.
///
/// ```
/// use vectors::part::{Cover, Covers};
/// let covers: Covers = "corner,random".parse().unwrap();
/// assert_eq!((covers.to_string().as_str(), covers.draws()), ("corner,random", true));
/// assert_eq!("directed".parse::<Covers>().unwrap().to_string(), "corner");
/// assert_eq!("all".parse::<Covers>().unwrap().all(), [Cover::Corner, Cover::Model, Cover::Random]);
/// assert!("corner,corner".parse::<Covers>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Covers(Vec<Cover>);

impl Covers {
    /// Each of them, in their order.
    #[must_use]
    pub fn all(&self) -> &[Cover] {
        &self.0
    }

    /// Whether cases are drawn.
    #[must_use]
    pub fn draws(&self) -> bool {
        self.0.contains(&Cover::Random)
    }
}

impl From<Cover> for Covers {
    fn from(cover: Cover) -> Self {
        Self(vec![cover])
    }
}

impl fmt::Display for Covers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(|cover| cover.name()).collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Covers {
    type Err = Error;

    fn from_str(names: &str) -> Result<Self, Error> {
        if names == "all" {
            return Ok(Self(vec![Cover::Corner, Cover::Model, Cover::Random]));
        }
        let all = names.split(',').map(Cover::from_str).collect::<Result<Vec<_>, _>>()?;
        let twice = all.iter().enumerate().find(|(at, cover)| all[..*at].contains(cover));
        twice.map_or(Ok(()), |(_, cover)| Err(Error::Twice(*cover)))?;
        Ok(Self(all))
    }
}

/// One of N parts of a set: `I/N`, I from 1 to N. The parts are contiguous; in order they are the
/// set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The whole set.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Part `index` of `count`.
    ///
    /// ```
    /// use vectors::part::Shard;
    /// let second = Shard::new(2, 3).unwrap();
    /// assert_eq!((second.to_string(), second.range(10)), ("2/3".to_owned(), 3..6));
    /// assert!(Shard::new(0, 3).is_err() && Shard::new(4, 3).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::Shard`] unless `1 <= index <= count`.
    pub fn new(index: u64, count: u64) -> Result<Self, Error> {
        if (1..=count).contains(&index) {
            Ok(Self { index, count })
        } else {
            Err(Error::Shard(format!("{index}/{count}")))
        }
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn index(self) -> u64 {
        self.index
    }

    /// How many there are.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.count
    }

    /// Its part of `len` cases.
    #[must_use]
    pub fn range(self, len: u64) -> std::ops::Range<u64> {
        let at = |i: u64| (u128::from(len) * u128::from(i) / u128::from(self.count)) as u64;
        at(self.index - 1)..at(self.index)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit()).then(|| t.parse().ok())?;
        let numbers = text.split_once('/').and_then(|(i, n)| Some((digits(i)?, digits(n)?)));
        let (index, count) = numbers.ok_or_else(|| Error::Shard(text.to_owned()))?;
        Self::new(index, count)
    }
}

/// Why there is no such cover or part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No cover at all.
    #[error("unknown cover `{0}`; right is corner, random, exhaustive or model")]
    UnknownCover(String),
    /// The same cover again.
    #[error("cover {0} is asked for twice; right is once")]
    Twice(Cover),
    /// Not `I/N`.
    #[error("`{0}` is no shard; right is I/N with I from 1 to N, such as 1/4")]
    Shard(String),
}
