//! Replies as streams: the same events however the bytes are split, and an end to whatever has none.

use proptest::prelude::{ProptestConfig, prop, prop_assert_eq, proptest};
use querent_engine::{
    engine::model::{FailureKind, FinishReason, TokenUsage},
    studio::{
        prompts::Output,
        providers::{AttemptFailure, Decoder, Delivery, ReplyEvent},
        settings::ProviderKind,
    },
};

use super::{decoder, read, said, schema};

const ANTHROPIC: &str = include_str!("streams/anthropic.sse");
const ANTHROPIC_TOOL: &str = include_str!("streams/anthropic_tool.sse");
const OPENAI: &str = include_str!("streams/openai.sse");
const OPENAI_TOOL: &str = include_str!("streams/openai_tool.sse");
const DEEPSEEK: &str = include_str!("streams/deepseek.sse");
const MOONSHOT: &str = include_str!("streams/moonshot.sse");
const OLLAMA: &str = include_str!("streams/ollama.sse");

fn json() -> Output {
    Output::Json { name: "turn_analysis".into(), schema: schema() }
}

/// A recorded form with its dialect, what was asked for and what it says.
type Recorded = (&'static str, ProviderKind, fn() -> Output, &'static str);

fn recorded() -> [Recorded; 7] {
    let text: fn() -> Output = || Output::Text;
    [
        (ANTHROPIC, ProviderKind::Anthropic, text, "What makes the crème so “nice” to you? ☕"),
        (ANTHROPIC_TOOL, ProviderKind::Anthropic, json, "{\"nodes\":[\"créma\"],\"language\":\"en\"}"),
        (OPENAI, ProviderKind::OpenAi, text, "What does “crème” mean to you? ☕"),
        (OPENAI_TOOL, ProviderKind::OpenAi, json, "{\"nodes\":[\"créma\"],\"language\":\"en\"}"),
        (DEEPSEEK, ProviderKind::DeepSeek, json, "{\"nodes\":[],\"language\":\"zh\"}"),
        (MOONSHOT, ProviderKind::Moonshot, text, "这对您意味着什么？"),
        (OLLAMA, ProviderKind::Ollama, text, "What else?"),
    ]
}

fn fresh(kind: ProviderKind, output: fn() -> Output) -> Decoder {
    decoder(kind, output(), Delivery::Stream)
}

#[test]
fn every_recorded_stream_says_what_it_says_and_tells_its_tokens() {
    let usage = |input, output, cached_input, cache_write, reasoning| TokenUsage {
        input,
        output,
        cached_input,
        cache_write,
        reasoning,
    };
    let expected = [
        usage(2_300, 62, 2_000, 100, 0),
        usage(512, 40, 0, 0, 0),
        usage(1_400, 60, 1_024, 0, 32),
        usage(900, 41, 0, 0, 0),
        usage(700, 30, 640, 0, 0),
        usage(300, 9, 128, 0, 0),
        usage(31, 4, 0, 0, 0),
    ];
    for ((stream, kind, output, text), expected) in recorded().into_iter().zip(expected) {
        let (events, reply) = read(fresh(kind, output), &[stream.as_bytes()]);
        let reply = reply.unwrap_or_else(|failed| panic!("{kind:?}: {failed:?}"));
        assert_eq!(reply.output, text, "{kind:?}");
        assert_eq!(said(&events), text, "{kind:?}");
        assert_eq!((reply.usage, reply.usage_estimated), (expected, false), "{kind:?}");
        assert_eq!(reply.finish, FinishReason::Stop, "{kind:?}");
        assert!(reply.model.is_some(), "{kind:?}");
        assert_eq!(events.last(), Some(&ReplyEvent::Done), "{kind:?}");
    }
}

