//! The proof as a vector file.

use super::Identified;
use crate::file::{Format, Writer};
use crate::registry::{Operations, Outcome};

impl Identified {
    /// The proof's cases as lines of the simplest candidate that is left, with the design's results; nothing where no
    /// candidate is left, or the simplest answers open questions otherwise than is decided or has another structure, which
    /// files cannot say.
    #[must_use]
    pub fn lines(&self, among: &'static Operations, format: Format) -> Option<Vec<u8>> {
        let name = self.left.first()?;
        if !name.answers.is_empty() || name.instead.is_some() {
            return None;
        }
        let op = among.find(&name.op).ok()?;
        let plan = op.plan(&op.parse_options(name.options.split_whitespace()).ok()?);
        let mut writer = Writer::new(format, Writer::columns_of([op]));
        let mut lines = writer.header();
        for one in &self.proof {
            let flag = one.flag.or_else(|| plan.run(&one.x).flag);
            let outcome = Outcome::new(&one.out, flag);
            writer.write_ran(&plan, &one.x, outcome.ran(), &mut lines);
        }
        Some(lines)
    }
}
