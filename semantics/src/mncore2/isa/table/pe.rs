//! Rows of MAU and ALU expressions, `nop`, `noforward` and `wait`.

use super::{Form, table};
use crate::mncore2::isa::{AluOp, MauKind, Precision, Width};

const fn vector(precision: Precision, kind: MauKind, suffixes: &'static [&'static str]) -> Form {
    Form::Mau { precision, kind, matrix: false, suffixes }
}

const fn matrix(precision: Precision, kind: MauKind, suffixes: &'static [&'static str]) -> Form {
    Form::Mau { precision, kind, matrix: true, suffixes }
}

const fn alu(op: AluOp, name: &'static str, unsigned: &'static str) -> Form {
    Form::Alu { op, name, unsigned }
}

const PAIR: &[&str] = &["u", "d", "ur", "dr"];
const R: &[&str] = &["", "r"];
const NONE: &[&str] = &[""];

const LW: &str = "LW; with r: SW";
const LW2: &str = "LW (2 SW)";
const HALF: &str = "2LW (4 SW); with r: LW (4 HW)";
const SIGN: &str = "sign of the result 0";
const ANY: &str = "minus on inputs; e on inputs; /mask";
const ANY_U: &str = "u or d required; r; minus on inputs; e on inputs; /mask";
const ANY_R: &str = "r; minus on inputs; e on inputs; /mask";
const H: &str = "r; minus on inputs; r on x, y; e on z; /mask";
const FMA: &str = "minus on x, y; e on y; /mask";
const FMA_U: &str = "u or d required; r; minus on x, y; e on y; /mask";
const FMA_R: &str = "r; minus on x, y; e on y; /mask";
const MUL: &str = "minus on x; /mask";
const MUL_U: &str = "u or d required; r; minus on x; /mask";
const MUL_R: &str = "r; minus on x; /mask";

