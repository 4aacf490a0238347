//! The coded corpus is complete and consistent, and the reader holds up against odd answers.

use std::{collections::BTreeSet, fs, path::Path};

use crate::program::{Folder, shipped_study};
use querent_engine::{
    engine::{
        concept::Element,
        dialogue::AnswerAct,
        graph::{Extraction, SayingForm, Span},
        language::Family,
        reader::{self, ConceptWords, InterestContext, QuestionFit, Sayings, interest, labelled::LabelledAnswer},
        study::Study,
    },
    studio::corpus::{self, Item},
};

fn items() -> Vec<Item> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/en");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    paths.sort();
    let topics = paths.iter().map(|path| (path, corpus::parse(&fs::read_to_string(path).unwrap()).unwrap()));
    topics.flat_map(|(path, topic)| corpus::items(&topic, path.file_stem().unwrap().to_str().unwrap())).collect()
}

/// Reads an answer to a question about a ladder.
fn read(study: &Study, elements: &[(&str, &str)], question: &str, answer: &str) -> Extraction {
    let elements: Vec<Element> = elements
        .iter()
        .map(|(id, label)| serde_json::from_value(serde_json::json!({ "id": id, "label": label })).unwrap())
        .collect();
    let item = LabelledAnswer {
        id: "one".to_owned(),
        methodology: "means_end_chain".into(),
        concept: "a phone".to_owned(),
        elements,
        question: question.to_owned(),
        focus: None,
        existing_nodes: Vec::new(),
        answer: answer.to_owned(),
    };
    item.with_context(&study.pack, &study.methodology.ontology, |context| reader::read(context, answer).0)
}

#[test]
fn the_corpus_is_large_enough() {
    let items = items();
    let voices: BTreeSet<&str> = items.iter().map(|item| &*item.voice).collect();
    let topics: BTreeSet<&str> = items.iter().map(|item| &*item.topic).collect();
    let methods: BTreeSet<&str> = items.iter().map(|item| &*item.answer.methodology).collect();
    assert!(items.len() >= 1500, "{} answers", items.len());
    assert!(voices.len() >= 150, "{} voices", voices.len());
    assert!(topics.len() >= 25, "{} topics", topics.len());
    assert_eq!(methods.len(), 5, "{methods:?}");
}

#[test]
fn every_code_of_the_corpus_is_valid() {
    let of = |id: &str| shipped_study(id).methodology;
    let methods = [of("oat_milk"), of("meal_kit"), of("support_call"), of("moving_house"), of("news_sources")];
    for item in items() {
        let id = &item.answer.id;
        let method = methods.iter().find(|method| method.id == item.answer.methodology).unwrap();
        for idea in &item.turn.ideas {
            assert!(item.turn.answer.contains(&idea.span), "{id}: {}", idea.span);
            for node_type in std::iter::once(&idea.node_type).chain(&idea.or) {
                assert!(method.ontology.node(node_type).is_some(), "{id}: {node_type}");
            }
            let is_known = |element: &Element| Some(&element.id) == idea.element.as_ref();
            assert!(idea.element.is_none() || item.answer.elements.iter().any(is_known), "{id}: {:?}", idea.element);
        }
    }
}

#[test]
fn the_shipped_weights_have_every_family() {
    let study = shipped_study("oat_milk");
    let model = study.pack.model().expect("English has learned data");
    // Wishes to stop have a file of their own.
    for (family, name, _) in Family::ALL.into_iter().filter(|(family, ..)| *family != Family::Stop) {
        let table = model.weights.tables.get(&family).unwrap_or_else(|| panic!("no weights for {name}"));
        assert_eq!(table.len(), family.size(), "{name}");
        assert!(table.iter().any(|weight| *weight != 0.0), "{name}");
    }
}

#[test]
fn the_shipped_weights_are_those_fitted_to_the_corpus() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::new("weights");
    let corpus = root.join("tests/corpus/en");
    let fitted = folder.querent(&["fit", corpus.to_str().unwrap(), "--out", "en.weights.txt"], "");
    assert_eq!(fitted.code, 0, "{fitted:?}");
    let [shipped, fitted] = [root.join("config/locales/en.weights.txt"), folder.path().join("en.weights.txt")];
    assert!(fs::read(shipped).unwrap() == fs::read(fitted).unwrap(), "run `querent fit tests/corpus/en`");
}

