//! Control 2: a token that was not made here, for this, by this key, in time, opens nothing.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use proptest::prelude::*;
use querent_engine::edge::auth::{Claims, Secret, SigningKey, SigningKeys, TokenError, TokenScope};

const NOW: u64 = 1_800_000_000_000;

fn key(kid: &str, byte: u8) -> SigningKey {
    SigningKey::new(kid, vec![byte; 32]).unwrap()
}

fn keys() -> SigningKeys {
    SigningKeys::new(key("a", 1), None)
}

fn token(keys: &SigningKeys) -> String {
    keys.mint("s-1", ("oat_milk", "abc"), TokenScope::Tasks, "https://a.example", NOW).0
}

#[test]
fn a_token_says_what_it_was_made_to_say() {
    let (token, made) = keys().mint("s-1", ("oat_milk", "abc"), TokenScope::Tasks, "https://a.example", NOW);
    let claims = keys().verify(&token, NOW).unwrap();
    assert_eq!(claims, made);
    assert_eq!((claims.sid.as_str(), claims.study.as_str(), claims.study_hash.as_str()), ("s-1", "oat_milk", "abc"));
    assert_eq!(
        (claims.scope, claims.origin.as_str(), claims.kid.as_str()),
        (TokenScope::Tasks, "https://a.example", "a")
    );
    assert_eq!(claims.exp - claims.iat, 7_200);
    assert!(token.starts_with("v1."));
}

#[test]
fn tokens_for_tasks_live_two_hours_and_those_for_events_thirty_days() {
    for (scope, seconds) in
        [(TokenScope::Tasks, 7_200), (TokenScope::Researcher, 7_200), (TokenScope::Events, 30 * 86_400)]
    {
        let (token, _) = keys().mint("s", ("x", "y"), scope, "", NOW);
        assert!(keys().verify(&token, NOW + (seconds - 1) * 1_000).is_ok());
        assert_eq!(keys().verify(&token, NOW + seconds * 1_000), Err(TokenError::Expired));
    }
}

#[test]
fn a_token_with_any_flipped_bit_is_worth_nothing() {
    let token = token(&keys());
    for position in 0..token.len() {
        for bit in 0..7 {
            let mut bytes = token.clone().into_bytes();
            bytes[position] ^= 1 << bit;
            let Ok(altered) = String::from_utf8(bytes) else { continue };
            assert_eq!(keys().verify(&altered, NOW), Err(TokenError::Invalid), "byte {position}, bit {bit}");
        }
    }
}

#[test]
fn a_token_cut_anywhere_is_worth_nothing() {
    let token = token(&keys());
    for length in 0..token.len() {
        assert_eq!(keys().verify(&token[..length], NOW), Err(TokenError::Invalid), "{length} bytes");
    }
}

