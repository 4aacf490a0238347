//! The judge's table of points.

/// Points of the categories, if all of them stand in the report: on lines `id | points`, of several lines for one the last.
/// Marks, a box around the table and `/15` behind the points do no harm. Points outside the category's range are none.
pub fn points(report: &str, categories: &[(&str, f64)]) -> Option<Vec<f64>> {
    let rows: Vec<Vec<&str>> = report.lines().filter(|line| line.contains('|')).map(cells).collect();
    let of = |(id, most): &(&str, f64)| {
        rows.iter().rev().find_map(|cells| {
            let at = cells.iter().position(|cell| is_named(cell, id))?;
            let points = number(cells.get(at + 1)?)?;
            (0.0..=*most).contains(&points).then_some(points)
        })
    };
    categories.iter().map(of).collect()
}

fn cells<'a>(line: &'a str) -> Vec<&'a str> {
    let bare = |cell: &'a str| cell.trim().trim_start_matches("- ").trim_matches(['*', '_', '`', ' ', '\t']);
    line.split('|').map(bare).filter(|cell| !cell.is_empty()).collect()
}

/// `open_questions`, also written `Open questions`.
fn is_named(cell: &str, id: &str) -> bool {
    cell.to_lowercase().replace(' ', "_") == id
}

/// `13`, `12.5`, `13/15`, `13 / 15`
fn number(cell: &str) -> Option<f64> {
    let points = cell.split_once('/').map_or(cell, |(points, _)| points).trim();
    let is_plain = !points.is_empty() && points.chars().all(|c| c.is_ascii_digit() || c == '.');
    points.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CATEGORIES: [(&str, f64); 2] = [("open_questions", 15.0), ("ending", 5.0)];

    #[test]
    fn a_table_is_read_however_it_is_drawn() {
        for report in [
            "open_questions | 13\nending | 4",
            "| category | points |\n|---|---|\n| `open_questions` | **13** |\n| Ending | 4/5 |",
            "open_questions | 2\nLater: \nopen_questions | 13 / 15\nending | 4.0",
        ] {
            assert_eq!(points(report, &CATEGORIES), Some(vec![13.0, 4.0]), "{report}");
        }
    }

    #[test]
    fn a_table_with_a_gap_or_points_out_of_range_is_none() {
        for report in
            ["open_questions | 13", "open_questions | 16\nending | 4", "open_questions | most\nending | 4", ""]
        {
            assert_eq!(points(report, &CATEGORIES), None, "{report}");
        }
    }
}
