// Case: the conversation as its user saw it; the calls of each turn as a waterfall; a call with its prompt and answer.

async function drawCase(out, [suite, id, path]) {
  const { cases, changes } = page.head;
  const i = caseNumber(suite, id);
  if (i < 0) {
    out.append(heading("No such case"), empty(`This run has no case ${id} in the suite ${suite}.`), link("#/cases", "All cases"));
    return;
  }
  const data = cases.chunk[i] < 0 ? null : await chunk(cases.chunk[i]);
  const c = data?.cases[id] ?? {}, texts = data?.texts ?? [], calls = c.calls ?? [];
  const call = calls.find((x) => x.path === path);
  const order = listed.rows?.includes(i) ? listed.rows : cases.id.map((_, n) => n), at = order.indexOf(i);
  listed.opened = i;
  whereTo.beside = (by) => order[at + by] !== undefined && toCase(page.head.suites[cases.suite[order[at + by]]].name, cases.id[order[at + by]]);
  whereTo.up = path ? toCase(suite, id) : listed.address;
  whereTo.stay = Boolean(document.querySelector(".call-list"));
  const differ = differing(i);
  put(out, el("p", { class: "path" }, link(listed.address, "Cases"), " / ", link(toCases({ suite, status: "all" }), suite)),
    heading(id, statusPill(cases.status[i]), differ ? pill(`${count(differ, "prompt")} differ${differ === 1 ? "s" : ""}`, "bad") : null,
      el("span", { class: "end" }, el("code", { class: "dim" }, where(page.head.files[cases.file[i]] ?? "", cases.line[i])),
        copier("Copy link", () => location.href))),
    c.skipped ? el("p", { class: "note" }, `Skipped: ${c.skipped}`) : null,
    [...(c.errors ?? []), ...(c.failures ?? [])].map((text) => el("p", { class: "note bad" }, text)),
    (c.warnings ?? []).map((text) => el("p", { class: "note" }, text)),
    cases.groups[i].length ? some(cases.groups[i].map((n) => changes.groups[n]), 3, (groups) => el("p", { class: "dim edits" }, "Edits",
      groups.map((g) => link(address("changes", g.id), coded(g.name))))) : null);
  if (!data) {
    out.append(empty(`Its texts were left out of this page. ${page.head.note} To see the case:`, `beaver-eval show ${id} --run ${page.head.run.run}`));
    return;
  }
  out.append(el("div", { class: "split" }, callList(suite, id, c, texts, path),
    call ? callPane(call, c, texts) : conversation(suite, id, c, texts, path)));
}

/* ---- the conversation ---- */

function conversation(suite, id, c, texts, path) {
  const box = el("section", { class: "pane talk" }, el("h2", {}, "Conversation"));
  if (!c.turns?.length) box.append(empty("No turn began."));
  for (const t of c.turns ?? []) {
    const sums = [count(t.calls, "call"), `${number(t.tokens_prompt + t.tokens_output)} tokens`, t.duration_ns ? `${seconds(t.duration_ns)} of model time` : ""];
    const turn = el("article", { class: t.turn === path ? "turn chosen" : "turn" },
      el("div", { class: "row-of" }, el("h3", {}, t.turn), t.kind === "message" ? null : pill(t.kind),
        t.status ? pill(t.status, { done: "ok", failed: "bad", waiting: "warn" }[t.status]) : pill("not completed", "bad"),
        el("span", { class: "dim end" }, sums.filter(Boolean).join(" · "))));
    if (texts[t.user]) turn.append(el("div", { class: "said user" }, el("small", {}, t.kind === "message" ? "user" : t.kind), prompt(texts[t.user], "div")));
    put(turn, (t.replies ?? []).map((r) => el("div", { class: `said ${r.kind === "error" ? "failed" : ""}` },
      el("small", {}, [r.to ? `to ${r.to}` : "reply", r.kind, r.path].filter(Boolean).join(" · ")), r.text == null ? el("p", { class: "dim" }, "nothing") : prompt(texts[r.text], "div"))));
    if (t.state != null) turn.append(folded("State after the turn", prompt(json(texts[t.state]))));
    box.append(turn);
    if (t.turn === path) setTimeout(() => turn.scrollIntoView({ block: "nearest" }));
  }
  return box;
}

