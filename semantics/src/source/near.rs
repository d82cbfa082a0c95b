//! Words that are near to one that is not known.

/// The longest word that is looked for among others.
const NEAR: usize = 64;

/// The words that are near to one, if any are.
pub(crate) fn near<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    // Of long names the distance takes long, and nobody means another by them.
    let alike = |known: &&str| known.len().abs_diff(name.len()) <= 1 + known.len() / 4;
    let mut found: Vec<(usize, &str)> = known
        .filter(|known| !known.contains(' ') && name.len() <= NEAR && alike(known))
        .map(|known| (strsim::osa_distance(name, known), known))
        .filter(|(distance, known)| *distance <= 1 + known.len() / 4)
        .collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(3);
    (!found.is_empty())
        .then(|| found.iter().map(|(_, known)| *known).collect::<Vec<_>>().join(", "))
}
