//! What a machine's documents leave open, as data: questions, each with the answer that is decided
//! and the alternatives to it. A machine declares its own with `profile!`.

/// How firm a decision is, and so what a vector that hangs on it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// No source determines the bits: vectors are marked unspecified, checkers may skip them.
    Unspecified,
    /// Only the mask flag is open.
    FlagOnly,
    /// The text or an observation says so: vectors carry the id and are checked.
    RestsOn,
}

/// An answer to a question other than the decided one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The decision's id, e.g. `MN-D12`.
    pub decision: &'static str,
    /// The question's name, e.g. `inf_times_zero`.
    pub name: &'static str,
    /// The answer's name, e.g. `inf`.
    pub value: &'static str,
    /// How firm the decided answer is against this one.
    pub standing: Standing,
    /// Its place in [`Profile::ALTERNATIVES`].
    pub place: usize,
}

/// A question's name and the name of its decided answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The question's name.
    pub name: &'static str,
    /// The answer's name.
    pub value: &'static str,
}

/// One answer to every question that a machine's documents leave open.
pub trait Profile: Copy + Eq + 'static {
    /// The decided answers, as `docs/decisions.md` states them.
    const DECIDED: Self;
    /// Every question.
    const QUESTIONS: &'static [Decided];
    /// Every alternative of every question, question by question.
    const ALTERNATIVES: &'static [Alternative];

    /// Takes the alternative of this place for an answer; a place that there is not changes nothing.
    fn select(&mut self, place: usize);
}

/// The alternatives, each with its place.
pub(crate) const fn placed<const N: usize>(mut list: [Alternative; N]) -> [Alternative; N] {
    let mut place = 0;
    while place < N {
        list[place].place = place;
        place += 1;
    }
    list
}

/// Declares a machine's questions: for each an enum of answers, the decided one first, and a field of
/// the struct `Profile`.
macro_rules! profile {
    ($($(#[$doc:meta])* $field:ident: $ty:ident { $(#[$ddoc:meta])* $default:ident = $dvalue:literal
        $(, $(#[$adoc:meta])* $alt:ident = $avalue:literal: $id:literal $standing:ident)* };)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $ty {
                $(#[$ddoc])* $default,
                $($(#[$adoc])* $alt,)*
            }
        )*

        /// One answer to every question that the manual leaves open.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Profile {
            $($(#[$doc])* pub $field: $ty,)*
        }

        impl Profile {
            /// The decisions as `docs/decisions.md` states them.
            pub const DECIDED: Self = Self { $($field: $ty::$default,)* };
        }

        impl $crate::question::Profile for Profile {
            const DECIDED: Self = Self::DECIDED;
            const QUESTIONS: &'static [$crate::question::Decided] = &[
                $($crate::question::Decided { name: stringify!($field), value: $dvalue },)*
            ];
            const ALTERNATIVES: &'static [$crate::question::Alternative] = &$crate::question::placed([
                $($($crate::question::Alternative {
                    decision: $id,
                    name: stringify!($field),
                    value: $avalue,
                    standing: $crate::question::Standing::$standing,
                    place: 0,
                },)*)*
            ]);

            fn select(&mut self, place: usize) {
                const SELECT: &[fn(&mut Profile)] = &[$($(|p| p.$field = $ty::$alt,)*)*];
                if let Some(select) = SELECT.get(place) {
                    select(self);
                }
            }
        }
    };
}
pub(crate) use profile;