const folded = (title, ...children) => el("details", { class: "folded" }, el("summary", {}, title), children);

// json indents a text that is JSON.
function json(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

/* ---- the waterfall ---- */

let waterfall = "depth"; // or time

function callList(suite, id, c, texts, path) {
  const calls = c.calls ?? [], box = el("nav", { class: "call-list", "aria-label": "Calls" });
  const timed = calls.some((x) => x.takes_ns || x.duration_ns);
  const draw = () => {
    const list = el("div", { class: "call-rows" }, entry(toCase(suite, id), !path, "whole", el("b", {}, "Conversation"), count(calls.length, "call")));
    const turns = [...new Set([...(c.turns ?? []).map((t) => t.turn), ...calls.map((x) => x.turn || "missing")])];
    for (const name of turns) {
      const of = calls.filter((x) => (x.turn || "missing") === name), turn = c.turns?.find((t) => t.turn === name);
      list.append(entry(turn ? toCase(suite, id, name) : null, path === name, "turn-head", el("b", {}, name),
        el("span", { class: "words" }, (texts[turn?.user] ?? "").slice(0, 120))));
      const bars = waterfall === "time" ? byTime(of) : byDepth(of);
      let place = "";
      of.forEach((x, n) => {
        const under = (x.place ?? "").slice(name.length).replace(/^\//, "");
        if (under !== place && under) list.append(el("div", { class: "place", style: { "--in": under.split("/").length } }, under));
        place = under;
        const label = x.path.startsWith(`${x.place}/`) ? x.path.slice(x.place.length + 1) : x.path;
        list.append(entry(toCase(suite, id, x.path), path === x.path, `call ${under ? "nested" : ""}`, el("span", { class: "name" }, dot(stageNumber(x.stage)), " ", label, flags(x)),
          el("span", { class: "track", "aria-hidden": "true" }, el("i", { style: { "--hue": stageHue(x.stage), left: `${bars[n][0]}%`, width: `${bars[n][1]}%` } })),
          el("span", { class: "number" }, waterfall === "time" ? (lasts(x) ? seconds(lasts(x)) : "–") : number(x.tokens_prompt + x.tokens_output))));
      });
    }
    box.replaceChildren(el("div", { class: "row-of" },
      choice("Waterfall", [["depth", "By depth"], ["time", "By time"]], waterfall, (to) => { waterfall = to; draw(); }),
      el("small", { class: "end" }, waterfall === "depth" ? "tokens" : timed ? "time" : "no times are known")), list);
    setTimeout(() => {
      const current = list.querySelector("[aria-current]");
      if (current) list.scrollTop = Math.max(0, Math.min(list.scrollTop, current.offsetTop - 8), current.offsetTop + current.offsetHeight + 8 - list.clientHeight);
    });
  };
  draw();
  return box;
}

function entry(href, current, name, ...children) {
  if (!href) return el("div", { class: name }, children);
  return el("a", { href, class: `entry ${name}`, "aria-current": current ? "true" : null, "data-focus": current,
    onstepped: () => location.replace(href) }, children);
}

const flags = (x) => [
  [x.status !== "unchanged" && x.status !== "not compared", "±", x.status, "bad"], [x.error || x.missed, "✕", x.error || "nothing answered it", "bad"],
  [x.fallbacks?.length, "↯", "fallback", "warn"], [x.rejected?.length && !x.fallbacks?.length, "↺", "answer rejected", "warn"],
].filter(([is]) => is).map(([, sign, name, tone]) => el("span", { class: `flag ${tone}`, role: "img", "aria-label": name, title: name }, sign));

// byDepth returns left and width of bars: a step for each depth of the turn, so that calls that need not wait for one
// another begin at one place.
function byDepth(calls) {
  const known = calls.map((x) => x.depth ?? 0).filter(Boolean), first = Math.min(...known), steps = Math.max(...known, first) - first + 1;
  return calls.map((x) => (x.depth ? [100 * (x.depth - first) / steps, Math.max(3, 100 / steps - 0.5)] : [0, 0]));
}

const lasts = (x) => x.takes_ns || x.duration_ns || 0;

// byTime returns left and width of bars on the case's clock.
function byTime(calls) {
  const begins = calls.map((x) => (x.at ? Date.parse(x.at) : NaN));
  const first = Math.min(...begins.filter((t) => t)), ends = Math.max(...calls.map((x, n) => (begins[n] ? begins[n] + lasts(x) / 1e6 : first)));
  const whole = ends - first;
  if (!whole) return calls.map(() => [0, 0]); // nothing took any time
  return calls.map((x, n) => (begins[n] ? [Math.min(98, 100 * (begins[n] - first) / whole), Math.max(1.5, 100 * lasts(x) / 1e6 / whole)] : [0, 0]));
}

/* ---- a call ---- */

function callPane(call, c, texts) {
  const box = el("section", { class: "pane" });
  const missing = call.status === "missing";
  put(box, el("div", { class: "row-of" }, el("h2", { class: "mono" }, call.path), el("span", { class: "chip" }, stageName(call.stage)),
    pill(call.status, { unchanged: "ok", "not compared": "" }[call.status] ?? "bad"), (call.marks ?? []).map((m) => pill(m.replace("_", " "), "warn"))));
  if (missing) put(box, el("p", { class: "note" }, "The golden has this call, but it was not sent."));
  else put(box, facts(call), budget(call));
  const prompts = el("div", {});
  const draw = (how) => prompts.replaceChildren(messagesOf(call, texts, { plainly: how === "sent" }));
  draw("beside");
  put(box, el("div", { class: "row-of" }, el("h3", {}, "Prompt"), call.sides?.length && !missing ?
    choice("Prompt", [["beside", "Golden beside sent"], ["sent", "As sent"]], "beside", draw) : null), prompts);
  if (!missing) put(box, answer(call, c, texts));
  return box;
}

// facts say in words what answered a call, and what it took.
function facts(call) {
  const sources = { scripted: "scripted by a person", imported: "imported", "": call.missed ? "nothing" : "none" };
  const answered = [sources[call.source ?? ""] ?? `recorded from ${call.source}`, { fresh: "", live: "live in this run", stale: "recorded for another prompt",
    moved: "recorded at another path", otherwise: "the suite's default answer" }[call.match ?? ""] ?? call.match, call.carried ? "carried: kept by a person for an older prompt" : "", call.from].filter(Boolean).join(", ");
  const rows = [["Tokens", `${number(call.tokens_prompt)} prompt, ${number(call.tokens_output)} answer` + (call.estimated || call.tokens_estimated ?
    (call.tokens_estimated === call.tokens_prompt + call.tokens_output ? ", estimated" : `, ${number(call.tokens_estimated)} of them estimated`) : ", counted")],
  ["Answered by", [call.match === "live" ? "a server" : answered, call.match === "live" ? `, ${call.source}` : ""].join("")], ["Model", call.model],
  ["Depth", call.depth && `${call.depth}${call.try > 1 ? `, try ${call.try}` : ""}`],
  ["Time", lasts(call) && seconds(lasts(call))], ["Sent", call.at && `${call.at.replace("T", " ").replace("Z", "")} on the case's clock`],
  ["Tools", call.tools?.join(", ")]];
  return el("dl", { class: "facts" }, rows.filter(([, v]) => v).map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, v))));
}

