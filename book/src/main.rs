//! The book of the documentation.
//!
//! - `book write FOLDER ASSAY` writes its source, for mdBook: the pages of `docs` as chapters, and what comes from the registry and
//!   from the command `ASSAY` itself: the reference of every operation, the formats, the commands.
//! - `book look HTML` looks at the built book in a browser: broken links, pictures that are missing, text that is cut or
//!   hard to read, pages wider than a phone.

mod commands;
mod formats;
mod look;
mod picture;
mod reference;

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

/// A chapter's title and its file.
type Chapter = (String, String);

/// Pages of `docs`, part by part.
const PARTS: &[(&str, &[(&str, &str)])] = &[
    (
        "First",
        &[
            ("First five minutes", "first"),
            ("From nothing to a checked FPU", "tutorial"),
            ("What works", "works"),
        ],
    ),
    (
        "Numbers",
        &[
            ("Formats, operations, options", "numbers"),
            ("IEEE 754 by its clauses", "ieee754"),
            ("Functions", "functions"),
            ("Sums as datapaths", "datapaths"),
            ("Units of shipping processors", "silicon"),
            ("Products of matrices", "gemm"),
        ],
    ),
    (
        "Hardware",
        &[
            ("A design against the model", "designs"),
            ("Coverage", "coverage"),
            ("Which datapath is it?", "identify"),
            ("Files", "files"),
            ("SystemVerilog", "systemverilog"),
            ("RTL and benches", "rtl"),
            ("On a cluster", "cluster"),
        ],
    ),
    (
        "Emulators",
        &[
            ("Case files", "cases"),
            ("MN-Core 2: programs", "mncore2"),
            ("MN-Core 2: tools", "mncore2-tools"),
            ("MN-Core 2: instructions", "mncore2-instructions"),
            ("POD", "pod"),
            ("POD: instructions", "pod-instructions"),
            ("POD: kernels", "pod-kernels"),
            ("xDSA", "xdsa"),
            ("xDSA: instructions", "xdsa-instructions"),
            ("RISC-V Tile", "tile"),
            ("RISC-V Tile: instructions", "tile-instructions"),
        ],
    ),
    (
        "Compilers, Python, C",
        &[("Python", "python"), ("C and C++", "c"), ("JSON", "json"), ("The command", "command")],
    ),
    (
        "Background",
        &[
            ("Decisions", "decisions"),
            ("Other libraries, other bits", "disagreements"),
            ("Comparison", "compare"),
            ("Performance", "performance"),
            ("Assurance", "assurance"),
            ("Dependencies", "dependencies"),
            ("Third-party notices", "third-party"),
        ],
    ),
    (
        "The project",
        &[
            ("Design", "DESIGN"),
            ("Contributing", "CONTRIBUTING"),
            ("Changes", "CHANGELOG"),
            ("Security", "SECURITY"),
        ],
    ),
];

/// Pages beside `docs`.
const ROOT: [&str; 5] =
    ["README.md", "DESIGN.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];

const BOOK: &str = "\
[book]
title = \"Assay\"
description = \"The bit-exact floating-point reference and verification suite for accelerator hardware\"
language = \"en\"

[output.html]
additional-css = [\"assay.css\"]
no-section-label = true

[output.html.fold]
enable = true
";

fn main() -> io::Result<ExitCode> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", folder, assay] => write(Path::new(folder), Path::new(assay))?,
        ["look", html] => match needs::browser() {
            Some(browser) => return look::look(Path::new(html), browser),
            None => return Err(io::Error::other("no browser: apt-get install chromium")),
        },
        _ => {
            eprintln!("usage: book write FOLDER ASSAY | book look HTML");
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn write(folder: &Path, assay: &Path) -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let source = folder.join("src");
    // What an earlier run left and this one does not write would stay.
    if source.exists() {
        fs::remove_dir_all(&source)?;
    }
    fs::create_dir_all(source.join("reference"))?;
    fs::write(folder.join("book.toml"), BOOK)?;
    fs::write(folder.join("assay.css"), include_str!("../assay.css"))?;
    copy(&root.join("docs"), &source)?;
    for page in ROOT {
        fs::copy(root.join(page), source.join(page))?;
    }
    flatten(&source)?;
    everything_is_a_chapter(&source)?;
    let mut summary = "# Summary\n\n[Assay](README.md)\n".to_owned();
    for (part, chapters) in PARTS {
        let own = chapters.iter().map(|(title, page)| ((*title).to_owned(), format!("{page}.md")));
        push(&mut summary, part, own);
    }
    push(&mut summary, "Reference: formats", formats::write(&source)?);
    push(&mut summary, "Reference: operations", reference::write(&source)?);
    push(&mut summary, "Reference: commands", commands::write(&source, assay)?);
    fs::write(source.join("SUMMARY.md"), summary)
}

/// A part of the summary.
fn push(summary: &mut String, part: &str, chapters: impl IntoIterator<Item = Chapter>) {
    let _ = writeln!(summary, "\n# {part}\n");
    for (title, file) in chapters {
        let _ = writeln!(summary, "- [{title}]({file})");
    }
}

/// A folder and what is in it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(path, target)?;
        }
    }
    Ok(())
}

/// A page that no part names would be in no book.
fn everything_is_a_chapter(source: &Path) -> io::Result<()> {
    let named: Vec<&str> = PARTS.iter().flat_map(|part| part.1).map(|chapter| chapter.1).collect();
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let page = path.extension().is_some_and(|e| e == "md");
        if page && name != "README" && !named.contains(&&*name) {
            return Err(io::Error::other(format!(
                "docs/{name}.md is in no part of the book: book/src/main.rs"
            )));
        }
    }
    Ok(())
}

/// Links between the project's folder and `docs`, which are one folder here.
fn flatten(source: &Path) -> io::Result<()> {
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "md") {
            let text = fs::read_to_string(&path)?;
            fs::write(&path, text.replace("](docs/", "](").replace("](../", "]("))?;
        }
    }
    Ok(())
}

/// Text of a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}
