//! The value map as GraphML, which Gephi, yEd, NetworkX and igraph read.

use std::fmt::Write as _;

use super::{implications::ImplicationMatrix, ladder_table::LadderTable, value_map::ValueMap};

/// The map as a GraphML document. Nodes have `label` and `layer`; edges have `direct` and `indirect`. `method` says how it was
/// made and stands in the description.
pub fn graphml(table: &LadderTable, matrix: &ImplicationMatrix, map: &ValueMap, method: &str) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
    );
    let mut line = |line: std::fmt::Arguments<'_>| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{line}");
    };
    line(format_args!("  <desc>{}</desc>", escaped(method)));
    for (id, of, kind) in
        [("label", "node", "string"), ("layer", "node", "int"), ("direct", "edge", "int"), ("indirect", "edge", "int")]
    {
        line(format_args!("  <key id=\"{id}\" for=\"{of}\" attr.name=\"{id}\" attr.type=\"{kind}\"/>"));
    }
    line(format_args!("  <graph id=\"map\" edgedefault=\"directed\">"));
    for (code, layer) in &map.layers {
        let label = escaped(table.name(*code));
        line(format_args!(
            "    <node id=\"c{code}\"><data key=\"label\">{label}</data><data key=\"layer\">{layer}</data></node>"
        ));
    }
    for link in &map.links {
        let count = matrix.counts.get(&(link.from, link.to)).copied().unwrap_or_default();
        line(format_args!(
            "    <edge source=\"c{}\" target=\"c{}\"><data key=\"direct\">{}</data><data key=\"indirect\">{}</data></edge>",
            link.from, link.to, count.direct, count.indirect
        ));
    }
    line(format_args!("  </graph>\n</graphml>"));
    text
}

/// Text for XML. Control characters that XML cannot hold are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(letter),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}
