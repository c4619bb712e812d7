// Routing and skills: decisions against labels, and candidates with their ranks.

function drawRouting(out, [suite, kind, want, got]) {
  const { routing } = page.head;
  if (suite && routing) return drawRouted(out, routing, suite, kind, want, got);
  put(out, heading("Routing & skills"));
  if (!routing) {
    const text =
      "No message of this run has a label for its route, and no skills were looked for. " +
      "A label in a case, such as expect: {route: …}, is measured in every run:";
    return put(out, empty(text, "beaver-eval run"));
  }
  const { matrices, skills } = routing;
  put(
    out,
    section(
      "Routing",
      matrices.length > 0 && "rows are labels, columns what was decided",
      matrices.length
        ? el("div.matrices", matrices.map(matrix))
        : empty("No message has a label for its route. Write one in a case: expect: {route: …}"),
    ),
    section(
      "Skills",
      skills.length > 0 && "what was looked for, found and chosen",
      skills.length ? skillSums(skills) : empty("No skills were looked for."),
      skills.map(selections),
    ),
  );
}

const labelName = (label) => label || "–";

function matrix(m) {
  const most = Math.max(1, ...m.rows.flatMap((r) => r.counts));
  const routed = (r, n, to) => {
    if (!n) return el("span.dim", { "aria-hidden": "true" }, "·");
    const told = `${labelName(r.label)} was routed to ${labelName(to)} ${count(n, "time")}`;
    const href = address("routing", m.suite, m.kind, `=${r.label}`, `=${to}`);
    const style = { "--strength": `${Math.round(12 + (40 * n) / most)}%` };
    return heatCell(`shade.${to === r.label ? "right" : "wrong"}`, href, told, style, number(n));
  };
  const rows = m.rows.map((r) =>
    el(
      "tr",
      el("th", { scope: "row" }, labelName(r.label)),
      r.counts.map((n, i) => el("td", routed(r, n, m.actions[i]))),
      [r.precision, r.recall, r.f1].map((v) => el("td.number", v)),
    ),
  );
  const titles = m.actions.map((a) => [labelName(a)]);
  const wrong = (w) =>
    el("li", link(toCase({ ...w, suite: m.suite }, w.path), w.case + nth(w)), " ", el("code", w.path), `: ${w.reason}`);
  return el(
    "article.card.matrix",
    row(
      el("h3", link(allOf({ suite: m.suite }), m.suite)),
      pill(`${m.kind} labels`),
      el(
        `span.${m.right < m.total ? "bad" : "ok"}`,
        `${number(m.right)} of ${number(m.total)} right (${percent(m.right, m.total)})`,
      ),
    ),
    heat(
      `Routing of ${m.suite}, ${m.kind} labels`,
      "",
      "Label",
      titles,
      ["Precision", "Recall", "F1"],
      el("tbody", rows),
    ),
    m.wrong.length > 0 && some(m.wrong, 10, (list) => el("ul.notes", list.map(wrong))),
    m.more > 0 && el("p.dim", `${number(m.more)} more were routed otherwise.`),
  );
}

// drawRouted lists the messages of a cell. Labels stand behind a =, since one of them may be empty.
function drawRouted(out, routing, suite, kind, want = "=", got = "=") {
  const m = routing.matrices.find((x) => x.suite === suite && x.kind === kind);
  const [w, g] = [want.slice(1), got.slice(1)];
  const calls = m?.cells.find((c) => c.want === w && c.got === g)?.calls ?? [];
  const n = m?.rows.find((r) => r.label === w)?.counts[m.actions.indexOf(g)] ?? 0;
  const first = n > calls.length ? `The first ${number(calls.length)} of ` : "";
  const messages = calls.map((c) =>
    entryLink(toCase({ ...c, suite }, c.path), el("b", c.case + nth(c)), " ", el("code", c.path)),
  );
  put(
    out,
    el("p.path", link("#/routing", "Routing & skills"), " / ", suite, " / ", kind),
    heading(w === g ? `${labelName(w)}, as labelled` : `${labelName(w)} was routed to ${labelName(g)}`),
    el("p.dim", first + count(n, "message")),
    messages.length ? el("div.card.list", messages) : empty("No message is counted here."),
  );
}

function rankName({ from, to }) {
  if (!from) return "not found";
  if (!to) return `rank ${from} and below`;
  return from === to ? `rank ${from}` : `rank ${from} to ${to}`;
}

const skillSums = (all) =>
  table(
    "Skills by suite",
    ["Suite", ...["Choices", "Expected", "Right", ...all[0].ranks.map(rankName)].map(num)],
    all.map((s) => [
      link(allOf({ suite: s.suite }), s.suite),
      s.selections,
      s.expecting,
      s.expecting > 0 ? el(`span.${s.right < s.expecting ? "bad" : "ok"}`, number(s.right)) : 0,
      ...s.ranks.map((k) =>
        k.chosen < k.skills ? [number(k.skills), el("small", ` ${number(k.chosen)} chosen`)] : k.skills,
      ),
    ]),
  );

function selections(s) {
  const told = s.expecting
    ? `${number(s.right)} of ${count(s.expecting, "choice")} as expected, ` +
      `${number(s.selections - s.expecting)} without an expectation`
    : `${count(s.selections, "choice")}, none with an expectation`;
  const fill = () => [
    some(s.listed, 15, (list) => list.map((c) => selection(s.suite, c))),
    s.more > 0 && el("p.dim.inside", `${number(s.more)} more are in the run's candidates.`),
  ];
  return unfolding("details.card.fold", el("summary", el("h3", s.suite), dim(told)), fill, s.right < s.expecting);
}

// selection is one choice: candidates by rank; what was expected and what was chosen is said in words too.
function selection(suite, c) {
  const mark = ({ expected, chosen }) => {
    if (expected) return chosen ? ["ok", "expected and chosen"] : ["bad", "expected, not chosen"];
    if (chosen) return c.expects ? ["bad", "chosen, not expected"] : ["ok", "chosen"];
    return ["", ""];
  };
  const candidate = (x) => {
    const [tone, said] = mark(x);
    return el(`li.${tone}`, dim(`${x.rank} `), x.name, said && el("small", ` ${said}`));
  };
  return el(
    "div.selection",
    row(
      entryLink(toCase({ ...c, suite }, c.path), c.case + nth(c)),
      el("code.dim", c.path),
      c.expects && pill(c.right ? "as expected" : "not as expected", c.right ? "ok" : "bad"),
      c.expects && !c.right && dim(`want ${c.want}, got ${c.got || "none"}`),
    ),
    el(
      "ol.candidates",
      c.candidates.map(candidate),
      c.left_out > 0 && el("li.dim", `${number(c.left_out)} more`),
      c.lost?.map((name) => el("li.bad", name, el("small", " expected, not found"))),
    ),
  );
}
