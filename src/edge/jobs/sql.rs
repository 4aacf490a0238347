//! The statements of jobs. In a statement of a job, `?1` is its stage and `?2` its owner. It changes nothing unless the stage
//! is in progress and has this owner, so a cancelled or recovered job cannot write.

/// Whether the stage is in progress and has this owner.
macro_rules! ours {
    () => {
        "EXISTS (SELECT 1 FROM stage WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'active'))"
    };
}

/// Begins a stage. `?3` session, `?4` name, `?5` type, `?6` stage it refers to, `?7` first result, `?8` lease.
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

/// Begins a stage, unless one of its type is in progress or, with `?9` = 1, completed.
pub(super) const BEGIN: &str = begin_stage!(
    " AND (?9 = 0 OR NOT EXISTS (SELECT 1 FROM stage
        WHERE session_id = ?3 AND stage_type = ?5 AND status = 'completed'))"
);

/// Begins a scoring, unless one is in progress. `?9` idempotency key, unused in this session; `?10` maximum of requested
/// scorings since `?11`, null for an automatic one; `?12` number of the automatic attempt, 0 for a requested one. The second
/// automatic attempt needs a first one that was orphaned.
pub(super) const BEGIN_SCORING: &str = begin_stage!(
    " AND NOT EXISTS (SELECT 1 FROM session_score WHERE session_id = ?3 AND idempotency_key = ?9)
    AND (?10 IS NULL OR ?10 > (SELECT COUNT(*) FROM session_score
        WHERE session_id = ?3 AND score_triggered_by <> 'auto' AND started_at >= ?11))
    AND (?12 = 0 OR NOT EXISTS (SELECT 1 FROM session_score
        WHERE session_id = ?3 AND score_triggered_by = 'auto' AND attempt >= ?12))
    AND (?12 < 2 OR EXISTS (SELECT 1 FROM session_score
        WHERE session_id = ?3 AND score_triggered_by = 'auto' AND status = 'timed_out' AND error_message LIKE 'orphaned:%'))"
);

/// The execution of a stage that begins. `?3` its id, `?4` its agent.
pub(super) const BEGIN_EXECUTION: &str = concat!(
    "INSERT INTO execution (execution_id, stage_id, session_id, agent_name, status)
    SELECT ?3, stage_id, session_id, ?4, 'pending' FROM stage WHERE stage_id = ?1 AND ",
    ours!()
);

/// The score of a scoring that begins. `?3` its id, `?4` hash of the prompts, `?5` trigger, `?6` status, `?7` now, `?8`
/// version of the rubric, `?9` idempotency key, `?10` attempt, `?11` lease.
pub(super) const BEGIN_SCORE: &str = concat!(
    "INSERT INTO session_score (score_id, session_id, stage_id, stage_index, prompt_hash, score_triggered_by, status,
        started_at, rubric_version, idempotency_key, attempt, owner_id, lease_expires_at)
    SELECT ?3, session_id, stage_id, stage_index, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?2, ?11 FROM stage
    WHERE stage_id = ?1 AND ",
    ours!()
);

/// A notice about a job. `?3` now, `?4` type, `?5` JSON.
pub(super) const NOTICE: &str = concat!(
    "INSERT INTO notice (session_id, at, type, body) SELECT session_id, ?3, ?4, ?5 FROM stage WHERE stage_id = ?1 AND ",
    ours!()
);

/// Activates a job. `?3` now. Three statements, the stage last.
pub(super) const ACTIVATE: [&str; 3] = [
    concat!(
        "UPDATE execution SET status = 'active', started_at = ?3 WHERE stage_id = ?1 AND status = 'pending' AND ",
        ours!()
    ),
    "UPDATE session_score SET status = 'in_progress'
        WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'in_progress')",
    "UPDATE stage SET status = 'active', started_at = ?3 WHERE stage_id = ?1 AND owner_id = ?2 AND status = 'pending'",
];

