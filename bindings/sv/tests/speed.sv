// How long a call through DPI-C takes: +cases=N.

module speed;
  import assay_pkg::*;

  initial begin
    automatic assay_op fma = new("ieee.f32.fma");
    automatic int cases = 1000000;
    automatic longint unsigned x = 64'h9e3779b97f4a7c15, sum = 0;
    void'($value$plusargs("cases=%d", cases));
    for (int i = 0; i < cases; i++) begin
      x = x * 64'd6364136223846793005 + 64'd1442695040888963407;
      sum ^= fma.eval(x >> 32, x & 64'hffffffff, (x >> 16) & 64'hffffffff);
    end
    $display("%0d cases, xor %h", cases, sum);
    $finish;
  end
endmodule
