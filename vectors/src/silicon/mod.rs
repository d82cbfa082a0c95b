//! Whole products of matrices on units of shipping processors: `D = A B + C`, instruction by instruction.
//!
//! A [`Unit`] is one instruction's operation (`silicon.*`) under a choice of its options. A [`Product`] runs it over a row
//! of A and a column of B, `k` upwards: each instruction takes its own number of products, and its result is the addend of
//! the next one. An [`Order`] says what libraries do beside that: split-K, sums that are taken out of the unit every so
//! many products, and where C comes in. Every element of D comes from its row, its column and its addend alone, so tiles
//! of threads and warps change nothing.
//!
//! ```
//! use vectors::registry::Options;
//! use vectors::silicon::{Matrix, Order, Product, Unit};
//! let unit = Unit::find("silicon.nvidia.hopper.wgmma.k16.f16.f16.f32", &[]).unwrap();
//! let a = Matrix::new(2, 32, vec![0x3c00; 64]).unwrap();
//! let b = Matrix::new(32, 3, vec![0x4000; 96]).unwrap();
//! let product = Product::new(unit, &a, &b, None, None, Order::default()).unwrap();
//! // Thirty-two times 1 * 2.
//! assert_eq!(product.run(&|_| ()).codes(), [0x4280_0000; 6]);
//! ```

mod chips;
mod difference;
mod exact;
mod format;
mod matrix;
mod order;
mod product;
mod rows;
mod run;
#[cfg(test)]
mod tests;
mod unit;

pub use difference::{Difference, Parting, differences};
pub use format::{format, format_name};
pub use matrix::{Matrix, Uneven};
pub use order::{Addend, Order};
pub use product::{Error, Operand, Product};
pub use run::Call;
pub use unit::{Unit, UnitError};
