//! The user's own instructions (XDSA-D69).
//!
//! ```
//! use semantics::xdsa::exec::{Done, Plan, Request};
//! use semantics::xdsa::isa::{Layout, Operation};
//! use semantics::xdsa::{Error, Hooks, UserOp};
//! use std::sync::Arc;
//!
//! /// Every element doubled, modulo 2^8.
//! struct Twice;
//!
//! impl UserOp for Twice {
//!     fn layout(&self) -> Arc<Layout> {
//!         Arc::new(Layout::read("TWICE", &["s:A d:A len:A src_unit:4"]))
//!     }
//!
//!     fn plan(&self, request: &mut Request<'_>) -> Result<Plan, Error> {
//!         let (unit, len) = (request.integer("src_unit"), request.length("len"));
//!         request.done()?;
//!         let reads = vec![request.dense("s", unit, len)];
//!         let writes = vec![request.dense("d", unit, len)];
//!         Ok(Plan::new(reads, writes, |read, _| Ok(Done::one(read[0].iter().map(|x| x * 2).collect()))))
//!     }
//! }
//!
//! let mut hooks = Hooks::default();
//! hooks.register(Operation::UdefConv, Arc::new(Twice), false).unwrap();
//! // What the source specifies stays, unless it is meant.
//! assert!(hooks.register(Operation::Add, Arc::new(Twice), false).is_err());
//! ```

use crate::source::Refusal;
use crate::xdsa::Error;
use crate::xdsa::exec::{Plan, Request};
use crate::xdsa::isa::{Layout, Operation, Standing};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// An instruction that the user defines.
pub trait UserOp: Send + Sync {
    /// The layout of its operand table, for assembler and disassembler, too.
    fn layout(&self) -> Arc<Layout>;

    /// From the fields of the table to what is read, worked out and written.
    ///
    /// # Errors
    /// What is wrong with the fields.
    fn plan(&self, request: &mut Request<'_>) -> Result<Plan, Error>;
}

/// The user's instructions, by the operation whose code they have.
#[derive(Clone, Default)]
pub struct Hooks(BTreeMap<Operation, Arc<dyn UserOp>>);

impl Hooks {
    /// Gives an operation a meaning. `instead`: also one that the source specifies.
    ///
    /// # Errors
    /// An operation that is specified, where that is not meant; EXIT.
    pub fn register(
        &mut self,
        operation: Operation,
        hook: Arc<dyn UserOp>,
        instead: bool,
    ) -> Result<(), Refusal> {
        let open = matches!(operation.row().standing, Standing::Default | Standing::Hook);
        if operation == Operation::Exit || !open && !instead {
            let message = format!("{} is specified (XDSA-D69)", operation.name());
            return Err(Refusal::new(message).help("an operation that the source leaves to users"));
        }
        self.0.insert(operation, hook);
        Ok(())
    }

    /// The user's instruction of this operation.
    #[must_use]
    pub fn get(&self, operation: Operation) -> Option<&Arc<dyn UserOp>> {
        self.0.get(&operation)
    }

    /// The layout of an operation's table.
    #[must_use]
    pub fn layout(&self, operation: Operation) -> Arc<Layout> {
        self.get(operation).map_or_else(|| operation.layout().clone(), |hook| hook.layout())
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
