//! Groups of tensors, with expectations worked out by hand or by a plain formula.

mod convolution;
mod elementwise;
mod examples;
mod naive;
mod pooling;
mod ties;
