// fadd as the benches see it: a case of `ieee.f16.add` in, its result out. EXP and MAN are defined by who compiles.

package shape;
  localparam int IN_BITS = 2 * (`EXP + `MAN + 1);
  localparam int OUT_BITS = `EXP + `MAN + 1;

  // Operands and results by words, as the package for DPI-C takes them.
  localparam int IN_WORDS = 2;
  localparam int OUT_WORDS = 1;

  function automatic int in_width(input int i);
    in_width = OUT_BITS;
  endfunction

  function automatic int out_width(input int i);
    out_width = OUT_BITS;
  endfunction
endpackage

module dut
  import shape::*;
(
    input  logic                clk,
    input  logic                rst_n,
    input  logic                in_valid,
    output logic                in_ready,
    input  logic [         2:0] in_rm,
    input  logic [ IN_BITS-1:0] in_case,
    output logic                out_valid,
    input  logic                out_ready,
    output logic [OUT_BITS-1:0] out,
    output logic [         4:0] flags
);
  localparam int W = OUT_BITS;
  localparam logic [W-1:0] CANONICAL = {1'b0, {`EXP{1'b1}}, 1'b1, {(`MAN - 1) {1'b0}}};
  localparam logic [W-1:0] ONE = {2'b00, {(`EXP - 1) {1'b1}}, {`MAN{1'b0}}};
  localparam logic [W-1:0] SIGNALLING = {1'b1, {`EXP{1'b1}}, {(`MAN - 1) {1'b0}}, 1'b1};

  // The canonical NaN comes as a register that is not boxed: with 1 in it, below ones but the lowest or below zeros.
  function automatic logic [31:0] boxed(input logic [W-1:0] x, input logic zeros);
    boxed = {{(32 - W) {1'b1}}, x};
    if (x == CANONICAL) boxed = {zeros ? {(32 - W) {1'b0}} : {{(31 - W) {1'b1}}, 1'b0}, ONE};
  endfunction

  logic [31:0] result;

  fadd #(
      .EXP(`EXP),
      .MAN(`MAN)
  ) fadd (
      .clk,
      .rst_n,
      .in_valid,
      .in_ready,
      .rm(in_rm),
      .a (boxed(in_case[2*W-1:W], in_case[0])),
      .b (boxed(in_case[W-1:0], in_case[W])),
      .out_valid,
      .out_ready,
      .result,
      .flags
  );

  // Every result must be boxed, NaN too, though who reads a register that is not boxed finds NaN: one without its box is shown as a
  // signalling NaN, which is right nowhere.
  assign out = &result[31:W] ? result[W-1:0] : SIGNALLING;
endmodule
