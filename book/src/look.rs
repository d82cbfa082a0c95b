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
    let (wrong, views) = findings(html, browser)?;
    wrong.iter().for_each(|line| println!("{line}"));
    println!("{views} views, {} findings", wrong.len());
    Ok(if wrong.is_empty() && views > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is wrong, and how many views were looked at.
fn findings(html: &Path, browser: &str) -> io::Result<(Vec<String>, usize)> {
    let html = html.canonicalize()?;
    let mut pages = Vec::new();
    chapters(&html, &html, &mut pages)?;
    pages.sort();
    let mut wrong = Vec::new();
    let mut views = 0;
    for some in pages.chunks(FRAMES / WIDTHS.len()) {
        for line in measure(&html, browser, some)? {
            match line.split_once(' ') {
                Some(("page", _)) => views += 1,
                Some(("to", link)) if leads(&html, link)? => {}
                Some(("to", link)) => wrong.push(format!("broken link: {link}")),
                _ => wrong.push(line),
            }
        }
    }
    fs::remove_file(html.join(PAGE))?;
    wrong.sort();
    wrong.dedup();
    let all = pages.len() * WIDTHS.len();
    if views != all {
        wrong.push(format!("{} of {all} views were not measured", all - views));
    }
    Ok((wrong, views))
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

#[cfg(test)]
mod tests {
    use super::{findings, leads};
    use std::fs;

    /// Each fault that a page can have, once.
    const BAD: &str = "<!doctype html><html class=light><body style='margin:0'><main style='background:#fff'>
        <p style='width:900px'>wide</p><p style='color:#ddd'>pale</p><img src=none.png>
        <div style='overflow:hidden;width:40px;white-space:nowrap'>a long line that is cut</div>
        <svg class=assay width=50 height=20><text x=0 y=15>longer than its picture</text></svg>
        <a href=none.html>a</a><a href=good.html#none>b</a><a href=/etc/passwd>c</a></main></body></html>";

    const GOOD: &str =
        "<!doctype html><html class=light><body><main style='background:#fff'><p id=\"here\">well</p>
        <a href=good.html#here style='color:#000'>a</a></main></body></html>";

    #[test]
    fn each_fault_is_found_and_nothing_else() {
        let Some(browser) = needs::browser() else { return needs::skip_tool("browser") };
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("good.html"), GOOD).unwrap();
        let (wrong, views) = findings(folder.path(), browser).unwrap();
        assert_eq!((wrong, views), (vec![], 2));
        fs::write(folder.path().join("bad.html"), BAD).unwrap();
        let (wrong, views) = findings(folder.path(), browser).unwrap();
        assert_eq!(views, 4);
        let all = wrong.join("\n");
        for fault in [
            "bad.html at 360: wider than the window",
            "hard to read, 1.4: <p> pale",
            "no picture: none.png",
            "cut: <div> a long line",
            "cut in its picture: longer than",
            "broken link: bad.html none.html",
            "broken link: bad.html good.html#none",
            "leads out of the book: /etc/passwd",
        ] {
            assert!(all.contains(fault), "{fault} is not among\n{all}");
        }
        assert!(!all.contains("good.html at"), "{all}");
    }

    #[test]
    fn a_link_leads_to_a_file_and_a_place() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.html"), "<p id=\"x\">").unwrap();
        let leads = |link: &str| leads(folder.path(), link).unwrap();
        assert!(leads("b.html a.html") && leads("b.html a.html#x"));
        assert!(!leads("b.html a.html#y") && !leads("b.html c.html"));
    }
}
