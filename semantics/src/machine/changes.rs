//! What a run has changed, as case files expect it.

use super::Value;

/// What is not as on another board, by names that can be read and set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Parts of the state with the values that they have now; parts that have not changed may be among them.
    pub parts: Vec<(String, Value)>,
    /// Whether that is all: nothing else differs.
    pub whole: bool,
}
