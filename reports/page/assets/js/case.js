// Case: the conversation as its user saw it; the calls of each turn as a waterfall; a call with its prompt and answer.

async function drawCase(out, [suite, id, path]) {
  const { cases } = page.head;
  const i = caseNumber(suite, id);
  if (i < 0) {
    out.append(
      heading("No such case"),
      empty(`This run has no case ${id} in the suite ${suite}.`),
      link("#/cases", "All cases"),
    );
    return;
  }
  wayFrom(i, path);
  const data = cases.chunk[i] < 0 ? null : await chunk(cases.chunk[i]);
  const c = data?.cases[id] ?? {};
  put(
    out,
    el("p", { class: "path" }, link(listed.address, "Cases"), " / ", link(toCases({ suite, status: "all" }), suite)),
    caseHead(i, c),
  );
  if (!data) {
    const command = `beaver-eval show ${quoted(id)} --run ${quoted(page.head.run.run)}`;
    out.append(empty(`Its texts were left out of this page. ${page.head.note} To see the case:`, command));
    return;
  }
  const call = c.calls?.find((x) => x.path === path);
  out.append(
    el(
      "div",
      { class: "split" },
      callList(suite, id, c, data.texts, path),
      call ? callPane(call, c, data.texts) : conversation(c, data.texts, path),
    ),
  );
}

// wayFrom says where the keys go from a case: back to the list, or to the next case in its order.
function wayFrom(i, path) {
  const { cases, suites } = page.head;
  const order = listed.rows?.includes(i) ? listed.rows : cases.id.map((_, n) => n);
  const here = toCase(suites[cases.suite[i]].name, cases.id[i]);
  listed.opened = i;
  whereTo.up = path ? here : listed.address;
  whereTo.stay = Boolean(document.querySelector(".call-list"));
  whereTo.beside = (by) => {
    const to = order[order.indexOf(i) + by];
    return to !== undefined && toCase(suites[cases.suite[to]].name, cases.id[to]);
  };
}

const tagLink = (tag) => link(toCases({ tag, status: "all" }), tag);

// caseHead is the name of a case with its status, what is wrong with it, and the edits that reach it.
function caseHead(i, c) {
  const { cases, changes, files, tags } = page.head;
  const differ = differing(i);
  const file = el("code", { class: "dim" }, where(files[cases.file[i]] ?? "", cases.line[i]));
  const edits = cases.groups[i].map((n) => changes.groups[n]);
  const editLinks = (groups) =>
    el(
      "p",
      { class: "dim edits" },
      "Edits",
      groups.map((g) => link(address("changes", g.id), coded(g.name))),
    );
  return [
    heading(
      cases.id[i],
      statusPill(cases.status[i]),
      differ ? pill(`${count(differ, "prompt")} differ${differ === 1 ? "s" : ""}`, "bad") : null,
      el(
        "span",
        { class: "end" },
        file,
        copier("Copy link", () => location.href),
      ),
    ),
    c.skipped ? el("p", { class: "note" }, `Skipped: ${c.skipped}`) : null,
    [...(c.errors ?? []), ...(c.failures ?? [])].map((text) => el("p", { class: "note bad" }, text)),
    (c.warnings ?? []).map((text) => el("p", { class: "note" }, text)),
    cases.tags[i].length
      ? el(
          "p",
          { class: "dim edits" },
          "Tags",
          cases.tags[i].map((n) => tagLink(tags[n])),
        )
      : null,
    edits.length ? some(edits, 3, editLinks) : null,
  ];
}

/* ---- the conversation ---- */

