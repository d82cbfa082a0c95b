//! POD: forms, text, words, rules, execution.

mod forms;
