//! What the Python package asks of `vectors` and `semantics`: arrays of codes in, arrays of codes out. Names, dtypes and shapes are
//! the package's own affair (`assay/`).

mod arrays;
mod design;
mod files;
mod machine;
mod memory;
mod plan;
mod report;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// An exception with the words of the command.
fn wrong(why: impl ToString) -> PyErr {
    PyValueError::new_err(why.to_string())
}

#[pymodule]
fn _assay(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<plan::Plan>()?;
    module.add_class::<files::Cases>()?;
    module.add_function(wrap_pyfunction!(files::said, module)?)?;
    module.add_function(wrap_pyfunction!(files::ordered, module)?)?;
    module.add_function(wrap_pyfunction!(files::joined, module)?)?;
    module.add_function(wrap_pyfunction!(files::checked, module)?)?;
    module.add_function(wrap_pyfunction!(files::measured, module)?)?;
    module.add_function(wrap_pyfunction!(files::covering, module)?)?;
    module.add_function(wrap_pyfunction!(report::measurement, module)?)?;
    module.add_class::<machine::Simulator>()
}
