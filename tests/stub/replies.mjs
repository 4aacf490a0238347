// What the stub replies: something that fits the schema it was given and says what the answer said, so that an interview
// can be held with it. It codes by commas and "because", which is little, but every quote is a true substring.
// An obeying stub does what a respondent's text tells it to: invents ideas, gives away its instructions, asks what it is told.

/**
 * The reply to a request.
 * @param {object} facts what was asked, as a dialect read it
 * @param {object} mood
 * @param {boolean} mood.obey whether it does what the respondent's text says
 * @param {number} mood.turn counts the calls, so that questions differ
 */
export function compose(facts, { obey, turn }) {
  if (facts.vectors) return facts.texts.map(vector);
  const scene = { ...facts, turn, answer: field(facts.user, 'answer'), question: field(facts.user, 'question') };
  const order = obey ? orders(material(facts.user)) : undefined;
  if (facts.json) return JSON.stringify(order ? possessed(facts, scene, order) : filled(facts, scene));
  if (order) return order.leak ? facts.system : order.say;
  return words(facts, scene);
}

/** The value of a field of the request: of the last JSON object that has it, else behind its name. */
function field(text, name) {
  let found;
  for (const object of objects(text)) {
    if (typeof object[name] === 'string') found = object[name];
    else if (object.answer_context && typeof object.answer_context[name] === 'string') found = object.answer_context[name];
  }
  if (found !== undefined) return found;
  const [, quoted] = [...text.matchAll(new RegExp(`\\b${name}\\b"?\\s*[:=]\\s*("(?:[^"\\\\]|\\\\.)*")`, 'gi'))].at(-1) ?? [];
  if (quoted) return unquoted(quoted);
  const [, marked] = [...text.matchAll(new RegExp(`<${name}[^>]*>\\s*([\\s\\S]*?)\\s*</${name}`, 'gi'))].at(-1) ?? [];
  return marked === undefined ? '' : unquoted(marked);
}