function conversation(c, texts, path) {
  const box = el("section", { class: "pane" }, el("h2", {}, "Conversation"));
  if (!c.turns?.length) box.append(empty("No turn began."));
  for (const t of c.turns ?? []) {
    const turn = el("article", { class: t.turn === path ? "turn chosen" : "turn" }, turnHead(t));
    if (texts[t.user]) turn.append(said("user", t.kind === "message" ? "user" : t.kind, texts[t.user]));
    for (const r of t.replies ?? []) {
      const about = [r.to ? `to ${r.to}` : "reply", r.kind, r.path].filter(Boolean).join(" · ");
      turn.append(said(r.kind === "error" ? "failed" : "", about, r.text == null ? "" : texts[r.text]));
    }
    if (t.state != null) turn.append(folded("State after the turn", prompt(json(texts[t.state]))));
    box.append(turn);
    if (t.turn === path) setTimeout(() => turn.scrollIntoView({ block: "nearest" }));
  }
  return box;
}

const said = (name, about, text) =>
  el(
    "div",
    { class: `said ${name}` },
    el("small", {}, about),
    text === "" ? el("p", { class: "dim" }, "nothing") : prompt(text, "div"),
  );

function turnHead(t) {
  const sums = [count(t.calls, "call"), count(t.tokens_prompt + t.tokens_output, "token")];
  if (t.duration_ns) sums.push(`${seconds(t.duration_ns)} of model time`);
  const status = t.status
    ? pill(t.status, { done: "ok", failed: "bad", waiting: "warn" }[t.status])
    : pill("not completed", "bad");
  return el(
    "div",
    { class: "row-of" },
    el("h3", {}, t.turn),
    t.kind === "message" ? null : pill(t.kind),
    status,
    el("span", { class: "dim end" }, sums.join(" · ")),
  );
}

const folded = (title, ...children) => el("details", { class: "folded" }, el("summary", {}, title), children);

