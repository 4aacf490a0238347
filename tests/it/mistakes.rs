//! The mistakes people make in a copy of the shipped documents, one at a time: each gives one finding, where it was made.
//!
//! A row says what is written instead of what; `¦` marks the place the finding must name, and is not written.

use querent_engine::{
    engine::diagnostic::Diagnostic,
    studio::documents::{self, Files, folder},
};
use serde_json::Value;

use crate::program::root;

const STUDY: &str = "studies/oat_milk.yaml";
const GERMAN: &str = "studies/pedelec.yaml";
const ARABIC: &str = "studies/qahwa.yaml";
const CONCEPT: &str = "concepts/oat_milk.yaml";
const PROSE: &str = "concepts/news_sources.md";
const METHOD: &str = "methodologies/means_end_chain.yaml";
const METHOD_DE: &str = "methodologies/means_end_chain.de.yaml";
const METHOD_AR: &str = "methodologies/means_end_chain.ar.yaml";
const LOCALE: &str = "locales/de.yaml";
const PACK: &str = "locales/de.pack.yaml";
const PERSONA: &str = "personas/tiring.yaml";
const FACTS: &str = "facts/oat_milk.yaml";
const MODELS: &str = "llm.yaml";
const ARBITRATION: &str = "policies/arbitration.yaml";
const TWO_TIER: &str = "policies/two_tier.yaml";

/// What is checked, the document that is changed, what is written instead of what, the code of the finding, and what it says,
/// hint included.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

