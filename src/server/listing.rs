//! Asks each provider at the start which models it has: a wrong key or a model that is gone is said at once, and not to the
//! first respondent.

use std::{collections::BTreeMap, time::Duration};

use querent_engine::{
    edge::{Hidden, is_safe},
    llm::{
        providers::{Decoder, Head, listing_request, read_listing, unlisted},
        settings::{LlmSettings, Provider},
    },
};

use crate::cli::print;

/// How long a provider may take to list its models.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asks every provider that can be asked, and tells the person at the terminal what they have to mend.
pub(super) async fn check(client: &reqwest::Client, settings: &LlmSettings, env: &BTreeMap<String, Hidden>) {
    let lookup = |name: &str| env.get(name).map(|value| value.0.clone());
    let usable = settings.usable(lookup);
    for (id, provider) in &settings.providers {
        let is_asked = settings.models.iter().any(|(name, model)| model.provider == *id && usable.contains(name));
        if !is_asked {
            continue;
        }
        let listed = tokio::time::timeout(PATIENCE, list(client, provider, settings, lookup)).await;
        match listed {
            Ok(Ok(body)) => {
                let names = read_listing(&body).unwrap_or_default();
                for missing in unlisted(settings, id, &names) {
                    print::remark(format_args!("warning: {missing}"));
                }
            }
            Ok(Err(problem)) => {
                let key = provider.key_env.as_deref().unwrap_or("its key");
                let remedy = format!("see {key} and the address of `{id}` in config/llm.yaml");
                print::remark(format_args!(
                    "warning: {id} was asked for its models: {problem}; {remedy}. Until then the rules stand in."
                ));
            }
            Err(_) => print::remark(format_args!(
                "warning: {id} did not say in {} s which models it has.",
                PATIENCE.as_secs()
            )),
        }
    }
}

async fn list(
    client: &reqwest::Client,
    provider: &Provider,
    settings: &LlmSettings,
    lookup: impl Fn(&str) -> Option<String>,
) -> Result<String, &'static str> {
    let unreachable = "it could not be reached";
    let wire = listing_request(provider, &provider.address(&lookup));
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
    let mut answer = request.send().await.map_err(|_| unreachable)?;
    let text = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let (content_type, retry_after) = (text("content-type"), text("retry-after"));
    let head = Head {
        status: answer.status().as_u16(),
        content_type: content_type.as_deref(),
        retry_after: retry_after.as_deref(),
        now_ms: 0,
    };
    let mut decoder = Decoder::new(&wire, settings.loop_guard);
    decoder.head(head).map_err(|failed| failed.message())?;
    while let Some(piece) = answer.chunk().await.map_err(|_| unreachable)? {
        decoder.push(&piece).map_err(|failed| failed.message())?;
    }
    decoder.finish().map(|listing| listing.output).map_err(|failed| failed.message())
}
