// Vectors of `assay gen --format memh`, a file for each rounding direction, asked in turns that are drawn; `assay check` judges what is written.
//
// In the folder lie rne.memh and rne.svh, rtz.memh, ...; the answers go to rne.answers, ..., lines of the same form. It stops behind
// the first answer that is not the file's, since that is what `check` will say; `+all` goes on, `+most=N` asks N cases.

module memh;
  import shape::*;

  `include "rne.svh"
  `include "rtz.svh"
  `include "rdn.svh"
  `include "rup.svh"
  `include "rmm.svh"
  `include "rto.svh"

  function automatic int larger(input int a, input int b);
    larger = a > b ? a : b;
  endfunction

  localparam int MODES = 6;
  localparam int DEPTH = larger(larger(RNE_COUNT, RTZ_COUNT), larger(larger(RDN_COUNT, RUP_COUNT), larger(RMM_COUNT, RTO_COUNT)));
  localparam int LINE = IN_BITS + OUT_BITS + 8;

  logic clk, taken, answered, has_case;
  logic [2:0] case_rm;
  logic [15:0] drawing;
  logic [IN_BITS-1:0] case_in;
  logic [OUT_BITS-1:0] out;
  logic [4:0] flags;

  traffic traffic (.*);

  logic [LINE-1:0] mem[0:MODES*DEPTH-1];
  logic [LINE-1:0] line;
  int count[0:MODES-1], next[0:MODES-1], file[0:MODES-1];
  int most;
  bit all;

  // The questions that wait for an answer.
  logic [2:0] rms[0:63];
  logic [IN_BITS-1:0] cases[0:63];
  logic [OUT_BITS+7:0] right[0:63];
  int tail, head;

  task automatic load(input int mode, input string name, input int lines, input int width);
    string path;
    path = {name, ".memh"};
    if (lines > DEPTH || width != LINE) fatal({path, ": other lines than those of this design"});
    $readmemh(path, mem, mode * DEPTH, mode * DEPTH + lines - 1);
    for (int i = 0; i < lines; i++)
      if (^mem[mode*DEPTH+i] === 1'bx)
        fatal($sformatf("%s: no vector %0d of the %0d that %s.svh says: the file is cut", path, i + 1, lines, name));
    count[mode] = lines;
    next[mode] = 0;
    file[mode] = $fopen({name, ".answers"}, "w");
    if (file[mode] == 0) fatal({name, ".answers cannot be written"});
  endtask

  task automatic fatal(input string why);
    $display("RTL BROKEN %s", why);
    $fatal(1);
  endtask

  initial begin
    load(0, "rne", RNE_COUNT, RNE_WIDTH);
    load(1, "rtz", RTZ_COUNT, RTZ_WIDTH);
    load(2, "rdn", RDN_COUNT, RDN_WIDTH);
    load(3, "rup", RUP_COUNT, RUP_WIDTH);
    load(4, "rmm", RMM_COUNT, RMM_WIDTH);
    load(5, "rto", RTO_COUNT, RTO_WIDTH);
    tail = 0;
    head = 0;
    all = $test$plusargs("all") != 0;
    if ($value$plusargs("most=%d", most) == 0) most = MODES * DEPTH;
    case_rm = 0;
    drawing = 16'h1d0c;
    choose();
  end

  // A direction that has a case left. They are drawn, some more often than others, so that cases of different kinds meet: in turn,
  // neighbours would be the same case in another direction.
  task automatic choose;
    has_case = 0;
    repeat (3) drawing = {drawing[14:0], drawing[15] ^ drawing[13] ^ drawing[12] ^ drawing[10]};
    case_rm = drawing[2:0] < 3'(MODES) ? drawing[2:0] : drawing[2:0] - 3'(MODES);
    for (int i = 0; i < MODES; i++)
      if (!has_case && tail < most) begin
        case_rm = case_rm == 3'(MODES - 1) ? 3'd0 : case_rm + 3'd1;
        has_case = next[case_rm] < count[case_rm];
      end
    line = mem[int'(case_rm)*DEPTH+next[case_rm]];
    case_in = line[LINE-1-:IN_BITS];
  endtask

  always @(posedge clk) begin
    if (answered) begin
      $fdisplay(file[rms[head%64]], "%h", {cases[head%64], out, 3'b0, flags});
      head = head + 1;
      if (!all && {out, 3'b0, flags} !== right[(head-1)%64]) begin
        $display("RTL STOP case=%0d", head);
        $finish;
      end
    end
    if (taken) begin
      rms[tail%64] = case_rm;
      cases[tail%64] = case_in;
      right[tail%64] = line[OUT_BITS+7:0];
      tail = tail + 1;
      next[case_rm] = next[case_rm] + 1;
      #1 choose();
    end
    if (traffic.over()) begin
      $display("RTL DONE cases=%0d", head);
      $finish;
    end
  end
endmodule
