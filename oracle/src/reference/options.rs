//! The options of an operation.

/// The options as the caller gave them.
#[derive(Clone, Copy)]
pub(super) struct Options<'a>(&'a [(&'a str, &'a str)]);

impl<'a> Options<'a> {
    /// Wraps (name, value) pairs.
    pub(super) fn new(pairs: &'a [(&'a str, &'a str)]) -> Self {
        Self(pairs)
    }

    /// `None` if there is an option that is not among `names`.
    pub(super) fn only(self, names: &[&str]) -> Option<Self> {
        self.0.iter().all(|(name, _)| names.contains(name)).then_some(self)
    }

    /// The options but one.
    pub(super) fn others(self, name: &str) -> Vec<(&'a str, &'a str)> {
        self.0.iter().copied().filter(|(other, _)| *other != name).collect()
    }

    /// The value of the option `name`.
    pub(super) fn value(self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Whether the bare option `name` is there.
    pub(super) fn has(self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// The numbers below `limit` listed in the option `name`; none without it.
    pub(super) fn indices(self, name: &str, limit: usize) -> Option<Vec<usize>> {
        let Some(list) = self.value(name) else {
            return Some(Vec::new());
        };
        let index = |text: &str| text.parse().ok().filter(|&index| index < limit);
        list.split(',').map(index).collect()
    }
}
