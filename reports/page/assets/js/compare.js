// Compare: two runs case by case, as compare prints them: differences with their intervals, and the cases that turned.

function drawCompare(out, [n]) {
  const all = page.head.comparison;
  out.append(heading("Compare"));
  if (!all?.length) {
    const e = empty(
      "This run was not compared with another one. Two models, or this project and an older run, are compared by:",
      "beaver-eval run --model ollama:A --model ollama:B",
    );
    e.append(el("br"), copyable("beaver-eval run --baseline latest --compare"));
    return put(out, e);
  }
  const at = Math.min(Number(n) || 0, all.length - 1),
    c = all[at];
  if (all.length > 1)
    out.append(
      choice(
        "Comparisons",
        all.map((x, i) => [i, `${sideName(all[0].a)} and ${sideName(x.b)}`]),
        at,
        (i) => {
          location.hash = address("compare", String(i));
        },
      ),
    );
  put(
    out,
    el(
      "dl",
      { class: "facts sides-of" },
      [
        ["A", c.a],
        ["B", c.b],
      ].map(([name, s]) =>
        el(
          "div",
          {},
          el("dt", {}, name),
          el(
            "dd",
            {},
            el("b", {}, sideName(s)),
            s.model ? el("small", {}, ` ${s.run}`) : null,
            s.suites ? el("small", {}, ` ${s.suites.join(", ")}`) : null,
          ),
        ),
      ),
    ),
    el("p", { class: `note verdict-of ${c.verdict === "not decided" ? "" : "decided"}` }, el("b", {}, c.sentence)),
    el(
      "p",
      { class: "dim" },
      `${count(c.pairs, "case")} in both runs, in ${count(c.groups, "group")}`,
      c.left_out.length ? `; left out: ${c.left_out.map((l) => `${number(l.cases)} ${l.reason}`).join(", ")}` : "",
    ),
    section("Differences", "B − A, with the 95% interval", whiskers(c)),
    primaryCounts(c),
    comparedRatios(c),
    comparedGates(c),
    turnedCases(c),
  );
}

const sideName = (s) => s.model || s.run;
const inShares = (r) => r.a <= 1 && r.b <= 1 && r.a >= 0 && r.b >= 0;
const value = (r, v) => (inShares(r) ? `${(100 * v).toFixed(1)}%` : Number(v.toPrecision(4)).toLocaleString("en-US"));
const difference = (r, v) =>
  (v > 0 ? "+" : v < 0 ? "−" : "±") +
  (inShares(r) ? `${Math.abs(100 * v).toFixed(1)}` : Number(Math.abs(v).toPrecision(4)).toLocaleString("en-US"));
const chance = (p) => (p < 0.0001 ? "< 0.0001" : p.toFixed(4));

const whiskers = (c) =>
  table(
    "Differences",
    [
      { title: "Metric" },
      { title: "A", number: true },
      { title: "B", number: true },
      { title: "Difference", number: true },
      { title: "95% interval", number: true },
      { title: "A is better · B is better", class: "whisker" },
      { title: "Only A", number: true },
      { title: "Only B", number: true },
      { title: "Pairs", number: true },
      { title: "p", number: true },
    ],
    c.rows.map((r) => ({
      class: r.primary ? "primary" : r.part ? "part-row" : "",
      cells: [
        [
          el("code", {}, r.metric),
          r.part ? el("small", {}, ` ${r.part}`) : null,
          r.primary ? el("small", {}, " decides") : null,
        ],
        value(r, r.a),
        value(r, r.b),
        el(
          "b",
          { class: { a: "warn", b: "ok" }[r.better] },
          difference(r, r.difference),
          inShares(r) ? el("small", {}, " points") : null,
        ),
        r.low == null
          ? el("span", { class: "dim" }, "too few cases")
          : `${difference(r, r.low)} to ${difference(r, r.high)}`,
        whisker(r),
        number(r.only_a),
        number(r.only_b),
        number(r.pairs),
        [chance(r.p_holm ?? r.p), r.p_holm == null ? null : el("small", {}, " Holm")],
      ],
    })),
  );

// whisker draws a difference as a dot and its interval as a line, on a scale with zero in its middle. Where less is
// better, the scale is turned around, so that B's side is the right one.
function whisker(r) {
  const turned = r.less_is_better ? -1 : 1,
    x = (v) => 100 + (turned * 92 * v) / (r.scale || 1),
    svg = "http://www.w3.org/2000/svg";
  const shape = (name, attrs) => {
    const e = document.createElementNS(svg, name);
    for (const [k, v] of Object.entries(attrs)) e.setAttribute(k, v);
    return e;
  };
  const e = shape("svg", {
    viewBox: "0 0 200 20",
    class: `whisker-of ${r.better}`,
    role: "img",
    "aria-label":
      r.low == null
        ? `difference ${difference(r, r.difference)}`
        : `difference ${difference(r, r.difference)}, interval ${difference(r, r.low)} to ${difference(r, r.high)}`,
  });
  e.append(shape("line", { x1: 100, x2: 100, y1: 0, y2: 20, class: "zero" }));
  if (r.low != null && r.high != null) {
    e.append(
      shape("line", { x1: x(r.low), x2: x(r.high), y1: 10, y2: 10 }),
      ...[r.low, r.high].map((v) => shape("line", { x1: x(v), x2: x(v), y1: 6, y2: 14 })),
    );
  }
  e.append(shape("circle", { cx: x(r.difference), cy: 10, r: 4 }));
  return e;
}

