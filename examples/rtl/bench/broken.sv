// No design: fdot4, called `whole`, behind a port that does wrong by the twentieth case. Every bench must refuse each define.

module fdot4 (
    input  logic            clk,
    input  logic            rst_n,
    input  logic            in_valid,
    output logic            in_ready,
    input  logic [     2:0] rm,
    input  logic [3:0][7:0] x,
    input  logic [3:0][7:0] y,
    input  logic [    31:0] z,
    output logic            out_valid,
    input  logic            out_ready,
    output logic [    31:0] result,
    output logic [     4:0] flags
);
  logic ready, valid, takes, now, was, late, stalled;
  logic [31:0] right;
  logic [ 5:0] answers;

  whole whole (
      .clk,
      .rst_n,
      .in_valid,
      .in_ready (ready),
      .rm,
      .x,
      .y,
      .z,
      .out_valid(valid),
      .out_ready(takes),
      .result   (right),
      .flags
  );

  // The twentieth answer; that and all behind it.
  assign now = valid & answers == 6'd20;
  assign late = valid & answers >= 6'd20;

  always_ff @(posedge clk)
    if (!rst_n) begin
      answers <= '0;
      was <= 1'b0;
      stalled <= 1'b0;
    end else begin
      was <= was | (now & out_ready);
      stalled <= out_valid & ~out_ready;
      if (valid & takes & ~answers[5]) answers <= answers + 6'd1;
`ifdef DIES
      if (now) $fatal(1, "the design died");
`endif
    end

`ifdef UNREADY
  assign in_ready = answers < 6'd20 ? ready : 1'bx;
`else
  assign in_ready = ready;
`endif

`ifdef UNKNOWN
  assign result = now ? 'x : right;
`elsif CHANGES
  // Right when it is taken, another one before.
  assign result = late & ~out_ready ? ~right : right;
`else
  assign result = right;
`endif

`ifdef DEAD
  assign out_valid = 1'b0;
`elsif LOSES
  assign out_valid = valid & ~now;
`elsif TAKES_BACK
  assign out_valid = valid & ~(late & stalled);
`else
  assign out_valid = valid;
`endif

`ifdef DEAD
  assign takes = 1'b0;
`elsif LOSES
  assign takes = out_ready | now;
`elsif TWICE
  assign takes = out_ready & (~now | was);
`elsif TAKES_BACK
  assign takes = out_ready & out_valid;
`else
  assign takes = out_ready;
`endif
endmodule
