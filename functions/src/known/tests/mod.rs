//! Special values as IEEE 754-2019, 9.2.1 and the table of this project state them; exact cases; and
//! every value that is known against the processor's.

mod any;
mod approximate;
mod block;
mod special;
