//! Ladders of many respondents: counts, indices, cut-offs and maps.
//!
//! `tests/ladders/implications.json` was computed by another program from `tests/ladders/ladders.csv`.

use std::{collections::BTreeMap, fs};

use proptest::prelude::*;
use querent_engine::studio::analysis::{
    CodeIndices, Counting, ImplicationMatrix, LadderTable, LadderTableError, MapLink, ValueMap, graphml,
};
use serde_json::{Value, json};

use crate::program::{Folder, root};

fn text(name: &str) -> String {
    fs::read_to_string(root().join("tests/ladders").join(name)).unwrap()
}

fn table() -> LadderTable {
    LadderTable::from_csv(&text("ladders.csv")).unwrap()
}

fn expected(counting: Counting) -> Value {
    let all: Value = serde_json::from_str(&text("implications.json")).unwrap();
    all[if counting == Counting::Mentions { "per_ladder" } else { "per_respondent" }].clone()
}

/// To four places, a half to the even digit, as the expected results.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round_ties_even() / 10_000.0
}

const BOTH: [Counting; 2] = [Counting::Mentions, Counting::Respondents];

#[test]
fn pairs_are_counted_by_ladders_and_by_respondents() {
    let table = table();
    for counting in BOTH {
        let expected = expected(counting);
        let matrix = ImplicationMatrix::of(&table, counting);
        for (kind, count) in [("direct", 0), ("indirect", 1)] {
            let counts = matrix.counts.iter().map(|((from, to), found)| {
                (format!("{}>{}", table.name(*from), table.name(*to)), [found.direct, found.indirect][count])
            });
            let counts: BTreeMap<String, u32> = counts.filter(|(_, count)| *count > 0).collect();
            assert_eq!(json!(counts), expected[kind], "{counting:?} {kind}");
        }
    }
}

#[test]
fn codes_have_their_place_between_means_and_ends() {
    let table = table();
    for counting in BOTH {
        let expected = &expected(counting)["indices"]["both"];
        let matrix = ImplicationMatrix::of(&table, counting);
        assert_eq!(json!(matrix.total()), expected["total"]);
        let rows = matrix.indices(table.codes.len());
        assert_eq!(rows.len(), 9);
        for row in rows {
            let found = json!({
                "out": row.outgoing, "inn": row.incoming, "abstractness": row.abstractness.map(rounded),
                "centrality": rounded(row.centrality), "prestige": rounded(row.prestige),
            });
            assert_eq!(found, expected["rows"][table.name(row.code)], "{counting:?} {}", table.name(row.code));
        }
    }
}

#[test]
fn each_cut_off_says_what_it_leaves() {
    for counting in BOTH {
        let expected = expected(counting)["cutoff_direct"].clone();
        for (row, expected) in
            ImplicationMatrix::of(&table(), counting).cut_offs().iter().zip(expected.as_array().unwrap())
        {
            assert_eq!(json!([row.cut_off, row.pairs, row.links, rounded(row.share)]), *expected, "{counting:?}");
        }
    }
}

#[test]
fn the_map_has_the_links_that_no_longer_path_implies() {
    let table = table();
    let names = |links: &[MapLink]| -> Vec<[String; 2]> {
        links.iter().map(|link| [link.from, link.to].map(|code| table.name(code).to_owned())).collect()
    };
    for counting in BOTH {
        let matrix = ImplicationMatrix::of(&table, counting);
        for cut_off in 2..=4 {
            let expected = &expected(counting)["hvm"][cut_off.to_string()];
            let map = ValueMap::of(&matrix, table.codes.len(), cut_off);
            assert_eq!(json!(names(&map.links)), expected["hvm"], "{counting:?} {cut_off}");
            assert_eq!(
                json!(names(&map.also_direct)),
                expected["redundant_but_direct_ge_cut"],
                "{counting:?} {cut_off}"
            );
            assert_eq!(json!(rounded(map.coverage)), expected["share"], "{counting:?} {cut_off}");
            assert_eq!(map.layers.len() + map.below.len(), table.codes.len(), "no code is dropped in silence");
        }
    }
}

