//! The statements. In each that belongs to a run `?1` is its stage and `?2` its owner; it changes nothing unless the stage
//! is under way and owned by whoever asks, so a run that was called off or taken away writes nothing more.

/// Whether the stage is under way and ours.
macro_rules! ours {
    () => {
        "EXISTS (SELECT 1 FROM stage WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'active'))"
    };
}

/// A stage that begins. `?3` session, `?4` name, `?5` type, `?6` stage it looks at, `?7` result so far, `?8` lease.
macro_rules! begin_stage {
    ($where:literal) => {
        concat!(
            "INSERT INTO stage (stage_id, session_id, stage_name, stage_index, stage_type, status, referenced_stage_id,
                result, owner_id, lease_expires_at)
            SELECT ?1, ?3, ?4, 1 + COALESCE((SELECT MAX(stage_index) FROM stage WHERE session_id = ?3), 0), ?5,
                'pending', ?6, ?7, ?2, ?8
            WHERE NOT EXISTS (SELECT 1 FROM stage
                WHERE session_id = ?3 AND stage_type = ?5 AND status IN ('pending', 'active'))",
            $where
        )
    };
}

/// Begins a stage, unless one of its type is under way; with `?9` = 1 unless one was completed, too.
pub(super) const BEGIN: &str = begin_stage!(
    " AND (?9 = 0 OR NOT EXISTS (SELECT 1 FROM stage
        WHERE session_id = ?3 AND stage_type = ?5 AND status = 'completed'))"
);

/// Begins a scoring, unless one is under way. `?9` key of the request, never used before in this session; `?10` most
/// scorings asked for since `?11`, null for an automatic one; `?12` number of the automatic attempt, 0 for one asked for;
/// the second is for a first one that was orphaned.
pub(super) const BEGIN_SCORING: &str = begin_stage!(
    " AND NOT EXISTS (SELECT 1 FROM session_score WHERE session_id = ?3 AND idempotency_key = ?9)
    AND (?10 IS NULL OR ?10 > (SELECT COUNT(*) FROM session_score
        WHERE session_id = ?3 AND score_triggered_by <> 'auto' AND started_at >= ?11))
    AND (?12 = 0 OR NOT EXISTS (SELECT 1 FROM session_score
        WHERE session_id = ?3 AND score_triggered_by = 'auto' AND attempt >= ?12))
    AND (?12 < 2 OR EXISTS (SELECT 1 FROM session_score
        WHERE session_id = ?3 AND score_triggered_by = 'auto' AND status = 'timed_out' AND error_message LIKE 'orphaned:%'))"
);

/// The work of a stage that begins. `?3` its id, `?4` who does it.
pub(super) const BEGIN_EXECUTION: &str = concat!(
    "INSERT INTO execution (execution_id, stage_id, session_id, agent_name, status)
    SELECT ?3, stage_id, session_id, ?4, 'pending' FROM stage WHERE stage_id = ?1 AND ",
    ours!()
);

/// The score of a scoring that begins. `?3` its id, `?4` hash of the prompts, `?5` who asked, `?6` status, `?7` now,
/// `?8` version of the rubric, `?9` key of the request, `?10` attempt, `?11` lease.
pub(super) const BEGIN_SCORE: &str = concat!(
    "INSERT INTO session_score (score_id, session_id, stage_id, stage_index, prompt_hash, score_triggered_by, status,
        started_at, rubric_version, idempotency_key, attempt, owner_id, lease_expires_at)
    SELECT ?3, session_id, stage_id, stage_index, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?2, ?11 FROM stage
    WHERE stage_id = ?1 AND ",
    ours!()
);

/// A notice about a run. `?3` now, `?4` type, `?5` JSON.
pub(super) const NOTICE: &str = concat!(
    "INSERT INTO notice (session_id, at, type, body) SELECT session_id, ?3, ?4, ?5 FROM stage WHERE stage_id = ?1 AND ",
    ours!()
);

/// The work begins. `?3` now. Three statements, the stage last.
pub(super) const ACTIVATE: [&str; 3] = [
    concat!(
        "UPDATE execution SET status = 'active', started_at = ?3 WHERE stage_id = ?1 AND status = 'pending' AND ",
        ours!()
    ),
    "UPDATE session_score SET status = 'in_progress'
        WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'in_progress')",
    "UPDATE stage SET status = 'active', started_at = ?3 WHERE stage_id = ?1 AND owner_id = ?2 AND status = 'pending'",
];