const sectionsOf = (call) => (call.messages ?? []).flatMap((m) => m.sections);

// budget shows the sections of a prompt, and how much of the context it takes.
function budget(call) {
  const parts = sectionsOf(call).map((s, i) => [s.name, s.tokens, hueOf(i)]);
  const named = parts.reduce((sum, [, n]) => sum + n, 0), whole = Math.max(call.tokens_prompt, named);
  const rest = call.tokens_prompt - named;
  if (rest > 0) parts.push(["roles, tools, format", rest, null]);
  if (!whole) return null;
  const largest = parts.map((p) => p).sort((a, b) => b[1] - a[1]).slice(0, 5);
  const told = call.num_ctx ? `${number(call.tokens_prompt)} of ${number(call.num_ctx)} tokens of the context, ${percent(call.tokens_prompt, call.num_ctx)}` :
    `${count(call.tokens_prompt, "token")}; the size of the context is not known`;
  return el("figure", { class: "budget" },
    el("div", { class: "stack", "aria-hidden": "true" }, parts.map(([name, n, hue]) => el("span", { class: hue ? null : "rest", title: `${name}: ${number(n)}`,
      style: { "--hue": hue ?? "0", "flex-grow": n } }, n / whole > 0.1 ? name : ""))),
    call.num_ctx ? el("div", { class: "context", "aria-hidden": "true" }, el("i", { style: { width: `${Math.min(100, 100 * call.tokens_prompt / call.num_ctx)}%` } })) : null,
    el("figcaption", {}, el("span", {}, told), el("span", {}, largest.map(([name, n]) => `${name} ${number(n)}`).join(" · "),
      parts.length > 5 ? ` · ${count(parts.length - 5, "other part")} ${number(parts.reduce((sum, p) => sum + p[1], 0) - largest.reduce((sum, p) => sum + p[1], 0))}` : "",
      rest < 0 ? `; sections are estimated at ${number(named)}` : "")));
}

