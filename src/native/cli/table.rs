//! Aligned tables for the terminal.

/// Alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Renders a table as lines: the heading, then the rows. Each column is as wide as its widest cell.
pub(super) fn lines(columns: &[(&str, Align)], rows: &[Vec<String>]) -> Vec<String> {
    let heading: Vec<String> = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
    let all: Vec<&Vec<String>> = std::iter::once(&heading).chain(rows).collect();
    let width = |column: usize| all.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns.len()).map(|column| width(column).unwrap_or(0)).collect();
    all.into_iter().map(|row| line(columns, &widths, row)).collect()
}

fn line(columns: &[(&str, Align)], widths: &[usize], row: &[String]) -> String {
    let cells = columns.iter().zip(widths).zip(row).map(|(((_, align), width), cell)| {
        let blanks = " ".repeat(width.saturating_sub(cell.chars().count()));
        match align {
            Align::Left => format!("{cell}{blanks}"),
            Align::Right => format!("{blanks}{cell}"),
        }
    });
    cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_left_and_numbers_right() {
        let rows = [vec!["crème".to_owned(), "1.25".to_owned()], vec!["oat".to_owned(), "10.50".to_owned()]];
        assert_eq!(
            lines(&[("what", Align::Left), ("score", Align::Right)], &rows),
            ["what   score", "crème   1.25", "oat    10.50"]
        );
    }
}
