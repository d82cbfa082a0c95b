//! TestFloat's options, those of `testfloat_gen` and `testfloat_ver` together.

use super::function::MODES;
use super::{Function, Tolerance};
use crate::registry::rules::RM;
use softfloat::Rounding;

/// What the options ask for; the defaults are TestFloat's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// `-r...`.
    pub rounding: Rounding,
    /// `-tininessbefore`.
    pub before: bool,
    /// `-precision32`, `-precision64`, `-precision80`: bits of the significands of extF80.
    pub precision: u32,
    /// `-exact`.
    pub exact: bool,
    /// `-level`.
    pub level: u64,
    /// `-n`.
    pub count: Option<u64>,
    /// `-seed`.
    pub seed: u64,
    /// `-forever`.
    pub forever: bool,
    /// `-prefix`.
    pub prefix: Option<String>,
    /// `-errors`: after so many the run ends; 0 for no end.
    pub errors: u64,
    /// `-checkNaNs`.
    pub check_nans: bool,
    /// `-checkInvInts`.
    pub check_ints: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rounding: Rounding::NearestEven,
            before: false,
            precision: 64,
            exact: false,
            level: 1,
            count: None,
            seed: 1,
            forever: false,
            prefix: None,
            errors: 20,
            check_nans: false,
            check_ints: false,
        }
    }
}

/// What came of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It was an option.
    Word,
    /// It was an option, and the next word its value.
    Both,
    /// It is no option of TestFloat's.
    No,
}

