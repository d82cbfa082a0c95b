//! Statements -> canonical text: decimal numbers, single blanks, `; ` between expressions.

mod control;
mod mv;
mod operand;
mod step;
