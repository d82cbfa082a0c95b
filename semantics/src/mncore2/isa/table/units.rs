//! Rows of control statements, reductions, L2BM and L1BM expressions, and operands.

use super::{Form, Kind, L1bmKind, L2bmKind, table};
use crate::mncore2::isa::RrnOp;

table! { CONTROL: Control =
    Form::Comment, "comment", "", "", "any text" => "", "", "3.4.1", "MN-D93";
    Form::Quit, "quit", "", "", "" => "", "", "3.4.2", "";
    Form::Get, "d get", "", "d bd f bf bg h bh",
        "$p $d $lc $[l|ll]b $[l|ll](m|n|r|s) $[l|ll]t $lx $ly $omr with levels; count"
        => "lines of the dump", "", "3.4.3",
        "MN-D66 MN-D67 MN-D68 MN-D69 MN-D70 MN-D71 MN-D72 MN-D73 MN-D74 MN-D75 MN-D99";
    Form::Set, "d set", "", "",
        "$lc $[l|ll]b $[l|ll](m|n|r|s) $[l|ll]t with levels; count; payload"
        => "the memory", "", "3.4.4", "MN-D76";
    Form::Mask, "mask", "", "l, ll; any of r s t m n k", "entry 0..31"
        => "setting of the lines that follow", "", "3.6.2.1", "MN-D45 MN-D46 MN-D47";
}

const ELEMENTS: &str = "MN-D01 MN-D09 MN-D11";

table! { RRN: Rrn =
    Form::Rrn(RrnOp::Fadd), "fadd", "d f h", "r on l1bmr and l1bmr4 with f", "2, 4, 8, 16 elements"
        => "1 element", "", "4.2.1", "MN-D03 MN-D04 MN-D05 MN-D06 MN-D07 MN-D08 MN-D29";
    Form::Rrn(RrnOp::Max), "max", "d f h", "r on l1bmr and l1bmr4 with f", "2, 4, 8, 16 elements"
        => "1 element", "", "4.2.2", ELEMENTS;
    Form::Rrn(RrnOp::Min), "min", "d f h", "r on l1bmr and l1bmr4 with f", "2, 4, 8, 16 elements"
        => "1 element", "", "4.2.2", ELEMENTS;
    Form::Rrn(RrnOp::Iadd), "iadd", "l i s", "", "2, 4, 8, 16 elements"
        => "1 element", "", "3.5.5", "";
    Form::Rrn(RrnOp::Band), "band", "l i s", "", "2, 4, 8, 16 elements"
        => "1 element", "", "3.5.5", "";
    Form::Rrn(RrnOp::Bor), "bor", "l i s", "", "2, 4, 8, 16 elements"
        => "1 element", "", "3.5.5", "";
    Form::Rrn(RrnOp::And), "and", "l i s", "", "2, 4, 8, 16 elements"
        => "1 element", "", "3.5.5", "MN-D10";
    Form::Rrn(RrnOp::Or), "or", "l i s", "", "2, 4, 8, 16 elements"
        => "1 element", "", "3.5.5", "MN-D10";
}

const fn l2bm(kind: L2bmKind, first: u32, second: u32) -> Form {
    Form::L2bm { kind, units: [first, second] }
}

