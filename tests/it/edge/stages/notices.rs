//! What happens, as it happens.

use super::house::{House, asked, by_rules, report, tools};

/// The events of a stream: number, name, data.
fn events(text: &str) -> Vec<(u64, String, serde_json::Value)> {
    let blocks = text.split("\n\n").filter(|block| block.starts_with("id: "));
    blocks
        .map(|block| {
            let mut lines = block.lines().map(|line| line.split_once(": ").unwrap().1);
            let (id, name, data) = (lines.next().unwrap(), lines.next().unwrap(), lines.next().unwrap());
            (id.parse().unwrap(), name.to_owned(), serde_json::from_str(data).unwrap())
        })
        .collect()
}

#[test]
fn whoever_listens_hears_of_every_step_in_order_and_of_no_word_that_was_written() {
    let house = House::new(|study| study.scoring.model = Some("quick".to_owned()));
    house.say([report("52"), tools()]);
    let listens = house.answering(&house.edge, asked("GET", "events"));
    let said = house.world.run(vec![listens, house.answering(&house.edge, house.asked("POST", "score"))]);
    let heard = events(&said[0].text());
    assert!(heard.is_sorted_by(|one, other| one.0 < other.0));
    let of = |kind: &str, field: &str| -> Vec<String> {
        let of_kind = heard.iter().filter(|(_, name, _)| name == kind);
        of_kind.map(|(_, _, data)| data[field].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(of("stage.status", "status"), ["active", "active", "completed"]);
    assert_eq!(of("execution.status", "status"), ["active", "active", "completed"]);
    assert_eq!(of("session.score_updated", "scoring_status"), ["in_progress", "in_progress", "completed"]);
    assert_eq!(heard.last().unwrap().2["total_score"], 52);
    assert!(heard.iter().all(|(_, _, data)| data["session_id"] == house.id.as_str()));
    assert!(!said[0].text().contains("Questions were open"));
    assert!(said[0].text().contains(": still here"));
}

#[test]
fn whoever_was_away_for_long_catches_up_at_once() {
    let house = House::new(by_rules);
    for number in 0..450 {
        let notice = format!(
            "INSERT INTO notice (session_id, at, type, body) VALUES ('s7', {number}, 'session.updated', '{{}}')"
        );
        house.world.database.execute(&notice);
    }
    let mut listens = asked("GET", "events?after=0");
    listens.leaves_after = Some(449);
    let said = house.world.ask(&house.edge, listens);
    assert_eq!(events(&said.text()).len(), 449);
    assert!(house.world.passed() < 2_000, "{}", house.world.passed());
}

#[test]
fn whoever_was_away_hears_what_they_missed() {
    let house = House::new(by_rules);
    house.after();
    let all = events(&house.world.ask(&house.edge, asked("GET", "events?after=0")).text());
    assert!(all.len() > 9, "{all:?}");
    let some = house.world.ask(&house.edge, asked("GET", "events").with("last-event-id", &all[3].0.to_string()));
    assert_eq!(events(&some.text()), all[4..]);
    let none = house.world.ask(&house.edge, asked("GET", "events"));
    assert_eq!(events(&none.text()), []);
    assert_eq!(house.world.ask(&house.edge, asked("GET", "events?after=x")).status, 422);
    let stranger = asked("GET", "events").without("authorization");
    assert_eq!(house.world.ask(&house.edge, stranger).status, 401);
}
