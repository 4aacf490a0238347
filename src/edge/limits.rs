//! How much the endpoint takes, and how much it lets be spent. Every number can be set; these are the defaults.

use serde::{Deserialize, Serialize};

use super::{
    errors::{Code, Refusal},
    host::{Exchange, Host, within},
};
use crate::llm::{
    Effort,
    settings::{Allowance, Budgets},
};

/// Milliseconds of an hour.
pub const HOUR_MS: u64 = 3_600_000;

/// Milliseconds of a day.
pub const DAY_MS: u64 = 24 * HOUR_MS;

/// What a session may spend unless it is said otherwise (section 9.2, C8): 60 calls, 150,000 and 40,000 tokens, one dollar.
const SESSION: Spending = Spending { calls: 60, input: 150_000, output: 40_000, nano_usd: 1_000_000_000 };

/// What one stage after an interview may spend: a judge reads a session twice, and its own report a few times.
const STAGE: Spending = Spending { calls: 30, input: 1_000_000, output: 100_000, nano_usd: 5_000_000_000 };

/// Limits of the endpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Most bytes of a respondent's request. Default 64 KiB.
    pub body: usize,
    /// Most bytes of a researcher's request. Default 512 KiB.
    pub researcher_body: usize,
    /// Most bytes of entries sent at once. Default 1 MiB.
    pub upload: usize,
    /// Most bytes of one entry. Default 256 KiB.
    pub entry: usize,
    /// Most entries of a session's log. Default 2,000.
    pub entries: usize,
    /// Most bytes of a session's log. Default 16 MiB.
    pub log: usize,
    /// Most bytes of a record that is taken in. Default 32 MiB.
    pub record: usize,
    /// Deletions by code from one address in an hour. Default 30.
    pub deletions_per_address: u64,
    /// Most bytes of a request's headers, names and values together. Default 8 KiB.
    pub head: usize,
    /// Deepest nesting of JSON. Default 12.
    pub depth: usize,
    /// Milliseconds in which a request has to be there. Default 10,000.
    pub read_ms: u64,
    /// Milliseconds the other end may take for one piece of the reply. Default 5,000.
    pub write_ms: u64,
    /// Most bytes of a reply's output. Default 256 KiB.
    pub output: usize,
    /// Milliseconds between two calls of a session in the long run. Default 1,000.
    pub call_every_ms: u64,
    /// Calls a session may make at one go after a rest. Default 4.
    pub burst: u64,
    /// Calls of a session under way at once. Default 2.
    pub concurrency: u64,
    /// Calls of a study under way at once. Default 1,000.
    pub study_concurrency: u64,
    /// Sessions opened from one address in an hour. Default 60.
    pub sessions_per_address: u64,
    /// Sessions of a study opened in an hour. Default 2,000.
    pub sessions_per_study: u64,
    /// What a session may spend, all its tokens' renewals together. Default 60 calls, 150,000 tokens in, 40,000 out, 1 $.
    pub session: Spending,
    /// What a study may spend in a day (UTC). Default the tokens of 500 sessions, and 25 $.
    pub study_day: Spending,
    /// What the endpoint may spend in a day (UTC). Default the tokens of 2,000 sessions, and 100 $.
    pub endpoint_day: Spending,
    /// What one stage after an interview may spend, within the day's budgets of study and endpoint. Default 30 calls,
    /// 1,000,000 tokens in, 100,000 out, 5 $.
    pub stage: Spending,
    /// Scorings of a session that may be asked for in a day (UTC). Default 5.
    pub scores_per_day: u64,
    /// Scorings under way at once in one process; more wait. Default 4.
    pub parallel_scores: u64,
    /// Milliseconds for which runs under way may go on when the server stops; 0 calls them off at once. Default 180,000.
    pub drain_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self::within(&Budgets::default())
    }
}

impl Limits {
    /// The default limits with these budgets.
    pub fn within(budgets: &Budgets) -> Self {
        Self {
            body: 64 << 10,
            researcher_body: 512 << 10,
            upload: 1 << 20,
            entry: 256 << 10,
            entries: 2_000,
            log: 16 << 20,
            record: 32 << 20,
            deletions_per_address: 30,
            head: 8 << 10,
            depth: 12,
            read_ms: 10_000,
            write_ms: 5_000,
            output: 256 << 10,
            call_every_ms: 1_000,
            burst: 4,
            concurrency: 2,
            study_concurrency: 1_000,
            sessions_per_address: 60,
            sessions_per_study: 2_000,
            session: SESSION.within(&budgets.session),
            study_day: SESSION.times(500, 25).within(&budgets.study_day),
            endpoint_day: SESSION.times(2_000, 100).within(&budgets.day),
            stage: STAGE,
            scores_per_day: 5,
            parallel_scores: 4,
            drain_ms: 180_000,
        }
    }
}

/// What was spent, or may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Spending {
    /// Requests to a provider.
    pub calls: u64,
    /// Tokens read.
    pub input: u64,
    /// Tokens written.
    pub output: u64,
    /// Billionths of a US dollar. Calls without a known price cost nothing here; their tokens count.
    pub nano_usd: u64,
}

impl Spending {
    /// This, but for what an allowance says.
    fn within(self, allowance: &Allowance) -> Self {
        Self {
            calls: allowance.calls.unwrap_or(self.calls),
            input: allowance.input_tokens.unwrap_or(self.input),
            output: allowance.output_tokens.unwrap_or(self.output),
            nano_usd: allowance.nano_usd().unwrap_or(self.nano_usd),
        }
    }

    /// What a call took.
    pub(super) fn of(effort: &Effort) -> Self {
        Self {
            calls: effort.attempts.into(),
            input: effort.usage.input,
            output: effort.usage.output,
            nano_usd: effort.cost_nano_usd.unwrap_or(0),
        }
    }

    /// So many sessions of this, for so many dollars: not every session spends all it may.
    fn times(self, sessions: u64, usd: u64) -> Self {
        let Self { calls, input, output, .. } = self;
        Self {
            calls: calls * sessions,
            input: input * sessions,
            output: output * sessions,
            nano_usd: usd * 1_000_000_000,
        }
    }
}

/// Reads a request's body, no further than allowed and no longer than allowed.
pub(super) async fn read<H: Host, E: Exchange>(
    host: &H,
    exchange: &mut E,
    announced: Option<&str>,
    most: usize,
    ms: u64,
) -> Result<Vec<u8>, Refusal> {
    if announced.is_some_and(|length| length.trim().parse::<u64>().is_ok_and(|length| length > most as u64)) {
        return Err(Code::TooLarge.into());
    }
    within(host, ms, async {
        let mut body = Vec::new();
        while let Some(piece) = exchange.chunk().await.map_err(|_| Code::BadRequest)? {
            if body.len() + piece.len() > most {
                return Err(Code::TooLarge.into());
            }
            body.extend(piece);
        }
        Ok(body)
    })
    .await
    .unwrap_or_else(|| Err(Code::BadRequest.into()))
}

/// Whether JSON nests no deeper than this. Looks at brackets outside texts only and takes no memory.
pub fn is_shallow(json: &[u8], most: usize) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for byte in json {
        match (in_text, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_text = !in_text,
            (false, b'[' | b'{') => depth += 1,
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            (true | false, _) => {}
        }
        if depth > most {
            return false;
        }
    }
    true
}
