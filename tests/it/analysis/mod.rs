//! What models say about an answer: the example of the specification, every step of the check, every part.

mod decisions;
mod hostile;
mod schemas;

use std::sync::LazyLock;

use querent_engine::engine::{
    dialogue::{Depth, Level, Sentiment},
    graph::{ExtractedNode, Extraction, Reaction, Span},
    index_map::IndexMap,
    model::{Section, SectionSource, Task},
    reader::KnownIdea,
    redaction::AllowedPlaceholders,
    study::Study,
    untrusted::analysis::{Analysis, ValidationContext, read},
};
use serde_json::{Value, json};

use crate::policies::{files, study};

static STUDY: LazyLock<Study> = LazyLock::new(|| study(&files("two_tier")));

/// An answer and what a reply to it is held against.
pub(crate) struct Scene {
    study: &'static Study,
    answer: String,
    earlier: Vec<String>,
    known: Vec<(&'static str, &'static str)>,
    isolates: Vec<String>,
    qualitative: bool,
    strict_quotes: bool,
}

impl Scene {
    pub(crate) fn new(answer: &str) -> Self {
        Self {
            study: &STUDY,
            answer: answer.to_owned(),
            earlier: Vec::new(),
            known: Vec::new(),
            isolates: Vec::new(),
            qualitative: false,
            strict_quotes: true,
        }
    }

    pub(crate) fn read(&self, parts: &[(Task, &str)]) -> Analysis {
        read(
            parts,
            &ValidationContext {
                ontology: &self.study.methodology.ontology,
                elements: &self.study.concept.elements,
                pack: &self.study.pack,
                known: self
                    .known
                    .iter()
                    .map(|(label, node_type)| KnownIdea { label, node_type, words: None })
                    .collect(),
                answer: &self.answer,
                earlier: self.earlier.iter().map(String::as_str).collect(),
                isolates: &self.isolates,
                qualitative: self.qualitative,
                strict_quotes: self.strict_quotes,
                marks: AllowedPlaceholders::None,
            },
        )
    }

    fn batch(&self, reply: &Value) -> Analysis {
        self.read(&[(Task::TurnAnalysis, &reply.to_string())])
    }

    /// What is extracted of these nodes and edges, and what is dropped.
    fn extraction(&self, nodes: &Value, edges: &Value) -> (Extraction, IndexMap<String, u32>) {
        let reply = json!({"nodes": nodes, "edges": edges}).to_string();
        let analysis = self.read(&[(Task::GraphExtraction, &reply)]);
        (analysis.extraction.unwrap(), analysis.drops)
    }

    fn said(&self, span: Span) -> String {
        self.answer.chars().skip(span.start as usize).take((span.end - span.start) as usize).collect()
    }
}

fn node(label: &str, node_type: &str, quote: &str) -> Value {
    json!({"label": label, "node_type": node_type, "quote": quote, "element_mapping": null, "reaction": null,
        "is_ambiguous": false, "confidence": 0.9})
}

fn edge(source: &str, target: &str, relation: &str, quote: &str) -> Value {
    json!({"source_label": source, "target_label": target, "relation_type": relation, "quote": quote, "confidence": 0.8})
}

fn drops(expected: &[(&str, u32)]) -> IndexMap<String, u32> {
    expected.iter().map(|(reason, count)| ((*reason).to_owned(), *count)).collect()
}

fn labels(extraction: &Extraction) -> Vec<&str> {
    extraction.nodes.iter().map(|node| node.label.as_str()).collect()
}

pub(crate) const TREAT: &str = "I guess it's nice and thick, so my coffee feels like a treat in the morning.";

/// The example of the specification, as a model writes it.
pub(crate) fn treat() -> Value {
    let mut thick = node("thick texture", "attribute", "nice and thick");
    thick["element_mapping"] = "creamy_texture".into();
    thick["reaction"] = "positive".into();
    json!({
        "extraction": {
            "nodes": [thick, node("coffee feels like a treat", "psychosocial_consequence", "coffee is a treat")],
            "edges": [edge("thick texture", "coffee feels like a treat", "leads_to", "so my coffee feels like a treat")],
            "understood": [],
        },
        "extractability": {"extractable": true, "reason": null},
        "momentum": {"level": "neutral", "indicators": ["elaborates once"]},
        "signals": {"response_depth": 3, "specificity": 2, "certainty": 3, "emotional_valence": 4, "engagement": 3,
            "intellectual_engagement": 2, "sentiment": "positive"},
        "ambiguity": {"ambiguity": 0.3, "reasoning": "one hedge"},
        "plausibility": null,
        "qualitative": null,
        "language": "en",
    })
}

