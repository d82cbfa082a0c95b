//! Values that the official emulator or the developer manual printed, as a vector file
//! (`data/observed-mncore2.csv`).

use super::Case;

const ROWS: &str = include_str!("../../data/observed-mncore2.csv");

#[test]
fn model_and_reference_give_the_observed_results() {
    let mut n = 0;
    for row in csv::Reader::from_reader(ROWS.as_bytes()).records() {
        let row = row.expect("a row");
        Case::new(&row[0], &row[1], &[&row[2], &row[3], &row[4]], &row[5], &row[6]).check();
        n += 1;
    }
    assert_eq!(n, 68);
}
