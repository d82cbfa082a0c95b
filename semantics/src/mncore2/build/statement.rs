//! What makes a statement: one thing, or the expressions of a step.

use crate::mncore2::isa::{
    Alu, Down, Expr, Get, L2bm, MaskSetting, Mau, Mread, Mv, MvTransfer, Mwrite, Set, Statement,
    Step, Up,
};

/// An expression of a step.
pub trait Expression {
    /// The expression.
    fn expr(self) -> Expr;
}

/// A statement: `get`, `set`, `mask`, MV statements, one expression, or several expressions of one
/// step in a tuple, an array or a `Vec`.
pub trait IntoStatement {
    /// The statement.
    fn statement(self) -> Statement;
}

macro_rules! expressions {
    ($($of:ident $this:ident => $expr:expr;)*) => {$(
        impl Expression for $of {
            fn expr(self) -> Expr {
                let $this = self;
                $expr
            }
        }
        impl IntoStatement for $of {
            fn statement(self) -> Statement {
                step(vec![self.expr()])
            }
        }
    )*};
}

expressions! {
    Alu x => Expr::Alu(x);
    Mau x => Expr::Mau(x);
    Mwrite x => Expr::Mwrite(x);
    Mread x => Expr::Mread(x);
    Down x => Expr::Down(x);
    Up x => Expr::Up(x);
    L2bm x => Expr::L2bm(x);
    Expr x => x;
}

const fn step(exprs: Vec<Expr>) -> Statement {
    Statement::Step(Step { exprs })
}

macro_rules! statements {
    ($($of:ident $this:ident => $statement:expr;)*) => {$(
        impl IntoStatement for $of {
            fn statement(self) -> Statement {
                let $this = self;
                $statement
            }
        }
    )*};
}

statements! {
    Statement s => s;
    Step s => Statement::Step(s);
    Get s => Statement::Get(s);
    Set s => Statement::Set(Box::new(s));
    MaskSetting s => Statement::Mask(s);
    Mv s => Statement::Mv(s);
    MvTransfer s => Statement::Mv(Mv::Transfer(s));
}

impl<E: Expression> IntoStatement for Vec<E> {
    fn statement(self) -> Statement {
        step(self.into_iter().map(Expression::expr).collect())
    }
}

impl<E: Expression, const N: usize> IntoStatement for [E; N] {
    fn statement(self) -> Statement {
        step(self.into_iter().map(Expression::expr).collect())
    }
}

macro_rules! tuples {
    ($(($($part:ident)*))*) => {$(
        impl<$($part: Expression),*> IntoStatement for ($($part,)*) {
            fn statement(self) -> Statement {
                #[allow(non_snake_case, reason = "each part is named as its type")]
                let ($($part,)*) = self;
                step(vec![$($part.expr()),*])
            }
        }
    )*};
}

// Table 3.6: a step has at most one expression of each group but two of the three MAU groups, and nop
// stands beside wait only: nine.
tuples! {
    (A B)
    (A B C)
    (A B C D)
    (A B C D E)
    (A B C D E F)
    (A B C D E F G)
    (A B C D E F G H)
    (A B C D E F G H I)
}
