// mxquant as the benches see it: a case of `mx.fp8e4m3.quantize` in (element 0 at the top), scale and elements out.

package shape;
  localparam int IN_BITS = 1024;
  localparam int OUT_BITS = 264;

  // Operands and results by words, as the package for DPI-C takes them.
  localparam int IN_WORDS = 32;
  localparam int OUT_WORDS = 33;

  function automatic int in_width(input int i);
    in_width = 32;
  endfunction

  function automatic int out_width(input int i);
    out_width = 8;
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
  function automatic logic [31:0][31:0] numbers(input logic [IN_BITS-1:0] packed_in);
    for (int i = 0; i < 32; i++) numbers[i] = packed_in[992-32*i+:32];
  endfunction

  logic [31:0][31:0] x;
  logic [31:0][7:0] elements;
  assign x = numbers(in_case);
  for (genvar i = 0; i < 32; i++) begin : element
    assign out[248-8*i+:8] = elements[i];
  end

  mxquant mxquant (
      .clk,
      .rst_n,
      .in_valid,
      .in_ready,
      .rm(in_rm),
      .x,
      .out_valid,
      .out_ready,
      .scale(out[263:256]),
      .elements,
      .flags
  );
endmodule