table! { MAU: MauCalc =
    vector(Precision::D, MauKind::Fma, PAIR), "dvfma", "d", ANY_U, "x LW, y LW, z LW" => LW,
        SIGN, "3.6.9.10",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42 MN-D89";
    vector(Precision::D, MauKind::Mul, PAIR), "dvmul", "d", ANY_U, "x LW, y LW" => LW,
        SIGN, "3.6.9.11",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42 MN-D89";
    vector(Precision::D, MauKind::Add, R), "dvadd", "d", ANY_R, "x LW, y LW" => LW,
        SIGN, "3.6.9.12",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42 MN-D31 MN-D89";
    vector(Precision::D, MauKind::Passa, R), "dvpassa", "d", ANY_R, "x LW" => LW,
        SIGN, "3.6.9.13",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42 MN-D31 MN-D89";
    vector(Precision::F, MauKind::Fma, NONE), "fvfma", "f", ANY, "x LW, y LW, z LW" => LW2,
        SIGN, "3.6.9.14",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42";
    vector(Precision::F, MauKind::Mul, NONE), "fvmul", "f", ANY, "x LW, y LW" => LW2,
        SIGN, "3.6.9.15",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42";
    vector(Precision::F, MauKind::Add, NONE), "fvadd", "f", ANY, "x LW, y LW" => LW2,
        SIGN, "3.6.9.16",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42 MN-D31";
    vector(Precision::F, MauKind::Passa, NONE), "fvpassa", "f", ANY, "x LW" => LW2,
        SIGN, "3.6.9.17",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42 MN-D31";
    vector(Precision::H, MauKind::Fma, R), "hvfma", "h", H, "x LW, y LW, z 2LW" => HALF,
        SIGN, "3.6.9.18",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42 MN-D02 MN-D28 MN-D90";
    vector(Precision::H, MauKind::Mul, R), "hvmul", "h", H, "x LW, y LW" => HALF,
        SIGN, "3.6.9.19",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42 MN-D02 MN-D28 MN-D90";
    vector(Precision::H, MauKind::Add, R), "hvadd", "h", H, "x LW, z 2LW" => HALF,
        SIGN, "3.6.9.20",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42 MN-D31 MN-D02 MN-D28 MN-D90";
    vector(Precision::H, MauKind::Passa, R), "hvpassa", "h", H, "x LW" => HALF,
        SIGN, "3.6.9.21",
        "MN-D12 MN-D13 MN-D14 MN-D15 MN-D27 MN-D29 MN-D30 MN-D42 MN-D31 MN-D02 MN-D28 MN-D90";
    matrix(Precision::D, MauKind::Fma, PAIR), "dmfma", "d", FMA_U,
        "$lx or $ly, x LW (block), y LW" => LW,
        SIGN, "3.6.9.2",
        "MN-D13 MN-D14 MN-D15 MN-D17 MN-D19 MN-D29 MN-D30 MN-D32 MN-D42 MN-D89";
    matrix(Precision::D, MauKind::Mul, PAIR), "dmmul", "d", MUL_U, "$lx or $ly, x LW (block)" => LW,
        SIGN, "3.6.9.3",
        "MN-D13 MN-D14 MN-D15 MN-D17 MN-D19 MN-D29 MN-D30 MN-D32 MN-D42 MN-D89";
    matrix(Precision::F, MauKind::Fma, NONE), "fmfma", "f", FMA,
        "$lx or $ly, x SW (block), y LW" => LW2,
        SIGN, "3.6.9.4",
        "MN-D13 MN-D14 MN-D15 MN-D17 MN-D19 MN-D29 MN-D30 MN-D32 MN-D42";
    matrix(Precision::F, MauKind::Mul, NONE), "fmmul", "f", MUL, "$lx or $ly, x SW (block)" => LW2,
        SIGN, "3.6.9.5",
        "MN-D13 MN-D14 MN-D15 MN-D17 MN-D19 MN-D29 MN-D30 MN-D32 MN-D42";
    matrix(Precision::G, MauKind::Fma, NONE), "gmfma", "g", FMA,
        "$lx or $ly, x LW (block), y LW" => LW2,
        SIGN, "3.6.9.6",
        "MN-D13 MN-D14 MN-D15 MN-D17 MN-D19 MN-D29 MN-D30 MN-D32 MN-D42";
    matrix(Precision::G, MauKind::Mul, NONE), "gmmul", "g", MUL, "$lx or $ly, x LW (block)" => LW2,
        SIGN, "3.6.9.7",
        "MN-D13 MN-D14 MN-D15 MN-D17 MN-D19 MN-D29 MN-D30 MN-D32 MN-D42";
    matrix(Precision::H, MauKind::Fma, R), "hmfma", "h", FMA_R,
        "$lx or $ly, x LW (block), y 2LW" => HALF,
        SIGN, "3.6.9.8",
        "MN-D13 MN-D14 MN-D15 MN-D17 MN-D19 MN-D29 MN-D30 MN-D32 MN-D42 MN-D18";
    matrix(Precision::H, MauKind::Mul, R), "hmmul", "h", MUL_R, "$lx or $ly, x LW (block)" => HALF,
        SIGN, "3.6.9.9",
        "MN-D13 MN-D14 MN-D15 MN-D17 MN-D19 MN-D29 MN-D30 MN-D32 MN-D42 MN-D18";
}

table! { MWRITE: MauMwrite =
    Form::Mwrite(Precision::D, Width::Long), "dmwrite", "d", "minus; e", "LW"
        => "$lx or $ly row 0..3, 4 rows", "", "3.6.10.1",
        "MN-D01 MN-D02 MN-D85 MN-D86";
    Form::Mwrite(Precision::F, Width::Long), "fmwrite", "f", "minus; e", "LW or SW"
        => "$lx or $ly row 0..7, 4 rows", "", "3.6.10.2",
        "MN-D01 MN-D02 MN-D85 MN-D86";
    Form::Mwrite(Precision::G, Width::Long), "gmwrite", "g", "minus; e", "LW or SW"
        => "$lx or $ly row 0..7, 4 rows", "", "3.6.10.2",
        "MN-D01 MN-D02 MN-D85 MN-D86";
    Form::Mwrite(Precision::H, Width::Long), "hmwrite", "h", "minus; r", "LW (2LW with r)"
        => "$lx or $ly row 0..15, 4 rows", "", "3.6.10.3",
        "MN-D01 MN-D02 MN-D85 MN-D86";
    Form::Mwrite(Precision::H, Width::Double), "hmwrite", "h", "minus", "2LW"
        => "$llx or $lly even row 0..14, 8 rows", "", "3.6.10.3",
        "MN-D01 MN-D02 MN-D85 MN-D86";
}

table! { MREAD: MauMread =
    Form::Mread(Precision::D), "dmread", "d", "/mask", "$lx or $ly column 0..3" => "LW", "",
        "3.6.11.1", "MN-D42 MN-D87";
    Form::Mread(Precision::F), "fmread", "f", "/mask", "$lx or $ly column 0..7" => "LW", "",
        "3.6.11.2", "MN-D42 MN-D87";
    Form::Mread(Precision::G), "gmread", "g", "/mask", "$lx or $ly column 0..7" => "LW", "",
        "3.6.11.2", "MN-D42 MN-D87";
    Form::Mread(Precision::H), "hmread", "h", "/mask", "$llx or $lly even column 0..14" => "2LW",
        "",
        "3.6.11.3", "MN-D42 MN-D87";
}

