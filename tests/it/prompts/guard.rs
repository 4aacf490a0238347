//! The guard on wordings that a good interviewer would and would not use.

use std::{fs, path::Path};

use querent_engine::engine::{
    language::LanguagePack,
    untrusted::question::{QuestionForms, QuestionGuard, Refusal, StudyVocabulary, validate_question},
};

const SAID: [&str; 3] = [
    "I took the night train to my sister, the one with the old sleeping cars. I slept badly, the door kept rattling.",
    "it was my dads idea really. he never flies, and I wanted to be on time for once",
    "honestly it felt lazy to book so late. my medication was in the other bag",
];

const GOOD_EN: [&str; 26] = [
    "What was the night like for you?",
    "You said you slept badly. What did that do to the next day?",
    "You mentioned the door rattling. What was going through your mind then?",
    "Earlier you called it your dad's idea. How did the two of you come to that?",
    "That sounds like a long night. What happened when you arrived?",
    "What did it mean to you to be on time for once?",
    "Could you tell me a little more about the old sleeping cars?",
    "Can you walk me through the evening before you left?",
    "How did it come that you booked so late?",
    "What would you miss if there were no night trains?",
    "When you think back to that door, what comes up first?",
    "Sorry, that was unclear. What was the best part of the trip?",
    "Thank you for telling me that. What happened next?",
    "Tell me about the moment you got off the train?",
    "In what way did your dad have a say in it?",
    "And what did that change for you?",
    "At the end of the night, how did you feel about going by train?",
    "You felt lazy booking so late. What made it feel that way?",
    "Something else you mentioned was the sleeping cars. What are they like?",
    "What, if anything, would you do differently next time?",
    "How come?",
    "What did you think when you saw or heard that the train was late?",
    "Which part of the journey stays with you most?",
    "You said “the door kept rattling”. What did you do about it?",
    "What have I missed or got wrong?",
    "Where were you when you decided on the train?",
];

const BAD_EN: [(&str, Refusal); 44] = [
    ("Did you sleep well on the train?", Refusal::Closed),
    ("Was it the door that kept you awake?", Refusal::Closed),
    ("You slept badly. Does that bother you?", Refusal::Closed),
    ("When the door rattled, did you call the guard?", Refusal::Closed),
    ("Is there anything you liked?", Refusal::Closed),
    ("Did that spoil the visit, when you finally arrived?", Refusal::Closed),
    ("Was it the noise or the light that kept you awake?", Refusal::Alternatives),
    ("What matters more to you, the price or the time?", Refusal::Alternatives),
    ("Would you rather fly or take the train?", Refusal::Alternatives),
    ("How was the night, good or bad?", Refusal::Alternatives),
    ("What kept you awake, and how did you feel about it?", Refusal::SeveralQuestions),
    ("How did you book it and why so late?", Refusal::SeveralQuestions),
    ("What kept you awake? How did you feel?", Refusal::SeveralQuestions),
    ("What is a night train to you? And what would you miss?", Refusal::SeveralQuestions),
    ("That must have been exhausting. How did you get through the day?", Refusal::Leading),
    ("That must have been awful, wasn't it?", Refusal::Leading),
    ("It was annoying, right?", Refusal::Leading),
    ("You like trains, don't you?", Refusal::Leading),
    ("No wonder you were tired. What did you do then?", Refusal::Leading),
    ("Obviously you wanted your sleep. What did you try?", Refusal::Leading),
    ("Great answer! What happened next?", Refusal::Praise),
    ("Wonderful. What happened next?", Refusal::Praise),
    ("That's a lovely story, well said. What happened next?", Refusal::Praise),
    ("How interesting. What did your dad say?", Refusal::Praise),
    ("You said the conductor was rude. What did he do?", Refusal::Unsaid),
    ("You mentioned missing your connection. What did that cost you?", Refusal::Unsaid),
    ("Earlier you called the train filthy. What was it like?", Refusal::Unsaid),
    ("The food was cold, you said. What did you eat instead?", Refusal::Unsaid),
    ("You said “I hate the railway”. What lies behind that?", Refusal::Unsaid),
    ("What psychosocial consequence does the rattling have for you?", Refusal::Jargon),
    ("What is the terminal value of being on time for you?", Refusal::Jargon),
    ("What was the moment of truth on that journey for you?", Refusal::Jargon),
    ("What medication do you take at night?", Refusal::Sensitive),
    ("Which party did you vote for last time?", Refusal::Sensitive),
    ("How much do you earn in a year?", Refusal::Sensitive),
    ("What do you think about suicide on the railway?", Refusal::Sensitive),
    ("What made you want to hurt yourself that night?", Refusal::Sensitive),
    ("What number can I reach you on tomorrow?", Refusal::PersonalData),
    ("What is your mother's maiden name?", Refusal::PersonalData),
    ("Which street does your sister live in?", Refusal::PersonalData),
    ("Where do you live?", Refusal::PersonalData),
    ("What made you do such a stupid thing?", Refusal::Insult),
    ("How could anybody be such an idiot about it?", Refusal::Insult),
    (
        "Thinking back to that long night in the old sleeping car with the door that kept rattling while you tried to \
         get some sleep, what was it that you were feeling at that moment?",
        Refusal::TooLong,
    ),
];

