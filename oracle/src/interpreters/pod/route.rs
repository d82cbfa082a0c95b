//! Who is where on the torus, and the order in which stores arrive (POD-D01, D47).

use super::Machine;
use semantics::pod::isa::{Direction, Space};

/// Where the bytes of a local memory are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) pe: usize,
    pub(super) address: u64,
}

/// A store on its way.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) from: usize,
    pub(super) place: Place,
    pub(super) bytes: Vec<u8>,
}

impl Machine {
    /// The PE that a hop leads to; none beyond an edge.
    pub(super) fn neighbour(&self, pe: usize, direction: Direction, wrap: bool) -> Option<usize> {
        let (row, column) = (pe / self.columns, pe % self.columns);
        let (rows, columns) = (self.rows, self.columns);
        let over = match direction {
            Direction::North => row + 1 == rows,
            Direction::South => row == 0,
            Direction::East => column + 1 == columns,
            Direction::West => column == 0,
        };
        let (row, column) = match direction {
            Direction::North => ((row + 1) % rows, column),
            Direction::South => ((row + rows - 1) % rows, column),
            Direction::East => (row, (column + 1) % columns),
            Direction::West => (row, (column + columns - 1) % columns),
        };
        (wrap || !over).then_some(row * columns + column)
    }

    /// Stores in the order in which they are made.
    pub(super) fn delivered(&self, space: Space, messages: Vec<Message>) -> Vec<Message> {
        match space {
            Space::Local | Space::Sys => messages,
            Space::PodRow => self.queues(&messages).into_iter().flatten().collect(),
            // One slot, which the own message is in.
            Space::PodCol => {
                let mut queues = vec![Vec::new(); self.pes.len()];
                for message in messages {
                    queues[message.from].push(message);
                }
                self.northward(&queues)
            }
            Space::PodAll => self.northward(&self.queues(&messages)),
        }
    }

    /// Phase 1: eastward, until each message is in the column that it wants. The queue of a PE is in order of arrival.
    fn queues(&self, messages: &[Message]) -> Vec<Vec<Message>> {
        let mut queues = vec![Vec::new(); self.pes.len()];
        for hop in 0..self.columns {
            for (pe, queue) in queues.iter_mut().enumerate() {
                let (row, x) = (pe / self.columns, pe % self.columns);
                let from = row * self.columns + (x + self.columns - hop) % self.columns;
                let mut arriving = messages.iter().filter(|m| m.from == from);
                queue.extend(arriving.find(|m| m.place.pe % self.columns == x).cloned());
            }
        }
        queues
    }

    /// Phase 2: northward, slot after slot, each all the way round.
    fn northward(&self, queues: &[Vec<Message>]) -> Vec<Message> {
        let mut delivered = Vec::new();
        for slot in 0..self.columns {
            for hop in 0..self.rows {
                for pe in 0..self.pes.len() {
                    let (y, column) = (pe / self.columns, pe % self.columns);
                    let row = (y + self.rows - hop) % self.rows;
                    let message = queues[row * self.columns + column].get(slot);
                    let wanted = message.filter(|m| m.place.pe / self.columns == y);
                    delivered.extend(wanted.cloned());
                }
            }
        }
        delivered
    }
}
