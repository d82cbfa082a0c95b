//! xDSA against libraries that round otherwise, and against bytes that others have written.

mod near;
mod single;
mod words;