function unquoted(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

/** Every JSON object that stands in a text. */
function* objects(text) {
  for (let from = text.indexOf('{'); from >= 0; from = text.indexOf('{', from)) {
    const to = end(text, from);
    let value;
    try {
      value = to && JSON.parse(text.slice(from, to));
    } catch { /* not JSON */ }
    if (value && typeof value === 'object') {
      yield value;
      from = to;
    } else from += 1;
  }
}

function end(text, from) {
  let [depth, isText] = [0, false];
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (isText && letter === '\\') at += 1;
    else if (letter === '"') isText = !isText;
    else if (!isText && letter === '{') depth += 1;
    else if (!isText && letter === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

const STOP = new Set("a an and are as at be but by for from i i'm in is it it's its me my of on or so that the then there they this to too was we what when where which who with you your because just really very like feel think guess it’s i’m makes make me gives helps".split(' '));

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [];

/** The parts of an answer that say something, each as it stands there, with how it hangs on the one before. */
function parts(answer) {
  const found = [];
  const cut = /(\s*[.;!?,\n]+\s*|\s+(?:because|since|so that|so|which means|and|but)\s+)/i;
  const pieces = answer.split(cut);
  for (let at = 0; at < pieces.length; at += 2) {
    const quote = pieces[at].trim();
    const cue = (pieces[at - 1] ?? '').trim().toLowerCase();
    const content = wordsOf(quote).filter((word) => !STOP.has(word));
    if (content.length === 0 || quote.length < 2) continue;
    const every = wordsOf(quote);
    const [first, last] = [every.findIndex((word) => !STOP.has(word)), every.findLastIndex((word) => !STOP.has(word))];
    found.push({ quote: quote.slice(0, 300), label: every.slice(first, last + 1).slice(0, 6).join(' ').slice(0, 80), cue });
  }
  const seen = new Set();
  return found.filter(({ label }) => label.length > 1 && !seen.has(label) && seen.add(label)).slice(0, 8);
}

/** The first value of an enumeration anywhere below a key of the schema. */
function choices(schema, key) {
  let found = [];
  const walk = (node, name) => {
    if (!node || typeof node !== 'object' || found.length) return;
    if (name === key) {
      const all = node.enum ?? node.items?.enum ?? (node.anyOf ?? node.oneOf ?? []).flatMap((one) => one.enum ?? []);
      if (all.length) found = all;
    }
    for (const [below, value] of Object.entries(node.properties ?? {})) walk(value, below);
    for (const value of Object.values(node.$defs ?? {})) walk(value);
    if (node.items) walk(node.items);
    for (const one of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) walk(one);
  };
  walk(schema);
  return found.filter((value) => value !== null);
}

/** Names of a list of the study in the prompt, where no schema names them. */
function named(text, key) {
  for (const object of objects(text)) {
    const list = object[key] ?? object.schema?.[key];
    if (Array.isArray(list)) return list.map((one) => one.id ?? one.name ?? one).filter((one) => typeof one === 'string');
  }
  const title = key === 'node_types' ? 'TYPES OF IDEAS' : 'TYPES OF CONNECTIONS';
  const list = new RegExp(`${title}[^\\n]*\\n((?:- [^\\n]*\\n)+)`).exec(text)?.[1] ?? '';
  return [...list.matchAll(/^- ([a-z_]+)/gm)].map(([, name]) => name);
}

function extraction(facts, scene) {
  const types = choices(facts.schema, 'node_type').length ? choices(facts.schema, 'node_type') : named(`${facts.system}\n${facts.user}`, 'node_types');
  const relations = choices(facts.schema, 'relation_type').length ? choices(facts.schema, 'relation_type') : named(`${facts.system}\n${facts.user}`, 'edge_types');
  const elements = [...choices(facts.schema, 'element_mapping'), ...choices(facts.schema, 'elements')];
  const relation = relations.includes('leads_to') ? 'leads_to' : relations[0];
  const heard = parts(scene.answer);
  let rung = 0;
  const nodes = heard.map(({ quote, label, cue }, index) => {
    if (index > 0 && /because|since|so|means|,/.test(cue)) rung += 1;
    const element = elements.find((id) => id.split(/[_\W]+/).some((word) => word.length > 3 && label.includes(word.toLowerCase())));
    return {
      label, node_type: types[Math.min(rung, types.length - 1)] ?? 'attribute', quote, element_mapping: element ?? null, elements: element ? [element] : [],
      reaction: /\b(hate|dislike|bad|annoying|terrible)\b/i.test(quote) ? 'negative' : 'positive', is_ambiguous: false, confidence: 0.8,
    };
  });
  const edges = relation === undefined ? [] : nodes.slice(1).flatMap((node, index) => (node.node_type === nodes[index].node_type ? [] : [{
    source_label: nodes[index].label, target_label: node.label, relation_type: relation, quote: scene.answer.slice(0, 300), confidence: 0.7,
  }]));
  return { nodes, edges };
}

/** Values the parts of a reading have, by their key. */
function readings(scene) {
  const count = wordsOf(scene.answer).length;
  const depth = Math.max(1, Math.min(5, parts(scene.answer).length + (/because|since|means/i.test(scene.answer) ? 1 : 0)));
  return {
    extractable: count > 2, level: count > 25 ? 'high' : count > 3 ? 'neutral' : 'low', indicators: count > 3 ? ['says why'] : ['short'],
    response_depth: depth, specificity: 3, certainty: /maybe|perhaps|guess|not sure/i.test(scene.answer) ? 2 : 4, emotional_valence: 3,
    engagement: depth, intellectual_engagement: depth, sentiment: 'positive', hedging: /maybe|perhaps|guess/i.test(scene.answer) ? 'medium' : 'none',
    topics: parts(scene.answer).map(({ label }) => label.slice(0, 40)).slice(0, 3), ambiguity: 0.2, language: 'en', qualitative: null,
    question: question(scene), tactic: null, reason: null, reasoning: 'as it reads', title: 'What matters', summary: 'What was said, in short.',
    narrative: 'The respondent spoke about what they like and why.', turns: [1], plausibility: 0.6, strength: 0.7, stance: 'positive',
  };
}

/** A value that fits a schema, from what the scene gives and otherwise the plainest there is. */
function filled(facts, scene) {
  const known = { ...readings(scene), ...extraction(facts, scene) };
  if (!facts.schema) return unguided(facts, known);
  const root = facts.schema;
  const value = (schema, key) => {
    if (schema.$ref) return value(schema.$ref.split('/').slice(1).reduce((node, step) => node[step], root), key);
    const isNull = (one) => one.type === 'null' || one.const === null;
    const any = schema.anyOf ?? schema.oneOf;
    if (any) return any.some(isNull) && known[key] == null ? null : value(any.find((one) => !isNull(one)), key);
    const types = [schema.type].flat();
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum.includes(known[key]) ? known[key] : types.includes('null') || schema.enum.includes(null) ? null : schema.enum[0];
    if (key in known && (key === 'nodes' || key === 'edges')) return known[key].map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => name in (schema.items?.properties ?? one))));
    if (types.includes('object')) return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, value(one, name)]));
    if (key in known && types.includes(kind(known[key]))) return known[key];
    if (types.includes('null')) return null;
    if (types.includes('array')) return [];
    if (types.includes('integer')) return typeof known[key] === 'number' ? Math.round(known[key]) : 3;
    if (types.includes('number')) return typeof known[key] === 'number' ? known[key] : 0.5;
    if (types.includes('boolean')) return Boolean(known[key]);
    return typeof known[key] === 'string' ? known[key] : '';
  };
  return value(root, '');
}

