//! What a script is compiled to: operations on a stack of values, with jumps. So nothing of a run needs the host's own stack,
//! however deeply a script nests or calls.

use crate::pod::check::Issue;
use crate::pod::timing::Fence;

/// A variable by name: local to the call if a `let` there has given it a value, else global (POD-D90).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) local: Option<u32>,
    pub(super) global: Option<u32>,
    /// Its name, for messages.
    pub(super) name: u32,
}

/// Operators of two operands; all but the last two on wrapping integers of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    Xor,
    And,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Left,
    Right,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Minus,
    Not,
    Complement,
    /// 0 or 1.
    Truth,
    /// A bit (`.c .z .s .o`).
    Bit(u8),
}

/// An operation. Operands come from the stack, results go there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// A statement begins: a step.
    Step,
    Push(i64),
    Drop,
    Get(Variable),
    /// Assignment.
    Set(Variable),
    /// `let` of a global.
    LetGlobal(u32),
    /// `let` in a function.
    LetLocal(u32),
    Unary(Unary),
    Binary(Binary),
    /// A comparison of binary32 codes.
    Float(Binary),
    Jump(u32),
    /// Where the value is 0.
    JumpZero(u32),
    /// Where the value is 0, which stays; else it goes.
    AndAlso(u32),
    /// Where the value is not 0, which stays; else it goes.
    OrElse(u32),
    Call(u32),
    Return,
    /// `npe`, `npeX`, `npeY`, where the text does not say them.
    Pes,
    Columns,
    Rows,
    GetFlags,
    GetResult,
    DrainFlags,
    LocalAlloc,
    LocalFree,
    SysAlloc,
    Sys4,
    Sys8,
    /// The constant of the instruction in this slot of the open packet.
    Constant(u8),
    /// A packet of the list.
    Issue(u32),
    MoveLong(u8),
    Nops,
    Fence(Fence),
    Init(u32),
    Expect(u32),
}

/// A packet; slots whose constants are computed when it is reached.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub(super) issue: Issue,
    pub(super) computed: [bool; 3],
}

/// A function.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) entry: u32,
    /// The first locals.
    pub(super) parameters: u32,
    pub(super) locals: u32,
}

/// A target and its value, as written.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) target: String,
    pub(super) value: String,
}

/// A compiled text.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    /// The line of each operation.
    pub(super) lines: Vec<u32>,
    pub(super) packets: Vec<Template>,
    pub(super) functions: Vec<Function>,
    pub(super) names: Vec<String>,
    pub(super) globals: u32,
    pub(super) pairs: Vec<Pair>,
}

impl Code {
    /// Adds an operation; its place.
    pub(super) fn push(&mut self, line: u32, op: Op) -> usize {
        self.ops.push(op);
        self.lines.push(line);
        self.ops.len() - 1
    }

    /// Where the next operation will stand.
    pub(super) fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    /// Lets a jump lead to where the next operation will stand.
    pub(super) fn land(&mut self, jump: usize) {
        let here = self.here();
        if let Some(Op::Jump(to) | Op::JumpZero(to) | Op::AndAlso(to) | Op::OrElse(to)) =
            self.ops.get_mut(jump)
        {
            *to = here;
        }
    }
}

impl Unary {
    pub(super) const fn of(self, a: i64) -> i64 {
        match self {
            Self::Minus => a.wrapping_neg(),
            Self::Not => (a == 0) as i64,
            Self::Complement => !a,
            Self::Truth => (a != 0) as i64,
            Self::Bit(bit) => a >> bit & 1,
        }
    }
}

impl Binary {
    /// The value (POD-D89); shifts by the low six bits, as of the G slot. None for a division by zero.
    pub(super) const fn of(self, a: i64, b: i64) -> Option<i64> {
        Some(match self {
            Self::Or => a | b,
            Self::Xor => a ^ b,
            Self::And => a & b,
            Self::Left => a.wrapping_shl(b as u32),
            Self::Right => a.wrapping_shr(b as u32),
            Self::Add => a.wrapping_add(b),
            Self::Sub => a.wrapping_sub(b),
            Self::Mul => a.wrapping_mul(b),
            Self::Div if b == 0 => return None,
            Self::Div => a.wrapping_div(b),
            Self::Rem if b == 0 => return None,
            Self::Rem => a.wrapping_rem(b),
            Self::Equal => (a == b) as i64,
            Self::Unequal => (a != b) as i64,
            Self::Less => (a < b) as i64,
            Self::LessEqual => (a <= b) as i64,
            Self::Greater => (a > b) as i64,
            Self::GreaterEqual => (a >= b) as i64,
        })
    }

    /// Of the numbers with these binary32 codes; NaN is unequal to all, and neither less nor greater.
    pub(super) fn of_floats(self, a: i64, b: i64) -> i64 {
        let [a, b] = [a, b].map(|code| f32::from_bits(code as u32));
        let holds = match self {
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::Less => a < b,
            Self::LessEqual => a <= b,
            Self::Greater => a > b,
            _ => a >= b,
        };
        holds.into()
    }

    pub(super) const fn compares(self) -> bool {
        matches!(
            self,
            Self::Equal
                | Self::Unequal
                | Self::Less
                | Self::LessEqual
                | Self::Greater
                | Self::GreaterEqual
        )
    }
}