/// A token signed by the very key, with claims of somebody's choice.
fn forged(keys: &SigningKeys, change: impl FnOnce(&mut serde_json::Value)) -> String {
    use hmac::{Hmac, Mac};
    let claims = keys.verify(&token(keys), NOW).unwrap();
    let mut claims = serde_json::to_value(claims).unwrap();
    change(&mut claims);
    let signed = format!("v1.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(&[1; 32]).unwrap();
    mac.update(signed.as_bytes());
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

#[test]
fn even_a_well_signed_token_must_be_of_this_time_life_and_form() {
    let keys = keys();
    assert!(keys.verify(&forged(&keys, |_| {}), NOW).is_ok(), "the forger knows the trade");
    let now = NOW / 1_000;
    for (what, token) in [
        (
            "made more than 60 s ahead",
            forged(&keys, |c| {
                c["iat"] = (now + 61).into();
                c["exp"] = (now + 100).into();
            }),
        ),
        ("lives longer than its scope", forged(&keys, |c| c["exp"] = (now + 7_201).into())),
        ("ends before it begins", forged(&keys, |c| c["exp"] = (now - 1).into())),
        ("names another key", forged(&keys, |c| c["kid"] = "b".into())),
        ("has a claim too many", forged(&keys, |c| c["admin"] = true.into())),
        ("has an unknown scope", forged(&keys, |c| c["scope"] = "everything".into())),
        (
            "has a claim too few",
            forged(&keys, |c| {
                c.as_object_mut().unwrap().remove("origin");
            }),
        ),
    ] {
        assert_eq!(keys.verify(&token, NOW), Err(TokenError::Invalid), "{what}");
    }
    assert!(keys.verify(&forged(&keys, |c| c["iat"] = (now + 60).into()), NOW).is_ok(), "a clock may be 60 s ahead");
}

#[test]
fn another_key_another_version_and_no_signature_open_nothing() {
    let other = SigningKeys::new(key("a", 2), None);
    let good = token(&keys());
    let payload = good.split('.').nth(1).unwrap();
    let unsigned = URL_SAFE_NO_PAD.encode("{\"alg\":\"none\"}");
    for bad in [
        token(&other),
        good.replacen("v1.", "v2.", 1),
        good.replacen("v1.", "", 1),
        format!("v1.{payload}."),
        format!("v1.{payload}"),
        format!("{unsigned}.{payload}."),
        format!("{good}."),
        format!("{good}="),
        format!("Bearer {good}"),
        String::new(),
        "v1..".to_owned(),
        "a".repeat(100_000),
    ] {
        assert_eq!(keys().verify(&bad, NOW), Err(TokenError::Invalid), "{bad:.80}");
    }
}

#[test]
fn a_rotation_keeps_the_tokens_of_the_key_before_and_no_older_ones() {
    let [first, second, third] = [key("a", 1), key("b", 2), key("c", 3)];
    let old = token(&SigningKeys::new(first.clone(), None));
    let rotated = SigningKeys::new(second.clone(), Some(first));
    assert_eq!(rotated.verify(&old, NOW).unwrap().kid, "a");
    assert_eq!(rotated.verify(&token(&rotated), NOW).unwrap().kid, "b");
    assert_eq!(rotated.verify(&old, NOW + 7_200_000), Err(TokenError::Expired), "only until it expires");
    assert_eq!(SigningKeys::new(third, Some(second)).verify(&old, NOW), Err(TokenError::Invalid));
}

#[test]
fn a_key_is_never_shown_and_never_short() {
    let canary = SigningKey::new("k", b"canary-canary-canary-canary-canary".to_vec()).unwrap();
    assert!(!format!("{:?} {:?}", SigningKeys::new(canary.clone(), Some(canary)), keys()).contains("canary-"));
    assert!(!format!("{:?}", Secret::new("canary-canary-canary-canary-canary").unwrap()).contains("canary"));
    let problem = SigningKey::new("k", vec![1; 31]).unwrap_err().to_string();
    assert!(problem.contains("31") && problem.contains("32"), "{problem}");
}

#[test]
fn only_the_very_secret_is_the_secret() {
    let secret = Secret::new("0123456789abcdef0123456789abcdef").unwrap();
    assert!(secret.is("0123456789abcdef0123456789abcdef"));
    for other in ["", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdeg", "x"] {
        assert!(!secret.is(other), "{other}");
    }
}

proptest! {
    #[test]
    fn no_text_whatever_makes_the_verifier_stumble_or_open(text in ".{0,300}") {
        prop_assert_eq!(keys().verify(&text, NOW), Err(TokenError::Invalid));
    }

    #[test]
    fn no_bytes_between_dots_make_the_verifier_stumble_or_open(
        version in "v[0-9]{0,2}", payload in proptest::collection::vec(any::<u8>(), 0..200), signature in proptest::collection::vec(any::<u8>(), 0..40)
    ) {
        let text = format!("{version}.{}.{}", URL_SAFE_NO_PAD.encode(payload), URL_SAFE_NO_PAD.encode(signature));
        prop_assert_eq!(keys().verify(&text, NOW), Err(TokenError::Invalid));
    }

    #[test]
    fn every_claim_survives_the_way_there_and_back(sid in "[a-z0-9-]{1,64}", study in "\\PC{1,40}", origin in "\\PC{0,60}") {
        let (token, made): (String, Claims) = keys().mint(&sid, (&study, "h"), TokenScope::Events, &origin, NOW);
        prop_assert_eq!(keys().verify(&token, NOW), Ok(made));
    }
}
