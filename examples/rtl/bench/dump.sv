// `+vcd=FILE` writes waveforms of the design, from `+from=TIME` on.

module dump;
  string vcd;
  int from;
  initial
    if ($value$plusargs("vcd=%s", vcd) != 0) begin
      if ($value$plusargs("from=%d", from) == 0) from = 0;
      #(from) $dumpfile(vcd);
      $dumpvars(0, dut);
    end
endmodule