fn table_of(ladders: &[(&str, &[&str])]) -> LadderTable {
    LadderTable::new(
        ladders.iter().map(|(respondent, codes)| {
            ((*respondent).to_owned(), codes.iter().map(|code| (*code).to_owned()).collect())
        }),
    )
}

#[test]
fn opposite_links_and_circles_are_named() {
    let table = table_of(&[
        ("R1", &["a", "b"]),
        ("R2", &["a", "b"]),
        ("R3", &["b", "a"]),
        ("R4", &["c", "d"]),
        ("R5", &["d", "e"]),
        ("R6", &["e", "c"]),
        ("R7", &["e", "f"]),
    ]);
    let map = ValueMap::of(&ImplicationMatrix::of(&table, Counting::Mentions), table.codes.len(), 1);
    assert_eq!(map.opposite, [MapLink { from: 1, to: 0 }], "the rarer one");
    assert_eq!(map.cycles, [vec![2, 3, 4]]);
    assert!(map.links.contains(&MapLink { from: 4, to: 5 }), "what a circle leads to stays: {:?}", map.links);
    assert!(map.layers[&5] > map.layers[&4] && map.layers[&2] == map.layers[&4]);
}

#[test]
fn a_table_that_cannot_be_used_is_told_the_line() {
    let error = |csv: &str| LadderTable::from_csv(csv).unwrap_err();
    assert_eq!(error("respondent,1,2\nR1,a,b\n,a,c\n"), LadderTableError::NoRespondent(3));
    let twice = LadderTableError::DuplicateCode { line: 2, code: "a".to_owned() };
    assert_eq!(error("respondent,1,2,3\nR1,a,b,a\n"), twice);
}

#[test]
fn a_table_written_and_read_again_is_the_same() {
    let table = table_of(&[("R1", &["=1+1", "says \"so\", twice"]), ("R2", &["-5 °C", "قهوة"])]);
    let csv = table.to_csv();
    assert!(csv.contains("'=1+1") && csv.contains("'-5 °C"), "no cell is a formula: {csv}");
    assert_eq!(LadderTable::from_csv(&csv).unwrap(), table);
}

#[test]
fn the_map_as_graphml_holds_any_label() {
    let table = table_of(&[("R1", &["a < b & \"c\"", "d\u{1}"]), ("R2", &["a < b & \"c\"", "d\u{1}"])]);
    let matrix = ImplicationMatrix::of(&table, Counting::Respondents);
    let xml = graphml(&table, &matrix, &ValueMap::of(&matrix, 2, 2), "counted <once>");
    assert!(
        xml.contains("a &lt; b &amp; &quot;c&quot;") && xml.contains(">d<") && xml.contains("counted &lt;once&gt;"),
        "{xml}"
    );
    assert_eq!(xml.matches("<edge ").count(), 1);
}

#[test]
fn the_command_reads_tables_and_sessions_and_writes_what_it_says() {
    let folder = Folder::new("analyze");
    let table = root().join("tests/ladders/ladders.csv").display().to_string();
    let told = folder.querent(&["analyze", &table, "--count", "mentions", "--cut-off", "3"], "");
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(
        told.out.contains("a1 → c1  5 direct, 0 indirect") && told.out.contains("94 % of all counts"),
        "{}",
        told.out
    );
    assert!(told.out.contains("Below the cut-off: a3; c4"), "{}", told.out);

    let made = folder.querent(&["simulate", "oat_milk", "-n", "4", "--seed", "5", "-o", "sessions", "--summary"], "");
    assert_eq!(made.code, 0, "{}", made.err);
    fs::remove_file(folder.path().join("sessions/report.json")).unwrap();
    let first = folder.querent(&["analyze", "sessions", "--out", "first", "--json"], "");
    assert_eq!(first.code, 0, "{}", first.err);
    let first: Value = serde_json::from_str(&first.out).unwrap();
    assert_eq!(first["respondents"], 4);
    let book = folder.read("first/codebook.yaml");
    let entries = book.matches("- code:").count();
    let again = folder.querent(&["analyze", "sessions", "--codebook", "first/codebook.yaml", "--json"], "");
    let again: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(again["codes"], first["codes"], "the codebook that was proposed gives the same");
    assert!(entries > 5);
    // The ladders it wrote are a table that it reads.
    let read = folder.querent(&["analyze", "first/ladders.csv", "--json"], "");
    let read: Value = serde_json::from_str(&read.out).unwrap();
    assert_eq!(read["map"], first["map"]);
    let quotes = folder.read("first/quotes.csv");
    assert!(
        quotes.starts_with("respondent,turn,start,type,code,label,quote\n") && quotes.lines().count() > 8,
        "{quotes}"
    );

    let nothing = folder.querent(&["analyze", &root().join("README.md").display().to_string()], "");
    assert_eq!(nothing.code, 2);
    assert!(nothing.err.contains("README.md is no readable session file"), "{}", nothing.err);
}

