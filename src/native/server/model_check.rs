//! Checks at the start that each provider has the configured models, so that a wrong key or a removed model shows before the
//! first interview.

use std::{collections::BTreeMap, time::Duration};

use querent_engine::{
    edge::{HiddenText, is_safe},
    studio::{
        providers::{Decoder, ReplyHead, find_unlisted_models, model_list_request, parse_model_list},
        settings::{LlmSettings, Provider},
    },
};

use crate::native::print;

/// Time limit for a provider's list of models.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Checks every provider with a usable model, and prints what to change.
pub(super) async fn check_models(client: &reqwest::Client, settings: &LlmSettings, env: &BTreeMap<String, HiddenText>) {
    let lookup = |name: &str| env.get(name).map(|value| value.0.clone());
    let usable = settings.usable(lookup);
    for (id, provider) in &settings.providers {
        let is_used = settings.models.iter().any(|(name, model)| model.provider == *id && usable.contains(name));
        if !is_used {
            continue;
        }
        let listed = tokio::time::timeout(TIMEOUT, list_models(client, provider, settings, lookup)).await;
        match listed {
            Ok(Ok(body)) => {
                let names = parse_model_list(&body).unwrap_or_default();
                for missing in find_unlisted_models(settings, id, &names) {
                    print::remark(format_args!("warning: {missing}"));
                }
            }
            Ok(Err(problem)) => {
                let key = provider.key_env.as_deref().unwrap_or("its key");
                let remedy = format!("see {key} and the address of `{id}` in config/llm.yaml");
                print::remark(format_args!(
                    "warning: the models of {id} could not be listed: {problem}; {remedy}. Until then interviews use the rules."
                ));
            }
            Err(_) => {
                print::remark(format_args!("warning: {id} did not list its models within {} s.", TIMEOUT.as_secs()));
            }
        }
    }
}

async fn list_models(
    client: &reqwest::Client,
    provider: &Provider,
    settings: &LlmSettings,
    lookup: impl Fn(&str) -> Option<String>,
) -> Result<String, &'static str> {
    let unreachable = "it could not be reached";
    let wire = model_list_request(provider, &provider.address(&lookup));
    if !is_safe(&wire.url) {
        return Err("its address is not safe for a key");
    }
    let mut request = client.get(&wire.url);
    for (name, value) in &wire.headers {
        request = request.header(*name, value);
    }
    if let Some(credential) = &wire.credential {
        request = request.header(credential.header, credential.value(&lookup(&credential.env).unwrap_or_default()));
    }
    let mut response = request.send().await.map_err(|_| unreachable)?;
    let text = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let (content_type, retry_after) = (text("content-type"), text("retry-after"));
    let head = ReplyHead {
        status: response.status().as_u16(),
        content_type: content_type.as_deref(),
        retry_after: retry_after.as_deref(),
        now_ms: 0,
    };
    let mut decoder = Decoder::new(&wire, settings.loop_guard);
    decoder.head(head).map_err(|failed| failed.message())?;
    while let Some(chunk) = response.chunk().await.map_err(|_| unreachable)? {
        decoder.push(&chunk).map_err(|failed| failed.message())?;
    }
    decoder.finish().map(|listing| listing.output).map_err(|failed| failed.message())
}
