//! Every shipped language understands who wants to stop and who is in distress, reads what leads to what, and words it.

use querent_engine::{
    engine::{
        dialogue::{Level, Reading},
        graph::Extraction,
        id::Name,
        interview::{Interview, Step},
        language::LanguagePack,
        reader::{ConceptWords, KnownIdea, ReadingContext, read},
        session::Input,
        study::Study,
        text::slice,
    },
    studio::documents::{self, folder},
};

use crate::program::{Folder, root, shipped_study};

/// The shipped study of each language.
const STUDIES: [(&str, &str); 3] = [("en", "oat_milk"), ("de", "pedelec"), ("ar", "qahwa")];

fn heard(study: &Study, focus: Option<(&str, &str)>, question: &str, answer: &str) -> (Extraction, Reading) {
    let context = ReadingContext {
        pack: &study.pack,
        methodology: &study.methodology.id,
        ontology: &study.methodology.ontology,
        subject: &ConceptWords::of(&study.pack, &[], &study.concept.topic),
        question,
        focus: focus.map(|(label, _)| label),
        focus_element: None,
        known: focus.map(|(label, node_type)| KnownIdea { label, node_type, words: None }).into_iter().collect(),
        previous_answer: None,
    };
    read(&context, answer)
}

#[test]
fn a_wish_to_stop_is_understood_in_every_language() {
    let wishes: [&[&str]; 3] = [
        &["I want to stop now.", "Sorry, can we stop here?", "No more questions please."],
        &[
            "Ich möchte jetzt aufhören.",
            "Können wir bitte aufhören?",
            "Keine Fragen mehr, bitte.",
            "Ich muss jetzt los.",
        ],
        &["أريد أن أتوقف الآن.", "هل يمكننا التوقف من فضلك؟", "يكفي هذا.", "لا أريد المتابعة."],
    ];
    for ((language, id), wishes) in STUDIES.iter().zip(wishes) {
        let study = shipped_study(id);
        for wish in wishes {
            assert!(heard(&study, None, "?", wish).1.wants_to_stop, "{language}: {wish}");
        }
    }
}

#[test]
fn having_stopped_something_ends_no_interview() {
    let others: [&[&str]; 3] = [
        &[
            "I stopped eating meat.",
            "I want to stop smoking.",
            "I'm done with dairy.",
            "That's enough sugar for a week.",
        ],
        &[
            "Ich habe aufgehört, Fleisch zu essen.",
            "Ich möchte aufhören zu rauchen.",
            "Mit dem Auto ist für mich Schluss.",
            "Der Regen hört nicht auf.",
        ],
        &["توقفت عن أكل اللحم.", "أريد أن أتوقف عن التدخين.", "توقفت السيارة أمام البيت."],
    ];
    for ((language, id), others) in STUDIES.iter().zip(others) {
        let study = shipped_study(id);
        for other in others {
            assert!(!heard(&study, None, "?", other).1.wants_to_stop, "{language}: {other}");
        }
    }
}

#[test]
fn words_of_distress_are_understood_in_every_language_and_figures_of_speech_are_not_taken_for_them() {
    let words: [(&[&str], &[&str]); 3] = [
        (&["I don't want to live any more.", "I think about suicide."], &["I nearly wanted to die of embarrassment."]),
        (
            &["Ich will nicht mehr leben.", "Manchmal denke ich daran, mich umzubringen.", "Er schlägt mich."],
            &["Ich wollte sterben vor Scham.", "Der Akku ist gestorben.", "Das Radfahren bringt mich um den Schlaf."],
        ),
        (&["لا أريد أن أعيش.", "أفكر في الانتحار.", "أريد أن أموت."], &["كدت أريد أن أموت من الضحك.", "القهوة حياتي."]),
    ];
    for ((language, id), (crises, figures)) in STUDIES.iter().zip(words) {
        let study = shipped_study(id);
        for crisis in crises {
            assert!(heard(&study, None, "?", crisis).1.distress, "{language}: {crisis}");
        }
        for figure in figures {
            assert!(!heard(&study, None, "?", figure).1.distress, "{language}: {figure}");
        }
    }
}

