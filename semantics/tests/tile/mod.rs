//! Tile.

mod back;
mod blocks;
mod conversion;
mod lint;
mod listing;
mod properties;
mod queue;
mod rows;
mod text;
mod trial;
use semantics::tile::exec::product::{Geometry, KINDS, Shape};

// The sizes of products. The numbers are cases (`tests/golden/tile/product.cases`), in other shapes by property 3.

/// The table of section 1.4: m, n, D registers, A and B registers of a step.
#[test]
fn sizes_of_the_shape_table() {
    let rows = [
        (Shape::S32, 1, 32, 32, 4, 1, 1),
        (Shape::S32, 5, 32, 32, 2, 1, 1),
        (Shape::S16, 1, 16, 16, 1, 1, 1),
        (Shape::S16, 5, 16, 32, 1, 1, 2),
        (Shape::S8, 1, 8, 32, 1, 1, 4),
        (Shape::S8, 5, 8, 64, 1, 1, 8),
        (Shape::S32, 16, 32, 32, 4, 2, 1),
        (Shape::S32, 21, 32, 32, 4, 3, 3),
    ];
    for (shape, mmauop, m, n, d, a, b) in rows {
        for steps in [1, 2, 4, 8] {
            let g = Geometry::of(KINDS[mmauop], shape, steps).unwrap();
            assert_eq!((g.m, g.n, g.d, g.a, g.b), (m, n, d, a * steps, b * steps));
        }
    }
    let k = |mmauop: usize| {
        Shape::ALL.map(|shape| Geometry::of(KINDS[mmauop], shape, 1).map_or(0, |g| g.k))
    };
    assert_eq!(k(0), [8, 16, 32]);
    assert_eq!(k(1), [16, 32, 64]);
    assert_eq!(k(12), [32, 64, 128]);
    assert_eq!(k(24), [64, 128, 256]);
    assert_eq!(k(19), [64, 128, 256]);
    assert_eq!(k(23), [128, 0, 0]);
}
