// What all designs share: rounding directions, exception flags, and the one question of rounding.

package fp_pkg;
  // RISC-V's numbers; RTO (to odd) is ours.
  localparam logic [2:0] RNE = 3'd0;
  localparam logic [2:0] RTZ = 3'd1;
  localparam logic [2:0] RDN = 3'd2;
  localparam logic [2:0] RUP = 3'd3;
  localparam logic [2:0] RMM = 3'd4;
  localparam logic [2:0] RTO = 3'd5;

  // Bits of fflags.
  localparam int NX = 0;
  localparam int UF = 1;
  localparam int OF = 2;
  localparam int DZ = 3;
  localparam int NV = 4;

  // Whether a magnitude becomes the next one: `lsb` is its last kept bit, `half` the first lost one, `rest` whether
  // anything below it is lost.
  function automatic logic round_up(input logic [2:0] rm, input logic sign, input logic lsb, input logic half,
                                    input logic rest);
    case (rm)
      RNE:     round_up = half & (rest | lsb);
      RDN:     round_up = sign & (half | rest);
      RUP:     round_up = ~sign & (half | rest);
      RMM:     round_up = half;
      RTO:     round_up = ~lsb & (half | rest);
      default: round_up = 1'b0;
    endcase
  endfunction

  // Whether a number beyond the largest one becomes infinite.
  function automatic logic to_infinity(input logic [2:0] rm, input logic sign);
    case (rm)
      RNE, RMM: to_infinity = 1'b1;
      RDN:      to_infinity = sign;
      RUP:      to_infinity = ~sign;
      default:  to_infinity = 1'b0;
    endcase
  endfunction
endpackage
