//! A source in which mutants sleep: each behind a switch, and all in the lines where they were.

use crate::find::{Change, Mutant, Piece};
use std::ops::Range;

/// A mutant, and the number that wakes it.
pub(crate) type Numbered<'a> = (u32, &'a Mutant);

/// What a crate's root gets: the number that is awake, from the environment, before anything runs.
pub(crate) const SWITCH: &str = include_str!("switch.txt");

/// The number that wakes none, and has those that are reached noted.
pub(crate) const NOTED: u32 = u32::MAX;

fn on(number: u32) -> String {
    format!("crate::mutant_switch::on({number})")
}

/// An expression as the value of a block: one that begins as a statement does would be read as one.
fn value(text: String) -> String {
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_statement =
        matches!(word, "if" | "match" | "unsafe" | "loop" | "while" | "for" | "const");
    if is_statement || text.starts_with('{') { format!("({text})") } else { text }
}

/// The source with these mutants in it.
pub(crate) fn rewrite(source: &str, mutants: &[Numbered<'_>]) -> String {
    Writer { source, mutants }.text(0..source.len(), None)
}

struct Writer<'a> {
    source: &'a str,
    mutants: &'a [Numbered<'a>],
}

impl Writer<'_> {
    /// What stands in a range; `own` is the expression that is being written, if the range is one.
    fn text(&self, range: Range<usize>, own: Option<&Range<usize>>) -> String {
        let (mut text, mut at) = (String::new(), range.start);
        while let Some(next) = self.next(at, &range, own) {
            text.push_str(&self.source[at..next.start]);
            text.push_str(&self.changed(&next));
            at = next.end;
        }
        text + &self.source[at..range.end]
    }

    /// The first place from here on that is changed; the outermost of those that begin there.
    fn next(
        &self,
        at: usize,
        within: &Range<usize>,
        own: Option<&Range<usize>>,
    ) -> Option<Range<usize>> {
        let places = self.mutants.iter().map(|(_, mutant)| match &mutant.change {
            Change::Expression { range, .. } => range.clone(),
            Change::Return { at, .. } | Change::Arm { at, guard: None } => *at..*at,
            Change::Arm { guard: Some(guard), .. } => guard.clone(),
        });
        let inside = places
            .filter(|place| place.start >= at && place.end <= within.end && Some(place) != own);
        // An insertion is done once.
        let inside = inside.filter(|place| !place.is_empty() || place.start > at);
        inside.min_by_key(|place| (place.start, std::cmp::Reverse(place.end)))
    }

    fn changed(&self, place: &Range<usize>) -> String {
        let mut text = match place.is_empty() {
            true => String::new(),
            false => self.text(place.clone(), Some(place)),
        };
        for (number, mutant) in self.mutants {
            let on = on(*number);
            match &mutant.change {
                Change::Return { at, value } if *place == (*at..*at) => {
                    text = format!(" if {on} {{ return {value}; }}{text}");
                }
                Change::Arm { at, guard: None } if *place == (*at..*at) => {
                    text = format!(" if !{on}");
                }
                Change::Arm { guard: Some(guard), .. } if guard == place => {
                    text = format!("!{on} && ({text})");
                }
                Change::Expression { range, pieces } if range == place => {
                    let new: String = pieces.iter().map(|piece| self.piece(piece, place)).collect();
                    text = format!("(if {on} {{ {} }} else {{ {} }})", value(new), value(text));
                }
                _ => {}
            }
        }
        text
    }

    fn piece(&self, piece: &Piece, place: &Range<usize>) -> String {
        match piece {
            Piece::Text(text) => text.clone(),
            Piece::Source(range) => self.text(range.clone(), Some(place)),
        }
    }
}
