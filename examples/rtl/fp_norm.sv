// Shifts a number's leading one to the top, by halves. 0 stays 0, and its `places` mean nothing. Combinational.

module fp_norm #(
    parameter int WIDTH = 16,
    parameter int COUNT = 8  // bits of `places`
) (
    input  logic [WIDTH-1:0] number,
    output logic [WIDTH-1:0] shifted,
    output logic [COUNT-1:0] places
);
  always @* begin
    shifted = number;
    places = '0;
    for (int k = COUNT - 1; k >= 0; k--)
      if (2 ** k < WIDTH && ~|(shifted >> (WIDTH - 2 ** k))) begin
        shifted = shifted << 2 ** k;
        places[k] = 1'b1;
      end
  end
endmodule
