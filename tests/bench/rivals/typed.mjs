// The strongest rival in JavaScript: a struct of typed arrays, adjacency rebuilt from the list of edges each turn, its own Louvain,
// dynamic programming for ladders and a radix sort of all pairs. Nothing is allocated on the way but results.

import { AMOUNTS, GLOBALS, RUNGS, STRATEGIES, TYPES, allowed, bind, compile } from './common.mjs';
const grow = (a, n) => {
  if (a.length >= n) return a;
  const b = new a.constructor(Math.max(n, a.length * 2));
  b.set(a);
  return b;
};
export class Engine {
  constructor(data) {
    this.strategies = compile();
    this.n = 0;
    this.m = 0;
    this.ids = [];
    this.idx = new Map();
    this.labels = new Map();
    this.elements = data.elements;
    this.E = data.elements.length;
    this.eidx = new Map(data.elements.map((e, i) => [e.id, i]));
    const c = Math.ceil(data.nodes.length * 1.25) + 16,
      m = Math.ceil(data.edges.length * 1.25) + 16;
    this.cap = c;
    this.mcap = m;
    this.type = new Uint8Array(c);
    this.el = new Int16Array(2 * c).fill(-1); // up to two elements per node
    this.fc = new Uint16Array(c);
    this.lastFocus = new Int32Array(c).fill(-1);
    this.streak = new Uint16Array(c);
    this.same = new Uint16Array(c);
    this.sinceY = new Uint16Array(c);
    this.lastStrat = new Int8Array(c).fill(-1);
    this.depths = new Uint8Array(c);
    this.nd = new Uint8Array(c); // last 3 depths as bits
    this.src = new Uint32Array(m);
    this.dst = new Uint32Array(m);
    this.rev = new Uint8Array(m);
    this.prev = -1;
    this.turn = 0;
    this.last = -1;
    this.outdeg = new Uint32Array(c);
    this.indeg = new Uint32Array(c);
    this.deg = new Uint32Array(c);
    this.xadj = new Uint32Array(c + 1);
    this.adj = new Uint32Array(2 * m);
    this.xin = new Uint32Array(c + 1);
    this.inn = new Uint32Array(m);
    this.fill = new Uint32Array(c + 1);
    const W = c;
    this.lv = {
      comm: new Int32Array(W),
      tot: new Float64Array(W),
      k: new Float64Array(W),
      nw: new Float64Array(W),
      nl: new Int32Array(W),
      q: new Int32Array(W),
      inq: new Uint8Array(W),
      node2: new Int32Array(W),
      map: new Int32Array(W),
      cs: new Int32Array(W + 1),
      mem: new Int32Array(W),
      x: [new Int32Array(W + 1), new Int32Array(W + 1)],
      a: [new Int32Array(2 * m), new Int32Array(2 * m)],
      w: [new Float64Array(2 * m), new Float64Array(2 * m)],
      self: [new Float64Array(W), new Float64Array(W)],
    };
    this.stamp = new Int32Array(c);
    this.scratch = new Int32Array(c);
    this.dp = new Uint16Array(2 * c);
    this.link = new Uint8Array(this.E * this.E);
    const P = c * STRATEGIES.length;
    this.score = new Float64Array(P);
    this.ord = [new Uint32Array(P), new Uint32Array(P)];
    this.hist = new Uint32Array(2048 * 6);
    this.keyHi = new Uint32Array(P);
    this.keyLo = new Uint32Array(P);
    this.code = {
      ex: new Uint8Array(c),
      st: new Uint8Array(c),
      cur: new Uint8Array(c),
      orp: new Uint8Array(c),
      out: new Uint8Array(c),
      streak: new Uint8Array(c),
      rep: new Uint8Array(c),
    };
    this.exScore = new Float64Array(c);
    this.recency = new Float64Array(c);
    this.allowed = new Uint8Array(32);
    for (let s = 0; s < 4; s++)
      for (let t = 0; t < 4; t++) for (let r = 0; r < 2; r++) this.allowed[r * 16 + s * 4 + t] = +allowed(s, t, r === 0);
  }
  addNode(n) {
    const key = n.label.toLowerCase();
    if (this.labels.has(key)) return;
    const i = this.n++;
    this.labels.set(key, i);
    this.idx.set(n.id, i);
    this.ids[i] = n.id;
    this.type[i] = TYPES.indexOf(n.type);
    this.el[2 * i] = n.elements.length > 0 ? this.eidx.get(n.elements[0]) : -1;
    this.el[2 * i + 1] = n.elements.length > 1 ? this.eidx.get(n.elements[1]) : -1;
    this.last = i;
  }
  addEdge(e) {
    const i = this.m++;
    this.src[i] = this.idx.get(e.source);
    this.dst[i] = this.idx.get(e.target);
    this.rev[i] = e.type === 'leads_to' ? 0 : 1;
  }
  focus(h, turn) {
    const f = this.idx.get(h.focus),
      st = h.strategy;
    this.fc[f]++;
    this.lastFocus[f] = turn;
    this.streak[f] = this.prev === f ? this.streak[f] + 1 : 1;
    this.same[f] = this.lastStrat[f] === st ? this.same[f] + 1 : 1;
    this.lastStrat[f] = st;
    this.prev = f;
    this.turn = turn;
    this.depths[f] = ((this.depths[f] << 1) | (h.depth === 'surface' || h.depth === 'shallow' ? 1 : 0)) & 7;
    if (this.nd[f] < 3) this.nd[f]++;
    this.sinceY[f] = 0;
  }
  update(d) {
    for (const n of d.nodes) this.addNode(n);
    for (const e of d.edges) this.addEdge(e);
    if (d.asked) this.focus(d.asked, d.turn);
  }
  mark({ focus }) {
    const i = this.idx.get(focus);
    return {
      i,
      v: [
        this.fc[i],
        this.lastFocus[i],
        this.streak[i],
        this.same[i],
        this.lastStrat[i],
        this.depths[i],
        this.nd[i],
        this.sinceY[i],
      ],
      p: this.prev,
    };
  }
  undo(d, s) {
    this.m -= d.edges.length;
    for (const n of d.nodes) {
      const i = --this.n;
      this.labels.delete(n.label.toLowerCase());
      this.idx.delete(n.id);
    }
    this.ids.length = this.n;
    const i = s.i;
    [this.fc[i], this.lastFocus[i], this.streak[i], this.same[i], this.lastStrat[i], this.depths[i], this.nd[i], this.sinceY[i]] =
      s.v;
    this.prev = s.p;
  }
  state() {
    const { n, m, src, dst, rev, type, outdeg, indeg, deg, xadj, adj, xin, inn, fill } = this;
    outdeg.fill(0, 0, n);
    indeg.fill(0, 0, n);
    let invalid = 0;
    const al = this.allowed;
    for (let i = 0; i < m; i++) {
      const s = src[i],
        t = dst[i];
      outdeg[s]++;
      indeg[t]++;
      invalid += 1 - al[rev[i] * 16 + type[s] * 4 + type[t]];
    }
    let o = 0,
      p = 0,
      orphans = 0,
      terminal = 0,
      unexplored = 0;
    for (let v = 0; v < n; v++) {
      const d = outdeg[v] + indeg[v];
      deg[v] = d;
      xadj[v] = o;
      fill[v] = o;
      o += d;
      xin[v] = p;
      p += indeg[v];
      if (d === 0) orphans++;
      else if (this.fc[v] === 0) unexplored++;
      if (type[v] === 3) terminal++;
    }
    xadj[n] = o;
    xin[n] = p;
    const f2 = this.scratch;
    for (let v = 0; v < n; v++) f2[v] = xin[v];
    for (let i = 0; i < m; i++) {
      const s = src[i],
        t = dst[i];
      adj[fill[s]++] = t;
      adj[fill[t]++] = s;
      inn[f2[t]++] = i;
    }
    const branch = [],
      seen = this.stamp;
    seen.fill(0, 0, n);
    let cur = this.last;
    while (cur >= 0 && !seen[cur]) {
      seen[cur] = 1;
      branch.push(cur);
      cur = xin[cur] < xin[cur + 1] ? src[inn[xin[cur]]] : -1;
    }
    branch.reverse();
    this.orphans = orphans;
    return { orphans, terminal, unexplored, invalid, branch, isolation: orphans / n };
  }
  coverage() {
    const { m, src, dst, el, E, link } = this;
    link.fill(0);
    const cnt = new Uint32Array(E);
    for (let v = 0; v < 2 * this.n; v++) if (el[v] >= 0) cnt[el[v]]++;
    for (let i = 0; i < m; i++) {
      const s = 2 * src[i],
        t = 2 * dst[i];
      for (let a = s; a < s + 2; a++) {
        const x = el[a];
        if (x < 0) break;
        for (let b = t; b < t + 2; b++) {
          const y = el[b];
          if (y < 0) break;
          link[x * E + y] = 1;
          link[y * E + x] = 1;
        }
      }
    }
    const gaps = [];
    for (let i = 0; i < E; i++) {
      const e = this.elements[i];
      if (!cnt[i]) {
        gaps.push({ element: e.id, type: 'unmentioned' });
        continue;
      }
      if (!e.reaction) gaps.push({ element: e.id, type: 'no_reaction' });
      if (e.comprehension) gaps.push({ element: e.id, type: 'no_comprehension' });
      for (const t of e.connections)
        if (!link[i * E + this.eidx.get(t)]) gaps.push({ element: e.id, type: 'unconnected', target: t });
    }
    return gaps;
  }
  depth() {
    // Kahn order + DP over (node, element slot)
    const { n, src, rev, dst, m, el, dp, xin, inn, indeg } = this,
      q = this.lv.q,
      need = this.scratch;
    need.fill(0, 0, n);
    // out CSR of leads_to only, by counting sort
    const xo = this.lv.cs,
      eo = this.lv.a[0];
    xo.fill(0, 0, n + 1);
    for (let i = 0; i < m; i++)
      if (!rev[i]) {
        xo[src[i] + 1]++;
        need[dst[i]]++;
      }
    for (let v = 0; v < n; v++) xo[v + 1] += xo[v];
    const f = this.lv.map;
    for (let v = 0; v < n; v++) f[v] = xo[v];
    for (let i = 0; i < m; i++) if (!rev[i]) eo[f[src[i]]++] = dst[i];
    let h = 0,
      t = 0;
    for (let v = 0; v < n; v++) {
      dp[2 * v] = 1;
      dp[2 * v + 1] = 1;
      if (!need[v]) q[t++] = v;
    }
    const best = new Uint16Array(this.E);
    while (h < t) {
      const v = q[h++],
        a = el[2 * v],
        b = el[2 * v + 1];
      if (a >= 0 && dp[2 * v] > best[a]) best[a] = dp[2 * v];
      if (b >= 0 && dp[2 * v + 1] > best[b]) best[b] = dp[2 * v + 1];
      for (let k = xo[v]; k < xo[v + 1]; k++) {
        const w = eo[k],
          c = el[2 * w],
          d = el[2 * w + 1];
        if (a >= 0) {
          const L = dp[2 * v] + 1;
          if (a === c) {
            if (L > dp[2 * w]) dp[2 * w] = L;
          } else if (a === d) {
            if (L > dp[2 * w + 1]) dp[2 * w + 1] = L;
          }
        }
        if (b >= 0) {
          const L = dp[2 * v + 1] + 1;
          if (b === c) {
            if (L > dp[2 * w]) dp[2 * w] = L;
          } else if (b === d) {
            if (L > dp[2 * w + 1]) dp[2 * w + 1] = L;
          }
        }
        if (--need[w] === 0) q[t++] = w;
      }
    }
    const out = new Float64Array(this.E);
    for (let i = 0; i < this.E; i++) out[i] = best[i] / RUNGS;
    return out;
  }
  louvain() {
    const L = this.lv,
      n0 = this.n,
      M2 = 2 * this.m;
    const { comm, tot, k, nw, nl, q, inq, node2, map, cs, mem } = L;
    let N = n0,
      cur = 0,
      x = L.x[0],
      a = L.a[0],
      w = L.w[0],
      self = L.self[0];
    for (let v = 0; v <= N; v++) x[v] = this.xadj[v];
    for (let i = 0; i < M2; i++) {
      a[i] = this.adj[i];
      w[i] = 1;
    }
    for (let v = 0; v < N; v++) {
      node2[v] = v;
      self[v] = 0;
    }
    for (;;) {
      for (let v = 0; v < N; v++) {
        let s = self[v];
        for (let i = x[v]; i < x[v + 1]; i++) s += w[i];
        k[v] = s;
        tot[v] = s;
        comm[v] = v;
        nw[v] = 0;
        q[v] = v;
        inq[v] = 1;
      }
      // deterministic xorshift shuffle of the visiting order
      let r = 2463534242;
      for (let i = N - 1; i > 0; i--) {
        r ^= r << 13;
        r ^= r >>> 17;
        r ^= r << 5;
        const j = (r >>> 0) % (i + 1),
          t = q[i];
        q[i] = q[j];
        q[j] = t;
      }
      let head = 0,
        size = N,
        moved = false;
      while (size > 0) {
        const v = q[head];
        if (++head === N) head = 0;
        size--;
        inq[v] = 0;
        const s = x[v],
          e = x[v + 1];
        if (s === e) continue;
        const c0 = comm[v],
          kv = k[v];
        let cnt = 0;
        nw[c0] = 0;
        nl[cnt++] = c0;
        for (let i = s; i < e; i++) {
          const u = a[i];
          const c = comm[u];
          if (nw[c] === 0 && c !== c0) nl[cnt++] = c;
          nw[c] += w[i];
        }
        tot[c0] -= kv;
        let bc = c0,
          bg = nw[c0] * M2 - tot[c0] * kv;
        nw[c0] = 0;
        for (let i = 1; i < cnt; i++) {
          const c = nl[i],
            g = nw[c] * M2 - tot[c] * kv;
          nw[c] = 0;
          if (g > bg) {
            bg = g;
            bc = c;
          }
        }
        tot[bc] += kv;
        if (bc !== c0) {
          comm[v] = bc;
          moved = true;
          for (let i = s; i < e; i++) {
            const u = a[i];
            if (comm[u] !== bc && !inq[u]) {
              inq[u] = 1;
              let t = head + size;
              if (t >= N) t -= N;
              q[t] = u;
              size++;
            }
          }
        }
      }
      if (!moved) break;
      // renumber + aggregate
      map.fill(-1, 0, N);
      let C = 0;
      for (let v = 0; v < N; v++) {
        const c = comm[v];
        if (map[c] < 0) map[c] = C++;
        comm[v] = map[c];
      }
      for (let v = 0; v < n0; v++) node2[v] = comm[node2[v]];
      cs.fill(0, 0, C + 1);
      for (let v = 0; v < N; v++) cs[comm[v] + 1]++;
      for (let c = 0; c < C; c++) {
        cs[c + 1] += cs[c];
        map[c] = cs[c];
      }
      for (let v = 0; v < N; v++) mem[map[comm[v]]++] = v;
      cur ^= 1;
      const X = L.x[cur],
        A = L.a[cur],
        W = L.w[cur],
        S = L.self[cur];
      let o = 0;
      for (let c = 0; c < C; c++) nw[c] = 0;
      for (let c = 0; c < C; c++) {
        X[c] = o;
        let cnt = 0,
          sf = 0;
        for (let p = cs[c]; p < cs[c + 1]; p++) {
          const v = mem[p];
          sf += self[v];
          for (let i = x[v]; i < x[v + 1]; i++) {
            const d = comm[a[i]];
            if (d === c) sf += w[i];
            else {
              if (nw[d] === 0) nl[cnt++] = d;
              nw[d] += w[i];
            }
          }
        }
        S[c] = sf;
        for (let i = 0; i < cnt; i++) {
          const d = nl[i];
          A[o] = d;
          W[o++] = nw[d];
          nw[d] = 0;
        }
      }
      X[C] = o;
      if (C === N) break;
      N = C;
      x = X;
      a = A;
      w = W;
      self = S;
    }
    this.K = N;
    this.comm = node2;
    return node2;
  }
  clusters() {
    this.louvain();
    return this.clusterFigures();
  }
  clusterFigures() {
    const { n, m, src, dst, xadj, adj, comm, stamp, K } = this,
      { cs, mem, map, q } = this.lv;
    const size = new Int32Array(K),
      internal = new Int32Array(K),
      density = new Float64Array(K),
      p1 = new Int32Array(K),
      p2 = new Int32Array(K);
    for (let v = 0; v < n; v++) size[comm[v]]++;
    for (let i = 0; i < m; i++) {
      const c = comm[src[i]];
      if (c === comm[dst[i]]) internal[c]++;
    }
    cs[0] = 0;
    for (let c = 0; c < K; c++) {
      cs[c + 1] = cs[c] + size[c];
      map[c] = cs[c];
      density[c] = size[c] > 1 ? (2 * internal[c]) / (size[c] * (size[c] - 1)) : 0;
    }
    for (let v = 0; v < n; v++) mem[map[comm[v]]++] = v;
    stamp.fill(-1, 0, n);
    for (let c = 0; c < K; c++) {
      let t = 0;
      for (let p = cs[c]; p < cs[c + 1]; p++) {
        const v = mem[p];
        for (let i = xadj[v]; i < xadj[v + 1]; i++) {
          const u = adj[i];
          if (comm[u] !== c && stamp[u] !== c) {
            stamp[u] = c;
            q[t++] = u;
          }
        }
      }
      const h1 = t;
      p1[c] = h1;
      for (let h = 0; h < h1; h++) {
        const v = q[h];
        for (let i = xadj[v]; i < xadj[v + 1]; i++) {
          const u = adj[i];
          if (comm[u] !== c && stamp[u] !== c) {
            stamp[u] = c;
            q[t++] = u;
          }
        }
      }
      p2[c] = t;
    }
    return { size, density, p1, p2 };
  }
  engagement() {
    const { n, fc, sinceY, streak, same, depths, nd, lastFocus, deg, outdeg, turn, exScore, recency } = this,
      C = this.code;
    const pop = [0, 1, 1, 2, 1, 2, 2, 3];
    for (let v = 0; v < n; v++) {
      const f = fc[v] > 0,
        s = streak[v],
        sy = sinceY[v],
        d = nd[v],
        sh = d ? pop[depths[v] & ((1 << d) - 1)] / d : 0;
      C.ex[v] = f && sy >= 3 && s >= 2 && sh >= 0.66 ? 1 : 0;
      exScore[v] = f ? (Math.min(sy, 10) / 10) * 0.4 + (Math.min(s, 5) / 5) * 0.3 + sh * 0.3 : 0;
      C.st[v] = f && sy >= 3 ? 1 : 0;
      C.streak[v] = s === 0 ? 0 : s === 1 ? 1 : s <= 3 ? 2 : 3;
      C.cur[v] = 0;
      recency[v] = lastFocus[v] < 0 ? 0 : Math.max(0, 1 - (turn - lastFocus[v]) / 20);
      C.orp[v] = deg[v] === 0 ? 1 : 0;
      C.out[v] = outdeg[v] > 0 ? 1 : 0;
      const r = same[v];
      C.rep[v] = r === 0 ? 0 : r <= 2 ? 1 : r <= 4 ? 2 : 3;
    }
    if (this.prev >= 0) C.cur[this.prev] = 1;
  }
  rank() {
    const { n, score, code } = this,
      S = STRATEGIES.length,
      P = n * S;
    const gl = { ...GLOBALS, 'graph.node_count': n, 'graph.orphan_count': this.orphans };
    const bool = {
        'graph.node.exhausted': code.ex,
        'graph.node.yield_stagnation': code.st,
        'graph.node.is_current_focus': code.cur,
        'graph.node.is_orphan': code.orp,
        'graph.node.has_outgoing': code.out,
      },
      cat = { 'graph.node.focus_streak': code.streak, 'technique.node.strategy_repetition': code.rep };
    const strategies = bind(this.strategies, gl);
    for (let s = 0; s < S; s++) {
      const o = s * n;
      score.fill(0, o, o + n); // column at a time, terms in config order (bit-equal to the original's sum)
      for (const t of strategies[s].terms) {
        if (t.signal === null) {
          if (t.constant !== 0) for (let v = 0; v < n; v++) score[o + v] += t.constant;
        } else if (bool[t.signal] && t.word !== null) {
          const col = bool[t.signal],
            want = t.word === 'true' ? 1 : t.word === 'false' ? 0 : 2;
          if (want < 2) for (let v = 0; v < n; v++) if (col[v] === want) score[o + v] += t.weight;
        } else if (cat[t.signal]) {
          const col = cat[t.signal],
            want = AMOUNTS.indexOf(t.word);
          if (want >= 0) for (let v = 0; v < n; v++) if (col[v] === want) score[o + v] += t.weight;
        }
      }
      const mu = strategies[s].multiplier;
      for (let v = 0; v < n; v++) score[o + v] = score[o + v] * mu + 0;
    }
    return this.sortDesc(P);
  }
  sortDesc(P) {
    // stable descending order of score[0..P): LSD radix, 11-bit digits, trivial passes skipped
    const { score, hist, keyHi, keyLo } = this;
    let [A, B] = this.ord;
    const raw = new Uint32Array(score.buffer, 0, 2 * P);
    if (P <= 64) {
      for (let i = 0; i < P; i++) {
        const s = score[i];
        let j = i - 1;
        while (j >= 0 && score[A[j]] < s) {
          A[j + 1] = A[j];
          j--;
        }
        A[j + 1] = i;
      }
      return A.subarray(0, P);
    }
    if (P <= 8192) {
      // 8-bit digits: small histograms
      hist.fill(0, 0, 2048);
      for (let i = 0; i < P; i++) {
        let lo = raw[2 * i],
          hi = raw[2 * i + 1];
        if (hi >>> 31 === 0) {
          lo = ~lo >>> 0;
          hi = (~hi & 0x7fffffff) >>> 0;
        }
        keyLo[i] = lo;
        keyHi[i] = hi;
        A[i] = i;
        hist[lo & 255]++;
        hist[256 + ((lo >>> 8) & 255)]++;
        hist[512 + ((lo >>> 16) & 255)]++;
        hist[768 + (lo >>> 24)]++;
        hist[1024 + (hi & 255)]++;
        hist[1280 + ((hi >>> 8) & 255)]++;
        hist[1536 + ((hi >>> 16) & 255)]++;
        hist[1792 + (hi >>> 24)]++;
      }
      for (let p = 0; p < 8; p++) {
        const b = p * 256,
          K = p < 4 ? keyLo : keyHi,
          sh = (p & 3) * 8;
        if (hist[b + ((K[0] >>> sh) & 255)] === P) continue;
        let o = 0;
        for (let d = b; d < b + 256; d++) {
          const c = hist[d];
          hist[d] = o;
          o += c;
        }
        for (let i = 0; i < P; i++) {
          const j = A[i];
          B[hist[b + ((K[j] >>> sh) & 255)]++] = j;
        }
        const t = A;
        A = B;
        B = t;
      }
      return A.subarray(0, P);
    }
    hist.fill(0);
    for (let i = 0; i < P; i++) {
      let lo = raw[2 * i],
        hi = raw[2 * i + 1];
      if (hi >>> 31 === 0) {
        lo = ~lo >>> 0;
        hi = (~hi & 0x7fffffff) >>> 0;
      } // descending: complement non-negatives
      keyLo[i] = lo;
      keyHi[i] = hi;
      A[i] = i;
      hist[lo & 2047]++;
      hist[2048 + ((lo >>> 11) & 2047)]++;
      hist[4096 + (lo >>> 22)]++;
      hist[6144 + (hi & 2047)]++;
      hist[8192 + ((hi >>> 11) & 2047)]++;
      hist[10240 + (hi >>> 22)]++;
    }
    for (let p = 0; p < 6; p++) {
      const b = p * 2048,
        K = p < 3 ? keyLo : keyHi,
        sh = (p % 3) * 11,
        mask = p % 3 === 2 ? 1023 : 2047;
      if (hist[b + ((K[0] >>> sh) & mask)] === P) continue;
      let o = 0;
      for (let d = 0; d <= mask; d++) {
        const c = hist[b + d];
        hist[b + d] = o;
        o += c;
      }
      for (let i = 0; i < P; i++) {
        const j = A[i];
        B[hist[b + ((K[j] >>> sh) & mask)]++] = j;
      }
      const t = A;
      A = B;
      B = t;
    }
    return A.subarray(0, P);
  }
}
