// Faults: calls that were broken on purpose, by stage and fault; of one such cell its calls, with prompt and answer.

function drawFaults(out, [at = "0", suite, stage, fault]) {
  const { faults } = page.head;
  const table = faults?.tables[at];
  if (suite && table) return drawCell(out, faults, table, at, suite, stage, fault);
  if (table) return drawMatrix(out, faults, table, at);
  const text =
    "No call was broken on purpose. A suite with faults: breaks its calls in every run; or, for all of them:";
  put(out, heading("Faults"), empty(text, "beaver-eval faults"));
}

const tableName = (t) => (t.of === "run" ? "This run" : "beaver-eval faults") + (t.repaired ? ", repaired" : "");

// Counts of verdicts are pairs of a verdict's number and how many there are.
const sumOf = (counts) => total(counts ?? [], ([, n]) => n);

const verdictName = (v) =>
  el("span.stage", { title: v.says }, el(`i.swatch.tone.${v.tone}`, { "aria-hidden": "true" }), v.name);

function drawMatrix(out, faults, table, at) {
  const used = [...faults.kinds.keys()].filter((i) => table.suites.some((s) => s.faults.includes(i)));
  const wrong = table.failing ? `${number(table.failing)} failing` : table.bad ? `${number(table.bad)} to look at` : "";
  const tables = faults.tables.map((t, i) => [String(i), tableName(t)]);
  put(
    out,
    heading(
      "Faults",
      el("p.dim", `${count(table.cells, "call")} broken, `, wrong ? el("b.bad", wrong) : "none failing"),
    ),
    tables.length > 1 &&
      choice("Of which command", tables, at, (i) => (location.hash = address("faults", i))),
    table.of === "faults" &&
      el("p.note", `Of the last beaver-eval faults, ${moment(table.written)}: not a part of this run.`),
    table.repaired &&
      el("p.note", "These answers were repaired before they were read. That is shown, and never fails a run."),
    el(
      "ul.legend",
      table.counts.map((n, i) => n > 0 && el("li", verdictName(faults.verdicts[i]), " ", el("b", number(n)))),
    ),
    table.not_applicable > 0 &&
      el(
        "p.dim",
        `${count(table.not_applicable, "call")} cannot break in the way that was tried, and count nowhere.`,
      ),
    heat(
      "Faults by stage",
      "faults-of",
      "Stage",
      used.map((i) => [faults.kinds[i].name, faults.kinds[i].says]),
      [],
      table.suites.map((s) => suiteRows(faults, s, used, at)),
    ),
  );
}

function suiteRows(faults, s, used, at) {
  const system = s.system && s.system !== s.suite ? `${s.system}, ` : "";
  const head = el(
    "div.stuck",
    link(allOf({ suite: s.suite }), s.suite),
    el("small", ` ${system}${count(s.cells, "call")}`),
    s.failing > 0 && pill(`${number(s.failing)} failing`, "bad"),
  );
  const cellOf = (row, fault) => {
    const cell = row.cells.find((c) => c.fault === fault);
    return el("td", cell && faultCell(faults, cell, at, s.suite, row.stage));
  };
  return el(
    "tbody",
    el("tr", el("th", { scope: "rowgroup", colspan: used.length + 1 }, head)),
    s.stages.map((row) =>
      el("tr", el("th", { scope: "row" }, stageName(row.stage)), used.map((i) => cellOf(row, i))),
    ),
  );
}

// faultCell says how many calls were broken, and shows their verdicts as parts of a bar in the tones of the legend.
function faultCell(faults, cell, at, suite, stage) {
  const { name } = faults.kinds[cell.fault];
  const n = sumOf(cell.counts);
  if (!n) return el("span.dim", { title: `${name} cannot break ${count(cell.not_applicable, "call")}` }, "–");
  const shown = cell.bad && cell.bad < n ? `${number(cell.bad)} of ${number(n)}` : number(n);
  const verdicts = cell.counts.map(([v, k]) => `${number(k)} ${faults.verdicts[v].name}`).join(", ");
  return heatCell(
    cell.bad ? "failing" : "",
    address("faults", at, suite, stage, name),
    `${stage}, ${name}: ${shown} calls: ${verdicts}`,
    {},
    shown,
    el(
      "span.stack.thin",
      { "aria-hidden": "true" },
      cell.counts.map(([v, k]) => el(`span.tone.${faults.verdicts[v].tone}`, { style: { "flex-grow": k } })),
    ),
  );
}

