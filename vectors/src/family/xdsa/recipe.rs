//! The smallest operand table of each instruction that computes: fields with values, units, options and operands.
//!
//! A recipe is `field=value` many times. A value is a number, or: `U`, the unit in the id; `D`, the unit that `des` chooses; `W`, fp32
//! beside a floating-point U and sint32 beside an integer one; `n`, `sat`, `rnd`, `dir`, `tsgn`, that option; and where the field itself is an operand
//! `@U`, `@W`, `@fp32`, `@sint8`, or `@U16` and `@D16`, 16 bits that are fp16 beside a floating-point unit and sint16 beside another.
//! Pointers that are not named get addresses of their own; 0 is written where none is wanted.

use semantics::xdsa::isa::{Group, Operation, Unit};

/// The most elements that `n` chooses: sides of windows have four bits.
pub(super) const MOST: u16 = 15;

/// Products over n channels, and what is done with their sum.
const REQUANTISED: &str = "fm_unit=U w_unit=U result_unit=D bias_unit=W mul_unit=W scale_unit=W \
    bias=@W mul=@W shift=@sint8 scale_o=@W pad=0 h_stride=1 v_stride=1 fm_h=1 k_h=1 k_num=1 ";

/// The recipe; none where nothing is computed, where operands are indexes or random numbers, and where there are more operands than
/// a case has room for.
pub(super) fn of(operation: Operation, unit: Unit) -> Option<String> {
    let row = operation.row();
    let text = match row.group {
        Group::Arithmetic | Group::Roundup => arithmetic(operation, unit),
        Group::Logic if unit == Unit::Uint8 => "len=1",
        Group::Shift if operation == Operation::Asr => "src0=U src1=U des=D len=1 sat=sat rnd=rnd",
        Group::Shift | Group::Narrow | Group::Division | Group::Multiplication | Group::Compare => {
            "src0=U src1=U des=D len=1 sat=sat"
        }
        Group::Reduction => "src_unit=U fc=1 fh=1 fw=n axis=7",
        Group::Indexing => match operation {
            Operation::Where => "src0=U src1=U src2=U des=D len=1 sat=sat",
            Operation::Signbit => "src_unit=U len=1",
            _ => return None,
        },
        Group::Conversion => "src=U des=D len=1",
        Group::Trigonometric | Group::Hyperbolic | Group::Exponential => {
            "src=U des=D len=1 sat=sat"
        }
        Group::Index => match operation {
            Operation::Topk => "src_unit=U len=n k=1",
            Operation::ArgSort => "src_unit=U len=n",
            _ => "src=U len=n",
        },
        Group::Signal => "src=U des=D len=n",
        Group::Query => "src=U des=D len=n",
        Group::Activation => activation(operation),
        Group::Quantised => {
            "src0=U src1=U des=D m_unit=W len=1 mul=@W shift=@sint8 ozero_imm=@sint8 izero_imm=@sint8"
        }
        Group::Convolution => return convolution(operation),
        Group::Pooling => return pooling(operation),
        Group::Matrix => matrix(operation)?,
        Group::Norm => norm(operation),
        Group::Recurrent
            if matches!(
                operation,
                Operation::RnnCell | Operation::GruCell | Operation::LstmCell
            ) =>
        {
            "unit=U w0=1 w1=1 w2=1 w3=1"
        }
        Group::Dropout if operation == Operation::LabelSmooth => "unit=U w0=1 w1=n w2=@fp32",
        Group::Loss => match operation {
            Operation::NllLoss | Operation::SparseCrossEntropyLoss => return None,
            // Of each row.
            Operation::CrossEntropy => "unit=U unit2=U flag16=2 w0=1 w1=n w2=@fp32",
            _ => "unit=U unit2=U w0=1 w1=n w2=@fp32",
        },
        // 1/2, 1/2, 3/4, 2^-20, 1/4 as fp32.
        Group::Optimizer => {
            "unit=U w0=1 w1=0x3f000000 w2=0x3f000000 w3=0x3f400000 w4=0x35800000 w5=0x3e800000 w6=1"
        }
        _ => return None,
    };
    Some(text.to_owned())
}

