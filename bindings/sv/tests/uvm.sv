// How the wrapper is used, behind stubs of UVM.

module uvm;
  import uvm_pkg::*;
  import assay_pkg::*;
  import assay_uvm_pkg::*;

  initial begin
    automatic uvm_component above = null;
    automatic uvm_phase phase = null;
    automatic assay_uvm_scoreboard board = new("board", above);
    automatic assay_item item = new("item");
    board.id = "ieee.f16.add";
    board.build_phase(phase);
    item.x.push_back(64'h3c00);
    item.x.push_back(64'h3c00);
    item.result.push_back(64'h4000);
    item.flags = 0;
    board.write(item);
    if (board.errors != 0) $display("not so: the first item is right");
    item.result[0] = 64'h4001;
    board.write(item);
    if (board.errors != 1) $display("not so: the second is not");
    item.x.push_back(0);
    board.write(item);
    if (board.errors != 2) $display("not so: the third has a word too many");
    board.report_phase(phase);
    if (board.errors != 3) $display("not so: the end is a failure");
    else $display("all well");
    $finish;
  end
endmodule