#[test]
fn the_example_of_the_specification_is_read_as_it_says() {
    let scene = Scene::new(TREAT);
    let analysis = scene.batch(&treat());
    let extraction = analysis.extraction.unwrap();
    assert_eq!(labels(&extraction), ["thick texture"]);
    let thick = &extraction.nodes[0];
    assert_eq!(scene.said(thick.quote), "nice and thick");
    assert_eq!(
        (thick.elements.as_slice(), thick.reaction),
        (["creamy_texture".into()].as_slice(), Some(Reaction::Positive))
    );
    assert!(extraction.extractable && extraction.edges.is_empty());
    assert_eq!(analysis.drops, drops(&[("quote_mismatch", 1), ("edge_end_missing", 1)]));
    assert!(analysis.missing.is_empty());
    let arrived =
        [Section::Extraction, Section::Extractability, Section::Momentum, Section::Signals, Section::Ambiguity];
    let arrived: IndexMap<Section, SectionSource> = arrived.into_iter().map(|one| (one, SectionSource::Llm)).collect();
    assert_eq!(analysis.sections, arrived);
    let reading = analysis.reading;
    assert_eq!((reading.response_depth, reading.sentiment), (Some(Depth::Moderate), Some(Sentiment::Positive)));
    assert_eq!((reading.valence, reading.certainty, reading.specificity), (Some(0.75), Some(0.5), Some(0.25)));
    assert_eq!((reading.hedging, reading.uncertainty, reading.ambiguity), (None, None, Some(0.3)));
    let momentum = reading.momentum.unwrap();
    assert_eq!((momentum.level, momentum.indicators), (Level::Neutral, vec!["elaborates once".to_owned()]));
    assert!(!analysis.is_whole_unreadable);
}

#[test]
fn lenient_quotes_keep_the_idea_with_half_the_confidence() {
    let scene = Scene { strict_quotes: false, ..Scene::new(TREAT) };
    let extraction = scene.batch(&treat()).extraction.unwrap();
    assert_eq!((extraction.nodes.len(), extraction.edges.len()), (2, 1));
    assert_eq!((extraction.nodes[0].confidence, extraction.nodes[1].confidence), (0.9, 0.45));
    assert_eq!(scene.said(extraction.nodes[1].quote), "coffee feels like a treat");
}

#[test]
fn an_idea_needs_a_known_type_a_label_and_a_quote_that_was_said() {
    let scene = Scene::new(TREAT);
    let nodes = json!([
        node("thick", "Attribute ", "thick"),
        node("treat", "psychosocial consequence", "a treat"),
        node("vibe", "vibe", "nice"),
        node(" \" . \"", "attribute", "nice"),
        node("it is the", "attribute", "nice"),
        node("nice", "attribute", " "),
        node("cheap", "attribute", "it is cheap"),
        {"label": ["nice"], "node_type": "attribute", "quote": "nice"},
        "nice",
    ]);
    let (extraction, dropped) = scene.extraction(&nodes, &json!([]));
    assert_eq!(labels(&extraction), ["thick", "treat"]);
    assert_eq!(&*extraction.nodes[1].node_type, "psychosocial_consequence");
    let expected = [
        ("unknown_node_type", 1),
        ("empty_label", 3),
        ("quote_missing", 1),
        ("malformed_item", 1),
        ("quote_mismatch", 1),
    ];
    assert_eq!(dropped, drops(&expected));
}

