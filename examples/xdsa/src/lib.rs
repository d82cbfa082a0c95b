//! A small quantised network on xDSA: two convolutions, two poolings, a fully connected layer, softmax.
//!
//! `network.xdsa` is the program, `data/make.py` makes weights and images. [`plain`] computes the same network with loops over
//! integers, [`engine`] is a domain of its own that brings images and fetches shares while the network runs.

pub mod engine;
pub mod network;
pub mod npy;
pub mod plain;

/// What is found, or what went wrong.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
