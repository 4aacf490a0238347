//! Querent: an adaptive interviewer that runs in the respondent's browser.
//!
//! # Bird's eye
//!
//! ```text
//! answer → Extraction → GraphDelta → KnowledgeGraph → State → SignalSet → Decision → Question
//! ```
//!
//! Each arrow is one function, pure given the recorded replies. Each product is part of the
//! [`Turn`](engine::session::Turn), so the turns are the trace of an interview. Inside a decision, the explanation is the
//! calculation: a [`Tally`](engine::policy::Tally) applies one term at a time, and its last total is the score.
//!
//! The engine is sans-IO. A host calls [`Interview::handle`](engine::interview::Interview::handle) with an input and gets
//! one step back: a question, requests for language models, or the end. The ten stages of a turn are in
//! `engine/interview/turn.rs`; read that file first.
//!
//! # Floors
//!
//! The modules below are floors: a module uses only those above it, and so do the modules of each folder. A test enforces
//! the order.
//!
//! - [`engine`] reads answers, grows the graph, and chooses and words the next question. Every artifact contains it.
//! - `studio` holds documents, prompts, providers, reports, scores and simulated respondents, for the native program, the
//!   console and the Worker.
//! - `edge` is the endpoint: routes, tokens, budgets, tasks and collected sessions, for the native server and the Worker.
//! - `wasm` binds the engine, the console's studio and the Worker to JavaScript.
//! - `native` is the program `querent`: command line, server and builder of the site.
//!
//! # The way of one answer
//!
//! 1. The page passes the answer to `Interview::handle`; `engine/interview/turn.rs` runs the stages.
//! 2. `engine/reader/read.rs` reads it by rules. With a model, `engine/untrusted/analysis` validates the model's reading.
//! 3. `engine/graph/resolve.rs` merges the reading into the graph, as a `GraphDelta`.
//! 4. `engine/state` and `engine/signals` compute figures of the new graph.
//! 5. `engine/policy` ranks the probes; the `Decision` names the winner.
//! 6. `engine/wording.rs` words its question from the tactics' templates. `engine/untrusted/question` validates a model's
//!    wording.
//! 7. The `Turn` records every product, and the page shows the question.
//!
//! # The way of one weight
//!
//! A weight in a methodology (`graph.node.novelty: 0.3`) becomes a `SignalKey` when the study is built.
//! `engine/policy/signal_pools/scoring.rs` multiplies it by its signal and pushes the product to the tally as one term.
//! `querent explain` prints the terms of that tally. Weights of the other policies take the same way through
//! `two_tier/rank.rs` and `arbitration/rank.rs`.
//!
//! # The way of one request
//!
//! `edge/routes/mod.rs` holds the table of routes: path, method, access, handler, schema. The router, the access check, the
//! `OpenAPI` document and the console's rights read that table.
//!
//! # Invariants
//!
//! These are absent:
//!
//! - clocks, files, networks and random sources in `engine`: the host passes times and seeds in;
//! - hash order in outputs: one session gives the same bytes natively, in wasm, today and next year;
//! - keys, prompts and provider addresses in a page: the endpoint renders prompts and calls models;
//! - respondents' words in errors, log lines and instructions to a model;
//! - word lists of a language in code: `config/locales` holds them (two default lists of `two_tier` are English);
//! - panics on input: authors' mistakes become diagnostics, models' mistakes become recorded fallbacks.
//!
//! # Glossary
//!
//! | word | meaning |
//! |---|---|
//! | study | what a researcher deploys: concept, methodology, policy, texts, limits |
//! | concept | what to explore: a topic and its elements |
//! | element | one part of a concept that every interview should touch |
//! | methodology | how to explore: ontology, strategies, tactics, phases |
//! | ontology | types of ideas and links, with their levels |
//! | strategy | a kind of question with weights and tactics |
//! | tactic | a way to word a strategy, with question templates |
//! | focus | what a probe is about: an idea, a pair, an element, the whole |
//! | probe | a strategy and a focus |
//! | signal | a named figure of the graph, the answer or the course of the interview |
//! | scorer | a function that rates a probe |
//! | gate | a rule that vetoes a probe |
//! | term | one line of a score |
//! | tally | the terms of a score, applied in order |
//! | phase | early, mid or late; exploratory, focused or closing |
//! | policy | a way to score probes: `signal_pools`, `two_tier`, `arbitration` |
//! | reading | what was understood of one answer |
//! | extraction | the ideas and links of a reading |
//! | delta | the changes that one answer makes to the graph |
//! | coverage | the share of elements that the interview has touched |
//! | momentum | how engaged the recent answers are |
//! | yield | what an answer adds to the graph |
//! | pack | the word lists and rules of a language, as data |
//! | learned data | tags, word classes and weights of a language, fitted to coded answers |
//! | locale | the texts of the page in a language |
//! | turn | a question, its answer and everything derived from it |
//! | input, step | what a host passes to the interview, and what it gets back |
//! | session | the log of inputs and replies; turns, graph and state are folds over it |
//! | stage | a step of a turn, or a typed part of a session: investigation, synthesis, chat, summary, scoring |
//! | task, request, reply | a model's work, one call of it, and its result |
//! | placeholder | a mark such as `[EMAIL_1]` that hides a personal detail from models |
//! | score | the rating of an interview, 0–100; a probe has a total |
//! | persona, facts | how a simulated respondent answers, and what it can say |
//! | diagnostic | a mistake in a document: place, message, hint |
//! | `Interview` ×2 | the machine of the engine, and its binding for JavaScript under the same name |

#[warn(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod engine;
#[cfg(feature = "studio")]
pub mod studio;
#[cfg(feature = "studio")]
pub mod edge;
#[cfg(feature = "bench")]
pub mod bench;
#[cfg(target_arch = "wasm32")]
mod wasm;
