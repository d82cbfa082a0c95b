//! P3109's formats: against gfloat's tables, and against the reference.

mod gfloat;
