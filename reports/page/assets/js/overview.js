// Overview: how the run ended, what failed, what was edited, the gates.

// drawOverview draws the view; whole: with all edits and all their lines, for paper.
function drawOverview(out, args, query, whole = false) {
  const { head } = page;
  const { run, verdict } = head;
  out.append(
    el(
      "div",
      { class: `verdict ${verdict.passes ? "ok" : "bad"}` },
      el("h1", { tabindex: -1 }, verdict.passes ? "Passes" : "Fails"),
      el("p", {}, verdict.text.replace(/^(ok|FAILS): /, "")),
      el("p", { class: "dim" }, `${run.run} · exit code ${run.exit}`),
    ),
  );
  put(
    out,
    head.note ? el("p", { class: "note" }, head.note) : null,
    run.error ? el("p", { class: "note bad" }, run.error) : null,
    el("dl", { class: "figures" }, head.figures.map(figure)),
    failed(head),
    edited(head, whole),
    gates(head),
    about(head),
  );
}

const figure = (f) =>
  el(
    "div",
    { class: f.tone },
    el("dt", {}, f.unit),
    el("dd", { class: "value" }, f.value, f.of ? el("small", {}, ` of ${f.of}`) : null),
    el("dd", { class: "more" }, f.text),
  );

function failed({ failures: { list, more } }) {
  if (!list.length) return null;
  const rows = list.map((f) => [
    [
      link(toCase(f.suite, f.case, f.path || f.turn), `${f.suite} / ${f.case}`),
      el("div", { class: "dim" }, f.path || f.turn),
    ],
    [f.metric || "error", f.file ? el("div", { class: "dim" }, where(f.file, f.line)) : null],
    f.metric && (f.want || f.got) ? wanted(f) : f.reason,
  ]);
  const all = list.length + more;
  return section(
    "What failed",
    count(all, "expectation or error", "expectations and errors"),
    some(rows, 20, (r) =>
      el(
        "div",
        { class: "stacked" },
        table("What failed", [{ title: "Case" }, { title: "Expectation" }, { title: "Want and got" }], r),
      ),
    ),
    more
      ? el(
          "p",
          { class: "dim" },
          `${number(more)} more are in the cases: `,
          link(toCases({ status: "failed" }), "failed cases"),
        )
      : null,
  );
}

const wanted = (f) =>
  el(
    "dl",
    { class: "wanted" },
    el("dt", {}, "want"),
    el("dd", { class: "ok" }, f.want || "nothing"),
    el("dt", {}, "got"),
    el("dd", { class: "bad" }, f.got || "nothing"),
  );

function edited({ changes }, whole) {
  const { groups } = changes;
  const rest = [
    [changes.new, "new"],
    [changes.missing, "missing"],
    [changes.conflicted, "in conflict"],
  ]
    .filter(([c]) => c?.calls)
    .map(([c, what]) => `${count(c.calls, "prompt")} ${what} in ${count(c.cases, "case")}`);
  if (changes.forms) rest.push(`${count(changes.forms, "file")} of requests in providers' forms differ`);
  if (!groups.length && !rest.length)
    return section("What was edited", "", empty("Every prompt is as it was accepted."));
  return section(
    "What was edited",
    groups.length ? "each edit once, however many prompts it reaches" : "",
    rest.length ? el("p", { class: "note" }, rest.join(" · ")) : null,
    some(groups, whole ? Infinity : 12, (g) =>
      el(
        "div",
        {},
        g.map((group) => editCard(group, whole ? Infinity : 1, "h3")),
      ),
    ),
  );
}

function gates({ gates: all }) {
  if (!all.length) {
    return section(
      "Gates",
      "",
      empty(
        "This run had no gates. A gate makes a run fail below a value:",
        "beaver-eval run --gate 'routing.accuracy >= 0.9'",
      ),
    );
  }
  const state = (g) => {
    if (g.dropped) return ["dropped", ""];
    if (g.holds) return ["holds", "ok"];
    return g.open || g.undecided ? ["open", "warn"] : ["fails", "bad"];
  };
  const order = ["fails", "open", "dropped", "holds"];
  const sorted = order.flatMap((s) => all.filter((g) => state(g)[0] === s));
  const counts = order.map((s) => [
    all.filter((g) => state(g)[0] === s).length,
    s === "fails" ? "fail" : s === "holds" ? "hold" : s,
  ]);
  return section(
    "Gates",
    counts
      .filter(([n]) => n)
      .map(([n, s]) => `${number(n)} ${s}`)
      .join(", "),
    table(
      "Gates",
      [{ title: "State" }, { title: "Gate" }, { title: "Wanted" }, { title: "Got" }, { title: "Look at" }],
      sorted.map((g) => [
        pill(...state(g)),
        [g.suite ? el("span", { class: "dim" }, `${g.suite} / `) : null, el("code", {}, g.gate)],
        el("code", {}, g.want),
        [
          el("code", {}, g.got),
          g.basis ? el("div", { class: "dim" }, g.basis) : null,
          g.undecided ? el("div", { class: "dim" }, `${count(g.undecided, "case")} did not finish`) : null,
        ],
        [g.first ? firstOf(g.first) : null, g.reason ? el("div", { class: "dim" }, g.reason) : null],
      ]),
    ),
  );
}

// firstOf links suite/case/path, as far as it names a case of this run: each of the three may hold a slash.
function firstOf(first) {
  for (let i = first.indexOf("/"); i > 0; i = first.indexOf("/", i + 1)) {
    const suite = first.slice(0, i),
      rest = first.slice(i + 1);
    if (!page.head.suites.some((s) => s.name === suite)) continue;
    for (let end = rest.length; end > 0; end = rest.lastIndexOf("/", end - 1)) {
      if (caseNumber(suite, rest.slice(0, end)) >= 0)
        return link(toCase(suite, rest.slice(0, end), rest.slice(end + 1)), first);
    }
  }
  return first;
}

function about({ run, summary, suites }) {
  const t = summary.tokens,
    counts = run.token_counts;
  return section(
    "Suites",
    count(suites.length, "suite"),
    table(
      "Suites",
      [
        { title: "Suite" },
        { title: "System" },
        ...["Cases", "Failed", "Prompts", "Changed", "New", "Missing", "Tokens"].map((title) => ({
          title,
          number: true,
        })),
      ],
      [
        ...suites.map((s) => [link(toCases({ suite: s.name, status: "all" }), s.name), s.system, ...sums(s.summary)]),
        { class: "total", cells: ["All", "", ...sums(summary)] },
      ],
    ),
    el(
      "p",
      { class: "dim" },
      [
        `${count(t.prompt + t.output, "token")}, ${number(t.estimated)} of them estimated`,
        counts?.text,
        `begun ${run.started.replace("T", " ").slice(0, 19)} UTC`,
        `${run.seconds.toFixed(1)} s`,
        run.version,
        run.platform,
        ...run.models.map((m) => m.model),
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    el("p", { class: "dim" }, el("code", {}, ["beaver-eval", ...run.arguments].join(" "))),
  );
}

const sums = (s) =>
  [
    s.cases,
    s.failed,
    s.calls,
    s.prompts.changed,
    s.prompts.new,
    s.prompts.missing,
    s.tokens.prompt + s.tokens.output,
  ].map((n) => (n ? number(n) : el("span", { class: "dim" }, "0")));

const where = (file, line) => (line ? `${file}:${line}` : file);
