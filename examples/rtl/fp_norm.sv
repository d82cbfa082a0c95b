// Shifts a number's leading one to the top; 0 stays 0. Combinational.

module fp_norm #(
    parameter int WIDTH = 16,
    parameter int COUNT = 8  // bits of `places`
) (
    input  logic [WIDTH-1:0] number,
    output logic [WIDTH-1:0] shifted,
    output logic [COUNT-1:0] places
);
  function automatic logic [COUNT-1:0] zeros_above(input logic [WIDTH-1:0] bits);
    zeros_above = '0;
    for (int i = 0; i < WIDTH; i++) if (bits[i]) zeros_above = COUNT'(WIDTH - 1 - i);
  endfunction

  assign places  = zeros_above(number);
  assign shifted = number << places;
endmodule
