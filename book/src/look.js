// Measures every frame. Each line says what is wrong, but for `page PAGE WIDTH`, a page that was
// measured, and `to PAGE LINK`, a link within the book, whose end the caller looks for.
const lines = new Set();
const folder = location.href.slice(0, location.href.lastIndexOf('/') + 1);

function rgb(text) {
  const n = text.match(/[\d.]+/g).map(Number);
  return n.length < 4 ? [...n.slice(0, 3), 1] : n;
}

// What lies behind an element: the first colour that is not clear.
function behind(view, e) {
  for (; e; e = e.parentElement) {
    const c = rgb(view.getComputedStyle(e).backgroundColor);
    if (c[3] > 0.5) return c;
  }
  return [255, 255, 255, 1];
}

// Contrast of two colours, as WCAG 2.1 defines it: 1 to 21.
function contrast(a, b) {
  const light = c => {
    const [r, g, b] = c.slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function measure(frame) {
  const view = frame.contentWindow, page = frame.contentDocument, width = frame.clientWidth;
  const name = frame.getAttribute('src');
  const wrong = text => lines.add(`${name} at ${width}: ${text}`);
  const root = page.documentElement;
  if (root.scrollWidth > width + 1) wrong(`wider than the window: ${root.scrollWidth}`);
  for (const img of page.images) if (!img.complete || !img.naturalWidth) wrong(`no picture: ${img.getAttribute('src')}`);
  for (const text of page.querySelectorAll('svg.assay text')) {
    const t = text.getBoundingClientRect(), s = text.ownerSVGElement.getBoundingClientRect();
    if (t.left < s.left - 1 || t.right > s.right + 1 || t.top < s.top - 1 || t.bottom > s.bottom + 1)
      wrong(`cut in its picture: ${text.textContent}`);
  }
  for (const e of page.querySelectorAll('main *')) {
    const style = view.getComputedStyle(e);
    if (style.overflowX === 'hidden' && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)
      wrong(`cut: <${e.tagName.toLowerCase()}> ${e.textContent.slice(0, 40)}`);
  }
  for (const theme of ['light', 'navy']) {
    root.classList.remove('light', 'navy', 'rust', 'coal', 'ayu');
    root.classList.add(theme);
    // What mdBook's own switch does besides.
    for (const [sheet, own] of [['highlight', 'light'], ['tomorrow-night', 'navy'], ['ayu-highlight', 'ayu']]) {
      const link = page.getElementById(`mdbook-${sheet}-css`);
      if (link) link.disabled = own !== theme;
    }
    for (const kind of ['h1', 'h2', 'p', 'li', 'td', 'th', 'code', 'pre code', 'a', 'svg.assay text'])
      for (const e of [...page.querySelectorAll('main ' + kind)].slice(0, 3)) {
        const style = view.getComputedStyle(e);
        const ink = rgb(kind.startsWith('svg') ? style.fill : style.color);
        const ratio = contrast(ink, behind(view, e));
        if (ratio < 4.5) wrong(`${theme}: hard to read, ${ratio.toFixed(1)}: <${kind}> ${e.textContent.slice(0, 30)}`);
      }
  }
  for (const a of page.querySelectorAll('main a[href]')) {
    if (a.href.startsWith(folder)) lines.add(`to ${name} ${decodeURI(a.href.slice(folder.length))}`);
    else if (a.href.startsWith('file:')) wrong(`leads out of the book: ${a.getAttribute('href')}`);
  }
  lines.add(`page ${name} ${width}`);
}

addEventListener('load', () => {
  for (const frame of document.querySelectorAll('iframe')) {
    try { measure(frame); } catch (e) { lines.add(`${frame.getAttribute('src')}: ${e}`); }
  }
  const pre = document.createElement('pre');
  pre.id = 'measured';
  pre.textContent = '\n' + [...lines].join('\n');
  document.body.replaceChildren(pre);
});
