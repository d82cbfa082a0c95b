// Fused multiply-add in four stages: f16 (EXP 5, MAN 10), bf16 (8, 7). a * b + c is rounded once, in every direction, with
// RISC-V's flags and NaN rule. A stage moves when the answer is taken or there is none.
//
//   BUG_1: tininess is detected before rounding
//   BUG_2: infinity times zero beside a quiet NaN is not invalid
//   BUG_3: what alignment shifts out of the addend leaves no sticky bit for the next stage
//   BUG_4: the last stage rounds in the direction of the operands behind
//   BUG_5: a stall loses the inexact flag
//   BUG_6: a subnormal addend is aligned one place off
//   BUG_7: the carry out of the sum is lost where the product's top bit meets the addend's last one
//   BUG_8: downward, a negative tiny number that becomes the smallest normal one never underflows

module ffma
  import fp_pkg::*;
#(
    parameter int EXP = 5,
    parameter int MAN = 10,
    localparam int W = EXP + MAN + 1
) (
    input  logic         clk,
    input  logic         rst_n,
    input  logic         in_valid,
    output logic         in_ready,
    input  logic [  2:0] rm,
    input  logic [W-1:0] a,
    input  logic [W-1:0] b,
    input  logic [W-1:0] c,
    output logic         out_valid,
    input  logic         out_ready,
    output logic [W-1:0] result,
    output logic [  4:0] flags
);
  localparam int BIAS = 2 ** (EXP - 1) - 1;
  localparam int RANGE = EXP + 4;
  localparam int PRODUCT = 2 * MAN + 2;
  localparam int WIDE = 3 * MAN + 6;  // both terms are aligned in it, with their top bits at its top
  localparam logic [W-1:0] CANONICAL = {1'b0, {EXP{1'b1}}, 1'b1, {(MAN - 1) {1'b0}}};

  function automatic logic is_nan(input logic [W-1:0] x);
    is_nan = &x[W-2:MAN] & |x[MAN-1:0];
  endfunction

  function automatic logic is_signalling(input logic [W-1:0] x);
    is_signalling = is_nan(x) & ~x[MAN-1];
  endfunction

  function automatic logic is_infinite(input logic [W-1:0] x);
    is_infinite = &x[W-2:MAN] & ~|x[MAN-1:0];
  endfunction

  function automatic logic is_zero(input logic [W-1:0] x);
    is_zero = ~|x[W-2:0];
  endfunction

  // The exponent of a number's hidden bit; subnormal numbers have that of the smallest normal one.
  function automatic logic signed [RANGE-1:0] exponent_of(input logic [W-1:0] x);
    exponent_of = RANGE'(x[W-2:MAN]) + RANGE'(~|x[W-2:MAN]) - RANGE'(BIAS);
  endfunction

  function automatic logic [MAN:0] significand_of(input logic [W-1:0] x);
    significand_of = {|x[W-2:MAN], x[MAN-1:0]};
  endfunction

  logic move;
  assign move = ~out_valid | out_ready;
  assign in_ready = move;

  // Stage 1: product; NaN and infinities.

  logic product_sign, times_zero, opposite, nan, invalid, special;
  logic [W-1:0] special_code;
  logic [MAN:0] a_normal, b_normal;
  logic [EXP-1:0] a_places, b_places;

  fp_norm #(
      .WIDTH(MAN + 1),
      .COUNT(EXP)
  ) norm_a (
      .number (significand_of(a)),
      .shifted(a_normal),
      .places (a_places)
  );

  fp_norm #(
      .WIDTH(MAN + 1),
      .COUNT(EXP)
  ) norm_b (
      .number (significand_of(b)),
      .shifted(b_normal),
      .places (b_places)
  );

  always @* begin
    product_sign = a[W-1] ^ b[W-1];
    nan = is_nan(a) | is_nan(b) | is_nan(c);
    times_zero = (is_infinite(a) & is_zero(b)) | (is_zero(a) & is_infinite(b));
    opposite = (is_infinite(a) | is_infinite(b)) & is_infinite(c) & (product_sign ^ c[W-1]) & ~nan;
    invalid = is_signalling(a) | is_signalling(b) | is_signalling(c) | opposite;
`ifdef BUG_2
    invalid = invalid | (times_zero & ~is_nan(c));
`else
    invalid = invalid | times_zero;
`endif
    special = &a[W-2:MAN] | &b[W-2:MAN] | &c[W-2:MAN];
    special_code = {is_infinite(c) ? c[W-1] : product_sign, {EXP{1'b1}}, {MAN{1'b0}}};
    if (nan | times_zero | opposite) special_code = CANONICAL;
  end

  logic s1_valid, s1_special, s1_invalid, s1_product_sign, s1_addend_sign, s1_product_zero, s1_addend_zero;
  logic [2:0] s1_rm;
  logic [W-1:0] s1_special_code;
  logic signed [RANGE-1:0] s1_product_exp, s1_addend_exp;
  logic [PRODUCT-1:0] s1_product;
  logic [MAN:0] s1_addend;

  always_ff @(posedge clk) begin
    if (!rst_n) s1_valid <= 1'b0;
    else if (move) s1_valid <= in_valid;
    if (move) begin
      s1_rm <= rm;
      s1_special <= special;
      s1_invalid <= invalid;
      s1_special_code <= special_code;
      s1_product_sign <= product_sign;
      s1_addend_sign <= c[W-1];
      s1_product_zero <= is_zero(a) | is_zero(b);
      s1_addend_zero <= is_zero(c);
      // Of the top bit: the product of two numbers below 2 is below 4.
      s1_product_exp <= exponent_of(a) - RANGE'(a_places) + exponent_of(b) - RANGE'(b_places) + RANGE'(1);
      s1_product <= a_normal * b_normal;
`ifdef BUG_6
      s1_addend_exp <= RANGE'(c[W-2:MAN]) - RANGE'(BIAS);
