//! Berkeley TestFloat's names and options (release 3e), understood as they are: `f32_mulAdd` with
//! `-rminMag` is `ieee.f32.fma` with `rm=rtz`.
//!
//! ```
//! use vectors::testfloat::{Function, Settings};
//! let function = Function::find("f32_mulAdd").unwrap();
//! let mut settings = Settings::default();
//! settings.take("-rminMag", None).unwrap();
//! assert_eq!(function.id, "ieee.f32.fma");
//! assert_eq!(settings.options(&function, &["rm", "tininess"]), ["rm=rtz"]);
//! ```

mod agree;
mod function;
mod notation;
mod settings;

pub use agree::Tolerance;
pub use function::{Function, NotAFunction, Type};
pub use notation::{code, flags};
pub use settings::{Settings, Taken, WordError};
