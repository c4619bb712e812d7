// Routing and skills: decisions against labels, and candidates with their ranks.

function drawRouting(out, [suite, kind, want, got]) {
  const { routing } = page.head;
  if (!routing) {
    out.append(
      heading("Routing & skills"),
      empty(
        "No message of this run has a label for its route, and no skills were looked for. " +
          "A label in a case, such as expect: {route: …}, is measured in every run:",
        "beaver-eval run",
      ),
    );
  } else if (suite) {
    drawRouted(out, routing, suite, kind, want, got);
  } else {
    out.append(heading("Routing & skills"));
    put(
      out,
      section(
        "Routing",
        routing.matrices.length ? "rows are labels, columns what was decided" : "",
        routing.matrices.length
          ? el("div", { class: "matrices" }, routing.matrices.map(matrix))
          : empty("No message has a label for its route. Write one in a case: expect: {route: …}"),
      ),
      section(
        "Skills",
        routing.skills.length ? "what was looked for, found and chosen" : "",
        routing.skills.length ? skillSums(routing.skills) : empty("No skills were looked for."),
        routing.skills.map(selections),
      ),
    );
  }
}

function matrix(m) {
  const most = Math.max(1, ...m.rows.flatMap((r) => r.counts)),
    name = (a) => a || "–";
  return el(
    "article",
    { class: "card matrix" },
    el(
      "div",
      { class: "row-of" },
      el("h3", {}, link(toCases({ suite: m.suite, status: "all" }), m.suite)),
      pill(`${m.kind} labels`),
      el(
        "span",
        { class: m.right < m.total ? "bad" : "ok" },
        `${number(m.right)} of ${number(m.total)} right`,
        ` (${percent(m.right, m.total)})`,
      ),
    ),
    el(
      "div",
      { class: "wide", role: "region", "aria-label": `Routing of ${m.suite}, ${m.kind} labels`, tabindex: 0 },
      el(
        "table",
        { class: "heat" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col" }, "Label"),
            m.actions.map((a) => el("th", { scope: "col", class: "slanted" }, el("span", {}, name(a)))),
            ["Precision", "Recall", "F1"].map((t) => el("th", { scope: "col", class: "number" }, t)),
          ),
        ),
        el(
          "tbody",
          {},
          m.rows.map((r) =>
            el(
              "tr",
              {},
              el("th", { scope: "row" }, name(r.label)),
              r.counts.map((n, i) => {
                const to = m.actions[i],
                  right = to === r.label,
                  words = `${name(r.label)} was routed to ${name(to)} ${count(n, "time")}`;
                return el(
                  "td",
                  {},
                  n
                    ? el(
                        "a",
                        {
                          class: `entry heat-cell shade ${right ? "right" : "wrong"}`,
                          href: address("routing", m.suite, m.kind, `=${r.label}`, `=${to}`),
                          "aria-label": words,
                          title: words,
                          style: { "--strength": `${Math.round(12 + (40 * n) / most)}%` },
                        },
                        number(n),
                      )
                    : el("span", { class: "dim", "aria-hidden": "true" }, "·"),
                );
              }),
              [r.precision, r.recall, r.f1].map((v) => el("td", { class: "number" }, v)),
            ),
          ),
        ),
      ),
    ),
    m.wrong.length
      ? some(m.wrong, 10, (list) =>
          el(
            "ul",
            { class: "notes" },
            list.map((w) =>
              el("li", {}, link(toCase(m.suite, w.case, w.path), w.case), " ", el("code", {}, w.path), `: ${w.reason}`),
            ),
          ),
        )
      : null,
    m.more ? el("p", { class: "dim" }, `${number(m.more)} more were routed otherwise.`) : null,
  );
}