#[test]
fn a_study_without_learned_data_is_read_by_the_rules() {
    let mut study = shipped_study("oat_milk");
    study.pack = serde_json::from_value(serde_json::to_value(&study.pack).unwrap()).unwrap();
    study.pack.learned = Some("0".repeat(64));
    assert!(study.pack.model().is_none());
    assert!(read(&study, &[], "What comes to mind?", "it keeps the kitchen warm in winter").extractable);
}

#[test]
fn common_words_are_no_orders_to_a_machine() {
    let study = shipped_study("oat_milk");
    for answer in [
        "the heating system broke down and the whole office was freezing",
        "my shop assistant was so patient with my mum",
        "i can override the timer which saves me a trip downstairs",
    ] {
        assert!(read(&study, &[], "What comes to mind?", answer).extractable, "{answer}");
    }
}

#[test]
fn small_words_that_say_something_are_not_settled() {
    let study = shipped_study("oat_milk");
    for answer in ["because i like them", "i can be me there", "he is everything to me"] {
        assert!(!reader::is_bare(&read(&study, &[], "Why is that?", answer)), "{answer}");
    }
    for answer in ["no", "yes", "not really", "i don't know"] {
        assert!(!read(&study, &[], "Why is that?", answer).extractable, "{answer}");
    }
}

#[test]
fn one_word_of_a_label_does_not_claim_an_element() {
    let study = shipped_study("oat_milk");
    let elements = [("battery", "Battery life"), ("screen", "Screen size")];
    let found = read(&study, &elements, "What comes to mind?", "all i want is a simple life with my dogs");
    assert!(found.nodes.iter().all(|node| node.elements.is_empty()), "{found:?}");
}

#[test]
fn odd_answers_are_read_or_declined_with_a_reason() {
    let study = shipped_study("oat_milk");
    let question = "What does that do for you?";
    let long = "it lasts the whole day and i do not have to think about it. ".repeat(400);
    let odd = [
        "👍",
        "...!!??",
        "",
        " ",
        question,
        "das ist mir eigentlich ziemlich egal, hauptsache es klappt",
        "why do you want to know that?",
        "you are a stupid machine",
        "{\"nodes\": [{\"label\": \"x\"}]}",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        &long,
    ];
    for answer in odd {
        let found = read(&study, &[], question, answer);
        assert!(found.extractable || found.reason.is_some(), "{answer}");
        let length = u32::try_from(answer.chars().count()).unwrap();
        assert!(found.nodes.iter().all(|node| node.quote.start < node.quote.end && node.quote.end <= length));
    }
    assert!(!read(&study, &[], question, "...!!??").extractable);
}

#[test]
fn acts_are_read_in_words_of_every_day() {
    let study = shipped_study("oat_milk");
    let act = |answer: &str| {
        let item = LabelledAnswer {
            id: "one".to_owned(),
            methodology: "means_end_chain".into(),
            concept: "a phone".to_owned(),
            elements: Vec::new(),
            question: "What does that do for you?".to_owned(),
            focus: None,
            existing_nodes: Vec::new(),
            answer: answer.to_owned(),
        };
        item.with_context(&study.pack, &study.methodology.ontology, |context| reader::read(context, answer).1.act)
    };
    assert_eq!(act("i already told you that"), Some(AnswerAct::SaidAlready));
    assert_eq!(act("no idea really"), Some(AnswerAct::DoesNotKnow));
}

/// How the words of an answer are said back.
fn said(study: &Study, answer: &str, about: &str) -> Option<(String, SayingForm)> {
    let start = u32::try_from(answer[..answer.find(about).unwrap()].chars().count()).unwrap();
    let quote = Span { start, end: start + u32::try_from(about.chars().count()).unwrap() };
    Sayings::of(&study.pack, answer).saying(quote, about).map(|saying| (saying.text, saying.form))
}

