//! The layouts of operand tables (sections 2.2 and 2.5 of the source, XDSA-D12 to D15, D79).

use super::Layout;
use std::sync::{Arc, LazyLock};

/// Feature map, kernel, units and modes of a convolution.
const CONV_HEAD: &str = "fm:A kernel:A d:A fm_unit:4 w_unit:4 result_unit:4 bias_unit:4 mul_unit:4 scale_unit:4 bias_mode:2 mul_mode:2 shift_mode:2 scale_mode:2 data_format:2";
/// Padding mode and value.
const PADDING: &str =
    "t_pad:4 b_pad:4 l_pad:4 r_pad:4 h_stride:4 v_stride:4 padding_mode:2 _:6 pad:M";
/// What a convolution does with its sums.
const REQUANTISE: &str = "bias:M mul:M shift:M scale_o:M";
/// Strides and sizes of a feature map and a window.
const MAP: &str = "fm_surface_stride:32 fm_line_stride:16 fm_c:12 _:4 fm_h:12 fm_w:12 k_h:4 k_w:4";
/// Distance of kernel rows, number of filters.
const KERNEL: &str = "k_line_stride:20 k_num:12";
/// The borders of a clip.
const CLIP_RANGE: &str = "clip_max:16 clip_min:16";
/// The third dimension.
const DEPTH: &str = "fm_d:12 k_d:4 front:4 back:4 d_stride:4";
/// Operands of pooling.
const POOL_HEAD: &str = "fm:A d:A fm_unit:4 data_format:2";
/// A source, a destination, OP Mode.
const UNARY: &str = "s:A d:A len:A src:4 des:4 _:4 sat:1 rnd:1 dir:1 tsgn:1 imm16:16";

macro_rules! layouts {
    ($($id:ident $name:literal [$($part:expr),*];)*) => {
        /// A layout of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Id {
            $($id,)*
        }

        static LAYOUTS: LazyLock<Vec<Arc<Layout>>> =
            LazyLock::new(|| vec![$(Arc::new(Layout::read($name, &[$($part),*]))),*]);
    };
}

/// So many pointers, OP Mode with two units and flags, so many words (section 2.5).
macro_rules! user {
    ($($pointer:literal)*; $($word:literal)*) => {
        concat!($($pointer, ":A ",)* "unit:4 unit2:4 _:8 flag16:2 flag18:2 flag20:1 _:11", $(" ", $word, ":32",)*)
    };
}

