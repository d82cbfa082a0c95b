//! A CTA: warps that share memories, semaphores and barriers, and who is next (TILE-D69, D78, D79).

mod settings;
mod step;

pub use settings::{Moving, Schedule, Settings};

use super::error::{Fault, Kind};
use super::exec::control::{Barriers, Parked, Progress};
use super::isa::{Illegal, Instruction};
use super::state::{Cta, Thread};
use std::ops::ControlFlow;

/// The most warps of a CTA in this model.
pub const WARPS: usize = 32;

/// A warp, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warp {
    /// Its registers.
    pub thread: Thread,
    /// The barrier that it waits at.
    parked: Option<Parked>,
    /// The instruction that is next.
    at: usize,
    /// The instructions that issued what its queue holds.
    issuers: Vec<usize>,
}

/// What warps share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shared {
    pub(super) cta: Cta,
    pub(super) barriers: Barriers,
}

/// The machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    settings: Settings,
    warps: Vec<Warp>,
    shared: Shared,
    /// The stream of random decisions.
    random: u64,
}

/// A program: words, of which each is an instruction or reserved.
pub type Words = Vec<u64>;

/// Why and where a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The warp.
    pub warp: usize,
    /// The instruction in its program, from 0.
    pub index: usize,
    /// What happened.
    pub fault: Fault,
}

/// What is told of a step: the warp, the instruction's number, the instruction, the machine behind it.
type Watcher<'a> = dyn FnMut(usize, usize, &Instruction, &Tile) -> ControlFlow<()> + 'a;

