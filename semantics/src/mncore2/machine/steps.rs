//! The length of programs, and what their steps keep busy.

use super::words::mode;
use crate::machine::{self, How, RunError, RunErrorKind, Steps, steps};
use crate::mncore2::steps::{CodeBytes, Model, Sharing, flat_list, survey};
use crate::mncore2::text::Program;
use crate::mncore2::{MnCore2, Mode, first_beyond};
use crate::source::Refusal;

impl Steps for MnCore2 {
    fn survey(
        &self,
        program: &dyn machine::Program,
        source: &[u8],
        model: &steps::Model<'_>,
        limit: Option<u64>,
    ) -> Result<steps::Survey, RunError> {
        let program: &Program = program.own()?;
        let how = How { mode: Some(model.mode), ..How::default() };
        let model = Model {
            mode: mode(&how)?,
            latency: model.latency,
            sharing: if model.apart { Sharing::Apart } else { Sharing::Priority },
        };
        if let Some(line) = flat_list(program).filter(|_| model.mode == Mode::AutoStride) {
            let refusal = Refusal::new("a list of addresses in auto-stride mode")
                .help("--mode flat, or an address with v");
            return Err(RunErrorKind::Refused(refusal).at(line.number));
        }
        let lines = program.lines();
        if let Some((most, at)) = limit.and_then(|most| Some((most, first_beyond(lines, most)?))) {
            return Err(RunErrorKind::Limit(most).at(lines[at].number));
        }
        let mut bytes = CodeBytes::default();
        bytes.feed(source);
        Ok(steps::Survey { bytes: bytes.count(), ..survey(program, &model) })
    }

    fn statement(&self, program: &dyn machine::Program, index: u32) -> String {
        let line = program.downcast::<Program>().and_then(|p| p.lines().get(index as usize));
        line.map_or_else(String::new, |line| line.statement().to_string())
    }
}