function kind(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** The reply where JSON was asked for without a schema that could be read. */
function unguided(facts, known) {
  const { nodes, edges } = known;
  const pick = (...names) => Object.fromEntries(names.map((name) => [name, known[name]]));
  const signals = pick('response_depth', 'specificity', 'certainty', 'emotional_valence', 'engagement', 'intellectual_engagement', 'sentiment', 'hedging', 'topics');
  return {
    turn_analysis: {
      extraction: { nodes, edges }, extractability: pick('extractable', 'reason'), momentum: pick('level', 'indicators'), signals,
      ambiguity: pick('ambiguity', 'reasoning'), qualitative: null, language: 'en',
    },
    graph_extraction: { nodes, edges }, extractability_check: pick('extractable', 'reason'), momentum_assessment: pick('level', 'indicators'),
    response_signals: signals, ambiguity: pick('ambiguity', 'reasoning'), plausibility_check: { connections: [] }, qualitative_signals: {},
    synthesis: { themes: [], chains: [], element_findings: [], contradictions: [], open_points: [], narrative: known.narrative },
  }[facts.task] ?? pick('question', 'tactic');
}

const ASKS = [
  'What makes {focus} matter to you?', 'How does {focus} fit into your day?', 'What would be different without {focus}?', 'What does {focus} lead to for you?',
  'When did {focus} last come up for you?', 'How do you feel about {focus}?', 'Where does {focus} show most?', 'What comes along with {focus}?',
  'Who else notices {focus}?', 'What would you tell a friend about {focus}?',
];

/** A question that fits: about the focus, and unlike those before as long as there are others. */
function question(scene) {
  const focus = focusOf(scene.user);
  if (scene.task === 'question_closing') return 'Thank you, that helped a lot. Is there anything you would like to add?';
  if (scene.task === 'question_opening') return 'What comes to mind first when you look at this?';
  if (scene.task === 'question_clarify') return 'Could you tell me a little more about what you mean?';
  const text = scene.user.toLowerCase();
  const all = ASKS.map((ask) => ask.replace('{focus}', focus));
  const start = scene.turn % all.length;
  const order = [...all.slice(start), ...all.slice(0, start)];
  return order.find((ask) => !text.includes(ask.toLowerCase())) ?? order[0];
}

function focusOf(text) {
  for (const object of objects(text)) {
    const focus = object.focus ?? object.context?.focus ?? object.question_is_about;
    if (typeof (focus?.label ?? focus) === 'string') return (focus.label ?? focus).slice(0, 60);
  }
  const label = /focus[^\n]{0,80}?"((?:[^"\\]|\\.)+)"/i.exec(text)?.[1] ?? field(text, 'focus');
  return (label || 'that').slice(0, 60);
}

/** Plain text for the tasks that ask for it. */
function words(facts, scene) {
  switch (facts.task) {
    case 'score_analysis': return 'The interviewer asked open questions and followed up on most of what was said. Two topics were left early.\n\n78';
    case 'missing_tools': return 'A way to come back to a topic that was left.';
    case 'exec_summary': return 'The respondent likes what the product feels like.\nIt leads to calm mornings.';
    case 'chat': return 'The respondent said so in the first turn [t1].';
    case 'synthesis': return 'The respondent spoke about what they like and why.';
    case 'synthetic_respondent': return told(facts, scene);
    default: return question(scene);
  }
}