// primaryCounts shows McNemar's four counts of the metric that decides.
function primaryCounts(c) {
  const r = c.rows.find((x) => x.primary),
    f = r?.counts;
  if (!f) return null;
  const cell = (n, title, tone) => el("td", { class: `four ${tone}` }, el("b", {}, number(n)), el("small", {}, title));
  return section(
    "Who was right",
    r.metric,
    el(
      "div",
      { class: "wide fit" },
      el(
        "table",
        { class: "fourfold" },
        el(
          "thead",
          {},
          el("tr", {}, el("td"), el("th", { scope: "col" }, "B right"), el("th", { scope: "col" }, "B wrong")),
        ),
        el(
          "tbody",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "row" }, "A right"),
            cell(f.both, "both right", ""),
            cell(f.only_a, "only A", f.only_a ? "warn" : ""),
          ),
          el(
            "tr",
            {},
            el("th", { scope: "row" }, "A wrong"),
            cell(f.only_b, "only B", f.only_b ? "ok" : ""),
            cell(f.neither, "both wrong", ""),
          ),
        ),
      ),
    ),
    el(
      "p",
      { class: "dim" },
      `Only the ${count(f.only_a + f.only_b, "pair")} in which one run alone is right tell the runs apart.`,
    ),
  );
}

const ratioNames = { time: "Time", output_tokens: "Tokens of answers", prompt_tokens: "Tokens of prompts" };

function comparedRatios(c) {
  if (!c.ratios.length) return null;
  const mean = (r, v) => (r.of === "time" ? seconds(v) : number(Math.round(v)));
  return section(
    "Time and tokens",
    "a case; B as a multiple of A",
    table(
      "Ratios",
      [
        { title: "Of" },
        { title: "A", number: true },
        { title: "B", number: true },
        { title: "B / A", number: true },
        { title: "95% interval", number: true },
        { title: "Cases", number: true },
      ],
      c.ratios.map((r) => [
        ratioNames[r.of] ?? r.of,
        mean(r, r.a),
        mean(r, r.b),
        `× ${r.ratio.toFixed(2)}`,
        r.low == null ? el("span", { class: "dim" }, "too few cases") : `${r.low.toFixed(2)} to ${r.high.toFixed(2)}`,
        number(r.cases),
      ]),
    ),
  );
}

function comparedGates(c) {
  if (!c.gates.length) return null;
  const state = (g) =>
    g.dropped ? ["dropped", ""] : g.holds ? ["holds", "ok"] : g.open ? ["open", "warn"] : ["fails", "bad"];
  return section(
    "Margins",
    "gates on the comparison",
    table(
      "Gates on the comparison",
      [{ title: "State" }, { title: "Gate" }, { title: "Wanted" }, { title: "Got" }, { title: "Why" }],
      c.gates.map((g) => [
        pill(...state(g)),
        el("code", {}, g.gate),
        el("code", {}, g.want),
        el("code", {}, g.got),
        [g.reason ?? "", g.open && g.cases_needed ? ` About ${count(g.cases_needed, "case")} would decide it.` : ""],
      ]),
    ),
  );
}

function turnedCases(c) {
  const worse = c.turned.filter((t) => !t.better).length;
  return section(
    "Cases that turned",
    c.turned.length ? `${number(worse)} worse in B, ${number(c.turned.length - worse)} better` : "",
    c.note ? el("p", { class: "note" }, c.note) : null,
    c.turned.length
      ? some(c.turned, 20, (list) => el("div", {}, list.map(turnedCase)))
      : empty("No case turned: each is as good in both runs."),
  );
}

function turnedCase(t) {
  const known = [t.suite_b || t.suite, t.suite].find((s) => caseNumber(s, t.case) >= 0),
    path = t.first_path;
  return el(
    "details",
    { class: "card broken" },
    el(
      "summary",
      { class: "entry" },
      pill(t.better ? "better in B" : "worse in B", t.better ? "ok" : "bad"),
      el("b", {}, t.case),
      el("small", {}, t.suite),
      el("span", {}, `${t.from} → ${t.to}`),
      path ? el("code", { class: "dim end" }, path) : null,
    ),
    el(
      "div",
      { class: "inside" },
      path
        ? el(
            "p",
            {},
            "The first call with another answer: ",
            known ? link(toCase(known, t.case, path), el("code", {}, path)) : el("code", {}, path),
            t.decided_a ? el("span", { class: "dim" }, ` · decided ${t.decided_a} in A, ${t.decided_b} in B`) : null,
          )
        : el("p", { class: "dim" }, "No call was answered differently."),
      t.request
        ? folded(
            "The last message of its prompt, the same in both",
            t.request.map((text) => prompt(text)),
          )
        : null,
      t.answer_a || t.answer_b
        ? el("div", { class: "both" }, bothAnswer("A", t.answer_a), bothAnswer("B", t.answer_b))
        : null,
    ),
  );
}

function bothAnswer(name, a) {
  const box = el(
    "div",
    { class: "card said-by-model" },
    el("h3", {}, name, a?.model ? el("small", {}, ` ${a.model}`) : null),
  );
  if (!a) return put(box, el("p", { class: "dim" }, "Not known."));
  if (!a.sent) return put(box, el("p", { class: "dim" }, "There is no such call."));
  return put(
    box,
    a.error ? el("p", { class: "bad" }, a.error) : null,
    a.text ? prompt(a.error ? a.text : json(a.text)) : null,
    a.left_out ? el("p", { class: "dim" }, `${count(a.left_out, "more character")}`) : null,
    (a.tool_calls ?? []).map((t) =>
      el("div", { class: "tool" }, el("p", {}, "→ ", el("b", {}, t.name)), prompt(json(t.arguments))),
    ),
    !a.text && !a.error && !a.tool_calls ? el("p", { class: "dim" }, "An empty answer.") : null,
  );
}
