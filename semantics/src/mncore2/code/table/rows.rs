//! The table as rows of a file.

use super::{Code, Entry, Range, Standing, Table};
use crate::machine::TableError;
use crate::mncore2::code::field::Field;
use crate::mncore2::code::word::BITS;

macro_rules! row {
    ($($column:ident)*) => {
        const COLUMNS: [&str; 12] = [$(stringify!($column)),*];

        /// A row, its cells by name.
        #[derive(Clone, Copy, Default)]
        struct Row<'a> {
            $($column: &'a str),*
        }

        impl<'a> Row<'a> {
            fn new(cells: &[&'a str]) -> Option<Self> {
                let [$($column),*] = *cells.first_chunk()?;
                Some(Self { $($column),* })
            }

            const fn cells(&self) -> [&'a str; 12] {
                [$(self.$column),*]
            }
        }
    };
}

row! { row field offset width idle context code value standing confidence seen note }

impl Row<'_> {
    fn range(&self) -> Result<Range, String> {
        let [offset, width] = [number(self.offset, "offset")?, number(self.width, "width")?];
        let (offset, width) = (offset as usize, width as usize);
        if width == 0 || width > 32 || offset.saturating_add(width) > BITS {
            return Err(format!("{width} bits at offset {offset} do not lie in the word"));
        }
        Ok(Range { offset, width })
    }

    fn standing(&self) -> Result<Standing, String> {
        let known = Standing::of_name(self.standing);
        known.ok_or_else(|| format!("`{}` is neither observed nor inferred", self.standing))
    }
}

fn number(text: &str, what: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{text}` is no {what}"))
}

/// The value, if the field has room for it.
fn fits(entry: &Entry, value: u32) -> Result<u32, String> {
    match u64::from(value) >> entry.range.width {
        0 => Ok(value),
        _ => Err(format!("{value} does not fit into {} bits", entry.range.width)),
    }
}

impl Table {
    /// Reads a table as [`Table::write`] writes it.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn read(text: &str) -> Result<Self, TableError> {
        let mut table = Self::none();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let wrong = |line, message: String| TableError { line, message };
        let head = reader.headers().map_err(|e| wrong(1, e.to_string()))?;
        if head.iter().ne(COLUMNS) {
            return Err(wrong(1, format!("the columns of a table are {}", COLUMNS.join(","))));
        }
        for record in reader.records() {
            let record = record
                .map_err(|e| wrong(e.position().map_or(0, csv::Position::line), e.to_string()))?;
            let line = record.position().map_or(0, csv::Position::line);
            let cells: Vec<&str> = record.iter().collect();
            let row = Row::new(&cells).ok_or_else(|| wrong(line, "a row is too short".into()))?;
            table.row(&row).map_err(|message| wrong(line, message))?;
            table.apart().map_err(|message| wrong(line, message))?;
        }
        match Field::ALL.iter().find(|f| table.entry(**f).standing.is_none()) {
            Some(field) => Err(wrong(1, format!("the field {} is missing", field.name()))),
            None => Ok(table),
        }
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), String> {
        match row.row {
            "unknown" | "constant" => {
                self.fixed.push((row.range()?, number(row.idle, "value")?));
                return Ok(());
            }
            "note" => {
                self.notes.push(row.note.to_owned());
                return Ok(());
            }
            _ => {}
        }
        let field = Field::of_name(row.field)
            .ok_or_else(|| format!("there is no field `{}`", row.field))?;
        let entry = self.entry_mut(field);
        if row.row != "field" && entry.standing.is_none() {
            return Err(format!("a row of {} stands before the field's own", row.field));
        }
        match row.row {
            "field" => {
                entry.range = row.range()?;
                entry.idle = fits(entry, number(row.idle, "value")?)?;
                entry.standing = Some(row.standing()?);
                entry.confidence = row.confidence.to_owned();
                entry.group = row.note.to_owned();
            }
            "code" => {
                let code = code(entry, row)?;
                let rival = entry.codes.iter().find(|c| {
                    (c.value, &c.context) == (code.value, &code.context) && c.code != code.code
                });
                // A precision or a port may have several names; an opcode is one operation.
                if let (Field::AluOpcode | Field::L1bmOpcode, Some(rival)) = (field, rival) {
                    let (value, rival) = (code.value, &rival.code);
                    return Err(format!("{value} is the code of `{rival}` already"));
                }
                entry.codes.push(code);
            }
            "number" => {
                let bit = |bit: &str| {
                    1u32.checked_shl(number(bit, "bit")?).ok_or_else(|| format!("bit {bit}"))
                };
                let mut bits = row.code.split_whitespace().map(bit);
                let bits = bits.try_fold(0, |bits, bit| bit.map(|bit| bits | bit))?;
                entry.number = Some(fits(entry, bits)?);
            }
            "immediate" => entry.immediate = Some(number(row.value, "bit")?.min(31)),
            other => return Err(format!("`{other}` is no kind of row")),
        }
        Ok(())
    }

    /// The table as a file: CSV, a line a row.
    ///
    /// ```
    /// use semantics::mncore2::code::Table;
    /// let text = Table::known().write();
    /// assert_eq!(Table::read(&text).as_ref(), Ok(Table::known()));
    /// ```
    #[must_use]
    pub fn write(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        // Writing to a vector does not fail.
        let mut put = |row: Row<'_>| drop(writer.write_record(row.cells()));
        put(Row::new(&COLUMNS).unwrap_or_default());
        for field in Field::ALL {
            entry(field.name(), self.entry(*field), &mut put);
        }
        for (range, value) in &self.fixed {
            let kind = if *value == 0 { "unknown" } else { "constant" };
            let note = format!("{value} in every word that was seen");
            let [offset, width, idle] =
                [range.offset, range.width, *value as usize].map(|n| n.to_string());
            put(Row {
                row: kind,
                offset: &offset,
                width: &width,
                idle: &idle,
                standing: "observed",
                note: &note,
                ..Row::default()
            });
        }
        for note in &self.notes {
            put(Row { row: "note", note, ..Row::default() });
        }
        let bytes = writer.into_inner().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }
}

