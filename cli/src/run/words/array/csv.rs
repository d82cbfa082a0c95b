//! Arrays as CSV: a line an element.
//!
//! `i0`, `i1`, ... are the element's index, `place`, `address` and `bits` where it lives, `hex` its code
//! and `value` what that stands for. Read are the indices, `hex` and `value`, one of which may be left
//! out; the lines may stand in any order.

use super::bound::{Bound, MOST, Piece, agreed, bits, elements, index, value};
use crate::printable::piece;
use ::csv::{Error, ErrorKind, ReaderBuilder, StringRecord, Trim, Writer};
use semantics::machine::{Board, Layout};
use std::io::{self, Read, Write};

pub(super) fn write(
    board: &dyn Board,
    layout: &dyn Layout,
    out: &mut impl Write,
) -> io::Result<()> {
    let (axes, element) = (layout.shape().len(), layout.element());
    let mut out = Writer::from_writer(out);
    let names = (0..axes).map(|n| format!("i{n}"));
    let rest = ["place", "address", "bits", "hex", "value"].map(String::from);
    out.write_record(names.chain(rest))?;
    let mut n = 0;
    layout.each(board, &mut |code, place| {
        for index in index(layout, n) {
            out.write_field(index.to_string())?;
        }
        n += 1;
        for name in place.names() {
            out.write_field(name)?;
        }
        out.write_field(element.hex(code))?;
        out.write_field(element.text(code))?;
        Ok(out.write_record(None::<&[u8]>)?)
    })?;
    out.flush()
}

pub(super) fn read(
    input: impl Read,
    layout: &dyn Layout,
    round: bool,
    board: &mut dyn Board,
) -> Result<(), String> {
    let (input, record_end) = Bound::new(input);
    let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(input);
    let columns = Columns::of(reader.headers().map_err(|e| told_by(&e, 1, &record_end))?, layout)?;
    record_end.end();
    let all = elements(layout);
    let mut seen = vec![0u64; (all / 64 + 1) as usize];
    let mut record = StringRecord::new();
    loop {
        let next = reader.position().line();
        if !reader.read_record(&mut record).map_err(|e| told_by(&e, next, &record_end))? {
            break;
        }
        record_end.end();
        let line = record.position().map_or(0, ::csv::Position::line);
        let at = |why: String| format!(":{line}: {why}");
        let index = columns.index(&record, layout).map_err(at)?;
        let n = index.iter().zip(layout.shape()).fold(0, |n, (index, size)| n * size + index);
        let (word, bit) = (&mut seen[(n / 64) as usize], 1 << (n % 64));
        if *word & bit != 0 {
            return Err(at(format!("index {index:?} stands here for the second time")));
        }
        *word |= bit;
        let field = |column: Option<usize>| column.and_then(|c| record.get(c));
        let hex = field(columns.hex).map(|text| bits(text, layout)).transpose().map_err(at)?;
        let value = field(columns.value).map(|text| value(text, layout, round));
        let code = agreed(hex, value.transpose().map_err(at)?, layout);
        code.and_then(|code| layout.set(board, &index, code)).map_err(at)?;
    }
    match (0..all).find(|n| seen[(n / 64) as usize] >> (n % 64) & 1 == 0) {
        None => Ok(()),
        Some(n) => Err(format!(": there is no line of index {:?}", index(layout, n))),
    }
}

/// Which column is what.
struct Columns {
    indices: Vec<usize>,
    hex: Option<usize>,
    value: Option<usize>,
}

impl Columns {
    fn of(header: &StringRecord, layout: &dyn Layout) -> Result<Self, String> {
        let axes = layout.shape().len();
        let wrong = |why: String| {
            let names: String = (0..axes).map(|n| format!("i{n}, ")).collect();
            format!(
                ":1: {why}; right: the columns {names}hex or value, perhaps place, address, bits"
            )
        };
        let mut indices = vec![None; axes];
        let (mut hex, mut value, mut ignored) = (None, None, [None; 3]);
        for (n, name) in header.iter().enumerate() {
            let axis = name.strip_prefix('i').and_then(|n| n.parse::<usize>().ok());
            let column = match (name, axis.filter(|axis| *axis < axes)) {
                ("hex", _) => &mut hex,
                ("value", _) => &mut value,
                ("place", _) => &mut ignored[0],
                ("address", _) => &mut ignored[1],
                ("bits", _) => &mut ignored[2],
                (_, Some(axis)) => &mut indices[axis],
                _ => return Err(wrong(format!("there is a column `{}`", piece(name)))),
            };
            if column.replace(n).is_some() {
                return Err(wrong(format!("there are two columns `{name}`")));
            }
        }
        let missing = indices.iter().position(Option::is_none);
        if let Some(axis) = missing {
            return Err(wrong(format!("there is no column `i{axis}`")));
        }
        if hex.or(value).is_none() {
            return Err(wrong("there is neither `hex` nor `value`".into()));
        }
        Ok(Self { indices: indices.into_iter().flatten().collect(), hex, value })
    }

    fn index(&self, record: &StringRecord, layout: &dyn Layout) -> Result<Vec<u64>, String> {
        let axes = self.indices.iter().zip(layout.shape()).enumerate();
        axes.map(|(axis, (&column, size))| {
            let text = record.get(column).unwrap_or_default();
            text.parse()
                .ok()
                .filter(|n| *n < size)
                .ok_or_else(|| format!("i{axis} is `{}`; right: 0 to {}", piece(text), size - 1))
        })
        .collect()
    }
}

/// What is wrong with the text, and where; the record began in line `next`.
fn told_by(error: &Error, next: u64, record: &Piece) -> String {
    if record.is_too_long() {
        return format!(":{next}: a line of more than {MOST} bytes");
    }
    let line = |at: &Option<::csv::Position>| at.as_ref().map_or(1, ::csv::Position::line);
    match error.kind() {
        ErrorKind::UnequalLengths { pos, expected_len, len } => {
            format!(":{}: it has {len} fields; right: {expected_len}", line(pos))
        }
        ErrorKind::Utf8 { pos, err } => {
            format!(":{}: field {} is no UTF-8 text", line(pos), err.field() + 1)
        }
        ErrorKind::Io(e) => format!(": cannot read: {e}"),
        _ => format!(": {error}"),
    }
}