#[test]
fn a_reason_leads_to_its_effect_in_every_language() {
    let answers = [
        ("creamy texture", "It makes my coffee softer, so I feel calm.", "makes my coffee softer", "feel calm"),
        ("leiser Motor", "Ich spare Zeit, deshalb fühle ich mich entspannt.", "spare Zeit", "fühle ich mich entspannt"),
        (
            "رائحة الهيل",
            "تساعدني على التركيز في العمل، ولذلك أشعر بالثقة.",
            "تساعدني على التركيز في العمل",
            "أشعر بالثقة",
        ),
    ];
    for ((language, id), (focus, answer, cause, effect)) in STUDIES.iter().zip(answers) {
        let study = shipped_study(id);
        let found = heard(&study, Some((focus, "attribute")), "?", answer).0;
        let edges: Vec<_> = found.edges.iter().map(|edge| (&*edge.source_label, &*edge.target_label)).collect();
        assert_eq!(edges, [(focus, cause), (cause, effect)], "{language}");
        let effect_type = found.nodes.iter().find(|node| node.label == effect).map(|node| &*node.node_type);
        assert_eq!(effect_type, Some("psychosocial_consequence"), "{language}");
    }
}

#[test]
fn what_says_nothing_is_heard_as_such_in_every_language() {
    let replies: [&[&str]; 3] =
        [&["yes", "no idea", "not really"], &["ja", "keine Ahnung", "eigentlich nicht"], &["نعم", "لا أعرف", "ربما"]];
    for ((language, id), replies) in STUDIES.iter().zip(replies) {
        let study = shipped_study(id);
        for reply in replies {
            assert!(!heard(&study, None, "?", reply).0.extractable, "{language}: {reply}");
        }
    }
}

#[test]
fn a_statement_taken_back_revises_what_was_said_before() {
    let study = shipped_study("oat_milk");
    let answer = "I was wrong about the foam earlier, the foam from this carton is thick.";
    let found = heard(&study, Some(("no foam at home", "functional_consequence")), "?", answer).0;
    let revised: Vec<_> = found.edges.iter().filter(|edge| &*edge.relation_type == "revises").collect();
    assert_eq!(revised.len(), 1, "{:?}", found.edges);
    assert_eq!(revised[0].target_label, "no foam at home");
}

#[test]
fn an_opinion_on_how_it_always_is_is_no_incident() {
    let study = shipped_study("support_call");
    let opening = &study.texts.opening[0];
    assert!(!heard(&study, None, opening, "Companies always treat you like a number, all of them.").0.extractable);
    let told = "Last March they lost my order and I rang them four times.";
    assert!(heard(&study, None, opening, told).0.extractable);
}

/// A study in a language nobody has written word lists for is read by length and asked with its own templates.
#[test]
fn a_language_without_a_pack_is_interviewed_with_length_and_templates() {
    let mut unknown = shipped_study("oat_milk");
    unknown.language = "xx".to_owned();
    unknown.pack = LanguagePack::default();
    let long = "Lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore \
                magna aliqua ut enim ad minim veniam quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo";
    let (short, full) = (heard(&unknown, None, "?", "Lorem.").1, heard(&unknown, None, "?", long).1);
    assert_eq!((short.momentum.unwrap().level, full.momentum.unwrap().level), (Level::Low, Level::Neutral));
    let mut interview = Interview::new(unknown.clone()).unwrap();
    let start = Input::Start { session: "s".to_owned(), seed: 1, locale: "xx".to_owned(), at: 0 };
    let mut step = interview.handle(start).unwrap();
    let templates = unknown.methodology.tactics.iter().map(|tactic| &*tactic.id).collect::<Vec<_>>();
    for turn in 0..4 {
        let Step::Ask { question, .. } = &step else { panic!("{step:?}") };
        assert!(turn == 0 || question.tactic.as_ref().is_some_and(|tactic: &Name| templates.contains(&&**tactic)));
        step = interview.handle(Input::Answer { text: format!("{long} {turn}"), at: turn, manner: None }).unwrap();
    }
}