/// Renews the lease of a job. `?3` lease. Two statements, the stage last.
pub(super) const RENEW: [&str; 2] = [
    concat!(
        "UPDATE session_score SET lease_expires_at = ?3 WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'in_progress') AND ",
        ours!()
    ),
    "UPDATE stage SET lease_expires_at = ?3 WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'active')",
];

/// Transfers a job from its owner `?3` to `?2`, if its lease expired before `?4`. Two statements, the stage first.
pub(super) const SEIZE: [&str; 2] = [
    "UPDATE stage SET owner_id = ?2 WHERE stage_id = ?1 AND owner_id = ?3 AND lease_expires_at < ?4
        AND status IN ('pending', 'active')",
    concat!("UPDATE session_score SET owner_id = ?2 WHERE stage_id = ?1 AND owner_id = ?3 AND ", ours!()),
];

/// A model call. `?3` its id, `?4` its execution, `?5` start, `?6` its record as JSON.
pub(super) const INTERACTION: &str = concat!(
    "INSERT INTO interaction (interaction_id, execution_id, stage_id, session_id, created_at, record)
    SELECT ?3, ?4, stage_id, session_id, ?5, ?6 FROM stage WHERE stage_id = ?1 AND ",
    ours!()
);

/// Adds the usage of a call to its execution. `?3`–`?7` tokens, `?8` cost or null, `?9` and `?10` provider and model that
/// replied, `?11` and `?12` the first choice if others replied.
pub(super) const ADD_USAGE: &str = concat!(
    "UPDATE execution SET llm_calls = llm_calls + 1, input = input + ?3, output = output + ?4,
        cached_input = cached_input + ?5, cache_write = cache_write + ?6, reasoning = reasoning + ?7,
        cost_nano_usd = CASE WHEN ?8 IS NULL THEN cost_nano_usd ELSE COALESCE(cost_nano_usd, 0) + ?8 END,
        provider = COALESCE(?9, provider), model = COALESCE(?10, model),
        original_provider = COALESCE(original_provider, ?11), original_model = COALESCE(original_model, ?12)
    WHERE stage_id = ?1 AND ",
    ours!()
);

/// Ends a score. `?3` status, `?4` now, `?5` error, `?6` total, `?7` analysis, `?8` improvement report, `?9` tags, `?10`
/// points, `?11` score by rules, `?12` whether it is suspect, `?13` model, `?14` provider, `?15` truncation.
pub(super) const END_SCORE: &str = "UPDATE session_score SET status = ?3, completed_at = ?4, error_message = ?5,
        total_score = ?6, score_analysis = ?7, tool_improvement_report = ?8, failure_tags = ?9, category_points = ?10,
        rule_score = ?11, suspect = ?12, model = ?13, provider = ?14, context_truncated = ?15, lease_expires_at = NULL
    WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'in_progress')";

/// Ends a score without a result. `?3` status, `?4` now, `?5` error.
pub(super) const FAIL_SCORE: &str =
    "UPDATE session_score SET status = ?3, completed_at = ?4, error_message = ?5, lease_expires_at = NULL
    WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'in_progress')";

/// Ends the execution of a stage. `?3` status, `?4` now, `?5` error, `?6` provider, `?7` model; null keeps these two.
pub(super) const END_EXECUTION: &str = concat!(
    "UPDATE execution SET status = ?3, completed_at = ?4, error_message = ?5, provider = COALESCE(?6, provider),
        model = COALESCE(?7, model)
    WHERE stage_id = ?1 AND status IN ('pending', 'active') AND ",
    ours!()
);

/// Ends a stage. `?3` status, `?4` now, `?5` error, `?6` result; null keeps the result.
pub(super) const END_STAGE: &str = "UPDATE stage SET status = ?3, completed_at = ?4, error_message = ?5,
        result = COALESCE(?6, result), lease_expires_at = NULL
    WHERE stage_id = ?1 AND owner_id = ?2 AND status IN ('pending', 'active')";

