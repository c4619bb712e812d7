// Compare: two runs case by case, as compare prints them: differences with their intervals, and the cases that turned.

function drawCompare(out, [n]) {
  const all = page.head.comparison;
  put(out, heading("Compare"));
  if (!all?.length) {
    const text =
      "This run was not compared with another one. Two models, or this project and an older run, are compared by:";
    const none = empty(text, "beaver-eval run --model ollama:A --model ollama:B");
    const others = ["beaver-eval run --baseline latest --compare",
      "beaver-eval compare latest~1 latest --format html > compare.html"];
    return put(out, put(none, others.map((command) => [el("br"), copyable(command)])));
  }
  const at = Math.min(Number(n) || 0, all.length - 1);
  const c = all[at];
  const options = all.map((x, i) => [i, `${sideName(all[0].a)} and ${sideName(x.b)}`]);
  const side = (s) => [
    el("b", sideName(s)),
    s.model && el("small", ` ${s.run}`),
    s.suites && el("small", ` ${s.suites.join(", ")}`),
  ];
  const leftOut = c.left_out.map((l) => `${number(l.cases)} ${l.reason}`).join(", ");
  put(
    out,
    all.length > 1 && choice("Comparisons", options, at, (i) => (location.hash = address("compare", i))),
    facts([["A", side(c.a)], ["B", side(c.b)]]),
    el(`p.note.verdict-of${c.verdict === "not decided" ? "" : ".decided"}`, el("b", c.sentence)),
    el(
      "p.dim",
      `${count(c.pairs, "case")} in both runs, in ${count(c.groups, "group")}`,
      leftOut && `; left out: ${leftOut}`,
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
const short = (v) => Number(v.toPrecision(4)).toLocaleString("en-US");
const value = (r, v) => (inShares(r) ? `${(100 * v).toFixed(1)}%` : short(v));
const difference = (r, v) => {
  const size = Math.abs(v);
  return (v > 0 ? "+" : v < 0 ? "−" : "±") + (inShares(r) ? (100 * size).toFixed(1) : short(size));
};
const chance = (p) => (p < 0.0001 ? "< 0.0001" : p.toFixed(4));

// interval is the interval of a row whose numbers are written by show. Of a very wide one there is no upper end.
function interval(r, show) {
  if (r.low == null) return dim("too few cases");
  return show(r.low) + (r.high == null ? " or more" : ` to ${show(r.high)}`);
}

const whiskers = (c) =>
  table(
    "Differences",
    [
      "Metric",
      ...["A", "B", "Difference", "95% interval"].map(num),
      { title: "A is better · B is better", class: "whisker" },
      ...["Only A", "Only B", "Pairs", "p"].map(num),
    ],
    c.rows.map((r) => ({
      class: r.primary ? "primary" : r.part ? "part-row" : "",
      cells: [
        [el("code", r.metric), r.part && el("small", ` ${r.part}`), r.primary && el("small", " decides")],
        value(r, r.a),
        value(r, r.b),
        el(
          `b.${{ a: "warn", b: "ok" }[r.better] ?? ""}`,
          difference(r, r.difference),
          inShares(r) && el("small", " points"),
        ),
        interval(r, (v) => difference(r, v)),
        whisker(r),
        r.only_a,
        r.only_b,
        r.pairs,
        [chance(r.p_holm ?? r.p), r.p_holm != null && el("small", " Holm")],
      ],
    })),
  );

// whisker draws a difference as a dot and its interval as a line, on a scale with zero in its middle. Where less is
// better, the scale is turned around, so that B's side is the right one.
function whisker(r) {
  const turned = r.less_is_better ? -1 : 1;
  const x = (v) => 100 + (turned * 92 * v) / (r.scale || 1);
  const shape = (name, attrs) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [k, v] of Object.entries(attrs)) e.setAttribute(k, v);
    return e;
  };
  const line = (x1, x2, y1, y2, more) => shape("line", { x1, x2, y1, y2, ...more });
  const told = r.low == null ? "" : `, interval ${interval(r, (v) => difference(r, v))}`;
  const e = shape("svg", {
    viewBox: "0 0 200 20",
    class: `whisker-of ${r.better}`,
    role: "img",
    "aria-label": `difference ${difference(r, r.difference)}${told}`,
  });
  e.append(line(100, 100, 0, 20, { class: "zero" }));
  if (r.low != null && r.high != null) {
    const ends = [x(r.low), x(r.high)];
    e.append(line(...ends, 10, 10), ...ends.map((end) => line(end, end, 6, 14)));
  }
  e.append(shape("circle", { cx: x(r.difference), cy: 10, r: 4 }));
  return e;
}

// primaryCounts shows McNemar's four counts of the metric that decides.
function primaryCounts(c) {
  const r = c.rows.find((x) => x.primary);
  const f = r?.counts;
  if (!f) return null;
  const cell = (n, title, tone = "") => el(`td.four.${n ? tone : ""}`, el("b", number(n)), el("small", title));
  const line = (title, ...cells) => el("tr", el("th", { scope: "row" }, title), cells);
  return section(
    "Who was right",
    r.metric,
    el(
      "div.wide.fit",
      el(
        "table.fourfold",
        el("thead", el("tr", el("td"), th("B right"), th("B wrong"))),
        el(
          "tbody",
          line("A right", cell(f.both, "both right"), cell(f.only_a, "only A", "warn")),
          line("A wrong", cell(f.only_b, "only B", "ok"), cell(f.neither, "both wrong")),
        ),
      ),
    ),
    el("p.dim", `Only the ${count(f.only_a + f.only_b, "pair")} in which one run alone is right tell the runs apart.`),
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
      ["Of", ...["A", "B", "B / A", "95% interval", "Cases"].map(num)],
      c.ratios.map((r) => [
        ratioNames[r.of] ?? r.of,
        mean(r, r.a),
        mean(r, r.b),
        `× ${r.ratio.toFixed(2)}`,
        interval(r, (v) => v.toFixed(2)),
        r.cases,
      ]),
    ),
  );
}