// json indents a text that is JSON.
function json(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/* ---- the waterfall ---- */

let waterfall = "depth"; // or time

function callList(suite, id, c, texts, path) {
  const calls = c.calls ?? [];
  const box = el("nav", { class: "call-list", "aria-label": "Calls" });
  const unit = () => (waterfall === "depth" ? "tokens" : calls.some(lasts) ? "time" : "no times are known");
  const draw = () => {
    const whole = entry(toCase(suite, id), !path, "whole", el("b", {}, "Conversation"), count(calls.length, "call"));
    const turns = new Set([...(c.turns ?? []).map((t) => t.turn), ...calls.map((x) => x.turn || "missing")]);
    const list = put(
      el("div", { class: "call-rows" }),
      whole,
      [...turns].map((name) => {
        const turn = c.turns?.find((t) => t.turn === name),
          words = (texts[turn?.user] ?? "").slice(0, 120);
        return [
          entry(
            turn ? toCase(suite, id, name) : null,
            path === name,
            "turn-head",
            el("b", {}, name),
            el("span", { class: "words" }, words),
          ),
          callRows(
            suite,
            id,
            name,
            calls.filter((x) => (x.turn || "missing") === name),
            path,
          ),
        ];
      }),
    );
    const by = choice(
      "Waterfall",
      [
        ["depth", "By depth"],
        ["time", "By time"],
      ],
      waterfall,
      (to) => {
        waterfall = to;
        draw();
      },
    );
    box.replaceChildren(el("div", { class: "row-of" }, by, el("small", { class: "end" }, unit())), list);
    setTimeout(() => {
      const at = list.querySelector("[aria-current]");
      if (!at) return;
      const lowest = at.offsetTop + at.offsetHeight + 8 - list.clientHeight;
      list.scrollTop = Math.max(0, Math.min(list.scrollTop, at.offsetTop - 8), lowest);
    });
  };
  draw();
  return box;
}

// callRows are the calls of a turn: those of a node, a team's member or the like stand under its name.
function callRows(suite, id, turn, calls, path) {
  const bars = waterfall === "time" ? byTime(calls) : byDepth(calls);
  let place = "";
  return calls.map((x, n) => {
    const under = (x.place ?? "").slice(turn.length).replace(/^\//, "");
    const isNew = under && under !== place;
    place = under;
    const name = x.path.startsWith(`${x.place}/`) ? x.path.slice(x.place.length + 1) : x.path;
    const [left, width] = bars[n].map((share) => `${share}%`);
    const took = lasts(x) ? seconds(lasts(x)) : "–";
    return [
      isNew ? el("div", { class: "place" }, under) : null,
      entry(
        toCase(suite, id, x.path),
        path === x.path,
        under ? "call nested" : "call",
        el("span", { class: "name" }, dot(stageNumber(x.stage)), " ", name, flags(x)),
        el(
          "span",
          { class: "track", "aria-hidden": "true" },
          el("i", { style: { "--hue": stageHue(x.stage), left, width } }),
        ),
        el("span", { class: "number" }, waterfall === "time" ? took : number(x.tokens_prompt + x.tokens_output)),
      ),
    ];
  });
}

// entry is a link in the list, or a heading if it leads nowhere.
function entry(href, current, name, ...children) {
  if (!href) return el("div", { class: name }, children);
  return el(
    "a",
    {
      href,
      class: `entry ${name}`,
      "aria-current": current ? "true" : null,
      "data-focus": current,
      onstepped: () => location.replace(href),
    },
    children,
  );
}

const flags = (x) =>
  [
    [x.status !== "unchanged" && x.status !== "not compared", "±", x.status, "bad"],
    [x.error || x.missed, "✕", x.error || "nothing answered it", "bad"],
    [x.fallbacks?.length, "↯", "fallback", "warn"],
    [x.rejected?.length && !x.fallbacks?.length, "↺", "answer rejected", "warn"],
  ]
    .filter(([is]) => is)
    .map(([, sign, name, tone]) =>
      el("span", { class: `flag ${tone}`, role: "img", "aria-label": name, title: name }, sign),
    );

// byDepth returns left and width of bars: a step for each depth of the turn, so that calls that need not wait for one
// another begin at one place.
function byDepth(calls) {
  const known = calls.map((x) => x.depth ?? 0).filter(Boolean),
    first = Math.min(...known),
    steps = Math.max(...known, first) - first + 1;
  return calls.map((x) => (x.depth ? [(100 * (x.depth - first)) / steps, Math.max(3, 100 / steps - 0.5)] : [0, 0]));
}

const lasts = (x) => x.takes_ns || x.duration_ns || 0;

// byTime returns left and width of bars on the case's clock.
function byTime(calls) {
  const begins = calls.map((x) => (x.at ? Date.parse(x.at) : NaN));
  const first = Math.min(...begins.filter((t) => t)),
    ends = Math.max(...calls.map((x, n) => (begins[n] ? begins[n] + lasts(x) / 1e6 : first)));
  const whole = ends - first;
  if (!whole) return calls.map(() => [0, 0]); // nothing took any time
  return calls.map((x, n) =>
    begins[n]
      ? [Math.min(98, (100 * (begins[n] - first)) / whole), Math.max(1.5, (100 * lasts(x)) / 1e6 / whole)]
      : [0, 0],
  );
}

/* ---- a call ---- */

function callPane(call, c, texts) {
  const box = el("section", { class: "pane" });
  const missing = call.status === "missing";
  put(
    box,
    el(
      "div",
      { class: "row-of" },
      el("h2", { class: "mono" }, call.path),
      el("span", { class: "chip" }, stageName(call.stage)),
      pill(call.status, { unchanged: "ok", "not compared": "" }[call.status] ?? "bad"),
      (call.marks ?? []).map((m) => pill(m.replace("_", " "), "warn")),
    ),
  );
  if (missing) put(box, el("p", { class: "note" }, "The golden has this call, but it was not sent."));
  else put(box, facts(call), budget(call));
  const prompts = el("div", {});
  const draw = (how) => prompts.replaceChildren(messagesOf(call, texts, { plainly: how === "sent" }));
  const how = choice(
    "Prompt",
    [
      ["beside", "Golden beside sent"],
      ["sent", "As sent"],
    ],
    "beside",
    draw,
  );
  draw("beside");
  put(
    box,
    el("div", { class: "row-of" }, el("h3", {}, "Prompt"), call.sides?.length && !missing ? how : null),
    prompts,
  );
  if (!missing) put(box, answer(call, c, texts));
  return box;
}

// facts say in words what answered a call, and what it took.
function facts(call) {
  const whole = call.tokens_prompt + call.tokens_output,
    guessed = call.tokens_estimated ?? 0;
  const counted = !guessed ? "counted" : guessed === whole ? "estimated" : `${number(guessed)} of them estimated`;
  const rows = [
    ["Tokens", `${number(call.tokens_prompt)} prompt, ${number(call.tokens_output)} answer, ${counted}`],
    ["Answered by", answeredBy(call)],
    ["Model", call.model],
    ["Depth", call.depth],
    ["Try", call.try > 1 && call.try],
    ["Time", lasts(call) && seconds(lasts(call))],
    ["Sent", call.at && `${call.at.replace("T", " ").replace("Z", "")} on the case's clock`],
    ["Tools", call.tools?.join(", ")],
  ];
  return el(
    "dl",
    { class: "facts" },
    rows.filter(([, v]) => v).map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, v))),
  );
}

