//! A page in headless Chromium: where its cells and texts lie, and its picture.

mod narrow;

pub(crate) use narrow::Narrow;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Width and height of the window.
const WINDOW: (usize, usize) = (1600, 3000);

/// The page's margin: wide maps end there, and can be moved.
const MARGIN: usize = 30;

/// Tells where everything lies, in a copy of the page: the page itself has no script.
const MEASURE: &str = "<script>
const lines = [];
for (const svg of document.querySelectorAll('svg')) {
  const box = e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  for (const e of svg.querySelectorAll('rect'))
    lines.push(['cell', ...box(e), getComputedStyle(e).fill].join('\\t'));
  for (const e of svg.querySelectorAll('text'))
    lines.push(['text', ...box(e), ...box(svg), e.textContent].join('\\t'));
}
const pre = document.createElement('pre');
pre.id = 'measured';
pre.style.display = 'none';
pre.textContent = lines.join('\\n');
document.body.append(pre);
</script>";

/// The repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Runs the command, words parted by blanks, in a folder; mismatches that it finds are no failure.
pub(crate) fn assay(folder: &Path, line: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    let done = needs::output(command.args(line.split(' ')).current_dir(folder));
    let code = done.status.code();
    assert!(matches!(code, Some(0 | 1)), "{line}: {code:?}");
}

/// Left, top, right, bottom, in points of the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area([f64; 4]);

impl Area {
    fn is_within(&self, other: &Self) -> bool {
        let ([left, top, right, bottom], [l, t, r, b]) = (self.0, other.0);
        // Half a point is nothing that one sees.
        left >= l - 0.5 && top >= t - 0.5 && right <= r + 0.5 && bottom <= b + 0.5
    }
}

pub(crate) struct Cell {
    area: Area,
    /// As the browser has it: `rgb(1, 2, 3)`.
    pub(crate) fill: String,
}

pub(crate) struct Text {
    area: Area,
    /// The picture that the text belongs to.
    within: Area,
    pub(crate) content: String,
}

pub(crate) struct Page {
    pub(crate) cells: Vec<Cell>,
    pub(crate) texts: Vec<Text>,
    /// Points of three bytes, line by line.
    picture: Vec<u8>,
}

impl Page {
    /// A page, its picture kept under this name.
    pub(crate) fn of(html: &Path, name: &str) -> Self {
        let picture = photograph(html, name);
        let text = fs::read_to_string(html).unwrap();
        let (head, tail) = text.rsplit_once("</body>").expect("a whole page");
        let copy = html.with_extension("measured.html");
        fs::write(&copy, format!("{head}{MEASURE}</body>{tail}")).unwrap();
        let mut page = Self { cells: Vec::new(), texts: Vec::new(), picture: points(&picture) };
        for fields in measured(&browse(&copy, "--dump-dom")) {
            page.add(&fields);
        }
        page
    }

    /// A line of what was measured.
    fn add(&mut self, fields: &[String]) {
        let area = |from: usize| {
            Area(std::array::from_fn(|i| fields[from + i].parse().expect("a number")))
        };
        match fields[0].as_str() {
            "cell" => self.cells.push(Cell { area: area(1), fill: fields[5].clone() }),
            "text" => {
                let content = fields[9..].join("\t");
                self.texts.push(Text { area: area(1), within: area(5), content });
            }
            other => panic!("{other}"),
        }
    }

    /// At least so many cells lie in the picture, and each has its colour there.
    pub(crate) fn cells_have_their_colours(&self, least: usize) {
        let mut seen = 0;
        for Cell { area: Area([left, top, right, bottom]), fill } in &self.cells {
            let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
            if *right >= (WINDOW.0 - MARGIN) as f64 || *bottom >= WINDOW.1 as f64 {
                continue;
            }
            let at = 3 * (y as usize * WINDOW.0 + x as usize);
            let [r, g, b] = self.picture[at..at + 3] else { unreachable!("three bytes") };
            assert_eq!(*fill, format!("rgb({r}, {g}, {b})"), "at {x}, {y}");
            seen += 1;
        }
        assert!(seen >= least, "{seen} cells");
    }

    /// There are at least so many texts, and each lies within its picture: none is cut.
    pub(crate) fn texts_are_whole(&self, least: usize) {
        for Text { area, within, content } in &self.texts {
            assert!(area.is_within(within), "`{content}` is cut: {area:?} in {within:?}");
        }
        assert!(self.texts.len() >= least, "{} texts", self.texts.len());
    }
}

/// A picture of a page, kept under this name.
fn photograph(html: &Path, name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&folder).unwrap();
    let picture = folder.join(format!("{name}.png"));
    let _ = fs::remove_file(&picture);
    browse(html, &format!("--screenshot={}", picture.display()));
    picture
}

/// Runs the browser on a page; its output.
fn browse(html: &Path, what: &str) -> String {
    let own = tempfile::tempdir().unwrap();
    let fixed = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--force-color-profile=srgb",
        "--enable-logging=stderr",
    ];
    let mut command = Command::new(needs::browser().expect("a browser"));
    command.args(fixed).arg(what);
    command.arg(format!("--user-data-dir={}", own.path().display()));
    command.arg(format!("--window-size={},{}", WINDOW.0, WINDOW.1));
    let done = needs::output(command.arg(format!("file://{}", html.display())));
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{what}: {errors}");
    // What a page says on the console, of missing files or bad syntax.
    let said: Vec<&str> = errors.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(said.is_empty(), "{said:?}");
    String::from_utf8(done.stdout).unwrap()
}

/// Whether there is a browser; the test that asks is left out where there is none.
pub(crate) fn can_browse() -> bool {
    needs::browser().is_some() || {
        needs::skip_tool("browser");
        false
    }
}

/// The lines that the script wrote into the page, field by field.
fn measured(dom: &str) -> Vec<Vec<String>> {
    let (_, rest) = dom.rsplit_once("<pre id=\"measured\"").expect("the script ran");
    let (_, rest) = rest.split_once('>').unwrap();
    let (lines, _) = rest.split_once("</pre>").unwrap();
    let lines = lines.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    lines.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// A picture's points, three bytes each.
fn points(path: &Path) -> Vec<u8> {
    let file = fs::File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((frame.width as usize, frame.height as usize), WINDOW);
    assert_eq!(frame.bit_depth, png::BitDepth::Eight);
    let each = frame.color_type.samples();
    bytes[..frame.buffer_size()].chunks(each).flat_map(|point| point[..3].to_vec()).collect()
}
