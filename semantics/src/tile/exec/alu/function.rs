//! Special functions, correctly rounded in the format of their elements (TILE-D52 to D54, D83).

use super::super::element::{Codes, Element};
use crate::tile::isa::Special;
use functions::{Evaluator, Function, Undecided, evaluate};
use softfloat::{Env, Rounded};
use std::collections::HashMap;
use std::sync::LazyLock;

impl Special {
    /// The function; nothing of the square root, which is arithmetic.
    const fn function(self) -> Option<Function> {
        Some(match self {
            Self::Sigmoid => Function::Sigmoid,
            Self::Sine => Function::Sin,
            Self::Cosine => Function::Cos,
            Self::Exp2 => Function::Exp2,
            Self::Log2 => Function::Log2,
            Self::Exp => Function::Exp,
            Self::Reciprocal => Function::Rcp,
            Self::SquareRoot => return None,
            Self::ReciprocalRoot => Function::Rsqrt,
            Self::Tanh => Function::Tanh,
        })
    }

    /// The function of a code.
    ///
    /// # Errors
    /// Where no enclosure decides ([`Undecided`]).
    pub fn of(self, element: Element, x: u64, env: &Env) -> Result<Rounded<u64>, Undecided> {
        let format = element.format(Codes::default());
        match (self.function(), EVALUATORS.get(&(self, element))) {
            (Some(_), Some(evaluator)) => evaluator.evaluate(&[x], env),
            (Some(function), None) => evaluate(function, &format, &[x], env),
            (None, _) => Ok(format.sqrt(x, env)),
        }
    }
}

/// Evaluators remember tables of narrow formats.
static EVALUATORS: LazyLock<HashMap<(Special, Element), Evaluator>> = LazyLock::new(|| {
    let elements = [Element::F32, Element::Bf16, Element::F16];
    let every = Special::ALL.iter().flat_map(|&f| elements.map(|element| (f, element)));
    let evaluator = |(special, element): (Special, Element)| {
        let function = special.function()?;
        Some(((special, element), Evaluator::new(function, element.format(Codes::default()))))
    };
    every.filter_map(evaluator).collect()
});