table! { L2BM: L2bm =
    l2bm(L2bmKind::Broadcast, 16, 16), "l2bmb", "", "@<l1bset>", "$lc, multiple of 16"
        => "$lb, multiple of 16", "", "3.6.7.2", "MN-D98 MN-D81";
    l2bm(L2bmKind::Broadcast2, 64, 16), "l2bmb2", "", "@<l1bset>", "$lc, multiple of 64"
        => "$lb, multiple of 16", "", "3.6.7.3", "MN-D98 MN-D81";
    l2bm(L2bmKind::Distribute, 64, 8), "l2bmd", "", "@<l1bset>", "$lc, multiple of 64"
        => "$lb, multiple of 8", "", "3.6.7.4", "MN-D98 MN-D81";
    l2bm(L2bmKind::Transfer, 16, 16), "l2bm@<b>", "", "", "$lb, multiple of 16"
        => "$lc, multiple of 16", "", "3.6.7.5", "MN-D81";
    l2bm(L2bmKind::Reduce, 16, 16), "l2bmr<rrn>", "d f h l i s", "@<l1bset>",
        "$lb, multiple of 16" => "$lc, multiple of 16", "", "3.6.7.6", "MN-D11 MN-D98 MN-D81";
    l2bm(L2bmKind::Reduce2, 16, 64), "l2bmr2<rrn>", "d f h l i s", "", "$lb, multiple of 16"
        => "$lc, multiple of 64", "", "3.6.7.7", "MN-D81";
    l2bm(L2bmKind::Gather, 8, 64), "l2bmd", "", "", "$lb, multiple of 8"
        => "$lc, multiple of 64", "", "3.6.7.8", "MN-D81";
    l2bm(L2bmKind::Multicast, 16, 16), "l2bmi", "", "@<l1bset> required, its mode not 7",
        "$lb, multiple of 16" => "$lb, multiple of 16", "", "3.6.7.9", "MN-D98 MN-D81";
    l2bm(L2bmKind::Dars, 64, 1), "l2bmdars", "", "", "$lc@.<l2b>, multiple of 64"
        => "$dar", "", "3.6.7.10", "MN-D57 MN-D81";
    l2bm(L2bmKind::Darw, 1, 1), "l2bmdarw", "", "", "" => "the DAR", "", "3.6.7.10", "MN-D57";
}

const fn down(kind: L1bmKind, double: bool, unit: u32) -> Form {
    Form::L1bm { kind, up: false, double, unit }
}

const fn up(kind: L1bmKind, double: bool, unit: u32) -> Form {
    Form::L1bm { kind, up: true, double, unit }
}

table! { L1BM: L1bm =
    down(L1bmKind::P, false, 1), "l1bmp", "", "/mask", "$lb" => "LW", "", "3.6.8.6",
        "MN-D55 MN-D81 MN-D92";
    down(L1bmKind::P, true, 1), "l1bmp", "", "/mask", "$llb, at most 56 modulo 64"
        => "2LW", "", "3.6.8.7", "MN-D55 MN-D81 MN-D92";
    down(L1bmKind::M, false, 4), "l1bmm", "", "/mask", "$lb, multiple of 4, or $lbi"
        => "LW", "", "3.6.8.8", "MN-D55 MN-D81 MN-D92 MN-D103";
    down(L1bmKind::M, true, 8), "l1bmm", "", "/mask", "$llb, multiple of 8, or $llbi"
        => "2LW", "", "3.6.8.9", "MN-D55 MN-D81 MN-D92 MN-D103";
    up(L1bmKind::M, false, 4), "l1bmm@<mab 0..15>", "", "", "LW"
        => "$lb, multiple of 4, or $lbi", "", "3.6.8.10", "MN-D55 MN-D81";
    up(L1bmKind::M, true, 8), "l1bmm@<mab 0..15>", "", "", "2LW"
        => "$llb, multiple of 8, or $llbi", "", "3.6.8.11", "MN-D55 MN-D81";
    up(L1bmKind::R, false, 4), "l1bmr<rrn>", "d f h l i s", "", "LW"
        => "$lb, multiple of 4, or $lbi", "", "3.6.8.12", "MN-D07 MN-D55 MN-D81";
    up(L1bmKind::R, true, 8), "l1bmr<rrn>", "f (fadd max min), l i s (bor)",
        "f: r on the opcode, e on the input", "2LW; with e: LW"
        => "$llb, multiple of 8, or $llbi; with r: $lb, multiple of 4, or $lbi", "", "3.6.8.13",
        "MN-D07 MN-D09 MN-D26 MN-D91 MN-D55 MN-D81";
    down(L1bmKind::M4, false, 16), "l1bmm4", "", "/mask", "$lb, multiple of 16, or $lbi"
        => "LW", "", "3.6.8.14", "MN-D55 MN-D81 MN-D92 MN-D103";
    down(L1bmKind::M4, true, 32), "l1bmm4", "", "/mask", "$llb, multiple of 32, or $llbi"
        => "2LW", "", "3.6.8.15", "MN-D55 MN-D81 MN-D92 MN-D103";
    up(L1bmKind::M4, false, 16), "l1bmm4@<mab 0..3>", "", "", "LW"
        => "$lb, multiple of 16, or $lbi", "", "3.6.8.16", "MN-D55 MN-D81";
    up(L1bmKind::M4, true, 32), "l1bmm4@<mab 0..3>", "", "", "2LW"
        => "$llb, multiple of 32, or $llbi", "", "3.6.8.17", "MN-D55 MN-D81";
    up(L1bmKind::R4, false, 16), "l1bmr4<rrn>", "d f h l i s", "", "LW"
        => "$lb, multiple of 16, or $lbi", "", "3.6.8.18", "MN-D55 MN-D81";
    up(L1bmKind::R4, true, 32), "l1bmr4<rrn>", "f (fadd max min), l i s (bor)",
        "f: r on the opcode, e on the input", "2LW; with e: LW"
        => "$llb, multiple of 32, or $llbi; with r: $lb, multiple of 16, or $lbi", "", "3.6.8.19",
        "MN-D09 MN-D26 MN-D56 MN-D91 MN-D55 MN-D81";
    down(L1bmKind::D, false, 64), "l1bmd", "", "+k, -k (0..15); /mask",
        "$lb, multiple of 64, or $lbi" => "LW", "", "3.6.8.20", "MN-D55 MN-D81 MN-D92 MN-D103";
    up(L1bmKind::D, false, 64), "l1bmd", "", "+k, -k (0..15)", "LW"
        => "$lb, multiple of 64, or $lbi", "", "3.6.8.21", "MN-D55 MN-D81";
}

