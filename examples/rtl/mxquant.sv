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
//   BUG_7: a subnormal number counts half where the scale is not 0
//   BUG_8: to nearest even, the lowest bit alone does not break a tie

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
  logic [31:0] candidate;
  logic special, signalling;

  always @* begin
    largest = '0;
    special = 1'b0;
    signalling = 1'b0;
    for (int i = 0; i < N; i++) begin
      candidate = x[i];
      if (i < COUNTED && candidate[30:23] > largest) largest = candidate[30:23];
`ifdef BUG_4
      if (&candidate[30:23] & |candidate[22:0]) special = 1'b1;
`else
      if (&candidate[30:23]) special = 1'b1;
`endif
      if (&candidate[30:23] & ~candidate[22] & |candidate[21:0]) signalling = 1'b1;
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

`ifdef BUG_6
  assign shared = s1_largest == 0 ? 8'h00 : s1_largest - EMAX;
`else
  assign shared = s1_largest < EMAX ? 8'h00 : s1_largest - EMAX;
`endif

  logic s2_valid, s2_special, s2_signalling;
  logic [2:0] s2_rm;
  logic [7:0] s2_scale;

  always_ff @(posedge clk) begin
    if (!rst_n) s2_valid <= 1'b0;
    else if (move) s2_valid <= s1_valid;
    if (move) begin
      s2_rm <= s1_rm;
      s2_special <= s1_special;
      s2_signalling <= s1_signalling;
      s2_scale <= shared;
    end
  end

  // Of each number stage 2 and, behind its registers, stage 3: an element rounded.

  logic [N-1:0][7:0] codes;
  logic [N-1:0][4:0] element_flags;

  for (genvar i = 0; i < N; i++) begin : element
    logic [31:0] number;
    logic [23:0] normal, s2_normal;
    logic [4:0] places, rounded_flags;
    logic signed [RANGE-1:0] exponent, s2_exponent;
    logic s2_sign, counts;
    logic [7:0] rounded;

    assign number = s1_x[i];

    fp_norm #(
        .WIDTH(24),
        .COUNT(5)
    ) norm (
        .number ({|number[30:23], number[22:0]}),
        .shifted(normal),
        .places (places)
    );

`ifdef BUG_7
    assign exponent = RANGE'(number[30:23]) + RANGE'(~|{number[30:23], shared}) - RANGE'(shared) - RANGE'(places);
`else
    assign exponent = RANGE'(number[30:23]) + RANGE'(~|number[30:23]) - RANGE'(shared) - RANGE'(places);
`endif

    always_ff @(posedge clk)
      if (move) begin
        s2_sign <= number[31];
        s2_normal <= normal;
        s2_exponent <= exponent;
      end

    fp_round #(
        .EXP     (4),
        .MAN     (3),
        .WIDTH   (24),
        .RANGE   (RANGE),
        .INFINITE(0),
        .LARGEST (LARGEST)
    ) round (
        .rm         (s2_rm),
        .sign       (s2_sign),
        .exponent   (s2_exponent),
`ifdef BUG_8
        .significand({s2_normal[23:1], s2_normal[0] & ~(s2_rm == RNE & s2_normal[19])}),
`else
        .significand(s2_normal),
`endif
        .code       (rounded),
        .flags      (rounded_flags)
    );

    // A zero keeps its sign; beside NaN there is no number.
    assign counts = |s2_normal & ~s2_special;
    assign codes[i] = counts ? rounded : {s2_sign & ~s2_special, 7'b0};
    assign element_flags[i] = counts ? rounded_flags : 5'b0;
  end

  // What any element raises. A variable of the register's block: nothing else reads it.
  logic [4:0] raised;

  always_ff @(posedge clk) begin
    if (!rst_n) out_valid <= 1'b0;
    else if (move) out_valid <= s2_valid;
    if (move) begin
      raised = '0;
      for (int i = 0; i < N; i++) raised = raised | element_flags[i];
      raised[NV] = s2_special & s2_signalling;
      scale <= s2_special ? 8'hff : s2_scale;
      elements <= codes;
      flags <= raised;
    end
`ifdef BUG_5
    else flags[OF] <= 1'b0;
`endif
  end
endmodule