const SAID_DE: [&str; 2] = [
    "Ich bin mit dem Nachtzug zu meiner Schwester gefahren und habe kaum geschlafen, die Tür hat dauernd geklappert.",
    "das war die idee von meinem vater, der fliegt nie",
];

const GOOD_DE: [&str; 12] = [
    "Wie war die Nacht für Sie?",
    "Sie sagten, die Tür hat geklappert. Was haben Sie da gemacht?",
    "Sie haben erwähnt, dass Sie kaum geschlafen haben. Wie ging es Ihnen am nächsten Tag?",
    "Was ist danach passiert?",
    "Können Sie mir mehr von dem Abend erzählen?",
    "Wie kam es zu der Idee Ihres Vaters?",
    "Entschuldigung, das war unklar. Was hat Ihnen an der Fahrt gefallen?",
    "Worum ging es Ihnen dabei?",
    "Was würde Ihnen ohne Nachtzüge fehlen?",
    "Wenn Sie an die Tür denken, was fällt Ihnen zuerst ein?",
    "Welche Rolle spielt der Preis für Sie, wenn überhaupt?",
    "Erzählen Sie mir von der Ankunft?",
];

const BAD_DE: [(&str, Refusal); 17] = [
    ("Haben Sie gut geschlafen?", Refusal::Closed),
    ("Spielt der Preis eine Rolle für Sie?", Refusal::Closed),
    ("War es die Tür oder das Licht?", Refusal::Alternatives),
    ("Was ist Ihnen wichtiger, der Preis oder die Zeit?", Refusal::Alternatives),
    ("Was hat Sie gestört, und wie haben Sie sich gefühlt?", Refusal::SeveralQuestions),
    ("Was hat Sie gestört? Wie ging es Ihnen?", Refusal::SeveralQuestions),
    ("Das muss ja anstrengend gewesen sein. Was haben Sie getan?", Refusal::Leading),
    ("Das war lästig, nicht wahr?", Refusal::Leading),
    ("Das war lästig, oder?", Refusal::Leading),
    ("Tolle Antwort! Was geschah dann?", Refusal::Praise),
    ("Super! Was geschah dann?", Refusal::Praise),
    ("Sie sagten, der Schaffner war unfreundlich. Was hat er getan?", Refusal::Unsaid),
    ("Welche psychosoziale Folge hat das für Sie?", Refusal::Jargon),
    ("Welche Medikamente nehmen Sie nachts?", Refusal::Sensitive),
    ("Welche Partei haben Sie gewählt?", Refusal::Sensitive),
    ("Wie lautet der Mädchenname Ihrer Mutter?", Refusal::PersonalData),
    ("Warum haben Sie so etwas Dummes, Blödes wie ein Idiot getan?", Refusal::Insult),
];

