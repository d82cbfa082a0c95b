//! Options of operations: what an operation takes, and one choice of them.

use super::l1bset::{L1bSet, write_indices};
use softfloat::{Env, IntegerRule, NanRule, Overflow, Rounding, Tininess, Underflow};
use std::fmt;

/// The most elements of a block of a function.
pub const MAX_TERMS: u16 = 4096;

/// An option that an operation takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// Its values.
    pub kind: OptionKind,
}

/// The values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A comma-separated list of operand indices out of these.
    Indices(&'static [u8]),
    /// On or off; written bare, `=1` or `=0`.
    Switch,
    /// A switch that has further words.
    Graded,
    /// One of [`OptionSpec::words`], the first of which is the default.
    Choice,
    /// One of the words of its name whose places are set here; the first is the default.
    Among(u16),
    /// A number of mantissa bits, 6 to 9; required.
    MantissaBits,
    /// A number of elements from 1 on; [`OptionKind::USUAL_TERMS`] where none is given.
    Terms,
    /// Likewise, up to this number.
    Few(u16),
    /// A set of L1B: `B`, `B/I`, or a list that equals such a set.
    L1bSet,
}

impl OptionKind {
    /// The elements of a block whose number is not given.
    pub const USUAL_TERMS: u16 = 4;
}

impl OptionSpec {
    /// An option that is on or off.
    #[must_use]
    pub const fn switch(name: &'static str) -> Self {
        Self { name, kind: OptionKind::Switch }
    }

    /// An option that is off, on, or one of the further words of its name.
    #[must_use]
    pub const fn graded(name: &'static str) -> Self {
        Self { name, kind: OptionKind::Graded }
    }

    /// An option that has one of the values that its name always has.
    #[must_use]
    pub const fn choice(name: &'static str) -> Self {
        Self { name, kind: OptionKind::Choice }
    }

    /// The words that the option's values are, if they are words.
    #[must_use]
    pub fn words(&self) -> &'static [&'static str] {
        match slot(self.name).map(|s| s.form) {
            Some(Form::Words(words)) if self.kind == OptionKind::Switch => &words[..2],
            Some(Form::Words(words)) => words,
            _ => &[],
        }
    }

    /// The words that it takes, each with its place among [`OptionSpec::words`].
    pub fn choices(&self) -> impl Iterator<Item = (u16, &'static str)> + use<> {
        let taken = if let OptionKind::Among(taken) = self.kind { taken } else { u16::MAX };
        (0..).zip(self.words().iter().copied()).filter(move |(at, _)| taken >> at & 1 == 1)
    }

    /// The values, as a user would write them.
    #[must_use]
    pub fn syntax(&self) -> String {
        match self.kind {
            OptionKind::Indices(of) => {
                let list: Vec<String> = of.iter().map(u8::to_string).collect();
                format!("list of {}", list.join(","))
            }
            OptionKind::Switch | OptionKind::Graded | OptionKind::Choice | OptionKind::Among(_) => {
                let words: Vec<&str> = self.choices().map(|(_, word)| word).collect();
                match words.as_slice() {
                    [only] => (*only).to_owned(),
                    [head @ .., last] => format!("{} or {last}", head.join(", ")),
                    [] => String::new(),
                }
            }
            OptionKind::MantissaBits => "6, 7, 8 or 9 (required)".to_owned(),
            OptionKind::Terms => format!("a number from 1 to {MAX_TERMS}"),
            OptionKind::Few(most) => format!("a number from 1 to {most}"),
            OptionKind::L1bSet => {
                "B, B/I, or a list such as 0,2,4,6 that equals one of these".to_owned()
            }
        }
    }
}

/// An option's value as a word.
trait Word {
    fn word(&self) -> u16;
    fn of(word: u16) -> Self;
}

impl Word for u16 {
    fn word(&self) -> u16 {
        *self
    }
    fn of(word: u16) -> Self {
        word
    }
}

impl Word for u8 {
    fn word(&self) -> u16 {
        (*self).into()
    }
    fn of(word: u16) -> Self {
        word as u8
    }
}

