//! What an instruction reads and writes on the smallest tensors, by the shapes of its formula.

use super::Case;
use semantics::xdsa::isa::{Group, Operation, Unit};

/// Elements at the pointer of a field.
pub(super) struct Tensor {
    pub(super) field: &'static str,
    pub(super) unit: Unit,
    pub(super) count: u64,
}

/// The tensors that it reads.
pub(super) fn sources(case: &Case<'_>) -> Vec<Tensor> {
    let n = case.count().unwrap_or(0);
    let tensor = |(field, count): &(&'static str, u64)| {
        let shift = *field == "shift";
        Tensor { field, unit: if shift { Unit::Sint8 } else { case.unit }, count: *count }
    };
    let list: &[(&'static str, u64)] = match (case.operation.row().group, case.operation) {
        (_, Operation::Inv | Operation::Sxt | Operation::Uxt) => &[("s0", 1)],
        (_, Operation::CosSim) => &[("s0", n), ("s1", n)],
        (_, Operation::Median | Operation::Where) => &[("s0", 1), ("s1", 1), ("s2", 1)],
        (_, Operation::Asum) => &[("s", n)],
        (_, Operation::Fft | Operation::Ifft) => &[("s", 2 * n)],
        (_, Operation::Prelu) => &[("s", 1), ("mul", 1), ("shift", 1)],
        (_, Operation::Softmax | Operation::Logsoftmax) => &[("fm", n)],
        (_, Operation::Solve) => &[("p0", 4), ("p1", 2)],
        (_, Operation::Lstsq) => &[("s", 6)],
        (_, Operation::MatrixMul) => &[("fm", n), ("kernel", n)],
        (_, Operation::BatchNorm) => {
            &[("fm", 1), ("weight", 1), ("bias", 1), ("mean", 1), ("variance", 1)]
        }
        (_, Operation::GroupNorm) => &[("fm", n), ("weight", n), ("bias", n)],
        (_, Operation::LayerNorm | Operation::InstanceNorm) => {
            &[("fm", n), ("weight", 1), ("bias", 1)]
        }
        (_, Operation::RnnCell) => &[("p0", 1), ("p1", 1), ("p2", 1), ("p3", 2), ("p4", 1)],
        (_, Operation::GruCell) => &[("p0", 1), ("p1", 3), ("p2", 3), ("p3", 6), ("p4", 1)],
        (_, Operation::LstmCell) => {
            &[("p0", 1), ("p1", 4), ("p2", 4), ("p3", 8), ("p4", 1), ("p5", 1)]
        }
        (_, Operation::Sgd) => &[("p0", 1), ("p1", 1)],
        (_, Operation::Momentum | Operation::AdaGrad | Operation::RmsProp) => {
            &[("p0", 1), ("p1", 1), ("p2", 1)]
        }
        (Group::Optimizer, _) => &[("p0", 1), ("p1", 1), ("p2", 1), ("p3", 1)],
        (Group::Matrix, _) => &[("s", 4)],
        (Group::Convolution, _) => &[("fm", n), ("kernel", n)],
        (Group::Pooling, _) => &[("fm", n)],
        (Group::Loss, _) => &[("p0", n), ("p1", n)],
        (Group::Norm | Group::Dropout, _) => &[("p0", n)],
        (Group::Reduction | Group::Index | Group::Query, _) => &[("s", n)],
        _ if case.operation.layout().field("s0").is_some() => &[("s0", 1), ("s1", 1)],
        _ => &[("s", 1)],
    };
    list.iter().map(tensor).collect()
}

/// The fields of its table that are operands.
pub(super) fn constants(operation: Operation) -> &'static [&'static str] {
    match (operation.row().group, operation) {
        (_, Operation::Thres) => &["imm16"],
        (_, Operation::Clip) => &["clip_min", "clip_max"],
        (_, Operation::Elu) => &["alpha"],
        (_, Operation::HardSigmoid) => &["a", "b"],
        (_, Operation::Selu) => &["a", "gamma"],
        (_, Operation::LabelSmooth) | (Group::Loss, _) => &["w2"],
        (Group::Quantised, _) => &["mul", "shift", "ozero_imm", "izero_imm"],
        (Group::Convolution, _) => &["bias", "mul", "shift", "scale_o"],
        _ => &[],
    }
}

/// The tensors that it writes. Indexes are sint32 with 32 bits of address.
pub(super) fn results(case: &Case<'_>) -> Vec<Tensor> {
    let n = case.count().unwrap_or(0);
    let (unit, des, index) = (case.unit, case.des, Unit::Sint32);
    let list: &[(&'static str, Unit, u64)] = match (case.operation.row().group, case.operation) {
        (Group::Logic, _) => &[("d", Unit::Uint8, 1)],
        (_, Operation::ArgMax | Operation::ArgMin) => &[("d", index, 1)],
        (_, Operation::NonZero) => &[("d", index, n)],
        (_, Operation::ArgSort) => &[("d0", unit, n), ("d1", index, n)],
        (_, Operation::Topk) => &[("d0", unit, 1), ("d1", index, 1)],
        (_, Operation::Lu) => &[("d0", unit, 4), ("d1", index, 2)],
        (_, Operation::Qr) => &[("d0", unit, 4), ("d1", unit, 4)],
        (_, Operation::Cholesky | Operation::Inverse) => &[("d", unit, 4)],
        (_, Operation::Norm) => &[("d", unit, 1)],
        (_, Operation::Lstsq) => &[("d", unit, 2)],
        (_, Operation::Solve) => &[("p2", unit, 2)],
        (_, Operation::Fft | Operation::Ifft) => &[("d", des, 2 * n)],
        (_, Operation::Softmax | Operation::Logsoftmax) => &[("d", unit, n)],
        (_, Operation::LstmCell) => &[("p6", unit, 1), ("p7", unit, 1), ("p8", unit, 1)],
        (Group::Recurrent, _) => &[("p6", unit, 1), ("p7", unit, 1)],
        (_, Operation::BatchNorm) => &[("d", unit, 1)],
        (_, Operation::LrnNorm | Operation::LpNorm | Operation::L2Norm) => &[("p1", unit, n)],
        (Group::Norm, _) => &[("d", unit, n)],
        (_, Operation::LabelSmooth) => &[("p1", unit, n)],
        (Group::Loss, _) => &[("p2", unit, 1)],
        (_, Operation::Sgd) => &[("p0", unit, 1)],
        (_, Operation::Momentum | Operation::AdaGrad | Operation::RmsProp) => {
            &[("p0", unit, 1), ("p2", unit, 1)]
        }
        (Group::Optimizer, _) => &[("p0", unit, 1), ("p2", unit, 1), ("p3", unit, 1)],
        (Group::Activation | Group::Pooling | Group::Reduction, _) | (_, Operation::Signbit) => {
            &[("d", unit, 1)]
        }
        _ => &[("d", des, 1)],
    };
    list.iter().map(|&(field, unit, count)| Tensor { field, unit, count }).collect()
}