/// Adds the completed stage of the interview. `?1` stage, `?2` session, `?3` start, `?4` end, `?5` name.
pub(super) const ADD_INTERVIEW: &str = "INSERT INTO stage (stage_id, session_id, stage_name, stage_index, stage_type,
        status, started_at, completed_at)
    SELECT ?1, ?2, ?5, 1 + COALESCE((SELECT MAX(stage_index) FROM stage WHERE session_id = ?2), 0), 'investigation',
        'completed', ?3, ?4
    WHERE NOT EXISTS (SELECT 1 FROM stage WHERE session_id = ?2 AND stage_type = 'investigation')";

/// Adds the execution of the interview. `?1` stage, `?2` its id, `?3` start, `?4` end, `?5` provider, `?6` model, `?7` calls,
/// `?8`–`?12` tokens, `?13` cost or null.
pub(super) const ADD_INTERVIEW_EXECUTION: &str =
    "INSERT INTO execution (execution_id, stage_id, session_id, agent_name, status,
        started_at, completed_at, provider, model, llm_calls, input, output, cached_input, cache_write, reasoning,
        cost_nano_usd)
    SELECT ?2, stage_id, session_id, 'InterviewEngine', 'completed', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13
    FROM stage WHERE stage_id = ?1";

/// The stage of the interview. `?1` session.
pub(super) const INTERVIEW_STAGE: &str =
    "SELECT stage_id FROM stage WHERE session_id = ?1 AND stage_type = 'investigation' ORDER BY stage_index LIMIT 1";

/// The columns of a job in progress.
macro_rules! job {
    () => {
        "SELECT stage.stage_id, stage.session_id, stage.stage_type, stage.owner_id,
        (SELECT execution_id FROM execution WHERE execution.stage_id = stage.stage_id), session_score.score_id,
        stage.lease_expires_at, session_score.score_triggered_by, session_score.attempt
    FROM stage LEFT JOIN session_score ON session_score.stage_id = stage.stage_id
    WHERE stage.status IN ('pending', 'active')"
    };
}

/// Jobs in progress whose lease expired before `?1` or whose owner is `?2`; of the session `?3`, or of all if it is null.
pub(super) const ORPHANS: &str = concat!(
    job!(),
    " AND (stage.lease_expires_at < ?1 OR stage.owner_id = ?2) AND (?3 IS NULL OR stage.session_id = ?3)
    ORDER BY stage.lease_expires_at LIMIT 100"
);

/// Sessions that ended between a minute and a day ago and miss a job: no summary after fewer than three attempts, or no
/// automatic score where the study enables it. An imported session has no deletion code and gets no automatic jobs. `?1` now.
pub(super) const UNFINISHED: &str = "SELECT c.session FROM collected c JOIN collected_study s ON s.hash = c.study_hash
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

/// A job in progress. `?1` stage.
pub(super) const JOB: &str = concat!(job!(), " AND stage.stage_id = ?1");

/// The score in progress, or the one of an idempotency key. `?1` session, `?2` key or null.
pub(super) const SCORE_IN_PROGRESS: &str = "SELECT score_id, stage_id, status,
        CASE WHEN idempotency_key = ?2 THEN 1 ELSE 0 END
    FROM session_score WHERE session_id = ?1 AND (status IN ('pending', 'in_progress') OR idempotency_key = ?2)
    ORDER BY 4 DESC LIMIT 1";

/// The number of requested scorings. `?1` session, `?2` since.
pub(super) const REQUESTED_SINCE: &str = "SELECT COUNT(*) FROM session_score
    WHERE session_id = ?1 AND score_triggered_by <> 'auto' AND started_at >= ?2";

/// Deletes notices before `?1`.
pub(in crate::edge) const OLD_NOTICES: &str = "DELETE FROM notice WHERE at < ?1";

/// Notices after number `?1`.
pub(in crate::edge) const NOTICES: &str =
    "SELECT seq, session_id, at, type, body FROM notice WHERE seq > ?1 ORDER BY seq LIMIT 100";

/// The number of the latest notice, deleted or not.
pub(in crate::edge) const LATEST_NOTICE: &str =
    "SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'notice'), 0)";
