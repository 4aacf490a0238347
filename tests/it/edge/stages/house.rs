//! An endpoint that keeps a finished session.

use std::{future::Future, pin::Pin, sync::OnceLock};

use querent_engine::{
    edge::{Endpoint, EndpointConfig, with_timeout},
    engine::{
        interview::Interview,
        session::{Input, LogEntry, Overview, Session},
        study::Study,
    },
    studio::{
        documents::{self, folder},
        personas::FactBank,
        simulation::{SimulatedRespondent, run_interview},
    },
};
use serde_json::{Value, json};

use crate::{
    edge::{
        asked::{Asked, Said},
        config::{SECRET, edge_with, study},
        provider,
        world::{Script, World},
    },
    program::root,
};

/// An interview with a willing respondent, led by the rules.
pub(super) fn interviewed() -> Session {
    static SESSION: OnceLock<Session> = OnceLock::new();
    SESSION.get_or_init(|| interview(12)).clone()
}

/// One of three turns, which is read in no time.
pub(super) fn short() -> Session {
    static SESSION: OnceLock<Session> = OnceLock::new();
    SESSION.get_or_init(|| interview(3)).clone()
}

fn interview(turns: u32) -> Session {
    let files = folder::folder(&root().join("config")).unwrap();
    let mut study = study("oat_milk");
    study.limits.max_turns = study.limits.max_turns.min(turns);
    study.limits.min_turns = study.limits.min_turns.min(turns);
    let facts = documents::facts(&files, &study).unwrap();
    let bank = FactBank::of(&facts, &study.concept, &study.methodology);
    let persona = documents::persona(&files, "personas/cooperative.yaml").unwrap();
    let mut respondent = SimulatedRespondent::new(&persona, &bank, &study, 7).unwrap();
    run_interview(Interview::new(study.clone()).unwrap(), &mut respondent, "s7".to_owned(), 7).unwrap().session()
}

/// The study with a model, scored without being asked for.
pub(super) fn with_models(study: &mut Study) {
    study.models = vec!["quick".to_owned(), "spare".to_owned()];
    study.scoring.enabled = true;
}

/// The study without a model, scored without being asked for.
pub(super) fn by_rules(study: &mut Study) {
    study.scoring.enabled = true;
}

/// An endpoint with a session that is kept.
pub(super) struct House {
    pub(super) world: World,
    pub(super) edge: Endpoint,
    pub(super) id: String,
}

impl House {
    pub(super) fn new(change: impl FnOnce(&mut Study)) -> Self {
        Self::within(World::new(), edge_with(|_| {}), change)
    }

    pub(super) fn configured(config: impl FnOnce(&mut EndpointConfig), change: impl FnOnce(&mut Study)) -> Self {
        Self::within(World::new(), edge_with(config), change)
    }

    pub(super) fn within(world: World, edge: Endpoint, change: impl FnOnce(&mut Study)) -> Self {
        Self::of(interviewed(), world, edge, change)
    }

    pub(super) fn of(mut session: Session, world: World, edge: Endpoint, change: impl FnOnce(&mut Study)) -> Self {
        change(&mut session.study);
        session.study_hash = session.study.hash();
        keep(&world, &session, "s7");
        Self { world, edge, id: "s7".to_owned() }
    }

    /// What follows the end of the interview, to its end.
    pub(super) fn after(&self) {
        self.run(querent_engine::edge::conclude(&self.edge, &self.world, &self.id));
    }

    pub(super) fn run<T>(&self, work: impl Future<Output = T>) -> T {
        self.world.run(vec![work]).remove(0)
    }

    /// Lets work go on for so many milliseconds; then its process is killed.
    pub(super) fn kill_after<T: Send>(&self, ms: u64, work: impl Future<Output = T> + Send) -> Option<T> {
        self.run(with_timeout(&self.world, ms, work))
    }

    pub(super) fn ask(&self, method: &str, path: &str) -> Said {
        self.world.ask(&self.edge, self.asked(method, path))
    }

    pub(super) fn asked(&self, method: &str, path: &str) -> Asked {
        asked(method, &format!("sessions/{}/{path}", self.id))
    }

