//! The parameters of the model, by name.

use crate::source::Refusal;
use std::fmt;

/// A parameter: what it is called, what it is, and whether the report fixes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is, with its unit.
    pub what: &'static str,
    /// Where its value comes from.
    pub source: &'static str,
    /// Whether programs of the report fix it, so that it cannot be set.
    pub fixed: bool,
    /// Its value where nothing is set.
    pub value: u64,
    /// The smallest and the largest that can be set.
    range: [u64; 2],
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $low:literal..$high:literal, $fixed:literal, $what:literal, $source:literal;)*) => {
        /// The parameters of the timing model; the defaults are those of section 5.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self { $($name: $value,)* }
            }
        }

        impl Parameters {
            /// All of them.
            pub const ALL: &[Parameter] = &[$(Parameter {
                name: stringify!($name),
                what: $what,
                source: $source,
                fixed: $fixed,
                value: $value,
                range: [$low, $high],
            },)*];

            /// The value of a parameter.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<u64> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            fn place(&mut self, name: &str) -> Option<&mut u64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

parameters! {
    /// MHz
    clock = 3000 in 1..1_000_000, false, "clock, MHz", "s. 6.1";
    /// Cycles; 0: 4 at 8 columns, else half of the columns, at least 1.
    f0 = 0 in 0..1000, false, "broadcast delay beyond the rows, cycles; 0: 4 at 8 columns, else max(1, columns / 2)", "s. 4.3, POD-D63";
    /// Cycles
    g_latency = 1 in 1..1000, true, "general results, flags and masks, cycles", "appendix D";
    /// Cycles
    imul4_latency = 2 in 1..1000, true, "imul4, its flags too, cycles", "appendix D";
    /// Cycles
    load_latency = 3 in 1..1000, true, "load from the own SRAM, cycles", "s. 6.2, appendix D";
    /// Cycles
    x_latency = 5 in 1..1000, true, "X arithmetic, pipelined, cycles", "s. 4.2, POD-D64";
    /// Cycles
    pfpcmp_latency = 4 in 1..1000, false, "pfpcmp, cycles", "POD-D64";
    /// Cycles
    xfer_latency = 2 in 1..1000, true, "xfer and xferxmm, cycles", "s. 4.4, appendix D";
    /// Cycles
    div_sp = 18 in 12..1000, false, "single division, not pipelined, cycles", "POD-D65";
    /// Cycles
    div_dp = 32 in 12..1000, false, "double division, not pipelined, cycles", "POD-D65";
    /// Cycles
    sqrt_sp = 29 in 12..1000, false, "single square root and its reciprocal, cycles", "POD-D65";
    /// Cycles
    sqrt_dp = 58 in 12..1000, false, "double square root and its reciprocal, cycles", "POD-D65";
    /// Cycles
    hop = 2 in 1..1000, false, "one hop of a permutation, cycles", "s. 4.4, POD-D66";
    /// Bytes
    xferblk_width = 8 in 1..64, false, "bytes a cycle of a block transfer to a neighbour", "s. 4.4, POD-D67";
    /// Entries
    rrq = 32 in 1..4096, false, "entries of a PE in the remote request queue", "s. 4.5";
    /// Bytes
    mbus_width = 16 in 1..1024, false, "bytes a cycle of a row's memory bus, each way", "free";
    /// Cycles
    ring_transit = 20 in 0..10_000, false, "fixed transit of the ring, cycles", "free";
    /// Cycles a line
    ring_line = 1 in 1..1000, false, "cycles a line of 64 bytes on the ring", "s. 6.1";
    /// Cycles
    dram_latency = 150 in 0..100_000, false, "latency of memory, cycles", "s. 6.2";
    /// How many
    controllers = 4 in 1..64, false, "memory controllers, lines interleaved", "appendix C";
    /// Cycles a line
    controller_line = 6 in 1..100_000, false, "cycles a line of 64 bytes at a controller: 24, 12, 6 for 8, 16, 32 GB/s at 3 GHz", "appendix C";
}

impl Parameters {
    /// Sets a parameter.
    ///
    /// ```
    /// use semantics::pod::Parameters;
    /// let mut parameters = Parameters::default();
    /// parameters.set("dram_latency", 300)?;
    /// assert_eq!(parameters.get("dram_latency"), Some(300));
    /// assert!(parameters.set("x_latency", 6).is_err()); // the report's programs fix it
    /// # Ok::<(), semantics::machine::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// A name that is not there, a value out of range, a parameter that is fixed.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), Refusal> {
        let Some(parameter) = Self::ALL.iter().find(|parameter| parameter.name == name) else {
            let names: Vec<&str> = Self::ALL.iter().map(|parameter| parameter.name).collect();
            let message = format!("the timing model has no parameter `{name}`");
            return Err(Refusal::new(message).help(names.join(", ")));
        };
        if parameter.fixed && value != parameter.value {
            let message =
                format!("{name} is {} by the report's programs and is not set", parameter.value);
            return Err(Refusal::new(message).help("another parameter"));
        }
        let [low, high] = parameter.range;
        match self.place(name) {
            Some(place) if (low..=high).contains(&value) => *place = value,
            _ => {
                return Err(Refusal::new(format!("{name}={value} is out of range"))
                    .help(format!("{low} to {high}")));
            }
        }
        Ok(())
    }

    /// Controllers and their bandwidth in GB/s, as the report's tables have them: 1, 2, 4 and 8, 16, 32.
    ///
    /// # Errors
    /// A bandwidth that no whole number of cycles a line gives.
    pub fn memory(&mut self, controllers: u64, gigabytes: u64) -> Result<(), Refusal> {
        // Bytes a line times cycles a second, over bytes a second.
        let cycles = 64 * self.clock;
        if gigabytes == 0 || !cycles.is_multiple_of(1000 * gigabytes) {
            let message = format!(
                "{gigabytes} GB/s is no whole number of cycles a line at {} MHz",
                self.clock
            );
            return Err(Refusal::new(message).help("8, 16, 32"));
        }
        self.set("controllers", controllers)?;
        self.set("controller_line", cycles / (1000 * gigabytes))
    }

    /// The broadcast's delay beyond the rows (POD-D63).
    #[must_use]
    pub fn f0(&self, columns: u32) -> u64 {
        match (self.f0, columns) {
            (0, 8) => 4,
            (0, columns) => u64::from(columns / 2).max(1),
            (f0, _) => f0,
        }
    }
}

impl fmt::Display for Parameters {
    /// `name=value` of all, those first that are free.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, parameter) in Self::ALL.iter().enumerate() {
            let blank = if n > 0 { " " } else { "" };
            write!(f, "{blank}{}={}", parameter.name, self.get(parameter.name).unwrap_or(0))?;
        }
        Ok(())
    }
}
