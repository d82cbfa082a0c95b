//! POD: forms, text, words, rules, execution.

mod exec;
mod forms;
mod listing;
mod script;
mod timing;
mod words;
