//! Signals that end the command: it goes with 128 and the signal's number, as a shell has it, and
//! leaves no unfinished file.

#[cfg(unix)]
pub(crate) use unix::{at_end, on_interrupt, prepare};

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGABRT, SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag::{register, register_conditional_shutdown};
    use signal_hook::iterator::Signals;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, LazyLock, Mutex, Once, PoisonError};

    /// Whether there is nothing to clean up.
    static PLAIN: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

    /// At the start: signals end the process with their exit codes. So does a failure of memory, which
    /// Rust tells and ends by SIGABRT: the environment failed. A file that would grow beyond the limit of the process (`ulimit -f`) is
    /// one that cannot be written, and no more: the write fails, where without a handler the system ends the process.
    pub(crate) fn prepare() {
        let ended = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !is_ignored(*signal));
        for signal in ended {
            // Without a handler the system ends the process.
            let _ = register_conditional_shutdown(signal, 128 + signal, Arc::clone(&PLAIN));
        }
        let always = Arc::new(AtomicBool::new(true));
        let _ = register_conditional_shutdown(SIGABRT, 3, always);
        if !is_ignored(SIGXFSZ) {
            let _ = register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        }
    }

    /// What is done before a signal ends the process, each once.
    static AT_END: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

    /// Before the first unfinished file or child: signals discard it before they end the process. An
    /// interrupt does so even where it was ignored, as a shell has it for what runs in the background.
    pub(crate) fn at_end(discard: fn()) {
        static INSTALL: Once = Once::new();
        let mut all = AT_END.lock().unwrap_or_else(PoisonError::into_inner);
        if !all.iter().any(|known| std::ptr::fn_addr_eq(*known, discard)) {
            all.push(discard);
        }
        drop(all);
        INSTALL.call_once(|| {
            wait_for(move |signal| {
                let all = AT_END.lock().unwrap_or_else(PoisonError::into_inner);
                all.iter().for_each(|discard| discard());
                128 + signal
            });
        });
    }

    /// An interrupt ends the run with what there is to say, and the exit code that comes back.
    pub(crate) fn on_interrupt(say: impl FnOnce() -> u8 + Send + 'static) {
        wait_for(|signal| if signal == SIGINT { say().into() } else { 128 + signal });
    }

    /// The first signal ends the process with the exit code that comes back.
    fn wait_for(end: impl FnOnce(i32) -> i32 + Send + 'static) {
        let listened = [SIGHUP, SIGINT, SIGTERM].into_iter();
        let listened = listened.filter(|signal| *signal != SIGHUP || !is_ignored(SIGHUP));
        // Without a handler a signal leaves a file of a telling name or a run without its summary, and
        // nothing worse.
        let Ok(mut signals) = Signals::new(listened) else { return };
        PLAIN.store(false, Ordering::SeqCst);
        let wait = move || {
            if let Some(signal) = signals.forever().next() {
                std::process::exit(end(signal));
            }
        };
        if std::thread::Builder::new().stack_size(1 << 18).spawn(wait).is_err() {
            PLAIN.store(true, Ordering::SeqCst);
        }
    }

    /// Whether the process was started with this signal ignored, as `nohup` does. Where the system
    /// does not tell, it was not.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        mask >> (signal - 1) & 1 != 0
    }
}

#[cfg(not(unix))]
pub(crate) fn prepare() {}

#[cfg(not(unix))]
pub(crate) fn on_interrupt(_: impl FnOnce() -> u8 + Send + 'static) {}

#[cfg(not(unix))]
pub(crate) fn at_end(_: fn()) {}