const SAID_AR: [&str; 1] = ["سافرت بالقطار الليلي إلى أختي ولم أنم جيدا لأن الباب كان يهتز"];

const GOOD_AR: [&str; 4] = [
    "كيف كانت الليلة بالنسبة لك؟",
    "ماذا حدث بعد ذلك؟",
    "قلت إن الباب كان يهتز. ماذا فعلت؟",
    "هل يمكنك أن تحدثني عن الرحلة؟",
];

const BAD_AR: [(&str, Refusal); 5] = [
    ("هل نمت جيدا في القطار؟", Refusal::Closed),
    ("هل كان الباب أم الضوء؟", Refusal::Alternatives),
    ("إجابة رائعة! ماذا حدث بعد ذلك؟", Refusal::Praise),
    ("لا بد أن ذلك كان متعبا. ماذا فعلت؟", Refusal::Leading),
    ("ما هي الأدوية، أي أدوية تتناول في الليل؟", Refusal::Sensitive),
];

fn pack(language: &str) -> LanguagePack {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("config/locales/{language}.pack.yaml"));
    serde_yaml::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn check(language: &str, said: &[&str], good: &[&str], bad: &[(&str, Refusal)]) {
    let pack = pack(language);
    let said: Vec<String> = said.iter().map(|answer| (*answer).to_owned()).collect();
    let study = StudyVocabulary { texts: "night trains".to_owned(), jargon: vec!["moment of truth".to_owned()] };
    let guard =
        QuestionGuard { language, pack: &pack, said: Some(&said), study: Some(&study), ..QuestionGuard::default() };
    let mut wrong = Vec::new();
    for question in good {
        let found = validate_question(question, &guard);
        if found.as_ref().map(|accepted| accepted.text.as_str()) != Ok(*question) {
            wrong.push(format!("{question}: {found:?}"));
        }
    }
    for (question, refusal) in bad {
        let found = validate_question(question, &guard).map(|accepted| accepted.text);
        if found.as_ref() != Err(refusal) {
            wrong.push(format!("{question}: {found:?}, not {refusal:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn english_questions_pass_and_fail_as_an_interviewer_would_judge() {
    check("en", &SAID, &GOOD_EN, &BAD_EN);
}

#[test]
fn german_questions_pass_and_fail_as_an_interviewer_would_judge() {
    check("de", &SAID_DE, &GOOD_DE, &BAD_DE);
}

#[test]
fn arabic_questions_pass_and_fail_as_an_interviewer_would_judge() {
    check("ar", &SAID_AR, &GOOD_AR, &BAD_AR);
}

#[test]
fn a_tactic_permits_the_forms_of_its_own_questions() {
    let pack = pack("en");
    let closed = "Did that come as a surprise?";
    let forms = QuestionForms::of("Is that how it was for you?", &pack);
    let guard = QuestionGuard { language: "en", pack: &pack, forms, ..QuestionGuard::default() };
    assert!(validate_question(closed, &guard).is_ok());
    let refused = validate_question("Was it the door or the light?", &guard).unwrap_err();
    assert_eq!(refused, Refusal::Alternatives);
}

#[test]
fn a_study_that_names_a_sensitive_subject_may_ask_about_it_and_words_of_the_respondent_insult_nobody() {
    let pack = pack("en");
    let said = ["I was lazy about it".to_owned()];
    let study = StudyVocabulary { texts: "taking medication every day".to_owned(), jargon: Vec::new() };
    let guard = QuestionGuard {
        language: "en",
        pack: &pack,
        said: Some(&said),
        study: Some(&study),
        ..QuestionGuard::default()
    };
    for question in ["What does your medication do for your mornings?", "What felt lazy about it?"] {
        assert!(validate_question(question, &guard).is_ok(), "{question}");
    }
}
