#!/usr/bin/env python3
"""What NumPy and ONNX Runtime take for the loads of docs/performance.md: the least of many runs, on one thread and on two.

    pip install onnx numpy onnxruntime
    python3 bench/outside/measure.py
"""

import os
import platform
import sys
import time

# NumPy's own threads are those of its matrix product.
THREADS = sys.argv[1:] or ["1", "2"]
if "MEASURED" not in os.environ:
    for count in THREADS:
        os.environ.update(MEASURED=count, OMP_NUM_THREADS=count, OPENBLAS_NUM_THREADS=count)
        os.spawnv(os.P_WAIT, sys.executable, [sys.executable, __file__])
    sys.exit()

import numpy as np
import onnx
from onnx import TensorProto, helper
import onnxruntime

COUNT = int(os.environ["MEASURED"])
SEED = 20261122


def least(run, seconds=5.0):
    """The shortest of the runs that fit into some seconds."""
    run()
    best, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - begin)
    return best


def session(operator, inputs, result, **attributes):
    """ONNX Runtime on one operator."""
    infos = [helper.make_tensor_value_info(f"i{k}", helper.np_dtype_to_tensor_dtype(x.dtype), x.shape)
             for k, x in enumerate(inputs)]
    made = [helper.make_tensor_value_info("o", result, None)]
    node = helper.make_node(operator, [info.name for info in infos], ["o"], **attributes)
    model = helper.make_model(helper.make_graph([node], "one", infos, made), ir_version=10,
                              opset_imports=[helper.make_opsetid("", 21)])
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = COUNT
    made = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    feeds = {f"i{k}": x for k, x in enumerate(inputs)}
    return lambda: made.run(None, feeds)


def convolution(x, w):
    """int8 by int8 in int32, as a matrix product of windows."""
    def run():
        padded = np.pad(x[0].astype("int32"), ((0, 0), (1, 1), (1, 1)))
        windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))
        return np.tensordot(w.astype("int32"), windows, ((1, 2, 3), (0, 3, 4)))

    return run


def main():
    draw = np.random.Generator(np.random.PCG64(SEED))
    print(f"NumPy {np.__version__}, ONNX Runtime {onnxruntime.__version__}, onnx {onnx.__version__}, "
          f"Python {platform.python_version()}, threads {COUNT}")
    x = draw.integers(-128, 128, (1, 64, 56, 56)).astype("int8")
    w = draw.integers(-128, 128, (64, 64, 3, 3)).astype("int8")
    a, b = (draw.standard_normal((256, 256), "float32") for _ in "ab")
    million = draw.standard_normal(1 << 20, "float32")
    other = draw.standard_normal(1 << 20, "float32")
    unsigned, zero = x.view("uint8"), np.uint8(0)
    loads = [
        ("int8 convolution 64x56x56, 64 filters 3x3, pad 1", convolution(x, w),
         session("ConvInteger", [unsigned, w], TensorProto.INT32, pads=[1, 1, 1, 1]), None),
        ("fp32 matrix product 256x256x256", lambda: a @ b, session("MatMul", [a, b], TensorProto.FLOAT), None),
        ("fp32 add, 2^20 elements", lambda: million + other, session("Add", [million, other], TensorProto.FLOAT), 1 << 20),
        ("fp32 exp, 2^20 elements", lambda: np.exp(million), session("Exp", [million], TensorProto.FLOAT), 1 << 20),
        ("fp32 (as fp64) exp, 2^20 elements", lambda: np.exp(million.astype("float64")).astype("float32"), None, 1 << 20),
    ]
    for name, numpy, runtime, elements in loads:
        for tool, run in (("NumPy", numpy), ("ONNX Runtime", runtime)):
            if run:
                seconds = least(run)
                rate = f", {elements / seconds / 1e6:.0f} million/s" if elements else ""
                print(f"  {name}: {tool} {seconds * 1e3:.3f} ms{rate}", flush=True)


if __name__ == "__main__":
    main()
