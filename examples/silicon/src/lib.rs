//! NVIDIA's `mma` instructions on the device of this machine: a design for `assay diff`.
//!
//! [`instruction`] is the list of what PTX expresses, [`ptx`] the program's text, [`fragment`] where an element stands in a warp's
//! registers, [`driver`] the library of the driver, [`device`] one run, [`trial`] what a device must answer before it is believed,
//! [`case`] a line of the protocol.

pub mod case;
pub mod device;
pub mod driver;
pub mod fragment;
pub mod instruction;
pub mod ptx;
pub mod trial;
