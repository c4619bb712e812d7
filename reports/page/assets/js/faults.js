// Faults: calls that were broken on purpose, by stage and fault; of one such cell its calls, with prompt and answer.

function drawFaults(out, [at, suite, stage, fault]) {
  const { faults } = page.head,
    table = faults?.tables[at || 0];
  if (!faults) {
    out.append(
      heading("Faults"),
      empty(
        "No call was broken on purpose. A suite with faults: breaks its calls in every run; or, for all of them:",
        "beaver-eval faults",
      ),
    );
  } else if (suite) {
    return drawCell(out, faults, table, at, suite, stage, fault);
  } else {
    drawMatrix(out, faults, table, Number(at) || 0);
  }
}

const tableName = (t) => (t.of === "run" ? "This run" : "beaver-eval faults") + (t.repaired ? ", repaired" : "");

// verdictBar shows counts as parts of a bar: the tone of each verdict is its colour, and its order says which it is.
const verdictBar = (faults, counts) =>
  el(
    "span",
    { class: "stack thin", "aria-hidden": "true" },
    counts.map(([v, n]) => el("span", { class: `tone ${faults.verdicts[v].tone}`, style: { "flex-grow": n } })),
  );

const verdictWords = (faults, counts) => counts.map(([v, n]) => `${number(n)} ${faults.verdicts[v].name}`).join(", ");

const verdictName = (v) =>
  el("span", { class: "stage" }, el("i", { class: `swatch tone ${v.tone}`, "aria-hidden": "true" }), v.name);

