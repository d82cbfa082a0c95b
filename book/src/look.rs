//! The built book in a browser: every page as wide as a phone and as a desk, light and dark.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

/// How wide a page is shown, in points: a phone, a desk.
const WIDTHS: [u32; 2] = [360, 1280];

/// Pages that are no chapters.
const NO_CHAPTERS: [&str; 4] = ["print.html", "404.html", "toc.html", PAGE];

/// The page that holds all others in frames, and the script that measures them.
const PAGE: &str = "look.html";

/// Frames that are loaded at once.
const FRAMES: usize = 24;

/// Looks at all pages, and says what is wrong with them.
pub(crate) fn look(html: &Path, browser: &str) -> io::Result<ExitCode> {
    let html = html.canonicalize()?;
    let mut pages = Vec::new();
    chapters(&html, &html, &mut pages)?;
    pages.sort();
    let mut wrong = Vec::new();
    let mut measured = 0;
    for some in pages.chunks(FRAMES / WIDTHS.len()) {
        let lines = measure(&html, browser, some)?;
        measured += lines.iter().filter(|line| line.starts_with("page ")).count();
        for line in lines.into_iter().filter(|line| !line.starts_with("page ")) {
            match line.strip_prefix("to ") {
                None => wrong.push(line),
                Some(link) if leads(&html, link)? => {}
                Some(link) => wrong.push(format!("broken link: {link}")),
            }
        }
    }
    fs::remove_file(html.join(PAGE))?;
    wrong.sort();
    wrong.dedup();
    wrong.iter().for_each(|line| println!("{line}"));
    let all = pages.len() * WIDTHS.len();
    println!("{} pages, {measured} of {all} views, {} wrong", pages.len(), wrong.len());
    let well = wrong.is_empty() && measured == all && !pages.is_empty();
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The pages below a folder, by their paths from the book's.
fn chapters(book: &Path, folder: &Path, pages: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.strip_prefix(book).unwrap_or(&path).to_string_lossy().into_owned();
        if path.is_dir() {
            chapters(book, &path, pages)?;
        } else if name.ends_with(".html") && !NO_CHAPTERS.contains(&name.as_str()) {
            pages.push(name);
        }
    }
    Ok(())
}

/// What the script says of some pages.
fn measure(html: &Path, browser: &str, pages: &[String]) -> io::Result<Vec<String>> {
    let frames: Vec<String> = pages
        .iter()
        .flat_map(|page| WIDTHS.map(|width| (page, width)))
        .map(|(page, width)| {
            format!("<iframe src=\"{page}\" width=\"{width}\" height=\"900\"></iframe>\n")
        })
        .collect();
    let script = include_str!("look.js");
    fs::write(
        html.join(PAGE),
        format!("<!doctype html><body>{}<script>{script}</script></body>", frames.concat()),
    )?;
    let own = env::temp_dir().join(format!("assay-book-{}", std::process::id()));
    let fixed = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--allow-file-access-from-files",
        "--dump-dom",
    ];
    let done = Command::new(browser)
        .args(fixed)
        .arg(format!("--user-data-dir={}", own.display()))
        .arg(format!("file://{}", html.join(PAGE).display()))
        .output()?;
    let _ = fs::remove_dir_all(&own);
    let dom = String::from_utf8_lossy(&done.stdout).into_owned();
    let Some((_, rest)) = dom.split_once("<pre id=\"measured\">") else {
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        return Err(io::Error::other(format!("the browser measured nothing: {said}")));
    };
    let lines = rest.split("</pre>").next().unwrap_or_default();
    let lines = lines.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Ok(lines.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// Whether a link, `FROM TO[#PLACE]`, leads to a file, and to a place in it.
fn leads(html: &Path, link: &str) -> io::Result<bool> {
    let target = link.split(' ').nth(1).unwrap_or_default();
    let (file, place) = target.split_once('#').unwrap_or((target, ""));
    let path: PathBuf = html.join(file);
    if !path.is_file() {
        return Ok(false);
    }
    Ok(place.is_empty() || fs::read_to_string(path)?.contains(&format!("id=\"{place}\"")))
}
