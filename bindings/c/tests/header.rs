//! `assay.h` is what the sources say.

use std::path::Path;

#[test]
fn header_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml");
    let bindings = cbindgen::Builder::new().with_crate(root).with_config(config).generate();
    let mut made = Vec::new();
    bindings.expect("sources").write(&mut made);
    let path = root.join("include/assay.h");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &made).expect("assay.h is written");
    }
    let found = std::fs::read_to_string(&path).expect("assay.h");
    assert!(
        found.as_bytes() == made,
        "assay.h is stale: BLESS=1 cargo test -p assay-c --test integration header::"
    );
}
