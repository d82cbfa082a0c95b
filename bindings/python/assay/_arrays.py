"""Arrays as codes, and codes as arrays."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple, Optional

import numpy as np

# The dtype that has a format's codes.
DTYPES = {
    "f16": "float16", "f32": "float32", "f64": "float64", "bf16": "bfloat16",
    "e4m3fn": "float8_e4m3fn", "e5m2": "float8_e5m2", "e4m3fnuz": "float8_e4m3fnuz", "e5m2fnuz": "float8_e5m2fnuz",
    "e8m0": "float8_e8m0fnu", "e3m2fn": "float6_e3m2fn", "e2m3fn": "float6_e2m3fn", "e2m1fn": "float4_e2m1fn",
    "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "bool": "bool",
}


class Operand(NamedTuple):
    """What an operand or a result is made of."""

    name: str
    format: str
    bits: int
    elements: int


def dtype_of(name: str) -> Optional[np.dtype[Any]]:
    """The dtype of a format; those of ml_dtypes where that is loaded."""
    own = DTYPES.get(name)
    if own is None:
        return None
    if hasattr(np, own):
        return np.dtype(getattr(np, own))
    other = getattr(sys.modules.get("ml_dtypes"), own, None)
    return None if other is None else np.dtype(other)


def unsigned(bits: int) -> np.dtype[Any]:
    """The narrowest unsigned integers that hold so many bits."""
    return np.dtype(np.uint8 if bits <= 8 else np.uint16 if bits <= 16 else np.uint32 if bits <= 32 else np.uint64)


class Given(NamedTuple):
    """An operand's codes, and whether they came as numbers."""

    codes: np.ndarray[Any, Any]
    numbers: bool


def given(value: Any, shape: Operand, what: str) -> Given:
    """Codes of an array: unsigned integers as they are, the format's own dtype by its bits."""
    plain = not isinstance(value, (np.ndarray, np.generic))
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{what} `{shape.name}` is masked\n  right: an array without a mask")
    try:
        array = np.asarray(value)
    except OverflowError:
        array = np.asarray(value, dtype=object)
    except ValueError as why:
        raise ValueError(f"{what} `{shape.name}` is no array: {why}") from None
    right = DTYPES.get(shape.format)
    if plain and array.dtype.kind in "iO":
        array = integers(array, shape, what)
    kind, name = array.dtype.kind, array.dtype.name
    if kind == "u" and array.dtype.itemsize <= 8 and name != right and name.startswith("uint") and name != "uint4":
        return Given(native(array), False)
    if name == right:
        array = native(array)
        return Given(np.ascontiguousarray(array).view(unsigned(8 * array.dtype.itemsize)).reshape(array.shape), True)
    numbers = f"{right}, or " if right else ""
    raise TypeError(
        f"{what} `{shape.name}` has the format {shape.format}, the array is {name}\n"
        f"  right: {numbers}unsigned integers as codes of {shape.bits} bits"
    )


def integers(array: np.ndarray[Any, Any], shape: Operand, what: str) -> np.ndarray[Any, Any]:
    """Python's integers as codes."""
    flat = array.reshape(-1).tolist()
    for code in flat:
        if not isinstance(code, int):
            raise TypeError(f"{what} `{shape.name}` holds {type(code).__name__}\n  right: arrays of numbers")
        if not 0 <= code < 1 << shape.bits:
            raise ValueError(f"{what} `{shape.name}` holds {code:#x}\n  right: codes of {shape.bits} bits")
    return np.array(flat, dtype=unsigned(shape.bits)).reshape(array.shape)


def native(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """In this machine's order of bytes."""
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def cases_of(codes: np.ndarray[Any, Any], shape: Operand, what: str) -> tuple[int, ...]:
    """The cases of an operand: all its axes, of a block all but the last."""
    if shape.elements == 1:
        return codes.shape
    if codes.ndim == 0 or codes.shape[-1] != shape.elements:
        raise ValueError(
            f"{what} `{shape.name}` has the shape {codes.shape}\n  right: a last axis of {shape.elements} elements"
        )
    return codes.shape[:-1]


def spread(codes: np.ndarray[Any, Any], cases: tuple[int, ...], shape: Operand) -> np.ndarray[Any, Any]:
    """An operand of so many cases, one code behind the other."""
    full = cases if shape.elements == 1 else (*cases, shape.elements)
    return np.require(np.broadcast_to(codes, full), requirements=["C", "A"]).reshape(-1)


def unmixed(all: list[Given], shapes: list[Operand], what: str) -> None:
    """Refuses codes beside numbers: which of both an integer is would be a guess."""
    if not any(one.numbers for one in all):
        return
    for one, shape in zip(all, shapes):
        dtype = dtype_of(shape.format)
        if not one.numbers and dtype is not None and dtype.kind not in "iub":
            raise TypeError(
                f"{what} `{shape.name}` is of integers, which are codes, beside numbers\n"
                f"  right: {dtype} for all, or codes for all"
            )


def gathered(
    values: tuple[Any, ...], shapes: list[Operand], what: str
) -> tuple[list[np.ndarray[Any, Any]], tuple[int, ...], bool]:
    """Codes of all operands, the shape of their cases, and whether some came as numbers."""
    all = [given(value, shape, what) for value, shape in zip(values, shapes)]
    unmixed(all, shapes, what)
    own = [cases_of(one.codes, shape, what) for one, shape in zip(all, shapes)]
    try:
        cases = np.broadcast_shapes(*own)
    except ValueError:
        raise ValueError(
            f"{what}s of the shapes {', '.join(map(str, own))}\n  right: shapes that NumPy broadcasts"
        ) from None
    codes = [spread(one.codes, cases, shape) for one, shape in zip(all, shapes)]
    return codes, cases, any(one.numbers for one in all)


def shaped(codes: np.ndarray[Any, Any], cases: tuple[int, ...], shape: Operand, numbers: bool) -> Any:
    """Codes as an array of cases; as numbers where a dtype has the format."""
    dtype = dtype_of(shape.format) if numbers else None
    if dtype is not None and dtype.itemsize == codes.dtype.itemsize:
        codes = codes.view(dtype)
    return codes.reshape(cases if shape.elements == 1 else (*cases, shape.elements))[()]
