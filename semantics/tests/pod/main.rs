//! POD: forms, text, words, rules, execution.

mod cases;
mod exec;
mod forms;
mod listing;
mod script;
mod timing;
mod words;