const comparedGates = (c) =>
  c.gates.length > 0 && section("Margins", "gates on the comparison", gateTable("Gates on the comparison", c.gates));

function turnedCases(c) {
  const worse = c.turned.filter((t) => !t.better).length;
  const sum = `${number(worse)} worse in B, ${number(c.turned.length - worse)} better`;
  return section(
    "Cases that turned",
    c.turned.length > 0 && sum,
    c.note && el("p.note", c.note),
    c.turned.length
      ? some(c.turned, 20, (list) => list.map(turnedCase))
      : empty("No case turned: each is as good in both runs."),
  );
}

function turnedCase(t) {
  const path = t.first_path;
  const of = [t.suite_b || t.suite, t.suite].map((suite) => ({ ...t, suite })).find((x) => caseNumber(x) >= 0);
  const call = path && el("code", path);
  const decided = t.decided_a && ` · decided ${t.decided_a} in A, ${t.decided_b} in B`;
  const summary = el(
    "summary.entry",
    pill(t.better ? "better in B" : "worse in B", t.better ? "ok" : "bad"),
    el("b", t.case + nth(t)),
    el("small", t.suite),
    el("span", `${t.from} → ${t.to}`),
    path && el("code.dim.end", path),
  );
  const fill = () =>
    el(
      "div.inside",
      path
        ? el("p", "The first call with another answer: ", of ? link(toCase(of, path), call) : call, dim(decided))
        : el("p.dim", "No call was answered differently."),
      t.request && folded("The last message of its prompt, the same in both", t.request.map((text) => prompt(text))),
      (t.answer_a || t.answer_b) && el("div.both", bothAnswer("A", t.answer_a), bothAnswer("B", t.answer_b)),
    );
  return unfolding("details.card.broken", summary, fill);
}

function bothAnswer(name, a) {
  const title = el("h3", name, a?.model && el("small", ` ${a.model}`));
  if (!a?.sent) {
    const text = a ? "There is no such call." : "Not known.";
    return el("div.card.said-by-model", title, el("p.dim", text));
  }
  const { error, left_out: left } = a;
  const said = {
    error,
    text: error ? a.text : json(a.text),
    calls: a.tool_calls?.map((t) => [t.name, t.arguments]),
  };
  return put(modelCard(said, title), left > 0 && el("p.dim", count(left, "more character")));
}
