//! A program that is stepped leaves what one run leaves, in every machine, however many steps a call makes.

// Pointers, as C has them.
#![allow(unsafe_code)]

use assay::*;
use std::ffi::{CStr, CString, c_char};
use std::ptr::null_mut;
use vectors::programs::cases::{self, case};

const CASES: u64 = 40;

/// A machine that is closed.
struct Open(*mut Simulator);

impl Drop for Open {
    fn drop(&mut self) {
        // SAFETY: it is open.
        unsafe { assay_machine_close(self.0) };
    }
}

fn text(words: &str) -> CString {
    CString::new(words).expect("no zero")
}

/// A text of the library, and what it said of itself.
fn told(
    call: impl FnOnce(*mut *mut c_char, *mut *mut c_char) -> Status,
) -> (Status, String, String) {
    let (mut out, mut error) = (null_mut(), null_mut());
    let status = call(&raw mut out, &raw mut error);
    let own = |text: *mut c_char| match text.is_null() {
        true => String::new(),
        // SAFETY: a text of the library.
        false => unsafe {
            let own = CStr::from_ptr(text).to_string_lossy().into_owned();
            assay_text_free(text);
            own
        },
    };
    (status, own(out), own(error))
}

impl Open {
    fn new(name: &str, parameters: &str) -> Self {
        let mut machine = null_mut();
        let (name, parameters) = (text(name), text(parameters));
        // SAFETY: texts, and a place of its own.
        let (status, _, error) = told(|_, error| unsafe {
            assay_machine_open(name.as_ptr(), parameters.as_ptr(), &raw mut machine, error)
        });
        assert_eq!(status, Status::Ok, "{error}");
        Self(machine)
    }

    fn load(&self, core: u32, source: &str) -> bool {
        // SAFETY: it is open, and the source a text.
        let (status, ..) = told(|_, error| unsafe {
            assay_machine_load(self.0, core, source.as_ptr().cast(), source.len(), error)
        });
        status == Status::Ok
    }

    fn set(&self, target: &str, value: &str) -> (Status, String) {
        let (target, value) = (text(target), text(value));
        // SAFETY: it is open; texts.
        let (status, _, error) = told(|_, error| unsafe {
            assay_machine_set(self.0, target.as_ptr(), value.as_ptr(), error)
        });
        (status, error)
    }

    fn get(&self, target: &str) -> String {
        let target = text(target);
        // SAFETY: it is open; a text.
        told(|out, error| unsafe { assay_machine_get(self.0, target.as_ptr(), 1, out, error) }).1
    }

    fn run(&self, limit: u64) -> (Status, String, String) {
        // SAFETY: it is open.
        told(|out, error| unsafe { assay_machine_run(self.0, limit, out, error) })
    }

    fn step(&self, steps: u64) -> (Status, String, String) {
        // SAFETY: it is open.
        told(|out, error| unsafe { assay_machine_step(self.0, steps, out, error) })
    }
}

#[test]
fn steps_are_a_run_in_parts() {
    for system in ["mncore2", "pod", "xdsa", "tile"] {
        let programs = cases::of(system).expect("programs");
        let (mut longest, mut compared) = (0, 0);
        for number in 0..CASES {
            let case = case(programs, 35, number).expect("a case");
            let parameters: Vec<String> =
                case.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let made = || {
                let machine = Open::new(system, &parameters.join(" "));
                let cores = case.code.iter().map(|code| code.core).max().unwrap_or(0);
                let loaded = (0..=cores).all(|core| {
                    let own = case.code.iter().filter(|code| code.core == core);
                    let lines = own.map(|code| format!("{}\n", code.text)).collect::<String>();
                    // Programs of POD are more than code.
                    let asm = system == "pod";
                    machine.load(core, &if asm { format!("asm {{\n{lines}}}\n") } else { lines })
                });
                let set = case
                    .init
                    .iter()
                    .all(|part| machine.set(&part.target, &part.value.to_string()).0 == Status::Ok);
                (loaded && set).then_some(machine)
            };
            let (Some(whole), Some(parts)) = (made(), made()) else { continue };
            let once = whole.run(0);
            let (mut steps, mut output) = (0, String::new());
            let last = loop {
                let by = 1 + (number + steps) % 2;
                let (status, own, error) = parts.step(by);
                output.push_str(&own);
                steps += by;
                // The state between is that of a run with this limit.
                if let Some(limited) = made() {
                    limited.run(steps);
                    for part in &case.expect {
                        assert_eq!(
                            parts.get(&part.target),
                            limited.get(&part.target),
                            "{system} {number}"
                        );
                    }
                }
                if status != Status::Ok {
                    break (status, error);
                }
                assert!(steps < 10_000, "{system} {number} goes on");
            };
            let right = if once.0 == Status::Ok { Status::End } else { once.0 };
            assert_eq!((last.0, &last.1), (right, &once.2), "{system} {number}");
            assert_eq!(output, once.1, "{system} {number}");
            for part in &case.expect {
                assert_eq!(parts.get(&part.target), whole.get(&part.target), "{system} {number}");
            }
            assert_eq!(parts.step(1).0, Status::End, "{system} {number}");
            longest = longest.max(steps);
            compared += 1;
        }
        assert!(
            compared > CASES / 2 && longest > 2,
            "{system}: {compared} cases of {longest} steps"
        );
    }
}

#[test]
fn what_does_not_go_with_steps_has_words() {
    let machine = Open::new("mncore2", "");
    assert_eq!(machine.step(1).0, Status::Program, "there is no program");
    assert!(machine.load(0, "imm i\"5\" $lr0v\nnop/4\nlpassa $lr0v $lm0v\n"));
    let part = "$lm0n0c0b0m0p0";
    assert_eq!(machine.set(part, "0000000000000001").0, Status::Ok);
    assert_eq!(machine.step(0).0, Status::Ok);
    assert_eq!(machine.step(1).0, Status::Ok);
    assert!(machine.get(part).ends_with("=0000000000000001\n"), "{}", machine.get(part));
    let (status, words) = machine.set(part, "0000000000000002");
    assert!(status == Status::Program && words.contains("stands at step 1"), "{words}");
    while machine.step(1).0 == Status::Ok {}
    assert_eq!(machine.set(part, "0000000000000002").0, Status::Ok);
    // From the beginning, on the state as it is.
    assert_eq!(machine.step(1).0, Status::Ok);
    assert!(machine.get(part).ends_with("=0000000000000002\n"), "{}", machine.get(part));
    assert!(machine.load(0, "nop/4\n"));
    let (status, _, words) = machine.step(1);
    assert!(status == Status::Program && words.contains("cannot be run again"), "{words}");
}
