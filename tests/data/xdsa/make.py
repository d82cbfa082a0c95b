#!/usr/bin/env python3
"""Writes the cases that other people's libraries decide: tests/golden/xdsa/onnx-*.cases and near-*.tsv beside this file.

    pip install onnx numpy
    python3 tests/data/xdsa/make.py

The draws are seeded: the same versions give the same files.
"""

from pathlib import Path
import platform
import sys

import numpy as np
import onnx

from outside import algebra, elementwise, learned, moving, near, others, planes, sums
from outside.case import File, OPSET

SEED = 20261122
HERE = Path(__file__).resolve().parent
GOLDEN = HERE.parent.parent / "golden" / "xdsa"


def versions():
    python = platform.python_version()
    return f"onnx {onnx.__version__} (opset {OPSET}), NumPy {np.__version__}, Python {python}; seed {SEED}"


def cases(name, about, fill):
    """A case file."""
    file = File(name, about, SEED)
    fill(file)
    head = f"system xdsa\n# {about}\n# Made by tests/data/xdsa/make.py with {versions()}.\n\n"
    text = head + "\n".join(file.cases)
    (GOLDEN / f"onnx-{name}.cases").write_text(text)
    print(f"{name}: {len(file.cases)} cases, {len(text)} bytes")


def rows(name, about, fill):
    """A table of results that have to be near."""
    found = near.Rows(File(name, about, SEED))
    fill(found)
    head = f"# {about}\n# Made by make.py with {versions()}.\n"
    head += "# id, what decides, table, instruction, memory, results: address, unit, units in the last place, floor, values in fp64\n"
    (HERE / f"near-{name}.tsv").write_text(head + "\n".join(found.rows) + "\n")
    print(f"near-{name}: {len(found.rows)} rows")


def main():
    np.seterr(all="ignore")
    cases("elementwise", "Element by element: exact where ONNX, NumPy or exact numbers of Python say what comes out.",
          elementwise.fill)
    cases("moving", "Elements that move: bit for bit as ONNX and NumPy move them.", moving.fill)
    cases("planes", "Moves with strides, and resampling whose weights are exact.", planes.fill)
    cases("sums", "Sums of small numbers, exact on every host, and extremes.", sums.fill)
    cases("others", "Order, creation, activations without rounding, quantised sums, random words.", others.fill)
    cases("algebra", "Linear algebra in fractions of Python, rounded once.", algebra.fill)
    rows("functions", "Functions, sums and resampling that a library finds in fp64.", near.fill)
    rows("learned", "Norms, linear algebra, recurrent cells, losses, metrics, optimisers that a library finds in fp64.", learned.fill)


if __name__ == "__main__":
    sys.exit(main())
