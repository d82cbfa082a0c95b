//! An option of operations: its name, its values, and which of them an operation takes.

/// The most elements of a block of a function.
pub const MAX_TERMS: u16 = 4096;

/// The elements of a block whose number is not given.
const USUAL_TERMS: u16 = 4;

/// An option whose values are of a type. Families declare theirs; what all number operations share stands in
/// [`super::rules`].
#[derive(Debug)]
pub struct Setting<T> {
    pub(crate) row: Row,
    pub(super) of: fn(usize) -> T,
}

/// What is the same for options of all types. Values are kept as numbers, the default as 0.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    form: Form,
    /// Whether it is a way to round.
    pub(super) rounds: bool,
    /// Whether all directed corner cases are taken under each of its values, not a sample.
    pub(crate) directed: bool,
    /// Whether it is tried only where it is asked for: under it words are wider, and a set of one operation has words
    /// of one width.
    pub(super) asked: bool,
    /// Other words for values, by their places: in small letters, without `_` and `-`.
    also: &'static [(&'static str, u16)],
    /// So many of its values are mixed with those of other options: later ones leave the mixtures, and so the sets of cases, as they were.
    pub(super) mixed: u16,
}

/// How values are written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// Words, each in its value's place; a switch, whose first is `0`, is also written bare.
    Words(&'static [&'static str]),
    /// Indices of operands, none of which is one of the other option's.
    Indices(Option<&'static Row>),
    /// A number of elements up to the first of these; the second is the largest that is tried.
    Terms(u16, u16),
    /// As a family writes them.
    Own(&'static Own),
}

/// Values that a family reads and writes itself.
#[derive(Debug)]
pub(crate) struct Own {
    /// All of them, the plainest first.
    pub(crate) all: fn() -> Vec<u16>,
    pub(crate) read: fn(&str) -> Option<u16>,
    pub(crate) text: fn(u16) -> String,
    /// As a user would write them, and in short.
    pub(crate) syntax: [&'static str; 2],
    /// What is missing where none is given, though one must be.
    pub(crate) required: Option<&'static str>,
    /// Whether a value is a list: what stands behind a comma belongs to it.
    pub(crate) list: bool,
}

impl<T> Setting<T> {
    pub(crate) const fn new(name: &'static str, form: Form, of: fn(usize) -> T) -> Self {
        if let Form::Words(words) = form {
            assert!(words.len() <= u16::BITS as usize, "`among` has a bit for each word");
        }
        let (mixed, also) = (u16::MAX, &[]);
        Self {
            row: Row { name, form, rounds: false, directed: false, asked: false, also, mixed },
            of,
        }
    }

    /// The same, with other words for some values.
    pub(super) const fn also(mut self, words: &'static [(&'static str, u16)]) -> Self {
        self.row.also = words;
        self
    }

    /// The same, as a way to round.
    pub(crate) const fn rounding(mut self) -> Self {
        self.row.rounds = true;
        self
    }

    /// The same, with all directed corner cases.
    pub(crate) const fn directed(mut self) -> Self {
        self.row.directed = true;
        self
    }

    /// The same, the first values of which are mixed with those of other options.
    pub(super) const fn mixing(mut self, values: u16) -> Self {
        self.row.mixed = values;
        self
    }

    /// The same, as one that is tried only where it is asked for.
    pub(crate) const fn asked(mut self) -> Self {
        self.row.asked = true;
        self
    }

    /// All that it can be, as an operation's option.
    pub(crate) const fn any(&'static self) -> OptionSpec {
        self.among(u16::MAX)
    }

    /// Only the words in these places, or the indices of these operands: bit i for place i.
    pub(crate) const fn among(&'static self, taken: u16) -> OptionSpec {
        OptionSpec { row: &self.row, taken }
    }
}

impl<T: PartialEq> Setting<T> {
    /// What a word means.
    pub(crate) fn read(&self, word: &str) -> Option<T> {
        self.row.words().iter().position(|other| *other == word).map(self.of)
    }

    /// The place of the first word that means this.
    ///
    /// # Panics
    /// If no word does.
    pub(crate) fn code(&self, value: &T) -> u16 {
        let mut places = 0..self.row.words().len();
        let place = places.find(|&at| (self.of)(at) == *value);
        place.unwrap_or_else(|| panic!("no word of `{}` means this", self.row.name)) as u16
    }

    /// The first word that means this.
    ///
    /// # Panics
    /// If none does.
    #[must_use]
    pub fn word(&self, value: &T) -> &'static str {
        self.row.words()[usize::from(self.code(value))]
    }
}

impl Setting<bool> {
    /// An option that is on or off; written bare, `=1` or `=0`.
    pub(crate) const fn switch(name: &'static str) -> Self {
        Self::new(name, Form::Words(&["0", "1"]), |on| on != 0)
    }
}

impl Setting<usize> {
    /// A number of elements up to this one, of which so many are tried.
    pub(crate) const fn terms(name: &'static str, most: u16, tried: u16) -> Self {
        assert!(USUAL_TERMS <= most && tried <= most, "more elements than there may be");
        let usual = |n| if n == 0 { USUAL_TERMS.into() } else { n };
        Self::new(name, Form::Terms(most, tried), usual).directed()
    }
}