fn code(entry: &Entry, row: &Row<'_>) -> Result<Code, String> {
    let value = fits(entry, number(row.value, "value")?)?;
    let standing = row.standing()?;
    let [context, code, seen, note] =
        [row.context, row.code, row.seen, row.note].map(str::to_owned);
    if entry.codes.iter().any(|c| c.context == context && c.code == code) {
        return Err(format!("`{code}` has a row already"));
    }
    Ok(Code { context, code, value, standing, seen, note })
}

/// The rows of a field.
fn entry(name: &str, entry: &Entry, put: &mut impl FnMut(Row<'_>)) {
    let Range { offset, width } = entry.range;
    let [offset, width, idle] = [offset, width, entry.idle as usize].map(|n| n.to_string());
    put(Row {
        row: "field",
        field: name,
        offset: &offset,
        width: &width,
        idle: &idle,
        standing: entry.standing.map_or("", Standing::name),
        confidence: &entry.confidence,
        note: &entry.group,
        ..Row::default()
    });
    if let Some(seen) = entry.number {
        let bits: Vec<String> =
            (0..32).filter(|b| seen >> b & 1 == 1).map(|b| b.to_string()).collect();
        let note = "the bits that were seen as 1; higher ones are inferred";
        let code = &bits.join(" ");
        let standing = "observed";
        put(Row { row: "number", field: name, code, standing, note, ..Row::default() });
    }
    for code in &entry.codes {
        put(Row {
            row: "code",
            field: name,
            context: &code.context,
            code: &code.code,
            value: &code.value.to_string(),
            standing: code.standing.name(),
            seen: &code.seen,
            note: &code.note,
            ..Row::default()
        });
    }
    if let Some(low) = entry.immediate {
        let note = "its lowest bit of a payload where alu_opcode is imm";
        let value = &low.to_string();
        let standing = "observed";
        put(Row { row: "immediate", field: name, value, standing, note, ..Row::default() });
    }
}