table! { OPERAND: Operand =
    Form::Operand(Kind::Lm0), "m", "", "",
        "LM0: $[l|ll]m, an address with v, v<n>, j<k>, or a list; t for T indirection"
        => "the same; $mb, $lmb", "", "3.6.1.6",
        "MN-D41 MN-D48 MN-D49 MN-D50 MN-D77 MN-D78 MN-D80";
    Form::Operand(Kind::Lm1), "n", "", "", "LM1: as m, without t" => "the same; $nb, $lnb", "",
        "3.6.1.8", "MN-D41 MN-D49 MN-D50 MN-D77 MN-D78 MN-D80";
    Form::Operand(Kind::Grf0), "r", "", "", "GRF0" => "GRF0", "", "3.6.1.10", "MN-D41 MN-D77";
    Form::Operand(Kind::Grf1), "s", "", "", "GRF1" => "GRF1", "", "3.6.1.11", "MN-D41 MN-D77";
    Form::Operand(Kind::T), "t", "", "", "T" => "T", "", "3.6.1.12", "MN-D45 MN-D71";
    Form::Operand(Kind::Omr), "omr", "", "", "" => "mask entry 1..15, of MAU operations and ALU",
        "", "3.6.1.13", "MN-D47";
    Form::Operand(Kind::Matrix), "x y", "", "", "matrix register" => "matrix register", "",
        "3.6.1.14", "MN-D72";
    Form::Operand(Kind::Forward), "mauf aluf lbf mreadf", "", "", "forwarding register" => "", "",
        "3.6.1.15", "MN-D43 MN-D44";
    Form::Operand(Kind::Nowrite), "nowrite", "", "", "" => "forwarding register only", "",
        "3.6.1.19", "MN-D44";
    Form::Operand(Kind::Constant), "constants", "", "",
        "$l2bid $l1bid $mabid $peid $subpeid $msb1" => "", "", "3.6.1.20", "MN-D84";
}
