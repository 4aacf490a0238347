//! `GET events`: notices about jobs as server-sent events, read from the database every second.

use super::context::{Handled, RequestContext};
use crate::edge::{
    http::{ApiError, Host, HttpExchange},
    jobs::{NOTICES_PER_PAGE, latest_notice, load_notices},
};

/// Milliseconds between two queries.
const INTERVAL_MS: u64 = 1_000;

/// Queries of one connection: five minutes. A client reconnects after the last number.
const QUERIES: u32 = 300;

/// Queries without notices after which a comment is sent.
const QUIET: u32 = 15;

/// Answers `GET events`.
pub(super) async fn listen<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>) -> Handled {
    let (edge, host, request) = (context.edge, context.host, context.request);
    let last = request.header("last-event-id").or_else(|| request.parameter("after"));
    let last = last.map(|number| number.trim().parse::<u64>().map_err(|_| ApiError::invalid("after")));
    let mut after = match last.transpose()? {
        Some(after) => after,
        None => latest_notice(host).await?,
    };
    let mut events = context.events();
    events.begin().await;
    let mut quiet = 0;
    for _ in 0..QUERIES {
        // After a database error the next query may succeed.
        let notices = load_notices(host, after).await.unwrap_or_default();
        quiet = if notices.is_empty() { quiet + 1 } else { 0 };
        let has_more = notices.len() == NOTICES_PER_PAGE;
        for (number, kind, body) in notices {
            after = number;
            events.send_numbered(number, &kind, &body).await;
        }
        if quiet == QUIET {
            quiet = 0;
            events.keep_alive().await;
        }
        if events.is_disconnected() || edge.jobs.is_stopped() {
            break;
        }
        // A client that missed many notices gets them without waiting.
        if !has_more {
            host.sleep(INTERVAL_MS).await;
        }
    }
    Ok(())
}
