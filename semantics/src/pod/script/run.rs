//! Running a compiled script: a stack of values, a stack of calls, and the host's interface.

use super::Issuer;
use super::code::{Binary, Code, Op, Variable};
use crate::machine::{RunError, RunErrorKind, STEP_LIMIT};
use crate::pod::Pod;
use crate::pod::check::Issue;
use crate::pod::host::{HostError, Prepared};
use crate::pod::isa::{Instruction, Operation, Packet, Slot, Source};
use crate::pod::targets::Target;
use crate::source::Refusal;

/// The most steps where nobody asks for another limit: statements, rounds of loops, packets.
pub const STEPS: u64 = 4_000_000;
/// The most bytes that blocks move then: a packet of few steps moves up to an SRAM of every PE.
const MOVED: u64 = 1 << 35;
/// The most calls that are open at once.
const CALLS: usize = 10_000;
/// The most locals of all open calls.
const LOCALS: usize = 1 << 22;

/// Why a run ends before its end.
enum Stop {
    /// It was broken off.
    Break,
    Error(RunErrorKind),
    Host(HostError),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Error(RunErrorKind::Refused(refusal))
    }
}

/// An error of the script's own.
fn wrong(name: &'static str, what: String) -> Stop {
    Stop::Error(RunErrorKind::Machine(name, what))
}

struct Run<'a> {
    code: &'a Code,
    pod: &'a mut Pod,
    issue: &'a mut Issuer<'a>,
    packets: Vec<Prepared>,
    at: usize,
    stack: Vec<i64>,
    globals: Vec<Option<i64>>,
    locals: Vec<Option<i64>>,
    /// Where each call goes back to, and where the locals of the call before it began.
    calls: Vec<(usize, usize)>,
    /// Where the locals of this call begin.
    base: usize,
    /// Of the open packet's instructions.
    constants: [i64; 3],
    steps: u64,
    limit: u64,
    /// What may be moved, counted from before the run; none where a limit of steps was asked for.
    moved: Option<u64>,
}

/// Runs it from its beginning.
pub(super) fn run<'a>(
    code: &'a Code,
    pod: &'a mut Pod,
    limit: Option<u64>,
    issue: &'a mut Issuer<'a>,
) -> Result<(), RunError> {
    let packets = code.packets.iter().map(|template| pod.prepare(&template.issue.packet)).collect();
    let mut run = Run {
        code,
        pod,
        issue,
        packets,
        at: 0,
        stack: Vec::new(),
        globals: vec![None; code.globals as usize],
        locals: Vec::new(),
        calls: Vec::new(),
        base: 0,
        constants: [0; 3],
        steps: 0,
        limit: limit.unwrap_or(STEPS),
        moved: None,
    };
    run.moved = limit.is_none().then(|| run.moved().saturating_add(MOVED));
    while let Some(op) = code.ops.get(run.at).copied() {
        let line = code.lines[run.at];
        run.at += 1;
        match run.one(op, line) {
            Ok(()) => {}
            Err(Stop::Break) => return Ok(()),
            Err(Stop::Error(kind)) => return Err(RunError { core: 0, line, at: None, kind }),
            Err(Stop::Host(error)) => {
                let error = RunError::from(error);
                return Err(RunError {
                    line: if error.line == 0 { line } else { error.line },
                    ..error
                });
            }
        }
    }
    Ok(())
}

