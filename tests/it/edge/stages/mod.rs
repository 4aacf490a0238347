//! What follows an interview, in a world whose clock, network and database are written down.

mod crashes;
mod house;
mod leases;
mod notices;
mod offered;
mod outcomes;
mod reports;
mod scores;
mod stops;
