//! Records -> the lines of the CSV file that they stand for.

use super::Companion;
use super::head::{head, invalid, wrong};
use crate::file::format::header_of;
use crate::file::record::{Field, Fields, bytes, results};
use crate::file::{Error, Format, Writer};
use crate::registry::{FlagKind, Operations, Plan, Ran, Shape, joined};
use std::io::{self, Read};

/// Records that are read at a time have about so many bytes.
const CHUNK: usize = 1 << 16;

/// Reads as the CSV file that an array of records stands for.
pub struct Lines<R> {
    input: R,
    plan: Plan,
    fields: Fields,
    /// Fields of operands and results, each with its shape.
    operands: Vec<(Field, Shape)>,
    results: Vec<(Field, Shape)>,
    flags: Option<Field>,
    /// The field, and the id of each bit.
    open: Option<(Field, Vec<String>)>,
    /// Whether lines have class and seal.
    sealed: bool,
    writer: Writer,
    /// The line of the last mark.
    end: Option<String>,
    done: u64,
    cases: u64,
    records: Vec<u8>,
    text: Vec<u8>,
    /// So much of it was given.
    given: usize,
    /// Codes of a case.
    x: Vec<u64>,
    out: Vec<u64>,
}

impl<R: Read> Lines<R> {
    /// Reads the head. `plan` is what records are cases of where there is no companion.
    ///
    /// # Errors
    /// What is wrong with companion or head.
    pub fn new(
        mut input: R,
        companion: Option<Companion>,
        among: &'static Operations,
        plan: Option<Plan>,
    ) -> Result<Self, Error> {
        let plan = match &companion {
            Some(own) => named(own, among)?,
            None => plan.ok_or_else(|| {
                wrong("no file beside it names its operation, right is `x.npy.json`, or to name it")
            })?,
        };
        let (fields, cases) = head(&mut input)?;
        let operands = (0..plan.operands.len()).map(|i| format!("in{i}"));
        let operands = pairs(&fields, operands.collect(), &plan.operands)?;
        let outs = pairs(&fields, results(&plan), &plan.results)?;
        let flags = optional(&fields, "flags", 1)?;
        if flags.is_some() && plan.op.flags == FlagKind::None {
            return Err(wrong(format!("it has a field `flags`, and {} has none", plan.op.id)));
        }
        let ids = companion.as_ref().map(|own| own.unspecified.clone());
        let open = optional(&fields, "unspecified", 4)?;
        let open = open.map(|own| {
            (
                own,
                ids.unwrap_or_else(|| plan.op.decisions.iter().map(ToString::to_string).collect()),
            )
        });
        let known = operands.len()
            + outs.len()
            + usize::from(flags.is_some())
            + usize::from(open.is_some());
        if known != fields.all.len() {
            let own = Fields::of(&plan);
            let other = fields.all.iter().find(|field| own.named(&field.name).is_none());
            let name =
                other.map_or_else(String::new, |field| field.name.escape_debug().to_string());
            return Err(wrong(format!("it has a field `{name}`, right are {}", names(&own))));
        }
        let mark = |text: &Option<String>| text.as_ref().map(|text| format!("# {}\n", line(text)));
        let begin = companion.as_ref().and_then(|own| mark(&own.file));
        let text = header_of(plan.operands.len()) + "\n" + begin.as_deref().unwrap_or_default();
        Ok(Self {
            writer: Writer::new(Format::Csv, plan.operands.len()),
            sealed: begin.is_some(),
            end: companion.as_ref().and_then(|own| mark(&own.end)),
            x: vec![0; plan.elements()],
            out: vec![0; plan.outs()],
            text: text.into_bytes(),
            records: Vec::new(),
            done: 0,
            given: 0,
            input,
            plan,
            fields,
            operands,
            results: outs,
            flags,
            open,
            cases,
        })
    }
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.text.len() && !buffer.is_empty() {
            self.fill()?;
        }
        let own = &self.text[self.given..];
        let count = own.len().min(buffer.len());
        buffer[..count].copy_from_slice(&own[..count]);
        self.given += count;
        Ok(count)
    }
}

impl<R: Read> Lines<R> {
    /// The lines of the next records; behind the last those of the end.
    fn fill(&mut self) -> io::Result<()> {
        self.text.clear();
        self.given = 0;
        let size = self.fields.record;
        let count = (self.cases - self.done).min((CHUNK / size).max(1) as u64) as usize;
        let mut records = std::mem::take(&mut self.records);
        records.clear();
        let most = if count == 0 { 1 } else { count * size };
        self.input.by_ref().take(most as u64).read_to_end(&mut records)?;
        if count == 0 {
            if !records.is_empty() {
                let cases = self.cases;
                return Err(invalid(format!("it goes on behind the {cases} cases of its head")));
            }
            self.text.extend(self.end.take().into_iter().flat_map(String::into_bytes));
            return Ok(());
        }
        if records.len() < most {
            let found = self.done + (records.len() / size) as u64;
            let cases = self.cases;
            return Err(invalid(format!(
                "it ends behind {found} of the {cases} cases of its head"
            )));
        }
        for record in records.chunks_exact(size) {
            self.done += 1;
            self.line(record).map_err(|why| invalid(format!("case {}: {why}", self.done)))?;
        }
        self.records = records;
        Ok(())
    }