// messagesOf shows the messages of a prompt: golden beside sent. edit: only that edit, and messages that it reaches;
// plainly: only what was sent.
function messagesOf(call, texts, { edit, plainly } = {}) {
  const one = edit !== undefined, sides = plainly ? [] : (call.sides ?? []).filter((s) => !one || s.groups?.includes(edit));
  const box = el("div", { class: "messages" });
  let n = 0;
  (call.messages ?? []).forEach((m, at) => {
    const mine = sides.filter((s) => s.message === at + 1), used = new Set(), from = n;
    n += m.sections.length;
    if (one && !mine.length) return;
    box.append(el("article", { class: "card message" }, el("div", { class: "message-head" }, el("h4", {}, `#${at + 1} ${m.role}`, m.name ? ` · ${m.name}` : ""),
      el("span", { class: "end dim" }, count(m.sections.reduce((sum, s) => sum + s.tokens, 0), "token"))),
    m.sections.map((s, k) => {
      const side = mine.find((x) => !used.has(x) && x.kind === "section" && x.section === s.name && x.change !== "removed");
      if (side) used.add(side);
      return sectionOf(s, texts[s.text], from + k, side, one);
    }),
    mine.filter((x) => !used.has(x)).map(sideOf),
    (m.tool_calls ?? []).map((t) => toolCall(t, texts))));
  });
  const rest = sides.filter((s) => !s.message || s.message > (call.messages ?? []).length);
  if (rest.length) box.append(el("article", { class: "card message" }, el("div", { class: "message-head" }, el("h4", {}, call.messages ? "Beside these messages" : "In the golden")), rest.map(sideOf)));
  return box;
}

function sectionOf(s, text, n, side, collapsed) {
  const sources = (s.sources ?? []).filter((x) => x.kind !== "code" || x.path); // not the line ends between sections
  const first = sources.find((x) => x.path) ?? sources[0];
  const e = el("details", { class: "part", open: side ? true : !collapsed && !(text?.length > 4000) },
    el("summary", {}, dot(n % hues.length), el("b", {}, s.name), side ? changePill(side.change) : null, side?.was ? el("span", { class: "dim" }, `was ${side.was}`) : null,
      el("span", { class: "source end" }, first ? sourceOf(first) : "", sources.length > 1 ? ` +${sources.length - 1}` : "",
        el("span", { class: "number" }, number(s.tokens)))));
  let filled = false;
  const fill = () => {
    if (filled || !e.open) return;
    filled = true;
    put(e, side?.rows ? beside(side.rows, text ?? "") : prompt(text),
      sources.length > 1 ? folded(count(sources.length, "source"), el("ul", { class: "notes" }, sources.map((x) => el("li", {}, sourceOf(x))))) : null);
  };
  e.addEventListener("toggle", fill);
  fill();
  return e;
}

