//! xDSA as one of the machines.

use super::program::{Held, Program};
use super::{CORES, Kind, Xdsa, check, code, isa::Word, parameters, text};
use crate::cores::Cores;
use crate::machine::Facts;
use crate::source::{Diagnostic, Errors, Refusal};

/// xDSA.
#[derive(Clone, Copy, Debug)]
pub struct XdsaMachine;

impl Cores for XdsaMachine {
    type State = Xdsa;

    const FACTS: Facts = Facts {
        name: "xdsa",
        title: "xDSA",
        extensions: &["xdsa"],
        reserved: Some(".raw FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
        cores: CORES,
        ..Facts::NONE
    };

    const LINTS: &'static [(&'static str, &'static str)] = &check::LINTS;

    fn errors() -> Vec<&'static str> {
        ["syntax"].into_iter().chain(Kind::ALL.into_iter().map(Kind::name)).collect()
    }

    /// An instruction that does not exist is told as its word is (XDSA-D119).
    fn unread(code: &'static str) -> &'static str {
        if code == text::RESERVED { Kind::ReservedCode.name() } else { code }
    }

    fn read(source: &str) -> Result<Program, Errors> {
        Program::read(source)
    }

    fn format(source: &str) -> Result<String, Errors> {
        text::format(source)
    }

    fn findings(
        program: &Program,
        lints: &[&str],
        source: &str,
    ) -> Result<Vec<Diagnostic>, Refusal> {
        check::findings(program, lints, source)
    }

    /// The parameters of XDSA-D81 and the switches of the profile.
    fn at_reset(parameters: &[(&str, &str)]) -> Result<Xdsa, Refusal> {
        parameters::settings(parameters).map(Xdsa::new)
    }

    /// Groups of 544 bytes.
    fn image(words: &[Word]) -> Vec<u8> {
        code::image(words)
    }

    fn lines(image: &[u8]) -> Result<Vec<String>, Refusal> {
        let words = code::words(image).map_err(|e| Refusal::new(e.to_string()))?;
        Ok(words.iter().map(text::word).collect())
    }

    fn beside(held: &Held) -> Option<String> {
        let bytes: usize = held.data.iter().map(|datum| datum.bytes.len()).sum();
        (bytes > 0)
            .then(|| format!("operand tables and data are memory, not program: {bytes} bytes"))
    }
}
