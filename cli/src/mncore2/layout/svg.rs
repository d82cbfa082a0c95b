//! A picture of a layout: a cell an element, a colour an element of the tree.

use semantics::mncore2::layout::Layout;
use std::collections::HashMap;
use std::fmt::Write;

/// Cells of a picture that people look at.
const MOST: u64 = 1 << 14;
/// Size of a cell, and of the margins with the indices.
const CELL: (u64, u64) = (104, 36);
const MARGIN: (u64, u64) = (96, 48);

/// Draws the last axis from left to right, the others from top to bottom.
pub(super) fn draw(layout: &Layout) -> Result<String, String> {
    let elements = layout.elements();
    if elements > MOST {
        return Err(format!(
            "a picture of {elements} elements\n  right: at most {MOST}, e.g. a layout of a part"
        ));
    }
    let columns = layout.shape().last().copied().unwrap_or(1);
    let (width, height) = (MARGIN.0 + columns * CELL.0, MARGIN.1 + elements / columns * CELL.1);
    // Writing to a string does not fail.
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"12\">\n\
         <title>{layout}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"4\" y=\"16\">{layout}</text>"
    );
    for column in 0..columns {
        let x = MARGIN.0 + column * CELL.0 + 4;
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"40\">{column}</text>");
    }
    cells(layout, columns, &mut svg);
    svg.push_str("</svg>\n");
    Ok(svg)
}

fn cells(layout: &Layout, columns: u64, svg: &mut String) {
    let store = layout.memory().store;
    let mut colours = HashMap::new();
    for (n, spot) in layout.spots().enumerate() {
        let n = n as u64;
        let (x, y) = (MARGIN.0 + n % columns * CELL.0, MARGIN.1 + n / columns * CELL.1);
        if n.is_multiple_of(columns) {
            let mut row = layout.index(n);
            row.pop();
            let _ = writeln!(svg, "<text x=\"4\" y=\"{}\">{row:?}</text>", y + 22);
        }
        let known = colours.len() as u64;
        let place = spot.place.name(store.level());
        // Steps of the golden angle keep the colours of neighbours apart.
        let hue = *colours.entry(spot.place).or_insert(known) * 137 % 360;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"hsl({hue} 70% 85%)\" \
             stroke=\"gray\"/>\n<text x=\"{}\" y=\"{}\">{place}</text>\n\
             <text x=\"{}\" y=\"{}\">{} {}:{}</text>",
            CELL.0,
            CELL.1,
            x + 4,
            y + 15,
            x + 4,
            y + 30,
            spot.operand(),
            spot.shift + spot.bits - 1,
            spot.shift
        );
    }
}