#[test]
fn elements_are_known_by_id_by_label_and_by_alias() {
    let scene = Scene::new(TREAT);
    let mut one = node("thick", "attribute", "thick");
    for (given, expected) in [
        ("Creamy-Texture", Some("creamy_texture")),
        ("mouthfeel", Some("creamy_texture")),
        ("Froths well for coffee", Some("froths_well")),
        ("nonsense", None),
    ] {
        one["element_mapping"] = given.into();
        one["elements"] = json!(["nutrition", given]);
        let (extraction, dropped) = scene.extraction(&json!([one]), &json!([]));
        let elements: Vec<&str> = extraction.nodes[0].elements.iter().map(|element| &**element).collect();
        assert_eq!(elements, expected.into_iter().chain(["nutrition"]).collect::<Vec<_>>(), "{given}");
        assert_eq!(dropped.get("unknown_element").copied(), expected.is_none().then_some(2));
    }
}

#[test]
fn a_reaction_outside_the_choice_is_none_and_the_stronger_of_two_stays() {
    let scene = Scene::new(TREAT);
    let with = |reaction: &str, label: &str| {
        let mut node = node(label, "attribute", "thick");
        node["reaction"] = reaction.into();
        node
    };
    let nodes = json!([
        with("curious", "thick"),
        with("NEGATIVE", "Thick"),
        with("neutral", "thick"),
        with("ecstatic", "nice")
    ]);
    let (extraction, dropped) = scene.extraction(&nodes, &json!([]));
    assert_eq!(extraction.nodes.iter().map(|node| node.reaction).collect::<Vec<_>>(), [Some(Reaction::Negative), None]);
    assert_eq!(dropped, drops(&[("unknown_reaction", 1), ("repeated_node", 2)]));
}

#[test]
fn an_edge_needs_a_known_type_two_ideas_and_a_quote_and_comes_once() {
    let scene = Scene { known: vec![("Warm Feeling!", "psychosocial_consequence")], ..Scene::new(TREAT) };
    let nodes = json!([node("thick", "attribute", "thick"), node("treat", "psychosocial_consequence", "a treat")]);
    let edges = json!([
        edge("THICK", "treat", "Leads to", "so my coffee"),
        edge("thick", "warm feeling.", "leads_to", "thick"),
        edge("treat", "thick", "leads_to", "treat"),
        edge("thick", "treat", "leads_to", "thick"),
        edge("thick", "Thick", "leads_to", "thick"),
        edge("thick", "cheap", "leads_to", "thick"),
        edge("thick", "treat", "inspires", "thick"),
        edge("treat", "warm feeling", "leads_to", ""),
        edge("treat", "warm feeling", "leads_to", "warm all over"),
    ]);
    let (extraction, dropped) = scene.extraction(&nodes, &edges);
    let ends: Vec<_> =
        extraction.edges.iter().map(|edge| (edge.source_label.as_str(), edge.target_label.as_str())).collect();
    assert_eq!(ends, [("thick", "treat"), ("thick", "Warm Feeling!"), ("treat", "thick")]);
    let expected = drops(&[
        ("unknown_relation", 1),
        ("edge_quote_missing", 1),
        ("repeated_edge", 1),
        ("self_loop", 1),
        ("edge_end_missing", 1),
        ("edge_quote_mismatch", 1),
    ]);
    assert_eq!(dropped, expected);
}

#[test]
fn twelve_ideas_and_sixteen_connections_are_enough() {
    let words: Vec<String> = (0..20).map(|n| format!("word{n}")).collect();
    let scene = Scene::new(&words.join(" "));
    let nodes: Vec<Value> = words.iter().map(|word| node(word, "attribute", word)).collect();
    let edges: Vec<Value> =
        (0..20).map(|n| edge(&words[n % 12], &words[(n + 1 + n / 12) % 12], "leads_to", "word1")).collect();
    let (extraction, dropped) = scene.extraction(&json!(nodes), &json!(edges));
    assert_eq!((extraction.nodes.len(), extraction.edges.len()), (12, 16));
    assert_eq!(dropped, drops(&[("too_many_nodes", 8), ("too_many_edges", 4)]));
}

#[test]
fn labels_lose_breaks_marks_and_quotes_and_end_at_eighty_characters() {
    let scene = Scene::new(TREAT);
    let long = "thick ".repeat(40);
    let nodes = json!([
        node("\u{202e}“Nice\r\n and\u{200b}  thick!”\u{7}", "attribute", "nice and thick"),
        node(&long, "attribute", "thick"),
    ]);
    let (extraction, _) = scene.extraction(&nodes, &json!([]));
    assert_eq!(extraction.nodes[0].label, "Nice and thick");
    assert_eq!(extraction.nodes[1].label.chars().count(), 80);
}

