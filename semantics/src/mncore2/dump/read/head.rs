//! `LABEL(PLACE,INDEX):`, which memory and where.

use super::scan::{At, Scan};
use crate::mncore2::dump::target::{STORES, label};
use crate::mncore2::memory::{Level, Place, Store};

/// What stands before the content.
pub(super) struct Head {
    pub(super) store: Store,
    pub(super) place: Place,
    pub(super) index: u32,
    /// The byte at which the index begins.
    pub(super) column: usize,
}

/// Reads from behind `DEBUG-` to behind the colon.
pub(super) fn read(scan: &mut Scan<'_>) -> Result<Head, At> {
    let start = scan.at();
    let name = scan.take(|b| b.is_ascii_alphanumeric());
    let Some(&store) = STORES.iter().find(|&&store| label(store).as_bytes() == name) else {
        let labels: Vec<&str> = STORES.iter().map(|&store| label(store)).collect();
        let name = String::from_utf8_lossy(name);
        let right = labels.join(", ");
        return Err(At::new(start, format!("there is no label `{name}`; right: {right}")));
    };
    scan.need("(")?;
    let place = place(scan, store)?;
    scan.need(",")?;
    let column = scan.at();
    let index = scan.number("an index")?;
    scan.need("):")?;
    Ok(Head { store, place, index, column })
}

/// `n0c0b0m0p0` down to the level of the memory.
fn place(scan: &mut Scan<'_>, store: Store) -> Result<Place, At> {
    let mut numbers = [0; 5];
    for level in Level::ALL.into_iter().filter(|&level| level <= store.level()) {
        let letter = [level.letter() as u8];
        if !scan.eat(&letter) {
            let all: String = Level::ALL
                .iter()
                .take(store.level() as usize + 1)
                .fold(String::new(), |text, level| text + &format!("{}0", level.letter()));
            return Err(scan.expected(&format!("the place of a {store}, as {all}")));
        }
        let at = scan.at();
        let number = scan.number(&format!("the number of a {level}"))?;
        if number as usize >= level.size() {
            let last = level.size() - 1;
            return Err(At::new(at, format!("there is no {level} {number}; right: 0 to {last}")));
        }
        numbers[level as usize] = number as u8;
    }
    let [group, l2b, l1b, mab, pe] = numbers;
    Ok(Place { group, l2b, l1b, mab, pe })
}

/// What the index of a memory counts.
pub(super) fn unit(store: Store) -> &'static str {
    match store {
        Store::Bank(_) => "single word",
        Store::T => "cycle",
        Store::Matrix(_) => "row",
        Store::Mask => "entry",
        _ => "long word",
    }
}
