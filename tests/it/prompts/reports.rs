//! A model's report on a session keeps only what stands in it.

use querent_engine::{
    engine::{
        model::{ReportContext, Task, TaskContext},
        text::slice,
    },
    studio::reports::{ElementStance, ReportError, local_summary, local_synthesis, validate_synthesis},
};
use serde_json::json;

use super::world::context;

fn session() -> ReportContext {
    let TaskContext::Report(session) = context(Task::Synthesis) else { unreachable!() };
    *session
}

#[test]
fn what_does_not_stand_in_the_session_is_dropped_and_counted() {
    let reply = json!({
        "themes": [
            {"title": "A <b>treat</b>", "summary": "Coffee is a treat.", "turns": [2, 9],
             "quotes": ["my coffee feels like a treat", "I hate oats"]},
            {"title": "Price", "summary": "Too dear.", "turns": [8], "quotes": ["too expensive"]},
        ],
        "chains": [
            {"path": ["Froths nicely", "creamy"], "strength": 7, "turns": [1, 2]},
            {"path": ["froths nicely", "world peace"], "strength": 0.5, "turns": [2]},
        ],
        "element_findings": [
            {"element_id": "froths_well", "stance": "for", "summary": "Liked.", "turns": [1]},
            {"element_id": "price", "stance": "against", "summary": "Dear.", "turns": [1]},
        ],
        "contradictions": [{"summary": "Says both.", "turns": [2], "quotes": []}],
        "open_points": ["Sustainability was not spoken of."],
        "narrative": "n".repeat(7_000),
    });
    let checked = validate_synthesis(&format!("Here it is:\n```json\n{reply}\n```"), &session()).unwrap();
    let report = checked.report;
    assert_eq!(report.themes.len(), 1);
    let theme = &report.themes[0];
    assert_eq!((theme.title.as_str(), theme.turns.as_slice()), ("A treat", &[2][..]));
    let quote = theme.quotes[0];
    let answer = &session().transcript[1].answer;
    assert_eq!((quote.turn, slice(answer, quote.start, quote.end)), (2, "my coffee feels like a treat"));
    assert_eq!(report.chains.len(), 1);
    assert_eq!(
        (report.chains[0].path.as_slice(), report.chains[0].strength),
        (&["froths nicely".into(), "creamy".into()][..], 1.0)
    );
    assert_eq!(report.element_findings.len(), 1);
    assert_eq!(report.element_findings[0].stance, ElementStance::For);
    assert!(report.contradictions.is_empty());
    assert_eq!(report.open_points, ["Sustainability was not spoken of."]);
    assert_eq!(report.narrative.chars().count(), 6_000);
    let expected = [
        ("quote_mismatch", 2),
        ("turn_unknown", 2),
        ("html", 2),
        ("unsupported", 2),
        ("label_unknown", 1),
        ("element_unknown", 1),
        ("too_long", 1),
    ];
    for (reason, count) in expected {
        assert_eq!(checked.drops.get(reason), Some(&count), "{reason}: {:?}", checked.drops);
    }
}

#[test]
fn a_reply_in_which_nothing_holds_is_no_report() {
    assert!(matches!(validate_synthesis("I cannot do that.", &session()), Err(ReportError::Unreadable(_))));
    let empty =
        json!({"themes": [{"title": "x", "summary": "y", "turns": [77], "quotes": []}], "narrative": "All good."});
    assert_eq!(validate_synthesis(&empty.to_string(), &session()), Err(ReportError::Nothing));
}

#[test]
fn the_local_report_rests_on_the_graph_alone() {
    let mut session = session();
    let mut unheard = session.elements[0].clone();
    (unheard.element, unheard.nodes) = ("nutrition".into(), 0);
    session.elements.push(unheard);
    let report = local_synthesis(&session);
    assert_eq!(report.chains[0].path, ["froths nicely", "feels like a treat"]);
    assert_eq!(report.chains[0].turns, [1, 2]);
    assert_eq!(report.element_findings[0].quotes[0].turn, 1);
    assert_eq!(report.open_points, ["nutrition"]);
    assert_eq!(local_summary(&report), ["froths nicely → feels like a treat"]);
}