/// Every row gives one finding, with its code, at its place, and these words.
#[track_caller]
fn each_gives_one_finding(rows: &[Row]) {
    let shipped = folder::folder(&root().join("config")).unwrap();
    let mut wrong = Vec::new();
    for (checked, changed, from, to, code, says) in rows {
        let before = String::from_utf8(shipped.get(changed).unwrap().to_vec()).unwrap();
        assert!(before.contains(from), "{changed} does not hold {from}");
        let marked = before.replacen(from, to, 1);
        let place = place(&marked);
        let mut files: Files = shipped.clone();
        files.insert(*changed, marked.replace('¦', ""));
        let findings = documents::check(&files, [*checked]);
        let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
        let is_right = |finding: &Diagnostic| {
            let found = (finding.place.line as usize, finding.place.column as usize);
            let is_there = !to.contains('¦') || finding.file.ends_with(changed) && found == place;
            finding.code == *code && is_there && finding.to_string().contains(says) && finding.hint.is_some()
        };
        if !matches!(findings.as_slice(), [one] if is_right(one)) {
            wrong.push(format!("{from:?} → {to:?} ({code} at {place:?})\n{}", told.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n\n{}", wrong.len(), rows.len(), wrong.join("\n\n"));
}

/// Line and column of the mark, from 1.
fn place(marked: &str) -> (usize, usize) {
    let before = marked.split('¦').next().unwrap_or_default();
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (before.matches('\n').count() + 1, column)
}

#[test]
fn mistakes_of_form_are_told_in_words_of_form() {
    each_gives_one_finding(&[
        (STUDY, STUDY, "  max_turns: 12", "\t¦max_turns: 12", "syntax", "forbids tabs"),
        (STUDY, STUDY, "version: \"1\"", "version: ¦\"1", "syntax", "the quote opened here is not closed"),
        (
            STUDY,
            STUDY,
            "title: Oat milk\n",
            "title: Oat milk\n¦title: Oats\n",
            "duplicate_key",
            "already given on line 7",
        ),
        (STUDY, STUDY, "title: Oat milk\n", "title: Oat milk¦: a talk\n", "syntax", "needs quotes"),
        (STUDY, STUDY, "title: Oat milk\n", "title: \"Oat\" ¦milk\n", "syntax", "after the closing quote more text"),
        (STUDY, STUDY, "title: Oat milk", "title: ¦&t Oat milk", "alias", "anchors"),
        (STUDY, STUDY, "limits:\n", "limits:\n  <<: ¦*base\n", "syntax", "there is no inheritance"),
        (STUDY, STUDY, "title: Oat milk", "title: ¦@oat", "syntax", "put the text in quotes"),
        (STUDY, STUDY, "concept: oat_milk", "¦concept:oat_milk", "syntax", "a colon and a blank"),
        (STUDY, STUDY, "  min_turns: 5", "   min_turns: 5", "syntax", "indent the next line as this one"),
        (STUDY, STUDY, "  min_turns: 5", "¦min_turns: 5", "unknown_field", "`min_turns` belongs under `limits`"),
        (
            STUDY,
            STUDY,
            "collect: false",
            "¦extends: oat_milk\ncollect: false",
            "unknown_field",
            "documents cannot extend each other",
        ),
        (
            METHOD,
            METHOD,
            "- Is {focus} something you think about at all?",
            "- {focus}¦, why does it matter?",
            "syntax",
            "quotes around all of it",
        ),
    ]);
}

#[test]
fn values_of_the_wrong_kind_are_told_with_what_fits() {
    each_gives_one_finding(&[
        (STUDY, STUDY, "max_turns: 12", "max_turns: ¦twelve", "wrong_type", "write a number in digits"),
        (STUDY, STUDY, "max_turns: 12", "max_turns: ¦\"12\"", "wrong_type", "remove the quotes"),
        (STUDY, STUDY, "max_turns: 12", "max_turns: ¦12.5", "wrong_type", "have no fraction"),
        (STUDY, STUDY, "max_turns: 12", "max_turns: ¦-3", "wrong_type", "not negative"),
        (STUDY, STUDY, "max_turns: 12", "max_turns: ¦0", "out_of_range", "1 to 200"),
        (STUDY, STUDY, "max_turns: 12", "max_turns: ¦1e400", "wrong_type", "write a smaller one"),
        (STUDY, STUDY, "max_turns: 12", "max_turns: ¦99999999999999999999", "wrong_type", "write a smaller one"),
        (STUDY, STUDY, "min_turns: 5", "min_turns: ¦50", "out_of_range", "`max_turns`, 12"),
        (STUDY, STUDY, "title: Oat milk", "title: ¦[Oat, milk]", "wrong_type", "a list of 2 entries"),
        (STUDY, STUDY, "title: Oat milk", "title:", "wrong_type", "found nothing"),
        (STUDY, STUDY, "collect: false", "collect: ¦no", "wrong_type", "`true` or `false`"),
        (METHOD, METHOD, "base: -1.81", "base: ¦.nan", "bad_base", "not a finite number"),
        (METHOD, METHOD, "base: -1.81", "base: ¦1e400", "bad_base", "write a smaller one"),
        (METHOD, METHOD, "      explore: 1.5", "      explore: ¦-1.5", "negative", "`explore` is negative"),
        (METHOD, METHOD, "      explore: 1.5", "      explore: ¦1,5", "bad_weight", "with a point for the decimals"),
        (METHOD, METHOD, "      explore: 1.5", "      explore: ¦150%", "bad_weight", "without a unit"),
        (METHOD, METHOD, "least: 3", "least: ¦0", "out_of_range", "1 to 100"),
        (PERSONA, PERSONA, "{ detailed: 35", "¦{ detailed: 45", "out_of_range", "add up to 110"),
        (PERSONA, PERSONA, "percent: 30", "percent: ¦300", "out_of_range", "a percentage"),
        (TWO_TIER, TWO_TIER, "recent_node_limit: 5", "recent_node_limit: ¦-5", "wrong_type", "not negative"),
        (MODELS, MODELS, "input: 0.10", "input: ¦-0.10", "out_of_range", "a price is 0 to"),
        (
            MODELS,
            MODELS,
            "key_env: ANTHROPIC_API_KEY",
            "key_env: ¦sk-ant-abc",
            "bad_variable",
            "never write a key into a file",
        ),
    ]);
}

#[test]
fn names_that_are_not_there_are_told_with_those_that_may_be_meant() {
    each_gives_one_finding(&[
        (STUDY, STUDY, "  max_turns:", "  ¦max_turn:", "unknown_field", "did you mean `max_turns`?"),
        (STUDY, STUDY, "  max_turns:", "  ¦maxTurns:", "unknown_field", "did you mean `max_turns`?"),
        (STUDY, STUDY, "title: Oat milk", "¦titel: Oat milk", "unknown_field", "did you mean `title`?"),
        (STUDY, STUDY, "    lead: >-", "    ¦leed: >-", "unknown_field", "did you mean `lead`?"),
        (STUDY, STUDY, "  intro:\n", "  ¦intor:\n", "unknown_field", "did you mean `intro`?"),
        (STUDY, STUDY, "\ntexts:\n", "\n¦text:\n", "unknown_field", "did you mean `texts`?"),
        (
            STUDY,
            STUDY,
            "policy: signal_pools",
            "policy: ¦signal_pool",
            "unknown_policy",
            "did you mean `signal_pools`?",
        ),
        (STUDY, STUDY, "concept: oat_milk", "concept: ¦oat_mlk", "missing_file", "did you mean `oat_milk`?"),
        (STUDY, STUDY, "concept: oat_milk", "concept: ¦gravel", "missing_file", "`news_sources`"),
        (
            STUDY,
            STUDY,
            "methodology: means_end_chain",
            "methodology: ¦means_end",
            "missing_file",
            "did you mean `means_end_chain`?",
        ),
        (STUDY, STUDY, "language: en", "language: ¦english", "missing_language", "did you mean `en`?"),
        (STUDY, STUDY, "language: en", "language: ¦EN", "missing_language", "did you mean `en`?"),
        (STUDY, STUDY, "language: en", "language: ¦cy", "missing_language", "methodologies/means_end_chain.cy.yaml"),
        (STUDY, STUDY, "language: en", "language: ¦e_n", "bad_language", "write a tag like `en`"),
        (STUDY, STUDY, "collect: false", "models: [¦claude-haiko]", "unknown_model", "did you mean `claude-haiku`?"),
        (STUDY, STUDY, "collect: false", "redaction: {hide: [¦emails]}", "unknown_word", "did you mean `email`?"),
        (STUDY, STUDY, "collect: false", "redaction: {¦hidden: [email]}", "unknown_field", "did you mean `hide`?"),
        (STUDY, STUDY, "id: oat_milk", "id: ¦oats", "id_differs", "write `id: oat_milk`"),
        (CONCEPT, CONCEPT, "  - id: nutrition", "  - id: ¦mild_taste", "duplicate_id", "an id of its own"),
        (STUDY, CONCEPT, "id: oat_milk", "id: ¦oats", "id_differs", "rename the file"),
    ]);
}

#[test]
fn names_that_methodologies_and_their_wordings_do_not_have_are_told_too() {
    each_gives_one_finding(&[
        (METHOD, METHOD, "      explore: 1.5", "      ¦explor: 1.5", "unknown_strategy", "did you mean `explore`?"),
        (
            METHOD,
            METHOD,
            "[instrumental_value, terminal_value]",
            "[instrumental_value, ¦termnal_value]",
            "unknown_node_type",
            "did you mean `terminal_value`?",
        ),
        (METHOD, METHOD, "tactics: [probing]", "tactics: [¦probbing]", "unknown_tactic", "did you mean `probing`?"),
        (
            METHOD,
            METHOD,
            "  late:\n    description",
            "  ¦lat:\n    description",
            "unknown_phase",
            "did you mean `late`?",
        ),
        (
            METHOD,
            METHOD,
            "      graph.max_depth: -0.3",
            "      ¦graph.max_deph: -0.3",
            "unknown_key",
            "did you mean `graph.max_depth`?",
        ),
        (
            METHOD,
            METHOD,
            "meta.conversation.saturation.high: -0.4",
            "¦meta.conversation.saturation.hgh: -0.4",
            "unknown_key",
            "takes `.low`",
        ),
        (METHOD, METHOD, "{kind: element}", "{kind: ¦elment}", "unknown_focus_kind", "did you mean `element`?"),
        (
            METHOD,
            METHOD,
            "raises: {deepen: 0.3}",
            "raises: {¦deepn: 0.3}",
            "unknown_strategy",
            "did you mean `deepen`?",
        ),
        (
            METHOD,
            METHOD,
            "{focus} something you think about at all?",
            "{focs} something you think about at all?",
            "unknown_slot",
            "did you mean `focus`?",
        ),
        (
            METHOD,
            METHOD,
            "{focus} something you think about at all?",
            "{{focus}} something you think about at all?",
            "unknown_slot",
            "write `{focus}`",
        ),
        (
            METHOD,
            METHOD,
            "{focus} something you think about at all?",
            "{focus something you think about at all?",
            "unknown_slot",
            "not closed",
        ),
        (GERMAN, METHOD_DE, "- Warum ist „{focus}“", "- ¦Warum ist „{fokus}“", "unknown_slot", "did you mean `focus`?"),
        (ARABIC, METHOD_AR, "{focus}", "{fokus}", "unknown_slot", "did you mean `focus`?"),
        (
            STUDY,
            STUDY,
            "- When you think about oat milk",
            "- ¦When you think about {topic}",
            "unknown_slot",
            "write the words themselves",
        ),
        (GERMAN, METHOD_DE, "  laddering:\n", "  ¦ladering:\n", "unknown_name", "did you mean `laddering`?"),
    ]);
}

#[test]
fn names_that_languages_personas_and_policies_do_not_have_are_told_too() {
    each_gives_one_finding(&[
        (LOCALE, LOCALE, "  send: Senden", "  ¦sendd: Senden", "unknown_field", "did you mean `send`?"),
        (LOCALE, LOCALE, "Noch etwa {n} Fragen", "Noch etwa {m} Fragen", "unknown_slot", "`left_many`"),
        (LOCALE, LOCALE, "direction: ltr", "direction: ¦left", "unknown_word", "`ltr`"),
        (LOCALE, LOCALE, "language: de", "language: ¦cy", "id_differs", "write `language: de`"),
        (PACK, PACK, "stems: german", "stems: ¦germn", "unknown_word", "did you mean `german`?"),
        (PACK, PACK, "  stop: [der", "  ¦stopp: [der", "unknown_field", "did you mean `stop`?"),
        (PERSONA, PERSONA, "detailed: 35", "¦detaled: 35", "unknown_field", "did you mean `detailed`?"),
        (PERSONA, PERSONA, "id: tiring", "id: ¦tired", "id_differs", "write `id: tiring`"),
        (FACTS, FACTS, "concept: oat_milk", "concept: ¦oat_mlk", "id_differs", "write `concept: oat_milk`"),
        (
            ARBITRATION,
            ARBITRATION,
            "\n  momentum_alignment",
            "\n  ¦momentum_aligment",
            "unknown_field",
            "did you mean `momentum_alignment`?",
        ),
        (
            TWO_TIER,
            TWO_TIER,
            "select: most_recent",
            "select: ¦most_recnt",
            "unknown_word",
            "did you mean `most_recent`?",
        ),
        (MODELS, MODELS, "provider: anthropic", "provider: ¦antropic", "unknown_provider", "did you mean `anthropic`?"),
    ]);
}

#[test]
fn a_key_at_the_top_of_a_study_that_belongs_below_is_told_where() {
    let mut files = folder::folder(&root().join("config")).unwrap();
    let study = String::from_utf8(files.get(STUDY).unwrap().to_vec()).unwrap();
    let schema = std::fs::read(root().join("config/schema/study.json")).unwrap();
    let schema: Value = serde_json::from_slice(&schema).unwrap();
    for (home, of) in [
        ("limits", "Limits"),
        ("texts", "Texts"),
        ("privacy", "Privacy"),
        ("redaction", "Redaction"),
        ("calls", "CallSettings"),
    ] {
        for key in schema["definitions"][of]["properties"].as_object().unwrap().keys() {
            files.insert(STUDY, format!("{key}: 1\n{study}"));
            let findings = documents::check(&files, [STUDY]);
            let hint = findings.first().and_then(|first| first.hint.clone()).unwrap_or_default();
            // `opening` is a text, and a setting of calls.
            let names_home = hint.starts_with(&format!("`{key}` belongs under")) && hint.contains(&format!("`{home}`"));
            assert!(names_home, "{key}: {hint}");
        }
    }
}

#[test]
fn what_is_missing_is_told_once() {
    each_gives_one_finding(&[
        (STUDY, STUDY, "title: Oat milk\n", "", "missing_field", "add `title: …`"),
        (STUDY, STUDY, "language: en\n", "", "missing_field", "add `language: …`"),
        (STUDY, STUDY, "concept: oat_milk\n", "", "missing_field", "add `concept: …`"),
        (STUDY, STUDY, "methodology: means_end_chain\n", "", "missing_field", "add `methodology: …`"),
        (STUDY, STUDY, "policy: signal_pools\n", "", "missing_field", "add `policy: …`"),
        (STUDY, STUDY, "  thanks: Thank you. That helps.\n", "", "missing_field", "add `thanks: …`"),
        (STUDY, STUDY, "comes to mind first?", "comes to mind first", "no_question_mark", "end it with `?`"),
        (STUDY, STUDY, "collect: false", "core: [¦{id: age}]", "missing_field", "add `ask: …`"),
        (STUDY, STUDY, "collect: false", "redaction:", "empty", "redaction: {}"),
        (METHOD, METHOD, "    closes: true\n", "", "no_closing_strategy", "add `closes: true`"),
        (GERMAN, METHOD_DE, "  deepen: Vertiefen\n", "", "missing_translation", "`deepen` has no name"),
        (LOCALE, LOCALE, "  send: Senden\n", "", "missing_translation", "no texts for `send`"),
        (CONCEPT, CONCEPT, "    label: Nutritional profile\n", "", "missing_field", "add `label: …`"),
        (CONCEPT, CONCEPT, "[nutrition, healthy", "[¦\"\", healthy", "empty", "write the text"),
        (PROSE, PROSE, "# News sources\n", "¦News sources\n", "no_name", "begin with a title"),
        (PROSE, PROSE, "- Podcasts: podcast", "¦- Radio: podcast", "duplicate_id", "name every element once"),
        (PROSE, PROSE, "- Radio", "¦# Radio\n\n- Radio", "several_titles", "one concept"),
        (FACTS, FACTS, "cues: [price", "cues: [¦\"\", price", "empty", "write the text"),
    ]);
}

#[test]
fn what_spoils_an_interview_is_told_where_it_is_written() {
    let asks = |question: &str| format!("core: [{{id: a, ask: ¦\"{question}\"}}]");
    let questions = [
        (STUDY, "Wouldn't you agree that oat milk is healthy?", "leading_question", "wouldn't you"),
        (STUDY, "How much do you love oat milk?", "leading_question", "how much do you love"),
        (STUDY, "How often and where do you drink it?", "double_barrelled", "and where"),
        (STUDY, "What is it? Where do you buy it?", "double_barrelled", "more than one question"),
        (GERMAN, "Sind Sie nicht auch der Meinung, dass E-Bikes gut sind?", "leading_question", "sind sie nicht auch"),
        (GERMAN, "Wie oft und wo fahren Sie?", "double_barrelled", "und wo"),
        (ARABIC, "أليس صحيحًا أن القهوة جيدة؟", "leading_question", "أليس"),
        (ARABIC, "كم مرة وأين تشرب القهوة؟", "double_barrelled", "وأين"),
    ];
    let rows: Vec<Row> = questions
        .into_iter()
        .map(|(study, question, code, says)| (study, study, "collect: false", &*asks(question).leak(), code, says))
        .collect();
    each_gives_one_finding(&rows);
    let leads = "- ¦Don’t you agree that “{focus}” matters?";
    let drawn = "- ¦Finden Sie nicht auch, dass „{focus}“ wichtig ist?";
    let promise = "graph.max_depth: ¦0";
    let (why, warum) = ("- Is {focus} something you think about at all?", "- Warum ist „{focus}“ für Sie wichtig?");
    each_gives_one_finding(&[
        (STUDY, METHOD, why, leads, "leading_question", "don't you"),
        (METHOD, METHOD, why, leads, "leading_question", "don't you"),
        (GERMAN, METHOD_DE, warum, drawn, "leading_question", "finden sie nicht auch"),
        (METHOD_DE, METHOD_DE, warum, drawn, "leading_question", "finden sie nicht auch"),
        (METHOD, METHOD, "graph.max_depth: -0.3", promise, "idle_weight", "changes nothing"),
        (METHOD, METHOD, "base: -1.81", "base: -100", "cannot_win", "it never wins"),
        (METHOD, METHOD, "      terminal: true\n", "", "no_end", "add `terminal: true`"),
        (STUDY, CONCEPT, "label: Nutritional profile", "label: ¦creamy texture", "duplicate_label", "`creamy_texture`"),
        (CONCEPT, CONCEPT, "[nutrition, healthy", "[¦a, healthy", "short_alias", "a single letter"),
    ]);
}

#[test]
fn shipped_documents_are_without_a_finding() {
    let files = folder::folder(&root().join("config")).unwrap();
    let names: Vec<String> = files.names().map(str::to_owned).collect();
    let findings = documents::check(&files, names.iter().map(String::as_str));
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}
