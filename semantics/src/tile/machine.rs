//! Tile as one of the machines.

use super::error::Kind;
use super::program::{Held, Program};
use super::run::{Tile, WARPS};
use super::{check, parameters, text};
use crate::cores::Cores;
use crate::machine::Facts;
use crate::source::{Diagnostic, Errors, Refusal};

/// RISC-V Tile.
#[derive(Clone, Copy, Debug)]
pub struct TileMachine;

impl Cores for TileMachine {
    type State = Tile;

    const FACTS: Facts = Facts {
        name: "tile",
        title: "RISC-V Tile",
        extensions: &["tile"],
        reserved: Some(".quad 0xffffffffffffffff"),
        cores: WARPS as u32,
        ..Facts::NONE
    };

    const LINTS: &'static [(&'static str, &'static str)] = &check::LINTS;

    fn errors() -> Vec<&'static str> {
        Kind::ALL.into_iter().map(Kind::name).collect()
    }

    /// What is reserved and what is no instruction at all is the same, as it is of words (TILE-D81).
    fn unread(_: &'static str) -> &'static str {
        Kind::Illegal.name()
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
        Ok(check::findings(program, !lints.is_empty(), source))
    }

    /// The parameters of TILE-D82, the sizes of the memories, and when transfers move.
    fn at_reset(parameters: &[(&str, &str)]) -> Result<Tile, Refusal> {
        parameters::settings(parameters).map(Tile::new)
    }

    /// Words of 64 bits, little-endian.
    fn image(words: &[u64]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn lines(image: &[u8]) -> Result<Vec<String>, Refusal> {
        let (words, rest) = image.as_chunks();
        if !rest.is_empty() {
            let message = format!("the image has {} bytes", image.len());
            return Err(Refusal::new(message).help("words of 8 bytes"));
        }
        Ok(words.iter().map(|word| text::word(u64::from_le_bytes(*word))).collect())
    }

    fn beside(Held(state): &Held) -> Option<String> {
        let n = state.len();
        (n > 0).then(|| format!("`.init` is state, not program: {n} of them"))
    }
}
