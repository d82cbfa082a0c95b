//! What was decided on posits.

use crate::registry::Decision;

pub(super) const DECISIONS: &[Decision] = &[
    Decision::new(
        "POSIT-D01",
        "posits by what others say of their standard",
        "What stands for the Posit standard of 2022",
        "Its text was not read: what the documentation of the crate fast-posit 0.2.0 says of it clause by clause, and where that is silent, SoftPosit 0.3.4.4. Functions that neither states (rSqrt, exponentials, logarithms, trigonometry, powers, hypot, fMM, min, max, decimal conversion rules) are left out",
    ),
    Decision::new(
        "POSIT-D02",
        "posits with other exponent bits",
        "Posits of other widths and exponent bits",
        "The same rules for every width of 3 to 64 bits and 0 to 3 exponent bits: SoftPosit's posit8 is `8e0`, its posit16 `16e1`, its posit32 `32e2`, which is the standard's, its posit_2 of N bits `Ne2`. Where SoftPosit differs from the standard of 2022 (NaR as an integer, integers out of range, NaR as a float), the standard holds",
    ),
    Decision::new(
        "POSIT-D03",
        "the one rounding of posits",
        "Rounding into a posit",
        "The bits of the exact magnitude without an end, cut to those that there is room for, to nearest, a tie to the even code: between two codes lies the posit with one bit more, not always the mean of the two numbers. A number other than 0 never becomes 0 but the least posit, nor NaR but the largest. No direction, no flags",
    ),
    Decision::new(
        "POSIT-D04",
        "NaR among operands, and what has no value",
        "NaR among operands; results without a value",
        "NaR. So are x / 0, 0 / 0 and the root of a negative number",
    ),
    Decision::new(
        "POSIT-D05",
        "posits from and to floating-point formats",
        "Posits from and to floating-point formats",
        "Infinities and NaN become NaR, both zeros 0. Into a floating-point format as IEEE 754 converts, with its directions and flags, NaR as the canonical quiet NaN without a flag (SoftPosit: infinity)",
    ),
    Decision::new(
        "POSIT-D06",
        "posits from and to integers",
        "Posits from and to integers",
        "To nearest, ties to even, no flags. The most negative integer is NaR, both ways; it also stands for what an integer with a sign does not hold. Without a sign, of which fast-posit says nothing, as SoftPosit: 0 for NaR and negative numbers, all ones for what is too large",
    ),
    Decision::new(
        "POSIT-D07",
        "sums and dot products of posits",
        "`sum`, `fdp`, `fdp_add`, `fdp_sub`",
        "The exact sum, rounded once, as by a quire that is cleared (or begins with z), filled and read, and never overflows: the standard's of 16 n bits has room for 2^31 - 1 products, lists end at 4096. Of the quires of SoftPosit's posit8 and posit16, which are narrower, the bounds are not modelled",
    ),
    Decision::new(
        "POSIT-D08",
        "the quire as a number",
        "The quire",
        "16 n bits in two's complement, the last place 2^(16 - 8 n), in words of 64 bits, the lowest first, of the formats of 8, 16, 32, 64 bits. 10...0 is NaR; what lies beyond the ends becomes NaR and stays it",
    ),
    Decision::new(
        "POSIT-D09",
        "the order of posits",
        "Comparisons, `next`, `prior`",
        "By codes as integers with a sign: NaR equals itself and is below all numbers. next and prior step to the code beside it, through NaR from one end to the other",
    ),
    Decision::new(
        "POSIT-D10",
        "fma of posits",
        "`fma`, which fast-posit lacks",
        "SoftPosit's mulAdd: x * y + z, rounded once",
    ),
];
