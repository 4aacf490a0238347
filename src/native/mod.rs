//! The native program: the command line, the local server and the builder of the site.

pub(crate) mod print;
mod site;
mod server;
pub(crate) mod cli;