/// Ladders of a few codes by a few people.
fn ladders() -> impl Strategy<Value = Vec<(String, Vec<String>)>> {
    let codes = prop::sample::subsequence(vec!["a", "b", "c", "d", "e", "f"], 0..=6).prop_shuffle();
    let ladder = (0..4_u8, codes)
        .prop_map(|(who, codes)| (format!("R{who}"), codes.into_iter().map(str::to_owned).collect::<Vec<String>>()));
    prop::collection::vec(ladder, 0..12)
}

/// The counts by the names of the codes.
fn named(chains: &[(String, Vec<String>)], counting: Counting) -> BTreeMap<(String, String), (u32, u32)> {
    let table = LadderTable::new(chains.iter().cloned());
    let counts = ImplicationMatrix::of(&table, counting).counts;
    let name = |code: usize| table.name(code).to_owned();
    counts.into_iter().map(|((from, to), count)| ((name(from), name(to)), (count.direct, count.indirect))).collect()
}

proptest! {
    #[test]
    fn the_order_of_ladders_changes_nothing(chains in ladders()) {
        let turned: Vec<_> = chains.iter().rev().cloned().collect();
        for counting in BOTH {
            prop_assert_eq!(named(&chains, counting), named(&turned, counting));
        }
    }

    #[test]
    fn a_pair_is_mentioned_at_least_as_often_as_by_respondents(chains in ladders()) {
        let mentions = named(&chains, Counting::Mentions);
        for (pair, (direct, indirect)) in named(&chains, Counting::Respondents) {
            let (more_direct, more_indirect) = mentions[&pair];
            prop_assert!(direct <= more_direct && indirect <= more_indirect);
        }
    }

    #[test]
    fn ladders_upside_down_turn_the_matrix_over(chains in ladders()) {
        let down: Vec<_> = chains.iter().map(|(who, codes)| (who.clone(), codes.iter().rev().cloned().collect())).collect();
        for counting in BOTH {
            let turned = named(&down, counting).into_iter().map(|((from, to), count)| ((to, from), count)).collect();
            prop_assert_eq!(named(&chains, counting), turned);
        }
    }

    #[test]
    fn shares_add_up_and_every_code_has_a_place(chains in ladders(), cut_off in 1..4_u32) {
        let table = LadderTable::new(chains);
        let matrix = ImplicationMatrix::of(&table, Counting::Mentions);
        let rows = matrix.indices(table.codes.len());
        let sum = |of: &dyn Fn(&CodeIndices) -> f64| rows.iter().map(of).sum::<f64>();
        if matrix.total() > 0 {
            prop_assert!((sum(&|row| row.prestige) - 1.0).abs() < 1e-9);
            prop_assert!((sum(&|row| row.centrality) - 2.0).abs() < 1e-9);
        }
        let map = ValueMap::of(&matrix, table.codes.len(), cut_off);
        prop_assert_eq!(map.layers.len() + map.below.len(), table.codes.len());
        prop_assert!((0.0..=1.0).contains(&map.coverage));
        for link in &map.links {
            let inside = map.cycles.iter().any(|cycle| cycle.contains(&link.from) && cycle.contains(&link.to));
            prop_assert!(inside || map.layers[&link.from] < map.layers[&link.to], "links lead up");
        }
    }
}
