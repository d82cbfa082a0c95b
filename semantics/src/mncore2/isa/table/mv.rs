//! Rows of MV statements (s. 3.5.8).

use super::{Form, MvKind, Place, table};

const fn mv(kind: MvKind, from: Place, to: Place, units: [u32; 2]) -> Form {
    Form::Mv { kind, places: [from, to], units }
}

const ALL: &str = "d f h l i s";
const PLAIN: &str = "n<size> required; i<tag>; p0..p3";
const DRAM: &str = "n<size> required; i<tag>; p0..p3; with $di nd<n>";

use MvKind::{B, B2, B4, D, P, R, R2, R4};
use Place::{Dram, DramAt, L2bm, L2bmAt, L2bmGroup, L2bmOf, Pdm, PdmAt};

table! { MV: Mv =
    Form::MvNop, "mvnop", "", "", "" => "", "", "3.5.8.1", "";
    mv(P, PdmAt, DramAt, [64, 64]), "mvp", "", DRAM,
        "$p@g, multiple of 64" => "$d@h, multiple of 64", "", "3.5.8.2",
        "MN-D58 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100";
    mv(P, DramAt, PdmAt, [64, 64]), "mvp", "", DRAM,
        "$d@h, multiple of 64" => "$p@g, multiple of 64", "", "3.5.8.3",
        "MN-D58 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100";
    mv(P, PdmAt, L2bmAt, [64, 64]), "mvp", "", PLAIN,
        "$p@g, multiple of 64" => "$lc@h.l, multiple of 64", "", "3.5.8.4",
        "MN-D59 MN-D60 MN-D61 MN-D62";
    mv(P, L2bmAt, PdmAt, [64, 64]), "mvp", "", PLAIN,
        "$lc@h.l, multiple of 64" => "$p@g, multiple of 64", "", "3.5.8.5",
        "MN-D59 MN-D60 MN-D61 MN-D62";
    mv(P, DramAt, L2bmAt, [64, 64]), "mvp", "", DRAM,
        "$d@g, multiple of 64" => "$lc@h.l, multiple of 64", "", "3.5.8.6",
        "MN-D58 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100";
    mv(P, L2bmAt, DramAt, [64, 64]), "mvp", "", DRAM,
        "$lc@h.l, multiple of 64" => "$d@g, multiple of 64", "", "3.5.8.7",
        "MN-D58 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100";
    mv(P, PdmAt, PdmAt, [64, 64]), "mvp", "", PLAIN,
        "$p@g, multiple of 64" => "$p@h, multiple of 64, g not h", "", "3.5.8.8",
        "MN-D59 MN-D60 MN-D61 MN-D62";
    mv(P, Pdm, L2bmOf, [64, 64]), "mvp", "", PLAIN,
        "$p, multiple of 64" => "$lc@.l, multiple of 64", "", "3.5.8.9",
        "MN-D59 MN-D60 MN-D61 MN-D62";
    mv(P, L2bmOf, Pdm, [64, 64]), "mvp", "", PLAIN,
        "$lc@.l, multiple of 64" => "$p, multiple of 64", "", "3.5.8.10",
        "MN-D59 MN-D60 MN-D61 MN-D62";
    mv(P, Dram, L2bmOf, [64, 64]), "mvp", "", DRAM,
        "$d, multiple of 64" => "$lc@.l, multiple of 64", "", "3.5.8.11",
        "MN-D58 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100";
    mv(P, L2bmOf, Dram, [64, 64]), "mvp", "", DRAM,
        "$lc@.l, multiple of 64" => "$d, multiple of 64", "", "3.5.8.12",
        "MN-D58 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100 MN-D101";
    mv(B2, Dram, L2bm, [64, 64]), "mvb2", "", DRAM,
        "$d, multiple of 64" => "$lc, multiple of 64", "", "3.5.8.13",
        "MN-D58 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100";
    mv(R2, L2bm, Dram, [64, 64]), "mvr2<rrn>", ALL, DRAM,
        "$lc, multiple of 64" => "$d, multiple of 64", "", "3.5.8.14",
        "MN-D58 MN-D63 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100 MN-D102";
    mv(R2, L2bmGroup, PdmAt, [64, 64]), "mvr2<rrn>", ALL, PLAIN,
        "$lc@g, multiple of 64" => "$p@g, multiple of 64", "", "3.5.8.15",
        "MN-D63 MN-D59 MN-D60 MN-D61 MN-D62 MN-D102";
    mv(B4, Dram, L2bm, [32, 64]), "mvb4", "", DRAM,
        "$d, multiple of 32" => "$lc, multiple of 64", "", "3.5.8.16",
        "MN-D58 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100";
    mv(R4, L2bm, Dram, [64, 32]), "mvr4<rrn>", ALL, DRAM,
        "$lc, multiple of 64" => "$d, multiple of 32", "", "3.5.8.17",
        "MN-D58 MN-D63 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100 MN-D102";
    mv(B, PdmAt, L2bm, [64, 64]), "mvb", "", PLAIN,
        "$p@g, multiple of 64" => "$lc, multiple of 64", "", "3.5.8.18",
        "MN-D59 MN-D60 MN-D61 MN-D62";
    mv(R, L2bm, PdmAt, [64, 64]), "mvr<rrn>", ALL, PLAIN,
        "$lc, multiple of 64" => "$p@g, multiple of 64", "", "3.5.8.19",
        "MN-D08 MN-D63 MN-D59 MN-D60 MN-D61 MN-D62 MN-D102";
    mv(B, Dram, L2bm, [16, 64]), "mvb", "", DRAM,
        "$d, multiple of 16" => "$lc, multiple of 64", "", "3.5.8.20",
        "MN-D58 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100";
    mv(R, L2bm, Dram, [64, 16]), "mvr<rrn>", ALL, DRAM,
        "$lc, multiple of 64" => "$d, multiple of 16", "", "3.5.8.21",
        "MN-D08 MN-D58 MN-D63 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100 MN-D102";
    mv(D, PdmAt, L2bm, [512, 64]), "mvd", "", PLAIN,
        "$p@g, multiple of 512" => "$lc, multiple of 64", "", "3.5.8.22",
        "MN-D59 MN-D60 MN-D61 MN-D62";
    mv(D, L2bm, PdmAt, [64, 512]), "mvd", "", PLAIN,
        "$lc, multiple of 64" => "$p@g, multiple of 512", "", "3.5.8.23",
        "MN-D59 MN-D60 MN-D61 MN-D62";
    mv(D, PdmAt, Dram, [64, 16]), "mvd", "", DRAM,
        "$p@g, multiple of 64" => "$d, multiple of 16", "", "3.5.8.24",
        "MN-D58 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100";
    mv(D, Dram, PdmAt, [16, 64]), "mvd", "", DRAM,
        "$d, multiple of 16" => "$p@g, multiple of 64", "", "3.5.8.25",
        "MN-D58 MN-D59 MN-D60 MN-D61 MN-D62 MN-D100";
}
