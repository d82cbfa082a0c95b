//! What the official assembler's words say about the table: what they confirm, contradict and add.
//!
//! A code is learned only from a word that nothing else is left to explain in: whatever differs from
//! what the table expects beside it makes the finding a note, not a code.

use super::field::Field;
use super::setting::{Setting, Settings};
use super::table::{Code, Range, Standing, Table};
use super::{Word, canonical};
use crate::mncore2::isa::Step;
use core::fmt::{self, Display, Formatter};

/// A field that says something else than the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The field, or the bits without a known meaning.
    pub field: String,
    /// What the statement wants it to say; nothing where it does not use it.
    pub code: String,
    /// The value by the table.
    pub expected: u32,
    /// The value in the word.
    pub found: u32,
    /// Whether the table's value was only inferred.
    pub inferred: bool,
    /// What has the value instead, where an inferred code is contradicted by another.
    pub taken: Option<String>,
}

impl Display for Contradiction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { field, code, expected, found, inferred, taken } = self;
        if let Some(other) = taken {
            let how = if *inferred { "was inferred" } else { "would be so too" };
            return write!(f, "{field}: {found} is `{other}`, and {how} for `{code}`");
        }
        let how = match (inferred, code.is_empty()) {
            (true, _) => "inferred for ",
            (false, false) => "observed for ",
            (false, true) => "not used",
        };
        let code = if code.is_empty() { String::new() } else { format!("`{code}`") };
        write!(f, "{field}: expected {expected} ({how}{code}), found {found}")
    }
}

/// What a word has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// Inferred codes that were right: field and code.
    pub confirmed: Vec<String>,
    /// Codes that the table had not.
    pub learned: Vec<String>,
    /// Where the table is wrong.
    pub contradictions: Vec<Contradiction>,
    /// What can't be made a code.
    pub notes: Vec<String>,
}

/// What a statement wants of a field.
struct Want {
    field: Field,
    context: &'static str,
    code: String,
    /// The value by the table, and how it is known.
    known: Option<(u32, Standing)>,
    number: bool,
}

impl Want {
    /// Whether a code is another one with this value where each value has one code. Precisions of one
    /// width share their codes, as the block operations do theirs.
    fn rivals(&self, code: &Code, value: u32) -> bool {
        !matches!(self.field, Field::AluPrecision | Field::AluIn2)
            && code.value == value
            && code.context == self.context
            && code.code != self.code
    }
}

/// A word beside what the table expects.
struct Comparison {
    wants: Vec<Want>,
    nowhere: Vec<String>,
    /// Fields that the statement does not use and the word sets.
    other: Vec<(Field, u32)>,
    /// Bits without a known meaning that are not as ever.
    unknown: Vec<(Range, u32, u32)>,
}

impl Table {
    /// Compares an official word with the table, and extends the table by what it shows beyond doubt.
    ///
    /// ```
    /// use semantics::mncore2::{isa::Statement, text::parse_line};
    /// use semantics::mncore2::code::{Table, Trust};
    /// let Ok(Some(Statement::Step(shift))) = parse_line("dpassa $ls0v $lr0v") else { unreachable!() };
    /// let mut table = Table::known().clone();
    /// let word = table.encode(&shift, Trust::Inferred).unwrap();
    /// assert!(table.encode(&shift, Trust::Observed).is_err());
    /// assert_eq!(table.learn(&shift, &word).confirmed, ["alu_in1 of `grf1` is 1"]);
    /// assert_eq!(table.encode(&shift, Trust::Observed), Ok(word));
    /// ```
    pub fn learn(&mut self, step: &Step, word: &Word) -> Lesson {
        let found = self.compare(step, word);
        let mut lesson = Lesson::default();
        let wrong = self.contradictions(&found, word);
        let open = found.wants.iter().any(|w| w.known.is_none()) || !found.nowhere.is_empty();
        let unexplained = !found.other.is_empty() || !found.unknown.is_empty();
        if open && unexplained {
            lesson.notes.push(self.note(step, &found, word));
        } else {
            lesson.contradictions.extend(found.other.iter().map(|(field, value)| Contradiction {
                field: field.name().to_owned(),
                code: String::new(),
                expected: self.entry(*field).idle,
                found: *value,
                inferred: false,
                taken: None,
            }));
            lesson.contradictions.extend(found.unknown.iter().map(|(range, expected, found)| {
                Contradiction {
                    field: format!("unknown {range}"),
                    code: String::new(),
                    expected: *expected,
                    found: *found,
                    inferred: false,
                    taken: None,
                }
            }));
        }
        if !open || !unexplained {
            for what in &found.nowhere {
                lesson.notes.push(format!("`{step}`: nothing in the word says {what}"));
            }
        }
        let whole = found.nowhere.is_empty() && !unexplained;
        let sure = whole && wrong.iter().all(|w| w.inferred);
        if sure {
            self.take(step, &found, word, &mut lesson);
        }
        lesson.contradictions.extend(wrong);
        self.notes.extend(lesson.notes.iter().cloned());
        lesson
    }

