//! The names of the fields. Where they lie and what their values mean is in the table.

macro_rules! fields {
    ($($name:ident $text:literal)*) => {
        /// A field of the machine word. The name is all that is fixed here; the table has the rest.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum Field { $($name),* }

        impl Field {
            /// All fields, in the order of the word.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its name in the table and in messages.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

fields! {
    StepActive "step_active"
    MaskEntry "mask_entry"
    MaskEnableGrf0 "mask_enable_grf0"
    MaskEnableGrf1 "mask_enable_grf1"
    MaskEnableT "mask_enable_t"
    MaskEnableLm0 "mask_enable_lm0"
    MaskEnableLm1 "mask_enable_lm1"
    TWriteEnable "t_write_enable"
    TWriteSource "t_write_source"
    Grf0WriteEnable "grf0_write_enable"
    Grf0WriteSource "grf0_write_source"
    Grf0WriteAddress "grf0_write_address"
    Grf0WriteStride "grf0_write_stride"
    Grf0WriteWidth "grf0_write_width"
    Grf0ReadAddress "grf0_read_address"
    Grf0ReadStride "grf0_read_stride"
    Grf0ReadWidth "grf0_read_width"
    Grf1WriteEnable "grf1_write_enable"
    Grf1WriteSource "grf1_write_source"
    Grf1WriteAddress "grf1_write_address"
    Grf1WriteStride "grf1_write_stride"
    Grf1WriteWidth "grf1_write_width"
    Grf1ReadAddress "grf1_read_address"
    Grf1ReadStride "grf1_read_stride"
    Grf1ReadWidth "grf1_read_width"
    Lm0WriteEnable "lm0_write_enable"
    Lm0WriteSource "lm0_write_source"
    Lm0Address "lm0_address"
    Lm0Stride "lm0_stride"
    Lm0AddressModifiers "lm0_address_modifiers"
    Lm0Width "lm0_width"
    Lm1WriteEnable "lm1_write_enable"
    Lm1WriteSource "lm1_write_source"
    Lm1Address "lm1_address"
    Lm1Stride "lm1_stride"
    Lm1AddressModifiers "lm1_address_modifiers"
    Lm1Width "lm1_width"
    MauPrecision "mau_precision"
    MauCalcEnable "mau_calc_enable"
    MauMatrixVector "mau_matrix_vector"
    MatrixWriteEnable "matrix_write_enable"
    MatrixRow "matrix_row"
    MauHalfOrMatrix2lw "mau_half_or_matrix_2lw"
    MatrixSide "matrix_side"
    MauNegateIn1 "mau_negate_in1"
    MauNegateIn2 "mau_negate_in2"
    MauNegateIn3 "mau_negate_in3"
    MauConvertIn1 "mau_convert_in1"
    MauConvertIn2 "mau_convert_in2"
    MauConvertIn3 "mau_convert_in3"
    MauSkipMultiply "mau_skip_multiply"
    MauSkipAdd "mau_skip_add"
    MauIn1 "mau_in1"
    MauIn2 "mau_in2"
    MauIn3 "mau_in3"
    AluPrecision "alu_precision"
    AluOpcode "alu_opcode"
    AluUnsigned "alu_unsigned"
    AluConvertIn1 "alu_convert_in1"
    AluConvertIn2 "alu_convert_in2"
    AluIn1 "alu_in1"
    AluIn2 "alu_in2"
    L1bmOpcode "l1bm_opcode"
    L1bmAddress "l1bm_address"
    L1bmPeOperand "l1bm_pe_operand"
}

impl Field {
    /// The field of a name.
    ///
    /// ```
    /// use semantics::mncore2::code::Field;
    /// assert_eq!(Field::of_name("alu_opcode"), Some(Field::AluOpcode));
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|f| f.name() == name)
    }
}
