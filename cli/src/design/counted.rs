//! Answers that are counted: a process of its own for each run of questions, whose input ends behind them. It must give as many
//! answers as there are questions; where it does not, halves tell which case is the cause.

use super::Child;
use super::running::Heard;
use vectors::diff::Answer;
use vectors::registry::Plan;

/// The most lines that are counted beyond those asked for.
const MORE: usize = 1 << 12;

impl Child {
    /// The answers to questions, each of which is known to be its question's.
    pub(super) fn counted(&mut self, plan: &Plan, questions: &[String]) -> Vec<Answer> {
        if let Some(never) = self.spent() {
            return vec![never; questions.len()];
        }
        let wrong = match self.whole(plan, questions) {
            Ok(lines) => return lines.into_iter().map(Answer::Line).collect(),
            Err(Answer::Unasked) => return vec![Answer::Unasked; questions.len()],
            Err(wrong) => wrong,
        };
        self.stop(&wrong);
        let is_count = matches!(wrong, Answer::Count { .. });
        if questions.len() == 1 {
            if is_count {
                self.stops.take_count();
            }
            return vec![wrong];
        }
        if is_count && self.stops.counts_are_known() {
            return vec![wrong; questions.len()];
        }
        let (left, right) = questions.split_at(questions.len() / 2);
        let mut answers = self.counted(plan, left);
        answers.extend(self.counted(plan, right));
        if answers.iter().all(|answer| matches!(answer, Answer::Line(_))) {
            self.stops.unexplained(&wrong);
        }
        answers
    }

    /// The lines of a process that is asked these questions and nothing else, if they are as many.
    fn whole(&mut self, plan: &Plan, questions: &[String]) -> Result<Vec<String>, Answer> {
        let mut running = self.start(plan)?;
        running.ask(questions.iter().map(|q| format!("{q}\n")).collect());
        running.close();
        let (mut lines, mut answered) = (Vec::with_capacity(questions.len()), 0);
        loop {
            match running.hear(self.pace.wait(self.limit)) {
                Heard::Line(line) => {
                    answered += 1;
                    self.pace.heard(self.remarks);
                    if lines.len() < questions.len() {
                        lines.push(line);
                    } else if answered > questions.len() + MORE {
                        // It may never end.
                        self.stops.answered = true;
                        return Err(Answer::Count { asked: questions.len(), answered });
                    }
                }
                Heard::End => break,
                Heard::Silence if self.pace.is_over() => return Err(Answer::Unasked),
                heard => return Err(self.stopped(running, &heard)),
            }
        }
        self.stops.answered |= answered > 0;
        let status = running.status(self.pace.wait(self.limit.max(super::running::END)));
        let well = status.is_some_and(|status| status.success());
        let asked = questions.len();
        if answered < asked && !well {
            return Err(Answer::Ended(super::how(status)));
        }
        if answered != asked {
            return Err(Answer::Count { asked, answered });
        }
        if !well {
            self.stops.complain(format!("ended with {} after its last answer", super::how(status)));
        }
        Ok(lines)
    }
}
