// The dialects the stub speaks: how a request is read, how a reply, a stream and a failure are written.

const PROVIDERS = ['openai', 'moonshot', 'deepseek', 'ollama', 'llamacpp', 'vllm'];

/** The dialect of a path, if anything lives there. */
export function dialect(path, headers) {
  const [first, ...rest] = path.split('/').filter(Boolean);
  const provider = PROVIDERS.includes(first) ? first : undefined;
  const below = (provider || first === 'anthropic' ? rest : [first, ...rest]).filter((part) => part !== 'v1').join('/');
  if (below === 'messages') return anthropic;
  if (below === 'chat/completions') return chat(provider ?? 'openai');
  if (below === 'embeddings') return embeddings(provider ?? 'openai');
  if (below === 'models') return headers['x-api-key'] ? anthropic : chat(provider ?? 'openai');
  return undefined;
}

const texts = (content) => (typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join(''));

/** The schema a system text asks for, where nothing else holds the model to one. */
function told(system) {
  const text = /JSON Schema:\n(\{[\s\S]*\})\s*$/.exec(system)?.[1];
  try {
    return text && JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The task of a request: the name of its schema or tool, what the prompt says, or the shape of the schema. */
function task(name, schema, system, user) {
  if (name && name !== 'reply') return name;
  const keys = Object.keys(schema?.properties ?? {});
  const shaped = [
    ['turn_analysis', 'extraction'], ['graph_extraction', 'nodes'], ['momentum_assessment', 'indicators'], ['response_signals', 'response_depth'],
    ['extractability_check', 'extractable'], ['ambiguity', 'ambiguity'], ['plausibility_check', 'connections'], ['synthesis', 'themes'],
    ['qualitative_signals', 'uncertainty'], ['question_followup', 'question'],
  ].find(([, key]) => keys.includes(key))?.[0];
  const said = [
    ['question_opening', user, /this is the first question/i], ['question_closing', user, /this is the last turn/i],
    ['question_clarify', user, /could not be used/i], ['question_followup', system, /word the next question/i],
    ['synthetic_respondent', system, /you play a respondent/i], ['exec_summary', system, /you shorten the report/i],
    ['chat', system, /a researcher's questions/i], ['missing_tools', user, /now say what would have helped/i], ['score_analysis', system, /you judge how well/i],
    ['synthesis', system, /you report what/i], ['turn_analysis', system, /you read one answer|turn_analysis|"extraction"/i], ['question_followup', user, /question/i],
  ].find(([, text, words]) => words.test(text))?.[0];
  return shaped ?? said ?? 'unknown';
}

const THINKING = 'The person speaks about what they like; I should read that carefully.';

const anthropic = {
  provider: 'anthropic',
  key: (headers) => headers['x-api-key'] ?? '',
  list: (models) => ({ data: models.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' })), has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null }),
  read(asked) {
    const system = texts(asked.system);
    const user = (asked.messages ?? []).map((message) => texts(message.content)).join('\n');
    // Offered a tool, it calls it, forced or not.
    const tool = asked.tools?.find((one) => one.name === asked.tool_choice?.name) ?? asked.tools?.[0];
    const schema = tool?.input_schema ?? asked.output_config?.format?.schema ?? told(system);
    return {
      system, user, schema, tool: tool?.name, json: Boolean(schema), model: asked.model, stream: Boolean(asked.stream), limit: asked.max_tokens,
      usage: true, thinks: asked.thinking?.type === 'enabled' || asked.thinking?.type === 'adaptive', task: task(tool?.name, schema, system, user),
    };
  },
  problem(asked, models) {
    if (!asked.max_tokens) return { kind: 'invalid', message: 'max_tokens: Field required' };
    if (!asked.messages?.length) return { kind: 'invalid', message: 'messages: at least one message is required' };
    if (models.length && !models.includes(asked.model)) return { kind: 'not_found', message: `model: ${asked.model}` };
    if (asked.thinking && asked.thinking.type !== 'disabled' && asked.tool_choice && asked.tool_choice.type !== 'auto') {
      return { kind: 'invalid', message: 'Thinking may not be enabled when tool_choice forces tool use.' };
    }
    if ('seed' in asked || 'response_format' in asked) return { kind: 'invalid', message: 'seed: Extra inputs are not permitted' };
    return undefined;
  },
  failure(kind, { message, field, retry_after: retryAfter } = {}) {
    const [status, type, text] = {
      auth: [401, 'authentication_error', 'invalid x-api-key'],
      balance: [402, 'billing_error', 'Your credit balance is too low to access the API.'],
      permission: [403, 'permission_error', 'Your API key does not have permission to use the specified resource.'],
      not_found: [404, 'not_found_error', 'model: no-such-model'],
      conflict: [409, 'conflict_error', 'The request conflicts with another one.'],
      too_large: [413, 'request_too_large', 'Request exceeds the maximum allowed number of bytes.'],
      invalid: [400, 'invalid_request_error', 'messages.0: unexpected role'],
      unsupported: [400, 'invalid_request_error', `\`${field ?? 'temperature'}\` is deprecated for this model.`],
      too_long: [400, 'invalid_request_error', 'prompt is too long: 215000 tokens > 200000 maximum'],
      rate_limited: [429, 'rate_limit_error', 'This request would exceed your account\'s rate limit.'],
      quota: [429, 'rate_limit_error', 'You have reached your specified API usage limits.'],
      server_error: [500, 'api_error', 'Internal server error'],
      bad_gateway: [502, 'api_error', 'Bad gateway'],
      unavailable: [503, 'api_error', 'Service unavailable'],
      gateway_timeout: [504, 'timeout_error', 'Request timed out'],
      overloaded: [529, 'overloaded_error', 'Overloaded'],
    }[kind] ?? [500, 'api_error', `unknown fault ${kind}`];
    const error = { type, message: message ?? text };
    if (kind === 'quota') error.details = { error_code: 'enforced_spend_limit_reached' };
    const headers = { 'request-id': 'req_stub' };
    if (retryAfter !== undefined) headers['retry-after'] = retryAfter;
    return { status, value: { type: 'error', error, request_id: 'req_stub' }, headers };
  },
  whole(facts, reply, usage, { thinking, stop, refusal, noUsage } = {}) {
    const content = [];
    if (thinking ?? facts.thinks) content.push({ type: 'thinking', thinking: THINKING, signature: 'c3R1Yg==' });
    if (facts.tool && !refusal) {
      let input;
      try {
        input = JSON.parse(reply);
      } catch {
        input = {};
      }
      content.push({ type: 'tool_use', id: 'toolu_stub', name: facts.tool, input });
    } else if (reply !== '') content.push({ type: 'text', text: reply });
    return {
      id: 'msg_stub', type: 'message', role: 'assistant', model: facts.model, content,
      stop_reason: refusal ? 'refusal' : stop === 'length' ? 'max_tokens' : facts.tool ? 'tool_use' : 'end_turn', stop_sequence: null,
      ...(noUsage ? {} : { usage: anthropicUsage(usage) }),
    };
  },
  /** The events of a stream, each as its bytes. */
  stream(facts, reply, usage, { thinking, stop, refusal, noUsage } = {}) {
    const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`;
    const events = [event('message_start', { message: { ...this.whole(facts, '', usage, { thinking: false, noUsage }), content: [], stop_reason: null, ...(noUsage ? {} : { usage: { ...anthropicUsage(usage), output_tokens: 1 } }) } }), event('ping', {})];
    let index = 0;
    if (thinking ?? facts.thinks) {
      events.push(event('content_block_start', { index, content_block: { type: 'thinking', thinking: '' } }), event('content_block_delta', { index, delta: { type: 'thinking_delta', thinking: THINKING } }));
      events.push(event('content_block_delta', { index, delta: { type: 'signature_delta', signature: 'c3R1Yg==' } }), event('content_block_stop', { index }));
      index += 1;
    }
    const isTool = facts.tool && !refusal;
    events.push(event('content_block_start', { index, content_block: isTool ? { type: 'tool_use', id: 'toolu_stub', name: facts.tool, input: {} } : { type: 'text', text: '' } }));
    for (const piece of pieces(reply)) events.push(event('content_block_delta', { index, delta: isTool ? { type: 'input_json_delta', partial_json: piece } : { type: 'text_delta', text: piece } }));
    events.push(event('content_block_stop', { index }));
    const reason = refusal ? 'refusal' : stop === 'length' ? 'max_tokens' : isTool ? 'tool_use' : 'end_turn';
    events.push(event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, ...(noUsage ? {} : { usage: { output_tokens: usage.output } }) }), event('message_stop', {}));
    return events;
  },
  pause: 'event: ping\ndata: {"type":"ping"}\n\n',
  broken: () => `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })}\n\n`,
};

const anthropicUsage = ({ input, output, cached = 0 }) => ({ input_tokens: input - cached, cache_creation_input_tokens: 0, cache_read_input_tokens: cached, output_tokens: output });

/** The dialect of the many who speak OpenAI's. */
function chat(provider) {
  return {
    provider,
    key: bearer,
    list: (models) => ({ object: 'list', data: models.map((id) => ({ id, object: 'model', created: 1767225600, owned_by: provider })) }),
    read(asked) {
      const of = (role) => (asked.messages ?? []).filter((message) => role.includes(message.role)).map((message) => texts(message.content)).join('\n');
      const [system, user] = [of(['system', 'developer']), of(['user', 'assistant'])];
      const tool = (asked.tools?.find((one) => one.function?.name === asked.tool_choice?.function?.name) ?? asked.tools?.[0])?.function;
      const format = asked.response_format;
      const schema = tool?.parameters ?? format?.json_schema?.schema ?? asked.structured_outputs?.json ?? asked.json_schema ?? told(system);
      const name = tool?.name ?? format?.json_schema?.name;
      return {
        system, user, schema, tool: tool?.name, json: Boolean(schema) || format?.type === 'json_object', model: asked.model, stream: Boolean(asked.stream),
        limit: asked.max_completion_tokens ?? asked.max_tokens, usage: !asked.stream || Boolean(asked.stream_options?.include_usage),
        thinks: ['moonshot', 'deepseek'].includes(provider) && asked.thinking?.type !== 'disabled', task: task(name, schema, system, user),
      };
    },
    problem(asked, models) {
      if (!asked.messages?.length) return { kind: 'invalid', message: "Missing required parameter: 'messages'." };
      if (models.length && !models.includes(asked.model)) return { kind: 'not_found' };
      const isJson = asked.response_format?.type === 'json_object';
      if (isJson && !/json/i.test(JSON.stringify(asked.messages))) return { kind: 'invalid', message: "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'." };
      return undefined;
    },
    failure: (kind, more) => chatFailure(provider, kind, more),
    whole(facts, reply, usage, { stop, refusal, filter, noUsage, thinking } = {}) {
      const message = { role: 'assistant', content: refusal || facts.tool ? null : reply };
      if (thinking ?? facts.thinks) message.reasoning_content = THINKING;
      if (refusal) message.refusal = "I'm sorry, I can't help with that.";
      else if (facts.tool) message.tool_calls = [{ id: 'call_stub', type: 'function', function: { name: facts.tool, arguments: reply } }];
      const finish = filter ? 'content_filter' : stop === 'length' ? 'length' : facts.tool && !refusal ? 'tool_calls' : 'stop';
      return { id: 'chatcmpl-stub', object: 'chat.completion', created: 1767225600, model: facts.model, choices: [{ index: 0, message, finish_reason: finish, logprobs: null }], ...(noUsage ? {} : { usage: chatUsage(provider, usage) }) };
    },
    stream(facts, reply, usage, { stop, refusal, filter, noUsage, thinking } = {}) {
      const chunk = (choices, more = {}) => `data: ${JSON.stringify({ id: 'chatcmpl-stub', object: 'chat.completion.chunk', created: 1767225600, model: facts.model, choices, ...more })}\n\n`;
      const delta = (value, finish = null) => chunk([{ index: 0, delta: value, finish_reason: finish, logprobs: null }]);
      const events = [delta({ role: 'assistant', content: facts.tool ? null : '' })];
      if (thinking ?? facts.thinks) for (const piece of pieces(THINKING)) events.push(delta({ reasoning_content: piece }));
      const isTool = facts.tool && !refusal;
      if (isTool) events.push(delta({ tool_calls: [{ index: 0, id: 'call_stub', type: 'function', function: { name: facts.tool, arguments: '' } }] }));
      for (const piece of pieces(refusal ? "I'm sorry, I can't help with that." : reply)) events.push(delta(refusal ? { refusal: piece } : isTool ? { tool_calls: [{ index: 0, function: { arguments: piece } }] } : { content: piece }));
      events.push(delta({}, filter ? 'content_filter' : stop === 'length' ? 'length' : isTool ? 'tool_calls' : 'stop'));
      if (facts.usage && !noUsage) events.push(chunk([], { usage: chatUsage(provider, usage) }));
      events.push('data: [DONE]\n\n');
      return events;
    },
    pause: provider === 'openai' ? ': ping\n\n' : ': keep-alive\n\n',
    broken: () => `data: ${JSON.stringify({ error: { message: 'The server had an error while processing your request.', type: 'server_error', param: null, code: null } })}\n\n`,
  };
}

const bearer = (headers) => /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ?? '';

function chatUsage(provider, { input, output, cached = 0, reasoning = 0 }) {
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  if (provider === 'deepseek') return { ...usage, prompt_cache_hit_tokens: cached, prompt_cache_miss_tokens: input - cached };
  if (provider === 'moonshot') return { ...usage, cached_tokens: cached };
  if (provider === 'openai') return { ...usage, prompt_tokens_details: { cached_tokens: cached }, completion_tokens_details: { reasoning_tokens: reasoning } };
  return usage;
}

function chatFailure(provider, kind, { message, field, retry_after: retryAfter } = {}) {
  const openai = {
    auth: [401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided: stub. You can find your API key at https://platform.openai.com/account/api-keys.'],
    balance: [402, 'insufficient_quota', 'credit_balance_exhausted', 'Your credit balance is exhausted.'],
    permission: [403, 'invalid_request_error', 'unsupported_country_region_territory', 'Country, region, or territory not supported'],
    not_found: [404, 'invalid_request_error', 'model_not_found', 'The model `no-such-model` does not exist or you do not have access to it.'],
    conflict: [409, 'invalid_request_error', null, 'The request conflicts with another one.'],
    too_large: [413, 'invalid_request_error', null, 'Request too large.'],
    invalid: [400, 'invalid_request_error', null, "Invalid value: 'robot'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'."],
    unprocessable: [422, 'invalid_request_error', null, 'Failed to deserialize the JSON body into the target type'],
    unsupported: field === 'max_tokens'
      ? [400, 'invalid_request_error', 'unsupported_parameter', "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."]
      : [400, 'invalid_request_error', 'unsupported_value', `Unsupported value: '${field ?? 'temperature'}' does not support 0.2 with this model. Only the default (1) value is supported.`],
    too_long: [400, 'invalid_request_error', 'context_length_exceeded', "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens."],
    rate_limited: [429, 'tokens', 'rate_limit_exceeded', 'Rate limit reached for requests.'],
    quota: [429, 'insufficient_quota', 'insufficient_quota', 'You exceeded your current quota, please check your plan and billing details.'],
    server_error: [500, 'server_error', null, 'The server had an error while processing your request.'],
    bad_gateway: [502, 'server_error', null, 'Bad gateway'],
    unavailable: [503, 'server_error', 'slow_down', 'The engine is currently overloaded, please try again later.'],
    gateway_timeout: [504, 'server_error', null, 'Gateway timeout'],
    overloaded: [503, 'server_error', null, 'The engine is currently overloaded, please try again later.'],
  };
  const theirs = {
    moonshot: {
      auth: [401, 'invalid_authentication_error', undefined, 'Invalid Authentication'],
      balance: [403, 'exceeded_current_quota_error', undefined, 'Your account is suspended due to insufficient balance, please recharge your account.'],
      quota: [429, 'exceeded_current_quota_error', undefined, 'You exceeded your current token quota, please check your account balance.'],
      filter: [400, 'content_filter', undefined, 'The request was rejected because it was considered high risk'],
      too_long: [400, 'invalid_request_error', undefined, 'Invalid request: Your request exceeded model token limit: 262144'],
      rate_limited: [429, 'rate_limit_reached_error', undefined, 'Your account request reached max organization concurrency.'],
      overloaded: [429, 'engine_overloaded_error', undefined, 'The engine is currently overloaded, please try again later'],
    },
    deepseek: {
      auth: [401, 'authentication_error', 'invalid_request_error', 'Authentication Fails (no such user)'],
      balance: [402, 'unknown_error', 'invalid_request_error', 'Insufficient Balance'],
      overloaded: [503, 'service_unavailable_error', 'service_unavailable', 'Service is too busy. Please try again later.'],
    },
    ollama: { not_found: [404, 'api_error', null, 'model "no-such-model" not found, try pulling it first'] },
    llamacpp: { invalid: [400, 'invalid_request_error', 400, 'Either "json_schema" or "grammar" can be specified, but not both'] },
    vllm: {},
  }[provider] ?? {};
  const [status, type, code, text] = theirs[kind] ?? openai[kind] ?? [500, 'server_error', null, `unknown fault ${kind}`];
  const headers = { 'x-request-id': 'req_stub' };
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter;
  return { status, value: { error: { message: message ?? text, type, param: kind === 'unsupported' ? (field ?? 'temperature') : null, code } }, headers };
}

/** Vectors that are alike for texts that share words: each word adds to the places its letters name. */
function embeddings(provider) {
  return {
    ...chat(provider),
    read: (asked) => ({ system: '', user: '', texts: [asked.input].flat(), task: 'embeddings', model: asked.model, vectors: true }),
    problem: (asked) => (asked.input === undefined || asked.input.length === 0 ? { kind: 'invalid', message: "Missing required parameter: 'input'." } : undefined),
    whole: (facts, reply, usage, { noUsage } = {}) => ({
      object: 'list', model: facts.model, data: reply.map((embedding, index) => ({ object: 'embedding', index, embedding })),
      ...(noUsage ? {} : { usage: { prompt_tokens: usage.input, total_tokens: usage.input } }),
    }),
  };
}

/** A text in pieces of a few characters, as models write. */
function pieces(text) {
  return [...text].reduce((all, letter, index) => {
    if (index % 7 === 0) all.push('');
    all[all.length - 1] += letter;
    return all;
  }, []);
}
