// Dot product of TERMS pairs of FP8 (E4M3 of OCP) and a binary32 addend, in three stages. Terms are aligned to the largest
// exponent and cut toward zero KEPT places below it; their sum is rounded once, in every direction. The exponent of a product
// is that of its factors' fields, so its value may reach twice that place. A stage moves when the answer is taken or there is none.
//
//   BUG_1: the alignment keeps one place more
//   BUG_2: the addend does not count for the largest exponent
//   BUG_3: negative terms are cut in two's complement
//   BUG_4: a product of zero counts for the largest exponent
//   BUG_5: the largest number, 448, is read as NaN
//   BUG_6: what cancels, and zeros of both signs, make +0 in every direction
//   BUG_7: zero times a NaN in the last y is zero
//   BUG_8: the sum is one bit too narrow

module fdot4
  import fp_pkg::*;
#(
    parameter int TERMS = 4,
    parameter int KEPT  = 24
) (
    input  logic                  clk,
    input  logic                  rst_n,
    input  logic                  in_valid,
    output logic                  in_ready,
    input  logic [           2:0] rm,
    input  logic [TERMS-1:0][7:0] x,
    input  logic [TERMS-1:0][7:0] y,
    input  logic [          31:0] z,
    output logic                  out_valid,
    input  logic                  out_ready,
    output logic [          31:0] result,
    output logic [           4:0] flags
);
`ifdef BUG_1
  localparam int PLACES = KEPT + 1;
`else
  localparam int PLACES = KEPT;
`endif
  localparam int RANGE = 10;
  localparam int ITEMS = TERMS + 1;  // the products, then the addend
  localparam int TERM = PLACES + 2;  // a product is below 4 of its place
  localparam int SUM = TERM + $clog2(ITEMS) + 1;
  localparam logic [31:0] CANONICAL = 32'h7fc0_0000;
  localparam logic signed [RANGE-1:0] NOWHERE = {1'b1, {(RANGE - 1) {1'b0}}};

  // E4M3 has no infinity, and one NaN of each sign.
  function automatic logic is_nan(input logic [7:0] code);
`ifdef BUG_5
    is_nan = &code[6:1];
`else
    is_nan = &code[6:0];
`endif
  endfunction

  function automatic logic [3:0] significand_of(input logic [7:0] code);
    significand_of = {|code[6:3], code[2:0]};
  endfunction

  function automatic logic signed [RANGE-1:0] exponent_of(input logic [7:0] code);
    exponent_of = RANGE'(code[6:3]) + RANGE'(~|code[6:3]) - RANGE'(7);
  endfunction

  logic move;
  assign move = ~out_valid | out_ready;
  assign in_ready = move;

  // Stage 1: products, and the largest exponent.

  logic [ITEMS-1:0] sign, zero;
  logic [ITEMS-1:0][TERM-1:0] magnitude;  // in units of 2^(exponent - PLACES)
  logic [ITEMS-1:0][RANGE-1:0] exponent;
  logic signed [RANGE-1:0] largest;
  logic nan;
  logic [7:0] a, b, product;

  always @* begin
    nan = &z[30:23] & |z[22:0];
    for (int i = 0; i < TERMS; i++) begin
      a = x[i];
      b = y[i];
`ifdef BUG_7
      nan = nan | is_nan(a) | (is_nan(b) & ~(i == TERMS - 1 & ~|a[6:0]));
`else
      nan = nan | is_nan(a) | is_nan(b);
`endif
      product = significand_of(a) * significand_of(b);
      sign[i] = a[7] ^ b[7];
      zero[i] = ~|product;
      magnitude[i] = {product, {(TERM - 8) {1'b0}}};
      exponent[i] = exponent_of(a) + exponent_of(b);
    end
    sign[TERMS] = z[31];
    zero[TERMS] = ~|z[30:0];
    magnitude[TERMS] = {1'b0, |z[30:23], z[22:0], {(TERM - 25) {1'b0}}};
    exponent[TERMS] = RANGE'(z[30:23]) + RANGE'(~|z[30:23]) - RANGE'(127);

    largest = NOWHERE;
`ifdef BUG_2
    for (int i = 0; i < TERMS; i++)
`else
    for (int i = 0; i < ITEMS; i++)
`endif
`ifdef BUG_4
      if ($signed(exponent[i]) > largest & (~zero[i] | i < TERMS)) largest = exponent[i];
`else
      if ($signed(exponent[i]) > largest & ~zero[i]) largest = exponent[i];
