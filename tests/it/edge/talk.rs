//! A page in the middle of an interview: it has a session and asks for tasks.

use querent_engine::edge::{Endpoint, EndpointLimits};
use serde_json::{Value, json};

use super::{
    asked::{Asked, Said},
    config::SECRET,
    world::World,
};

/// A session's token and name.
pub(crate) struct Session {
    pub(crate) token: String,
    pub(crate) id: String,
}

pub(crate) fn open(world: &World, edge: &Endpoint, study: &str) -> Session {
    session(&world.ask(edge, Asked::new("POST", "sessions").json(&json!({"study": study}))))
}

pub(crate) fn open_as_researcher(world: &World, edge: &Endpoint) -> Session {
    let body = json!({"study": "oat_milk", "scope": "researcher"});
    session(&world.ask(edge, Asked::new("POST", "sessions").without("origin").bearing(SECRET).json(&body)))
}

fn session(said: &Said) -> Session {
    let reply = said.json();
    let text = |key: &str| reply[key].as_str().unwrap_or_else(|| panic!("{}", said.text())).to_owned();
    Session { token: text("token"), id: text("session") }
}

/// A request's id: the number in the form of a UUID.
pub(crate) fn uuid(number: u32) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

impl Session {
    pub(crate) fn task(&self, task: &str, number: u32, turn: u32, context: &Value) -> Asked {
        Asked::new("POST", &format!("tasks/{task}"))
            .bearing(&self.token)
            .with("x-request-id", &uuid(number))
            .with("x-turn", &turn.to_string())
            .json(&json!({"turn": turn, "context": context}))
    }

    /// The opening question of the interview.
    pub(crate) fn opening(&self, number: u32) -> Asked {
        self.task("question_opening", number, 0, &opening())
    }

    pub(crate) fn analysis(&self, number: u32, turn: u32) -> Asked {
        self.task("turn_analysis", number, turn, &answer())
    }
}

pub(crate) fn opening() -> Value {
    json!({"turns_left": 11})
}

/// Words of a respondent that nobody but the provider may see.
pub(crate) const ANSWER: &str = "my neighbour Erdmuthe brought it, it is creamy";

pub(crate) fn answer() -> Value {
    json!({"question": "What comes to mind first?", "answer": ANSWER})
}

/// A context that each task can be asked with.
pub(crate) fn context_of(task: &str) -> Value {
    match task {
        "question_opening" | "question_clarify" | "question_followup" | "question_closing" => opening(),
        "embeddings" => json!({"texts": ["creamy"]}),
        "synthetic_respondent" => json!({"persona": {"name": "Brief"}, "question": "What comes to mind?"}),
        "synthesis" | "exec_summary" | "score_analysis" | "missing_tools" | "chat" => {
            json!({"transcript": [{"turn": 1, "question": "What comes to mind?", "answer": "creamy"}], "question": "What was said?"})
        }
        _ => answer(),
    }
}

/// Limits under which nothing but money counts.
pub(crate) fn unhurried() -> EndpointLimits {
    EndpointLimits { call_every_ms: 0, concurrency: 1_000, ..EndpointLimits::default() }
}
