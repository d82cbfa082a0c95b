// What the wrapper uses of UVM, by name alone, so that it is compiled here. It does nothing.

package uvm_pkg;
  class uvm_phase;
  endclass

  class uvm_object;
    function new(string name = "");
    endfunction
  endclass

  class uvm_sequence_item extends uvm_object;
    function new(string name = "");
      super.new(name);
    endfunction
  endclass

  class uvm_component extends uvm_object;
    int errors = 0;

    function new(string name, uvm_component parent);
      super.new(name);
      if (parent != null) $display("parent");
    endfunction

    virtual function void build_phase(uvm_phase phase);
      if (phase != null) $display("phase");
    endfunction

    virtual function void report_phase(uvm_phase phase);
      if (phase != null) $display("phase");
    endfunction

    function void uvm_report_error(string id, string message);
      errors++;
      $display("UVM_ERROR [%s] %s", id, message);
    endfunction
  endclass

  class uvm_scoreboard extends uvm_component;
    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction
  endclass

  // Items come to the scoreboard's `write`; Verilator 5.006 calls no member of a class parameter, so the test calls it.
  class uvm_analysis_imp #(type T = int, type IMP = int);
    function new(string name, IMP imp);
      if (name == "" || imp == null) $display("no name");
    endfunction
  endclass
endpackage
