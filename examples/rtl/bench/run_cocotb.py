"""Builds a design and runs test_dut.py: run_cocotb.py SIMULATOR FOLDER [-DNAME[=VALUE] ...] SOURCE ... [+PLUSARG ...]"""

import sys
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

simulator, folder, *rest = sys.argv[1:]
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