/// An option with a bad value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordError {
    /// The value is missing.
    #[error("{0} lacks its value\n  right: {0} {1}")]
    Missing(String, &'static str),
    /// The value is another one.
    #[error("{0} does not take `{1}`\n  right: {0} {2}")]
    Value(String, String, &'static str),
}

const NUMBER: &str = "NUMBER";

impl Settings {
    /// Takes the option `word`, and its value from `next` where it has one. Two dashes count as
    /// one and lower case does for any letter, as in TestFloat.
    ///
    /// # Errors
    /// A value that is missing or wrong.
    pub fn take(&mut self, word: &str, next: Option<&str>) -> Result<Taken, WordError> {
        let Some(name) = word.strip_prefix('-') else { return Ok(Taken::No) };
        let name = name.strip_prefix('-').unwrap_or(name);
        if let Some(mode) = name.strip_prefix('r')
            && let Some((_, ours)) = MODES.iter().find(|(theirs, _)| same_mode(theirs, mode))
        {
            self.rounding = *ours;
            return Ok(Taken::Word);
        }
        let name = &*name.to_ascii_lowercase();
        match name {
            "tininessbefore" => self.before = true,
            "tininessafter" => self.before = false,
            "exact" => self.exact = true,
            "notexact" => self.exact = false,
            "forever" => (self.forever, self.level) = (true, 2),
            "checknans" => self.check_nans = true,
            "checkinvints" => self.check_ints = true,
            "checkall" => (self.check_nans, self.check_ints) = (true, true),
            "level" => self.level = number(word, next, "1 or 2", |n| (1..=2).contains(&n))?,
            "n" => self.count = Some(number(word, next, NUMBER, |_| true)?),
            "level1" => self.level = 1,
            "level2" => self.level = 2,
            "seed" => self.seed = number(word, next, NUMBER, |_| true)?,
            "errors" => self.errors = number(word, next, NUMBER, |_| true)?,
            "prefix" => {
                let text = next.ok_or_else(|| WordError::Missing(word.to_owned(), "TEXT"))?;
                self.prefix = Some(text.to_owned());
            }
            "precision32" => self.precision = 24,
            "precision64" => self.precision = 53,
            "precision80" => self.precision = 64,
            _ => return Ok(Taken::No),
        }
        let valued = ["level", "n", "seed", "errors", "prefix"].contains(&name);
        Ok(if valued { Taken::Both } else { Taken::Word })
    }

    /// The options of an operation that has those named in `known`, in our words, defaults left
    /// out. As in TestFloat, an option that the function does not depend on means nothing; a mode
    /// in the function's name comes before that of the options.
    #[must_use]
    pub fn options(&self, function: &Function, known: &[&str]) -> Vec<String> {
        let rounding = function.rounding.unwrap_or(self.rounding);
        let exact = function.exact.unwrap_or(self.exact);
        let mut options = Vec::new();
        if rounding != Rounding::NearestEven && known.contains(&"rm") {
            options.push(format!("rm={}", RM.word(&rounding)));
        }
        if self.before && known.contains(&"tininess") {
            options.push("tininess=before".to_owned());
        }
        if self.precision != 64 && known.contains(&"precision") {
            options.push(format!("precision={}", self.precision));
        }
        if exact && known.contains(&"exact") {
            options.push("exact=1".to_owned());
        }
        options
    }

    /// Which other results count as right.
    #[must_use]
    pub fn tolerance(&self) -> Tolerance {
        Tolerance { nans: (!self.check_nans).into(), integers: !self.check_ints }
    }

    /// The function as TestFloat calls it in its messages: `f32_add, rounding near_even`.
    #[must_use]
    pub fn title(&self, function: &Function, known: &[&str]) -> String {
        let mut text = function.name.clone();
        if known.contains(&"precision") {
            let bits = match self.precision {
                24 => 32,
                53 => 64,
                _ => 80,
            };
            text += &format!(", precision {bits}");
        }
        if function.rounding.is_none() && known.contains(&"rm") {
            let mode = MODES.iter().find(|(_, ours)| *ours == self.rounding);
            text += ", rounding ";
            text += mode.map_or("", |(theirs, _)| theirs);
        }
        if known.contains(&"tininess") && function.depends_on_tininess(self.precision != 64) {
            let when = if self.before { "before" } else { "after" };
            text += &format!(", tininess {when} rounding");
        }
        if function.exact.is_none() && known.contains(&"exact") {
            text += if self.exact { ", exact" } else { ", not exact" };
        }
        text
    }
}

/// `near_even`, `neareven` and `nearest_even` are the same, also in lower case, as in TestFloat.
fn same_mode(theirs: &str, mode: &str) -> bool {
    let plain = |text: &str| text.to_ascii_lowercase().replace('_', "").replace("nearest", "near");
    plain(theirs) == plain(mode)
}

fn number(
    word: &str,
    next: Option<&str>,
    right: &'static str,
    good: fn(u64) -> bool,
) -> Result<u64, WordError> {
    let text = next.ok_or_else(|| WordError::Missing(word.to_owned(), right))?;
    let shown: String = text.chars().take(80).collect();
    // As in C, -1 is the largest number: a seed like any other, and a count that has no end.
    let negative = || text.parse::<i64>().ok().map(i64::cast_unsigned);
    text.parse()
        .ok()
        .or_else(negative)
        .filter(|n| good(*n))
        .ok_or_else(|| WordError::Value(word.to_owned(), shown, right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_both_programs() {
        let mut s = Settings::default();
        for (word, next, taken) in [
            ("-rminMag", None, Taken::Word),
            ("-rnearest_even", None, Taken::Word),
            ("--rnear_maxMag", None, Taken::Word),
            ("-tininessbefore", None, Taken::Word),
            ("-exact", None, Taken::Word),
            ("-level", Some("2"), Taken::Both),
            ("-n", Some("7"), Taken::Both),
            ("-seed", Some("9"), Taken::Both),
            ("-errors", Some("0"), Taken::Both),
            ("-checkall", None, Taken::Word),
            ("f32_add", None, Taken::No),
            ("-whatever", None, Taken::No),
        ] {
            assert_eq!(s.take(word, next), Ok(taken), "{word}");
        }
        let right = Settings {
            rounding: Rounding::NearestAway,
            before: true,
            exact: true,
            level: 2,
            count: Some(7),
            seed: 9,
            errors: 0,
            check_nans: true,
            check_ints: true,
            ..Settings::default()
        };
        assert_eq!(s, right);
        assert!(s.take("-level", Some("3")).is_err());
        assert!(s.take("-level", Some("-1")).is_err());
        for (word, level) in [("-level1", 1), ("-level2", 2), ("-LEVEL1", 1)] {
            assert_eq!((s.take(word, None), s.level), (Ok(Taken::Word), level));
        }
        for (text, number) in [("-1", u64::MAX), ("-2", u64::MAX - 1), ("5", 5)] {
            s.take("-seed", Some(text)).unwrap();
            s.take("-n", Some(text)).unwrap();
            s.take("-errors", Some(text)).unwrap();
            assert_eq!((s.seed, s.count, s.errors), (number, Some(number), number));
        }
        assert!(s.take("-seed", Some("-0x1")).is_err());
        let mut lower = Settings::default();
        for word in ["-rnear_maxmag", "-checknans", "-checkinvints", "-tininessBefore"] {
            assert_eq!(lower.take(word, None), Ok(Taken::Word), "{word}");
        }
        assert!(
            lower.check_nans
                && lower.check_ints
                && lower.before
                && lower.rounding == Rounding::NearestAway
        );
        assert!(s.take("-n", None).is_err());
        assert_eq!((s.take("-precision32", None), s.precision), (Ok(Taken::Word), 24));
    }

    #[test]
    fn options_that_mean_nothing_are_left_out() {
        let mut s = Settings::default();
        s.take("-rmin", None).unwrap();
        s.take("-exact", None).unwrap();
        let f = |name: &str| Function::find(name).unwrap();
        assert_eq!(s.options(&f("f32_add"), &["rm", "tininess"]), ["rm=rdn"]);
        assert_eq!(s.options(&f("f32_eq"), &[]), [""; 0]);
        let known = ["rm", "exact"];
        assert_eq!(s.options(&f("f32_to_i32"), &known), ["rm=rdn", "exact=1"]);
        assert_eq!(s.options(&f("f32_to_i32_r_minMag"), &known), ["rm=rtz"]);
        assert_eq!(s.title(&f("f32_to_i32"), &known), "f32_to_i32, rounding min, exact");
        assert_eq!(s.title(&f("f32_to_i32_r_minMag"), &known), "f32_to_i32_r_minMag");
        let known = ["rm", "tininess", "precision"];
        assert_eq!(s.title(&f("extF80_add"), &known), "extF80_add, precision 80, rounding min");
        s.take("-precision32", None).unwrap();
        let title = "extF80_add, precision 32, rounding min, tininess after rounding";
        assert_eq!(s.title(&f("extF80_add"), &known), title);
    }
}
