//! Assembly text <-> words, operand tables, data (XDSA-D78 to D82).
//!
//! | line | says |
//! | --- | --- |
//! | `base.add.a16 @t0 fetch(1,0x12,3) deposit(2,0x34) block` | an instruction: operation, width of addresses, operand table, keys, BLK |
//! | `@0x100` in place of `@t0` | a table that lies in memory as bytes |
//! | `exit`, `end` | EXIT; the end of the program |
//! | `.table t0 at 0x100 for base.add.a16 { s0=0x200, src0=sint8 }` | an operand table; fields that are not named are 0; braces may go over lines |
//! | `.domain 0x04 HEX32` | an instruction of another domain: the 16 bytes of its payload in the order of addresses |
//! | `.raw HEX32` | a Unity instruction as its payload |
//! | `.org 0x200`, `.bytes 64 9C` | where data go, data |
//! | `.core 1` | what follows is the program of that core |
//! | `.key (0,0x07,2)` | keys of an entry of a table before the run |
//! | `.set defaults=on` | a parameter of the model |
//!
//! `#` and `//` begin comments.

mod format;
mod print;
mod read;
mod table;
mod token;

pub(super) use format::format;
pub use print::{sync, word};
pub(super) use read::{RESERVED, Statement, TableRef, statement};
pub(super) use table::TableText;
pub(super) use token::{Line, lines};
