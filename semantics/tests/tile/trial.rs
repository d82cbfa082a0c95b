//! One matrix product whose elements are set one by one, at the places that the text gives (Tile, s. 1.3, 1.4; TILE-D17,
//! D19 to D21, D23 to D25).

use semantics::tile::exec::element::Element;
use semantics::tile::exec::product::{
    Geometry, KINDS, Operands, Product, Shape, Signals, define, multiply,
};

pub(crate) struct Trial {
    pub(crate) product: Product,
    pub(crate) geometry: Geometry,
    shape: Shape,
    pub(crate) a: Vec<u8>,
    pub(crate) b: Vec<u8>,
    pub(crate) a_scales: Vec<u8>,
    pub(crate) b_scales: Vec<u8>,
    pub(crate) d: Vec<u8>,
}

/// Writes bits into a string of bytes, the lowest first.
fn write(bytes: &mut [u8], at: usize, width: usize, code: u64) {
    for i in 0..width {
        let (byte, bit) = ((at + i) / 8, (at + i) % 8);
        bytes[byte] = bytes[byte] & !(1 << bit) | ((code >> i & 1) as u8) << bit;
    }
}

fn read(bytes: &[u8], at: usize, width: usize) -> u64 {
    (0..width).fold(0, |code, i| code | u64::from(bytes[(at + i) / 8] >> ((at + i) % 8) & 1) << i)
}

impl Trial {
    pub(crate) fn new(mmauop: usize, shape: Shape, steps: usize) -> Self {
        let product = Product::new(KINDS[mmauop]);
        let geometry = Geometry::of(product.kind, shape, steps).expect("a shape of this kind");
        Self {
            product,
            geometry,
            shape,
            a: vec![0; geometry.a * 1024],
            b: vec![0; geometry.b * 1024],
            a_scales: vec![0x7f; geometry.a * 64],
            b_scales: vec![0x7f; geometry.b * 64],
            d: vec![0; geometry.d * 1024],
        }
    }

    fn row_bits(&self) -> usize {
        8192 / self.shape.rows()
    }

    /// The bit of an element of a line in the group, where `tile` finds the register of a step.
    fn bit(&self, element: Element, line: usize, k: usize, tile: impl Fn(usize) -> usize) -> usize {
        let width = element.width();
        if width == 6 {
            return tile(k / 128) * 3 * 8192 + 6 * (line * 128 + k % 128);
        }
        let columns = self.row_bits() / width;
        tile(k / columns) * 8192 + line * self.row_bits() + k % columns * width
    }

    /// The scale of the element at a bit of the group.
    fn scale(element: Element, bit: usize) -> usize {
        if element.width() == 6 {
            let (step, block) = (bit / (3 * 8192), bit % (3 * 8192) / (6 * 32));
            return (step * 3 + block / 64) * 64 + block % 64;
        }
        bit / 8192 * 64 + bit % 8192 / (32 * element.width())
    }

    fn a_bit(&self, row: usize, k: usize) -> usize {
        self.bit(self.product.kind.a, row, k, |s| s)
    }

    fn b_bit(&self, k: usize, column: usize) -> usize {
        let (m, panels) = (self.geometry.m, self.geometry.n / self.geometry.m);
        self.bit(self.product.kind.b, column % m, k, |s| s * panels + column / m)
    }

    pub(crate) fn set_a(&mut self, row: usize, k: usize, code: u64) {
        let at = self.a_bit(row, k);
        write(&mut self.a, at, self.product.kind.a.width(), code);
    }

    pub(crate) fn set_b(&mut self, k: usize, column: usize, code: u64) {
        let at = self.b_bit(k, column);
        write(&mut self.b, at, self.product.kind.b.width(), code);
    }

    pub(crate) fn scale_a(&mut self, row: usize, k: usize, code: u8) {
        let at = Self::scale(self.product.kind.a, self.a_bit(row, k));
        self.a_scales[at] = code;
    }

    pub(crate) fn scale_b(&mut self, k: usize, column: usize, code: u8) {
        let at = Self::scale(self.product.kind.b, self.b_bit(k, column));
        self.b_scales[at] = code;
    }

    pub(crate) fn set_d(&mut self, i: usize, j: usize, code: u64) {
        let width = self.product.kind.d.width();
        write(&mut self.d, (i * self.geometry.n + j) * width, width, code);
    }

    pub(crate) fn d(&self, i: usize, j: usize) -> u64 {
        let width = self.product.kind.d.width();
        read(&self.d, (i * self.geometry.n + j) * width, width)
    }

    fn operands(&self) -> Operands<'_> {
        Operands { a: &self.a, a_scales: &self.a_scales, b: &self.b, b_scales: &self.b_scales }
    }

    pub(crate) fn run(&mut self) -> Signals {
        let mut d = std::mem::take(&mut self.d);
        let signals = multiply(&self.product, &self.geometry, &self.operands(), &mut d);
        self.d = d;
        signals
    }

    /// The same by the definition.
    pub(crate) fn defined(&self) -> (Vec<u8>, Signals) {
        let mut d = self.d.clone();
        let signals = define(&self.product, &self.geometry, &self.operands(), &mut d);
        (d, signals)
    }
}
