// Assay in SystemVerilog: operations, a scoreboard, coverage and draws over DPI-C (assay_dpi.c, libassay).
//
//     import assay_pkg::*;
//     assay_op op = new("ieee.f16.add", "rm=rne");
//     if (!op.check(a, b, result, flags)) $error("%s", op.text());

package assay_pkg;

  import "DPI-C" function chandle assay_dpi_open(input string id, input string options);
  import "DPI-C" function int assay_dpi_is_open(input chandle handle);
  import "DPI-C" function string assay_dpi_text(input chandle handle);
  import "DPI-C" function void assay_dpi_close(input chandle handle);
  import "DPI-C" function int assay_dpi_words(input chandle handle);
  import "DPI-C" function int assay_dpi_outs(input chandle handle);
  import "DPI-C" function int assay_dpi_flag_bits(input chandle handle);
  import "DPI-C" function int assay_dpi_bits(input chandle handle, input int index);
  import "DPI-C" function int assay_dpi_out_bits(input chandle handle, input int index);
  import "DPI-C" function int assay_dpi_put(input chandle handle, input int index, input longint unsigned word);
  import "DPI-C" function int assay_dpi_put_found(input chandle handle, input int index, input longint unsigned word);
  import "DPI-C" function longint unsigned assay_dpi_x(input chandle handle, input int index);
  import "DPI-C" function longint unsigned assay_dpi_out(input chandle handle, input int index);
  import "DPI-C" function byte unsigned assay_dpi_flags(input chandle handle);
  import "DPI-C" function int assay_dpi_evaluate(input chandle handle, input int frm);
  import "DPI-C" function int assay_dpi_scalar(input chandle handle, input int frm, input longint unsigned a,
                                               input longint unsigned b, input longint unsigned c,
                                               output longint unsigned out);
  import "DPI-C" function int assay_dpi_compare(input chandle handle, input byte unsigned flags, input int has_flags,
                                                input int policy);
  import "DPI-C" function int assay_dpi_explain(input chandle handle);
  import "DPI-C" function int assay_dpi_cover(input chandle handle);
  import "DPI-C" function int assay_dpi_covered(input chandle handle, input int holes, output longint unsigned hit,
                                                output longint unsigned reachable);
  import "DPI-C" function int assay_dpi_draw(input chandle handle, input string kind, input longint unsigned count,
                                             input longint unsigned seed, input string shard);
  import "DPI-C" function int assay_dpi_next(input chandle handle);

  // What a call says (assay.h).
  localparam int ASSAY_OK = 0;
  localparam int ASSAY_DIFFERS = 1;

  // Bits of a policy: which other results count as right.
  localparam int ASSAY_SKIP_OPEN = 1;
  localparam int ASSAY_ANY_NAN = 2;
  localparam int ASSAY_ANY_INTEGER = 4;
  localparam int ASSAY_NO_FLAGS = 8;

  // The operation's own rounding, in the place of a number of RISC-V's frm.
  localparam int ASSAY_OWN_ROUNDING = -1;

  // An operation under a choice of options.
  class assay_op;
    local chandle handle;
    // What other results count as right in `check`.
    int policy = 0;

    function new(string id, string options = "");
      handle = assay_dpi_open(id, options);
      if (assay_dpi_is_open(handle) == 0) $fatal(1, "%s", assay_dpi_text(handle));
    endfunction

    // The last words: why a call failed, what `check` found, the text of `explain` and of `covered`.
    function string text();
      return assay_dpi_text(handle);
    endfunction

    // Frees what stands behind it; nothing is called afterwards.
    function void close();
      assay_dpi_close(handle);
    endfunction

    // Words of 64 bits of all operands, of all results; bits of flags (0, 1, 5).
    function int words();
      return assay_dpi_words(handle);
    endfunction

    function int outs();
      return assay_dpi_outs(handle);
    endfunction

    function int flag_bits();
      return assay_dpi_flag_bits(handle);
    endfunction

    // Bits of a word of the operands, of the results.
    function int bits(int index = 0);
      return assay_dpi_bits(handle, index);
    endfunction

    function int out_bits(int index = 0);
      return assay_dpi_out_bits(handle, index);
    endfunction

    // Puts a word of the operands, or of the design's result, for the calls without operands below.
    function void put(int index, longint unsigned word);
      if (assay_dpi_put(handle, index, word) == 0) $fatal(1, "operand word %0d: right is 0 to %0d", index, words() - 1);
    endfunction

    function void put_result(int index, longint unsigned word);
      if (assay_dpi_put_found(handle, index, word) == 0) $fatal(1, "result word %0d: right is 0 to %0d", index, outs() - 1);
    endfunction

    // Operand and result words of the case.
    function longint unsigned x(int index = 0);
      return assay_dpi_x(handle, index);
    endfunction

    function longint unsigned out(int index = 0);
      return assay_dpi_out(handle, index);
    endfunction

    function byte unsigned flags();
      return assay_dpi_flags(handle);
    endfunction

    // Evaluates the words that were put; `out` and `flags` have the result.
    function void evaluate(int frm = ASSAY_OWN_ROUNDING);
      if (assay_dpi_evaluate(handle, frm) != ASSAY_OK) $fatal(1, "%s", text());
    endfunction

    // Evaluates an operation on at most three scalars; `flags` has its flags.
    function longint unsigned eval(longint unsigned a, longint unsigned b = 0, longint unsigned c = 0,
                                   int frm = ASSAY_OWN_ROUNDING);
      longint unsigned made;
      if (assay_dpi_scalar(handle, frm, a, b, c, made) != ASSAY_OK)
        $fatal(1, "%s", text() != "" ? text() : "the operation is not one on at most three scalars: put, evaluate, out");
      return made;
    endfunction

    // Whether the words that were put are the right result. Else `text` says what is wrong.
    function bit check_put(byte unsigned raised, bit has_flags = 1);
      int status;
      status = assay_dpi_compare(handle, raised, has_flags ? 1 : 0, policy);
      if (status != ASSAY_OK && status != ASSAY_DIFFERS) $fatal(1, "%s", text());
      return status == ASSAY_OK;
    endfunction

    // The same of an operation on one, two or three scalars.
    function bit check1(longint unsigned a, longint unsigned result, byte unsigned raised);
      arity(1);
      put(0, a);
      put_result(0, result);
      return check_put(raised);
    endfunction

    function bit check(longint unsigned a, longint unsigned b, longint unsigned result, byte unsigned raised);
      arity(2);
      put(0, a);
      put(1, b);
      put_result(0, result);
      return check_put(raised);
    endfunction

    function bit check3(longint unsigned a, longint unsigned b, longint unsigned c, longint unsigned result,
                        byte unsigned raised);
      arity(3);
      put(0, a);
      put(1, b);
      put(2, c);
      put_result(0, result);
      return check_put(raised);
    endfunction

    local function void arity(int found);
      if (words() != found || outs() != 1)
        $fatal(1, "%0d operand words and one result: right are %0d and %0d", found, words(), outs());
    endfunction

    // The steps of the case that was put.
    function string explain();
      if (assay_dpi_explain(handle) != ASSAY_OK) $fatal(1, "%s", text());
      return text();
    endfunction

    // Counts the case that was put towards the coverage models.
    function void cover_put();
      if (assay_dpi_cover(handle) != ASSAY_OK) $fatal(1, "%s", text());
    endfunction

    // Goals hit, and goals that can be reached; `text` has the report of `assay cover`.
    function void covered(output longint unsigned hit, output longint unsigned reachable, input int holes = 10);
      if (assay_dpi_covered(handle, holes, hit, reachable) != ASSAY_OK)
        $fatal(1, "%s", text() != "" ? text() : "no case was counted");
    endfunction

    // Draws the cases of `assay gen`: corner, random, model or exhaustive.
    function void draw(string kind, longint unsigned count = 65536, longint unsigned seed = 0, string shard = "");
      if (assay_dpi_draw(handle, kind, count, seed, shard) != ASSAY_OK) $fatal(1, "%s", text());
    endfunction

    // Puts the next case that was drawn; 0 behind the last.
    function bit next();
      return assay_dpi_next(handle) != 0;
    endfunction
  endclass

  // Counts what a design answers, and says at the end whether all was right.
  class assay_scoreboard;
    assay_op op;
    longint unsigned checked = 0;
    longint unsigned mismatched = 0;
    // The most mismatches that are printed.
    int unsigned most = 10;

    function new(string id, string options = "", int policy = 0);
      op = new(id, options);
      op.policy = policy;
    endfunction

    // A case and the design's result, put into `op` before. 1 where it is right.
    function bit put(byte unsigned flags, bit has_flags = 1);
      bit right;
      right = op.check_put(flags, has_flags);
      checked++;
      op.cover_put();
      if (!right) begin
        mismatched++;
        if (mismatched <= 64'(most)) $display("%s", op.text());
      end
      return right;
    endfunction

    // The same of one, two or three scalars and a result.
    function bit write1(longint unsigned a, longint unsigned result, byte unsigned flags);
      op.put(0, a);
      op.put_result(0, result);
      return put(flags);
    endfunction

    function bit write(longint unsigned a, longint unsigned b, longint unsigned result, byte unsigned flags);
      op.put(1, b);
      return write1(a, result, flags);
    endfunction

    function bit write3(longint unsigned a, longint unsigned b, longint unsigned c, longint unsigned result,
                        byte unsigned flags);
      op.put(2, c);
      return write(a, b, result, flags);
    endfunction

    // The last word: 1 where at least one case was checked and all were right.
    function bit report();
      longint unsigned hit, reachable;
      if (checked == 0) begin
        $display("ASSAY FAIL checked=0: nothing was checked");
        return 0;
      end
      op.covered(hit, reachable, 0);
      $display("ASSAY %s checked=%0d mismatched=%0d goals=%0d of=%0d", mismatched == 0 ? "PASS" : "FAIL", checked,
               mismatched, hit, reachable);
      return mismatched == 0;
    endfunction
  endclass

endpackage
