//! Layout -> text, which reads back.

use super::memory::{name, numbers};
use super::{Factor, Layout, Memory};
use crate::mncore2::memory::Level;
use std::fmt::{self, Display, Formatter};

impl Display for Factor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = self.along.name();
        let joint = if name.is_empty() { "" } else { "_" };
        write!(f, "{}{joint}{name}:{}", self.size, self.stride)
    }
}

impl Display for Memory {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(name(self.store))?;
        let levels = Level::ALL.into_iter().zip(numbers(&self.levels));
        for (level, number) in levels {
            if let Some(number) = number {
                write!(f, "{}{number}", level.letter())?;
            }
        }
        Ok(())
    }
}

impl Display for Layout {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let join = |list: Vec<String>| list.join(", ");
        let axes = self.axes.iter().map(|axis| match &axis[..] {
            [factor] => factor.to_string(),
            axis => format!("({})", join(axis.iter().map(Factor::to_string).collect())),
        });
        write!(f, "({}", join(axes.collect()))?;
        if !self.copied.is_empty() {
            let levels = self.copied.iter().map(|l| super::Along::Level(*l).name().to_owned());
            write!(f, "; B@[{}]", join(levels.collect()))?;
        }
        write!(f, ")@{}", self.memory)?;
        if self.address > 0 {
            write!(f, "+{}", self.address)?;
        }
        write!(f, ":{}", self.element)
    }
}
