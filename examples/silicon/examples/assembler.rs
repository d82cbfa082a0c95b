//! Whether NVIDIA's assembler takes every text: `ptxas` in the search path. It is no part of a usual machine, nor of any that the
//! tests can prepare.

use silicon_device::instruction::{Target, all};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    match assembled() {
        Ok(count) => {
            println!("{count} texts assembled");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn assembled() -> Result<usize, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("no folder for texts: {e}"))?;
    let path = folder.path().join("text.ptx");
    let mut done = Vec::new();
    for mma in all().filter_map(|(_, mma)| mma.ok()) {
        let text = mma.ptx((12, 0));
        if done.contains(&text) {
            continue;
        }
        // Since version 13 it makes nothing for sm_70.
        let target = match mma.target {
            Target::Least(least) => format!("-arch=sm_{}", least.max(75)),
            Target::Own(_) => "-arch=sm_120a".to_owned(),
        };
        std::fs::write(&path, &text).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut ptxas = Command::new("ptxas");
        ptxas.arg(target).arg(&path).arg("-o").arg(folder.path().join("out"));
        let output = ptxas
            .output()
            .map_err(|e| format!("ptxas: {e}\n  right: NVIDIA's assembler in the search path"))?;
        if !output.status.success() {
            return Err(format!("{}: {}", mma.mnemonic(), String::from_utf8_lossy(&output.stderr)));
        }
        done.push(text);
    }
    Ok(done.len())
}
