// Case: the conversation as its user saw it; the calls of each turn as a waterfall; a call with its prompt and answer.

async function drawCase(out, [suite, id, path], query) {
  const of = { suite, case: id, sample: Number(query.get("sample") ?? 0) };
  const i = caseNumber(of);
  if (i < 0) {
    const text = `This run has no case ${id}${nth(of)} in the suite ${suite}.`;
    return put(out, heading("No such case"), empty(text), link("#/cases", "All cases"));
  }
  wayFrom(i, path);
  const found = await textsOf(i);
  const way = [link(listed.address, "Cases"), " / ", link(allOf({ suite }), suite)];
  put(out, el("p.path", way), caseHead(i, found?.c ?? {}));
  if (!found) {
    const command = ["beaver-eval", "show", id, "--run", page.head.run.run];
    if (of.sample) command.push("--sample", String(of.sample));
    const text = `Its texts were left out of this page. ${page.head.note} To see the case:`;
    return put(out, empty(text, command.map(quoted).join(" ")));
  }
  const { c, texts } = found;
  const call = c.calls?.find((x) => x.path === path);
  const pane = call ? callPane(call, c, texts) : conversation(c, texts, path);
  put(out, el("div.split", callList(of, c, texts, path), pane));
}

// wayFrom says where the keys go from a case: back to the list, or to the next case in its order.
function wayFrom(i, path) {
  const order = listed.rows?.includes(i) ? listed.rows : [...page.head.cases.id.keys()];
  listed.opened = i;
  whereTo.up = path ? toCase(caseAt(i)) : listed.address;
  whereTo.stay = Boolean(document.querySelector(".call-list"));
  whereTo.beside = (by) => {
    const to = order[order.indexOf(i) + by];
    return to !== undefined && toCase(caseAt(to));
  };
}

// caseHead is the name of a case with its status, what is wrong with it, and what it belongs to.
function caseHead(i, c) {
  const { cases, changes, files, tags } = page.head;
  const of = caseAt(i);
  const differ = differing(i);
  const links = (title, list) => list.length > 0 && el("p.dim.edits", title, list);
  const [groups, tagged] = [cases.groups, cases.tags].map((column) => cases.sets[column[i]]);
  const edits = groups.map((n) => changes.groups[n]);
  const own = files[cases.file[i]] ?? "";
  return [
    heading(
      of.case + nth(of),
      statusPill(cases.status[i]),
      differ > 0 && pill(`${count(differ, "prompt")} differ${differ === 1 ? "s" : ""}`, "bad"),
      el(
        "span.end",
        el("code.dim", where(own, cases.line[i])),
        copier("Copy link", () => location.href),
      ),
    ),
    c.skipped && el("p.note", `Skipped: ${c.skipped}`),
    briefly(".bad", own, [...(c.errors ?? []), ...(c.failures ?? [])]),
    c.quarantine && el("p.note", `In quarantine, so that its failures fail no gate: ${c.quarantine}`),
    briefly("", own, c.warnings ?? []),
    links("Tags", tagged.map((n) => link(allOf({ tag: tags[n] }), tags[n]))),
    links("Samples", samplesOf(i)),
    edits.length > 0 &&
      some(edits, 3, (list) => links("Edits", list.map((g) => link(address("changes", g.id), coded(g.name))))),
  ];
}

// briefly is a box with a paragraph for each text: the first four, of three lines at most, and all of them on demand.
// The case's own file is in the heading already.
function briefly(kind, file, texts) {
  const short = (text) => (text.startsWith(`${file}:`) ? `line ${text.slice(file.length + 1)}` : text);
  const box = (list, name, more) => el(`div.note${name}${kind}`, list.map((text) => el("p", short(text))), more);
  if (texts.length <= 4 && texts.every((text) => text.length < 400)) return texts.length > 0 && box(texts, "");
  const all = () => brief.replaceWith(box(texts, ""));
  const title = texts.length > 4 ? `Show all ${number(texts.length)}` : "Show all";
  const brief = box(texts.slice(0, 4), ".brief", button(title, all));
  return brief;
}