#[test]
fn a_label_of_code_or_an_address_is_no_idea() {
    let scene = Scene::new(TREAT);
    let labels = [
        "[click](javascript:alert(1)) What is it",
        "<img src=x onerror=alert(1)>",
        "see https://evil.example now",
        "www.evil.example",
        "mail me@evil.example",
        "{{system}}",
        "javascript:alert(1)",
        "nice and thick (mostly)",
    ];
    let nodes: Vec<Value> = labels.iter().map(|label| node(label, "attribute", "nice and thick")).collect();
    let (extraction, dropped) = scene.extraction(&json!(nodes), &json!([]));
    assert_eq!(extraction.nodes.len(), 1, "{extraction:?}");
    assert_eq!(extraction.nodes[0].label, "nice and thick (mostly)");
    assert_eq!(dropped["label_with_code"], 7);
}

#[test]
fn confidence_is_a_share_in_whatever_form_it_comes() {
    let scene = Scene::new(TREAT);
    let forms = [json!(3), json!("0.25"), json!(-1), json!("1e999"), json!("high"), json!(null), json!([0.1])];
    let read = forms.map(|confidence| {
        let mut one = node("thick", "attribute", "thick");
        one["confidence"] = confidence;
        scene.extraction(&json!([one]), &json!([])).0.nodes[0].confidence
    });
    assert_eq!(read, [1.0, 0.25, 0.0, 0.8, 0.8, 0.8, 0.8]);
}

#[test]
fn understood_elements_come_in_their_own_order_once() {
    let reply = r#"{"nodes": [], "edges": [], "understood": ["nutrition", "plant_based", "x", "nutrition"]}"#;
    let analysis = Scene::new(TREAT).read(&[(Task::GraphExtraction, reply)]);
    let understood: Vec<_> = analysis.extraction.unwrap().understood.iter().map(ToString::to_string).collect();
    assert_eq!(understood, ["plant_based", "nutrition"]);
}

#[test]
fn scores_come_bare_in_objects_and_in_quotes_and_one_that_is_none_is_absent() {
    let reply = json!({"response_depth": {"score": "2", "rationale": "r"}, "specificity": 9, "certainty": "many",
        "emotional_valence": -4, "engagement": null, "intellectual_engagement": 5.0, "sentiment": "Mixed", "hedging": "low",
        "topics": ["a"], "mood": "x"});
    let analysis = Scene::new(TREAT).read(&[(Task::ResponseSignals, &reply.to_string())]);
    let reading = analysis.reading;
    assert_eq!(reading.response_depth, Some(Depth::Shallow));
    assert_eq!((reading.specificity, reading.certainty, reading.valence), (Some(1.0), None, Some(0.0)));
    assert_eq!((reading.engagement, reading.intellectual_engagement), (None, Some(1.0)));
    assert_eq!((reading.sentiment, reading.hedging), (Some(Sentiment::Negative), None));
    assert_eq!(analysis.drops, drops(&[("unknown_key", 1)]));
}

#[test]
fn the_parts_are_held_against_each_other() {
    let answer = "It is thick and rich and warm and mild.";
    let mut reply = treat();
    let words = ["thick", "rich", "warm", "mild"];
    reply["extraction"]["nodes"] = words.map(|word| node(word, "attribute", word)).to_vec().into();
    reply["extraction"]["edges"] = json!([]);
    reply["extractability"] = json!({"extractable": false, "reason": "off topic"});
    reply["momentum"]["level"] = "LOW".into();
    reply["signals"]["response_depth"] = 1.into();
    let scene = Scene::new(answer);
    let analysis = scene.batch(&reply);
    assert_eq!(analysis.extractable, Some(true));
    assert_eq!(analysis.extraction.map(|found| (found.extractable, found.reason)), Some((true, None)));
    assert_eq!(analysis.reading.momentum.unwrap().level, Level::Neutral);
    assert_eq!(analysis.reading.response_depth, Some(Depth::Moderate));
    let corrected = [("corrected_extractability", 1), ("corrected_momentum", 1), ("corrected_depth", 1)];
    assert_eq!(analysis.drops, drops(&corrected));
    let known = Scene { known: vec![("Thick", "attribute"), ("rich", "attribute")], ..Scene::new(answer) };
    assert_eq!(known.batch(&reply).reading.momentum.unwrap().level, Level::Low, "two of the four were known");
}

