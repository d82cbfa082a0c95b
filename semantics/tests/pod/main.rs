//! POD: forms, text, words, rules, execution.

mod forms;
mod words;