function drawMatrix(out, faults, table, at) {
  const used = faults.kinds.map((k, i) => i).filter((i) => table.suites.some((s) => s.faults.includes(i)));
  out.append(
    heading(
      "Faults",
      el(
        "p",
        { class: "dim" },
        `${count(table.cells, "call")} broken`,
        table.failing
          ? el("b", { class: "bad" }, `, ${number(table.failing)} failing`)
          : table.bad
            ? el("b", { class: "bad" }, `, ${number(table.bad)} to look at`)
            : ", none failing",
      ),
    ),
  );
  if (faults.tables.length > 1) {
    out.append(
      choice(
        "Of which command",
        faults.tables.map((t, i) => [i, tableName(t)]),
        at,
        (i) => {
          location.hash = address("faults", String(i));
        },
      ),
    );
  }
  put(
    out,
    table.of === "faults"
      ? el("p", { class: "note" }, `Of the last beaver-eval faults, ${moment(table.written)}: not a part of this run.`)
      : null,
    table.repaired
      ? el(
          "p",
          { class: "note" },
          "These answers were repaired before they were read. That is shown, and never fails a run.",
        )
      : null,
    el(
      "ul",
      { class: "legend" },
      faults.verdicts.map((v, i) =>
        table.counts[i]
          ? el("li", {}, el("span", { title: v.says }, verdictName(v)), " ", el("b", {}, number(table.counts[i])))
          : null,
      ),
    ),
    table.not_applicable
      ? el(
          "p",
          { class: "dim" },
          `${count(table.not_applicable, "call")} cannot break in the way that was tried, and count nowhere.`,
        )
      : null,
    el(
      "div",
      { class: "wide faults-of", role: "region", "aria-label": "Faults by stage", tabindex: 0 },
      el(
        "table",
        { class: "heat" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col" }, "Stage"),
            used.map((i) =>
              el(
                "th",
                { scope: "col", class: "slanted", title: faults.kinds[i].says },
                el("span", {}, faults.kinds[i].name),
              ),
            ),
          ),
        ),
        table.suites.map((s) =>
          el(
            "tbody",
            {},
            el(
              "tr",
              {},
              el(
                "th",
                { scope: "rowgroup", colspan: used.length + 1 },
                el(
                  "div",
                  { class: "stuck" },
                  link(toCases({ suite: s.suite, status: "all" }), s.suite),
                  el(
                    "small",
                    {},
                    ` ${s.system && s.system !== s.suite ? `${s.system}, ` : ""}${count(s.cells, "call")}`,
                  ),
                  s.failing ? pill(`${number(s.failing)} failing`, "bad") : null,
                ),
              ),
            ),
            s.stages.map((row) =>
              el(
                "tr",
                {},
                el("th", { scope: "row" }, stageName(row.stage)),
                used.map((i) => {
                  const cell = row.cells.find((c) => c.fault === i);
                  return el("td", {}, cell && heatCell(faults, cell, at, s.suite, row.stage));
                }),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

function heatCell(faults, cell, at, suite, stage) {
  const name = faults.kinds[cell.fault].name,
    n = cell.counts?.reduce((sum, [, k]) => sum + k, 0) ?? 0;
  const none = `${name} cannot break ${count(cell.not_applicable, "call")}`;
  if (!n) return el("span", { class: "dim", title: none }, "–");
  const shown = cell.bad && cell.bad < n ? `${number(cell.bad)} of ${number(n)}` : number(n);
  const words = `${stage}, ${name}: ${shown} calls: ${verdictWords(faults, cell.counts)}`;
  return el(
    "a",
    {
      class: `entry heat-cell ${cell.bad ? "failing" : ""}`,
      href: address("faults", String(at), suite, stage, name),
      "aria-label": words,
      title: words,
    },
    shown,
    verdictBar(faults, cell.counts),
  );
}

const faultOf = { answer: "answer", transport: "way to the model", tool: "tool" };

function drawCell(out, faults, table, at, suite, stage, fault) {
  const kind = faults.kinds.findIndex((k) => k.name === fault);
  const cell = table?.suites
    .find((s) => s.suite === suite)
    ?.stages.find((s) => s.stage === stage)
    ?.cells.find((c) => c.fault === kind);
  put(
    out,
    el("p", { class: "path" }, link(address("faults", at), "Faults"), " / ", suite, " / ", stage),
    heading(fault, cell?.bad ? pill(`${number(cell.bad)} bad`, "bad") : null),
  );
  if (!cell) return out.append(empty("No call of this stage was broken so."));
  const n = cell.counts.reduce((sum, [, k]) => sum + k, 0);
  put(
    out,
    el(
      "p",
      {},
      `${faults.kinds[kind].says} `,
      el("span", { class: "dim" }, `A fault of the ${faultOf[faults.kinds[kind].class] ?? "call"}.`),
    ),
    el(
      "dl",
      { class: "verdicts" },
      cell.counts.map(([v, k]) =>
        el(
          "div",
          {},
          el("dt", {}, verdictName(faults.verdicts[v]), el("b", {}, ` ${number(k)}`)),
          el("dd", { class: "dim" }, faults.verdicts[v].says),
        ),
      ),
    ),
    section(
      "Calls",
      cell.more ? `the first of each verdict, ${number(cell.calls.length)} of ${number(n)}` : count(n, "call"),
      cell.calls.map((c) => brokenCall(faults, c, suite, kind)),
      cell.more && table.of === "run"
        ? el(
            "p",
            { class: "dim" },
            "All of them: ",
            copyable(`beaver-eval report export ${page.head.run.run} --table faults --format csv`),
          )
        : null,
    ),
  );
}

function brokenCall(faults, c, suite, kind) {
  const verdict = faults.verdicts[c.verdict],
    known = caseNumber(suite, c.case) >= 0;
  const e = el(
    "details",
    { class: "card broken" },
    el(
      "summary",
      { class: "entry" },
      verdictName(verdict),
      el("b", {}, c.case),
      el("code", {}, c.path),
      el(
        "span",
        { class: "dim end" },
        [
          c.place && `at ${c.place}`,
          c.policy &&
            `read ${{ strict: "strictly", extract: "by extraction", repair: "after repair" }[c.policy] ?? c.policy}`,
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
  );
  const did = [
    ["Broken", `${faults.kinds[kind].says}${c.place ? ` Here: ${c.place}.` : ""}`],
    ["Verdict", verdict.says],
    ["Because", c.why],
    ["Reported", c.fallback_reason || (c.policy ? "nothing" : "")],
    ["Asked", c.tries && count(c.tries, "time")],
    [
      "Waited",
      { none: "not at all, though it was told to", less: "less than it was told", told: "as long as it was told" }[
        c.waited
      ],
    ],
  ];
  e.addEventListener("toggle", async () => {
    if (!e.open || e.children.length > 1) return;
    const box = el(
      "div",
      { class: "inside" },
      el(
        "dl",
        { class: "facts" },
        did.filter(([, v]) => v).map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, v))),
      ),
      el("p", { class: "dim" }, "Both answers, and what followed: ", copyable(c.again)),
    );
    e.append(box);
    if (!known) return put(box, el("p", { class: "dim" }, "This run does not have the case."));
    box.append(el("p", {}, link(toCase(suite, c.case, c.path), "The call in its case")));
    await addCall(box, suite, c.case, c.path, "The intended answer");
  });
  return e;
}

// addCall adds the prompt and the answer of a call of the run.
async function addCall(box, suite, id, path, title) {
  const i = page.head.cases.chunk[caseNumber(suite, id)];
  const data = i >= 0 ? await chunk(i) : null,
    c = data?.cases[id],
    call = c?.calls?.find((x) => x.path === path);
  if (!call)
    return put(
      box,
      el(
        "p",
        { class: "dim" },
        i >= 0 ? "The undisturbed run has no such call." : `The texts of this case were left out. ${page.head.note}`,
      ),
    );
  put(
    box,
    el("h3", {}, title),
    el(
      "div",
      { class: "card said-by-model" },
      data.texts[call.answer]
        ? prompt(json(data.texts[call.answer]))
        : call.answer_calls
          ? null
          : el("p", { class: "dim" }, call.error || "An empty answer."),
      (call.answer_calls ?? []).map((t) => toolCall(t, data.texts)),
    ),
    folded(
      `Its prompt, ${count(call.messages?.length ?? 0, "message")}`,
      messagesOf(call, data.texts, { plainly: true }),
    ),
  );
}

const moment = (at) => (at ? at.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC") : "");