#[test]
fn every_shipped_study_is_held_from_start_to_end_without_a_repeated_question_and_replays() {
    let folder = Folder::new("tongues");
    let names = std::fs::read_dir(root().join("config/studies")).unwrap();
    let mut held = 0;
    for name in names.map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()) {
        let run = folder.querent(&["run", &name, "--persona", "cooperative", "--seed", "3", "-o", "session.json"], "");
        assert_eq!(run.code, 0, "{name}: {run:?}");
        let session: serde_json::Value = serde_json::from_str(&folder.read("session.json")).unwrap();
        let asked: Vec<String> = session["log"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["entry"] == "asked")
            .map(|entry| entry["text"].as_str().unwrap().to_owned())
            .collect();
        assert!(asked.len() >= 5, "{name}: {asked:?}");
        for (at, question) in asked.iter().enumerate() {
            // A question like "What happened then?" may return, but not soon.
            assert!(
                !asked.iter().skip(at + 1).take(3).any(|next| next == question),
                "{name} repeats itself: {asked:?}"
            );
        }
        let replay = folder.querent(&["replay", "session.json"], "");
        assert_eq!(replay.code, 0, "{name}: {replay:?}");
        held += 1;
    }
    assert!(held >= 8);
}

#[test]
fn the_core_is_asked_of_everyone_first_and_last() {
    let study = shipped_study("moving_house");
    assert_eq!(study.limits.max_turns, 17, "the first question of the core has a turn of its own");
    let mut interview = Interview::new(study.clone()).unwrap();
    let start = Input::Start { session: "s".to_owned(), seed: 1, locale: "en".to_owned(), at: 0 };
    let mut step = interview.handle(start).unwrap();
    let mut asked = Vec::new();
    while let Step::Ask { question, .. } = &step {
        asked.push(question.text.clone());
        let text = format!("We rang the agent number {} and then I was happy with the van.", asked.len());
        step = interview.handle(Input::Answer { text, at: 0, manner: None }).unwrap();
    }
    assert_eq!(asked[0], study.core[0].ask);
    assert_eq!(asked[1], study.texts.opening[0]);
    assert_eq!(asked.last(), Some(&study.core[1].ask));
    assert!(asked.len() <= 18, "{asked:?}");
    let again = querent_engine::engine::interview::replay(&interview.session()).unwrap();
    assert!(again.1.is_empty(), "{:?}", again.1);
}

#[test]
fn who_stops_is_not_asked_the_last_questions() {
    let mut interview = Interview::new(shipped_study("moving_house")).unwrap();
    let start = Input::Start { session: "s".to_owned(), seed: 1, locale: "en".to_owned(), at: 0 };
    interview.handle(start).unwrap();
    let step = interview.handle(Input::Answer { text: "I want to stop now.".to_owned(), at: 1, manner: None }).unwrap();
    assert!(matches!(step, Step::Finished { .. }), "{step:?}");
}

/// A small study in French. French is a language of data alone: a pack, words of the page and questions.
const FRENCH: [(&str, &str); 2] = [
    (
        "concepts/pain.yaml",
        "{id: pain, name: Le pain, topic: pain, elements: [\
         {id: croute, label: Croûte, aliases: [croustillant, croustillante]}, \
         {id: levain, label: Levain, aliases: [fermentation, acide]}, {id: prix, label: Prix, aliases: [cher, euro]}]}",
    ),
    (
        "studies/pain.yaml",
        "{id: pain, version: '1', language: fr, title: Le pain, concept: pain, methodology: means_end_chain, \
         policy: signal_pools, limits: {max_turns: 8, shallow: 8, min_turns: 5}, collect: false, texts: {\
         intro: {title: Parlons du pain, lead: Dans vos mots., facts: [{term: Durée, text: Huit questions au plus.}]}, \
         opening: [\"Quand vous pensez au pain, qu'est-ce qui vous vient en premier ?\"], thanks: Merci., \
         goodbye: Vous nous avez aidés., safety: Le 3114 répond jour et nuit.}}",
    ),
];