    fn compare(&self, step: &Step, word: &Word) -> Comparison {
        let (mut wants, mut nowhere) = (Vec::new(), Vec::new());
        for setting in &Settings::of(&canonical::spelled(step)).list {
            match (setting, self.values(setting)) {
                (Setting::Nowhere(what), _) => nowhere.push(what.to_string()),
                (Setting::Code(field, context, code), values) => {
                    let known = values.ok().and_then(|v| v.first().map(|v| (v.value, v.standing)));
                    let (field, code) = (*field, code.to_string());
                    wants.push(Want { field, context, code, known, number: false });
                }
                (Setting::Number(..) | Setting::Payload(_), values) => {
                    wants.extend(values.unwrap_or_default().into_iter().map(|v| Want {
                        field: v.field,
                        context: "",
                        code: v.name,
                        known: Some((v.value, v.standing)),
                        number: true,
                    }));
                }
            }
        }
        let idle = |field: &&Field| {
            !wants.iter().any(|w| w.field == **field)
                && self.get(word, **field) != self.entry(**field).idle
        };
        let other = Field::ALL.iter().filter(idle).map(|f| (*f, self.get(word, *f))).collect();
        let odd = |(range, known): &(Range, u32)| {
            let value = word.get(range.offset, range.width);
            (value != *known).then_some((*range, *known, value))
        };
        let unknown = self.fixed.iter().filter_map(odd).collect();
        Comparison { wants, nowhere, other, unknown }
    }

    /// The fields whose codes are known and are others in the word.
    fn contradictions(&self, found: &Comparison, word: &Word) -> Vec<Contradiction> {
        let wrong = |want: &Want| {
            let found = self.get(word, want.field);
            if let Some(other) = self.owner(want, found) {
                return Some(Contradiction {
                    field: want.field.name().to_owned(),
                    code: want.code.clone(),
                    expected: found,
                    found,
                    inferred: false,
                    taken: Some(other.code.clone()),
                });
            }
            let (expected, standing) = want.known?;
            (found != expected).then(|| Contradiction {
                field: want.field.name().to_owned(),
                code: want.code.clone(),
                expected,
                found,
                inferred: standing == Standing::Inferred,
                taken: None,
            })
        };
        found.wants.iter().filter_map(wrong).collect()
    }

    /// Makes codes of what the word shows.
    fn take(&mut self, step: &Step, found: &Comparison, word: &Word, lesson: &mut Lesson) {
        for want in &found.wants {
            let value = self.get(word, want.field);
            let told = format!("{} of `{}` is {value}", want.field.name(), want.code);
            match want.known {
                Some((_, Standing::Observed)) => {}
                Some((expected, Standing::Inferred)) if want.number => {
                    // The places of a number's digits are no code that could be mended.
                    if expected == value {
                        let entry = self.entry_mut(want.field);
                        entry.number = entry.number.map(|seen| seen | value);
                        lesson.confirmed.push(told);
                    }
                }
                Some((expected, Standing::Inferred)) if expected == value => {
                    self.settle(want, value, step);
                    lesson.confirmed.push(told);
                }
                Some(_) | None => {
                    lesson.contradictions.extend(self.rival(want, value));
                    self.settle(want, value, step);
                    lesson.learned.push(told);
                }
            }
        }
    }

    /// The observed code that has a value which would be that of another too: a word with it would
    /// read as the one that was there before.
    fn owner(&self, want: &Want, value: u32) -> Option<&Code> {
        let open = !want.number && !matches!(want.known, Some((_, Standing::Observed)));
        let owner = |c: &&Code| want.rivals(c, value) && c.standing == Standing::Observed;
        self.entry(want.field).codes.iter().filter(|_| open).find(owner)
    }

    /// An inferred code that has the value of another, and so cannot be right; it goes.
    fn rival(&mut self, want: &Want, value: u32) -> Option<Contradiction> {
        let codes = &mut self.entry_mut(want.field).codes;
        let inferred = |c: &Code| c.standing == Standing::Inferred;
        let at = codes.iter().position(|c| inferred(c) && want.rivals(c, value))?;
        Some(Contradiction {
            field: want.field.name().to_owned(),
            code: codes.remove(at).code,
            expected: value,
            found: value,
            inferred: true,
            taken: Some(want.code.clone()),
        })
    }

    /// The code is observed.
    fn settle(&mut self, want: &Want, value: u32, step: &Step) {
        let note = format!("learned from `{step}`");
        let codes = &mut self.entry_mut(want.field).codes;
        codes.retain(|c| !(c.context == want.context && c.code == want.code));
        codes.push(Code {
            context: want.context.to_owned(),
            code: want.code.clone(),
            value,
            standing: Standing::Observed,
            seen: "1".to_owned(),
            note,
        });
    }

    /// What a word says beyond the known fields, in a sentence.
    fn note(&self, step: &Step, found: &Comparison, word: &Word) -> String {
        let mut parts = Vec::new();
        for (range, known, _) in &found.unknown {
            let bits = (range.offset..range.offset + range.width).filter(|at| {
                let usual = known >> (range.offset + range.width - 1 - at) & 1 == 1;
                word.bit(*at) != usual
            });
            let bits: Vec<usize> = bits.collect();
            let (Some(first), Some(last)) = (bits.first(), bits.last()) else { continue };
            let range = Range { offset: *first, width: last - first + 1 };
            parts.push(format!("unknown {range} set to {}", word.get(range.offset, range.width)));
        }
        for (field, value) in &found.other {
            parts.push(format!("{} is {value}, which nothing accounts for", field.name()));
        }
        for want in found.wants.iter().filter(|w| w.known.is_none()) {
            let value = self.get(word, want.field);
            parts.push(format!("{} of `{}` would be {value}", want.field.name(), want.code));
        }
        for what in &found.nowhere {
            parts.push(format!("the statement has {what}"));
        }
        format!("`{step}`: {}", parts.join("; "))
    }
}