    /// Work of an endpoint that answers this.
    pub(super) fn answering<'a>(
        &'a self,
        edge: &'a Endpoint,
        asked: Asked,
    ) -> Pin<Box<dyn Future<Output = Said> + Send + 'a>> {
        Box::pin(async move { crate::edge::world::answered(&self.world, edge, asked).await })
    }

    /// The models say these, one after the other.
    pub(super) fn say(&self, scripts: impl IntoIterator<Item = Script>) {
        self.world.scripts.lock().unwrap().extend(scripts);
    }

    /// Scores of the session, newest first.
    pub(super) fn scores(&self) -> Vec<Value> {
        self.ask("GET", "scores").json()["scores"].as_array().cloned().unwrap_or_default()
    }

    /// Stages of the session: type and status, in order.
    pub(super) fn stages(&self) -> Vec<(String, String)> {
        self.table("SELECT stage_type, status FROM stage ORDER BY stage_index")
    }

    /// Statuses of score, execution and stage of the latest scoring.
    pub(super) fn statuses(&self) -> [String; 3] {
        let query = "SELECT c.status || ' ' || e.status || ' ' || s.status, '' FROM session_score c
            JOIN stage s ON s.stage_id = c.stage_id JOIN execution e ON e.stage_id = s.stage_id
            ORDER BY c.started_at DESC, c.stage_index DESC LIMIT 1";
        let (all, _) = self.table(query).remove(0);
        let mut words = all.split(' ').map(str::to_owned);
        [words.next().unwrap(), words.next().unwrap(), words.next().unwrap()]
    }

    pub(super) fn table(&self, query: &str) -> Vec<(String, String)> {
        let connection = self.world.database.0.lock().unwrap();
        let mut statement = connection.prepare(query).unwrap();
        let text =
            |row: &rusqlite::Row<'_>, column| row.get::<_, Option<String>>(column).map(Option::unwrap_or_default);
        let rows = statement.query_map([], |row| Ok((text(row, 0)?, text(row, 1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    }

    /// Everything that is kept of the session itself.
    pub(super) fn record(&self) -> String {
        let file =
            self.world.ask(&self.edge, asked("GET", &format!("sessions/{}", self.id))).json()["session"].to_string();
        let entries = self.table("SELECT entry, place || session FROM event ORDER BY place");
        let row =
            self.table("SELECT status || have || hash || touched_at, overview || COALESCE(outcome, '') FROM collected");
        format!("{file}{entries:?}{row:?}")
    }
}

/// Keeps a finished session, as the endpoint does.
pub(super) fn keep(world: &World, session: &Session, id: &str) {
    let mut overview = Overview::of(&serde_json::to_string(session).unwrap()).unwrap();
    id.clone_into(&mut overview.session);
    let connection = world.database.0.lock().unwrap();
    let text = |value: serde_json::Result<String>| value.unwrap();
    connection
        .execute(
            "INSERT OR IGNORE INTO collected_study (hash, study) VALUES (?1, ?2)",
            [session.study_hash.clone(), text(serde_json::to_string(&session.study))],
        )
        .unwrap();
    connection
        .execute(
            "INSERT INTO collected (session, study, study_hash, status, opened_at, touched_at, versions, have, hash, started_at,
                last_at, overview, outcome, replays, code_hash)
            VALUES (?1, ?2, ?3, 'completed', 1, 1, ?4, ?5, '', ?6, ?7, ?8, ?9, 1, 'of ' || ?1)",
            rusqlite::params![
                id,
                session.study.id.to_string(),
                session.study_hash,
                text(serde_json::to_string(&session.versions)),
                session.log.len(),
                overview.started_at,
                overview.last_at,
                text(serde_json::to_string(&overview)),
                text(serde_json::to_string(&session.outcome)),
            ],
        )
        .unwrap();
    for (place, entry) in session.log.iter().enumerate() {
        let entry = text(serde_json::to_string(entry));
        connection
            .execute(
                "INSERT INTO event (session, place, entry) VALUES (?1, ?2, ?3)",
                rusqlite::params![id, place, entry],
            )
            .unwrap();
    }
}

/// What a researcher asks.
pub(super) fn asked(method: &str, path: &str) -> Asked {
    Asked::new(method, path).bearing(SECRET)
}

/// A score report as a judge writes it.
pub(super) fn report(last: &str) -> Script {
    provider::says(&format!("{REPORT}\n{last}"))
}

/// The report without its last line.
pub(super) const REPORT: &str = "Questions were open [t1].\n\nFailure tags: missed_probe";

/// What would have helped.
pub(super) fn tools() -> Script {
    provider::says("1. MISSING: Nothing.\n2. IMPROVE: Nothing.")
}

/// A synthesis and its summary as a model writes them.
pub(super) fn reported() -> [Script; 2] {
    let quote = interviewed().log.into_iter().find_map(|entry| match entry {
        LogEntry::Input(Input::Answer { text, .. }) => Some(text),
        _ => None,
    });
    let synthesis = json!({
        "themes": [
            {"title": "Taste", "summary": "It is creamy.", "turns": [1], "quotes": [quote.unwrap(), "nobody ever said this"]}
        ],
        "chains": [], "element_findings": [], "contradictions": [], "open_points": [], "narrative": "They like it."
    });
    [provider::says(&synthesis.to_string()), provider::says("They like it.\nMornings matter.")]
}