const sourceOf = (s) => (s.path ? where(s.path, s.line) : [s.kind, s.name, s.define].filter(Boolean).join(" "));

// sideOf is a difference that has no section in what was sent.
const sideOf = (s) => el("details", { class: "part", open: true },
  el("summary", {}, el("b", {}, s.section || s.kind), changePill(s.change), s.kind === "section" ? null : el("span", { class: "dim" }, s.kind),
    s.message_before ? el("span", { class: "dim end" }, `message ${s.message_before} of the golden`) : null),
  s.rows ? beside(s.rows, "") : el("p", { class: "dim" }, "The texts are equal."));

// beside puts golden and sent side by side, row by row. text is what was sent: it has the lines of the gaps.
function beside(rows, text) {
  const lines = text.split("\n");
  let at = 0;
  const cell = (name, spansOf) => el("div", { class: name }, spansOf ?? "");
  const same = (line) => [cell("same left", prompt(line, "span")), cell("same twin", prompt(line, "span"))];
  const cells = rows.map((row) => {
    const begin = at;
    if (typeof row === "string") { at++; return same(row); }
    if (typeof row === "number") {
      at += row;
      const gap = el("div", { class: "gap" }, button(`⋯ ${count(row, "line")}`, () => gap.replaceWith(...lines.slice(begin, begin + row).flatMap(same)), { class: "quiet" }));
      return [gap];
    }
    const [before, after] = row;
    if (after) at++;
    return [cell(before ? "before left" : "void left", before && spans(before)), cell(after ? "after" : "void", after && spans(after))];
  });
  const head = el("div", { class: "sides" }, cell("side-head left", "golden"), cell("side-head", "sent"));
  return some(cells, 400, (part) => put(head.cloneNode(true), part));
}

const toolCall = (t, texts) => el("div", { class: "tool" }, el("p", {}, "→ ", el("b", {}, t.name)), prompt(json(texts[t.arguments] ?? "")));

function answer(call, c, texts) {
  const said = el("div", { class: "card said-by-model" });
  if (call.error || call.missed) put(said, el("p", { class: "bad" }, [call.error || "nothing answered", call.detail].filter(Boolean).join(": ")));
  if (texts[call.answer]) said.append(prompt(texts[call.answer]));
  put(said, (call.answer_calls ?? []).map((t) => toolCall(t, texts)));
  if (!said.childNodes.length) put(said, el("p", { class: "dim" }, "An empty answer."));
  const tools = (c.tools ?? []).filter((t) => t.call_path === call.path);
  return [el("h3", {}, "Answer", call.finish && call.finish !== "stop" ? el("small", {}, `ended by ${call.finish}`) : null), said,
    call.reasoning == null ? null : folded("Reasoning", prompt(texts[call.reasoning])),
    call.decision ? [el("h3", {}, "Decision"), el("div", { class: "card said-by-model" }, prompt(json(call.decision)))] : null,
    (call.fallbacks ?? []).map((f) => el("p", { class: "note" }, el("b", {}, `Fallback of ${f.stage}: ${f.reason}`), ` after ${count(f.tries, "try", "tries")}`, f.detail ? `. ${f.detail}` : "")),
    (call.rejected ?? []).map((r) => el("p", { class: "note" }, el("b", {}, `Rejected by ${r.stage}: ${r.reason}`), r.detail ? `. ${r.detail}` : "")),
    tools.length ? [el("h3", {}, "Tools that ran"), tools.map((t) => el("div", { class: "card said-by-model" },
      el("p", {}, el("b", {}, t.name), " ", t.failed ? pill("failed", "bad") : null, t.late ? pill("late", "warn") : null, el("span", { class: "dim" }, [t.path, t.source, t.takes_ns ? seconds(t.takes_ns) : ""].filter(Boolean).join(" · "))),
      prompt(json(texts[t.arguments] ?? "")), prompt(json(texts[t.result] ?? ""))))] : null];
}
