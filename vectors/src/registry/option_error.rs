//! What can be wrong with options.

/// Why options are not those of an operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The operation has no such option.
    #[error("{op} has no option `{name}`; {}", has(.known))]
    Unknown {
        /// The operation.
        op: String,
        /// What was found.
        name: String,
        /// What it has.
        known: Vec<String>,
    },
    /// The option exists, but would mean nothing here.
    #[error("{op} has no option `{name}`: {why}")]
    Senseless {
        /// The operation.
        op: String,
        /// What was found.
        name: String,
        /// Why it means nothing.
        why: &'static str,
    },
    /// A value that the option does not take.
    #[error("option {name} of {op} does not take `{value}`; right is {right}")]
    Value {
        /// The operation.
        op: String,
        /// The option.
        name: String,
        /// What was found.
        value: String,
        /// What is right.
        right: String,
    },
    /// Given twice.
    #[error("option {name} is given twice")]
    Twice {
        /// The option.
        name: String,
    },
    /// Required, but not given.
    #[error("{op} needs the option {name}: {right}")]
    Missing {
        /// The operation.
        op: String,
        /// The option.
        name: String,
        /// What is right.
        right: &'static str,
    },
    /// An operand that two options name, though only one of them may.
    #[error("operand {operand} cannot be both in {} and in {}", .names[0], .names[1])]
    Conflict {
        /// The operand's index.
        operand: u32,
        /// The options.
        names: [&'static str; 2],
    },
}

fn has(known: &[String]) -> String {
    if known.is_empty() {
        "it takes none".to_owned()
    } else {
        format!("it takes {}", known.join(", "))
    }
}
