//! What each decision says: the one source of `explain` and of the rows of `docs/decisions.md`.

/// A decision that bits of results can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Its id: `MN-D12`.
    pub id: &'static str,
    /// What it says, in one line of at most 80 characters.
    pub says: &'static str,
    /// The question, as the documentation puts it.
    pub question: &'static str,
    /// The answer.
    pub answer: &'static str,
    /// Other answers, where its table has them: `name=value` each.
    pub others: Option<&'static str>,
    /// How firm it is, where its table says so.
    pub standing: Option<&'static str>,
}

impl Decision {
    /// Of a table that has neither other answers nor how firm they are.
    pub(crate) const fn new(
        id: &'static str,
        says: &'static str,
        question: &'static str,
        answer: &'static str,
    ) -> Self {
        Self { id, says, question, answer, others: None, standing: None }
    }

    /// Of a table that says how firm answers are.
    pub(crate) const fn standing(self, standing: &'static str) -> Self {
        Self { standing: Some(standing), ..self }
    }

    /// Its row in `docs/decisions.md`.
    #[must_use]
    pub fn row(&self) -> String {
        let cells =
            [Some(self.id), Some(self.question), Some(self.answer), self.others, self.standing];
        let cell =
            |text: &str| if text.is_empty() { " |".to_owned() } else { format!(" {text} |") };
        cells.into_iter().flatten().map(cell).fold("|".to_owned(), |row, cell| row + &cell)
    }
}
