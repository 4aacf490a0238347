//! A study, and a context for every task.

use std::{path::Path, sync::LazyLock};

use querent_engine::{
    engine::model::{PersonaSketch, RespondentContext},
    engine::{
        dialogue::Level,
        graph::Reaction,
        model::{
            ActiveSignal, AnswerContext, ElementFacts, FocusContext, FoundIdea, FoundLink, KnownLabel, PastTurn,
            QuestionContext, ReportContext, RunnerUp, Task, TaskContext, TextsContext, TimelineAnalysis,
            TimelineChoice, TimelineTruncation, TimelineTurn,
        },
        signals::SignalValue,
        study::Study,
    },
    studio::{
        documents,
        prompts::{Prompt, RenderError, Tag, render},
    },
};

pub(super) static OAT_MILK: LazyLock<Study> = LazyLock::new(|| study("oat_milk"));

pub(super) fn study(id: &str) -> Study {
    let files = documents::folder::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("config")).unwrap();
    documents::study(&files, &format!("studies/{id}.yaml")).unwrap()
}

/// Every shipped study, under every policy where the policies have questions in its language, and every shipped methodology.
pub(super) fn every_study() -> Vec<Study> {
    let files = documents::folder::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("config")).unwrap();
    let mut studies = Vec::new();
    for name in files.names().filter(|name| name.starts_with("studies/")).map(str::to_owned).collect::<Vec<_>>() {
        let study = documents::study(&files, &name).unwrap();
        let policies = if study.language == "en" { documents::policy_ids(&files) } else { Vec::new() };
        for policy in policies {
            studies.push(documents::with_policy(&files, &study, &policy).unwrap());
        }
        studies.push(study);
    }
    let host = studies.first().unwrap().clone();
    // A name with one more dot is of a document that holds the words of another language.
    let whole = |name: &&str| name.starts_with("methodologies/") && name.matches('.').count() == 1;
    for name in files.names().filter(whole) {
        let text = String::from_utf8(files.get(name).unwrap().to_vec()).unwrap();
        let mut written: serde_yaml::Value = serde_yaml::from_str(&text).unwrap();
        for tactic in written["tactics"].as_sequence_mut().unwrap() {
            tactic["questions"] = tactic["questions"]["en"].clone();
        }
        let methodology = serde_yaml::from_value(written).unwrap();
        studies.push(Study { methodology, policy: study("oat_milk").policy, ..host.clone() });
    }
    studies
}

pub(super) fn tag() -> Tag {
    Tag::new("t3.analysis", b"a nonce of the endpoint")
}

pub(super) fn rendered(task: Task, context: &TaskContext) -> Prompt {
    try_rendered(task, context).unwrap()
}

pub(super) fn try_rendered(task: Task, context: &TaskContext) -> Result<Prompt, RenderError> {
    render(task, context, &OAT_MILK.frame(), &tag())
}

/// A context of a task in the middle of an interview, with one text wherever a respondent's words may stand.
pub(super) fn context_with(task: Task, said: &str) -> TaskContext {
    let most = |count| said.chars().take(count).collect::<String>();
    let asked = || format!("What does “{}” do for you?", most(270));
    let past = |turn| PastTurn { turn, question: asked(), answer: said.to_owned() };
    let known = || KnownLabel { label: said.to_owned(), node_type: "attribute".into() };
    let focus = || FocusContext {
        label: said.to_owned(),
        node_type: Some("attribute".into()),
        element: Some("froths_well".into()),
        quote: Some(most(300)),
        turn: Some(2),
    };
    match context(task) {
        TaskContext::Answer(context) => TaskContext::Answer(Box::new(AnswerContext {
            question: asked(),
            answer: said.to_owned(),
            recent: (1..=10).map(past).collect(),
            existing_nodes: vec![known(); 20],
            focus: Some(focus()),
            isolates: vec![said.to_owned()],
            ..*context
        })),
        TaskContext::Question(context) => TaskContext::Question(Box::new(QuestionContext {
            focus: Some(focus()),
            recent: (1..=5).map(past).collect(),
            previous_questions: vec![asked(); 6],
            unclear: Some(most(300)),
            learned: vec![vec![said.to_owned(); 3]],
            refused: Some(said.to_owned()),
            tactic: Some("laddering".into()),
            ..*context
        })),
        TaskContext::Report(context) => TaskContext::Report(Box::new(ReportContext {
            transcript: (1..=12).map(past).collect(),
            nodes: vec![known(); 3],
            edges: vec![(said.to_owned(), "leads_to".into(), said.to_owned())],
            chains: vec![vec![said.to_owned(); 2]],
            elements: vec![ElementFacts {
                element: "froths_well".into(),
                nodes: 1,
                stance: 1,
                quotes: vec![said.to_owned()],
            }],
            earlier: context.earlier.is_some().then(|| said.to_owned()),
            talk: vec![(said.to_owned(), said.to_owned())],
            question: context.question.is_some().then(|| said.to_owned()),
            timeline: (1..=12).map(|turn| judged_turn(turn, said)).collect(),
            ending: Some(said.to_owned()),
            measures: vec!["turns: 12".into()],
            truncated: None,
            synthesis: Some(said.to_owned()),
            summary: vec![said.to_owned()],
        })),
        TaskContext::Respondent(context) => TaskContext::Respondent(Box::new(RespondentContext {
            persona: PersonaSketch {
                says: vec![said.to_owned()],
                knows: vec![vec![said.to_owned()]],
                ..context.persona
            },
            evasions: vec![said.to_owned()],
            aside: Some(said.to_owned()),
            instead: Some(said.to_owned()),
            question: asked(),
            recent: vec![past(1)],
            ..*context
        })),
        TaskContext::Texts(_) => TaskContext::Texts(TextsContext { texts: vec![said.to_owned()] }),
    }
}

