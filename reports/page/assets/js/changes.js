// Changes: the edits, each once; one of them with a prompt of each stage and all its cases.

async function drawChanges(out, [id]) {
  const { groups } = page.head.changes;
  if (id) return drawEdit(out, groups.findIndex((g) => g.id === id), id);
  const tokens = signed(total(groups, (g) => g.tokens));
  const sum = groups.length > 0 && `${count(groups.length, "edit")}, ${tokens} tokens in all prompts together`;
  const none = "Every prompt is as it was accepted. After an edit of a template, this lists each edit once:";
  put(
    out,
    heading("Changes", el("p.dim", sum)),
    groups.length ? groups.map((g) => editCard(g, 3, "h2")) : empty(none, "beaver-eval run"),
  );
}

// editCard is an edit with its first hunks, under a heading of a level.
const editCard = (g, most, level) =>
  el(
    "article.card.edit",
    row(
      el(level, entryLink(address("changes", g.id), coded(g.name))),
      pill(g.change === "changed" ? g.what : g.change, changeTones[g.change]),
      g.tokens !== 0 && pill(`${signed(g.tokens)} tokens`, g.tokens > 0 ? "warn" : "ok"),
      el("code.dim.end", g.id.slice(0, 8)),
    ),
    editBody(g, most),
  );

const editBody = (g, most) => [reach(g), notes(g), hunks(g, most), commands(g)];

const changeTones = { added: "ok", removed: "bad", moved: "warn", renamed: "warn", "left out": "warn" };
const changePill = (change) => pill(change, changeTones[change]);

function reach(g) {
  const byStage = new Map();
  for (const r of g.reach) byStage.set(r.stage, (byStage.get(r.stage) ?? 0) + r.calls);
  return el(
    "p.reach",
    link(allOf({ edit: g.id }), `${count(g.calls, "call")} in ${count(g.cases, "case")}`),
    [...byStage].map(([stage, calls]) => el("span.chip", stageName(stage, ` ${number(calls)}`))),
    g.path && !g.name.includes(g.path) && el("span.dim.end", where(g.path, g.line)),
  );
}

// coded shows names between backticks, as Go puts them, as code.
const coded = (text) => text.split("`").map((t, i) => (i % 2 ? el("code", t) : t === ", " ? " › " : t));

function notes(g) {
  const list = g.change === "changed" ? g.notes : [coded(g.what), ...g.notes];
  return list.length > 0 && el("ul.notes", list.map((text) => el("li", text)));
}

function hunks(g, most) {
  if (!g.hunks.length) return null;
  const all = g.hunks.map((h, i) => [h, g.rows[i]]);
  const alike = g.edits - g.hunks.length;
  return [
    some(all, most, (list) => list.map(([h, rows]) => hunk(h, rows))),
    alike > 0 && el("p.dim", `${number(alike)} more are alike.`),
  ];
}

// hunk shows lines of the golden and what was sent instead, between common lines. Of a JSON payload it shows values.
function hunk(h, rows) {
  const line = (sign, name, text) => el(`div.line.${name}`, el("span.sign", sign), text);
  const common = (lines = []) => lines.map((l) => line(" ", "same", prompt(l, "span")));
  const about = words(h.line && `line ${h.line}`, h.calls && count(h.calls, "call"));
  const values = h.members?.map((m) => [
    el("div.diff-head", m.path),
    m.before && line("−", "before", prompt(m.before, "span")),
    m.after && line("+", "after", prompt(m.after, "span")),
  ]);
  const side = (n, sign, name) => rows.filter((r) => r[n]).map((r) => line(sign, name, spans(r[n])));
  return el(
    "div.diff",
    about && el("div.diff-head", about),
    common(h.above),
    values?.length ? values : [side(0, "−", "before"), side(1, "+", "after")],
    common(h.below),
  );
}

const commands = (g) =>
  el(
    "div.commands",
    copyable(g.commands.accept),
    copyable(g.commands.reject),
    el(
      "span.end",
      copier("Copy link", () => location.href.split("#")[0] + address("changes", g.id)),
      copier("Copy as Markdown", () => g.markdown),
    ),
  );

// drawEdit shows one edit: all its hunks, a prompt of each stage with golden and sent side by side, and its cases.
async function drawEdit(out, n, id) {
  const { groups } = page.head.changes;
  const g = groups[n];
  if (!g) {
    const text = `This run has no edit ${id}.`;
    return put(out, heading("No such edit"), empty(text), link("#/changes", "All edits"));
  }
  whereTo.beside = (by) => groups[n + by] && address("changes", groups[n + by].id);
  const shown = [];
  for (const e of g.examples) {
    const { texts, c } = (await textsOf(caseNumber(e))) ?? {};
    const call = c?.calls?.find((x) => x.path === e.path);
    if (call) shown.push(example(e, call, texts, n));
  }
  put(
    out,
    el("p.path", link("#/changes", "Changes"), ` · ${n + 1} of ${groups.length}`),
    heading(coded(g.name), changePill(g.change)),
    el("div.card.edit", editBody(g, 40)),
    section(
      "In its prompts",
      `${count(shown.length, "stage")}, one call of each`,
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
    "article.example",
    el("h3", stageName(e.stage), " ", link(toCase(e, e.path), `${e.suite} / ${e.case}${nth(e)} / ${e.path}`)),
    unkept(call),
    messagesOf(call, texts, call.unkept ? {} : { edit: n }),
  );

// everywhere lists the cases that an edit reaches; the rest is in Cases.
function everywhere(g, n) {
  const { cases } = page.head;
  const reached = cases.sets.map((set) => set.includes(n));
  const all = [...cases.id.keys()].filter((i) => reached[cases.groups[i]]);
  const most = 50;
  return section(
    "Its cases",
    count(all.length, "case"),
    table(
      "Its cases",
      ["Case", "Status", num("Prompts that differ"), num("of calls")],
      all.slice(0, most).map((i) => {
        const of = caseAt(i);
        const name = `${of.suite} / ${of.case}${nth(of)}`;
        return [link(toCase(of), name), statusPill(cases.status[i]), differing(i), cases.calls[i]];
      }),
    ),
    all.length > most && link(allOf({ edit: g.id }), `All ${number(all.length)}`),
  );
}