// drawRouted lists the messages of a cell. Labels stand behind a =, since one of them may be empty.
function drawRouted(out, routing, suite, kind, want = "=", got = "=") {
  const m = routing.matrices.find((x) => x.suite === suite && x.kind === kind),
    [w, g] = [want.slice(1), got.slice(1)];
  const calls = m?.cells.find((c) => c.want === w && c.got === g)?.calls ?? [];
  const n = m?.rows.find((r) => r.label === w)?.counts[m.actions.indexOf(g)] ?? 0;
  put(
    out,
    el("p", { class: "path" }, link("#/routing", "Routing & skills"), " / ", suite, " / ", kind),
    heading(w === g ? `${w || "–"}, as labelled` : `${w || "–"} was routed to ${g || "–"}`),
    el(
      "p",
      { class: "dim" },
      n > calls.length ? `The first ${number(calls.length)} of ${count(n, "message")}` : count(n, "message"),
    ),
  );
  if (!calls.length) return out.append(empty("No message is counted here."));
  put(
    out,
    el(
      "div",
      { class: "card list" },
      calls.map((c) =>
        el(
          "a",
          { class: "entry", href: toCase(suite, c.case, c.path) },
          el("b", {}, c.case),
          " ",
          el("code", {}, c.path),
        ),
      ),
    ),
  );
}

const rankName = (k) =>
  !k.from
    ? "not found"
    : !k.to
      ? `rank ${k.from} and below`
      : k.from === k.to
        ? `rank ${k.from}`
        : `rank ${k.from} to ${k.to}`;

function skillSums(all) {
  const ranks = all[0].ranks.map((_, i) => i);
  return table(
    "Skills by suite",
    [
      { title: "Suite" },
      { title: "Choices", number: true },
      { title: "Expected", number: true },
      { title: "Right", number: true },
      ...ranks.map((i) => ({ title: rankName(all[0].ranks[i]), number: true })),
    ],
    all.map((s) => [
      link(toCases({ suite: s.suite, status: "all" }), s.suite),
      number(s.selections),
      s.expecting ? number(s.expecting) : el("span", { class: "dim" }, "·"),
      s.expecting
        ? el("span", { class: s.right < s.expecting ? "bad" : "ok" }, number(s.right))
        : el("span", { class: "dim" }, "·"),
      ...s.ranks.map((k) =>
        k.skills
          ? [number(k.skills), k.chosen < k.skills ? el("small", {}, ` ${number(k.chosen)} chosen`) : null]
          : el("span", { class: "dim" }, "·"),
      ),
    ]),
  );
}

function selections(s) {
  const e = el(
    "details",
    { class: "card fold", open: s.right < s.expecting },
    el(
      "summary",
      {},
      el("h3", {}, s.suite),
      el(
        "span",
        { class: "dim" },
        s.expecting
          ? `${number(s.right)} of ${count(s.expecting, "choice")} as expected, ` +
              `${number(s.selections - s.expecting)} without an expectation`
          : `${count(s.selections, "choice")}, none with an expectation`,
      ),
    ),
  );
  const fill = () => {
    if (!e.open || e.children.length > 1) return;
    e.append(
      some(s.listed, 15, (list) =>
        el(
          "div",
          {},
          list.map((c) => selection(s.suite, c)),
        ),
      ),
    );
    if (s.more) put(e, el("p", { class: "dim inside" }, `${number(s.more)} more are in the run's candidates.`));
  };
  e.addEventListener("toggle", fill);
  fill();
  return e;
}

// selection is one choice: candidates by rank; what was expected and what was chosen is said in words too.
function selection(suite, c) {
  const mark = (x) =>
    x.expected
      ? x.chosen
        ? "expected and chosen"
        : "expected, not chosen"
      : x.chosen
        ? c.expects
          ? "chosen, not expected"
          : "chosen"
        : "";
  return el(
    "div",
    { class: "selection" },
    el(
      "div",
      { class: "row-of" },
      el("a", { class: "entry", href: toCase(suite, c.case, c.path) }, c.case),
      el("code", { class: "dim" }, c.path),
      c.expects ? pill(c.right ? "as expected" : "not as expected", c.right ? "ok" : "bad") : null,
      c.expects && !c.right ? el("span", { class: "dim" }, `want ${c.want}, got ${c.got || "none"}`) : null,
    ),
    el(
      "ol",
      { class: "candidates" },
      c.candidates.map((x) =>
        el(
          "li",
          { class: (x.expected && !x.chosen) || (x.chosen && c.expects && !x.expected) ? "bad" : x.chosen ? "ok" : "" },
          el("span", { class: "dim" }, `${x.rank} `),
          x.name,
          mark(x) ? el("small", {}, ` ${mark(x)}`) : null,
        ),
      ),
      c.left_out ? el("li", { class: "dim" }, `${number(c.left_out)} more`) : null,
      (c.lost ?? []).map((name) => el("li", { class: "bad" }, name, el("small", {}, " expected, not found"))),
    ),
  );
}
