//! The 224 instructions: one row each, in the order of the source.

use super::Layout;
use super::layouts::Id;
use std::fmt;
use std::sync::Arc;

/// The section of an operation code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// AI, code 00.
    Ai,
    /// BASE, code 3F.
    Base,
}

impl Section {
    /// Its code.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Ai => 0,
            Self::Base => 0x3f,
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ai => "AI",
            Self::Base => "BASE",
        })
    }
}

/// How much the source says of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Table and operation.
    Specified,
    /// The table; decisions say the rest.
    Partly,
    /// Left to the user; the default set has it (XDSA-D69).
    Default,
    /// Left to the user; only a hook can have it.
    Hook,
}

/// A group of the source: `OP_CODE[13:5]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // They are the source's headings.
pub enum Group {
    Exit,
    Arithmetic,
    Logic,
    Shift,
    Narrow,
    Division,
    Multiplication,
    Reduction,
    Branch,
    Indexing,
    Roundup,
    Conversion,
    Matrix,
    Move,
    Resize,
    Create,
    Compare,
    Trigonometric,
    Hyperbolic,
    Exponential,
    Index,
    Signal,
    Query,
    Activation,
    Quantised,
    Convolution,
    Pooling,
    Norm,
    Encoding,
    Recurrent,
    Dropout,
    Vision,
    Loss,
    Accuracy,
    Optimizer,
}

/// A row of [`TABLE`].
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The operation.
    pub operation: Operation,
    /// Its name in texts: `base.add`.
    pub name: &'static str,
    /// `OP_CODE`, 14 bits.
    pub code: u16,
    layout: Id,
    /// Its group.
    pub group: Group,
    /// How much the source says of it.
    pub standing: Standing,
    /// The line of the source where it begins.
    pub line: u16,
}

macro_rules! operations {
    ($($operation:ident $name:literal $code:literal $layout:ident $group:ident $standing:ident $line:literal;)*) => {
        /// An instruction, by its name; `Ai` keeps the activation apart from the function of the same name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)] // The names are the source's.
        pub enum Operation {
            $($operation,)*
        }

        /// Every instruction.
        pub static TABLE: [Row; 224] = [$(Row {
            operation: Operation::$operation,
            name: $name,
            code: $code,
            layout: Id::$layout,
            group: Group::$group,
            standing: Standing::$standing,
            line: $line,
        }),*];
    };
}