// samplesOf links the samples of a case, which come one after the other, with their status; of one there are none.
function samplesOf(i) {
  const { cases } = page.head;
  const first = i - cases.sample[i];
  const links = [];
  for (let n = first; n === first || cases.sample[n] === n - first; n++) {
    const status = ` ${cases.status[n]}`;
    links.push(n === i ? el("b", `${n - first}${status}`) : link(toCase(caseAt(n)), `${n - first}${status}`));
  }
  return links.length > 1 ? links : [];
}

/* ---- the conversation ---- */

function conversation(c, texts, path) {
  const turns = (c.turns ?? []).map((t) => {
    const chosen = t.turn === path;
    const turn = el(
      `article.turn${chosen ? ".chosen" : ""}`,
      turnHead(t),
      texts[t.user] && said("user", t.kind === "message" ? "user" : t.kind, texts[t.user]),
      t.replies?.map((r) => {
        const about = words(r.to ? `to ${r.to}` : "reply", r.kind, r.path);
        return said(r.kind === "error" ? "failed" : "", about, texts[r.text] ?? "");
      }),
      events(c, t.turn),
      t.state != null && folded("State after the turn", prompt(json(texts[t.state]))),
    );
    if (chosen) setTimeout(() => turn.scrollIntoView({ block: "nearest" }));
    return turn;
  });
  const known = new Set(c.turns?.map((t) => t.turn));
  const outside = (c.events ?? []).filter((e) => !known.has(e.turn));
  return el(
    "section.pane",
    el("h2", "Conversation"),
    turns.length ? turns : empty("No turn began."),
    eventList("Outside of turns", outside),
  );
}

// events shows what was reported in a turn apart from its calls. A fallback that no call led to is said at once.
const events = (c, turn) => eventList("Reported", c.events?.filter((e) => e.turn === turn) ?? []);

function eventList(title, list) {
  const fell = list.filter((e) => e.kind === "fallback");
  const rest = list.filter((e) => e.kind !== "fallback");
  const body = (e) => el("div.event", el("code", e.place), pill(e.kind), el("b", e.name), prompt(json(e.value)));
  return [
    fell.map((e) => el("p.note", fallbackWords(e))),
    rest.length > 0 &&
      unfolding("details.folded", el("summary", `${title}: ${count(rest.length, "event")}`), () => rest.map(body)),
  ];
}

function fallbackWords({ place, name, value }) {
  const { reason, detail } = JSON.parse(value) ?? {};
  const why = words(reason, detail);
  return ["Fallback without a call: ", el("b", name), ` at ${place}`, why && `: ${why}`];
}

const said = (name, about, text) =>
  el(`div.said.${name}`, el("small", about), text ? prompt(text, "div") : el("p.dim", "nothing"));

function turnHead(t) {
  const tone = { done: "ok", failed: "bad", waiting: "warn" }[t.status];
  const time = t.duration_ns && `${seconds(t.duration_ns)} of model time`;
  return row(
    el("h3", t.turn),
    t.kind !== "message" && pill(t.kind),
    t.status ? pill(t.status, tone) : pill("not completed", "bad"),
    el("span.dim.end", words(count(t.calls, "call"), count(t.tokens_prompt + t.tokens_output, "token"), time)),
  );
}

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
const notSent = "not sent"; // stands above the calls that only the golden has

function callList(of, c, texts, path) {
  const calls = c.calls ?? [];
  const turns = new Set([...(c.turns ?? []).map((t) => t.turn), ...calls.map((x) => x.turn || notSent)]);
  const list = el("div.call-rows");
  const unit = el("small.end");
  const drawTurn = (name) => {
    const turn = c.turns?.find((t) => t.turn === name);
    const begin = el("span.words", texts[turn?.user]?.slice(0, 120));
    return [
      entry(turn && toCase(of, name), path === name, "turn-head", el("b", name), begin, fellIn(c, name)),
      callRows(of, name, calls.filter((x) => (x.turn || notSent) === name), path),
    ];
  };
  const draw = () => {
    const begins = new Set(calls.map((x) => x.at).filter(Boolean));
    const clock = calls.some(lasts) ? "time" : begins.size > 1 ? "when sent; none took time" : "no times are known";
    unit.textContent = waterfall === "depth" ? "tokens" : clock;
    list.replaceChildren();
    put(
      list,
      entry(toCase(of), !path, "whole", el("b", "Conversation"), count(calls.length, "call")),
      [...turns].map(drawTurn),
    );
    setTimeout(() => {
      const at = list.querySelector("[aria-current]");
      if (at) list.scrollTop = at.offsetTop - list.clientHeight / 2;
    });
  };
  const options = [["depth", "By depth"], ["time", "By time"]];
  const by = choice("Waterfall", options, waterfall, (to) => {
    waterfall = to;
    draw();
  });
  draw();
  return el("nav.call-list", { "aria-label": "Calls" }, row(by, unit), list);
}