/// The context of a task in the middle of an interview about oat milk.
pub(super) fn context(task: Task) -> TaskContext {
    match task {
        Task::TurnAnalysis
        | Task::ExtractabilityCheck
        | Task::GraphExtraction
        | Task::MomentumAssessment
        | Task::ResponseSignals
        | Task::QualitativeSignals
        | Task::Ambiguity
        | Task::PlausibilityCheck => TaskContext::Answer(Box::new(answer(task))),
        Task::QuestionOpening => {
            TaskContext::Question(Box::new(QuestionContext { turns_left: 12, ..QuestionContext::default() }))
        }
        Task::QuestionFollowup | Task::QuestionClarify | Task::QuestionClosing => {
            TaskContext::Question(Box::new(question(task)))
        }
        Task::Synthesis | Task::ExecSummary | Task::ScoreAnalysis | Task::MissingTools | Task::Chat => {
            TaskContext::Report(Box::new(report(task)))
        }
        Task::SyntheticRespondent => TaskContext::Respondent(Box::new(RespondentContext {
            persona: PersonaSketch {
                name: "Ana".into(),
                description: "34, nurse on shifts, two children.".into(),
                traits: vec!["friendly".into(), "in a hurry".into()],
                speech_pattern: "Short plain sentences.".into(),
                says: vec!["Yes, sure.".into()],
                knows: vec![vec!["The foam is creamy.".into(), "It makes my coffee a treat.".into()]],
            },
            question: "What does the foam do for you?".into(),
            recent: vec![turns().remove(1)],
            aside: Some("I have to leave soon.".into()),
            ..RespondentContext::default()
        })),
        Task::Embeddings => {
            TaskContext::Texts(TextsContext { texts: vec!["creamy foam".into(), "feels like a treat".into()] })
        }
    }
}

fn turns() -> Vec<PastTurn> {
    let turn = |turn, question: &str, answer: &str| PastTurn { turn, question: question.into(), answer: answer.into() };
    vec![
        turn(
            1,
            "When you think about oat milk, what comes to mind first?",
            "Coffee mostly. It is creamy and it froths nicely, better than the soy one I had before.",
        ),
        turn(
            2,
            "What does the creamy foam do for you?",
            "I guess it's nice and thick, so my coffee feels like a treat in the morning.",
        ),
    ]
}

fn known() -> Vec<KnownLabel> {
    let known = |label: &str, node_type: &str| KnownLabel { label: label.into(), node_type: node_type.into() };
    vec![known("creamy", "attribute"), known("froths nicely", "attribute")]
}

fn answer(task: Task) -> AnswerContext {
    let mut recent = turns();
    let last = recent.pop().unwrap();
    AnswerContext {
        question: last.question,
        answer: last.answer,
        recent,
        existing_nodes: known(),
        focus: Some(FocusContext {
            label: "froths nicely".into(),
            node_type: Some("attribute".into()),
            element: Some("froths_well".into()),
            quote: Some("it froths nicely".into()),
            turn: Some(1),
        }),
        isolates: if task == Task::PlausibilityCheck { vec!["creamy".into()] } else { Vec::new() },
        qualitative: false,
    }
}

fn question(task: Task) -> QuestionContext {
    QuestionContext {
        turns_left: 9,
        strategy: match task {
            Task::QuestionFollowup => Some("deepen".into()),
            Task::QuestionClosing => Some("close".into()),
            _ => None,
        },
        tactic: (task == Task::QuestionFollowup).then(|| "laddering".into()),
        focus: Some(FocusContext {
            label: "feels like a treat".into(),
            node_type: Some("psychosocial_consequence".into()),
            element: Some("froths_well".into()),
            quote: Some("my coffee feels like a treat in the morning".into()),
            turn: Some(2),
        }),
        recent: turns(),
        momentum: Some(Level::Neutral),
        act: Some(querent_engine::engine::dialogue::AnswerAct::Discloses),
        previous_questions: turns().into_iter().map(|turn| turn.question).collect(),
        unclear: (task == Task::QuestionClarify).then(|| "too short to use".into()),
        learned: if task == Task::QuestionClosing {
            vec![vec!["froths nicely".into(), "feels like a treat".into(), "a good start".into()]]
        } else {
            Vec::new()
        },
        may_stay: task == Task::QuestionFollowup,
        refused: None,
    }
}

