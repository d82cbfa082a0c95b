//! `assay diff 'ieee.f32.*' --dut softfloat-design`: see the library.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> Result<(), String> {
    use berkeley::Design;
    use std::io::Write;

    let told = |name| std::env::var(name).unwrap_or_default();
    let design = Design::new(&told("ASSAY_OP"), &told("ASSAY_OPTIONS"))?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let line = line.map_err(|e| e.to_string())?;
        writeln!(out, "{}", design.answer(&line)?).map_err(|e| e.to_string())?;
    }
    Ok(())
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() -> Result<(), String> {
    Err("the crate of Berkeley SoftFloat builds on x86-64 Linux only".into())
}
