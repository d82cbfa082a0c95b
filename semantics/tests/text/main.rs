//! The front end of MN-Core 2: what is accepted, what is refused and how, and that text and
//! statements agree.

mod accept;
mod any;
mod listing;
mod mv;
mod reject;
mod rewrite;
mod source;
mod table;
mod typed;
mod walk;
