"""Bit-exact floating-point operations, formats and machines over NumPy arrays."""

from ._assay import __version__
from ._formats import Format, format
from ._machine import Machine, machine
from ._op import Op, Operand, Result, op
from ._report import Accuracy, Coverage, Explanation, Identified, Report
from ._design import diff, identify

__all__ = [
    "Accuracy", "Coverage", "Explanation", "Format", "Identified", "Machine", "Op", "Operand", "Report", "Result", "__version__", "diff",
    "format", "identify", "machine", "op",
]
