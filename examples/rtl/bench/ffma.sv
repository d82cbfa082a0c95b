// ffma as the benches see it: a case of `ieee.f16.fma` in, its result out. EXP and MAN are defined by who compiles.

package shape;
  localparam int IN_BITS = 3 * (`EXP + `MAN + 1);
  localparam int OUT_BITS = `EXP + `MAN + 1;

  // Operands and results by words, as the package for DPI-C takes them.
  localparam int IN_WORDS = 3;
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

  ffma #(
      .EXP(`EXP),
      .MAN(`MAN)
  ) ffma (
      .clk,
      .rst_n,
      .in_valid,
      .in_ready,
      .rm(in_rm),
      .a (in_case[3*W-1:2*W]),
      .b (in_case[2*W-1:W]),
      .c (in_case[W-1:0]),
      .out_valid,
      .out_ready,
      .result(out),
      .flags
  );
endmodule