/// Two turns as a judge sees them; the reading of the first was left out.
fn timeline() -> Vec<TimelineTurn> {
    let mut told: Vec<TimelineTurn> = turns()
        .into_iter()
        .map(|past| TimelineTurn {
            turn: past.turn,
            question: past.question,
            worded_by: "rules".into(),
            answer: Some(past.answer),
            momentum: Some(Level::Neutral),
            ..TimelineTurn::default()
        })
        .collect();
    told[0].analysis_omitted = Some("[result omitted: 2 nodes, 0 edges, 431 bytes]".into());
    told[1].choice = Some(TimelineChoice {
        phase: "early".into(),
        strategy: "deepen".into(),
        tactic: Some("laddering".into()),
        focus: "froths nicely".into(),
        score: Some(1.2),
        reasons: vec![ActiveSignal {
            source: "graph.node.exhaustion_score.low".into(),
            value: Some(SignalValue::Number(1.0)),
            moved: 1.0,
        }],
        runner_up: Some(RunnerUp { strategy: "clarify".into(), focus: "creamy".into(), score: Some(0.9) }),
        clarifies: None,
    });
    told[1].analysis = Some(TimelineAnalysis {
        read_by: "rules".into(),
        nodes: vec![FoundIdea {
            label: "feels like a treat".into(),
            node_type: "psychosocial_consequence".into(),
            quote: Some("my coffee feels like a treat in the morning".into()),
            ..FoundIdea::default()
        }],
        signals: vec!["response_depth moderate".into(), "certainty 0.50".into()],
        ..TimelineAnalysis::default()
    });
    told[1].fallbacks = vec!["question_followup: timeout_total".into()];
    told
}

/// A turn as a judge sees it, with one text wherever a respondent's words may stand.
fn judged_turn(turn: u32, said: &str) -> TimelineTurn {
    TimelineTurn {
        turn,
        choice: Some(TimelineChoice {
            phase: "early".into(),
            strategy: "deepen".into(),
            tactic: Some("laddering".into()),
            focus: said.to_owned(),
            score: None,
            reasons: vec![ActiveSignal {
                source: said.to_owned(),
                value: Some(SignalValue::Word(said.to_owned().into())),
                moved: 1.0,
            }],
            runner_up: Some(RunnerUp { strategy: "clarify".into(), focus: said.to_owned(), score: None }),
            clarifies: Some(said.to_owned()),
        }),
        question: said.to_owned(),
        worded_by: said.to_owned(),
        answer: Some(said.to_owned()),
        momentum: Some(Level::Low),
        analysis: Some(TimelineAnalysis {
            read_by: said.to_owned(),
            uncodable: Some(said.to_owned()),
            nodes: vec![FoundIdea {
                label: said.to_owned(),
                node_type: "attribute".into(),
                quote: Some(said.to_owned()),
                elements: vec!["froths_well".into()],
                reaction: Some(Reaction::Positive),
                is_vague: true,
            }],
            edges: vec![FoundLink {
                source: said.to_owned(),
                relation: "leads_to".into(),
                target: said.to_owned(),
                quote: Some(said.to_owned()),
            }],
            understood: vec!["froths_well".into()],
            signals: vec![said.to_owned()],
        }),
        analysis_omitted: Some(said.to_owned()),
        fallbacks: vec![said.to_owned()],
    }
}

fn report(task: Task) -> ReportContext {
    let earlier = match task {
        Task::ExecSummary => Some("Oat milk is a small treat before a long day; sustainability was not taken up."),
        Task::MissingTools => Some("open_questions | 13\nFailure tags: coverage_gap\n72"),
        _ => None,
    };
    let judges = matches!(task, Task::ScoreAnalysis | Task::MissingTools);
    ReportContext {
        transcript: if judges { Vec::new() } else { turns() },
        timeline: if judges { timeline() } else { Vec::new() },
        ending: Some("max_turns after turn 2 of 1 to 2".into()),
        measures: if judges { vec!["turns: 2".into(), "leading questions: none".into()] } else { Vec::new() },
        synthesis: judges.then(|| "Themes:\n- froths nicely → feels like a treat [t1] [t2]".into()),
        summary: if judges { vec!["A small treat before a long day.".into()] } else { Vec::new() },
        truncated: judges.then_some(TimelineTruncation { pass: 1, omitted_results: 1, omitted_bytes: 431 }),
        nodes: known(),
        edges: vec![("froths nicely".into(), "leads_to".into(), "feels like a treat".into())],
        chains: vec![vec!["froths nicely".into(), "feels like a treat".into()]],
        elements: vec![ElementFacts {
            element: "froths_well".into(),
            nodes: 2,
            stance: 1,
            quotes: vec!["it froths nicely".into()],
        }],
        earlier: earlier.map(str::to_owned),
        talk: if task == Task::Chat {
            vec![("Was price an issue?".into(), "Price was not spoken of.".into())]
        } else {
            Vec::new()
        },
        question: (task == Task::Chat).then(|| "What does the foam mean to this person?".into()),
    }
}