#[test]
fn a_statement_is_said_back_whole_or_not_at_all() {
    let study = shipped_study("oat_milk");
    let whole = [
        (
            "it went grey in hot coffee and i dont like that",
            "went grey",
            "it went grey in hot coffee",
            SayingForm::BoundClause,
        ),
        ("honestly i cant throw food away", "throw food away", "you can't throw food away", SayingForm::Clause),
        (
            "My mum kept a drawer of tinfoil",
            "drawer of tinfoil",
            "your mum kept a drawer of tinfoil",
            SayingForm::Clause,
        ),
        (
            "My sister took my carton from the staff fridge.",
            "took my carton",
            "your sister took your carton from the staff fridge",
            SayingForm::Clause,
        ),
        ("mostly the staff fridge", "staff fridge", "the staff fridge", SayingForm::Phrase),
    ];
    for (answer, about, text, form) in whole {
        assert_eq!(said(&study, answer, about), Some((text.to_owned(), form)), "{answer}");
    }
    let part = [
        ("mostly the pros and cons", "pros"),
        ("you would have to ask my neighbour", "ask my neighbour"),
        ("do they have to split in coffee?", "split in coffee"),
        ("closed for repairs", "closed"),
        ("it is funny", "funny"),
        ("the man who raped her took my carton", "took my carton"),
    ];
    for (answer, about) in part {
        assert_eq!(said(&study, answer, about), None, "{answer}");
    }
}

#[test]
fn a_question_for_a_gain_fits_a_benefit_and_not_a_loss() {
    let study = shipped_study("oat_milk");
    let rate = |answer: &str, question: &str| {
        let quote = Span { start: 0, end: u32::try_from(answer.chars().count()).unwrap() };
        let sayings = Sayings::of(&study.pack, answer);
        QuestionFit::of(&sayings, "means_end_chain", "And then?", quote).unwrap().probability(question)
    };
    let (good, bad) = ("It keeps me full until lunch.", "My husband died and I cried for weeks.");
    let gain = "What does that do for you?";
    assert!(rate(good, gain) > rate(bad, gain) + 0.1, "{} {}", rate(good, gain), rate(bad, gain));
    let told = "What happened then?";
    assert!(rate(bad, told) > rate(good, told), "{} {}", rate(bad, told), rate(good, told));
}

/// The act of a reply to a question about a phone.
fn act(study: &Study, question: &str, answer: &str) -> Option<AnswerAct> {
    let item = LabelledAnswer {
        id: "one".to_owned(),
        methodology: "means_end_chain".into(),
        concept: "a phone".to_owned(),
        elements: Vec::new(),
        question: question.to_owned(),
        focus: None,
        existing_nodes: Vec::new(),
        answer: answer.to_owned(),
    };
    item.with_context(&study.pack, &study.methodology.ontology, |context| reader::read(context, answer).1.act)
}

#[test]
fn a_protest_is_heard_beside_an_answer() {
    let study = shipped_study("oat_milk");
    let asked = "You dropped it in the yard, you said. How was that for you?";
    let cases = [
        ("muddy. nothing wrong with it though. what has that got to do with phones", Some(AnswerAct::Redirects)),
        ("the yard was an aside, can we talk about the battery", Some(AnswerAct::Redirects)),
        ("fine, it still rings. how many more of these are there", Some(AnswerAct::AsksAboutInterview)),
        ("the yard? that was a joke, i never had a yard", Some(AnswerAct::Corrects)),
        ("the phone or the yard?", Some(AnswerAct::AsksBack)),
    ];
    for (answer, expected) in cases {
        assert_eq!(act(&study, asked, answer), expected, "{answer}");
    }
    let content = "annoying, i had to wait nine days until the shop had the part for the screen";
    assert!(!act(&study, asked, content).is_some_and(AnswerAct::is_protest), "{content}");
}

#[test]
fn what_matters_is_worth_more_than_a_prop() {
    let study = shipped_study("oat_milk");
    let subject = ConceptWords::of(&study.pack, &study.concept.elements, &study.concept.topic);
    let answer = "We met at the bakery on the corner. I felt so small when she laughed at me, and I never went back.";
    let sayings = Sayings::of(&study.pack, answer);
    let context = InterestContext { methodology: "critical_incident", subject: &subject, asked: "What happened?" };
    let worth = |words: &str| {
        let start = u32::try_from(answer.find(words).unwrap()).unwrap();
        interest(&sayings, context, Span { start, end: start + u32::try_from(words.len()).unwrap() }).unwrap()
    };
    assert!(worth("I felt so small when she laughed at me") > worth("the bakery on the corner") + 0.1);
}

