//! How much work an instruction is: what a program without an end is measured by (XDSA-D120).

use crate::xdsa::isa::Group;

/// What an element costs that is only moved.
pub(in crate::xdsa) const MOVED: u64 = 8;

/// What an element of a group costs, and what each product or tap within its work does; 1 is about 2 ns.
const fn costs(group: Group) -> (u64, u64) {
    match group {
        Group::Exponential
        | Group::Hyperbolic
        | Group::Trigonometric
        | Group::Activation
        | Group::Loss
        | Group::Optimizer
        | Group::Accuracy => (128, 4),
        Group::Norm | Group::Recurrent => (512, 32),
        Group::Resize | Group::Vision => (256, 1),
        Group::Signal => (32, 128),
        Group::Arithmetic => (96, 1),
        Group::Division | Group::Roundup | Group::Query => (32, 1),
        Group::Dropout | Group::Matrix => (32, 2),
        Group::Reduction | Group::Index | Group::Pooling | Group::Convolution => (16, 2),
        _ => (MOVED, 1),
    }
}

/// The work of an instruction that reads and writes so many elements and takes so many products or taps.
pub(in crate::xdsa) fn effort(group: Group, elements: u64, inner: u64) -> u64 {
    let (element, product) = costs(group);
    elements.saturating_mul(element).saturating_add(inner.saturating_mul(product))
}