#[test]
fn an_answer_that_cannot_be_coded_needs_no_list_of_ideas() {
    let mut reply = treat();
    reply["extraction"] = Value::Null;
    reply["extractability"] = json!({"extractable": "false", "reason": "bare\nassent"});
    let analysis = Scene::new("yes").batch(&reply);
    let extraction = analysis.extraction.unwrap();
    assert_eq!((extraction.extractable, extraction.reason.as_deref()), (false, Some("bare assent")));
    assert_eq!((analysis.extractable, analysis.missing), (Some(false), IndexMap::<Section, String>::new()));
}

#[test]
fn each_part_that_is_lost_or_spoilt_leaves_the_others_standing() {
    let scene = Scene {
        qualitative: true,
        isolates: vec!["Thick".to_owned()],
        earlier: vec!["It is thin.".to_owned()],
        ..Scene::new(TREAT)
    };
    let mut whole = treat();
    whole["plausibility"] = json!({"connections": [{"label": "thick", "plausibility": 0.7}]});
    whole["qualitative"] = json!({"reasoning": {"reasoning_quality": "causal"}});
    let full = scene.batch(&whole);
    assert_eq!((full.sections.len(), full.missing.len()), (7, 0));
    for (section, key) in querent_engine::engine::untrusted::analysis::fields::SECTIONS {
        for (spoilt, reason) in [(json!(7), "malformed"), (json!([]), "malformed"), (Value::Null, "absent")] {
            // A list stands for the plausibilities, and a number for the ambiguity: they are what the part consists of.
            let is_enough =
                matches!((section, &spoilt), (Section::Plausibility | Section::Extraction, Value::Array(_)));
            let mut reply = whole.clone();
            reply[key] = spoilt.clone();
            let analysis = scene.batch(&reply);
            if is_enough {
                assert!(analysis.missing.is_empty());
                continue;
            }
            assert_eq!(analysis.missing, IndexMap::from([(section, reason.to_owned())]), "{key}: {spoilt}");
            assert_eq!(analysis.sections.len(), 6);
            let others = |analysis: &Analysis| {
                let mut sections = analysis.sections.clone();
                sections.shift_remove(&section);
                (sections, analysis.extraction.clone().filter(|_| section != Section::Extraction))
            };
            assert_eq!(others(&analysis), others(&full), "{key}");
        }
    }
}

#[test]
fn a_second_try_fills_in_what_the_first_lacked() {
    let mut reply = treat();
    let extraction = reply["extraction"].take();
    let (first, second) = (reply.to_string(), extraction.to_string());
    let analysis = Scene::new(TREAT).read(&[(Task::TurnAnalysis, &first), (Task::GraphExtraction, &second)]);
    assert_eq!(analysis.sections[&Section::Extraction], SectionSource::LlmRetry);
    assert_eq!(analysis.sections[&Section::Momentum], SectionSource::Llm);
    assert!(analysis.missing.is_empty());
    let unreadable =
        Scene::new(TREAT).read(&[(Task::TurnAnalysis, "I am sorry."), (Task::TurnAnalysis, &treat().to_string())]);
    assert!(!unreadable.is_whole_unreadable && unreadable.missing.is_empty());
    assert!(unreadable.sections.values().all(|source| *source == SectionSource::LlmRetry));
}

#[test]
fn one_call_and_one_call_a_part_give_the_same() {
    let scene = Scene { isolates: vec!["thick".to_owned()], qualitative: true, ..Scene::new(TREAT) };
    let mut whole = treat();
    whole["plausibility"] = json!({"connections": [{"label": "thick", "plausibility": 0.7}]});
    whole["qualitative"] = json!({"uncertainty_signal": {"uncertainty_type": "Knowledge gap", "confidence": 0.6}});
    let tasks = [
        (Task::GraphExtraction, "extraction"),
        (Task::ExtractabilityCheck, "extractability"),
        (Task::MomentumAssessment, "momentum"),
        (Task::ResponseSignals, "signals"),
        (Task::Ambiguity, "ambiguity"),
        (Task::PlausibilityCheck, "plausibility"),
        (Task::QualitativeSignals, "qualitative"),
    ];
    let batched = scene.batch(&whole);
    assert_eq!(batched.sections.len(), 7);
    let bare = tasks.map(|(task, key)| (task, whole[key].to_string()));
    let wrapped = tasks.map(|(task, key)| (task, json!({key: whole[key]}).to_string()));
    let called =
        tasks.map(|(task, key)| (task, json!({"name": "tool", "arguments": whole[key].to_string()}).to_string()));
    for replies in [bare, wrapped, called] {
        let parts: Vec<(Task, &str)> = replies.iter().map(|(task, reply)| (*task, reply.as_str())).collect();
        assert_eq!(scene.read(&parts), batched);
    }
}