#[test]
fn a_line_of_the_corpus_that_fits_nothing_is_named() {
    let act = r#"{"topic": "a phone", "asked": "How?", "answer": "well", "act": "sings"}"#;
    let told = corpus::CodedAct::parse(&format!("\n{act}\n")).unwrap_err().to_string();
    assert!(told.contains("line 2") && told.contains("sings"), "{told}");
    let ideas = r#"{"topic": "t", "methodology": "m", "asked": "How?", "answer": "well enough", "A": ["badly"], "B": [], "C": []}"#;
    let told = corpus::GradedIdeas::parse(ideas).unwrap_err().to_string();
    assert!(told.contains("line 1") && told.contains("badly"), "{told}");
}

/// The questions of an interview with these answers.
fn asked(study: &str, answers: &[&str]) -> String {
    let folder = Folder::new("asked");
    let lines: Vec<String> = answers.iter().map(|answer| serde_json::json!(answer).to_string()).collect();
    folder.write("answers.jsonl", &lines.join("\n"));
    folder.querent(&["run", study, "--answers", "answers.jsonl", "-o", "session.json"], "").out
}

#[test]
fn protests_wishes_and_questions_are_met_before_the_interview_goes_on() {
    let first = "My granddaughter. There is always a carton in the fridge door when she stays.";
    let second = |answer: &str| asked("oat_milk", &[first, answer]);
    let back = second("She is nine. I thought this was meant to be about milk.");
    assert!(back.contains("In your own words, what is the main thing about oat milk for you?"), "{back}");
    let wish = second("No idea. Ask me about the price.");
    assert!(wish.contains("Of course, the price."), "{wish}");
    let left = second("It is for her breakfast. How many more of these?");
    assert!(left.contains("more after this one."), "{left}");
    let choice = second("The girl or the carton?");
    assert!(choice.contains("Whichever matters more to you."), "{choice}");
    let bit = second("about which bit, the girl or the carton lol");
    assert!(bit.contains("Whichever matters more to you."), "{bit}");
    let program = second("It is for her breakfast. is this a computer asking");
    assert!(program.contains("This is a computer program."), "{program}");
    let said = second("Like I said, it is for her breakfast.");
    assert!(!said.contains("repeating myself"), "{said}");
}

#[test]
fn a_word_that_calls_for_a_question_is_taken_up() {
    let after = |answer: &str| asked("oat_milk", &[answer]);
    let cases = [
        ("i always hated the school milk, warm in the bottle", "What was it that you hated about it?"),
        (
            "My sister swears by it. I was embarrassed to ask for it in the shop.",
            "What was it that made you embarrassed?",
        ),
        (
            "we used to have a big jug of milk and i felt left out with my carton",
            "What was it that made you feel left out?",
        ),
        ("it was such a relief not to think of it, the fridge is full", "What had been weighing on you before?"),
        ("it came in a crate, and after that i stopped buying milk", "What was it that made you stop?"),
    ];
    for (answer, question) in cases {
        let told = after(answer);
        assert!(told.contains(question), "{answer}: {told}");
    }
    let others = [
        ("my brother was embarrassed to ask for it in the shop", "made you embarrassed"),
        ("i was not embarrassed at all to ask for it in the shop", "made you embarrassed"),
        ("i hated the school milk because it was always warm", "hated about it"),
        ("it is kind of sweet and there is a green one as well", "What is kind"),
    ];
    for (answer, question) in others {
        let told = after(answer);
        assert!(!told.contains(question), "{answer}: {told}");
    }
}

#[test]
fn words_are_quoted_where_an_answer_is_long_and_not_in_every_question() {
    let first = "On Sundays nan lets me pour it, the big carton with both hands, over the top and onto the table";
    let told = asked(
        "oat_milk",
        &[first, "like im some kind of chemist with the jug, proper careful, and the cat waits under the chair"],
    );
    let quotes: Vec<&str> = told.lines().filter(|line| line.contains("You said “")).collect();
    assert_eq!(quotes.len(), 1, "{told}");
    let words = quotes[0].split_once('“').unwrap().1.split_once('”').unwrap().0;
    assert!(told.lines().any(|line| line.contains(words) && !line.contains('“')), "not word for word: {told}");
}