`else
      s1_addend_exp <= exponent_of(c);
`endif
      s1_addend <= significand_of(c);
    end
  end

  // Stage 2: the term with the smaller exponent goes down.

  logic product_first;
  logic signed [RANGE-1:0] distance;
  logic [WIDE-1:0] product, addend, first, second, moved, shifted_out;

  always @* begin
    product = {s1_product, {(WIDE - PRODUCT) {1'b0}}};
    addend = {s1_addend, {(WIDE - MAN - 1) {1'b0}}};
    product_first = s1_addend_zero | (~s1_product_zero & s1_product_exp >= s1_addend_exp);
    {first, second} = product_first ? {product, addend} : {addend, product};
    distance = product_first ? s1_product_exp - s1_addend_exp : s1_addend_exp - s1_product_exp;
    // A zero is nowhere.
    if (s1_addend_zero | s1_product_zero) distance = '0;
    moved = second >> distance;
    shifted_out = second & ~({WIDE{1'b1}} << distance);
`ifdef BUG_3
    moved[0] = moved[0] | (|shifted_out & ~product_first);
`else
    moved[0] = moved[0] | |shifted_out;
`endif
  end

  logic s2_valid, s2_special, s2_invalid, s2_first_sign, s2_second_sign;
  logic [2:0] s2_rm;
  logic [W-1:0] s2_special_code;
  logic signed [RANGE-1:0] s2_exp;
  logic [WIDE-1:0] s2_first, s2_second;
`ifdef BUG_7
  logic s2_meets_last;
`endif

  always_ff @(posedge clk) begin
    if (!rst_n) s2_valid <= 1'b0;
    else if (move) s2_valid <= s1_valid;
    if (move) begin
      s2_rm <= s1_rm;
      s2_special <= s1_special;
      s2_invalid <= s1_invalid;
      s2_special_code <= s1_special_code;
      s2_first_sign <= product_first ? s1_product_sign : s1_addend_sign;
      s2_second_sign <= product_first ? s1_addend_sign : s1_product_sign;
      s2_exp <= product_first ? s1_product_exp : s1_addend_exp;
      s2_first <= first;
      s2_second <= moved;
`ifdef BUG_7
      s2_meets_last <= ~product_first && distance == RANGE'(MAN);
`endif
    end
  end

  // Stage 3: sum or difference of the magnitudes.

  logic subtract, negative;
  logic [WIDE:0] sum;

  always @* begin
    subtract = s2_first_sign ^ s2_second_sign;
    negative = subtract & s2_first < s2_second;
    sum = {1'b0, s2_first} + {1'b0, s2_second};
`ifdef BUG_7
    if (s2_meets_last) sum[WIDE] = 1'b0;
`endif
    if (subtract) sum = negative ? {1'b0, s2_second} - {1'b0, s2_first} : {1'b0, s2_first} - {1'b0, s2_second};
  end

  logic s3_valid, s3_special, s3_invalid, s3_sign, s3_subtract;
  logic [2:0] s3_rm;
  logic [W-1:0] s3_special_code;
  logic signed [RANGE-1:0] s3_exp;
  logic [WIDE:0] s3_sum;

  always_ff @(posedge clk) begin
    if (!rst_n) s3_valid <= 1'b0;
    else if (move) s3_valid <= s2_valid;
    if (move) begin
      s3_rm <= s2_rm;
      s3_special <= s2_special;
      s3_invalid <= s2_invalid;
      s3_special_code <= s2_special_code;
      s3_sign <= s2_first_sign ^ negative;
      s3_subtract <= subtract;
      s3_exp <= s2_exp;
      s3_sum <= sum;
    end
  end

  // Stage 4: leading one, rounding.

  logic [2:0] round_rm;
  logic [WIDE:0] normal;
  logic [EXP:0] places;
  logic signed [RANGE-1:0] exponent;
  logic [W-1:0] rounded, code;
  logic [4:0] raised, rounded_flags;

`ifdef BUG_4
  assign round_rm = s2_rm;
`else
  assign round_rm = s3_rm;
`endif

  fp_norm #(
      .WIDTH(WIDE + 1),
      .COUNT(EXP + 1)
  ) norm (
      .number (s3_sum),
      .shifted(normal),
      .places (places)
  );

  assign exponent = s3_exp + RANGE'(1) - RANGE'(places);

  fp_round #(
      .EXP(EXP),
      .MAN(MAN),
`ifdef BUG_1
      .TININESS_BEFORE(1),
`endif
      .WIDTH(WIDE + 1),
      .RANGE(RANGE)
  ) round (
      .rm         (round_rm),
      .sign       (s3_sign),
      .exponent   (exponent),
      .significand(normal),
      .code       (rounded),
      .flags      (rounded_flags)
  );

  always @* begin
    code = rounded;
    raised = rounded_flags;
`ifdef BUG_8
    if (round_rm == RDN && s3_sign && |rounded[W-2:MAN]) raised[UF] = 1'b0;
`endif
    if (~|s3_sum) begin
      // Of opposite zeros, and of x - x, the sign is that of the direction.
      code = {s3_subtract ? round_rm == RDN : s3_sign, {(W - 1) {1'b0}}};
      raised = '0;
    end
    if (s3_special) begin
      code = s3_special_code;
      raised = '0;
      raised[NV] = s3_invalid;
    end
  end

  always_ff @(posedge clk) begin
    if (!rst_n) out_valid <= 1'b0;
    else if (move) out_valid <= s3_valid;
    if (move) begin
      result <= code;
      flags <= raised;
    end
`ifdef BUG_5
    else flags[NX] <= 1'b0;
`endif
  end
endmodule
