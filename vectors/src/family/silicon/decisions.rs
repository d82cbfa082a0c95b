//! What the units' results depend on: how each datapath is read, and what is not settled.

use super::rows::Standing;
use crate::registry::Decision;

const fn plain(
    id: &'static str,
    says: &'static str,
    question: &'static str,
    answer: &'static str,
) -> Decision {
    Decision {
        others: Some(""),
        standing: Some("plain"),
        ..Decision::new(id, says, question, answer)
    }
}

const fn open(
    id: &'static str,
    says: &'static str,
    question: &'static str,
    answer: &'static str,
    others: &'static str,
) -> Decision {
    Decision {
        others: Some(others),
        standing: Some("open"),
        ..Decision::new(id, says, question, answer)
    }
}

/// Each with what `explain` says and its row in `docs/decisions.md`.
pub(crate) static DECISIONS: &[Decision] = &[
    plain(
        "SIL-D03",
        "special values are looked at before anything is computed",
        "NaN and infinities among many terms",
        "Any NaN, infinity times zero, infinities of both signs among products and addend: NaN. Else the infinity. A product of finite factors is no infinity, but of SIL-D19",
    ),
    plain(
        "SIL-D04",
        "the reference is the largest exponent of a nonzero term, not normalised",
        "Common exponent of a truncated sum",
        "The largest sum of the factors' exponents, and the addend's as a binary32 number; zeros take no part; not below a least reference. No nonzero term: +0",
    ),
    plain(
        "SIL-D05",
        "each term is cut toward zero below the bits kept",
        "Alignment of a truncated sum",
        "The magnitude of each term loses what lies below the kept place; its sign stays",
    ),
    plain(
        "SIL-D06",
        "the cut terms are added exactly",
        "Carries of a truncated sum",
        "None is lost",
    ),
    plain(
        "SIL-D07",
        "binary32 is rounded toward zero, binary16 to nearest even, once",
        "Rounding of a truncated sum",
        "Binary32 toward zero, subnormals kept; binary16 to nearest even; FP8 on Ada and in `wgmma` toward zero to 13 bits of fraction in a binary32 word",
    ),
    plain(
        "SIL-D08",
        "binary32 overflows to infinity, though it rounds toward zero",
        "Overflow of a truncated sum",
        "2^128 and more are infinite; of binary16 65520 and more",
    ),
    plain(
        "SIL-D09",
        "a zero sum is +0",
        "Zero of a truncated sum",
        "+0, also of an addend -0 and products -0",
    ),
    plain(
        "SIL-D10",
        "a binary16 addend becomes binary32 first",
        "Addend of binary16 under a binary32 result",
        "It is converted, exactly",
    ),
    plain(
        "SIL-D11",
        "groups are summed in turn, each result the addend of the next",
        "More products than a group",
        "Groups in turn, in the order of k; each sum is written in the result's format",
    ),
    plain(
        "SIL-D12",
        "the low 13 bits of a TF32 word are cleared first",
        "TF32 operands",
        "Before special values are looked at: a NaN may act as an infinity, a subnormal number as zero",
    ),
    plain(
        "SIL-D13",
        "FP8 runs through the unit of binary16 in two sums; then an addition",
        "FP8 through `mma` on Hopper and Blackwell for data centres",
        "Products at k mod 4 = 0, 1 are summed from +0, those at 2, 3 onto that; then the addend by an IEEE addition",
    ),
    plain(
        "SIL-D14",
        "scales move products by powers of two; a NaN among them is one",
        "Scales of mxf8f6f4",
        "Value and exponent of each product move by both scales; the addend doesn't; ff is NaN",
    ),
    plain(
        "SIL-D15",
        "groups of 16 are exact; five terms are cut 35 bits below the largest",
        "mxf4, nvf4",
        "Groups count by their scales' exponents, not normalised, also where they are zero; an infinite addend comes back",
    ),
    plain(
        "SIL-D16",
        "one fused multiply-add after the other, to nearest even",
        "Binary64, and binary32 of AMD",
        "From the addend on, in the order of k, subnormals kept",
    ),
    plain(
        "SIL-D17",
        "addend and products of a group are added exactly, rounded once",
        "CDNA1",
        "To nearest even, subnormals kept; an exact zero is +0",
    ),
    plain(
        "SIL-D18",
        "small operands are +0; each step is rounded, then flushed",
        "CDNA2",
        "Products, pairs, pairs of pairs, then the addend; results below the least normal number are zeros of their sign",
    ),
    plain(
        "SIL-D19",
        "products are cut at 24 bits, then brought down to the common exponent",
        "CDNA3",
        "The products' sum keeps 31 bits, the addend 24, both toward minus infinity; then to nearest even",
    ),
    plain(
        "SIL-D20",
        "products at even and odd places are cut apart",
        "CDNA3, FP8",
        "Two sums with references of their own, joined toward minus infinity; an addend more than 25 places below counts as zero",
    ),
    plain(
        "SIL-D21",
        "zero factors take no part in the reference",
        "CDNA3, zero factors",
        "As SIL-D04; an addend of zero has the exponent -126",
    ),
    plain(
        "SIL-D22",
        "the odd elements first; two fused multiply-adds that flush",
        "`VDPBF16PS`",
        "The first NaN of a0, b0, a1, b1, accumulator, made quiet; small operands and results are zeros of their sign; MXCSR has no say",
    ),
    plain(
        "SIL-D23",
        "small operands are zeros, else to nearest even",
        "`VCVTNEPS2BF16`",
        "A NaN keeps its upper half with bit 6 set",
    ),
    plain(
        "SIL-D24",
        "even and odd elements in chains from +0, then both, then the addend",
        "AMX",
        "Fused multiply-adds to nearest even that flush; TF32 is one chain, whose subnormal operands are kept",
    ),
    plain(
        "SIL-D25",
        "products are exact; the sum wraps, or is clamped once",
        "Integers of x86",
        "Modulo 2^32; `VPDPBUSDS`, `VPDPWSSDS` clamp the exact sum",
    ),
    plain(
        "SIL-D26",
        "each step is rounded to odd; small numbers are zeros of their sign",
        "`BFDOT`, `BFMMLA` without EBF",
        "Products, their sum, the addition; judged before rounding; 7fc00000 for every NaN; no flags",
    ),
    plain(
        "SIL-D27",
        "two products exactly, then the addition, each rounded by FPCR",
        "`BFDOT`, `BFMMLA` with EBF",
        "RMode, FZ, FIZ, AH count; the default NaN always; no flags",
    ),
    plain(
        "SIL-D28",
        "a fused multiply-add by FPCR, with its flags",
        "`BFMLALB`, `BFMLALT`",
        "As FMADD; with AH = 1 to nearest even, flushing, without flags",
    ),
    plain(
        "SIL-D29",
        "the exact sum of products, scaled, and the addend, rounded once",
        "FP8 of Arm",
        "To nearest even, subnormals kept; LSCALE and OSM count",
    ),
    plain(
        "SIL-D30",
        "a fused multiply-add by frm, with its flags",
        "`vfwmaccbf16`",
        "Of two bf16 and a binary32; NaN is 7fc00000",
    ),
    plain(
        "SIL-D31",
        "exponent field 0 is a zero; blocks share an exponent",
        "Operands of Tenstorrent",
        "Elements of blocks are shifted up to their leading one; a zero with a sign has all ones as its exponent",
    ),
    plain(
        "SIL-D32",
        "a phase multiplies five bits of SrcA and seven of SrcB",
        "Fidelity phases",
        "Parts are exact; the four phases' products add up to the whole",
    ),
    plain(
        "SIL-D33",
        "sign and magnitude, exact, saturating",
        "Integers of Tenstorrent",
        "By phases: the low five bits and the next three of SrcA; the low four and the upper six of SrcB",
    ),
    plain(
        "SIL-D34",
        "the product keeps 28 bits before the sum; small results are zeros",
        "`SFPMAD`",
        "By chip: Wormhole's zeros are +0, and bits leak into its NaN",
    ),
    plain(
        "SIL-D36",
        "CDNA2: special values follow from its steps",
        "CDNA2: special values, signs of what is flushed",
        "Infinities and NaN come from the products and sums as they are rounded, not before; a flushed product keeps its sign",
    ),
    plain(
        "SIL-D37",
        "the pair's sum is an operand of the addition",
        "`BFDOT` with EBF: the sum between",
        "It is a result, which FZ flushes, and an operand: under FIZ a subnormal one is zero",
    ),
    plain(
        "SIL-D38",
        "AH: judged after rounding, ffc00000; a flushed result underflows alone",
        "`BFMLALB`, `BFMLALT`: AH, flushed results",
        "With AH = 1 results are judged after rounding, the default NaN is ffc00000, DN counts; what FZ flushes raises *underflow* and not *inexact*",
    ),
    plain(
        "SIL-D39",
        "a part without bits is +0",
        "Fidelity phases: parts without bits",
        "+0 in the later phases, also of a negative number; the first part of a zero keeps its sign",
    ),
    plain(
        "SIL-D40",
        "an exponent beyond binary16 keeps its low five bits",
        "BFP8a, 4a, 2a: exponents out of range",
        "The low five bits of X - z; no source defines it",
    ),
    plain(
        "SIL-D41",
        "a zero is 00000000",
        "Integers of Tenstorrent: sign of zero",
        "A sum of zero is plus",
    ),
    open(
        "SIL-O1",
        "zero terms take no part, and the reference has a least value",
        "Zero and very small terms in alignments",
        "SIL-D04, D21: measured",
        "`zero_terms=counted`",
    ),
    open(
        "SIL-O2",
        "a negative sum that rounds to zero is +0",
        "Sign of a sum that rounds to zero",
        "+0",
        "`rounded_zero=signed`",
    ),
    open(
        "SIL-O3",
        "CDNA1 adds exactly",
        "CDNA1: exact or step by step",
        "SIL-D17",
        "`cdna1=stepwise`",
    ),
    open(
        "SIL-O4",
        "zero groups and a zero addend count in the reference of FP4",
        "mxf4, nvf4: zeros in the reference",
        "They count",
        "`zero_groups=absent`",
    ),
    open(
        "SIL-O5",
        "the NaN is 7fc00000; of AMX the first of the operands",
        "NaN words of AMD, of chains, of `TDPFP16PS` and `TMMULTF32PS`",
        "7fc00000, 7ff8000000000000; of AMX the first NaN, made quiet, or ffc00000, as an Intel processor answered to `TDPBF16PS`",
        "`nan_word=other`: any; compare by class",
    ),
    plain(
        "SIL-O6",
        "the least reference is that of the family's binary32",
        "Least reference of Turing, of FP8, of scaled forms",
        "That of the family's binary32; none was shown",
    ),
    plain(
        "SIL-O7",
        "FP6 and FP4 run through the same sum as FP8",
        "e2m1, e3m2, e2m3 in k32",
        "The same datapath; nobody showed it",
    ),
    open(
        "SIL-O8",
        "two sums of binary16 and an addition",
        "FP8 through `mma`: Hopper to binary32, mixed formats",
        "SIL-D13",
        "`fp8_to_single=one`",
    ),
    open(
        "SIL-O9",
        "binary32 of CDNA2 keeps subnormal numbers",
        "CDNA2, binary32: subnormal numbers",
        "Kept",
        "`cdna2_single=flushed`",
    ),
    open(
        "SIL-O10",
        "products beyond binary32 are infinities of their sign",
        "CDNA3: products of 2^128 and more",
        "The infinity of their sign",
        "`large_products=plus`",
    ),
    open(
        "SIL-O11",
        "tininess is judged after rounding",
        "Tininess of `TDPFP16PS` and `TMMULTF32PS`",
        "After rounding, as an Intel processor and a Zen 4 answered to the others",
        "`x86_tininess=before`",
    ),
    plain(
        "SIL-O12",
        "FP8 of `wgmma` keeps 13 bits with any addend",
        "`wgmma`, FP8: results in binary16, addends",
        "SIL-D07; no outputs of devices are published",
    ),
    plain(
        "SIL-O13",
        "m8n8k4 of Turing is Volta's unit",
        "`mma` m8n8k4 on Turing",
        "23 bits and no least reference, as Volta has; an earlier reading of its source had 24 bits. No outputs of devices are published",
    ),
];

/// The decisions of sections, `SIL-D04 to D11`, `SIL-D12, D19`, and open points.
pub(super) fn of(section: &str, open: &[&str]) -> Vec<&'static str> {
    let number = |text: &str| text.rsplit('D').next().and_then(|n| n.parse::<u32>().ok());
    let mut numbers = Vec::new();
    for part in section.split(", ") {
        let ends: Vec<u32> = part.split(" to ").filter_map(number).collect();
        if let (Some(first), Some(last)) = (ends.first(), ends.last()) {
            numbers.extend(*first..=*last);
        }
    }
    let named = numbers.into_iter().map(|n| format!("SIL-D{n:02}"));
    let all = named.chain(open.iter().map(|&id| id.to_owned()));
    all.filter_map(|id| DECISIONS.iter().find(|d| d.id == id)).map(|d| d.id).collect()
}

/// The sections of an operation's source, and how well it is known.
pub(super) fn section(section: &str, standing: Standing, source: &str) -> String {
    format!("{section}; {}: {source}", standing.word())
}
