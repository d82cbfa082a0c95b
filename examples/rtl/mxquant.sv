// A block of N binary32 numbers, quantised to MXFP8 (E4M3, OCP MX 1.0, 6.3) in three stages: the scale is the largest exponent
// less that of the elements' largest number; elements are rounded in every direction and saturate. A NaN or an infinity makes
// the whole block NaN: scale ff, elements 0. A stage moves when the answer is taken or there is none.
//
//   BUG_1: the largest exponent of elements is taken one too low
//   BUG_2: the last number does not count for the scale
//   BUG_3: what rounds beyond 448 becomes NaN in place of 448
//   BUG_4: an infinity does not make the block NaN
//   BUG_5: a stall loses the overflow flag
//   BUG_6: the scale of a block of small numbers wraps around

module mxquant
  import fp_pkg::*;
#(
    parameter int N = 32
) (
    input  logic               clk,
    input  logic               rst_n,
    input  logic               in_valid,
    output logic               in_ready,
    input  logic [        2:0] rm,
    input  logic [N-1:0][31:0] x,
    output logic               out_valid,
    input  logic               out_ready,
    output logic [        7:0] scale,
    output logic [ N-1:0][7:0] elements,
    output logic [        4:0] flags
);
  localparam int RANGE = 10;
`ifdef BUG_1
  localparam logic [7:0] EMAX = 8'd7;
`else
  localparam logic [7:0] EMAX = 8'd8;
`endif
`ifdef BUG_2
  localparam int COUNTED = N - 1;
`else
  localparam int COUNTED = N;
`endif
`ifdef BUG_3
  localparam logic [6:0] LARGEST = 7'h7f;
`else
  localparam logic [6:0] LARGEST = 7'h7e;
`endif

  logic move;
  assign move = ~out_valid | out_ready;
  assign in_ready = move;

  // Stage 1: the largest exponent field; NaN and infinities.

  logic [7:0] largest;
  logic [31:0] number;
  logic special, signalling;

  always @* begin
    largest = '0;
    special = 1'b0;
    signalling = 1'b0;
    for (int i = 0; i < N; i++) begin
      number = x[i];
      if (i < COUNTED && number[30:23] > largest) largest = number[30:23];
`ifdef BUG_4
      if (&number[30:23] & |number[22:0]) special = 1'b1;
`else
      if (&number[30:23]) special = 1'b1;
`endif
      if (&number[30:23] & ~number[22] & |number[21:0]) signalling = 1'b1;
    end
  end

  logic s1_valid, s1_special, s1_signalling;
  logic [2:0] s1_rm;
  logic [7:0] s1_largest;
  logic [N-1:0][31:0] s1_x;

  always_ff @(posedge clk) begin
    if (!rst_n) s1_valid <= 1'b0;
    else if (move) s1_valid <= in_valid;
    if (move) begin
      s1_rm <= rm;
      s1_special <= special;
      s1_signalling <= signalling;
      s1_largest <= largest;
      s1_x <= x;
    end
  end

  // Stage 2: the scale; numbers relative to it, leading ones at the top.

  logic [7:0] shared;
  logic [31:0] aligned;
  logic [N-1:0] sign;
  logic [N-1:0][23:0] normal;
  logic [N-1:0][4:0] places;
  logic [N-1:0][RANGE-1:0] exponent;

  always @* begin
`ifdef BUG_6
    shared = s1_largest == 0 ? 8'h00 : s1_largest - EMAX;
`else
    shared = s1_largest < EMAX ? 8'h00 : s1_largest - EMAX;
`endif
    for (int i = 0; i < N; i++) begin
      aligned = s1_x[i];
      sign[i] = aligned[31];
      exponent[i] = RANGE'(aligned[30:23]) + RANGE'(~|aligned[30:23]) - RANGE'(shared) - RANGE'(places[i]);
    end
  end

  logic s2_valid, s2_special, s2_signalling;
  logic [2:0] s2_rm;
  logic [7:0] s2_scale;
  logic [N-1:0] s2_sign;
  logic [N-1:0][23:0] s2_normal;
  logic [N-1:0][RANGE-1:0] s2_exponent;

  always_ff @(posedge clk) begin
    if (!rst_n) s2_valid <= 1'b0;
    else if (move) s2_valid <= s1_valid;
    if (move) begin
      s2_rm <= s1_rm;
      s2_special <= s1_special;
      s2_signalling <= s1_signalling;
      s2_scale <= shared;
      s2_sign <= sign;
      s2_normal <= normal;
      s2_exponent <= exponent;
    end
  end

  // Stage 3: every element rounded.

  logic [N-1:0][7:0] rounded, codes;
  logic [N-1:0][4:0] rounded_flags;
  logic [4:0] raised;

  for (genvar i = 0; i < N; i++) begin : element
    fp_norm #(
        .WIDTH(24),
        .COUNT(5)
    ) norm (
        .number ({|s1_x[i][30:23], s1_x[i][22:0]}),
        .shifted(normal[i]),
        .places (places[i])
    );

    fp_round #(
        .EXP     (4),
        .MAN     (3),
        .WIDTH   (24),
        .RANGE   (RANGE),
        .INFINITE(0),
        .LARGEST (LARGEST)
    ) round (
        .rm         (s2_rm),
        .sign       (s2_sign[i]),
        .exponent   ($signed(s2_exponent[i])),
        .significand(s2_normal[i]),
        .code       (rounded[i]),
        .flags      (rounded_flags[i])
    );
  end

  always @* begin
    raised = '0;
    codes = '0;
    for (int i = 0; i < N; i++)
    if (~s2_special) begin
      codes[i] = |s2_normal[i] ? rounded[i] : {s2_sign[i], 7'b0};
      if (|s2_normal[i]) raised = raised | rounded_flags[i];
    end
    raised[NV] = s2_special & s2_signalling;
  end

  always_ff @(posedge clk) begin
    if (!rst_n) out_valid <= 1'b0;
    else if (move) out_valid <= s2_valid;
    if (move) begin
      scale <= s2_special ? 8'hff : s2_scale;
      elements <= codes;
      flags <= raised;
    end
`ifdef BUG_5
    else flags[OF] <= 1'b0;
`endif
  end
endmodule