const matches = {
  live: "in this run",
  stale: "for another prompt",
  moved: "at another path",
  otherwise: "the suite's default answer",
};

function answeredBy(call) {
  const by = { scripted: "scripted by a person", imported: "imported" }[call.source];
  const server = call.source && (call.match === "live" ? `${call.source}, live` : `recorded from ${call.source}`);
  const kept = call.carried ? "carried: a person kept it for an older prompt" : "";
  return [by ?? server ?? "nothing", matches[call.match], kept, call.from].filter(Boolean).join(", ");
}

const sectionsOf = (call) => (call.messages ?? []).flatMap((m) => m.sections);
const sumOf = (parts) => parts.reduce((sum, p) => sum + p.tokens, 0);

// budget shows the sections of a prompt, and how much of the context it takes. What the prompt has beside its sections
// is a part of its own, so that all parts add up to it.
function budget(call) {
  const parts = sectionsOf(call).map((s, i) => ({ name: s.name, tokens: s.tokens, hue: hueOf(i) }));
  const named = sumOf(parts),
    beside = call.tokens_prompt - named;
  if (beside > 0) parts.push({ name: "roles, tools, format", tokens: beside, hue: "0", rest: true });
  const whole = sumOf(parts);
  if (!whole) return null;
  const used = call.num_ctx ? Math.min(100, (100 * call.tokens_prompt) / call.num_ctx) : 0;
  const share = percent(call.tokens_prompt, call.num_ctx),
    over = call.tokens_prompt + call.tokens_output > call.num_ctx;
  const told = call.num_ctx
    ? `${number(call.tokens_prompt)} of ${number(call.num_ctx)} tokens of the context, ${share}`
    : `${count(call.tokens_prompt, "token")}; the size of the context is not known`;
  const largest = [...parts].sort((a, b) => b.tokens - a.tokens).slice(0, 5);
  const words = largest.map((p) => `${p.name} ${number(p.tokens)}`);
  if (parts.length > 5) words.push(`${count(parts.length - 5, "other part")} ${number(whole - sumOf(largest))}`);
  if (beside < 0) words.push(`estimates, ${number(-beside)} more than were counted`);
  const bar = ({ name, tokens, hue, rest }) =>
    el(
      "span",
      {
        class: rest ? "rest" : null,
        title: `${name}: ${number(tokens)}`,
        style: { "--hue": hue, "flex-grow": tokens },
      },
      tokens / whole > 0.1 ? name : "",
    );
  return el(
    "figure",
    { class: "budget" },
    el("div", { class: "stack", "aria-hidden": "true" }, parts.map(bar)),
    used
      ? el(
          "div",
          { class: over ? "context over" : "context", "aria-hidden": "true" },
          el("i", { style: { width: `${used}%` } }),
        )
      : null,
    el("figcaption", {}, el("span", {}, told), el("span", {}, words.join(" · "))),
  );
}

