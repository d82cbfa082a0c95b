// The scoreboard of bindings/sv over DPI-C: draws the cases of the model set, in a rounding direction that is drawn for each, and judges
// every answer as it comes. The operation is `+op=`, its other options `+options=`, the set `+cover=` (model), `+most=N` asks N cases.
// An operation whose words are not the design's is refused.

module dpi;
  import assay_pkg::*;
  import shape::*;

  localparam int MODES = 6;

  logic clk, taken, answered, has_case;
  logic [2:0] case_rm;
  logic [15:0] drawing;
  logic [IN_BITS-1:0] case_in;
  logic [OUT_BITS-1:0] out;
  logic [4:0] flags;

  traffic traffic (.*);

  // A direction above the operands.
  typedef logic [IN_BITS+2:0] question;

  // As many as a direction has codes: Verilator 5.006 takes no index beyond an array of objects.
  assay_op drawn[8];
  assay_scoreboard boards[8];
  question asked[$];
  int answers = 0;
  int questions = 0;
  int most;

  function automatic string direction(int mode);
    case (mode)
      0: return "rne";
      1: return "rtz";
      2: return "rdn";
      3: return "rup";
      4: return "rna";
      default: return "rto";
    endcase
  endfunction

  // Bits of each operand word and of each result word: of an operation, and of the design.
  function automatic string bits_of(assay_op op);
    bits_of = "";
    for (int i = 0; i < op.words(); i++) bits_of = {bits_of, $sformatf("%0d ", op.bits(i))};
    bits_of = {bits_of, "->"};
    for (int i = 0; i < op.outs(); i++) bits_of = {bits_of, $sformatf(" %0d", op.out_bits(i))};
  endfunction

  function automatic string own_bits();
    own_bits = "";
    for (int i = 0; i < IN_WORDS; i++) own_bits = {own_bits, $sformatf("%0d ", in_width(i))};
    own_bits = {own_bits, "->"};
    for (int i = 0; i < OUT_WORDS; i++) own_bits = {own_bits, $sformatf(" %0d", out_width(i))};
  endfunction

  // Another operation's cases would be cut to the design's words, and the design blamed.
  task automatic fit(string id, assay_op op);
    if (bits_of(op) == own_bits()) return;
    $display("RTL BROKEN +op=%s: bits of its words are %s; right is an operation of the design's, %s", id, bits_of(op),
             own_bits());
    $fatal(1);
  endtask

  initial begin
    string id, options, set, all;
    longint unsigned count;
    if ($value$plusargs("op=%s", id) == 0) $fatal(1, "no +op=ID");
    if ($value$plusargs("options=%s", options) == 0) options = "";
    if ($value$plusargs("cover=%s", set) == 0) set = "model";
    if ($value$plusargs("count=%d", count) == 0) count = 0;
    for (int mode = 0; mode < MODES; mode++) begin
      all = {"rm=", direction(mode), options == "" ? "" : " ", options};
      drawn[mode] = new(id, all);
      if (mode == 0) fit(id, drawn[mode]);
      drawn[mode].draw(set, count);
      boards[mode] = new(id, all);
    end
    if ($value$plusargs("most=%d", most) == 0) most = 32'h7fff_ffff;
    case_rm = 0;
    drawing = 16'h1d0c;
    choose();
  end

  // A direction that has a case left. They are drawn, some more often than others, so that cases of different kinds meet: in turn,
  // neighbours would be the same case in another direction.
  task automatic choose();
    has_case = 0;
    repeat (3) drawing = {drawing[14:0], drawing[15] ^ drawing[13] ^ drawing[12] ^ drawing[10]};
    case_rm = drawing[2:0] < 3'(MODES) ? drawing[2:0] : drawing[2:0] - 3'(MODES);
    for (int i = 0; i < MODES; i++)
      if (!has_case && questions < most) begin
        case_rm = case_rm == 3'(MODES - 1) ? 3'd0 : case_rm + 3'd1;
        has_case = drawn[case_rm].next();
      end
    questions += int'(has_case);
    if (has_case)
      for (int i = 0; i < IN_WORDS; i++)
        case_in = case_in << in_width(i) | IN_BITS'(drawn[case_rm].x(i));
  endtask

  // With an exit code, but where a waveform is written: `$fatal` would cut it.
  task automatic leave(bit right);
    if (!right && !$test$plusargs("vcd")) $fatal(0);
    $finish;
  endtask

  // Words lie packed, the first at the top: `rest` bits are below the one at hand.
  task automatic judge(question q);
    automatic assay_scoreboard board = boards[q[IN_BITS+:3]];
    automatic int rest = IN_BITS;
    for (int i = 0; i < IN_WORDS; i++) begin
      rest -= in_width(i);
      board.op.put(i, 64'(q >> rest) & (64'd1 << in_width(i)) - 64'd1);
    end
    rest = OUT_BITS;
    for (int i = 0; i < OUT_WORDS; i++) begin
      rest -= out_width(i);
      board.op.put_result(i, 64'(out >> rest) & (64'd1 << out_width(i)) - 64'd1);
    end
    answers++;
    if (!board.put({3'b0, flags})) begin
      $display("RTL FAIL case=%0d rm=%s", answers, direction(int'(q[IN_BITS+:3])));
      leave(0);
    end
  endtask

  // All boards have checked something, and nothing differed.
  task automatic finish();
    automatic bit right = 1;
    for (int mode = 0; mode < MODES; mode++) right &= boards[mode].report();
    $display("RTL %s cases=%0d", right ? "PASS" : "FAIL", answers);
    leave(right);
  endtask

  always @(posedge clk) begin
    if (answered && asked.size() != 0) judge(asked.pop_front());
    if (taken) begin
      asked.push_back({case_rm, case_in});
      #1 choose();
    end
    if (traffic.over()) finish();
  end
endmodule