/// Holds on to a run. `?3` lease. Two statements, the stage last.
pub(super) const RENEW: [&str; 2] = [
    concat!(
        "UPDATE session_score SET lease_expires_at = ?3 WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'in_progress') AND ",
        ours!()
    ),
    "UPDATE stage SET lease_expires_at = ?3 WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'active')",
];

/// Takes a run away from its owner `?3`, if its lease ran out before `?4`. Two statements, the stage first: `?2` owns it
/// from then on.
pub(super) const SEIZE: [&str; 2] = [
    "UPDATE stage SET owner_id = ?2 WHERE stage_id = ?1 AND owner_id = ?3 AND lease_expires_at < ?4
        AND status IN ('pending', 'active')",
    concat!("UPDATE session_score SET owner_id = ?2 WHERE stage_id = ?1 AND owner_id = ?3 AND ", ours!()),
];

/// A call that was made. `?3` its id, `?4` its execution, `?5` when, `?6` its record as JSON.
pub(super) const INTERACTION: &str = concat!(
    "INSERT INTO interaction (interaction_id, execution_id, stage_id, session_id, created_at, record)
    SELECT ?3, ?4, stage_id, session_id, ?5, ?6 FROM stage WHERE stage_id = ?1 AND ",
    ours!()
);

/// What a call took, onto its execution. `?3`–`?7` tokens, `?8` money or null, `?9` and `?10` provider and model that
/// replied, `?11` and `?12` those asked first if others did.
pub(super) const SPENT: &str = concat!(
    "UPDATE execution SET llm_calls = llm_calls + 1, input = input + ?3, output = output + ?4,
        cached_input = cached_input + ?5, cache_write = cache_write + ?6, reasoning = reasoning + ?7,
        cost_nano_usd = CASE WHEN ?8 IS NULL THEN cost_nano_usd ELSE COALESCE(cost_nano_usd, 0) + ?8 END,
        provider = COALESCE(?9, provider), model = COALESCE(?10, model),
        original_provider = COALESCE(original_provider, ?11), original_model = COALESCE(original_model, ?12)
    WHERE stage_id = ?1 AND ",
    ours!()
);

/// Ends a score. `?3` status, `?4` now, `?5` error, `?6` total, `?7` analysis, `?8` improvement report, `?9` tags,
/// `?10` points, `?11` score of the rules, `?12` whether it is suspect, `?13` model, `?14` provider, `?15` what was left out.
pub(super) const END_SCORE: &str = "UPDATE session_score SET status = ?3, completed_at = ?4, error_message = ?5,
        total_score = ?6, score_analysis = ?7, tool_improvement_report = ?8, failure_tags = ?9, category_points = ?10,
        rule_score = ?11, suspect = ?12, model = ?13, provider = ?14, context_truncated = ?15, lease_expires_at = NULL
    WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'in_progress')";

/// Ends a score that came to nothing. `?3` status, `?4` now, `?5` error.
pub(super) const DROP_SCORE: &str =
    "UPDATE session_score SET status = ?3, completed_at = ?4, error_message = ?5, lease_expires_at = NULL
    WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'in_progress')";

/// Ends the work of a stage. `?3` status, `?4` now, `?5` error, `?6` provider, `?7` model; null leaves those as they are.
pub(super) const END_EXECUTION: &str = concat!(
    "UPDATE execution SET status = ?3, completed_at = ?4, error_message = ?5, provider = COALESCE(?6, provider),
        model = COALESCE(?7, model)
    WHERE stage_id = ?1 AND status IN ('pending', 'active') AND ",
    ours!()
);

/// Ends a stage. `?3` status, `?4` now, `?5` error, `?6` result; null leaves it as it is.
pub(super) const END_STAGE: &str = "UPDATE stage SET status = ?3, completed_at = ?4, error_message = ?5,
        result = COALESCE(?6, result), lease_expires_at = NULL
    WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'active')";

/// The stage of the interview, complete as it is. `?1` stage, `?2` session, `?3` began, `?4` ended, `?5` name.
pub(super) const INVESTIGATION: &str = "INSERT INTO stage (stage_id, session_id, stage_name, stage_index, stage_type,
        status, started_at, completed_at)
    SELECT ?1, ?2, ?5, 1 + COALESCE((SELECT MAX(stage_index) FROM stage WHERE session_id = ?2), 0), 'investigation',
        'completed', ?3, ?4
    WHERE NOT EXISTS (SELECT 1 FROM stage WHERE session_id = ?2 AND stage_type = 'investigation')";

