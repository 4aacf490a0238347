//! What a researcher sees of collected sessions. Every request carries the researcher's secret; a page's token opens nothing
//! here.

mod export;
mod import;
mod list;
mod one;

#[cfg(not(target_arch = "wasm32"))]
pub(in crate::edge) use self::list::{Item, Page};
pub(in crate::edge) use self::{
    export::export,
    import::import,
    list::list,
    one::{delete, get},
};
