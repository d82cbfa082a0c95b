//! What can be said: words, operations, operand tables. The rows are `operation` and `layouts`; everything hangs on them.

mod layout;
mod layouts;
mod operation;
mod table;
mod unit;
mod word;

pub use layout::{Field, Layout, Part, Position};
pub use operation::{ALIASES, Group, Operation, Row, Section, Standing, TABLE};
pub use table::{Table, TableError};
pub use unit::{Unit, Width};
pub use word::{Domain, Instruction, Sync, Word};
pub(crate) use word::{END, UNITY};
