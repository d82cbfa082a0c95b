//! Groups of tensors, with expectations worked out by hand or by a plain formula.

mod activation;
mod convolution;
mod elementwise;
mod index;
mod indexing;
mod matrix;
mod moves;
mod naive;
mod pooling;
mod reduction;
mod ties;
mod vision;