impl Run<'_> {
    fn pop(&mut self) -> i64 {
        self.stack.pop().unwrap_or(0)
    }

    fn push(&mut self, value: i64) {
        self.stack.push(value);
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > self.limit {
            return Err(Stop::Error(RunErrorKind::Limit(self.limit)));
        }
        Ok(())
    }

    #[inline]
    fn one(&mut self, op: Op, line: u32) -> Result<(), Stop> {
        match op {
            Op::Step => self.step()?,
            Op::Push(value) => self.push(value),
            Op::Drop => {
                self.pop();
            }
            Op::Get(variable) => {
                let value = self.get(variable)?;
                self.push(value);
            }
            Op::Set(variable) => {
                let value = self.pop();
                self.set(variable, value);
            }
            Op::LetGlobal(at) => self.globals[at as usize] = Some(self.pop()),
            Op::LetLocal(at) => {
                let value = self.pop();
                self.locals[self.base + at as usize] = Some(value);
            }
            Op::Unary(unary) => {
                let a = self.pop();
                self.push(unary.of(a));
            }
            Op::Binary(binary) => {
                let (b, a) = (self.pop(), self.pop());
                let value = binary.of(a, b);
                let value = value.ok_or_else(|| division(binary, a))?;
                self.push(value);
            }
            Op::Float(binary) => {
                let (b, a) = (self.pop(), self.pop());
                self.push(binary.of_floats(a, b));
            }
            Op::Jump(to) => self.at = to as usize,
            Op::JumpZero(to) => {
                if self.pop() == 0 {
                    self.at = to as usize;
                }
            }
            Op::AndAlso(to) | Op::OrElse(to) => {
                let value = self.pop();
                if (value == 0) == matches!(op, Op::AndAlso(_)) {
                    self.push(value);
                    self.at = to as usize;
                }
            }
            Op::Call(function) => self.call(function)?,
            Op::Return => self.back(),
            _ => self.host(op, line)?,
        }
        Ok(())
    }

    fn get(&self, variable: Variable) -> Result<i64, Stop> {
        let local = variable.local.and_then(|at| self.locals[self.base + at as usize]);
        let global = || variable.global.and_then(|at| self.globals[at as usize]);
        local.or_else(global).ok_or_else(|| {
            let name = &self.code.names[variable.name as usize];
            Refusal::new(format!("{name} has no value yet")).help("`let` before it is used").into()
        })
    }

    /// Reaches the local if it has a value or there is no global (POD-D90).
    fn set(&mut self, variable: Variable, value: i64) {
        let local = variable.local.map(|at| self.base + at as usize);
        match (local, variable.global) {
            (Some(at), None) => self.locals[at] = Some(value),
            (Some(at), Some(_)) if self.locals[at].is_some() => self.locals[at] = Some(value),
            (_, Some(at)) => self.globals[at as usize] = Some(value),
            (None, None) => {}
        }
    }

    fn call(&mut self, number: u32) -> Result<(), Stop> {
        let function = &self.code.functions[number as usize];
        let base = self.locals.len();
        if self.calls.len() >= CALLS || base + function.locals as usize > LOCALS {
            return Err(Refusal::new(format!("{} calls are open at once", self.calls.len()))
                .help(format!("a loop; at most {CALLS} calls and {LOCALS} variables of theirs"))
                .into());
        }
        self.locals.resize(base + function.locals as usize, None);
        for at in (0..function.parameters as usize).rev() {
            self.locals[base + at] = self.stack.pop();
        }
        self.calls.push((self.at, self.base));
        (self.base, self.at) = (base, function.entry as usize);
        Ok(())
    }

    fn back(&mut self) {
        if let Some((to, base)) = self.calls.pop() {
            self.locals.truncate(self.base);
            (self.at, self.base) = (to, base);
        }
    }

    /// What the host does with the array.
    fn host(&mut self, op: Op, line: u32) -> Result<(), Stop> {
        match op {
            Op::Pes => self.push(self.pod.pes().into()),
            Op::Columns => self.push(self.pod.columns().into()),
            Op::Rows => self.push(self.pod.rows().into()),
            Op::GetFlags => {
                let flags = self.pod.get_flags();
                self.push(flags.into());
            }
            Op::GetResult => {
                let result = self.pod.get_result();
                self.push(result as i64);
            }
            Op::DrainFlags => self.pod.drain_flags(),
            Op::LocalAlloc => {
                let bytes = self.pop() as u64;
                let address = self.pod.local_alloc(bytes)?;
                self.push(address as i64);
            }
            Op::LocalFree => {
                let bytes = self.pop() as u64;
                self.pod.local_free(bytes)?;
            }
            Op::SysAlloc => {
                let bytes = self.pop() as u64;
                let address = self.pod.sys_alloc(bytes)?;
                self.push(address as i64);
            }
            Op::Sys4 => {
                let mut bytes = [0; 4];
                let address = self.pop() as u64;
                self.pod.sys_read(address, &mut bytes);
                self.push(i32::from_le_bytes(bytes).into());
            }
            Op::Sys8 => {
                let mut bytes = [0; 8];
                let address = self.pop() as u64;
                self.pod.sys_read(address, &mut bytes);
                self.push(i64::from_le_bytes(bytes));
            }
            Op::Constant(slot) => self.constants[usize::from(slot)] = self.pop(),
            Op::Issue(number) => self.packet(number as usize)?,
            Op::MoveLong(d) => {
                let b = Source::Immediate(self.pop());
                let long = Instruction { operation: Operation::MoveLong, d, a: 0, b };
                self.send(Packet::of(long), line)?;
            }
            Op::Nops => {
                let count = self.pop();
                if count < 0 {
                    return Err(Refusal::new(format!("{count} nops")).help("0 or more").into());
                }
                let issue = Issue { lines: [line; 3], ..Issue::default() };
                let empty = self.pod.prepare(&issue.packet);
                for _ in 0..count {
                    self.issue(&issue, &empty)?;
                }
            }
            Op::Fence(fence) => self.pod.fence(fence),
            Op::Init(pair) => self.init(pair as usize)?,
            Op::Expect(pair) => self.expect(pair as usize)?,
            _ => {}
        }
        Ok(())
    }

    fn issue(&mut self, issue: &Issue, prepared: &Prepared) -> Result<(), Stop> {
        self.step()?;
        let done = (self.issue)(self.pod, issue, prepared);
        let done = done.map_err(|error| Stop::Host(error.at(|slot| issue.line(slot))))?;
        if self.moved.is_some_and(|most| self.moved() > most) {
            let what = format!("{STEP_LIMIT}: {MOVED} bytes are moved, which is the limit");
            return Err(Stop::Error(RunErrorKind::Machine(STEP_LIMIT, what)));
        }
        if done.is_break() { Err(Stop::Break) } else { Ok(()) }
    }

    /// Bytes that links and system memory have moved.
    fn moved(&self) -> u64 {
        let counters = self.pod.counters();
        let words = counters.links.iter().fold(0, |sum: u64, cycles| sum.saturating_add(*cycles));
        words.saturating_mul(8 * u64::from(self.pod.pes())).saturating_add(counters.sys_bytes)
    }

    fn send(&mut self, packet: Packet, line: u32) -> Result<(), Stop> {
        let issue = Issue { packet, lines: [line; 3], ..Issue::default() };
        let prepared = self.pod.prepare(&packet);
        self.issue(&issue, &prepared)
    }

    /// A packet of the list, with the constants that were computed.
    fn packet(&mut self, number: usize) -> Result<(), Stop> {
        let code = self.code;
        let template = &code.packets[number];
        if template.computed == [false; 3] {
            self.step()?;
            let done = (self.issue)(self.pod, &template.issue, &self.packets[number]);
            let done =
                done.map_err(|error| Stop::Host(error.at(|slot| template.issue.line(slot))))?;
            return if done.is_break() { Err(Stop::Break) } else { Ok(()) };
        }
        let mut packet = Packet::default();
        for instruction in template.issue.packet.instructions() {
            let slot = instruction.slot();
            let at = if slot == Slot::L { 0 } else { slot as usize };
            let mut own = *instruction;
            if template.computed[at] {
                own = self.computed(instruction, at, template.issue.line(slot))?;
            }
            packet.join(own);
        }
        let prepared = self.pod.prepare(&packet);
        let issue = Issue { packet, ..template.issue };
        self.issue(&issue, &prepared)
    }

    /// An instruction with its constant, which must be in its range.
    fn computed(
        &self,
        instruction: &Instruction,
        at: usize,
        line: u32,
    ) -> Result<Instruction, Stop> {
        let value = self.constants[at];
        let range = instruction.form().immediate();
        if range.is_some_and(|range| !range.holds(value.into())) {
            let form = instruction.form();
            let range = range.map(|range| range.to_string()).unwrap_or_default();
            return Err(wrong(
                "immediate-range",
                format!(
                    "immediate-range: the constant {value} of {} in line {line}; right: {range}",
                    form.mnemonic
                ),
            ));
        }
        Ok(Instruction { b: Source::Immediate(value), ..*instruction })
    }

    fn init(&mut self, pair: usize) -> Result<(), Stop> {
        let pair = &self.code.pairs[pair];
        let target = Target::parse(self.pod, &pair.target)?;
        let value = target.shape().parse(&pair.value)?;
        target.set(self.pod, &value)?;
        Ok(())
    }

    fn expect(&mut self, pair: usize) -> Result<(), Stop> {
        let pair = &self.code.pairs[pair];
        let target = Target::parse(self.pod, &pair.target)?;
        let wanted = target.shape().parse(&pair.value)?;
        let units = wanted.units(target.shape());
        for (name, found) in target.get(self.pod, &pair.target, units)? {
            if found != wanted {
                return Err(wrong("expect", format!("expect: {name} is {found}, not {wanted}")));
            }
        }
        Ok(())
    }
}

fn division(binary: Binary, a: i64) -> Stop {
    let sign = if binary == Binary::Div { '/' } else { '%' };
    Refusal::new(format!("{a} {sign} 0")).help("a divisor other than 0").into()
}