layouts! {
    Bin "L-BIN" ["s0:A s1:A d:A len:A src0:4 src1:4 des:4 sat:1 rnd:1"];
    Un "L-UN" [UNARY];
    Tri "L-TRI" ["s0:A s1:A s2:A d:A len:A src0:4 src1:4 src2:4 des:4 sat:1"];
    Log "L-LOG" ["s0:A s1:A d:A len:A"];
    Red "L-RED" ["s:A d:A fw:12 fh:12 fc:12 _:28 axis:3 src_unit:4"];
    UdBr "UD-BR" ["p0:A p1:A unit:4 _:28 w0:32 w1:32"];
    Cat "L-CAT" ["s0:A s1:A d:A fh1:12 fc1:12 fw0:12 fh0:12 fc0:12 _:4 fw1:12 axis:3 src_unit:4"];
    Gather "L-GAT" ["s:A index:A d:A fh:12 fc:12 _:8 index_len:12 fw:12 axis:3 src_unit:4"];
    GatherNd "L-GAT" ["s:A index:A d:A fh:12 fc:12 _:8 index_len:12 fw:12 src_unit:4"];
    Scat "L-SCAT" ["s:A index:A update:A len:32 index_len:12 src_unit:4"];
    Ud44 "UD-4-4" [user!("p0" "p1" "p2" "p3"; "w0" "w1" "w2" "w3")];
    Spl "L-SPL" ["s:A d0:A d1:A fh:12 fc:12 _:8 index:12 axis:3 fw:12 src_unit:4"];
    Transpose "L-TRN" ["s:A d:A p3:3 p2:3 p1:3 p0:3 fh:12 fc.0:8 fn:12 fw:12 src_unit:4 fc.8:4"];
    Stk "L-STK" ["s0:A s1:A d:A axis:3 fh:12 fc:12 _:5 fn:12 fw:12 src_unit:4"];
    Tile "L-TRN" ["s:A d:A repeat_num:9 fh:12 fc.0:11 fn:12 fw:12 src_unit:4 _:3 fc.11:1"];
    Pad "L-TRN" ["s:A d:A pw1:4 pw0:4 fh:12 fc:12 ph1:4 ph0:4 fw:12 src_unit:4"];
    Roll "L-TRN" ["s:A d:A shift_h:6 shift_c:6 fh:12 fc.0:8 shift_w:6 fw:12 src_unit:4 _:6 fc.8:4"];
    Sgn "L-SGN" ["s:A d:A len:32 src_unit:4"];
    Clip "L-CLIP" [UNARY, CLIP_RANGE];
    Mm "L-MM" ["fm:A kernel:A d:A fm_unit:4 w_unit:4 result_unit:4 data_format:2 _:18", PADDING, MAP, KERNEL];
    Lu "L-LU" ["s:A d0:A d1:A i_w:12 i_h:12 src_unit:4"];
    Cholesky "L-MAT" ["s:A d:A upper:2 i_w:12 i_h:12 src_unit:4"];
    MatrixNorm "L-MATX" ["s:A d:A axis:2 norm_type:3 i_w:12 i_h:12 src_unit:4"];
    Inverse "L-MAT" ["s:A d:A i_w:12 i_h:12 src_unit:4"];
    Lstsq "L-MATX" ["s:A d:A k:12 n:12 m:12 src_unit:4"];
    Ud42 "UD-4-2" [user!("p0" "p1" "p2" "p3"; "w0" "w1")];
    Dmv "L-DMV" ["s:A d:A data_unit:4 transfer_mode:2 _:26 src_trans_size:24 src_num_trans:8 src_line_stride.16:8 src_surface_stride:24 src_width:16 src_line_stride.0:16 des_trans_size:24 des_num_trans:8 des_line_stride.16:8 des_surface_stride:24 des_width:16 des_line_stride.0:16"];
    Rsz "L-RSZ" ["fm:A d:A src_unit:4 _:A-4 align_corners:2 data_format:2 o_h:12 o_w:12 _:4 fw:12 fh:12 _:8 fc:12"];
    Fill "L-FILL" ["d:A len:A unit:4 _:28 value:64"];
    Rand "L-RAND" ["d:A len:A unit:4 _:28 p0:64 p1:64 seed:64"];
    Ud24 "UD-2-4" [user!("p0" "p1"; "w0" "w1" "w2" "w3")];
    Rng "L-RNG" ["d:A len:A unit:4 _:28 start:64 step:64"];
    Ud21 "UD-2-1" [user!("p0" "p1"; "w0")];
    ArgSort "L-SRT" ["s:A d0:A d1:A len:A src_unit:4"];
    Topk "L-SRT" ["s:A d0:A d1:A len:A k:12 src_unit:4"];
    Act "L-ACT" ["s:A d:A len:A src_unit:4"];
    Prelu "L-PRELU" ["s:A d:A len:A src_unit:4 s_unit:4 m_unit:4 i:1 b:1 valid_length:12 data_format:2 _:4 mul:A shift:A"];
    Elu "L-ELU" ["s:A d:A len:A alpha:32 a_unit:4 src_unit:4"];
    HardSigmoid "L-ACT2" ["s:A d:A len:A a:32 b:32 b_unit:4 a_unit:4 src_unit:4"];
    Selu "L-ACT2" ["s:A d:A len:A gamma:32 a:32 g_unit:4 a_unit:4 src_unit:4"];
    Smx "L-SMX" ["fm:A d:A src_unit:4 axis:3 data_format:2 i_w:12 i_h.0:11 fc:12 _:19 i_h.11:1"];
    Ele "L-ELE" ["s0:A s1:A d:A len:A src0:4 src1:4 des:4 m_unit:4 i:1 b:1 valid_length:12 data_format:2 mul:64 shift:8 ozero_imm:8 izero_imm:8 _:8", CLIP_RANGE];
    Conv "L-CONV" [CONV_HEAD, "_:30", PADDING, REQUANTISE, MAP, KERNEL, CLIP_RANGE];
    TransposeConv "L-CONV" [CONV_HEAD, "enlarge_h:5 enlarge_v:5 _:20", PADDING, REQUANTISE, MAP, KERNEL, CLIP_RANGE];
    DilateConv "L-CONV" [CONV_HEAD, "rate:7 _:23", PADDING, REQUANTISE, MAP, KERNEL, CLIP_RANGE];
    Conv3d "L-CONV+X" [CONV_HEAD, "_:30", PADDING, REQUANTISE, MAP, KERNEL, CLIP_RANGE, DEPTH];
    TransConv3d "L-CONV+X" [CONV_HEAD, "enlarge_h:5 enlarge_v:5 _:20", PADDING, REQUANTISE, MAP, KERNEL, CLIP_RANGE, DEPTH];
    Pool "L-POOL" [POOL_HEAD, "_:26", PADDING, MAP];
    RoiPool "L-POOL" [POOL_HEAD, "o_h:12 o_w:12 _:2", PADDING, MAP];
    Pool3d "L-POOL+X" [POOL_HEAD, "kind:2 _:24", PADDING, MAP, DEPTH];
    Pool1d "L-POOL" [POOL_HEAD, "kind:2 _:24", PADDING, MAP];
    AdaptivePool "L-POOL" [POOL_HEAD, "o_h:12 o_w:12 kind:2", PADDING, MAP];
    AdaptivePool3d "L-POOL+X" [POOL_HEAD, "o_h:12 o_w:12 kind:2", PADDING, MAP, "fm_d:12 od:12"];
    Bn "L-BN" ["fm:A weight:A bias:A d:A mean:A variance:A fm_unit:4 data_format:2 i_h:12 i_w:12 _:2 batch_num:12 fc:12"];
    Norm "L-NORM" ["fm:A weight:A bias:A d:A fm_unit:4 data_format:2 i_h:12 i_w:12 _:2 fc:12"];
    GroupNorm "L-NORM" ["fm:A weight:A bias:A d:A fm_unit:4 data_format:2 i_h:12 i_w:12 _:2 group_num:12 fc:12"];
    Ud27 "UD-2-7" [user!("p0" "p1"; "w0" "w1" "w2" "w3" "w4" "w5" "w6")];
    Ud25 "UD-2-5" [user!("p0" "p1"; "w0" "w1" "w2" "w3" "w4")];
    Ud33 "UD-3-3" [user!("p0" "p1" "p2"; "w0" "w1" "w2")];
    Ud22 "UD-2-2" [user!("p0" "p1"; "w0" "w1")];
    Ud94 "UD-9-4" [user!("p0" "p1" "p2" "p3" "p4" "p5" "p6" "p7" "p8"; "w0" "w1" "w2" "w3")];
    Drop "L-DROP" ["fm:A d:A ratio_unit:4 src_unit:4 _:24 ratio:32 len:32"];
    Ud23 "UD-2-3" [user!("p0" "p1"; "w0" "w1" "w2")];
    Pix "L-PIX" ["fm:A d:A scale:5 fw:12 fh:12 _:3 data_format:2 fc:12 src_unit:4"];
    Ud36 "UD-3-6" [user!("p0" "p1" "p2"; "w0" "w1" "w2" "w3" "w4" "w5")];
    Ud32 "UD-3-2" [user!("p0" "p1" "p2"; "w0" "w1")];
    Ud57 "UD-5-7" [user!("p0" "p1" "p2" "p3" "p4"; "w0" "w1" "w2" "w3" "w4" "w5" "w6")];
    None "L-NONE" [];
}

impl Id {
    /// The layout.
    pub(super) fn get(self) -> &'static Arc<Layout> {
        &LAYOUTS[self as usize]
    }
}
