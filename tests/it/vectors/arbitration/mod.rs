//! The vectors of the policy `arbitration`, run against the policy as shipped.

mod answers;
mod language;
mod scenario;
mod schema;

use super::run;

#[test]
fn graph_state() {
    run("arbitration_graph_state.json", answers::graph_state);
}

#[test]
fn coverage_gaps() {
    run("arbitration_coverage_gaps.json", answers::coverage_gaps);
}

#[test]
fn scorers() {
    run("arbitration_scorers.json", answers::scorer);
}

#[test]
fn selection() {
    run("arbitration_selection.json", answers::selection);
}

#[test]
fn closing() {
    run("arbitration_closing.json", answers::closing);
}

#[test]
fn momentum() {
    run("arbitration_momentum.json", answers::momentum);
}

#[test]
fn question_dedup() {
    run("arbitration_question_dedup.json", language::question_dedup);
}

#[test]
fn question_extract() {
    run("arbitration_question_extract.json", language::question_extract);
}

#[test]
fn node_dedup() {
    run("arbitration_node_dedup_jaccard.json", language::node_dedup);
}

#[test]
fn edge_validity() {
    run("arbitration_edge_validity.json", language::edge_validity);
}

#[test]
fn extraction_parse() {
    run("arbitration_extraction_parse.json", language::extraction_parse);
}

#[test]
fn concept_parse() {
    run("arbitration_concept_parse.json", language::concept_parse);
}