// messagesOf shows the messages of a prompt: golden beside sent. edit: only that edit, and messages that it reaches;
// plainly: only what was sent.
function messagesOf(call, texts, { edit, plainly } = {}) {
  const one = edit !== undefined,
    sides = plainly ? [] : (call.sides ?? []).filter((s) => !one || s.groups?.includes(edit));
  const box = el("div", { class: "messages" });
  let n = 0;
  (call.messages ?? []).forEach((m, at) => {
    const mine = sides.filter((s) => s.message === at + 1),
      used = new Set(),
      from = n;
    n += m.sections.length;
    if (one && !mine.length) return;
    box.append(
      el(
        "article",
        { class: "card message" },
        el(
          "div",
          { class: "message-head" },
          el("h4", {}, `#${at + 1} ${m.role}`, m.name ? ` · ${m.name}` : ""),
          el(
            "span",
            { class: "end dim" },
            count(
              m.sections.reduce((sum, s) => sum + s.tokens, 0),
              "token",
            ),
          ),
        ),
        m.sections.map((s, k) => {
          const side = mine.find(
            (x) => !used.has(x) && x.kind === "section" && x.section === s.name && x.change !== "removed",
          );
          if (side) used.add(side);
          return sectionOf(s, texts[s.text], from + k, side, one);
        }),
        mine.filter((x) => !used.has(x)).map(sideOf),
        (m.tool_calls ?? []).map((t) => toolCall(t, texts)),
      ),
    );
  });
  const rest = sides.filter((s) => !s.message || s.message > (call.messages ?? []).length);
  if (rest.length)
    box.append(
      el(
        "article",
        { class: "card message" },
        el("div", { class: "message-head" }, el("h4", {}, call.messages ? "Beside these messages" : "In the golden")),
        rest.map(sideOf),
      ),
    );
  return box;
}

function sectionOf(s, text, n, side, collapsed) {
  const sources = (s.sources ?? []).filter((x) => x.kind !== "code" || x.path); // not line ends between sections
  const first = sources.find((x) => x.path) ?? sources[0];
  const e = el(
    "details",
    { class: "part", open: side ? true : !collapsed && !(text?.length > 4000) },
    el(
      "summary",
      {},
      dot(n % hues.length),
      el("b", {}, s.name),
      side ? changePill(side.change) : null,
      side?.was ? el("span", { class: "dim" }, `was ${side.was}`) : null,
      el(
        "span",
        { class: "source end" },
        first ? sourceOf(first) : "",
        sources.length > 1 ? ` +${sources.length - 1}` : "",
        el("span", { class: "number" }, number(s.tokens)),
      ),
    ),
  );
  let filled = false;
  const fill = () => {
    if (filled || !e.open) return;
    filled = true;
    put(
      e,
      side?.rows ? beside(side.rows, text) : prompt(text),
      sources.length > 1
        ? folded(
            count(sources.length, "source"),
            el(
              "ul",
              { class: "notes" },
              sources.map((x) => el("li", {}, sourceOf(x))),
            ),
          )
        : null,
    );
  };
  e.addEventListener("toggle", fill);
  fill();
  return e;
}

const sourceOf = (s) => (s.path ? where(s.path, s.line) : [s.kind, s.name, s.define].filter(Boolean).join(" "));

// sideOf is a difference that has no section in what was sent.
const sideOf = (s) =>
  el(
    "details",
    { class: "part", open: true },
    el(
      "summary",
      {},
      el("b", {}, s.section || "the whole message"),
      changePill(s.change),
      s.kind === "section" ? null : el("span", { class: "dim" }, s.kind),
      s.message_before ? el("span", { class: "dim end" }, `message ${s.message_before} of the golden`) : null,
    ),
    s.rows ? beside(s.rows) : el("p", { class: "dim" }, "The texts are equal."),
  );