impl Word for bool {
    fn word(&self) -> u16 {
        (*self).into()
    }
    fn of(word: u16) -> Self {
        word != 0
    }
}

impl Word for L1bSet {
    fn word(&self) -> u16 {
        self.0.into()
    }
    fn of(word: u16) -> Self {
        Self(word as u8)
    }
}

/// How a value is written.
#[derive(Clone, Copy)]
enum Form {
    /// The indices of the bits that are set.
    Indices,
    /// In decimal.
    Number,
    /// The word in its place.
    Words(&'static [&'static str]),
}

/// A row of the table of options: where [`Options`] keeps the value, and how it is written.
pub(super) struct Slot {
    name: &'static str,
    form: Form,
    get: fn(&Options) -> u16,
    put: fn(&mut Options, u16),
}

/// Whether some operation has an option of this name.
#[must_use]
pub fn is_option(name: &str) -> bool {
    name == "preset" || slot(name).is_some()
}

/// The row of this name.
pub(super) fn slot(name: &str) -> Option<&'static Slot> {
    SLOTS.iter().find(|s| s.name == name)
}

impl Slot {
    /// These options, with this value.
    pub(super) fn with(&self, mut o: Options, value: u16) -> Options {
        (self.put)(&mut o, value);
        o
    }
}

macro_rules! options {
    ($($(#[$doc:meta])* $name:literal $field:ident: $ty:ty = $default:expr, $form:expr;)*) => {
        /// One choice of options. Displays in canonical form: `name=value`, separated by spaces, in
        /// the order of the fields, defaults left out. Of options that are words, a field holds the
        /// word's place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Options {
            $($(#[$doc])* pub $field: $ty,)*
        }

        impl Options {
            /// Nothing chosen.
            pub const NONE: Self = Self { $($field: $default,)* };
        }

        /// All fields at once, by their low bytes: writers look options up in the midst of their work.
        impl std::hash::Hash for Options {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                state.write(&[$(Word::word(&self.$field) as u8),*]);
            }
        }

        static SLOTS: &[Slot] = &[$(Slot {
            name: $name,
            form: $form,
            get: |o| Word::word(&o.$field),
            put: |o, value| o.$field = Word::of(value),
        },)*];
    };
}

const SWITCH: Form = Form::Words(&["0", "1"]);

options! {
    /// `neg`: bit i for operand i.
    "neg" neg: u8 = 0, Form::Indices;
    /// `ext`: bit i for operand i.
    "ext" ext: u8 = 0, Form::Indices;
    /// `short`: bit i for operand i.
    "short" short: u8 = 0, Form::Indices;
    /// `e`.
    "e" e: bool = false, SWITCH;
    /// `r`.
    "r" r: bool = false, SWITCH;
    /// `port=input`.
    "port" port_input: bool = false, Form::Words(&["output", "input"]);
    /// `n`; 0 where the operation has none, and where it is the usual one.
    "n" n: u16 = 0, Form::Number;
    /// `l1bset`.
    "l1bset" l1bset: L1bSet = L1bSet::ALL, Form::Indices;
    /// `rm`, the rounding direction, in the order of [`Rounding::ALL`].
    "rm" rm: u8 = 0, Form::Words(&["rne", "rna", "rtz", "rup", "rdn", "rto"]);
    /// `rc`, the rounding field of MXCSR, in the order of its codes.
    "rc" rc: u8 = 0, Form::Words(&["rne", "rdn", "rup", "rtz"]);
    /// `tininess=before`.
    "tininess" before: bool = false, Form::Words(&["after", "before"]);
    /// `nan`, the rule for NaN results.
    "nan" nan: u8 = 0, Form::Words(&["riscv", "sse", "arm", "armdn", "ieee"]);
    /// `ftz`: tiny results are zeros.
    "ftz" ftz: bool = false, SWITCH;
    /// `daz`: subnormal operands are zeros.
    "daz" daz: bool = false, SWITCH;
    /// `sat`: what overflows is the largest number; an infinity that is converted too, or not.
    "sat" sat: u8 = 0, Form::Words(&["0", "1", "keepinf"]);
    /// `int`, what integers out of range become.
    "int" int: u8 = 0, Form::Words(&["riscv", "arm", "x86", "wrap"]);
    /// `exact`: *inexact* is signalled.
    "exact" exact: bool = false, SWITCH;
    /// `scale`, the rule for the scale of an MX block.
    "scale" scale: u8 = 0, Form::Words(&["floor", "ceil", "even", "nearest"]);
    /// `special=element`: NaN and infinities stay within their elements of an MX block.
    "special" special_element: bool = false, Form::Words(&["block", "element"]);
    /// `overflow=ieee`: elements of an MX block do not saturate.
    "overflow" overflow_ieee: bool = false, Form::Words(&["sat", "ieee"]);
    /// `amount=full`: amounts of shifts count as they are.
    "amount" amount_full: bool = false, Form::Words(&["modulo", "full"]);
    /// `round`, how shifts of integers round: half up, or as `rm`.
    "round" round: u8 = 0, Form::Words(&["rnu", "rne", "rna", "rtz", "rup", "rdn", "rto"]);
    /// `des`, the unit of an xDSA destination: the operation's own, or the one of the code below.
    "des" des: u8 = 0, Form::Words(&[
        "own", "uint4", "uint8", "uint16", "uint32", "uint64", "sint4", "sint8", "sint16", "sint32",
        "sint64", "fp16", "fp32", "fp64",
    ]);
    /// `rnd`, the bit RND of xDSA.
    "rnd" rnd: bool = false, SWITCH;
    /// `dir`, the bit DIR of xDSA.
    "dir" dir: bool = false, SWITCH;
    /// `tsgn`, the bit TSGN of xDSA.
    "tsgn" tsgn: bool = false, SWITCH;
}

const NANS: [NanRule; 5] =
    [NanRule::Canonical, NanRule::Sse, NanRule::Arm, NanRule::Canonical, NanRule::Propagate];

const OVERFLOWS: [Overflow; 3] = [Overflow::Ieee, Overflow::Saturate, Overflow::SaturateFinite];

const INTEGERS: [IntegerRule; 4] =
    [IntegerRule::RiscV, IntegerRule::Arm, IntegerRule::X86, IntegerRule::Wrap];

impl Options {
    /// Whether some operand is converted or negated on its way in.
    #[must_use]
    #[inline]
    pub const fn ports(&self) -> bool {
        self.neg | self.ext | self.short != 0
    }

    /// The rules that the options of number operations choose.
    #[must_use]
    pub fn env(&self) -> Env {
        Env {
            rounding: Rounding::ALL[usize::from(self.rm) % Rounding::ALL.len()],
            tininess: if self.before { Tininess::Before } else { Tininess::After },
            overflow: OVERFLOWS[usize::from(self.sat) % OVERFLOWS.len()],
            underflow: if self.ftz { Underflow::FlushSigned } else { Underflow::Gradual },
            nan: NANS[usize::from(self.nan) % NANS.len()],
            daz: self.daz,
            integer: INTEGERS[usize::from(self.int) % INTEGERS.len()],
        }
    }

    /// The choice as (name, value) pairs.
    #[must_use]
    pub fn pairs(&self) -> Vec<(String, String)> {
        self.to_string()
            .split_whitespace()
            .filter_map(|o| o.split_once('='))
            .map(|(n, v)| (n.to_owned(), v.to_owned()))
            .collect()
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for slot in SLOTS {
            let value = (slot.get)(self);
            if value == (slot.get)(&Self::NONE) {
                continue;
            }
            write!(f, "{gap}{}=", slot.name)?;
            gap = " ";
            match slot.form {
                Form::Indices => write_indices(f, value as u8)?,
                Form::Number => write!(f, "{value}")?,
                Form::Words(words) => {
                    f.write_str(words.get(usize::from(value)).copied().unwrap_or("?"))?;
                }
            }
        }
        Ok(())
    }
}
