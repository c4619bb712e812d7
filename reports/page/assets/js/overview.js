// Overview: how the run ended, what failed, what was edited, the gates.

// drawOverview draws the view; whole: with all edits and all their lines, for paper.
function drawOverview(out, args, query, whole = false) {
  const { head } = page;
  const { run, verdict } = head;
  put(
    out,
    el(
      `div.verdict.${verdict.passes ? "ok" : "bad"}`,
      el("h1", { tabindex: -1 }, verdict.passes ? "Passes" : "Fails"),
      el("p", verdict.text.replace(/^(ok|FAILS): /, "")),
      el("p.dim", `${run.run} · exit code ${run.exit}`),
    ),
    head.note && el("p.note", head.note),
    run.error && el("p.note.bad", run.error),
    head.notes.map((text) => el("p.note", text)),
    head.coverage?.edited.length > 0 &&
      el("p.note", `No case reaches ${count(head.coverage.edited.length, "edit")}: `, link("#/coverage", "coverage")),
    el("dl.figures", head.figures.map(figure)),
    failed(head.failures),
    edited(head.changes, whole),
    gates(head.gates),
    asked(head),
    about(head),
  );
}

const figure = (f) =>
  el(
    `div.${f.tone}`,
    el("dt", f.unit),
    el("dd.value", f.value, f.of && el("small", ` of ${f.of}`)),
    el("dd.more", f.text),
  );

function failed({ list, more }) {
  if (!list.length) return null;
  const rows = list.map((f) => [
    [link(toCase(f, f.path || f.turn), `${f.suite} / ${f.case}${nth(f)}`), el("div.dim", f.path || f.turn)],
    [f.metric || "error", f.file && el("div.dim", where(f.file, f.line))],
    f.metric && (f.want || f.got) ? wanted(f) : f.reason,
  ]);
  return section(
    "What failed",
    count(list.length + more, "expectation or error", "expectations and errors"),
    some(rows, 20, (r) => el("div.stacked", table("What failed", ["Case", "Expectation", "Want and got"], r))),
    more > 0 &&
      el("p.dim", `${number(more)} more are in the cases: `, link(toCases({ status: "failed" }), "failed cases")),
  );
}

const wanted = (f) =>
  el(
    "dl.wanted",
    el("dt", "want"),
    el("dd.ok", f.want || "nothing"),
    el("dt", "got"),
    el("dd.bad", f.got || "nothing"),
  );

function edited({ groups, forms, ...all }, whole) {
  const rest = [["new"], ["missing"], ["conflicted", "in conflict"]]
    .filter(([of]) => all[of]?.calls)
    .map(([of, what = of]) => `${count(all[of].calls, "prompt")} ${what} in ${count(all[of].cases, "case")}`);
  if (forms) rest.push(`${count(forms, "file")} of requests in providers' forms differ`);
  if (!groups.length && !rest.length)
    return section("What was edited", "", empty("Every prompt is as it was accepted."));
  return section(
    "What was edited",
    groups.length > 0 && "each edit once, however many prompts it reaches",
    rest.length > 0 && el("p.note", words(...rest)),
    some(groups, whole ? Infinity : 12, (list) => list.map((g) => editCard(g, whole ? Infinity : 1, "h3"))),
  );
}

function gateState(g) {
  if (g.dropped) return ["dropped", ""];
  if (g.holds) return ["holds", "ok"];
  return g.open || g.undecided ? ["open", "warn"] : ["fails", "bad"];
}

function gates(all) {
  if (!all.length) {
    const text = "This run had no gates. A gate makes a run fail below a value:";
    return section("Gates", "", empty(text, "beaver-eval run --gate 'routing.accuracy >= 0.9'"));
  }
  const states = [["fails", "fail"], ["open"], ["dropped"], ["holds", "hold"]].map(([state, many = state]) => ({
    many,
    of: all.filter((g) => gateState(g)[0] === state),
  }));
  const rows = states.flatMap(({ of }) => of);
  return section(
    "Gates",
    states.filter(({ of }) => of.length).map(({ of, many }) => `${number(of.length)} ${many}`).join(", "),
    gateTable("Gates", rows),
  );
}

const gateTable = (label, list) =>
  table(
    label,
    ["State", "Gate", "Wanted", "Got", "Look at"],
    list.map((g) => [
      pill(...gateState(g)),
      [g.suite && dim(`${g.suite} / `), el("code", g.gate)],
      el("code", g.want),
      [
        el("code", g.got),
        g.basis && el("div.dim", g.basis),
        g.undecided > 0 && el("div.dim", `${count(g.undecided, "case")} did not finish`),
      ],
      [
        g.first && firstOf(g.first),
        g.reason && el("div.dim", g.reason),
        g.open && g.cases_needed > 0 && el("div.dim", `About ${count(g.cases_needed, "case")} would decide it.`),
      ],
    ]),
  );

// firstOf links suite/case/path, as far as it names a case of this run: each of the three may hold a slash.
function firstOf(first) {
  for (const { name } of page.head.suites) {
    if (!first.startsWith(name + "/")) continue;
    const rest = first.slice(name.length + 1);
    for (let end = rest.length; end > 0; end = rest.lastIndexOf("/", end - 1)) {
      const of = { suite: name, case: rest.slice(0, end) };
      if (caseNumber(of) >= 0) return link(toCase(of, rest.slice(end + 1)), first);
    }
  }
  return first;
}

// asked says which models answered, and with which parameters they were asked.
function asked({ asked: models }) {
  if (!models) return null;
  const { list, more } = models;
  const model = (m) => [
    m.model ? el("b", m.model) : dim("no model"),
    m.wanted && m.wanted !== m.model && el("div.dim", `asked for ${m.wanted}`),
    m.judge && el("div.dim", "as a judge"),
  ];
  return section(
    "Models",
    models.asked,
    table("Models", ["Model", "Answers", "Digest", "Server", "Parameters", num("Calls")], list.map((m) => [
      model(m),
      m.source || "none",
      m.digest && el("code.digest", { title: m.digest }, m.digest),
      m.server,
      m.parameters,
      m.calls,
    ])),
    more > 0 && el("p.dim", `${count(more, "other way")} of asking`),
  );
}

function about({ run, summary, suites }) {
  const { prompt, output, estimated } = summary.tokens;
  const titles = ["Cases", "Failed", "Prompts", "Changed", "New", "Missing", "Tokens"];
  return section(
    "Suites",
    count(suites.length, "suite"),
    table("Suites", ["Suite", "System", ...titles.map(num)], [
      ...suites.map((s) => [link(allOf({ suite: s.name }), s.name), s.system, ...sums(s.summary)]),
      { class: "total", cells: ["All", "", ...sums(summary)] },
    ]),
    el(
      "p.dim",
      words(
        `${count(prompt + output, "token")}, ${estimates(estimated, prompt + output)}`,
        run.token_counts?.text,
        `begun ${run.started.replace("T", " ").slice(0, 19)} UTC`,
        `${run.seconds.toFixed(1)} s`,
        run.version,
        run.platform,
      ),
    ),
    el("p.dim", el("code", ["beaver-eval", ...run.arguments].map(quoted).join(" "))),
  );
}

const sums = ({ cases, failed, calls, prompts, tokens }) => {
  const { changed, new: added, missing } = prompts;
  return [cases, failed, calls, changed, added, missing, tokens.prompt + tokens.output];
};