// beside puts golden and sent side by side, row by row. text is what was sent, if it is known: it has the lines of the
// gaps.
function beside(rows, text) {
  const lines = text?.split("\n");
  let at = 0;
  const cell = (name, spansOf) => el("div", { class: name }, spansOf ?? "");
  const same = (line) => [cell("same left", prompt(line, "span")), cell("same twin", prompt(line, "span"))];
  const cells = rows.map((row) => {
    const begin = at;
    if (typeof row === "string") {
      at++;
      return same(row);
    }
    if (typeof row === "number") {
      at += row;
      const gap = el("div", { class: "gap" });
      const show = () => gap.replaceWith(...lines.slice(begin, begin + row).flatMap(same));
      const words = `⋯ ${count(row, "line")}`;
      put(gap, lines ? button(words, show, { class: "quiet" }) : words);
      return [gap];
    }
    const [before, after] = row;
    if (after) at++;
    return [
      cell(before ? "before left" : "void left", before && spans(before)),
      cell(after ? "after" : "void", after && spans(after)),
    ];
  });
  const head = el("div", { class: "sides" }, cell("side-head left", "golden"), cell("side-head", "sent"));
  return some(cells, 400, (part) => put(head.cloneNode(true), part));
}

const toolCall = (t, texts) =>
  el("div", { class: "tool" }, el("p", {}, "→ ", el("b", {}, t.name)), prompt(json(texts[t.arguments] ?? "")));

function answer(call, c, texts) {
  const card = el("div", { class: "card said-by-model" });
  if (call.error || call.missed)
    put(card, el("p", { class: "bad" }, [call.error || "nothing answered", call.detail].filter(Boolean).join(": ")));
  if (texts[call.answer]) card.append(prompt(texts[call.answer]));
  put(
    card,
    (call.answer_calls ?? []).map((t) => toolCall(t, texts)),
  );
  if (!card.childNodes.length) put(card, el("p", { class: "dim" }, "An empty answer."));
  const tools = (c.tools ?? []).filter((t) => t.call_path === call.path);
  return [
    el("h3", {}, "Answer", call.finish && call.finish !== "stop" ? el("small", {}, `ended by ${call.finish}`) : null),
    card,
    call.reasoning == null ? null : folded("Reasoning", prompt(texts[call.reasoning])),
    call.decision
      ? [el("h3", {}, "Decision"), el("div", { class: "card said-by-model" }, prompt(json(call.decision)))]
      : null,
    (call.fallbacks ?? []).map((f) =>
      el(
        "p",
        { class: "note" },
        el("b", {}, `Fallback of ${f.stage}: ${f.reason}`),
        ` after ${count(f.tries, "try", "tries")}`,
        f.detail ? `. ${f.detail}` : "",
      ),
    ),
    (call.rejected ?? []).map((r) =>
      el("p", { class: "note" }, el("b", {}, `Rejected by ${r.stage}: ${r.reason}`), r.detail ? `. ${r.detail}` : ""),
    ),
    tools.length ? [el("h3", {}, "Tools that ran"), tools.map((t) => toolRun(t, texts))] : null,
  ];
}

function toolRun(t, texts) {
  const about = [t.path, t.source, t.takes_ns ? seconds(t.takes_ns) : ""].filter(Boolean).join(" · ");
  const ended = [t.failed ? pill("failed", "bad") : null, t.late ? pill("late", "warn") : null];
  return el(
    "div",
    { class: "card said-by-model" },
    el("div", { class: "row-of" }, el("b", {}, t.name), ended, el("span", { class: "dim" }, about)),
    prompt(json(texts[t.arguments])),
    prompt(json(texts[t.result])),
  );
}
