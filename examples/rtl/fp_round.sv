// A number that is not 0, rounded to a format of EXP exponent and MAN fraction bits. Combinational.
//
// The number is `significand / 2^(WIDTH-1) * 2^exponent`: its leading one is at the top, its last bit is sticky. Tiny is what
// would be below the smallest normal number if the exponent had no limit: by the rounded number, or, with TININESS_BEFORE, by
// the number itself. Beyond LARGEST it overflows: to infinity where there is one, else to LARGEST.

module fp_round
  import fp_pkg::*;
#(
    parameter int EXP = 5,
    parameter int MAN = 10,
    parameter int WIDTH = 16,
    parameter int RANGE = 16,  // bits of `exponent`
    parameter bit TININESS_BEFORE = 0,
    parameter bit INFINITE = 1,
    parameter logic [EXP+MAN-1:0] LARGEST = {{(EXP - 1) {1'b1}}, 1'b0, {MAN{1'b1}}}
) (
    input  logic        [      2:0] rm,
    input  logic                    sign,
    input  logic signed [RANGE-1:0] exponent,
    input  logic        [WIDTH-1:0] significand,
    output logic        [EXP+MAN:0] code,
    output logic        [      4:0] flags
);
  localparam int BIAS = 2 ** (EXP - 1) - 1;
  localparam int LOST = WIDTH - MAN - 1;  // bits below the last kept one

  logic signed [RANGE-1:0] field, lower, above;
  logic [WIDTH-1:0] placed, fallen;
  logic low, half, rest, half_unlimited, rest_unlimited, carries, tiny, inexact, beyond, infinite;
  logic [EXP+MAN:0] kept, rounded;

  always @* begin
    // Below the normal numbers the last place stays where it is: the number is shifted to it.
    field = exponent + RANGE'(BIAS);
    low = field < 1;
    lower = low ? RANGE'(1) - field : '0;
    above = field - RANGE'(1);
    if (lower > RANGE'(MAN + 3)) lower = RANGE'(MAN + 3);
    placed = significand >> lower;
    fallen = significand & ~({WIDTH{1'b1}} << lower);

    half = placed[LOST-1];
    rest = |(placed & ~({WIDTH{1'b1}} << (LOST - 1))) | |fallen;
    inexact = half | rest;
    // The hidden bit counts as one of the field: a number of field 1 that has it, has it by itself.
    kept = (EXP + MAN + 1)'(placed[WIDTH-1:LOST]);
    if (!low) kept = kept + ((EXP + MAN + 1)'(above) << MAN);
    rounded = kept + (EXP + MAN + 1)'(round_up(rm, sign, placed[LOST], half, rest));

    half_unlimited = significand[LOST-1];
    rest_unlimited = |(significand & ~({WIDTH{1'b1}} << (LOST - 1)));
    carries = &(significand >> LOST | ~({WIDTH{1'b1}} >> LOST))
        & round_up(rm, sign, significand[LOST], half_unlimited, rest_unlimited);
    tiny = low & ~(field == 0 & carries & ~TININESS_BEFORE);

    beyond = field >= RANGE'(2 ** EXP) || rounded > (EXP + MAN + 1)'(LARGEST);
    flags = '0;
    flags[NX] = inexact | beyond;
    flags[UF] = tiny & inexact;
    flags[OF] = beyond;
    code = {sign, rounded[EXP+MAN-1:0]};
    infinite = INFINITE & to_infinity(rm, sign);
    if (beyond) code = {sign, LARGEST + (EXP + MAN)'(infinite)};
  end
endmodule
