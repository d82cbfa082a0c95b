//! Tile: its conformance rows as case files, and what no case file can ask.

mod decode;
mod properties;
