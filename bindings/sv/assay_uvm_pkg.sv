// The scoreboard as a component of UVM: an analysis export that takes items with operands, result and flags. Define ASSAY_UVM where UVM is at hand.

`ifdef ASSAY_UVM
package assay_uvm_pkg;
  import uvm_pkg::*;
  import assay_pkg::*;

  // A case and what the design answered, a word an element.
  class assay_item extends uvm_sequence_item;
    longint unsigned x[$];
    longint unsigned result[$];
    byte unsigned flags;
    bit has_flags = 1;

    function new(string name = "assay_item");
      super.new(name);
    endfunction
  endclass

  class assay_uvm_scoreboard extends uvm_scoreboard;
    uvm_analysis_imp #(assay_item, assay_uvm_scoreboard) item_export;
    assay_scoreboard board;

    // Set before the build phase.
    string id;
    string options = "";
    int policy = 0;

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    function void build_phase(uvm_phase phase);
      super.build_phase(phase);
      item_export = new("item_export", this);
      board = new(id, options, policy);
      board.most = 0;
    endfunction

    function void write(assay_item item);
      if (item.x.size() != board.op.words() || item.result.size() != board.op.outs()) begin
        uvm_report_error("ASSAY", $sformatf("%0d operand words and %0d result words: right are %0d and %0d", item.x.size(),
                                            item.result.size(), board.op.words(), board.op.outs()));
        return;
      end
      foreach (item.x[i]) board.op.put(i, item.x[i]);
      foreach (item.result[i]) board.op.put_result(i, item.result[i]);
      if (!board.put(item.flags, item.has_flags)) uvm_report_error("ASSAY", board.op.text());
    endfunction

    function void report_phase(uvm_phase phase);
      if (!board.report()) uvm_report_error("ASSAY", "the design is not the reference");
    endfunction
  endclass
endpackage
`endif