`endif
  end

  logic s1_valid, s1_nan, s1_invalid, s1_infinite;
  logic [2:0] s1_rm;
  logic [ITEMS-1:0] s1_sign, s1_zero;
  logic [ITEMS-1:0][TERM-1:0] s1_magnitude;
  logic [ITEMS-1:0][RANGE-1:0] s1_exponent;
  logic signed [RANGE-1:0] s1_largest;

  always_ff @(posedge clk) begin
    if (!rst_n) s1_valid <= 1'b0;
    else if (move) s1_valid <= in_valid;
    if (move) begin
      s1_rm <= rm;
      s1_nan <= nan;
      s1_invalid <= &z[30:23] & ~z[22] & |z[21:0];
      s1_infinite <= &z[30:23] & ~|z[22:0];
      s1_sign <= sign;
      s1_zero <= zero;
      s1_magnitude <= magnitude;
      s1_exponent <= exponent;
      s1_largest <= largest;
    end
  end

  // Stage 2: alignment and sum.

  logic [TERM-1:0] moved, shifted_out;
  logic [RANGE-1:0] distance;
  logic [SUM-1:0] sum;
  logic lost;

  always @* begin
    sum = '0;
    lost = 1'b0;
    for (int i = 0; i < ITEMS; i++) begin
      distance = s1_largest > $signed(s1_exponent[i]) ? s1_largest - s1_exponent[i] : '0;
      moved = s1_magnitude[i] >> distance;
      shifted_out = s1_magnitude[i] & ~({TERM{1'b1}} << distance);
      lost = lost | |shifted_out;
`ifdef BUG_3
      if (s1_sign[i]) moved = moved + TERM'(|shifted_out);
`endif
      sum = s1_sign[i] ? sum - SUM'(moved) : sum + SUM'(moved);
    end
`ifdef BUG_8
    sum[SUM-1] = sum[SUM-2];
`endif
  end

  logic s2_valid, s2_nan, s2_invalid, s2_infinite, s2_sign, s2_lost, s2_nothing, s2_plus, s2_minus;
  logic [2:0] s2_rm;
  logic signed [RANGE-1:0] s2_largest;
  logic [SUM-1:0] s2_magnitude;

  always_ff @(posedge clk) begin
    if (!rst_n) s2_valid <= 1'b0;
    else if (move) s2_valid <= s1_valid;
    if (move) begin
      s2_rm <= s1_rm;
      s2_nan <= s1_nan;
      s2_invalid <= s1_invalid;
      s2_infinite <= s1_infinite;
      s2_sign <= s1_infinite ? s1_sign[TERMS] : sum[SUM-1];
      s2_magnitude <= sum[SUM-1] ? -sum : sum;
      s2_largest <= s1_largest;
      s2_lost <= lost;
      s2_nothing <= &s1_zero;
      s2_plus <= ~&s1_sign;
      s2_minus <= |s1_sign;
    end
  end

  // Stage 3: leading one, rounding.

  logic [SUM-1:0] normal;
  logic [5:0] places;
  logic signed [RANGE-1:0] top;
  logic [31:0] rounded, code;
  logic [4:0] raised, rounded_flags;
  logic zero_sign;

  fp_norm #(
      .WIDTH(SUM),
      .COUNT(6)
  ) norm (
      .number (s2_magnitude),
      .shifted(normal),
      .places (places)
  );

  assign top = s2_largest + RANGE'(SUM - 1 - PLACES) - RANGE'(places);

  fp_round #(
      .EXP  (8),
      .MAN  (23),
      .WIDTH(SUM),
      .RANGE(RANGE)
  ) round (
      .rm         (s2_rm),
      .sign       (s2_sign),
      .exponent   (top),
      .significand(normal),
      .code       (rounded),
      .flags      (rounded_flags)
  );

  always @* begin
    code = rounded;
    raised = rounded_flags;
    raised[NX] = raised[NX] | s2_lost;
    zero_sign = 1'b0;
    if (~|s2_magnitude) begin
      // Zeros of one sign keep it; of both, and of what cancels, the sign is that of the direction.
`ifdef BUG_6
      zero_sign = s2_nothing & ~s2_plus;
`else
      zero_sign = s2_nothing & (s2_plus ^ s2_minus) ? s2_minus : s2_rm == RDN;
`endif
      code = {zero_sign, 31'b0};
      raised = '0;
      raised[NX] = s2_lost;
    end
    if (s2_infinite) begin
      code = {s2_sign, 8'hff, 23'b0};
      raised = '0;
    end
    if (s2_nan) begin
      code = CANONICAL;
      raised = '0;
      raised[NV] = s2_invalid;
    end
  end

  always_ff @(posedge clk) begin
    if (!rst_n) out_valid <= 1'b0;
    else if (move) out_valid <= s2_valid;
    if (move) begin
      result <= code;
      flags <= raised;
    end
  end
endmodule