#[test]
fn plausibilities_are_of_ideas_that_were_asked_for() {
    let scene = Scene { isolates: vec!["Thick".to_owned(), "Mild".to_owned(), "Rich".to_owned()], ..Scene::new(TREAT) };
    let reply = json!({"connections": [{"label": "mild", "plausibility": "0.2"}, {"label": " THICK", "plausibility": 7},
        {"label": "mild", "plausibility": 0.4}, {"label": "soft", "plausibility": 1}, {"label": "rich"}, 3]});
    let analysis = scene.read(&[(Task::PlausibilityCheck, &reply.to_string())]);
    assert_eq!(analysis.reading.plausibility, [("Thick".to_owned(), 1.0), ("Mild".to_owned(), 0.4)]);
    assert_eq!(analysis.drops, drops(&[("unknown_isolate", 1), ("malformed_item", 2)]));
}

#[test]
fn qualitative_readings_rest_on_what_was_said() {
    let scene = Scene {
        qualitative: true,
        earlier: vec!["I never drink coffee.".to_owned(), "It is too thin for me.".to_owned()],
        ..Scene::new(TREAT)
    };
    let contradiction = |earlier: &str| {
        json!({"contradiction": {"has_contradiction": true, "contradiction_type": "stance reversal",
            "earlier_statement": earlier, "current_statement": "nice and thick", "confidence": 0.9}})
    };
    let read = |reply: &Value| scene.read(&[(Task::QualitativeSignals, &reply.to_string())]);
    let analysis = read(&contradiction("it’s too thin"));
    assert!(!analysis.reading.qualitative.unwrap().contradiction.unwrap().has_contradiction, "never said so");
    assert_eq!(analysis.drops, drops(&[("unfounded_contradiction", 1)]));
    let held = read(&contradiction("Too thin for me")).reading.qualitative.unwrap().contradiction.unwrap();
    assert!(held.has_contradiction && held.contradiction_type.is_some());
    let reply = json!({
        "uncertainty": {"uncertainty_type": "APATHY", "confidence": 0.4},
        "emotional": {"intensity": "high-positive", "markers": ["a treat", "bliss"], "reasoning": "r\n".repeat(400)},
        "reasoning": {"reasoning_quality": "psychic"},
        "knowledge_ceiling": null,
    });
    let analysis = read(&reply);
    let signals = analysis.reading.qualitative.unwrap();
    assert!(signals.uncertainty.is_none() && signals.reasoning.is_none() && signals.ambiguity.is_none());
    let mood = signals.emotional.unwrap();
    assert_eq!((mood.markers.as_slice(), mood.confidence), (["a treat".to_owned()].as_slice(), 0.7));
    assert_eq!(mood.reasoning.chars().count(), 199);
    assert_eq!(analysis.drops, drops(&[("malformed_signal", 1), ("low_confidence", 1), ("example_mismatch", 1)]));
}

#[test]
fn the_same_types_come_of_rules_and_of_models() {
    let analysis = Scene::new(TREAT).batch(&treat());
    let by_rules = querent_engine::engine::signals::read_words(TREAT);
    let whole = analysis.reading.or(by_rules.clone());
    assert_eq!((whole.response_depth, whole.hedging), (Some(Depth::Moderate), by_rules.hedging));
    let written = serde_json::to_string(&by_rules).unwrap();
    assert!(!written.contains("qualitative") && !written.contains("plausibility"), "old sessions keep their bytes");
    let _: &ExtractedNode = &analysis.extraction.unwrap().nodes[0];
}