operations! {
    Exit "base.exit" 0x3FFF None Exit Specified 104;
    Add "base.add" 0x0000 Bin Arithmetic Partly 118;
    Sub "base.sub" 0x0001 Bin Arithmetic Partly 140;
    Max "base.max" 0x0002 Bin Arithmetic Partly 161;
    Min "base.min" 0x0003 Bin Arithmetic Partly 182;
    Maxsi "base.maxsi" 0x0004 Bin Arithmetic Partly 203;
    Minsi "base.minsi" 0x0005 Bin Arithmetic Partly 224;
    Thres "base.thres" 0x0006 Un Arithmetic Partly 245;
    Asum "base.asum" 0x0007 Un Arithmetic Partly 268;
    Abs "base.abs" 0x0008 Un Arithmetic Partly 290;
    Median "base.median" 0x0009 Tri Arithmetic Partly 308;
    Sign "base.sign" 0x000A Un Arithmetic Partly 330;
    Pow "base.pow" 0x000B Bin Arithmetic Partly 351;
    Sqrt "base.sqrt" 0x000C Un Arithmetic Partly 371;
    Rsqrt "base.rsqrt" 0x000D Un Arithmetic Partly 386;
    CosSim "base.cos_sim" 0x000E Bin Arithmetic Partly 401;
    Reciprocal "base.reciprocal" 0x000F Un Arithmetic Partly 417;
    And "base.and" 0x0020 Log Logic Specified 437;
    Or "base.or" 0x0021 Log Logic Specified 454;
    Xor "base.xor" 0x0022 Log Logic Specified 471;
    Inv "base.inv" 0x0023 Log Logic Partly 488;
    Bclr "base.bclr" 0x0024 Log Logic Partly 505;
    Bset "base.bset" 0x0025 Log Logic Partly 521;
    Asr "base.asr" 0x0040 Bin Shift Partly 542;
    Asl "base.asl" 0x0041 Bin Shift Partly 561;
    Lsr "base.lsr" 0x0042 Bin Shift Partly 580;
    Lsl "base.lsl" 0x0043 Bin Shift Partly 598;
    Ror "base.ror" 0x0044 Bin Shift Partly 616;
    Nsr "base.nsr" 0x0060 Bin Narrow Partly 638;
    Sxt "base.sxt" 0x0061 Bin Narrow Partly 660;
    Uxt "base.uxt" 0x0062 Bin Narrow Partly 679;
    Div "base.div" 0x0080 Bin Division Partly 703;
    Mod "base.mod" 0x0081 Bin Division Partly 722;
    Mul "base.mul" 0x00A0 Bin Multiplication Partly 746;
    ReduceAll "base.reduce_all" 0x00C0 Red Reduction Partly 771;
    ReduceAny "base.reduce_any" 0x00C1 Red Reduction Partly 793;
    ReduceMean "base.reduce_mean" 0x00C2 Red Reduction Partly 810;
    ReduceMax "base.reduce_max" 0x00C3 Red Reduction Partly 825;
    ReduceMin "base.reduce_min" 0x00C4 Red Reduction Partly 840;
    ReduceProd "base.reduce_prod" 0x00C5 Red Reduction Partly 855;
    ReduceSum "base.reduce_sum" 0x00C6 Red Reduction Partly 870;
    ReduceVar "base.reduce_var" 0x00C7 Red Reduction Partly 885;
    Case "base.case" 0x00E0 UdBr Branch Default 905;
    Cond "base.cond" 0x00E1 UdBr Branch Default 916;
    SwitchCase "base.switch_case" 0x00E2 UdBr Branch Default 927;
    WhileLoop "base.while_loop" 0x00E3 UdBr Branch Default 938;
    Concat "base.concat" 0x0100 Cat Indexing Partly 954;
    Gather "base.gather" 0x0101 Gather Indexing Partly 974;
    GatherNd "base.gather_nd" 0x0102 GatherNd Indexing Partly 994;
    Scatter "base.scatter" 0x0103 Scat Indexing Partly 1014;
    ScatterNd "base.scatter_nd" 0x0104 Ud44 Indexing Default 1035;
    Split "base.split" 0x0105 Spl Indexing Partly 1047;
    Slice "base.slice" 0x0106 Spl Indexing Partly 1067;
    Transpose "base.transpose" 0x0107 Transpose Indexing Partly 1087;
    Reshape "base.reshape" 0x0108 Un Indexing Default 1106;
    Squeeze "base.squeeze" 0x0109 Un Indexing Default 1118;
    Unsqueeze "base.unsqueeze" 0x010A Bin Indexing Default 1130;
    Unstack "base.unstack" 0x010B Stk Indexing Default 1143;
    Stack "base.stack" 0x010C Stk Indexing Partly 1155;
    Tile "base.tile" 0x010D Tile Indexing Partly 1175;
    Pad "base.pad" 0x010E Pad Indexing Partly 1203;
    Roll "base.roll" 0x010F Roll Indexing Partly 1231;
    Signbit "base.signbit" 0x0110 Sgn Indexing Partly 1260;
    Where "base.where" 0x0111 Tri Indexing Default 1290;
    Flatten "base.flatten" 0x0112 Un Indexing Default 1302;
    ExpandDim "base.expand_dim" 0x0113 Un Indexing Default 1314;
    Reverse "base.reverse" 0x0114 Stk Indexing Partly 1326;
    Round "base.round" 0x0120 Un Roundup Partly 1351;
    Ceil "base.ceil" 0x0121 Un Roundup Partly 1366;
    Floor "base.floor" 0x0122 Un Roundup Partly 1381;
    Clip "base.clip" 0x0123 Clip Roundup Partly 1396;
    DataConvert "base.data_convert" 0x0140 Un Conversion Specified 1417;
    MatrixMul "base.matrix_mul" 0x0160 Mm Matrix Partly 1456;
    Lu "base.lu" 0x0161 Lu Matrix Partly 1485;
    Cholesky "base.cholesky" 0x0162 Cholesky Matrix Specified 1506;
    Qr "base.qr" 0x0163 Lu Matrix Partly 1526;
    Norm "base.norm" 0x0164 MatrixNorm Matrix Partly 1556;
    Inverse "base.inverse" 0x0165 Inverse Matrix Specified 1576;
    Lstsq "base.lstsq" 0x0166 Lstsq Matrix Partly 1593;
    Solve "base.solve" 0x0167 Ud42 Matrix Default 1610;
    DataMove "base.data_move" 0x0180 Dmv Move Partly 1629;
    ResizeBilinear "base.resize_bilinear" 0x01A0 Rsz Resize Partly 1663;
    ResizeNearest "base.resize_nearest" 0x01A1 Rsz Resize Partly 1687;
    CreateTensor "base.create_tensor" 0x01C0 None Create Hook 1716;
    WarpTensor "base.warp_tensor" 0x01C1 None Create Hook 1728;
    Zeros "base.zeros" 0x01C2 Fill Create Default 1740;
    Full "base.full" 0x01C3 Fill Create Default 1752;
    Empty "base.empty" 0x01C4 Fill Create Default 1764;
    Contiguous "base.contiguous" 0x01C5 Un Create Default 1776;
    RandUniform "base.rand_uniform" 0x01C6 Rand Create Default 1788;
    RandNormal "base.rand_normal" 0x01C7 Rand Create Default 1800;
    RandBernoulli "base.rand_bernoulli" 0x01C8 Rand Create Default 1812;
    RandBernoulliB "base.rand_bernoulli_b" 0x01C9 Rand Create Default 1823;
    MultiNomial "base.multi_nomial" 0x01CA Ud24 Create Default 1834;
    RandPerm "base.rand_perm" 0x01CB Rand Create Default 1845;
    Range "base.range" 0x01CC Rng Create Default 1856;
    Linspace "base.linspace" 0x01CD Rng Create Default 1867;
    CreateSparseTensor "base.create_sparse_tensor" 0x01CE None Create Hook 1878;
    CreateQuantTensor "base.create_quant_tensor" 0x01CF None Create Hook 1889;
    Duplicate "base.duplicate" 0x01D0 Un Create Default 1900;
    CreateFromDiag "base.create_from_diag" 0x01D1 Ud21 Create Default 1911;
    DestroyTensor "base.destroy_tensor" 0x01D2 None Create Hook 1922;
    Seq "base.seq" 0x01E0 Bin Compare Partly 1938;
    Sne "base.sne" 0x01E1 Bin Compare Partly 1959;
    Sle "base.sle" 0x01E2 Bin Compare Partly 1980;
    Slt "base.slt" 0x01E3 Bin Compare Partly 2001;
    Sge "base.sge" 0x01E4 Bin Compare Partly 2022;
    Sgt "base.sgt" 0x01E5 Bin Compare Partly 2043;
    Sin "base.sin" 0x0200 Un Trigonometric Partly 2069;
    Cos "base.cos" 0x0201 Un Trigonometric Partly 2084;
    Tan "base.tan" 0x0202 Un Trigonometric Partly 2099;
    Asin "base.asin" 0x0203 Un Trigonometric Partly 2114;
    Acos "base.acos" 0x0204 Un Trigonometric Partly 2129;
    Atan "base.atan" 0x0205 Un Trigonometric Partly 2144;
    Sinh "base.sinh" 0x0220 Un Hyperbolic Partly 2164;
    Cosh "base.cosh" 0x0221 Un Hyperbolic Partly 2179;
    Tanh "base.tanh" 0x0222 Un Hyperbolic Partly 2194;
    Asinh "base.asinh" 0x0223 Un Hyperbolic Partly 2209;
    Acosh "base.acosh" 0x0224 Un Hyperbolic Partly 2224;
    Atanh "base.atanh" 0x0225 Un Hyperbolic Partly 2239;
    Exp "base.exp" 0x0240 Un Exponential Partly 2259;
    Expml "base.expml" 0x0241 Un Exponential Partly 2274;
    Log "base.log" 0x0242 Un Exponential Partly 2289;
    Loglp "base.loglp" 0x0243 Un Exponential Partly 2304;
    Log10 "base.log10" 0x0244 Un Exponential Partly 2319;
    Log2 "base.log2" 0x0245 Un Exponential Partly 2334;
    ArgMax "base.arg_max" 0x0260 Un Index Partly 2354;
    ArgMin "base.arg_min" 0x0261 Un Index Partly 2371;
    ArgSort "base.arg_sort" 0x0262 ArgSort Index Partly 2388;
    Topk "base.topk" 0x0263 Topk Index Partly 2412;
    NonZero "base.non_zero" 0x0264 Un Index Partly 2436;
    Fft "base.fft" 0x0280 Un Signal Default 2458;
    Ifft "base.ifft" 0x0281 Un Signal Default 2470;
    Shape "base.shape" 0x02A0 None Query Hook 2487;
    IsEmpty "base.is_empty" 0x02A1 None Query Hook 2499;
    IsFinite "base.is_finite" 0x02A2 Un Query Default 2511;
    IsEmptyB "base.is_empty_b" 0x02A3 None Query Hook 2523;
    IsContigurous "base.is_contigurous" 0x02A4 None Query Hook 2535;
    Rank "base.rank" 0x02A5 None Query Hook 2547;
    Size "base.size" 0x02A6 None Query Hook 2559;
    HasInf "base.has_inf" 0x02A7 Un Query Default 2571;
    HasNan "base.has_nan" 0x02A8 Un Query Default 2583;
    Relu "ai.relu" 0x0000 Act Activation Specified 2604;
    Prelu "ai.prelu" 0x0001 Prelu Activation Partly 2642;
    Elu "ai.elu" 0x0002 Elu Activation Specified 2671;
    HardSigmoid "ai.hard_sigmoid" 0x0003 HardSigmoid Activation Specified 2695;
    Selu "ai.selu" 0x0004 Selu Activation Partly 2721;
    Sigmoid "ai.sigmoid" 0x0005 Act Activation Specified 2746;
    AiTanh "ai.tanh" 0x0006 Act Activation Specified 2763;
    Softplus "ai.softplus" 0x0007 Act Activation Specified 2780;
    Softmax "ai.softmax" 0x0008 Smx Activation Partly 2795;
    Logsoftmax "ai.logsoftmax" 0x0009 Smx Activation Partly 2814;
    SoftSign "ai.soft_sign" 0x000A Act Activation Specified 2833;
    Relu6 "ai.relu6" 0x000B Act Activation Specified 2850;
    ThresholdRelu "ai.threshold_relu" 0x000C Act Activation Partly 2869;
    LeakyRelu "ai.leaky_relu" 0x000D Act Activation Partly 2884;
    Brelu "ai.brelu" 0x000E Act Activation Partly 2899;
    Gelu "ai.gelu" 0x000F Act Activation Partly 2914;
    Swish "ai.swish" 0x0010 Act Activation Partly 2929;
    HardSwish "ai.hard_swish" 0x0011 Act Activation Specified 2944;
    Erf "ai.erf" 0x0012 Act Activation Specified 2959;
    HardShrink "ai.hard_shrink" 0x0013 Act Activation Partly 2974;
    TanhShrink "ai.tanh_shrink" 0x0014 Act Activation Specified 2989;
    HardTanh "ai.hard_tanh" 0x0015 Act Activation Partly 3004;
    EleAdd "ai.ele_add" 0x0020 Ele Quantised Partly 3024;
    EleSub "ai.ele_sub" 0x0021 Ele Quantised Partly 3055;
    Conv2d "ai.conv2d" 0x0040 Conv Convolution Partly 3091;
    DepConv "ai.dep_conv" 0x0041 Conv Convolution Partly 3128;
    TransposeConv "ai.transpose_conv" 0x0042 TransposeConv Convolution Partly 3165;
    DilateConv "ai.dilate_conv" 0x0043 DilateConv Convolution Partly 3202;
    Conv3d "ai.conv3d" 0x0044 Conv3d Convolution Default 3239;
    TransConv3d "ai.trans_conv3d" 0x0045 TransConv3d Convolution Default 3250;
    Conv1d "ai.conv1d" 0x0046 Conv Convolution Default 3261;
    UdefConv "ai.udef_conv" 0x0047 None Convolution Hook 3272;
    MaxPool "ai.max_pool" 0x0080 Pool Pooling Specified 3288;
    MinPool "ai.min_pool" 0x0081 Pool Pooling Specified 3312;
    AvrgPool "ai.avrg_pool" 0x0082 Pool Pooling Partly 3337;
    MedianPool "ai.median_pool" 0x0083 Pool Pooling Partly 3362;
    RoiPool "ai.roi_pool" 0x0084 RoiPool Pooling Partly 3387;
    Pool3d "ai.pool3d" 0x0085 Pool3d Pooling Default 3413;
    Pool1d "ai.pool1d" 0x0086 Pool1d Pooling Default 3425;
    AdaptivvPool1d "ai.adaptivv_pool1d" 0x0087 AdaptivePool Pooling Default 3437;
    AdaptivvPool2d "ai.adaptivv_pool2d" 0x0088 AdaptivePool Pooling Default 3448;
    AdaptivvPool3d "ai.adaptivv_pool3d" 0x0089 AdaptivePool3d Pooling Default 3459;
    UdefPool "ai.udef_pool" 0x008A None Pooling Hook 3470;
    BatchNorm "ai.batch_norm" 0x00A0 Bn Norm Partly 3486;
    InstanceNorm "ai.instance_norm" 0x00A1 Norm Norm Partly 3511;
    LayerNorm "ai.layer_norm" 0x00A2 Norm Norm Partly 3534;
    GroupNorm "ai.group_norm" 0x00A3 GroupNorm Norm Partly 3557;
    LrnNorm "ai.lrn_norm" 0x00A4 Ud27 Norm Default 3579;
    LpNorm "ai.lp_norm" 0x00A5 Ud25 Norm Default 3591;
    L2Norm "ai.l2_norm" 0x00A6 Ud25 Norm Default 3603;
    Embedding "ai.embedding" 0x00E0 Ud33 Encoding Default 3620;
    OneHot "ai.one_hot" 0x00E1 Ud22 Encoding Default 3631;
    Lstm "ai.lstm" 0x0100 Ud94 Recurrent Default 3647;
    RnnCell "ai.rnn_cell" 0x0101 Ud94 Recurrent Default 3658;
    Rnn "ai.rnn" 0x0102 Ud94 Recurrent Default 3669;
    LstmCell "ai.lstm_cell" 0x0103 Ud94 Recurrent Default 3680;
    GruCell "ai.gru_cell" 0x0104 Ud94 Recurrent Default 3691;
    Gru "ai.gru" 0x0105 Ud94 Recurrent Default 3702;
    Dropout "ai.dropout" 0x0120 Drop Dropout Partly 3718;
    LabelSmooth "ai.label_smooth" 0x0121 Ud23 Dropout Default 3739;
    PixelShuffle "ai.pixel_shuffle" 0x0140 Pix Vision Specified 3755;
    PixelUnshuffle "ai.pixel_unshuffle" 0x0141 Pix Vision Specified 3774;
    GridSample "ai.grid_sample" 0x0142 Ud36 Vision Default 3793;
    AffineGrid "ai.affine_grid" 0x0143 Ud23 Vision Default 3804;
    CrossEntropy "ai.cross_entropy" 0x0160 Ud33 Loss Default 3820;
    MseLoss "ai.mse_loss" 0x0161 Ud33 Loss Default 3831;
    L1Loss "ai.l1_loss" 0x0162 Ud33 Loss Default 3842;
    LogLoss "ai.log_loss" 0x0163 Ud33 Loss Default 3853;
    SmoothL1Loss "ai.smooth_l1_loss" 0x0164 Ud33 Loss Default 3864;
    KldivLoss "ai.kldiv_loss" 0x0165 Ud33 Loss Default 3875;
    NllLoss "ai.nll_loss" 0x0166 Ud33 Loss Default 3886;
    SparseCrossEntropyLoss "ai.sparse_cross_entropy_loss" 0x0167 Ud33 Loss Default 3897;
    SoftMarginLoss "ai.soft_margin_loss" 0x0168 Ud33 Loss Default 3908;
    Accuracy "ai.accuracy" 0x0180 Ud32 Accuracy Default 3924;
    Auc "ai.auc" 0x0181 Ud32 Accuracy Default 3935;
    Sgd "ai.sgd" 0x01A0 Ud57 Optimizer Default 3951;
    Momentum "ai.momentum" 0x01A1 Ud57 Optimizer Default 3962;
    AdaGrad "ai.ada_grad" 0x01A2 Ud57 Optimizer Default 3973;
    AdaDelta "ai.ada_delta" 0x01A3 Ud57 Optimizer Default 3984;
    RmsProp "ai.rms_prop" 0x01A4 Ud57 Optimizer Default 3995;
    CenteredRmsprop "ai.centered_rmsprop" 0x01A5 Ud57 Optimizer Default 4006;
    Adam "ai.adam" 0x01A6 Ud57 Optimizer Default 4017;
}

