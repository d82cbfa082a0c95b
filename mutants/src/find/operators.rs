//! The operators of Rust that are changed.

use syn::BinOp;

/// Operators, and what may stand in their place.
const OPERATORS: [(&str, &[&str]); 28] = [
    ("+", &["-", "*"]),
    ("-", &["+", "/"]),
    ("*", &["+", "/"]),
    ("/", &["%", "*"]),
    ("%", &["/", "+"]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("^", &["|", "&"]),
    ("&", &["|", "^"]),
    ("|", &["&", "^"]),
    ("<<", &[">>"]),
    (">>", &["<<"]),
    ("==", &["!="]),
    ("<", &["<=", ">", "=="]),
    ("<=", &["<", ">"]),
    ("!=", &["=="]),
    (">=", &[">", "<"]),
    (">", &[">=", "<", "=="]),
    ("+=", &["-=", "*="]),
    ("-=", &["+=", "/="]),
    ("*=", &["+=", "/="]),
    ("/=", &["%=", "*="]),
    ("%=", &["/=", "+="]),
    ("^=", &["|=", "&="]),
    ("&=", &["|=", "^="]),
    ("|=", &["&=", "^="]),
    ("<<=", &[">>="]),
    (">>=", &["<<="]),
];

/// How an operator is written.
pub(super) fn operator(op: &BinOp) -> &'static str {
    let text = sign_of(op);
    OPERATORS.iter().find(|(own, _)| *own == text).map_or("", |(own, _)| own)
}

/// What may stand in its place.
pub(super) fn others(op: &BinOp) -> &'static [&'static str] {
    let text = operator(op);
    OPERATORS.iter().find(|(own, _)| *own == text).map_or(&[], |(_, others)| others)
}

fn sign_of(op: &BinOp) -> &'static str {
    match op {
        BinOp::Add(_) => "+",
        BinOp::Sub(_) => "-",
        BinOp::Mul(_) => "*",
        BinOp::Div(_) => "/",
        BinOp::Rem(_) => "%",
        BinOp::And(_) => "&&",
        BinOp::Or(_) => "||",
        BinOp::BitXor(_) => "^",
        BinOp::BitAnd(_) => "&",
        BinOp::BitOr(_) => "|",
        BinOp::Shl(_) => "<<",
        BinOp::Shr(_) => ">>",
        BinOp::Eq(_) => "==",
        BinOp::Lt(_) => "<",
        BinOp::Le(_) => "<=",
        BinOp::Ne(_) => "!=",
        BinOp::Ge(_) => ">=",
        BinOp::Gt(_) => ">",
        BinOp::AddAssign(_) => "+=",
        BinOp::SubAssign(_) => "-=",
        BinOp::MulAssign(_) => "*=",
        BinOp::DivAssign(_) => "/=",
        BinOp::RemAssign(_) => "%=",
        BinOp::BitXorAssign(_) => "^=",
        BinOp::BitAndAssign(_) => "&=",
        BinOp::BitOrAssign(_) => "|=",
        BinOp::ShlAssign(_) => "<<=",
        BinOp::ShrAssign(_) => ">>=",
        _ => "",
    }
}
