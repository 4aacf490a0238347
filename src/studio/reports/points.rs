//! The judge's table of points.

/// Parses the points of all categories from lines `id | points`; none if one is missing or out of range. The last line of a
/// category wins. Markup, table borders and `/15` after the points are ignored.
pub fn parse_points(report: &str, categories: &[(&str, f64)]) -> Option<Vec<f64>> {
    let rows: Vec<Vec<&str>> = report.lines().filter(|line| line.contains('|')).map(cells).collect();
    let of = |(id, most): &(&str, f64)| {
        rows.iter().rev().find_map(|cells| {
            let at = cells.iter().position(|cell| is_category(cell, id))?;
            let points = parse_cell(cells.get(at + 1)?)?;
            (0.0..=*most).contains(&points).then_some(points)
        })
    };
    categories.iter().map(of).collect()
}

fn cells<'a>(line: &'a str) -> Vec<&'a str> {
    let bare = |cell: &'a str| cell.trim().trim_start_matches("- ").trim_matches(['*', '_', '`', ' ', '\t']);
    line.split('|').map(bare).filter(|cell| !cell.is_empty()).collect()
}

/// Whether a cell names a category: `open_questions` or `Open questions`.
fn is_category(cell: &str, id: &str) -> bool {
    cell.to_lowercase().replace(' ', "_") == id
}

/// Parses `13`, `12.5`, `13/15` or `13 / 15`.
fn parse_cell(cell: &str) -> Option<f64> {
    let points = cell.split_once('/').map_or(cell, |(points, _)| points).trim();
    let is_plain = !points.is_empty() && points.chars().all(|c| c.is_ascii_digit() || c == '.');
    points.parse().ok().filter(|_| is_plain)
}
