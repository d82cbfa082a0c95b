//! Forms that ask first whether operands are such as the function takes.

use core::fmt;

use softfloat::{Env, Format, Misfit, Rounded, check_length, ieee::Exact};

use crate::outcome::Undecided;
use crate::{Function, Shape, evaluate, exact_blocks};

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The function takes blocks, or takes none.
    Shape {
        /// The function.
        function: Function,
    },
    /// An operand is none.
    Misfit(Misfit),
    /// The result is not decided.
    Undecided(Undecided),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape { function } => {
                let row = function.row();
                let right = if row.shape.of_blocks() { "blocks" } else { "numbers" };
                write!(f, "{} is called with other operands, right are {right}", row.name)
            }
            Self::Misfit(misfit) => misfit.fmt(f),
            Self::Undecided(undecided) => undecided.fmt(f),
        }
    }
}

impl core::error::Error for Refused {}

impl From<Misfit> for Refused {
    fn from(misfit: Misfit) -> Self {
        Self::Misfit(misfit)
    }
}

impl From<Undecided> for Refused {
    fn from(undecided: Undecided) -> Self {
        Self::Undecided(undecided)
    }
}

/// [`evaluate`] of as many operands as the function has, which are codes of the format (of the integer operand of a
/// [`Shape::Power`], of 32 bits, of a [`Shape::Power64`] of 64).
///
/// ```
/// use functions::{Function, try_evaluate};
/// use softfloat::{format::Binary16, Env, StaticFormat};
/// let of = |x: &[u64]| try_evaluate(Function::Exp, &Binary16::FORMAT, x, &Env::IEEE);
/// assert_eq!(of(&[0]).map(|r| r.bits), Ok(0x3c00));
/// let why = of(&[0, 0]).unwrap_err().to_string();
/// assert_eq!(why, "the number of operands is 2, right is 1");
/// let why = of(&[0x10000]).unwrap_err().to_string();
/// assert_eq!(why, "element 0 of operand 0 is 10000, right is a code of 16 bits (ieee_binary16)");
/// ```
///
/// # Errors
/// What is wrong with the operands, or that no enclosure decides.
pub fn try_evaluate(
    function: Function,
    format: &Format,
    operands: &[u64],
    env: &Env,
) -> Result<Rounded<u64>, Refused> {
    let shape = function.row().shape;
    if shape.of_blocks() {
        return Err(Refused::Shape { function });
    }
    count(operands.len(), shape)?;
    for (i, code) in operands.iter().enumerate() {
        let integer = shape.integer().filter(|_| i == 1);
        let width = integer.unwrap_or(format.width);
        if width < 64 && code >> width != 0 {
            let format = if integer.is_some() { "" } else { format.name };
            let code = *code;
            return Err(Misfit::Code { operand: i, element: 0, code, width, format }.into());
        }
    }
    Ok(evaluate(function, format, operands, env)?)
}

/// [`exact_blocks`] of as many blocks as the function has, of one length, which is not 0, and of codes of the format.
///
/// ```
/// use functions::{try_exact_blocks, Function};
/// use softfloat::{format::Binary16, Env, StaticFormat};
/// let of = |x: &[&[u64]]| try_exact_blocks(Function::Norm, &Binary16::FORMAT, x, &Env::IEEE);
/// let norm = of(&[&[0x4200, 0x4400]]).unwrap()[0].round(&Binary16::FORMAT, &Env::IEEE);
/// assert_eq!(norm.bits, 0x4500); // sqrt(3^2 + 4^2) = 5
/// let why = of(&[]).unwrap_err().to_string();
/// assert_eq!(why, "the number of operands is 0, right is 1");
/// ```
///
/// # Errors
/// What is wrong with the operands, or that no enclosure decides.
pub fn try_exact_blocks(
    function: Function,
    format: &Format,
    operands: &[&[u64]],
    env: &Env,
) -> Result<Vec<Exact>, Refused> {
    let shape = function.row().shape;
    if !shape.of_blocks() {
        return Err(Refused::Shape { function });
    }
    count(operands.len(), shape)?;
    let length = operands.first().map_or(0, |first| first.len().max(1));
    for (i, block) in operands.iter().enumerate() {
        check_length(i, block.len(), length)?;
        format.check(i, block)?;
    }
    Ok(exact_blocks(function, format, operands, env)?)
}

/// Whether there are as many operands as the function has.
fn count(found: usize, shape: Shape) -> Result<(), Misfit> {
    let right = shape.arity();
    if found == right { Ok(()) } else { Err(Misfit::Operands { found, right }) }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use softfloat::StaticFormat;
    use softfloat::format::Binary16;

    use super::*;

    #[rstest]
    #[case("pow", &[0x3c00], "the number of operands is 1, right is 2")]
    #[case("exp", &[], "the number of operands is 0, right is 1")]
    #[case("pown", &[0x3c00, 1 << 32], "element 0 of operand 1 is 100000000, right is a code of 32 bits")]
    #[case("softmax", &[0], "softmax is called with other operands, right are blocks")]
    fn numbers(#[case] name: &str, #[case] operands: &[u64], #[case] why: &str) {
        let function = Function::by_name(name).unwrap();
        let found = try_evaluate(function, &Binary16::FORMAT, operands, &Env::IEEE);
        assert_eq!(found.map_err(|e| e.to_string()), Err(why.to_owned()));
    }

    #[rstest]
    #[case("softmax", vec![], "the number of operands is 0, right is 1")]
    #[case("softmax", vec![vec![]], "operand 0 has length 0, right is 1")]
    #[case("cosine", vec![vec![0x3c00]], "the number of operands is 1, right is 2")]
    #[case("cosine", vec![vec![0, 0x3c00], vec![0x3c00]], "operand 1 has length 1, right is 2")]
    #[case("mean", vec![vec![0, 0x13c00]], "element 1 of operand 0 is 13c00, right is a code of 16 bits (ieee_binary16)")]
    #[case("exp", vec![vec![0]], "exp is called with other operands, right are numbers")]
    fn blocks(#[case] name: &str, #[case] operands: Vec<Vec<u64>>, #[case] why: &str) {
        let function = Function::by_name(name).unwrap();
        let operands: Vec<&[u64]> = operands.iter().map(Vec::as_slice).collect();
        let found = try_exact_blocks(function, &Binary16::FORMAT, &operands, &Env::IEEE);
        assert_eq!(found.map_err(|e| e.to_string()), Err(why.to_owned()));
    }

    #[test]
    fn what_fits_is_as_without_asking() {
        let (f, env) = (Binary16::FORMAT, Env::IEEE);
        let block: &[u64] = &[0x3c00, 0, 0xbc00];
        let asked = try_exact_blocks(Function::Softmax, &f, &[block], &env);
        assert_eq!(asked.ok(), exact_blocks(Function::Softmax, &f, &[block], &env).ok());
        let asked = try_evaluate(Function::Pown, &f, &[0x4000, 0xffff_ffff], &env);
        assert_eq!(asked.map(|r| r.bits), Ok(0x3800));
    }
}
