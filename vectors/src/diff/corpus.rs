//! Questions that were answered wrong, kept as a vector file.

use crate::file::{Format, Parser, Writer};
use crate::registry::{Operations, Plan};

/// The questions of a file, in their order.
///
/// ```
/// use vectors::diff::Corpus;
/// use vectors::registry::Options;
/// let plan = vectors::operations().find("ieee.f32.add").unwrap().plan(&Options::NONE);
/// let mut corpus = Corpus::default();
/// assert!(corpus.add(&plan, &[0x3f80_0000, 0xb300_0001]));
/// assert!(!corpus.add(&plan, &[0x3f80_0000, 0xb300_0001]));
/// let again = Corpus::read(&corpus.text(), vectors::operations()).unwrap();
/// assert_eq!(again.of(&plan), [[0x3f80_0000, 0xb300_0001]]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    questions: Vec<(Plan, Vec<u64>)>,
}

impl Corpus {
    /// Reads a CSV file; what it says of results does not count.
    ///
    /// # Errors
    /// The first line that cannot be read, and what is wrong with it.
    pub fn read(text: &[u8], among: &'static Operations) -> Result<Self, String> {
        let mut parser = Parser::new(Format::Csv, among, None);
        let mut questions = Vec::new();
        for (number, line) in (1_u64..).zip(text.split(|byte| *byte == b'\n')) {
            let wrong = |fault: &dyn std::fmt::Display| format!("{number}{fault}");
            if number == 1 {
                parser.header(line).map_err(|fault| wrong(&fault))?;
            } else if !line.is_empty()
                && parser.mark(line).map_err(|fault| wrong(&fault))?.is_none()
            {
                let case = parser.line(line).map_err(|fault| wrong(&fault))?;
                questions.push((Plan::clone(case.plan), case.x.to_vec()));
            }
        }
        Ok(Self { questions })
    }

    /// The questions of an operation under a choice of options.
    #[must_use]
    pub fn of(&self, plan: &Plan) -> Vec<Vec<u64>> {
        let own = self.questions.iter().filter(|(other, _)| same(other, plan));
        own.map(|(_, x)| x.clone()).collect()
    }

    /// Keeps a question; whether it is new.
    pub fn add(&mut self, plan: &Plan, x: &[u64]) -> bool {
        let new = !self.questions.iter().any(|(other, y)| same(other, plan) && y == x);
        if new {
            self.questions.push((plan.clone(), x.to_vec()));
        }
        new
    }

    /// The file, with the model's results.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        let columns = Writer::columns_of(self.questions.iter().map(|(plan, _)| plan.op));
        let mut writer = Writer::new(Format::Csv, columns);
        let mut text = writer.header();
        self.questions.iter().for_each(|(plan, x)| writer.write(plan, x, &mut text));
        text
    }
}

fn same(a: &Plan, b: &Plan) -> bool {
    a.op.id == b.op.id && a.options == b.options
}
