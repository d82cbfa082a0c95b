//! Tests of the command, one program for all of them but the `.test` files.

mod browser;
mod json;
mod pages;
mod shell;
mod steps;
mod tutorial;
