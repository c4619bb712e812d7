// Coverage: what the cases reach of prompts, fallbacks, decisions, tools and skills, and what none of them does.

function drawCoverage(out) {
  const { coverage: c } = page.head;
  put(out, heading("Coverage"));
  const none = "Nothing is counted: no case of this kind ran, or an older version wrote the run. A run has some:";
  if (!c) return put(out, empty(none, "beaver-eval run"));
  put(
    out,
    c.edited.map((e) => el("p.note.bad", "No case reaches this edit: ", el("code", where(e.file, e.line)), ` ${e.if}`)),
    section("Totals", "of what there is", totalsTable(c.totals)),
    reachedTexts("Bare", "text", "that no prompt holds", c.bare, "Every text is in some prompt."),
    reachedTexts("One-sided", "outcome", "without words that never came", c.one_sided),
    reachedTexts("Thin", "text", "that exactly one case reaches", c.thin),
    neverReached(c.never),
    el("p.dim", "Calls that were broken on purpose are not counted. With them: ",
      copyable(`beaver-eval report coverage --faults --run ${quoted(page.head.run.run)}`)),
  );
}

const totalsTable = (totals) =>
  table(
    "Totals of coverage",
    ["What", num("Reached"), num("Of"), num("Share"), "Compared"],
    totals.map((t) => [t.name, t.reached, t.all, percent(t.reached, t.all), meter(t.reached, t.all)]),
  );

const reachedLines = (lines) => el("div.prompt.reached", lines.join("\n"));

function reachedTexts(title, noun, about, list, none) {
  if (!list.length) return none ? section(title, `${noun}s ${about}`, empty(none)) : null;
  const columns = ["Text", "Only if", list[0].case ? "Case" : "System"];
  const row = (t) => [
    [el("code", where(t.file, t.line)), t.text && some(t.text.trim().split("\n"), 6, reachedLines)],
    el("code.condition", t.if),
    t.case ? firstOf(t.case) : t.system,
  ];
  return section(
    title,
    `${count(list.length, noun)} ${about}`,
    some(list, 20, (l) => el("div.stacked", table(title, columns, l.map(row)))),
  );
}

function neverReached(list) {
  if (!list.length) return null;
  const kinds = new Map();
  for (const n of list) {
    const key = `${n.kind}\n${n.in}`;
    kinds.set(key, [...(kinds.get(key) ?? []), n]);
  }
  const rows = [...kinds.values()].map((of) => [
    of[0].kind,
    of[0].in,
    of.length,
    some(of, 12, (l) => el("ul.names", l.map((n) => el("li", el("code", n.name))))),
  ]);
  return section(
    "Never",
    "what else no case reaches",
    table("Never reached", ["Kind", "In", num("Of them"), "Names"], rows),
  );
}