impl Tile {
    /// The machine at reset, with one warp.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let cta = Cta::new(settings.global, settings.shared);
        let seed = |seed: u64| seed ^ 0x9e37_79b9_7f4a_7c15;
        let random = match (settings.moving, settings.schedule) {
            (Moving::Random(a), Schedule::Random(b)) => seed(a).rotate_left(32) ^ seed(b),
            (Moving::Random(one), _) | (_, Schedule::Random(one)) => seed(one),
            _ => 1,
        };
        let shared = Shared { cta, barriers: Barriers::default() };
        Self { settings, warps: vec![Warp::new()], shared, random }
    }

    /// Its parameters.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Memories and semaphores.
    #[must_use]
    pub const fn cta(&self) -> &Cta {
        &self.shared.cta
    }

    /// Memories and semaphores.
    pub const fn cta_mut(&mut self) -> &mut Cta {
        &mut self.shared.cta
    }

    /// How many warps there are.
    #[must_use]
    pub const fn warps(&self) -> usize {
        self.warps.len()
    }

    /// The registers of a warp, the first where there are not so many.
    #[must_use]
    pub fn thread(&self, warp: usize) -> &Thread {
        &self.warps[warp.min(self.warps.len() - 1)].thread
    }

    /// The registers of a warp, which there is from now on.
    pub fn thread_mut(&mut self, warp: usize) -> &mut Thread {
        let warp = warp.min(WARPS - 1);
        while self.warps.len() <= warp {
            self.warps.push(Warp::new());
        }
        &mut self.warps[warp].thread
    }

    /// Runs a program on each warp until all are at their ends and everything has moved. Gives how many instructions were
    /// executed.
    ///
    /// ```
    /// use semantics::tile::{run::{Settings, Tile}, text};
    /// let mut machine = Tile::new(Settings::default());
    /// let program = vec![text::parse("tmv.mv2t t3, #5, bc").unwrap().word()];
    /// let ran = machine.run(&[program], &mut |_, _, _, _| std::ops::ControlFlow::Continue(()));
    /// assert_eq!(ran, Ok(1));
    /// assert_eq!(machine.thread(0).tile(3)[..4], [5, 0, 0, 0]);
    /// ```
    ///
    /// # Errors
    /// The first instruction that cannot be executed, or a deadlock. What stands before it is done.
    pub fn run(&mut self, programs: &[Words], each: &mut Watcher<'_>) -> Result<u64, Stopped> {
        self.run_within(programs, None, each)
    }

    /// The same with so many instructions at most; one more is `StepLimit`.
    ///
    /// # Errors
    /// As [`Tile::run`].
    pub fn run_within(
        &mut self,
        programs: &[Words],
        most: Option<u64>,
        each: &mut Watcher<'_>,
    ) -> Result<u64, Stopped> {
        let programs: Vec<Vec<Result<Instruction, Illegal>>> = programs
            .iter()
            .map(|words| words.iter().map(|w| Instruction::decode(*w)).collect())
            .collect();
        for warp in 0..programs.len().min(WARPS) {
            self.thread_mut(warp);
        }
        for warp in &mut self.warps {
            warp.at = 0;
        }
        let (mut done, mut next) = (0, 0);
        loop {
            self.move_some()?;
            let ready = |n: usize, warp: &Warp| programs.get(n).is_some_and(|p| warp.at < p.len());
            let running: Vec<usize> =
                (0..self.warps.len()).filter(|n| ready(*n, &self.warps[*n])).collect();
            if running.is_empty() {
                while self.move_one(None)? {}
                return Ok(done);
            }
            let first = self.first(&running, next);
            if let Some(most) = most.filter(|most| done >= *most) {
                let warp = running[first];
                let fault = Fault::step_limit(most);
                return Err(Stopped { warp, index: self.warps[warp].at, fault });
            }
            let order = running[first..].iter().chain(&running[..first]);
            let mut stepped = None;
            for &n in order {
                if self.try_step(n, &programs[n])? == Progress::Done {
                    stepped = Some(n);
                    break;
                }
            }
            let Some(n) = stepped else {
                if self.move_one(None)? {
                    continue;
                }
                return Err(self.deadlock(&running));
            };
            (done, next) = (done + 1, n + 1);
            let at = self.warps[n].at - 1;
            if let Ok(instruction) = &programs[n][at]
                && each(n, at, instruction, self).is_break()
            {
                return Ok(done);
            }
        }
    }

    /// Which of the warps that are not at their ends is asked first.
    fn first(&mut self, running: &[usize], next: usize) -> usize {
        match self.settings.schedule {
            Schedule::RoundRobin => running.iter().position(|n| *n >= next).unwrap_or(0),
            Schedule::Random(_) => self.draw(running.len()),
        }
    }

    fn try_step(
        &mut self,
        n: usize,
        program: &[Result<Instruction, Illegal>],
    ) -> Result<Progress, Stopped> {
        let warp = &mut self.warps[n];
        let index = warp.at;
        let stopped = |fault| Stopped { warp: n, index, fault };
        let instruction = program[index].as_ref().map_err(|i| stopped(i.clone().into()))?;
        let progress = step::step(instruction, warp, &mut self.shared, &self.settings);
        let progress = progress.map_err(stopped)?;
        if progress == Progress::Done {
            warp.at += 1;
        }
        Ok(progress)
    }

    /// Under random moving: perhaps moves one of what waits.
    fn move_some(&mut self) -> Result<(), Stopped> {
        if !matches!(self.settings.moving, Moving::Random(_)) {
            return Ok(());
        }
        let waiting = self.warps.iter().map(|warp| warp.thread.queue.len()).sum();
        if waiting > 0 && self.draw(2) == 0 {
            let which = self.draw(waiting);
            self.move_one(Some(which))?;
        }
        Ok(())
    }

    /// Moves the one of this number of what waits, the oldest of the first warp where there is none. Whether there was one.
    fn move_one(&mut self, which: Option<usize>) -> Result<bool, Stopped> {
        let mut which = which.unwrap_or(0);
        for (n, warp) in self.warps.iter_mut().enumerate() {
            let len = warp.thread.queue.len();
            if which >= len {
                which -= len;
                continue;
            }
            let index = warp.issuers.remove(which);
            let Some(transfer) = warp.thread.queue.take(which) else { return Ok(false) };
            let moved = transfer.run(&mut warp.thread, &mut self.shared.cta);
            return moved.map(|()| true).map_err(|fault| Stopped { warp: n, index, fault });
        }
        Ok(false)
    }

    /// A number below `below`.
    fn draw(&mut self, below: usize) -> usize {
        // Marsaglia's xorshift64*: schedules need no more.
        let mut x = self.random.max(1);
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        self.random = x;
        let high = x.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((high * below as u64) >> 32) as usize
    }

    fn deadlock(&self, running: &[usize]) -> Stopped {
        let warp = running.first().copied().unwrap_or(0);
        let mut what = match running.len() {
            1 => "it waits for what nobody does".to_owned(),
            many => format!("{many} warps wait for each other or for what nobody does"),
        };
        for (scope, number, arrived, count) in self.shared.barriers.waiting() {
            let scope = ["cta", "cluster"][scope];
            what.push_str(&format!("; {arrived} of {count} are at {scope} barrier {number}"));
        }
        Stopped { warp, index: self.warps[warp].at, fault: Fault::new(Kind::Deadlock, what) }
    }
}

impl Warp {
    fn new() -> Self {
        Self { thread: Thread::default(), parked: None, at: 0, issuers: Vec::new() }
    }
}
