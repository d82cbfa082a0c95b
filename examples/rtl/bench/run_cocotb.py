"""Builds a design and runs test_dut.py on it.

usage: ASSAY_OP=ID [ASSAY_OPTIONS='NAME=VALUE ...'] run_cocotb.py SIMULATOR FOLDER [-DNAME[=VALUE] ...] SOURCE ... [+PLUSARG ...]

SIMULATOR is icarus or verilator, FOLDER where it is built, and a VALUE a whole number. The exit code is 0 where the design is right,
1 where it is not, 2 where this is not how it was called, 3 where cocotb is not there.
"""

import os
import re
import sys
from pathlib import Path

SIMULATORS = ("icarus", "verilator")


def refuse(why):
    """Ends with what is wrong and what would be right."""
    print(f"run_cocotb.py: {why}\n\n{__doc__}", end="", file=sys.stderr)
    sys.exit(2)


if len(sys.argv) < 4:
    refuse(f"{len(sys.argv) - 1} arguments")
simulator, folder, *rest = sys.argv[1:]
if simulator not in SIMULATORS:
    refuse(f"there is no simulator `{simulator}`")
if not os.environ.get("ASSAY_OP"):
    refuse("ASSAY_OP is not set")
for one in rest:
    if one.startswith("-") and not re.fullmatch(r"-D\w+(=[0-9]+)?", one):
        refuse(f"`{one}` is neither -DNAME nor -DNAME=NUMBER")
    if one[:1] not in ("-", "+") and not Path(one).is_file():
        refuse(f"there is no file `{one}`")
if all(one[:1] in ("-", "+") for one in rest):
    refuse("there is no SOURCE")

try:  # Behind the refusals, which need no cocotb.
    from cocotb_tools.check_results import get_results
    from cocotb_tools.runner import get_runner
except ModuleNotFoundError as lacks:
    print(f"run_cocotb.py: {lacks}\n  right: pip install cocotb", file=sys.stderr)
    sys.exit(3)

here = Path(__file__).parent
defines = {name: int(value or 1) for name, _, value in (one[2:].partition("=") for one in rest if one.startswith("-D"))}
runner = get_runner(simulator)
icarus = simulator == "icarus"
runner.build(
    sources=[one for one in rest if one[0] not in "-+"],
    hdl_toplevel="dut",
    build_dir=folder,
    defines=defines,
    build_args=["-s", "dump"] if icarus else ["-Wno-fatal", "-Wno-lint"],
    timescale=("1ns", "1ns"),
    always=True,
)


def with_waveform(commands=runner._test_command if icarus else None):
    """cocotb 2.0 tells vvp to write FST or nothing."""
    return [["-vcd" if word == "-none" else word for word in command] for command in commands()]


if icarus and any(one.startswith("+vcd=") for one in rest):
    runner._test_command = with_waveform
results = runner.test(
    test_module="test_dut",
    hdl_toplevel="dut",
    test_dir=here,
    plusargs=[one for one in rest if one.startswith("+")],
    results_xml=str(Path(folder).absolute() / "results.xml"),
)
tests, failed = get_results(results)
sys.exit(failed > 0 or tests == 0)
