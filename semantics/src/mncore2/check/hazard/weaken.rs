//! Hazards that are warnings by where they stand: in assembled text (MN-D210).

use crate::mncore2::check::{Severity, Violation};

macro_rules! codes {
    ($($hazard:literal)*) => {
        [$((concat!("MN-E-HAZARD-", $hazard), concat!("MN-W-HAZARD-", $hazard))),*]
    };
}

/// The code of each hazard as an error, and as a warning.
const CODES: [(&str, &str); 14] = codes!(
    "L2BM-MV" "L2BM" "L2BM-DOWN" "L2BMI" "L2BMI-L1BM" "L2BM-L1BM" "L1BM-L2BM" "L1BM" "LM0" "LM1"
    "GRF0" "GRF1" "T" "BAR"
);

impl Violation {
    /// Of a hazard that is an error: its code as a warning.
    pub(in crate::mncore2) fn weaker_code(&self) -> Option<&'static str> {
        CODES.iter().find(|(error, _)| *error == self.code).map(|(_, warning)| *warning)
    }

    /// A hazard as a warning; any other violation as it is.
    pub(in crate::mncore2) fn weakened(self) -> Self {
        match self.weaker_code() {
            Some(code) => Self { code, severity: Severity::Warning, ..self },
            None => self,
        }
    }
}
