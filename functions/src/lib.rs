//! Functions, correctly rounded: the exact value of every function of IEEE 754-2019, clause 9.2, and
//! of those of machine learning, rounded once into any floating-point format.
//!
//! A function is worked out in three steps. What the operands decide alone (special values, domains,
//! poles) and what is algebraic (exact results, quotients, roots) is said by integers, never by a
//! limit of precision. What remains is no number at which any rounding changes, and is enclosed ever
//! more narrowly until no such number lies inside of the enclosure. Rounding happens in
//! [`softfloat::round`], as everywhere.
//!
//! ```
//! use functions::{Function, evaluate};
//! use softfloat::{format::Binary32, Env, StaticFormat};
//! let r = evaluate(Function::Exp, &Binary32::FORMAT, &[1f32.to_bits().into()], &Env::IEEE).unwrap();
//! assert_eq!(r.bits, 0x402d_f854);
//! ```

mod blocks;
mod checked;
mod context;
mod enclosure;
mod evaluate;
mod evaluator;
pub mod exact;
mod formula;
mod function;
mod known;
mod operand;
mod outcome;
mod product;
pub mod real;
mod ziv;

pub use blocks::exact_blocks;
pub use checked::{Refused, try_evaluate, try_exact_blocks};
pub use evaluate::{bounds, evaluate, exact};
pub use evaluator::Evaluator;
pub use function::{Function, Row, Shape, TABLE};
pub use outcome::{Bounds, Undecided};
pub use product::{Factors, ScaledProduct, scaled_product};

/// The page of the crate: its example runs with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
