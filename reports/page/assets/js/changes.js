// Changes: the edits, each once; one of them with a prompt of each stage and all its cases.

async function drawChanges(out, [id]) {
  const { groups } = page.head.changes;
  if (id)
    return drawEdit(
      out,
      groups.findIndex((g) => g.id === id),
      id,
    );
  const tokens = groups.reduce((sum, g) => sum + g.tokens, 0);
  out.append(
    heading(
      "Changes",
      el(
        "p",
        { class: "dim" },
        groups.length ? `${count(groups.length, "edit")}, ${signed(tokens)} tokens in all prompts together` : "",
      ),
    ),
  );
  if (!groups.length) {
    out.append(
      empty(
        "Every prompt is as it was accepted. After an edit of a template, this lists each edit once:",
        "beaver-eval run",
      ),
    );
  }
  put(
    out,
    groups.map((g) => editCard(g, 3, "h2")),
  );
}

// editCard is an edit with its first hunks, under a heading of a level.
function editCard(g, most, level) {
  const title = el("a", { href: address("changes", g.id), class: "entry" }, coded(g.name));
  return el(
    "article",
    { class: "card edit" },
    el(
      "div",
      { class: "row-of" },
      el(level, {}, title),
      pill(g.change === "changed" ? g.what : g.change, changeTones[g.change]),
      g.tokens ? pill(`${signed(g.tokens)} tokens`, g.tokens > 0 ? "warn" : "ok") : null,
      el("code", { class: "dim end" }, g.id.slice(0, 8)),
    ),
    reach(g),
    notes(g),
    hunks(g, most),
    commands(g),
  );
}

const changeTones = { added: "ok", removed: "bad", moved: "warn", renamed: "warn", "left out": "warn" };
const changePill = (change) => pill(change, changeTones[change]);

function reach(g) {
  const byStage = new Map();
  for (const r of g.reach) byStage.set(r.stage, (byStage.get(r.stage) ?? 0) + r.calls);
  return el(
    "p",
    { class: "reach" },
    link(toCases({ status: "all", edit: g.id }), `${count(g.calls, "call")} in ${count(g.cases, "case")}`),
    [...byStage].map(([stage, calls]) => el("span", { class: "chip" }, stageName(stage, ` ${number(calls)}`))),
    g.path && !g.name.includes(g.path) ? el("span", { class: "dim end" }, where(g.path, g.line)) : null,
  );
}

// coded shows names between backticks, as Go puts them, as code.
const coded = (text) => text.split("`").map((t, i) => (i % 2 ? el("code", {}, t) : t === ", " ? " › " : t));

const notes = (g) =>
  g.notes.length || g.change !== "changed"
    ? el(
        "ul",
        { class: "notes" },
        g.change === "changed" ? null : el("li", {}, coded(g.what)),
        g.notes.map((n) => el("li", {}, n)),
      )
    : null;

function hunks(g, most) {
  if (!g.hunks.length) return null;
  const box = some(
    g.hunks.map((h, i) => [h, g.rows[i]]),
    most,
    (some) =>
      el(
        "div",
        {},
        some.map(([h, rows]) => hunk(h, rows)),
      ),
  );
  if (g.edits > g.hunks.length)
    put(box, el("p", { class: "dim" }, `${number(g.edits - g.hunks.length)} more are alike.`));
  return box;
}

// hunk shows lines of the golden and what was sent instead, between common lines. Of a JSON payload it shows values.
function hunk(h, rows) {
  const line = (sign, name, text) => el("div", { class: `line ${name}` }, el("span", { class: "sign" }, sign), text);
  const common = (lines = []) => lines.map((l) => line(" ", "same", prompt(l, "span")));
  const about = [h.line ? `line ${h.line}` : "", h.calls ? count(h.calls, "call") : ""].filter(Boolean).join(" · ");
  const pairs = (h.members ?? []).map((m) => [
    el("div", { class: "diff-head" }, m.path),
    m.before && line("−", "before", prompt(m.before, "span")),
    m.after && line("+", "after", prompt(m.after, "span")),
  ]);
  return el(
    "div",
    { class: "diff" },
    about ? el("div", { class: "diff-head" }, about) : null,
    common(h.above),
    pairs.length
      ? pairs
      : [0, 1].map((side) =>
          rows.filter((r) => r[side]).map((r) => line("−+"[side], side ? "after" : "before", spans(r[side]))),
        ),
    common(h.below),
  );
}

const commands = (g) =>
  el(
    "div",
    { class: "commands" },
    copyable(g.commands.accept),
    copyable(g.commands.reject),
    el(
      "span",
      { class: "end" },
      copier("Copy link", () => location.href.split("#")[0] + address("changes", g.id)),
      copier("Copy as Markdown", () => g.markdown),
    ),
  );

// drawEdit shows one edit: all its hunks, a prompt of each stage with golden and sent side by side, and its cases.
async function drawEdit(out, n, id) {
  const { groups } = page.head.changes;
  const g = groups[n];
  if (!g) {
    out.append(heading("No such edit"), empty(`This run has no edit ${id}.`), link("#/changes", "All edits"));
    return;
  }
  whereTo.beside = (by) => groups[n + by] && address("changes", groups[n + by].id);
  out.append(
    el("p", { class: "path" }, link("#/changes", "Changes"), ` · ${n + 1} of ${groups.length}`),
    heading(coded(g.name), changePill(g.change)),
    el("div", { class: "card edit" }, reach(g), notes(g), hunks(g, 40), commands(g)),
  );
  const shown = [];
  for (const e of g.examples) {
    const i = caseNumber(e.suite, e.case);
    if (i < 0 || page.head.cases.chunk[i] < 0) continue;
    const { cases, texts } = await chunk(page.head.cases.chunk[i]);
    const call = cases[e.case]?.calls?.find((c) => c.path === e.path);
    if (call) shown.push(example(e, call, texts, n));
  }
  put(
    out,
    section(
      "In its prompts",
      count(shown.length, "stage") + ", one call of each",
      shown.length
        ? shown
        : empty(
            "The texts of its cases were left out of this page. They are in a folder written with",
            "beaver-eval report export --format html --split --output page",
          ),
    ),
    everywhere(g, n),
  );
}

const example = (e, call, texts, n) =>
  el(
    "article",
    { class: "example" },
    el("h3", {}, stageName(e.stage), " ", link(toCase(e.suite, e.case, e.path), `${e.suite} / ${e.case} / ${e.path}`)),
    messagesOf(call, texts, { edit: n }),
  );

// everywhere lists the cases that an edit reaches; the rest is in Cases.
function everywhere(g, n) {
  const { cases, suites } = page.head;
  const all = cases.id.map((_, i) => i).filter((i) => cases.groups[i].includes(n));
  const most = 50;
  return section(
    "Its cases",
    count(all.length, "case"),
    table(
      "Its cases",
      [
        { title: "Case" },
        { title: "Status" },
        { title: "Prompts that differ", number: true },
        { title: "of calls", number: true },
      ],
      all
        .slice(0, most)
        .map((i) => [
          link(toCase(suites[cases.suite[i]].name, cases.id[i]), `${suites[cases.suite[i]].name} / ${cases.id[i]}`),
          statusPill(cases.status[i]),
          number(differing(i)),
          number(cases.calls[i]),
        ]),
    ),
    all.length > most ? link(toCases({ status: "all", edit: g.id }), `All ${number(all.length)}`) : null,
  );
}
