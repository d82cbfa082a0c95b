//! POD: forms, text, words, rules, execution.

mod exec;
mod forms;
mod words;
