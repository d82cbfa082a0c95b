//! NumPy's arrays as codes, and back.

use crate::wrong;
use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::prelude::*;
use vectors::registry::{Codes, CodesMut, Plan, Shape};

/// Codes in an array of one dimension, one behind the other.
#[derive(FromPyObject)]
pub(crate) enum Held<'py> {
    U8(PyReadonlyArray1<'py, u8>),
    U16(PyReadonlyArray1<'py, u16>),
    U32(PyReadonlyArray1<'py, u32>),
    U64(PyReadonlyArray1<'py, u64>),
}

impl Held<'_> {
    fn codes(&self) -> PyResult<Codes<'_>> {
        Ok(match self {
            Self::U8(own) => Codes::U8(own.as_slice()?),
            Self::U16(own) => Codes::U16(own.as_slice()?),
            Self::U32(own) => Codes::U32(own.as_slice()?),
            Self::U64(own) => Codes::U64(own.as_slice()?),
        })
    }
}

/// Arrays of all operands, or of all results, of so many cases.
pub(crate) struct Cases<'a> {
    pub(crate) codes: Vec<Codes<'a>>,
    pub(crate) count: usize,
}

/// The cases of arrays, each as long as its shape asks for, each code one of its format.
pub(crate) fn cases<'a>(held: &'a [Held<'_>], shapes: &[Shape], what: &str) -> PyResult<Cases<'a>> {
    let codes = held.iter().map(Held::codes).collect::<PyResult<Vec<_>>>()?;
    if codes.len() != shapes.len() {
        let (found, right) = (codes.len(), shapes.len());
        return Err(wrong(format!("{found} {what}s\n  right: {right}")));
    }
    let count = codes.first().map_or(0, |own| own.len() / shapes[0].words().max(1));
    for (i, (own, shape)) in codes.iter().zip(shapes).enumerate() {
        let right = shape.words() * count;
        if own.len() != right {
            let found = own.len();
            return Err(wrong(format!("{what} {i} has {found} elements\n  right: {right}")));
        }
        own.check(i, shape).map_err(|(at, misfit)| {
            let misfit = misfit.to_string().replace("operand", what);
            wrong(format!("case {}: {misfit}", at / shape.words()))
        })?;
    }
    Ok(Cases { codes, count })
}

impl Cases<'_> {
    /// The elements of a case in order.
    pub(crate) fn case(&self, shapes: &[Shape], at: usize, case: &mut Vec<u64>) {
        case.clear();
        for (own, shape) in self.codes.iter().zip(shapes) {
            let words = shape.words();
            case.extend((at * words..(at + 1) * words).filter_map(|at| own.get(at)));
        }
    }
}

/// Codes of a result, in the narrowest integers that hold its format.
pub(crate) enum Room {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
}

impl Room {
    pub(crate) fn new(shape: &Shape, cases: usize) -> Self {
        let len = shape.words() * cases;
        match shape.format.width {
            0..=8 => Self::U8(vec![0; len]),
            9..=16 => Self::U16(vec![0; len]),
            17..=32 => Self::U32(vec![0; len]),
            _ => Self::U64(vec![0; len]),
        }
    }

    /// For all of them.
    pub(crate) fn all(shapes: &[Shape], cases: usize) -> Vec<Self> {
        shapes.iter().map(|shape| Self::new(shape, cases)).collect()
    }

    fn codes(&mut self) -> CodesMut<'_> {
        match self {
            Self::U8(own) => CodesMut::U8(own),
            Self::U16(own) => CodesMut::U16(own),
            Self::U32(own) => CodesMut::U32(own),
            Self::U64(own) => CodesMut::U64(own),
        }
    }

    /// A code.
    pub(crate) fn get(&self, at: usize) -> Option<u64> {
        match self {
            Self::U8(own) => own.get(at).map(|code| (*code).into()),
            Self::U16(own) => own.get(at).map(|code| (*code).into()),
            Self::U32(own) => own.get(at).map(|code| (*code).into()),
            Self::U64(own) => own.get(at).copied(),
        }
    }

    /// Puts a code there.
    pub(crate) fn set(&mut self, at: usize, code: u64) {
        match self {
            Self::U8(own) => own[at] = code as u8,
            Self::U16(own) => own[at] = code as u16,
            Self::U32(own) => own[at] = code as u32,
            Self::U64(own) => own[at] = code,
        }
    }

    pub(crate) fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Self::U8(own) => own.into_pyarray(py).into_any(),
            Self::U16(own) => own.into_pyarray(py).into_any(),
            Self::U32(own) => own.into_pyarray(py).into_any(),
            Self::U64(own) => own.into_pyarray(py).into_any(),
        }
    }
}

/// The results of cases, and their flags.
pub(crate) fn run(plan: &Plan, x: &Cases<'_>) -> Result<(Vec<Room>, Vec<u8>), String> {
    let mut rooms = Room::all(&plan.results, x.count);
    let mut flags = vec![0; x.count];
    let mut out: Vec<_> = rooms.iter_mut().map(Room::codes).collect();
    plan.run_arrays(&x.codes, &mut out, &mut flags).map_err(|why| why.to_string())?;
    Ok((rooms, flags))
}