    /// The line of a record.
    fn line(&mut self, record: &[u8]) -> Result<(), String> {
        codes(&self.operands, record, &mut self.x)?;
        codes(&self.results, record, &mut self.out)?;
        let most = self.plan.op.flags.most();
        let flag = self.flags.as_ref().map(|field| field.code(record, 0) as u8);
        if let Some(flag) = flag.filter(|flag| *flag > most) {
            return Err(format!("flags are {flag:#x}, right is at most {most:#x}"));
        }
        let ids = match &self.open {
            Some((field, ids)) => self.ids(field.code(record, 0), ids)?,
            None => Vec::new(),
        };
        let ids: Vec<&str> = ids.iter().map(|id| &**id).collect();
        let said = Ran { out: &self.out, flag, undecided: None };
        self.writer.said(&self.plan, &self.x, said, (&ids, self.sealed), &mut self.text);
        Ok(())
    }

    /// The ids of a mask, in the order in which lines have them.
    fn ids(&self, mask: u64, ids: &[String]) -> Result<Vec<String>, String> {
        if mask == 0 {
            return Ok(Vec::new());
        }
        if let Some(bit) = (0..32).find(|bit| mask >> bit & 1 == 1 && *bit >= ids.len()) {
            return Err(format!(
                "unspecified has bit {bit}, and the file beside names {} ids",
                ids.len()
            ));
        }
        let own = ids.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
        let own: Vec<String> = own.map(|(_, id)| id.clone()).collect();
        let right = self.plan.open_decisions(&self.x, self.plan.run(&self.x).out());
        let same =
            right.len() == own.len() && right.iter().all(|id| own.iter().any(|own| own == id));
        Ok(if same { right.into_iter().map(str::to_owned).collect() } else { own })
    }
}

/// The codes of operands or of results.
fn codes(fields: &[(Field, Shape)], record: &[u8], codes: &mut [u64]) -> Result<(), String> {
    let mut rest = codes;
    for (field, shape) in fields {
        let (own, others) = rest.split_at_mut(shape.words());
        for (element, to) in own.iter_mut().enumerate() {
            *to = field.code(record, element);
        }
        if let Some(wrong) = shape.each(own).find(|element| shape.check(0, element).is_err()) {
            let (name, code, bits) = (&field.name, joined(wrong), shape.format.width);
            return Err(format!("{name} holds {code:#x}, right are codes of {bits} bits"));
        }
        rest = others;
    }
    Ok(())
}

/// What a companion names.
fn named(own: &Companion, among: &'static Operations) -> Result<Plan, Error> {
    let beside = |why: String| wrong(format!("the file beside it: {why}"));
    let op = among.find(&own.op).map_err(|e| beside(format!("op: {e}")))?;
    let options = op.parse_options(own.opts.split_whitespace());
    if own.unspecified.len() > 32 {
        return Err(beside(format!(
            "unspecified has {} ids, right are at most 32",
            own.unspecified.len()
        )));
    }
    Ok(op.plan(&options.map_err(|e| beside(format!("opts: {e}")))?))
}

/// The fields of operands or results, which must be there.
fn pairs(
    fields: &Fields,
    names: Vec<String>,
    shapes: &[Shape],
) -> Result<Vec<(Field, Shape)>, Error> {
    let pair = |(name, shape): (String, &Shape)| {
        let field =
            fields.named(&name).ok_or_else(|| wrong(format!("it has no field `{name}`")))?;
        let size = bytes(shape.format.width);
        fits(field, size, shape.words())?;
        Ok((field.clone(), *shape))
    };
    names.into_iter().zip(shapes).map(pair).collect()
}

fn optional(fields: &Fields, name: &str, size: usize) -> Result<Option<Field>, Error> {
    let field = fields.named(name);
    field.map_or(Ok(()), |field| fits(field, size, 1))?;
    Ok(field.cloned())
}

fn fits(field: &Field, size: usize, elements: usize) -> Result<(), Error> {
    if (field.size, field.elements) == (size, elements) {
        return Ok(());
    }
    let right = Field { size, elements, little: true, ..field.clone() };
    let told = |field: &Field| match field.elements {
        1 => field.dtype(),
        n => format!("{} x {n}", field.dtype()),
    };
    Err(wrong(format!("its field `{}` is {}, right is {}", field.name, told(field), told(&right))))
}

fn names(fields: &Fields) -> String {
    fields.all.iter().map(|field| &*field.name).collect::<Vec<_>>().join(", ")
}

/// A text in one line.
fn line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
