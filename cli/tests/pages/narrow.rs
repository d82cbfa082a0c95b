//! A page in a window as narrow as a telephone's. The browser has none below 500 points, so the page stands in a frame.

use super::{Area, browse, measured};
use std::fs;
use std::path::Path;

/// The frame's width.
const WIDTH: f64 = 420.0;

/// Tells the page's width, and of each text that is to be seen where it lies and where it could be scrolled to.
const MEASURE: &str = "<script>
const lines = [['page', document.documentElement.scrollWidth].join('\\t')];
const box = b => [b.left, b.top, b.right, b.bottom];
const style = e => getComputedStyle(e).overflowX;
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let text = walk.nextNode(); text; text = walk.nextNode()) {
  const parent = text.parentElement;
  if (!text.data.trim() || parent.closest('style,script,title') || !parent.checkVisibility()) continue;
  let within = [0, 0, innerWidth, 1e9], scrolls = false;
  for (let e = parent; e && e !== document.body; e = e.parentElement) {
    const b = e.getBoundingClientRect();
    if (['auto', 'scroll'].includes(style(e)) && e.scrollWidth > e.clientWidth) {
      within = [b.left, 0, b.left + e.scrollWidth, 1e9];
      scrolls = true;
      break;
    }
    if (e.tagName !== 'svg' && ['hidden', 'clip'].includes(style(e))) within = box(b);
  }
  const svg = parent.closest('svg');
  const kind = svg ? 'drawn' : scrolls ? 'scrolled' : 'text';
  if (svg) within = box(svg.getBoundingClientRect());
  const range = document.createRange();
  range.selectNodeContents(text);
  for (const b of range.getClientRects())
    lines.push([kind, ...box(b), ...within, text.data.trim().replaceAll(/\\s+/g, ' ')].join('\\t'));
}
const pre = parent.document.createElement('pre');
pre.id = 'measured';
pre.style.display = 'none';
pre.textContent = lines.join('\\n');
parent.document.body.append(pre);
</script>";

/// What a narrow window shows.
pub(crate) struct Narrow {
    /// As wide as the page would have to be.
    width: f64,
    texts: Vec<Text>,
}

struct Text {
    /// `drawn` in a picture, `scrolled` with a table, or `text`.
    kind: String,
    area: Area,
    within: Area,
    content: String,
}

impl Narrow {
    /// A page, its picture kept under this name.
    pub(crate) fn of(html: &Path, name: &str) -> Self {
        let text = fs::read_to_string(html).unwrap();
        let (head, tail) = text.rsplit_once("</body>").expect("a whole page");
        let page = format!("{head}{MEASURE}</body>{tail}").replace('&', "&amp;");
        let frame = format!(
            "<!DOCTYPE html>\n<body style=\"margin:0\"><iframe style=\"border:0; width:{WIDTH}px; \
             height:2900px\" srcdoc=\"{}\"></iframe></body>\n",
            page.replace('"', "&quot;")
        );
        let copy = html.with_extension("narrow.html");
        fs::write(&copy, frame).unwrap();
        super::photograph(&copy, name);
        let mut narrow = Self { width: 0.0, texts: Vec::new() };
        for fields in measured(&browse(&copy, "--dump-dom")) {
            let number = |at: usize| fields[at].parse::<f64>().expect("a number");
            if fields[0] == "page" {
                narrow.width = number(1);
                continue;
            }
            let area = |from: usize| Area(std::array::from_fn(|i| number(from + i)));
            let (kind, content) = (fields[0].clone(), fields[9..].join("\t"));
            narrow.texts.push(Text { kind, area: area(1), within: area(5), content });
        }
        narrow
    }

    /// The page is as wide as the window, and shows at least so many texts, of which none is cut.
    pub(crate) fn holds(&self, least: usize) {
        assert!(self.width <= WIDTH, "the page is {} wide", self.width);
        for Text { area, within, content, .. } in &self.texts {
            assert!(area.is_within(within), "`{content}` is cut: {area:?} in {within:?}");
        }
        assert!(self.texts.len() >= least, "{} texts", self.texts.len());
    }

    /// Nothing but pictures has to be scrolled to the right.
    pub(crate) fn is_read_without_scrolling(&self) {
        let scrolled = self.texts.iter().find(|text| text.kind == "scrolled");
        assert!(scrolled.is_none(), "`{}`", scrolled.map_or("", |text| &text.content));
    }
}
