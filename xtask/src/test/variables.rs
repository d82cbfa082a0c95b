//! `ASSAY_SCALE` and `ASSAY_SEED`, which tests read themselves (`oracle/seeded`).

use super::Level;
use crate::run::Failure;

/// `ASSAY_SCALE` for the tests of a level, from what the user has set, which is read as `seeded` does: a number multiplies the sizes of
/// the level, a level takes its place.
pub(super) fn scale(level: Level, asked: &str) -> Result<String, Failure> {
    let is_number = |text: &str| text.parse::<u64>().is_ok_and(|times| times > 0);
    let is_level = |text: &str| ["quick", "full", "whole"].contains(&text);
    match asked.split_once(',') {
        None if asked.is_empty() => Ok(level.scale().to_owned()),
        None if is_number(asked) => Ok(format!("{},{asked}", level.scale())),
        None if is_level(asked) => Ok(asked.to_owned()),
        Some((own, times)) if is_level(own) && is_number(times) => Ok(asked.to_owned()),
        _ => Err(Failure::Usage(format!(
            "ASSAY_SCALE: expected a number above 0, full, whole or both as in full,8, found `{asked}`"
        ))),
    }
}

/// Whether `ASSAY_SEED` can be read.
pub(super) fn check_seed(asked: Option<&str>) -> Result<(), Failure> {
    match asked.filter(|text| text.parse::<u64>().is_err()) {
        None => Ok(()),
        Some(text) => Err(Failure::Usage(format!("ASSAY_SEED: expected a number, found `{text}`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_multiplies_the_sizes_of_the_level() {
        for (level, asked, right) in [
            (Level::Quick, "", "quick"),
            (Level::All, "", "full"),
            (Level::Quick, "8", "quick,8"),
            (Level::All, "2", "full,2"),
            (Level::Nightly, "2", "whole,2"),
            (Level::All, "whole", "whole"),
            (Level::Quick, "full,8", "full,8"),
        ] {
            assert_eq!(scale(level, asked).unwrap(), right, "{level:?} {asked}");
        }
        for asked in ["banana", "0", "full,", "8,full", "full,0", "-1", " 8"] {
            let found = scale(Level::Quick, asked).unwrap_err().to_string();
            assert!(found.ends_with(&format!("as in full,8, found `{asked}`")), "{found}");
        }
    }

    #[test]
    fn seeds_are_numbers() {
        assert!(check_seed(None).is_ok() && check_seed(Some("7")).is_ok());
        for asked in ["", "banana", "-1"] {
            let found = check_seed(Some(asked)).unwrap_err().to_string();
            assert_eq!(found, format!("ASSAY_SEED: expected a number, found `{asked}`"));
        }
    }
}