table! { ALU: Alu =
    Form::Zero, "zero", "", "/mask", "" => "2LW",
        "never", "3.6.12.2", "";
    Form::Imm, "imm", "", "/mask", "literal f h i s ui us" => "2LW",
        "never", "3.6.12.3", "MN-D37 MN-D39";
    Form::Immu, "immu", "", "/mask", "literal f h i s ui us" => "2LW",
        "never", "3.6.12.3", "MN-D37 MN-D39";
    Form::Msl, "msl", "", "/mask", "x" => "LW",
        "never", "3.6.12.4", "MN-D83 MN-D84";
    Form::Msr, "msr", "", "/mask", "x" => "LW",
        "never", "3.6.12.4", "MN-D83 MN-D84";
    alu(AluOp::Passa, "passa", ""), "passa", "d f h l i s", "r on inputs of h, s; /mask", "x"
        => "2LW",
        "element of the upper LW of the output 0", "3.6.12.5", "MN-D25 MN-D02 MN-D28";
    alu(AluOp::Inc, "inc", "l i s"), "inc", "l i s", "u; r on inputs of h, s; /mask", "x" => "LW",
        "output not negative; with u: no overflow", "3.6.12.6", "MN-D33 MN-D02 MN-D28";
    alu(AluOp::Dec, "dec", "l i s"), "dec", "l i s", "u; r on inputs of h, s; /mask", "x" => "LW",
        "output not negative; with u: no overflow", "3.6.12.6", "MN-D33 MN-D02 MN-D28";
    alu(AluOp::Not, "not", ""), "not", "l i s", "r on inputs of h, s; /mask", "x" => "LW",
        "output 0", "3.6.12.7", "MN-D02 MN-D28";
    alu(AluOp::Lnot, "lnot", ""), "lnot", "l i s", "r on inputs of h, s; /mask", "x" => "LW",
        "output 0", "3.6.12.8", "MN-D02 MN-D28";
    alu(AluOp::Rsqrt, "rsqrt", ""), "rsqrt", "d f h", "r on inputs of h, s; /mask", "x" => "LW",
        "top bit of x 0", "3.6.12.9", "MN-D20 MN-D02 MN-D28";
    alu(AluOp::Floor, "floor", ""), "floor", "d f h", "r on inputs of h, s; /mask", "x" => "LW",
        "never", "3.6.12.10", "MN-D36 MN-D02 MN-D28";
    alu(AluOp::Ftoi, "ftoi", "d f h"), "ftoi", "d f h", "u; r on inputs of h, s; /mask", "x"
        => "LW",
        "never", "3.6.12.11", "MN-D21 MN-D02 MN-D28";
    alu(AluOp::Bfn, "bfn", ""), "bfn", "d f g", "/mask", "x LW" => "LW",
        "never", "3.6.12.12", "MN-D16 MN-D35 MN-D97";
    alu(AluOp::Bfn, "bfn", ""), "hbfn/<6..9>", "h", "r on the input; /mask", "x 2LW" => "2LW",
        "never", "3.6.12.12", "MN-D35 MN-D40 MN-D02 MN-D28";
    alu(AluOp::Bfe, "bfe", ""), "hbfe/<6..9>", "h", "r on the input; /mask", "x 2LW" => "2LW",
        "never", "3.6.12.12", "MN-D35 MN-D38 MN-D40 MN-D02 MN-D28";
    alu(AluOp::Max, "max", "l i s"), "max", "d f h l i s",
        "u with l, i, s; r on inputs of h, s; /mask", "x, y" => "LW",
        "x chosen or equal", "3.6.12.13", "MN-D22 MN-D02 MN-D28";
    alu(AluOp::Min, "min", "l i s"), "min", "d f h l i s",
        "u with l, i, s; r on inputs of h, s; /mask", "x, y" => "LW",
        "x chosen or equal", "3.6.12.13", "MN-D22 MN-D02 MN-D28";
    alu(AluOp::Packbit, "packbit", ""), "packbit", "d f h l i s", "r on inputs of h, s; /mask",
        "x, y" => "LW",
        "top bit of y 0", "3.6.12.14", "MN-D02 MN-D28";
    alu(AluOp::And, "and", ""), "and", "l i s", "r on inputs of h, s; /mask", "x, y" => "LW",
        "output 0", "3.6.12.15", "MN-D02 MN-D28";
    alu(AluOp::Or, "or", ""), "or", "l i s", "r on inputs of h, s; /mask", "x, y" => "LW",
        "output 0", "3.6.12.15", "MN-D02 MN-D28";
    alu(AluOp::Xor, "xor", ""), "xor", "l i s", "r on inputs of h, s; /mask", "x, y" => "LW",
        "output 0", "3.6.12.15", "MN-D02 MN-D28";
    alu(AluOp::Add, "add", "l i s"), "add", "l i s", "u; r on inputs of h, s; /mask", "x, y"
        => "LW",
        "output not negative; with u: no overflow", "3.6.12.16", "MN-D33 MN-D02 MN-D28";
    alu(AluOp::Sub, "sub", "l i s"), "sub", "l i s", "u; r on inputs of h, s; /mask", "x, y"
        => "LW",
        "output not negative; with u: no overflow", "3.6.12.16", "MN-D33 MN-D02 MN-D28";
    alu(AluOp::Lsl, "lsl", ""), "lsl", "l i s", "r on inputs of h, s; /mask", "x, y" => "LW",
        "output 0", "3.6.12.17", "MN-D34 MN-D02 MN-D28";
    alu(AluOp::Lsr, "lsr", "l i s"), "lsr", "l i s", "u; r on inputs of h, s; /mask", "x, y"
        => "LW",
        "output 0", "3.6.12.17", "MN-D34 MN-D02 MN-D28";
    alu(AluOp::Bsl, "bsl", ""), "bsl", "l i s", "r on inputs of h, s; /mask", "x, y" => "LW",
        "output 0", "3.6.12.17", "MN-D34 MN-D02 MN-D28";
    alu(AluOp::Bsr, "bsr", ""), "bsr", "l i s", "r on inputs of h, s; /mask", "x, y" => "LW",
        "output 0", "3.6.12.17", "MN-D34 MN-D02 MN-D28";
    alu(AluOp::Relu, "relu", ""), "relu", "d f h", "r on inputs of h, s; /mask", "x, y" => "LW",
        "top bit of x 0", "3.6.12.18", "MN-D02 MN-D28";
    alu(AluOp::Relu0, "relu0", ""), "relu0", "d f h", "r on inputs of h, s; /mask", "x, y" => "LW",
        "top bit of x 0", "3.6.12.18", "MN-D02 MN-D28";
    alu(AluOp::Relu1, "relu1", ""), "relu1", "d f h", "r on inputs of h, s; /mask", "x, y" => "LW",
        "2nd bit of x 0", "3.6.12.18", "MN-D02 MN-D28";
    alu(AluOp::Relu2, "relu2", ""), "relu2", "d f h", "r on inputs of h, s; /mask", "x, y" => "LW",
        "3rd bit of x 0", "3.6.12.18", "MN-D02 MN-D28";
    alu(AluOp::Relu3, "relu3", ""), "relu3", "d f h", "r on inputs of h, s; /mask", "x, y" => "LW",
        "4th bit of x 0", "3.6.12.18", "MN-D02 MN-D28";
    alu(AluOp::Lrelud, "lrelud", ""), "lrelud", "d f h", "r on inputs of h, s; /mask", "x, y"
        => "LW",
        "top bit of x 0", "3.6.12.18", "MN-D23 MN-D24 MN-D02 MN-D28";
    alu(AluOp::Lreluo, "lreluo", ""), "lreluo", "d f h", "r on inputs of h, s; /mask", "x, y"
        => "LW",
        "top bit of x 0", "3.6.12.18", "MN-D23 MN-D24 MN-D02 MN-D28";
    alu(AluOp::Ilrelud, "ilrelud", ""), "ilrelud", "d f h", "r on inputs of h, s; /mask",
        "x, y" => "LW",
        "top bit of x 0", "3.6.12.18", "MN-D02 MN-D28";
}

table! { NOP: Nop =
    Form::Nop, "nop", "", "/<steps>", "" => "", "", "3.6.5",
        "MN-D79";
}

table! { NOFORWARD: Noforward =
    Form::Noforward, "noforward", "", "", "" => "", "", "3.6.6", "MN-D43";
}

table! { WAIT: Wait =
    Form::Wait, "wait", "", "i<tag>", "" => "", "", "3.6.13", "MN-D60";
}
