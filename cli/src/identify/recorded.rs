//! Results of a design in vector files.

use crate::failure::Failure;
use crate::operation::Chosen;
use crate::printable;
use crate::vector_file;
use std::path::{Path, PathBuf};
use vectors::accuracy;
use vectors::file::Format;
use vectors::identify::Asked;
use vectors::registry::Plan;

/// The most elements of all cases.
const MOST: usize = 1 << 24;

/// The cases of an operation, under whatever options the files name.
pub(super) fn read(
    chosen: &Chosen,
    files: &[PathBuf],
    format: Option<Format>,
) -> Result<Vec<Asked>, Failure> {
    let (op, options) = chosen.alone(true)?;
    let plan = op.plan(&options[0]);
    let (mut all, mut elements) = (Vec::new(), 0);
    for path in files {
        file(path, &plan, format, &mut all, &mut elements)?;
    }
    match all.is_empty() {
        true => Err(Failure::input(format!(
            "there is no case of {} with these operands\n  right: results of this operation",
            op.id
        ))),
        false => Ok(all),
    }
}

fn file(
    path: &Path,
    plan: &Plan,
    format: Option<Format>,
    all: &mut Vec<Asked>,
    elements: &mut usize,
) -> Result<(), Failure> {
    let format = vector_file::format(format, path)?;
    let input = vector_file::open(path, format, Some(plan.clone()));
    let (input, _) = input.map_err(|e| Failure::vectors(&printable::path(path), &e))?;
    let bare = format.is_bare().then(|| plan.clone());
    let read = accuracy::each(input, format, vectors::operations(), bare, |_, case| {
        let same = std::ptr::eq(case.plan.op, plan.op) && case.plan.operands == plan.operands;
        if same && case.plan.results == plan.results {
            *elements += case.x.len() + case.out.len();
            if *elements > MOST {
                return Ok(());
            }
            all.push(Asked { x: case.x.to_vec(), out: case.out.to_vec(), flag: case.flag });
        }
        Ok(())
    });
    read.map_err(|e| Failure::vectors(&printable::path(path), &e))?;
    match *elements > MOST {
        true => Err(Failure::input(format!(
            "{}: more than {MOST} elements of operands and results\n  right: fewer cases",
            printable::path(path)
        ))),
        false => Ok(()),
    }
}
