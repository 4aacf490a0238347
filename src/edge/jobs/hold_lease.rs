//! Runs the work of a job while renewing its lease. Stops when the job is cancelled or recovered, and catches panics.

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    task::Poll,
};

use super::run_lease::RunLease;
use crate::edge::{database::MaybeSend, http::Host, state::Endpoint};

/// Milliseconds between two checks whether the job was cancelled.
const CHECK_MS: u64 = 1_000;

/// Checks between two renewals of the lease: 20 seconds.
const CHECKS: u32 = 20;

/// Why the work of a job has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeaseError {
    /// The job was cancelled or recovered; its rows are final.
    Lost,
    /// The work panicked.
    Panicked,
}

/// Runs the work while the job is ours; otherwise drops it.
pub(super) async fn hold_lease<H: Host, F: Future + MaybeSend>(
    edge: &Endpoint,
    host: &H,
    lease: &RunLease,
    work: F,
) -> Result<F::Output, LeaseError> {
    let mut work = pin!(work);
    let mut lost = pin!(wait_until_lost(edge, host, lease));
    std::future::poll_fn(move |context| {
        // A future that panicked is not polled again. In wasm a panic ends the program, and the lease expires.
        match catch_unwind(AssertUnwindSafe(|| Pin::as_mut(&mut work).poll(context))) {
            Ok(Poll::Ready(output)) => return Poll::Ready(Ok(output)),
            Err(_) => return Poll::Ready(Err(LeaseError::Panicked)),
            Ok(Poll::Pending) => {}
        }
        Pin::as_mut(&mut lost).poll(context).map(|()| Err(LeaseError::Lost))
    })
    .await
}

/// Returns when the job is no longer ours. Counts checks instead of reading the clock, since clocks jump.
async fn wait_until_lost<H: Host>(edge: &Endpoint, host: &H, lease: &RunLease) {
    loop {
        for _ in 0..CHECKS {
            host.sleep(CHECK_MS).await;
            if edge.jobs.is_cancelled(&lease.stage, host.now()) {
                return;
            }
        }
        // A database error says nothing about the job; its last transaction decides.
        if matches!(lease.renew(host).await, Ok(false)) {
            return;
        }
    }
}
