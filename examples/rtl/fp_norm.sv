// Shifts a number's leading one to the top; 0 stays 0. Combinational.

module fp_norm #(
    parameter int WIDTH = 16,
    parameter int COUNT = 8  // bits of `places`
) (
    input  logic [WIDTH-1:0] number,
    output logic [WIDTH-1:0] shifted,
    output logic [COUNT-1:0] places
);
  always_comb begin
    places = '0;
    for (int i = 0; i < WIDTH; i++) if (number[i]) places = COUNT'(WIDTH - 1 - i);
    shifted = number << places;
  end
endmodule
