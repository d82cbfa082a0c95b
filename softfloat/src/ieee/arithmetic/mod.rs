//! Tests of the arithmetic: small formats complete against exact values, binary32 and binary64
//! against the machine, NaN by the published rules.

mod forms;
mod machine;
mod nan;
mod reference;
mod small_formats;
