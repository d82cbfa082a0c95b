//! Loads, stores and copies that were issued and have not moved yet (TILE-D69).

use crate::tile::isa::Space;

/// The classes that TWAIT counts (TILE-D10, D69).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// `tgld`: loads from global memory.
    GlobalLoad,
    /// `tgst`: stores to global memory.
    GlobalStore,
    /// `tsld`: loads from shared memory.
    SharedLoad,
    /// `tsst`: stores to shared memory.
    SharedStore,
    /// TACP.
    Copy,
}

/// Where bytes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Global memory.
    Global(u64),
    /// Shared memory of a PE of the cluster.
    Shared {
        /// The PE; 0 is the own one.
        pe: u8,
        /// The byte in its memory.
        address: u64,
    },
    /// A tile register.
    Tile {
        /// Its number.
        register: u8,
        /// The byte in it.
        offset: u16,
    },
    /// The scales beside a tile register.
    Scales {
        /// The number of the register.
        register: u8,
        /// The entry.
        offset: u8,
    },
}

/// Where moved bytes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Bytes that stand somewhere.
    Place(Place),
    /// One element over and over: its bytes, lowest first.
    Fill([u8; 4]),
}

/// A run of bytes that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where from.
    pub from: Source,
    /// Where to.
    pub to: Place,
    /// How many.
    pub bytes: u64,
}

/// What a copy tells when it is done (TILE-D73, D74).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// A load or store; or a copy of the group that the next COMMIT_GROUP closes.
    Counted,
    /// complete_tx of so many bytes on a barrier word, of the PE or of all four of the cluster.
    Barrier {
        /// The word in shared memory.
        address: u64,
        /// The bytes that were written.
        bytes: u64,
        /// Whether in all PEs of the cluster.
        all: bool,
    },
    /// +1 on a semaphore.
    Semaphore(u8),
}

/// A planned load, store or copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// What TWAIT counts it as.
    pub class: Class,
    /// What moves, in the order of writing.
    pub moves: Vec<Move>,
    /// What is told when it is done.
    pub completion: Completion,
}

impl Class {
    /// The class of a load or store.
    pub(crate) const fn of(space: Space, load: bool) -> Self {
        match (space, load) {
            (Space::Global, true) => Self::GlobalLoad,
            (Space::Global, false) => Self::GlobalStore,
            (Space::Shared, true) => Self::SharedLoad,
            (Space::Shared, false) => Self::SharedStore,
        }
    }
}

impl Place {
    /// A byte of global memory or of the own shared memory.
    pub(crate) const fn memory(space: Space, address: u64) -> Self {
        match space {
            Space::Global => Self::Global(address),
            Space::Shared => Self::Shared { pe: 0, address },
        }
    }
}

impl Move {
    /// Zeros.
    pub(crate) const fn zeros(to: Place, bytes: u64) -> Self {
        Self { from: Source::Fill([0; 4]), to, bytes }
    }
}

impl Transfer {
    /// A load or a store.
    pub(crate) const fn of(class: Class, moves: Vec<Move>) -> Self {
        Self { class, moves, completion: Completion::Counted }
    }

    /// A copy.
    pub(crate) const fn copy(moves: Vec<Move>, completion: Completion) -> Self {
        Self { class: Class::Copy, moves, completion }
    }
}

/// What a thread has issued, in its order, with the number of the copy group where it belongs to one (TILE-D73).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    waiting: Vec<(Transfer, Option<u64>)>,
    /// The group that the next COMMIT_GROUP closes.
    open: u64,
}

impl Queue {
    /// Puts a transfer behind the others. Copies that complete on nothing else belong to the open group.
    pub fn push(&mut self, transfer: Transfer) {
        let bulk = transfer.class == Class::Copy && transfer.completion == Completion::Counted;
        self.waiting.push((transfer, bulk.then_some(self.open)));
    }

    /// COMMIT_GROUP: closes the open group (TILE-D68). One whose copies have all moved is done at once, and leaves no trace.
    pub fn commit(&mut self) {
        if self.waiting.iter().any(|(_, group)| *group == Some(self.open)) {
            self.open += 1;
        }
    }

    /// How many transfers have not moved yet.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether all have moved.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// What waits, in the order of issue.
    pub fn waiting(&self) -> impl Iterator<Item = &Transfer> {
        self.waiting.iter().map(|(transfer, _)| transfer)
    }

    /// How many of a class have not moved yet.
    #[must_use]
    pub fn outstanding(&self, class: Class) -> usize {
        self.waiting().filter(|transfer| transfer.class == class).count()
    }

    /// How many closed groups have copies that have not moved yet. A group is closed behind all of its copies, so they are counted
    /// in runs.
    #[must_use]
    pub fn groups(&self) -> usize {
        let closed = self.waiting.iter().filter_map(|(_, group)| *group);
        let mut closed: Vec<u64> = closed.filter(|group| *group < self.open).collect();
        closed.dedup();
        closed.len()
    }

    /// Takes one out, so that it moves; none where there are not so many.
    pub fn take(&mut self, number: usize) -> Option<Transfer> {
        let taken = (number < self.waiting.len()).then(|| self.waiting.remove(number).0);
        if self.waiting.iter().all(|(_, group)| group.is_none()) {
            self.open = 0;
        }
        taken
    }
}
