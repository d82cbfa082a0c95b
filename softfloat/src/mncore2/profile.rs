//! What the manual leaves open, as data: a [`Profile`] answers each question.

use crate::question::profile;

profile! {
    /// Extension of a zero or infinity with a mantissa.
    extend_special: ExtendSpecial {
        /// The mantissa is carried along.
        Carry = "carry",
        /// The mantissa becomes 0.
        Canon = "canon": "MN-D01" Unspecified
    };
    /// Sign of a zero made by shortening at an input.
    shorten_zero: ShortenZero {
        /// The sign is kept.
        Signed = "signed",
        /// +0.
        Plus = "plus": "MN-D02" Unspecified
    };
    /// Mantissa of a zero or infinity shortened at an input.
    shorten_special: ShortenSpecial {
        /// 0.
        Clear = "clear",
        /// The upper mantissa bits are carried along.
        Carry = "carry": "MN-D02" RestsOn
    };
    /// Shortening at an input of a value out of range.
    shorten_range: ShortenRange {
        /// Infinity or zero.
        Infinity = "infinity",
        /// The largest or smallest number.
        Saturate = "saturate": "MN-D28" RestsOn
    };
    /// Opposite infinities summed, in the RRN.
    inf_minus_inf: InfMinusInf {
        /// +infinity.
        Plus = "plus",
        /// -infinity.
        Minus = "minus": "MN-D03" Unspecified,
        /// +0.
        Zero = "zero": "MN-D03" Unspecified
    };
    /// Opposite infinities of product and addend, in the MAU.
    mau_inf_minus_inf: MauInfMinusInf {
        /// +infinity.
        Plus = "plus",
        /// -infinity.
        Minus = "minus": "MN-D13" Unspecified,
        /// +0.
        Zero = "zero": "MN-D13" Unspecified
    };
    /// RRN alignment by exactly 4 places.
    rrn_align4: RrnAlign4 {
        /// To nearest even, as from any other distance.
        Rne = "rne",
        /// Truncated.
        Trunc = "trunc": "MN-D05" RestsOn
    };
    /// An RRN fadd element with exponent field 0.
    rrn_zero: RrnZero {
        /// Zero, whatever its mantissa.
        Zero = "zero",
        /// A hidden bit is added.
        Hidden = "hidden": "MN-D06" RestsOn
    };
    /// The first stage of a 16-element reduction.
    rrn16: Rrn16 {
        /// MAB 4k to 4k+3.
        Low = "low",
        /// MAB k, k+4, k+8, k+12.
        High = "high": "MN-D07" RestsOn
    };
    /// The first stage of an 8-element MV reduction.
    mv8: Mv8 {
        /// The two L2B of each group.
        L2b = "l2b",
        /// The four groups.
        Group = "group": "MN-D08" Unspecified
    };
    /// RRN max and min shortened, beyond half range or special.
    minmax_r: MinmaxR {
        /// The exponent is clamped, the mantissa stays.
        Clamp = "clamp",
        /// The mantissa of what was clamped is cleared.
        Clear = "clear": "MN-D09" Unspecified,
        /// The result is normalised as in s. 4.1.
        Norm = "norm": "MN-D09" Unspecified
    };
    /// True of the logical RRN reductions.
    rrn_true: RrnTrue {
        /// 1.
        One = "one",
        /// All ones.
        Ones = "ones": "MN-D10" Unspecified
    };
    /// Infinity times zero in the MAU.
    inf_times_zero: InfTimesZero {
        /// The product is zero.
        Zero = "zero",
        /// The product is infinite.
        Inf = "inf": "MN-D12" Unspecified
    };
    /// Infinite MAU operands otherwise.
    mau_infinity: MauInfinity {
        /// They absorb.
        Absorb = "absorb",
        /// Ordinary numbers with the top exponent.
        Number = "number": "MN-D14" RestsOn
    };
    /// MAU mask flag where a negative value became +0.
    mau_flag: MauFlag {
        /// Sign of the written result.
        After = "after",
        /// Sign before normalisation.
        Before = "before": "MN-D15" FlagOnly
    };
    /// Carry test of gbfn.
    gbfn_carry: GbfnCarry {
        /// The upper 18 mantissa bits.
        Top18 = "18",
        /// All 23.
        All23 = "23": "MN-D16" Unspecified
    };
    /// Products with a block of infinite exponent.
    inf_block: InfBlock {
        /// Infinite.
        Inf = "inf",
        /// Ordinary numbers with the top exponent.
        Number = "number": "MN-D17" Unspecified
    };
    /// Products of extended half elements.
    ext_round: ExtRound {
        /// Exact.
        Exact = "exact",
        /// Shifted right by 6 or 12 and rounded to nearest even.
        Rne = "rne": "MN-D18" Unspecified,
        /// Rounded away entirely. No machine does so; but the manual omits the unit of the rounding,
        /// and this marks every case in which an extended product reaches the result.
        Lost = "lost": "MN-D18" Unspecified
    };
    /// A block with common exponent 0 and mantissas.
    block_zero: BlockZero {
        /// Zero.
        Zero = "zero",
        /// Ordinary numbers with exponent field 0.
        Number = "number": "MN-D19" Unspecified
    };
    /// A block whose exponents differ, in a product.
    block_common: BlockCommon {
        /// The largest exponent field counts.
        Largest = "largest",
        /// The first element's.
        First = "first": "MN-D32" Unspecified
    };
    /// rsqrt in half precision.
    rsqrt_half: RsqrtHalf {
        /// The table of single and double.
        Table = "table",
        /// The exact value, rounded to nearest even.
        Exact = "exact": "MN-D20" Unspecified
    };
    /// rsqrt of zero and infinity.
    rsqrt_special: RsqrtSpecial {
        /// Zero gives +infinity, infinity +0.
        Limit = "limit",
        /// As if the exponent were ordinary.
        Number = "number": "MN-D20" Unspecified
    };
    /// Signed ftoi below the range.
    ftoi_min: FtoiMin {
        /// -2^(w-1).
        Full = "full",
        /// -(2^(w-1) - 1).
        Sym = "sym": "MN-D21" Unspecified
    };
    /// ALU max and min of two negative infinities.
    neginf_order: NeginfOrder {
        /// Sign-magnitude: the larger mantissa is the smaller value.
        Mag = "mag",
        /// The other way round.
        Rev = "rev": "MN-D22" Unspecified
    };
    /// lrelud and lreluo of an infinite y.
    lrelu_inf: LreluInf {
        /// Its field is decremented like any other.
        Dec = "dec",
        /// It stays.
        Inf = "inf": "MN-D23" Unspecified
    };
    /// lrelud and lreluo of a zero y.
    lrelu_zero: LreluZero {
        /// -0, by the underflow rule.
        Neg = "neg",
        /// y.
        Same = "same": "MN-D24" Unspecified
    };
    /// passa's flag in floating-point precisions.
    passa_flag: PassaFlag {
        /// All bits are 0.
        Bits = "bits",
        /// The value is zero.
        Value = "value": "MN-D25" RestsOn
    };
    /// A MAU factor with exponent field 0.
    mau_zero: MauZero {
        /// Its product is 0, without correction.
        Zero = "zero",
        /// Its mantissa bits are multiplied.
        Mantissa = "mantissa": "MN-D27" RestsOn
    };
    /// A MAU or RRN result below the smallest number that rounds up to it.
    tiny: Tiny {
        /// Rounded first.
        Round = "round",
        /// Flushed first.
        Flush = "flush": "MN-D29" RestsOn
    };
    /// A MAU product out of range beside an addend.
    product_range: ProductRange {
        /// Nothing is decided before the sum.
        Open = "open",
        /// It becomes infinity or zero.
        Checked = "checked": "MN-D30" RestsOn
    };
    /// The signed flag of integer add, sub, inc, dec on overflow.
    int_flag: IntFlag {
        /// Sign of the wrapped output.
        Wrapped = "wrapped",
        /// Sign of the true sum.
        True = "true": "MN-D33" RestsOn
    };
}

impl Default for Profile {
    fn default() -> Self {
        Self::DECIDED
    }
}
