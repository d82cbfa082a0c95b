// Addition in three stages: f16 (EXP 5, MAN 10), bf16 (8, 7). Every rounding direction, RISC-V's flags, NaN rule and boxing.
//
// Operands and result lie in registers of FLEN bits: above the format stand ones, else the register reads as the canonical NaN.
// A stage moves when the answer is taken or there is none.
//
//   BUG_1: an exact subnormal sum raises underflow
//   BUG_2: the boxing of operands is not looked at
//   BUG_3: what alignment shifts out leaves no sticky bit for the next stage
//   BUG_4: the last stage rounds in the direction of the operands behind
//   BUG_5: a stall loses the invalid flag
//   BUG_6: x - x is +0 in every direction
//   BUG_7: to nearest, ties away (RMM), the tie just beyond the largest number stays the largest, without overflow
//   BUG_8: in a stall, stage 1 takes the invalid flag of the operands behind if stage 2 holds a bubble
//   BUG_9: a NaN result loses its box

module fadd
  import fp_pkg::*;
#(
    parameter int EXP  = 5,
    parameter int MAN  = 10,
    parameter int FLEN = 32
) (
    input  logic            clk,
    input  logic            rst_n,
    input  logic            in_valid,
    output logic            in_ready,
    input  logic [     2:0] rm,
    input  logic [FLEN-1:0] a,
    input  logic [FLEN-1:0] b,
    output logic            out_valid,
    input  logic            out_ready,
    output logic [FLEN-1:0] result,
    output logic [     4:0] flags
);
  localparam int W = EXP + MAN + 1;
  localparam int BIAS = 2 ** (EXP - 1) - 1;
  localparam int RANGE = EXP + 3;
  localparam int SUM = MAN + 5;  // carry, hidden bit, fraction, guard, round, sticky
  localparam logic [W-1:0] CANONICAL = {1'b0, {EXP{1'b1}}, 1'b1, {(MAN - 1) {1'b0}}};

  // The operand of a register.
  function automatic logic [W-1:0] unbox(input logic [FLEN-1:0] register);
`ifdef BUG_2
    unbox = register[W-1:0];
`else
    unbox = &register[FLEN-1:W] ? register[W-1:0] : CANONICAL;
`endif
  endfunction

  function automatic logic is_nan(input logic [W-1:0] x);
    is_nan = &x[W-2:MAN] & |x[MAN-1:0];
  endfunction

  function automatic logic is_infinite(input logic [W-1:0] x);
    is_infinite = &x[W-2:MAN] & ~|x[MAN-1:0];
  endfunction

  logic move;
  assign move = ~out_valid | out_ready;
  assign in_ready = move;

  // Stage 1: the larger magnitude first; NaN and infinities.

  logic [W-1:0] x, y, big, little;
  logic x_nan, y_nan, special, invalid;
  logic [W-1:0] special_code;
  logic [EXP-1:0] big_exp, little_exp;

  always @* begin
    x = unbox(a);
    y = unbox(b);
    {big, little} = x[W-2:0] >= y[W-2:0] ? {x, y} : {y, x};
    // Subnormal numbers have the exponent of the smallest normal one.
    big_exp = big[W-2:MAN] | EXP'(~|big[W-2:MAN]);
    little_exp = little[W-2:MAN] | EXP'(~|little[W-2:MAN]);
    x_nan = is_nan(x);
    y_nan = is_nan(y);
    invalid = (x_nan & ~x[MAN-1]) | (y_nan & ~y[MAN-1])
        | (is_infinite(x) & is_infinite(y) & (x[W-1] ^ y[W-1]));
    special = &big[W-2:MAN];
    special_code = x_nan | y_nan | invalid ? CANONICAL : big;
  end

  logic s1_valid, s1_special, s1_invalid, s1_sign, s1_subtract;
  logic [2:0] s1_rm;
  logic [W-1:0] s1_special_code;
  logic [EXP-1:0] s1_exp, s1_shift;
  logic [MAN:0] s1_big, s1_little;
`ifdef BUG_8
  logic s2_bubble;
`endif

  always_ff @(posedge clk) begin
    if (!rst_n) s1_valid <= 1'b0;
    else if (move) s1_valid <= in_valid;
    if (move) begin
      s1_rm <= rm;
      s1_special <= special;
      s1_invalid <= invalid;
      s1_special_code <= special_code;
      s1_sign <= big[W-1];
      s1_subtract <= big[W-1] ^ little[W-1];
      s1_exp <= big_exp;
      s1_shift <= big_exp - little_exp;
      s1_big <= {|big[W-2:MAN], big[MAN-1:0]};
      s1_little <= {|little[W-2:MAN], little[MAN-1:0]};
    end
`ifdef BUG_8
    if (~move & s2_bubble) s1_invalid <= invalid;