fn arithmetic(operation: Operation, unit: Unit) -> &'static str {
    match operation {
        Operation::Thres if unit.is_float() => "src=U des=D len=1 sat=sat dir=dir imm16=@U16",
        Operation::Thres => "src=U des=D len=1 sat=sat dir=dir tsgn=tsgn imm16=@U16",
        Operation::Asum => "src=U des=D len=n sat=sat",
        Operation::CosSim => "src0=U src1=U des=D len=n sat=sat",
        Operation::Median => "src0=U src1=U src2=U des=D len=1 sat=sat",
        Operation::Clip => "src=U des=D len=1 sat=sat clip_min=@D16 clip_max=@D16",
        Operation::Abs
        | Operation::Sign
        | Operation::Sqrt
        | Operation::Rsqrt
        | Operation::Reciprocal
        | Operation::Round
        | Operation::Ceil
        | Operation::Floor => "src=U des=D len=1 sat=sat",
        _ => "src0=U src1=U des=D len=1 sat=sat",
    }
}

fn activation(operation: Operation) -> &'static str {
    match operation {
        Operation::Prelu => "src_unit=U s_unit=sint8 m_unit=U len=1",
        Operation::Elu => "src_unit=U len=1 a_unit=fp32 alpha=@fp32",
        Operation::HardSigmoid => "src_unit=U len=1 a_unit=fp32 b_unit=fp32 a=@fp32 b=@fp32",
        Operation::Selu => "src_unit=U len=1 a_unit=fp32 g_unit=fp32 a=@fp32 gamma=@fp32",
        Operation::Softmax | Operation::Logsoftmax => "src_unit=U axis=3 i_w=n i_h=1 fc=1",
        _ => "src_unit=U len=1",
    }
}

fn convolution(operation: Operation) -> Option<String> {
    let window = match operation {
        Operation::Conv2d | Operation::Conv1d => "fm_c=n fm_w=1 k_w=1",
        Operation::DepConv => "fm_c=1 fm_w=n k_w=n",
        Operation::DilateConv => "fm_c=n fm_w=1 k_w=1 rate=1",
        Operation::TransposeConv => "fm_c=n fm_w=1 k_w=1 enlarge_h=1 enlarge_v=1",
        Operation::Conv3d => "fm_c=n fm_w=1 k_w=1 fm_d=1 k_d=1 d_stride=1",
        Operation::TransConv3d => {
            "fm_c=n fm_w=1 k_w=1 enlarge_h=1 enlarge_v=1 fm_d=1 k_d=1 d_stride=1"
        }
        _ => return None,
    };
    Some(format!("{REQUANTISED}{window}"))
}

fn pooling(operation: Operation) -> Option<String> {
    let more = match operation {
        Operation::MaxPool | Operation::MinPool | Operation::AvrgPool | Operation::MedianPool => "",
        Operation::Pool1d => " kind=2",
        Operation::Pool3d => " kind=2 fm_d=1 k_d=1 d_stride=1",
        Operation::RoiPool => " o_h=1 o_w=1",
        Operation::AdaptivvPool1d | Operation::AdaptivvPool2d => " o_h=1 o_w=1 kind=2",
        Operation::AdaptivvPool3d => " o_h=1 o_w=1 kind=2 fm_d=1 od=1",
        _ => return None,
    };
    let window = "fm_unit=U pad=0 fm_c=1 fm_h=1 fm_w=n k_h=1 k_w=n h_stride=1 v_stride=1";
    Some(format!("{window}{more}"))
}

/// Matrices of two by two.
fn matrix(operation: Operation) -> Option<&'static str> {
    Some(match operation {
        Operation::MatrixMul => {
            "fm_unit=U w_unit=U result_unit=D pad=0 h_stride=1 v_stride=1 fm_c=n fm_h=1 fm_w=1 k_h=1 k_w=1 k_num=1"
        }
        Operation::Solve => "unit=U w0=2 w1=1 p3=0",
        Operation::Lstsq => "src_unit=U m=2 n=2 k=1",
        _ => "src_unit=U i_w=2 i_h=2",
    })
}

fn norm(operation: Operation) -> &'static str {
    match operation {
        Operation::BatchNorm => "fm_unit=U batch_num=1 fc=1 i_h=1 i_w=1",
        Operation::GroupNorm => "fm_unit=U group_num=1 fc=n i_h=1 i_w=1",
        Operation::InstanceNorm => "fm_unit=U fc=1 i_h=1 i_w=n",
        Operation::LayerNorm => "fm_unit=U fc=1 i_h=1 i_w=n",
        // A window of three; alpha 1/4, beta 3/4, k 1.
        Operation::LrnNorm => {
            "unit=U w0=n w1=1 w2=1 w3=3 w4=0x3e800000 w5=0x3f400000 w6=0x3f800000"
        }
        // The Euclidean norm along the channels.
        _ => "unit=U w0=n w1=1 w2=1 w3=1 w4=2",
    }
}
