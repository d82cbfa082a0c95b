// The traffic of a pipeline: gives the design the bench's cases with gaps, takes its answers with stalls, and watches that it
// answers at all, no more than was asked, without X, and that an answer stays as it is until it is taken.
//
// A gap's operands are X. Of 64 cycles 32 have neither gaps nor stalls. `+vcd=FILE` writes the last cycles before case number
// `+until=N` is answered.

module traffic
  import shape::*;
(
    input  logic                has_case,
    input  logic [         2:0] case_rm,
    input  logic [ IN_BITS-1:0] case_in,
    output logic                clk,
    output logic                taken,      // the case is the design's now
    output logic                answered,
    output logic [OUT_BITS-1:0] out,
    output logic [         4:0] flags
);
  localparam int PATIENCE = 1000;  // cycles without anything
  localparam int QUIET = 64;  // cycles behind the last answer
  localparam int BEFORE = 32;  // cases before the one that a waveform is about

  logic rst_n, go, out_ready, in_valid, in_ready, out_valid;
  logic [2:0] in_rm;
  logic [IN_BITS-1:0] in_case;
  logic [15:0] random;
  int asked, answers, waiting, cycles, until_case;
  logic [OUT_BITS+4:0] offered;  // the answer in front of a stall
  string vcd;
  bit dumps, dumping, stalled;

  assign in_valid = has_case & go;
  assign in_rm = in_valid ? case_rm : 'x;
  assign in_case = in_valid ? case_in : 'x;
  assign taken = rst_n & in_valid & in_ready;
  assign answered = rst_n & out_valid & out_ready;

  dut dut (.*);

  initial begin
    clk = 1'b0;
    rst_n = 1'b0;
    go = 1'b0;
    out_ready = 1'b1;
    random = 16'hace1;
    asked = 0;
    answers = 0;
    waiting = 0;
    cycles = 0;
    dumping = 0;
    stalled = 0;
    until_case = 0;
    // Here, since Verilator 5.006 puts it behind a $dumpvars of the same block.
    dumps = $value$plusargs("vcd=%s", vcd) != 0;
    if (dumps) $dumpfile(vcd);
    if ($value$plusargs("until=%d", until_case) == 0) until_case = 0;
    #42 rst_n = 1'b1;
  end

  always #5 clk = ~clk;

  task automatic fail(input string why);
    $display("RTL FAIL case=%0d asked=%0d: %s", answers + 1, asked, why);
    $finish;
  endtask

  always @(posedge clk)
    if (rst_n) begin
      cycles <= cycles + 1;
      random <= {random[14:0], random[15] ^ random[13] ^ random[12] ^ random[10]};
      if (taken | ~go) go <= cycles[5] | |random[1:0];
      out_ready <= cycles[5] | random[7];
      if (taken) asked <= asked + 1;
      if (answered) answers <= answers + 1;
      waiting <= taken | answered ? 0 : waiting + 1;
      stalled <= out_valid & ~out_ready;
      offered <= {out, flags};
      if (dumps & ~dumping && answers + BEFORE >= until_case) begin
        dumping <= 1;
        $dumpvars(0, traffic);
      end
      if ((in_ready ^ out_valid) === 1'bx) fail("in_ready or out_valid is X");
      else if (stalled && !out_valid) fail("the answer is taken back in a stall");
      else if (stalled && {out, flags} !== offered) fail("the answer changes in a stall");
      else if (answered && answers == asked) fail("an answer that nothing asked for");
      else if (answered && ^{out, flags} === 1'bx) fail("the answer has X");
      else if (waiting == PATIENCE && (has_case || answers != asked))
        fail($sformatf("no answer for %0d cycles", PATIENCE));
    end

  // Everything was asked and answered, and nothing came behind it.
  function automatic bit over();
    over = !has_case && asked != 0 && asked == answers && waiting >= QUIET;
  endfunction
endmodule