impl Row {
    pub(crate) const fn words(&self) -> &'static [&'static str] {
        if let Form::Words(words) = self.form { words } else { &[] }
    }

    /// A value, as it is written.
    pub(crate) fn text(&self, value: u16) -> String {
        match self.form {
            Form::Words(words) => words.get(usize::from(value)).map_or("?", |word| word).to_owned(),
            Form::Indices(_) => members(value),
            Form::Terms(..) => value.to_string(),
            Form::Own(own) => (own.text)(value),
        }
    }

    /// The option that may name none of its operands.
    pub(super) const fn apart(&self) -> Option<&'static Self> {
        if let Form::Indices(apart) = self.form { apart } else { None }
    }
}

/// An option that an operation takes.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// What it is.
    pub row: &'static Row,
    taken: u16,
}

impl OptionSpec {
    /// The words that it takes, each with its value.
    pub fn choices(&self) -> impl Iterator<Item = (u16, &'static str)> + use<> {
        let taken = self.taken;
        (0..).zip(self.row.words().iter().copied()).filter(move |(at, _)| taken >> at & 1 == 1)
    }

    /// The values, as a user would write them.
    #[must_use]
    pub fn syntax(&self) -> String {
        match self.row.form {
            Form::Words(_) => {
                let words = self.choices().map(|(_, word)| word).collect::<Vec<_>>().join(", ");
                words
                    .rsplit_once(", ")
                    .map_or(words.clone(), |(head, last)| format!("{head} or {last}"))
            }
            Form::Indices(_) => format!("list of {}", members(self.taken)),
            Form::Terms(most, _) => format!("a number from 1 to {most}"),
            Form::Own(own) => own.syntax[0].to_owned(),
        }
    }

    /// The option and its values in short.
    #[must_use]
    pub fn brief(&self) -> String {
        let name = self.row.name;
        let words: Vec<&str> = self.choices().map(|(_, word)| word).collect();
        match (self.row.form, words.as_slice()) {
            (Form::Words(_), ["0", "1"]) => name.to_owned(),
            (Form::Words(_), ["0", others @ ..]) => format!("{name}[={}]", others.join("|")),
            (Form::Words(_), words) => format!("{name}={}", words.join("|")),
            (Form::Indices(_), _) => format!("{name}={}", members(self.taken)),
            (Form::Terms(most, _), _) => format!("{name}=1..{most}"),
            (Form::Own(own), _) => format!("{name}={}", own.syntax[1]),
        }
    }

    /// What is missing where no value is given, though one must be.
    pub(crate) const fn required(&self) -> Option<&'static str> {
        if let Form::Own(own) = self.row.form { own.required } else { None }
    }

    /// Whether a value is a list: what stands behind a comma belongs to it.
    pub(super) const fn is_list(&self) -> bool {
        matches!(self.row.form, Form::Indices(_) | Form::Own(Own { list: true, .. }))
    }

    /// The values that are tried unasked, the default first.
    pub(super) fn tried(&self) -> Vec<u16> {
        let mut values = self.values();
        values.truncate(if self.row.asked { 1 } else { values.len() });
        values
    }

    /// Its values, the default first; of a number of elements some.
    pub(crate) fn values(&self) -> Vec<u16> {
        match self.row.form {
            Form::Words(_) => self.choices().map(|(at, _)| at).collect(),
            Form::Indices(_) => (0..=self.taken).filter(|set| set & !self.taken == 0).collect(),
            Form::Terms(_, tried) => vec![0, 1, 2, 3, tried],
            Form::Own(own) => (own.all)(),
        }
    }

    /// A value by another word for it, or by its own in other letters: `RNE`.
    fn called(&self, text: &str) -> Option<u16> {
        let plain = text.to_lowercase().replace(['_', '-'], "");
        let own = self.choices().find(|(_, word)| *word == plain).map(|(at, _)| at);
        let also = self.row.also.iter().find(|(word, _)| *word == plain);
        own.or(also.map(|(_, at)| *at).filter(|at| self.taken >> at & 1 == 1))
    }

    /// A value from its text, or of the bare name; `None` where it takes no such value.
    pub(crate) fn read(&self, text: Option<&str>) -> Option<u16> {
        let Some(text) = text else { return (self.row.words().first() == Some(&"0")).then_some(1) };
        match self.row.form {
            Form::Words(_) => {
                let own = self.choices().find(|(_, word)| *word == text).map(|(at, _)| at);
                own.or_else(|| self.called(text))
            }
            Form::Indices(_) => set(text).filter(|set| set & !self.taken == 0),
            Form::Terms(most, _) => {
                let digits = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
                let n = text.parse().ok().filter(|n| digits && (1..=most).contains(n))?;
                Some(if n == USUAL_TERMS { 0 } else { n })
            }
            Form::Own(own) => (own.read)(text),
        }
    }
}

/// The members of a bit set, joined by commas.
pub(crate) fn members(set: u16) -> String {
    let members = (0..u16::BITS).filter(|i| set >> i & 1 == 1);
    members.map(|i| i.to_string()).collect::<Vec<_>>().join(",")
}

/// A bit set of one-digit members, joined by commas, each once.
pub(crate) fn set(text: &str) -> Option<u16> {
    text.split(',').try_fold(0, |set, item| match item.as_bytes() {
        [digit @ b'0'..=b'9'] if set >> (digit - b'0') & 1 == 0 => Some(set | 1 << (digit - b'0')),
        _ => None,
    })
}
