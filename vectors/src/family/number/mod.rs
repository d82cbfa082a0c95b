//! What the families of numbers share: options, the words of explanations.

mod decisions;
pub(crate) mod explain;
pub(crate) mod options;

pub(crate) use decisions::DECISIONS;

/// Ids, each with whether it concerns the operation.
pub(crate) fn chosen<const N: usize>(ids: [(&'static str, bool); N]) -> Vec<&'static str> {
    ids.into_iter().filter_map(|(id, concerns)| concerns.then_some(id)).collect()
}