fn french() -> Study {
    let mut files = folder::folder(&root().join("config")).unwrap();
    for (name, text) in FRENCH {
        files.insert((*name).to_owned(), text.as_bytes().to_vec());
    }
    documents::study(&files, "studies/pain.yaml").unwrap()
}

#[test]
fn french_is_understood_by_its_pack_alone() {
    let study = french();
    for wish in ["Je voudrais arrêter maintenant.", "On peut s’arrêter là ?", "Plus de questions, s'il vous plaît."]
    {
        assert!(heard(&study, None, "?", wish).1.wants_to_stop, "{wish}");
    }
    for other in
        ["J'ai arrêté de manger de la viande.", "Je veux arrêter de fumer.", "Le bus s'arrête devant la boulangerie."]
    {
        assert!(!heard(&study, None, "?", other).1.wants_to_stop, "{other}");
    }
    for crisis in ["Je n'ai plus envie de vivre.", "Je pense au suicide.", "Mon mari me frappe."] {
        assert!(heard(&study, None, "?", crisis).1.distress, "{crisis}");
    }
    for figure in ["J'ai failli mourir de honte.", "Le pain, c'est ma vie."] {
        assert!(!heard(&study, None, "?", figure).1.distress, "{figure}");
    }
    for reply in ["oui", "aucune idée", "je ne sais pas", "pas vraiment"] {
        assert!(!heard(&study, None, "?", reply).0.extractable, "{reply}");
    }
    let answer = "L'odeur du levain me rassure, donc je me sens calme.";
    let found = heard(&study, Some(("pain au levain", "attribute")), "Que vous apporte « pain au levain » ?", answer).0;
    let labels: Vec<_> = found.nodes.iter().map(|node| (&*node.label, &*node.node_type)).collect();
    assert!(found.nodes.iter().any(|node| &*node.node_type == "psychosocial_consequence"), "{labels:?}");
    assert!(found.edges.iter().any(|edge| edge.target_label.contains("calme")), "{labels:?} {:?}", found.edges);
    let quoted = found.nodes.iter().map(|node| slice(answer, node.quote.start, node.quote.end));
    assert!(quoted.zip(&found.nodes).all(|(quote, node)| quote.contains(&node.label)), "{labels:?}");
}

#[test]
fn an_interview_in_french_asks_in_french_to_the_end() {
    let answers = [
        "La croûte, quand elle est bien croustillante.",
        "Ça me rappelle les petits déjeuners chez ma grand-mère, donc je me sens bien.",
        "Parce que la famille, c'est l'essentiel pour moi.",
        "Le levain donne un goût un peu acide que j'adore.",
        "Je le digère mieux, du coup je suis plus tranquille.",
        "Le prix est élevé, mais je préfère soutenir un artisan.",
        "Je tiens à faire ma part pour mon quartier.",
        "Transmettre quelque chose à mes enfants.",
        "Je ne sais pas.",
    ];
    let study = french();
    let mut interview = Interview::new(study).unwrap();
    let mut step =
        interview.handle(Input::Start { session: "s".to_owned(), seed: 3, locale: "fr".to_owned(), at: 0 }).unwrap();
    let mut asked = Vec::new();
    while let Step::Ask { question, .. } = &step {
        let text = question.text.to_lowercase();
        assert!(![" you ", " the ", " what "].iter().any(|word| text.contains(word)), "{text}");
        asked.push(text);
        let text = answers[(asked.len() - 1).min(answers.len() - 1)].to_owned();
        step = interview.handle(Input::Answer { text, at: 1, manner: None }).unwrap();
    }
    asked.sort();
    asked.dedup();
    assert!(asked.len() >= 5, "{asked:?}");
    assert!(
        interview.graph().node_count() >= 4,
        "{:?}",
        interview.graph().nodes().map(|n| &n.label).collect::<Vec<_>>()
    );
}