`endif
  end

  // Stage 2: alignment and sum.

  logic [SUM-1:0] aligned, shifted_out, sum;

  always @* begin
    aligned = {1'b0, s1_little, 3'b0} >> s1_shift;
    shifted_out = {1'b0, s1_little, 3'b0} & ~({SUM{1'b1}} << s1_shift);
`ifndef BUG_3
    aligned[0] = aligned[0] | |shifted_out;
`endif
    sum = s1_subtract ? {1'b0, s1_big, 3'b0} - aligned : {1'b0, s1_big, 3'b0} + aligned;
  end

  logic s2_valid, s2_special, s2_invalid, s2_sign, s2_subtract;
  logic [2:0] s2_rm;
  logic [W-1:0] s2_special_code;
  logic [EXP-1:0] s2_exp;
  logic [SUM-1:0] s2_sum;
`ifdef BUG_8
  assign s2_bubble = ~s2_valid;
`endif

  always_ff @(posedge clk) begin
    if (!rst_n) s2_valid <= 1'b0;
    else if (move) s2_valid <= s1_valid;
    if (move) begin
      s2_rm <= s1_rm;
      s2_special <= s1_special;
      s2_invalid <= s1_invalid;
      s2_special_code <= s1_special_code;
      s2_sign <= s1_sign;
      s2_subtract <= s1_subtract;
      s2_exp <= s1_exp;
      s2_sum <= sum;
    end
  end

  // Stage 3: leading one, rounding.

  logic [2:0] round_rm;
  logic [SUM-1:0] normal;
  logic [EXP-1:0] places;
  logic signed [RANGE-1:0] exponent;
  logic [W-1:0] rounded, code;
  logic [4:0] raised, rounded_flags;
  logic zero_sign;

`ifdef BUG_4
  assign round_rm = s1_rm;
`else
  assign round_rm = s2_rm;
`endif

  fp_norm #(
      .WIDTH(SUM),
      .COUNT(EXP)
  ) norm (
      .number (s2_sum),
      .shifted(normal),
      .places (places)
  );

  // The top of the sum is the carry's place, one above that of the larger operand.
  assign exponent = RANGE'(s2_exp) - RANGE'(BIAS) + RANGE'(1) - RANGE'(places);

  fp_round #(
      .EXP  (EXP),
      .MAN  (MAN),
      .WIDTH(SUM),
      .RANGE(RANGE)
  ) round (
      .rm         (round_rm),
      .sign       (s2_sign),
      .exponent   (exponent),
      .significand(normal),
      .code       (rounded),
      .flags      (rounded_flags)
  );

  always @* begin
    // Of opposite zeros, and of x - x, the sign is that of the direction.
`ifdef BUG_6
    zero_sign = ~s2_subtract & s2_sign;
`else
    zero_sign = s2_subtract ? round_rm == RDN : s2_sign;
`endif
    code = rounded;
    raised = rounded_flags;
`ifdef BUG_1
    if (~|rounded[W-2:MAN]) raised[UF] = 1'b1;
`endif
`ifdef BUG_7
    if (round_rm == RMM && exponent == RANGE'(BIAS) && &normal[SUM-1:3] && ~|normal[2:0]) begin
      code = {s2_sign, {(EXP - 1) {1'b1}}, 1'b0, {MAN{1'b1}}};
      raised[OF] = 1'b0;
    end
`endif
    if (~|s2_sum) begin
      code = {zero_sign, {(W - 1) {1'b0}}};
      raised = '0;
    end
    if (s2_special) begin
      code = s2_special_code;
      raised = '0;
      raised[NV] = s2_invalid;
    end
  end

  always_ff @(posedge clk) begin
    if (!rst_n) out_valid <= 1'b0;
    else if (move) out_valid <= s2_valid;
    if (move) begin
`ifdef BUG_9
      result <= {{(FLEN - W) {~is_nan(code)}}, code};
`else
      result <= {{(FLEN - W) {1'b1}}, code};
`endif
      flags <= raised;
    end
`ifdef BUG_5
    else flags[NV] <= 1'b0;
`endif
  end
endmodule
