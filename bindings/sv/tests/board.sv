// A small adder in binary16 that is right for zeros alone, and what the package says of it.

module board;
  import assay_pkg::*;

  int failed = 0;

  task automatic is(bit so, string what);
    if (!so) begin
      $display("not so: %s", what);
      failed++;
    end
  endtask

  initial begin
    automatic assay_op add = new("ieee.f16.add", "rm=rne");
    automatic assay_op fma = new("ieee.f32.fma", "rm=rup");
    automatic assay_op unit = new("silicon.nvidia.hopper.mma.k8.tf32.tf32.f32");
    automatic assay_op convert = new("cvt.f32.f16");
    automatic assay_scoreboard right = new("ieee.f16.mul");
    automatic assay_scoreboard wrong = new("ieee.f16.mul");
    automatic longint unsigned hit, reachable;
    automatic int cases;

    is(add.check(64'h3c00, 64'h3c00, 64'h4000, 0), "1 + 1 is 2");
    is(!add.check(64'h3c00, 64'h3c00, 64'h4001, 0), "1 + 1 is not the next of 2");
    is(add.text() != "", "a mismatch has words");
    is(!add.check(64'h3c00, 64'h0001, 64'h3c00, 0), "1 + 2^-24 is inexact");
    add.policy = ASSAY_NO_FLAGS;
    is(add.check(64'h3c00, 64'h0001, 64'h3c00, 0), "flags are not compared");
    add.policy = ASSAY_ANY_NAN;
    is(add.check(64'h7c00, 64'hfc00, 64'hfe01, 8'h10), "any quiet NaN");
    add.policy = 0;
    is(!add.check(64'h7c00, 64'hfc00, 64'hfe01, 8'h10), "another NaN");

    is(fma.eval(64'h3f800000, 64'h3f800000, 64'h00800000) == 64'h3f800001, "up");
    is(fma.flags() == 1, "inexact");
    is(fma.eval(64'h3f800000, 64'h3f800000, 64'h00800000, 1) == 64'h3f800000, "toward zero by frm");
    is(fma.check3(64'h3f800000, 64'h3f800000, 64'h00800000, 64'h3f800001, 1), "check3");
    is(convert.check1(64'h3f800000, 64'h3c00, 0), "check1");

    is(unit.words() == 17 && unit.outs() == 1 && unit.flag_bits() == 0, "shapes");
    is(unit.bits(16) == 32 && unit.bits(17) == 0 && unit.bits(-1) == 0, "bits of operand words");
    is(convert.bits() == 32 && convert.out_bits() == 16 && convert.out_bits(1) == 0, "bits of result words");
    for (int i = 0; i < 17; i++) unit.put(i, 64'h3f800000);
    unit.evaluate();
    is(unit.out() == 64'h41100000, "eight products and an addend");
    is(unit.explain() != "", "steps");

    right.op.draw("model");
    while (right.op.next()) begin
      right.op.evaluate();
      right.op.put_result(0, right.op.out());
      is(right.put(right.op.flags()), "the reference is right");
      cases++;
    end
    right.op.covered(hit, reachable);
    is(cases > 100 && hit == reachable, "the models are covered");
    is(right.report(), "PASS");

    is(!wrong.report(), "nothing was checked");
    void'(wrong.write(64'h3c00, 64'h3c00, 64'h3c00, 0));
    void'(wrong.write(64'h3c00, 64'h4000, 64'h3c00, 0));
    is(wrong.checked == 2 && wrong.mismatched == 1, "counts");
    is(!wrong.report(), "FAIL");

    add.close();
    if (failed == 0) $display("all well");
    $finish;
  end
endmodule