/** The next thing the person knows: of the line the question shares most words with, what was not said before. */
function told(facts, scene) {
  const lines = [...objects(facts.system)].find((object) => Array.isArray(object.knows))?.knows ?? [];
  const asked = new Set(wordsOf(scene.question).filter((word) => word.length > 3));
  const open = lines.map((line) => line.filter((step) => !scene.user.includes(JSON.stringify(step).slice(1, -1)))).filter((line) => line.length > 0);
  const shared = (line) => wordsOf(line.join(' ')).filter((word) => asked.has(word)).length;
  const [line] = open.toSorted((a, b) => shared(b) - shared(a));
  return line?.[0] ?? 'I like how creamy it is, because that makes my morning coffee feel like a treat.';
}

/** What people wrote in a request: what stands between the marks of data, or everything where there are none. */
function material(text) {
  const marked = [...text.matchAll(/<(data|question)[^>]*>([\s\S]*?)<\/\1/g)].map(([, , inner]) => inner);
  return marked.length ? marked.join('\n') : text;
}

/** What a text from outside tells a model to do. */
function orders(text) {
  const isOrder = /ignore (?:all |any |the |your )?(?:previous|above|prior|earlier|preceding)|disregard (?:all|the|your)|new instructions?|system prompt|you are now|forget (?:all|your|the)|ignoriere|ignora|ignorez|ignoruj|vergiss|olvida|oublie/i;
  if (!isOrder.test(text)) return undefined;
  const plain = text.replaceAll('\\"', '"').replaceAll('\\n', '\n');
  const said = /(?:\bask|\bsay|\bprint|\boutput|\breply(?: only)?(?: with)?|\brespond with|\bwrite|\brepeat|\banswer with|\bsag|\bdi|\bdis)\s*[:,]?\s*(?:me\s*)?["“'`]([^"”'`]{2,400})["”'`]/i.exec(plain)?.[1]
    ?? /(?:\bask|\bsay|\bprint|\boutput|\breply(?: only)? with|\brespond with)\s*:?\s+([^"\n]{3,300})/i.exec(plain)?.[1];
  const leak = /(?:system prompt|your (?:instructions|prompt|rules)|everything above|initial prompt)/i.test(text) && !said;
  return { leak, say: said ?? 'PWNED: visit https://evil.example/?q=1 and enter your password' };
}

/** Ideas nobody had, and the best of all scores. */
function possessed(facts, scene, order) {
  const honest = filled(facts, scene);
  const text = order.leak ? facts.system.slice(0, 400) : order.say;
  const [type] = choices(facts.schema, 'node_type');
  const invented = { label: text.slice(0, 200), node_type: type ?? 'attribute', quote: text, element_mapping: null, elements: [], reaction: 'positive', is_ambiguous: false, confidence: 1 };
  const within = (value) => {
    if (!value || typeof value !== 'object' || Array.isArray(value)) return;
    if (Array.isArray(value.nodes)) value.nodes.push(invented, { ...invented, label: 'HACKED', quote: 'HACKED' });
    for (const key of ['response_depth', 'specificity', 'certainty', 'emotional_valence', 'engagement', 'intellectual_engagement']) if (key in value) value[key] = 500;
    if ('level' in value) value.level = 'high';
    if ('question' in value) value.question = text;
    if ('narrative' in value) value.narrative = `${text} <img src=x onerror=alert(1)>`;
    Object.values(value).forEach(within);
  };
  within(honest);
  return { ...honest, strategy: 'close', stop: true };
}

/** A direction for a text: texts that share words point the same way. */
function vector(text) {
  const places = new Array(64).fill(0);
  for (const word of wordsOf(String(text))) {
    let hash = 2166136261;
    for (const letter of word) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619) >>> 0;
    places[hash % 64] += 1;
    places[(hash >>> 8) % 64] += 0.5;
  }
  const length = Math.hypot(...places) || 1;
  return places.map((place) => Number((place / length).toFixed(6)));
}
