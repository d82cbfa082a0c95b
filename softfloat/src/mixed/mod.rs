//! Formats of more than 64 bits and what the others have: conversions, formulas of the one rounded into the other, exponents as integers,
//! minimum and maximum.

mod convert;
mod exponent;
mod min_max;
