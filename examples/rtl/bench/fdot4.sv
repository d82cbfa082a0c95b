// fdot4 as the benches see it: a case of the described datapath in (x, y, z; element 0 at the top), its result out.

package shape;
  localparam int IN_BITS = 96;
  localparam int OUT_BITS = 32;

  // Operands and results by words, as the package for DPI-C takes them.
  localparam int IN_WORDS = 9;
  localparam int OUT_WORDS = 1;

  function automatic int in_width(input int i);
    in_width = i < 8 ? 8 : 32;
  endfunction

  function automatic int out_width(input int i);
    out_width = 32;
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
  // The design's element 0 is at the bottom.
  logic [3:0][7:0] x, y;
  for (genvar i = 0; i < 4; i++) begin : element
    assign x[i] = in_case[88-8*i+:8];
    assign y[i] = in_case[56-8*i+:8];
  end

  fdot4 fdot4 (
      .clk,
      .rst_n,
      .in_valid,
      .in_ready,
      .rm(in_rm),
      .x,
      .y,
      .z (in_case[31:0]),
      .out_valid,
      .out_ready,
      .result(out),
      .flags
  );
endmodule
