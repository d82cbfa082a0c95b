//! The slot chart as a picture: self-contained, of fixed size however long the program.

mod bins;
mod detail;
mod frame;

use super::chart::Axis;
use super::subject::Subject;
use frame::{Frame, MOST};
use std::io::{self, Write};

/// MV statements that are drawn one by one.
const MOST_MOVES: usize = 400;

/// Writes the picture.
pub(super) fn write(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(picture(subject).as_bytes())
}

/// The picture.
pub(super) fn picture(subject: &Subject) -> String {
    let axis = Axis::new(subject);
    let frame = Frame::new(subject, &axis);
    let mut svg = frame.open(subject);
    // Writing to a string does not fail, here and below.
    frame.names(subject, &mut svg);
    if axis.units > MOST {
        bins::steps(subject, &axis, &frame, &mut svg);
    } else {
        detail::steps(subject, &axis, &frame, &mut svg);
    }
    if subject.survey.moves.len() > MOST_MOVES {
        bins::moves(subject, &axis, &frame, &mut svg);
    } else {
        detail::moves(subject, &axis, &frame, &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}