/// The work of the interview. `?1` stage, `?2` its id, `?3` began, `?4` ended, `?5` provider, `?6` model, `?7` calls,
/// `?8`–`?12` tokens, `?13` money or null.
pub(super) const INVESTIGATED: &str = "INSERT INTO execution (execution_id, stage_id, session_id, agent_name, status,
        started_at, completed_at, provider, model, llm_calls, input, output, cached_input, cache_write, reasoning,
        cost_nano_usd)
    SELECT ?2, stage_id, session_id, 'InterviewEngine', 'completed', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13
    FROM stage WHERE stage_id = ?1";

/// The stage of the interview. `?1` session.
pub(super) const INTERVIEW: &str =
    "SELECT stage_id FROM stage WHERE session_id = ?1 AND stage_type = 'investigation' ORDER BY stage_index LIMIT 1";

/// Runs under way whose lease ran out before `?1`, or whose owner is `?2`; of the session `?3`, or of all if it is null.
pub(super) const ORPHANS: &str = "SELECT stage.stage_id, stage.session_id, stage.stage_type, stage.owner_id,
        stage.lease_expires_at, session_score.score_id, session_score.score_triggered_by, session_score.attempt,
        (SELECT execution_id FROM execution WHERE execution.stage_id = stage.stage_id)
    FROM stage LEFT JOIN session_score ON session_score.stage_id = stage.stage_id
    WHERE stage.status IN ('pending', 'active') AND (stage.lease_expires_at < ?1 OR stage.owner_id = ?2)
        AND (?3 IS NULL OR stage.session_id = ?3)
    ORDER BY stage.lease_expires_at LIMIT 100";

/// Sessions of the last day that ended here a minute ago or more and that something should still follow: no summary, though
/// it was not tried three times, or no automatic score where the study wants one. What was taken in from elsewhere has no
/// deletion code: nothing follows it unless somebody asks. `?1` now.
pub(super) const LEFT_BEHIND: &str = "SELECT c.session FROM collected c JOIN collected_study s ON s.hash = c.study_hash
    WHERE c.status = 'completed' AND c.replays IS NOT NULL AND c.code_hash IS NOT NULL
        AND c.touched_at + 60000 <= ?1 AND c.touched_at + 86400000 > ?1
        AND NOT EXISTS (SELECT 1 FROM stage WHERE session_id = c.session AND status IN ('pending', 'active'))
        AND ((NOT EXISTS (SELECT 1 FROM stage
                WHERE session_id = c.session AND stage_type = 'exec_summary' AND status = 'completed')
            AND (SELECT COUNT(*) FROM stage WHERE session_id = c.session AND stage_type = 'synthesis') < 3)
        OR (s.study ->> '$.scoring.enabled' = 1
            AND COALESCE(c.outcome ->> '$.reason', '') NOT IN ('safety', 'closed_by_host')
            AND NOT EXISTS (SELECT 1 FROM session_score WHERE session_id = c.session AND score_triggered_by = 'auto'
                AND (attempt > 1 OR status <> 'timed_out' OR error_message NOT LIKE 'orphaned:%'))))
    ORDER BY c.touched_at LIMIT 10";

/// Who owns a run under way. `?1` stage.
pub(super) const OWNER: &str = "SELECT stage.owner_id, stage.stage_type, stage.session_id, session_score.score_id,
        (SELECT execution_id FROM execution WHERE execution.stage_id = stage.stage_id)
    FROM stage LEFT JOIN session_score ON session_score.stage_id = stage.stage_id
    WHERE stage.stage_id = ?1 AND stage.status IN ('pending', 'active')";

/// The score under way, or the one made for a key. `?1` session, `?2` key or null.
pub(super) const SCORE_UNDER_WAY: &str = "SELECT score_id, stage_id, status,
        CASE WHEN idempotency_key = ?2 THEN 1 ELSE 0 END
    FROM session_score WHERE session_id = ?1 AND (status IN ('pending', 'in_progress') OR idempotency_key = ?2)
    ORDER BY 4 DESC LIMIT 1";

/// Scorings asked for. `?1` session, `?2` since when.
pub(super) const ASKED_SINCE: &str = "SELECT COUNT(*) FROM session_score
    WHERE session_id = ?1 AND score_triggered_by <> 'auto' AND started_at >= ?2";

/// Forgets notices. `?1` those before then.
pub(super) const OLD_NOTICES: &str = "DELETE FROM notice WHERE at < ?1";

/// Notices after a number. `?1` the number.
pub(super) const NOTICES: &str =
    "SELECT seq, session_id, at, type, body FROM notice WHERE seq > ?1 ORDER BY seq LIMIT 100";

/// The number of the latest notice, given or gone.
pub(super) const LATEST_NOTICE: &str = "SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'notice'), 0)";
