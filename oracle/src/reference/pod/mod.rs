//! The instructions of POD that compute, in numbers of any size: from the report and the decisions of
//! `docs/decisions.md` ("POD-D34"), and from nothing else. A lane is one operation on numbers; [`packed`] and [`general`]
//! work on whole registers.

pub mod float;
pub mod general;
pub mod packed;