/// Other spellings that texts may use (XDSA-D11).
pub const ALIASES: [(&str, Operation); 9] = [
    ("base.expm1", Operation::Expml),
    ("base.log1p", Operation::Loglp),
    ("base.multinomial", Operation::MultiNomial),
    ("ai.adaptive_pool1d", Operation::AdaptivvPool1d),
    ("ai.adaptive_pool2d", Operation::AdaptivvPool2d),
    ("ai.adaptive_pool3d", Operation::AdaptivvPool3d),
    ("base.is_contiguous", Operation::IsContigurous),
    ("ai.conv_2d", Operation::Conv2d),
    ("ai.tranpose_conv", Operation::TransposeConv),
];

impl Operation {
    /// Its row.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its name in texts.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Its section.
    #[must_use]
    pub fn section(self) -> Section {
        if self.name().starts_with("ai.") { Section::Ai } else { Section::Base }
    }

    /// The layout of its operand table; of EXIT and of what only hooks have an empty one.
    #[must_use]
    pub fn layout(self) -> &'static Arc<Layout> {
        self.row().layout.get()
    }

    /// The operation of this section and code.
    #[must_use]
    pub fn of_code(section: Section, code: u16) -> Option<Self> {
        let row = TABLE.iter().find(|row| row.code == code && row.operation.section() == section);
        row.map(|row| row.operation)
    }

    /// The operation of this name, or of another spelling of it.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        let row = TABLE.iter().find(|row| row.name == name).map(|row| row.operation);
        row.or_else(|| {
            ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, operation)| *operation)
        })
    }

    /// Whether the default set has what the source leaves open (XDSA-D69).
    #[must_use]
    pub fn is_default(self) -> bool {
        self.row().standing == Standing::Default
    }
}
