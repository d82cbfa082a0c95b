//! The fields of a table that are neither pointers nor operands: units, sizes, options.

use super::Case;
use semantics::xdsa::isa::{Group, Operation, Unit};

/// Pointers that are 0: what is optional and not asked for, and fields that are values.
pub(super) fn is_absent(operation: Operation, field: &str) -> bool {
    match field {
        "p3" => operation == Operation::Solve,
        // Fields as wide as an address that hold elements.
        "bias" | "mul" | "shift" | "scale_o" => operation.row().group == Group::Convolution,
        _ => field == "pad",
    }
}

/// The value of a field.
pub(super) fn value(case: &Case<'_>, field: &str) -> Option<u64> {
    let operation = case.operation;
    if let Some(unit) = unit(case, field) {
        return Some(unit.code());
    }
    let switch = |name: &str| u64::from(case.options.has(name));
    Some(match field {
        "sat" | "rnd" | "dir" | "tsgn" => switch(field),
        "len" if has_line(operation) => case.count()?,
        "len" | "k" => 1,
        "m" | "n" | "i_h" | "i_w" if operation.row().group == Group::Matrix => 2,
        "axis" => axis(operation),
        "kind" => 2,
        _ if field.starts_with('w') => word(case, field)?,
        _ => size(case, field)?,
    })
}

/// The unit in a field that holds one.
fn unit(case: &Case<'_>, field: &str) -> Option<Unit> {
    let of_index =
        matches!(case.operation, Operation::ArgMax | Operation::ArgMin | Operation::NonZero);
    Some(match field {
        "des" if of_index => return None,
        "des" | "result_unit" => case.des,
        "src" | "src0" | "src1" | "src2" | "src_unit" | "fm_unit" | "w_unit" | "unit" => case.unit,
        "unit2" if case.operation.row().group == Group::Loss => case.unit,
        "m_unit" if case.operation == Operation::Prelu => case.unit,
        "m_unit" | "bias_unit" | "mul_unit" | "scale_unit" => case.wide(),
        "s_unit" => Unit::Sint8,
        "a_unit" | "b_unit" | "g_unit" => Unit::Fp32,
        _ => return None,
    })
}

/// Whether the length is that of a line that is taken as a whole.
fn has_line(operation: Operation) -> bool {
    matches!(operation.row().group, Group::Index | Group::Query | Group::Signal)
        || matches!(operation, Operation::Asum | Operation::CosSim)
}

/// All dimensions, or the last.
fn axis(operation: Operation) -> u64 {
    match operation.row().group {
        Group::Reduction => 7,
        Group::Activation => 3,
        _ => 0,
    }
}

/// Words of tables of section 2.5.
fn word(case: &Case<'_>, field: &str) -> Option<u64> {
    let n = case.count()?;
    let at: usize = field[1..].parse().ok()?;
    let fp32 = |x: f32| u64::from(x.to_bits());
    let words: &[u64] = match (case.operation.row().group, case.operation) {
        (Group::Recurrent, _) => &[1, 1, 1, 1],
        (_, Operation::Solve) => &[2, 1],
        (_, Operation::LabelSmooth) | (Group::Loss, _) => &[1, n],
        (_, Operation::LrnNorm) => &[n, 1, 1, 3, fp32(0.25), fp32(0.75), fp32(1.0)],
        (Group::Norm, _) => &[n, 1, 1, 1, 2],
        // Rate, momentum, second decay, epsilon, decay of weights; the first step.
        (Group::Optimizer, _) => {
            let epsilon = fp32(1.0 / 1_048_576.0);
            &[1, fp32(0.5), fp32(0.5), fp32(0.75), epsilon, fp32(0.25), 1]
        }
        _ => &[],
    };
    Some(words.get(at).copied().unwrap_or(0))
}

/// Sizes of maps and windows: a line of n channels or columns.
fn size(case: &Case<'_>, field: &str) -> Option<u64> {
    let n = case.count()?;
    let group = case.operation.row().group;
    let columns = group == Group::Pooling
        || matches!(
            case.operation,
            Operation::DepConv | Operation::InstanceNorm | Operation::LayerNorm
        )
        || matches!(group, Group::Reduction | Group::Activation);
    Some(match field {
        // Of CROSS_ENTROPY, the loss of each row.
        "flag16" if case.operation == Operation::CrossEntropy => 2,
        "fm_c" if columns => 1,
        "fm_c" => n,
        "fm_w" | "k_w" | "fw" | "i_w" if columns => n,
        "fc" if case.operation == Operation::GroupNorm => n,
        "fm_h" | "fm_w" | "fm_d" | "k_h" | "k_w" | "k_d" | "k_num" | "h_stride" | "v_stride"
        | "d_stride" | "fc" | "fh" | "fw" | "i_h" | "i_w" | "batch_num" | "group_num" | "o_h"
        | "o_w" | "od" | "rate" | "enlarge_h" | "enlarge_v" => 1,
        _ => 0,
    })
}