const faultOf = { answer: "answer", transport: "way to the model", tool: "tool" };

function drawCell(out, faults, table, at, suite, stage, fault) {
  const kind = faults.kinds.find((k) => k.name === fault);
  const cell = table.suites
    .find((s) => s.suite === suite)
    ?.stages.find((s) => s.stage === stage)
    ?.cells.find((c) => faults.kinds[c.fault] === kind);
  put(
    out,
    el("p.path", link(address("faults", at), "Faults"), " / ", suite, " / ", stage),
    heading(fault ?? "", cell?.bad > 0 && pill(`${number(cell.bad)} bad`, "bad")),
  );
  if (!cell?.counts) return put(out, empty("No call of this stage was broken so."));
  const n = sumOf(cell.counts);
  const all = `beaver-eval report export ${quoted(page.head.run.run)} --table faults --format csv`;
  put(
    out,
    el("p", `${kind.says} `, dim(`A fault of the ${faultOf[kind.class] ?? "call"}.`)),
    el(
      "dl.verdicts",
      cell.counts.map(([v, k]) => {
        const verdict = faults.verdicts[v];
        return el("div", el("dt", verdictName(verdict), el("b", ` ${number(k)}`)), el("dd.dim", verdict.says));
      }),
    ),
    section(
      "Calls",
      cell.more ? `the first of each verdict, ${number(cell.calls.length)} of ${number(n)}` : count(n, "call"),
      cell.calls.map((c) => brokenCall(c, faults.verdicts[c.verdict], suite, kind)),
      cell.more > 0 && table.of === "run" && el("p.dim", "All of them: ", copyable(all)),
    ),
  );
}

const readings = { strict: "strictly", extract: "by extraction", repair: "after repair" };
const waits = {
  none: "not at all, though it was told to",
  less: "less than it was told",
  told: "as long as it was told",
};

function brokenCall(c, verdict, suite, kind) {
  const read = c.policy && `read ${readings[c.policy] ?? c.policy}`;
  const summary = el(
    "summary.entry",
    verdictName(verdict),
    el("b", c.case),
    el("code", c.path),
    el("span.dim.end", words(c.place && `at ${c.place}`, read)),
  );
  const fill = () => {
    const box = el(
      "div.inside",
      facts([
        ["Broken", kind.says + (c.place ? ` Here: ${c.place}.` : "")],
        ["Verdict", verdict.says],
        ["Because", c.why],
        ["Reported", c.fallback_reason || (c.policy && "nothing")],
        ["Asked", c.tries > 0 && count(c.tries, "time")],
        ["Waited", waits[c.waited]],
      ]),
      el("p.dim", "Both answers, and what followed: ", copyable(c.again)),
    );
    addCall(box, { suite, case: c.case }, c.path);
    return box;
  };
  return unfolding("details.card.broken", summary, fill);
}

// addCall adds the prompt of a call of the run, and the answer that was intended.
async function addCall(box, of, path) {
  const i = caseNumber(of);
  if (i < 0) return put(box, el("p.dim", "This run does not have the case."));
  put(box, el("p", link(toCase(of, path), "The call in its case")));
  const found = await textsOf(i);
  if (!found) return put(box, el("p.dim", `The texts of this case were left out. ${page.head.note}`));
  const { c, texts } = found;
  const call = c.calls?.find((x) => x.path === path);
  if (!call) return put(box, el("p.dim", "The undisturbed run has no such call."));
  const said = saidIn(call, texts);
  put(
    box,
    el("h3", "The intended answer"),
    modelCard({ ...said, text: json(said.text) }),
    folded(`Its prompt, ${count(call.messages?.length ?? 0, "message")}`, messagesOf(call, texts, { plainly: true })),
  );
}

const moment = (at) => (at ? at.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC") : "");