#[test]
fn a_stream_cut_into_two_at_any_byte_gives_the_same_events() {
    for (stream, kind, output, _) in recorded() {
        let bytes = stream.as_bytes();
        let whole = read(fresh(kind, output), &[bytes]);
        for cut in 0..=bytes.len() {
            let (before, after) = bytes.split_at(cut);
            assert_eq!(read(fresh(kind, output), &[before, after]), whole, "{kind:?}, cut at byte {cut}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_split_of_a_stream_gives_the_same_events(
        which in 0_usize..7,
        cuts in prop::collection::vec(0_usize..4_000, 0..30),
        ends in prop::sample::select(vec!["\n", "\r\n", "\r"]),
    ) {
        let (stream, kind, output, _) = recorded()[which];
        let stream = stream.replace('\n', ends);
        let bytes = stream.as_bytes();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        let pieces: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
        prop_assert_eq!(read(fresh(kind, output), &pieces), read(fresh(kind, output), &[bytes]));
    }

    #[test]
    fn no_bytes_bring_a_decoder_down(bytes in prop::collection::vec(proptest::prelude::any::<u8>(), 0..600), which in 0_usize..7) {
        let (stream, kind, output, _) = recorded()[which];
        let _ = read(fresh(kind, output), &[&bytes]);
        let (before, after) = stream.as_bytes().split_at(bytes.len().min(stream.len()));
        let _ = read(fresh(kind, output), &[before, &bytes, after]);
    }
}

#[test]
fn a_stream_that_ends_before_its_end_is_a_stall_with_the_tokens_it_took() {
    for (stream, kind, output, text) in recorded() {
        let bytes = stream.as_bytes();
        for end in 0..bytes.len() {
            let (events, reply) = read(fresh(kind, output), &[&bytes[..end]]);
            match reply {
                // After the reason for the stop has come, the rest is only farewell; tokens may then be missing.
                Ok(reply) => {
                    assert_eq!((reply.output.as_str(), said(&events).as_str()), (text, text), "{kind:?} at byte {end}");
                }
                Err(failed) => {
                    assert_eq!(failed.kind, FailureKind::TimeoutStall, "{kind:?} at byte {end}");
                    assert!(text.starts_with(&said(&events)), "{kind:?} at byte {end}");
                    assert!(failed.usage.input > 0, "{kind:?} at byte {end}");
                }
            }
        }
    }
}

#[test]
fn only_content_and_thinking_wind_the_stall_timer_up() {
    let pings = "event: ping\ndata: {\"type\":\"ping\"}\n\n: keep-alive\n\n\n\n: ping\n\ndata: {\"type\":\"something_new\",\"x\":1}\n\n";
    for (stream, kind, output, text) in recorded() {
        let mut decoder = fresh(kind, output);
        for _ in 0..50 {
            assert_eq!(decoder.push(pings.as_bytes()), Ok(Vec::new()), "{kind:?}");
        }
        let (events, reply) = read(decoder, &[stream.as_bytes()]);
        assert_eq!(reply.unwrap().output, text, "{kind:?}: and they change nothing");
        assert!(events.iter().any(ReplyEvent::is_progress), "{kind:?}");
    }
    let thinking = "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\"Hm\"}}]}\n\n";
    assert_eq!(fresh(ProviderKind::DeepSeek, json).push(thinking.as_bytes()), Ok(vec![ReplyEvent::Thinking]));
}

#[test]
fn an_error_within_a_stream_is_told_by_its_kind() {
    let overloaded = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
    let start = ANTHROPIC.split_once("event: message_delta").unwrap().0;
    let (_, reply) = read(fresh(ProviderKind::Anthropic, || Output::Text), &[start.as_bytes(), overloaded.as_bytes()]);
    let failed = reply.unwrap_err();
    assert_eq!(failed.kind, FailureKind::Overloaded);
    assert!(failed.usage.output > 0, "what was written so far was paid for: {failed:?}");
    let error =
        "data: {\"error\":{\"message\":\"The server had an error\",\"type\":\"server_error\",\"code\":null}}\n\n";
    let (_, reply) = read(fresh(ProviderKind::OpenAi, || Output::Text), &[error.as_bytes()]);
    assert_eq!(reply.unwrap_err().kind, FailureKind::Overloaded);
}

#[test]
fn a_model_that_goes_round_in_circles_is_cut_off() {
    let piece = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"and so I go on about the very same thing again, \"}}]}\n\n";
    let mut decoder = fresh(ProviderKind::OpenAi, || Output::Text);
    let failed = (0..200).find_map(|_| decoder.push(piece.as_bytes()).err()).unwrap();
    assert_eq!((failed.kind, failed.is_loop), (FailureKind::BadOutput, true));
    assert!(decoder.partial().len() < 1_100, "{}", decoder.partial().len());
    assert_eq!(decoder.finish().unwrap_err(), failed, "and stays so");
}

#[test]
fn an_endless_stream_ends_at_four_megabytes_and_an_endless_line_before() {
    let mut decoder = fresh(ProviderKind::OpenAi, || Output::Text);
    let line = vec![b'x'; 64 * 1024];
    let pushed = (0..1_000).take_while(|_| decoder.push(&line).is_ok()).count();
    assert!(pushed <= 16, "{pushed}");
    let mut decoder = fresh(ProviderKind::OpenAi, || Output::Text);
    let comments = ": keep-alive\n\n".repeat(5_000);
    let pushed = (0..1_000).take_while(|_| decoder.push(comments.as_bytes()).is_ok()).count();
    assert!((50..70).contains(&pushed), "{pushed}");
    assert_eq!(decoder.push(b"").unwrap_err().kind, FailureKind::BadOutput);
}

#[test]
fn without_told_tokens_they_are_estimated_and_marked() {
    let (before, after) = OPENAI.split_once("data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"some-model-1\",\"choices\":[],").unwrap();
    let stream = format!("{before}{}", after.split_once("\n\n").unwrap().1);
    let (_, reply) = read(fresh(ProviderKind::OpenAi, || Output::Text), &[stream.as_bytes()]);
    let reply = reply.unwrap();
    assert!(reply.usage_estimated);
    assert_eq!(reply.usage.output, ((reply.output.len() * 2) as u64).div_ceil(7));
    assert!(reply.usage.input > 20, "{:?}", reply.usage);
}

#[test]
fn a_refusal_is_no_reply() {
    let anthropic = ANTHROPIC.replace("\"stop_reason\":\"end_turn\"", "\"stop_reason\":\"refusal\"");
    let filtered = OPENAI.replace("\"finish_reason\":\"stop\"", "\"finish_reason\":\"content_filter\"");
    let refused = "data: {\"choices\":[{\"index\":0,\"delta\":{\"refusal\":\"I'm sorry\"}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    for (kind, stream) in
        [(ProviderKind::Anthropic, &*anthropic), (ProviderKind::OpenAi, &*filtered), (ProviderKind::OpenAi, refused)]
    {
        let (_, reply) = read(fresh(kind, || Output::Text), &[stream.as_bytes()]);
        assert_eq!(reply.unwrap_err().kind, FailureKind::Refused, "{kind:?}");
    }
}

#[test]
fn an_output_cut_at_its_limit_is_a_reply_that_says_so() {
    let anthropic = ANTHROPIC.replace("\"stop_reason\":\"end_turn\"", "\"stop_reason\":\"max_tokens\"");
    let openai = OPENAI.replace("\"finish_reason\":\"stop\"", "\"finish_reason\":\"length\"");
    for (kind, stream) in [(ProviderKind::Anthropic, anthropic), (ProviderKind::OpenAi, openai)] {
        let (_, reply) = read(fresh(kind, || Output::Text), &[stream.as_bytes()]);
        assert_eq!(reply.unwrap().finish, FinishReason::Length, "{kind:?}");
    }
}

#[test]
fn an_interrupted_call_still_tells_what_it_took() {
    let mut decoder = fresh(ProviderKind::Anthropic, || Output::Text);
    decoder.push(ANTHROPIC.split_once("event: content_block_stop").unwrap().0.as_bytes()).unwrap();
    let AttemptFailure { kind, usage, usage_estimated, .. } = decoder.interrupted(FailureKind::TimeoutStall);
    assert_eq!((kind, usage.input, usage_estimated), (FailureKind::TimeoutStall, 2_300, false));
    let unreached = fresh(ProviderKind::Anthropic, || Output::Text).interrupted(FailureKind::Transport);
    assert_eq!(unreached.usage, TokenUsage::default(), "nobody was reached, so nothing was spent");
}