// fellIn marks a turn with a fallback that no call led to.
const fellIn = (c, turn) =>
  c.events?.some((e) => e.turn === turn && e.kind === "fallback") &&
  flag("↯", "a fallback without a call", "warn");

// callRows are the calls of a turn: those of a node, a team's member or the like stand under its name.
function callRows(of, turn, calls, path) {
  const bars = waterfall === "time" ? byTime(calls) : byDepth(calls);
  let place = "";
  return calls.map((x, n) => {
    const under = turn === notSent ? "" : x.place.slice(turn.length).replace(/^\//, "");
    const isNew = under && under !== place;
    place = under;
    const name = x.path.startsWith(`${x.place}/`) ? x.path.slice(x.place.length + 1) : x.path;
    const [left, width] = bars[n].map((share) => `${share}%`);
    const [took, tokens] = [lasts(x), x.tokens_prompt + x.tokens_output];
    const size = waterfall === "time" ? took && seconds(took) : tokens && number(tokens);
    const bar = el("i", { style: { "--hue": hueOf(stageNumber(x.stage)), left, width } });
    return [
      isNew && el("div.place", under),
      entry(
        toCase(of, x.path),
        path === x.path,
        under ? "call.nested" : "call",
        el("span.name", dot(stageNumber(x.stage)), " ", name, flags(x)),
        el("span.track", { "aria-hidden": "true" }, bar),
        el("span.number", size || "–"),
      ),
    ];
  });
}

// entry is a link in the list, or a heading if it leads nowhere.
function entry(href, current, name, ...children) {
  if (!href) return el(`div.${name}`, children);
  const attrs = { href, "aria-current": current ? "true" : null, "data-focus": current };
  return el(`a.entry.${name}`, { ...attrs, onstepped: () => location.replace(href) }, children);
}

const flags = (x) =>
  [
    [x.status !== "unchanged" && x.status !== "not compared", "±", x.status, "bad"],
    [x.error || x.missed, "✕", x.error || "nothing answered it", "bad"],
    [x.fallbacks?.length, "↯", "fallback", "warn"],
    [x.rejected?.length && !x.fallbacks?.length, "↺", "answer rejected", "warn"],
  ]
    .filter(([is]) => is)
    .map(([, ...of]) => flag(...of));

const flag = (sign, title, tone) => el(`span.flag.${tone}`, { role: "img", "aria-label": title, title }, sign);

// byDepth returns left and width of bars: a step for each depth of the turn, so that calls that need not wait for one
// another begin at one place.
function byDepth(calls) {
  const known = calls.map((x) => x.depth ?? 0).filter(Boolean);
  const first = Math.min(...known);
  const steps = Math.max(...known, first) - first + 1;
  return calls.map((x) => (x.depth ? [(100 * (x.depth - first)) / steps, Math.max(3, 100 / steps - 0.5)] : [0, 0]));
}

const lasts = (x) => x.takes_ns || x.duration_ns || 0;

// waitsFor tells whether a call was sent after another one had ended. Those of places beside one another, such as the
// nodes of a team, run at once.
const within = (place, above) => place === above || place.startsWith(`${above}/`);
const waitsFor = (x, y) => y.depth < x.depth && (within(x.place, y.place) || within(y.place, x.place));

// byTime returns left and width of bars. A call begins when it was sent on the case's clock. A model's answer does not
// move that, so it begins no earlier than those that it waits for have ended.
function byTime(calls) {
  const spans = new Map(); // begin and end, in milliseconds
  for (const x of calls.filter((x) => x.at).sort((a, b) => (a.depth ?? 0) - (b.depth ?? 0))) {
    const before = [...spans].filter(([y]) => waitsFor(x, y)).map(([, [, end]]) => end);
    const begin = Math.max(Date.parse(x.at), ...before);
    spans.set(x, [begin, begin + lasts(x) / 1e6]);
  }
  const first = Math.min(...[...spans.values()].map(([begin]) => begin));
  const whole = Math.max(...[...spans.values()].map(([, end]) => end)) - first;
  if (!(whole > 0)) return calls.map(() => [0, 0]); // nothing took any time
  return calls.map((x) => {
    if (!spans.has(x)) return [0, 0];
    const [begin, end] = spans.get(x).map((t) => (100 * (t - first)) / whole);
    return [Math.min(98, begin), Math.max(1.5, end - begin)];
  });
}

/* ---- a call ---- */

function callPane(call, c, texts) {
  const missing = call.status === "missing";
  const prompts = el("div");
  const draw = (how) => prompts.replaceChildren(messagesOf(call, texts, { plainly: how === "sent" }));
  const options = [["beside", "Golden beside sent"], ["sent", "As sent"]];
  const how = call.sides?.length > 0 && !missing && choice("Prompt", options, "beside", draw);
  draw("beside");
  return el(
    "section.pane",
    row(
      el("h2.mono", call.path),
      el("span.chip", stageName(call.stage)),
      pill(call.status, { unchanged: "ok", "not compared": "" }[call.status] ?? "bad"),
      call.marks?.map((m) => pill(m.replace("_", " "), "warn")),
    ),
    missing
      ? el("p.note", "The golden has this call, but it was not sent.")
      : [callFacts(call), budget(call)],
    call.status === "conflicted" &&
      el("p.note", "Its golden holds a merge conflict. This compares it with both sides: ", copyable("beaver-eval diff")),
    row(el("h3", "Prompt"), how),
    unkept(call),
    prompts,
    !missing && answer(call, c, texts),
  );
}

// unkept says of a call whose old text nobody has that its prompt is only what was sent.
const unkept = (call) =>
  call.unkept && el("p.note", "Changed; the packed golden keeps no old text of this call. This is what was sent.");

// callFacts say in words what answered a call, and what it took.
function callFacts(call) {
  const { tokens_prompt: sent, tokens_output: got, tokens_counted: counted = 0 } = call;
  return facts([
    ["Tokens", `${number(sent)} prompt, ${number(got)} answer, ${estimates(sent + got - counted, sent + got)}`],
    ["Kept by a cache", keptWords(call.kept)],
    ["Answered by", answeredBy(call)],
    ["Model", call.model],
    ["Depth", call.depth],
    ["Try", call.try > 1 && call.try],
    ["Time", lasts(call) && seconds(lasts(call))],
    ["Sent", call.at && `${call.at.replace("T", " ").replace("Z", "")} on the case's clock`],
    ["Tools", call.tools?.join(", ")],
  ]);
}

// keptWords says how much of a prompt an earlier call has sent too.
function keptWords(k) {
  if (!k) return null;
  const end = k.at && `, up to ${k.at} (${endings[k.why] ?? k.why})`;
  const more = k.most > k.tokens && `; ${number(k.most)} could be`;
  return [`${count(k.tokens, "token")} as in `, el("code", k.of), end, more];
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
  const kept = call.carried && "carried: a person kept it for an older prompt";
  return [by ?? server ?? "nothing", matches[call.match], kept, call.from].filter(Boolean).join(", ");
}

const tokensOf = (p) => p.tokens;

// budget shows the sections of a prompt, and how much of the context it takes. What the prompt has beside its sections
// is a part of its own, so that all parts add up to it.
function budget(call) {
  const { tokens_prompt: sent, num_ctx: size } = call;
  const sections = (call.messages ?? []).flatMap((m) => m.sections);
  const parts = sections.map((s, i) => ({ name: s.name, tokens: s.tokens, hue: hueOf(i) }));
  const beside = sent - total(parts, tokensOf);
  if (beside > 0) parts.push({ name: "roles, tools, format", tokens: beside });
  const whole = total(parts, tokensOf);
  if (!whole) return null;
  const used = size ? Math.min(100, (100 * sent) / size) : 0;
  const over = sent + call.tokens_output > size ? ".over" : "";
  const largest = [...parts].sort((a, b) => b.tokens - a.tokens).slice(0, 5);
  const others = parts.length - largest.length;
  return el(
    "figure.budget",
    stack(parts, whole),
    used > 0 && el(`div.context${over}`, { "aria-hidden": "true" }, el("i", { style: { width: `${used}%` } })),
    el(
      "figcaption",
      el(
        "span",
        size
          ? `${number(sent)} of ${number(size)} tokens of the context, ${percent(sent, size)}`
          : `${count(sent, "token")}; the size of the context is not known`,
      ),
      el(
        "span",
        words(
          ...largest.map((p) => `${p.name} ${number(p.tokens)}`),
          others && `${count(others, "other part")} ${number(whole - total(largest, tokensOf))}`,
          beside < 0 && `estimates, ${number(-beside)} more than were counted`,
        ),
      ),
    ),
  );
}

// stack is a bar of parts: {name, tokens, hue}; the rest of others has no hue. Large ones have their name in them.
const stack = (parts, whole, width = "100%") =>
  el(
    "span.stack",
    { "aria-hidden": "true", style: { width } },
    parts.map(({ name, tokens, hue }) =>
      el(
        `span.${hue ? "" : "rest"}`,
        { title: `${name}: ${number(tokens)}`, style: { "--hue": hue ?? "0", "flex-grow": tokens } },
        tokens / whole > 0.1 && name,
      ),
    ),
  );

// messagesOf shows the messages of a prompt: golden beside sent. edit: only that edit, and messages that it reaches;
// plainly: only what was sent.
function messagesOf(call, texts, { edit, plainly } = {}) {
  const one = edit !== undefined;
  const sides = plainly ? [] : (call.sides ?? []).filter((s) => !one || s.groups?.includes(edit));
  const messages = call.messages ?? [];
  let n = 0;
  const cards = messages.map((m, at) => {
    const from = n;
    n += m.sections.length;
    const rest = sides.filter((s) => s.message === at + 1);
    if (one && !rest.length) return null;
    const sections = m.sections.map((s, k) => {
      const found = rest.findIndex((x) => x.kind === "section" && x.section === s.name && x.change !== "removed");
      const side = found < 0 ? undefined : rest.splice(found, 1)[0];
      return sectionOf(s, texts[s.text], from + k, side, one);
    });
    return messageCard(
      `#${at + 1} ${m.role}${m.name ? ` · ${m.name}` : ""}`,
      count(total(m.sections, tokensOf), "token"),
      sections,
      rest.map(sideOf),
      m.tool_calls?.map((t) => toolCall(t.name, texts[t.arguments])),
    );
  });
  const beside = sides.filter((s) => !s.message || s.message > messages.length);
  const title = call.messages ? "Beside these messages" : "In the golden";
  return el("div.messages", cards, beside.length > 0 && messageCard(title, "", beside.map(sideOf)));
}

const messageCard = (title, size, ...children) =>
  el("article.card.message", el("div.message-head", el("h4", title), el("span.end.dim", size)), children);

function sectionOf(s, text, n, side, collapsed) {
  const sources = s.sources.filter((x) => x.kind !== "code" || x.path); // not line ends between sections
  const first = sources.find((x) => x.path) ?? sources[0];
  const more = sources.length > 1;
  const summary = el(
    "summary",
    dot(n % hues.length),
    el("b", s.name),
    side && changePill(side.change),
    side?.was && dim(`was ${side.was}`),
    el(
      "span.source.end",
      first && sourceOf(first),
      more && ` +${sources.length - 1}`,
      el("span.number", number(s.tokens)),
    ),
  );
  const fill = () => [
    side?.rows ? beside(side.rows, text) : prompt(text),
    more && folded(count(sources.length, "source"), el("ul.notes", sources.map((x) => el("li", sourceOf(x))))),
  ];
  return unfolding("details.part", summary, fill, Boolean(side) || (!collapsed && !(text?.length > 4000)));
}

const sourceOf = (s) => (s.path ? where(s.path, s.line) : [s.kind, s.name, s.define].filter(Boolean).join(" "));

// sideOf is a difference that has no section in what was sent.
const sideOf = (s) =>
  el(
    "details.part",
    { open: true },
    el(
      "summary",
      el("b", s.section || "the whole message"),
      changePill(s.change),
      ![s.section, "section"].includes(s.kind) && dim(s.kind),
      s.message_before && el("span.dim.end", `message ${s.message_before} of the golden`),
    ),
    s.rows ? beside(s.rows) : el("p.dim", "The texts are equal."),
  );

// beside puts golden and sent side by side, row by row. text is what was sent, if it is known: it has the lines of the
// gaps.
function beside(rows, text) {
  const lines = text?.split("\n");
  let at = 0;
  const cell = (name, child) => el(`div.${name}`, child);
  const same = (line) => [cell("same.left", prompt(line, "span")), cell("same.twin", prompt(line, "span"))];
  const cells = rows.map((row) => {
    const begin = at;
    if (typeof row === "string") {
      at++;
      return same(row);
    }
    if (typeof row === "number") {
      at += row;
      const gap = el("div.gap");
      const show = () => gap.replaceWith(...lines.slice(begin, begin + row).flatMap(same));
      const title = `⋯ ${count(row, "line")}`;
      return put(gap, lines ? quietButton(title, show) : title);
    }
    const [before, after] = row;
    if (after) at++;
    return [
      cell(before ? "before.left" : "void.left", before && spans(before)),
      cell(after ? "after" : "void", after && spans(after)),
    ];
  });
  const head = [cell("side-head.left", "golden"), cell("side-head", "sent")];
  return some(cells, 400, (list) => el("div.sides", head, list));
}

/* ---- an answer ---- */

const toolCall = (name, args = "") => el("div.tool", el("p", "→ ", el("b", name)), prompt(json(args)));

// modelCard is what a model said: a text, tool calls as pairs of name and arguments, or an error.
const modelCard = ({ text, calls = [], error }, ...title) =>
  el(
    "div.card.said-by-model",
    title,
    error && el("p.bad", error),
    text && prompt(text),
    calls.map(([name, args]) => toolCall(name, args)),
    !text && !error && !calls.length && el("p.dim", "An empty answer."),
  );

const saidIn = (call, texts) => ({
  text: texts[call.answer],
  calls: call.answer_calls?.map((t) => [t.name, texts[t.arguments]]),
  error: (call.error || call.missed) && [call.error || "nothing answered", call.detail].filter(Boolean).join(": "),
});

function answer(call, c, texts) {
  const ended = call.finish && call.finish !== "stop" && el("small", `ended by ${call.finish}`);
  const tools = (c.tools ?? []).filter((t) => t.call_path === call.path);
  const refused = (title, detail) => el("p.note", el("b", title), detail && `. ${detail}`);
  return [
    el("h3", "Answer", ended),
    modelCard(saidIn(call, texts)),
    call.reasoning != null && folded("Reasoning", prompt(texts[call.reasoning])),
    call.decision && [el("h3", "Decision"), modelCard({ text: json(call.decision) })],
    call.fallbacks?.map((f) =>
      refused(`Fallback of ${f.stage}: ${f.reason} after ${count(f.tries, "try", "tries")}`, f.detail),
    ),
    call.rejected?.map((r) => refused(`Rejected by ${r.stage}: ${r.reason}`, r.detail)),
    tools.length > 0 && [el("h3", "Tools that ran"), tools.map((t) => toolRun(t, texts))],
  ];
}

function toolRun(t, texts) {
  const about = words(t.path, t.source, t.takes_ns && seconds(t.takes_ns));
  return el(
    "div.card.said-by-model",
    row(el("b", t.name), t.failed && pill("failed", "bad"), t.late && pill("late", "warn"), dim(about)),
    prompt(json(texts[t.arguments])),
    prompt(json(texts[t.result])),
  );
}
