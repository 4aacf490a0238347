//! Holds on to a run while its work goes on: renews its lease, notices when it was called off or taken away, and catches
//! what breaks.

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    task::Poll,
};

use super::ticket::Ticket;
use crate::edge::{
    Edge,
    host::{Host, MaybeSend},
};

/// Milliseconds between two looks at whether a run was called off here.
const LOOK_MS: u64 = 1_000;

/// Looks between two renewals of the lease: 20 seconds.
const LOOKS: u32 = 20;

/// Why the work of a run came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// The run was called off or taken away; it has ended already.
    Lost,
    /// It broke off: a fault of ours.
    Panicked,
}

/// The work, for as long as the run is ours. It is dropped, and whatever it waits for called off, when it no longer is.
pub(super) async fn keep<H: Host, F: Future + MaybeSend>(
    edge: &Edge,
    host: &H,
    ticket: &Ticket,
    work: F,
) -> Result<F::Output, Broken> {
    let mut work = pin!(work);
    let mut lost = pin!(lost(edge, host, ticket));
    std::future::poll_fn(move |context| {
        // What broke is not polled again. Where panics end the program, as in wasm, the lease decides.
        match catch_unwind(AssertUnwindSafe(|| Pin::as_mut(&mut work).poll(context))) {
            Ok(Poll::Ready(done)) => return Poll::Ready(Ok(done)),
            Err(_) => return Poll::Ready(Err(Broken::Panicked)),
            Ok(Poll::Pending) => {}
        }
        Pin::as_mut(&mut lost).poll(context).map(|()| Err(Broken::Lost))
    })
    .await
}

/// Comes back when the run is no longer ours. Looks are counted, since clocks jump.
async fn lost<H: Host>(edge: &Edge, host: &H, ticket: &Ticket) {
    loop {
        for _ in 0..LOOKS {
            host.sleep(LOOK_MS).await;
            if edge.runs.is_called_off(&ticket.stage, host.now()) {
                return;
            }
        }
        // A database that cannot be asked now says nothing about the run; the last transaction decides.
        if matches!(ticket.renew(host).await, Ok(false)) {
            return;
        }
    }
}
