// Tokens: where they go, by stage and section, and by source. All sums are from Go and add up to the run's.

function drawTokens(out) {
  const { tokens: t } = page.head;
  put(out, heading("Tokens", el("p.dim", t && count(t.calls, "call"))));
  const none = "No call was made, so there are no tokens. A run of cases has some:";
  if (!t) return put(out, empty(none, "beaver-eval run"));
  const all = t.prompt + t.output;
  const sum = ` tokens: ${number(t.prompt)} of prompts and ${number(t.output)} of answers; `;
  const foot = ["All stages", number(t.prompt), "", dim(`answers ${number(t.output)}`)];
  put(
    out,
    el("p", el("b", number(all)), sum, estimates(t.estimated, all), "."),
    section(
      "By stage and section",
      "prompts; a part for each section, the largest first",
      el(
        "div.card.bars",
        t.stages.map((s) => tokenStage(s, t)),
        el("div.bar-row.total", foot.map((cell, i) => el(`span.${i === 1 ? "number" : ""}`, cell))),
      ),
    ),
    section(
      "By source",
      "files and other places that the prompts' texts come from",
      some(t.sources, 25, (list) => sourceTable(t, list)),
    ),
    bill(page.head.bill),
  );
}

function sourceTable(t, list) {
  const rows = list.map((s) => [
    sourceWords(s),
    s.tokens,
    percent(s.tokens, t.prompt),
    meter(s.tokens, t.sources[0].tokens),
    s.stages,
  ]);
  if (list.length === t.sources.length)
    rows.push(
      ...restRow(t.more, "source", t.prompt),
      { class: "total", cells: ["All prompts", t.prompt, "", "", t.stages.length] },
    );
  return table("Tokens by source", ["Source", num("Tokens"), num("Share"), "Compared", num("Stages")], rows);
}

const restRow = (more, what, whole) =>
  more ? [[dim(count(more.number, `other ${what}`)), more.tokens, percent(more.tokens, whole), "", ""]] : [];

const meter = (n, most) => {
  const width = `${(100 * n) / (most || 1)}%`;
  return el("span.meter-bar", { "aria-hidden": "true" }, el("i", { style: { width } }));
};

const partNames = { tools: "Tool definitions", "tool calls": "Tool calls in messages" };
const partName = (p) =>
  p.kind === "section" ? p.name || "text without a heading" : (partNames[p.kind] ?? "Not known");

const sourceNames = {
  code: "the program itself",
  answer: "answers of",
  tool: "tool",
  case: "the case",
  format: "the format asked for",
  tools: "tool definitions",
  "tool calls": "tool calls",
  unclear: "several sources at once",
  unknown: "not known",
};

const sourceWords = (s) =>
  s.path
    ? [el("code", where(s.path, s.line)), el("small", ` ${s.kind}`)]
    : [sourceNames[s.kind] ?? s.kind, s.name && [" ", el("code", s.name)]];

function tokenStage(s, { stages, prompt: whole }) {
  const several = new Set(stages.map((x) => x.system)).size > 1;
  const parts = s.parts.slice(0, hues.length).map((p, i) => ({ name: partName(p), tokens: p.tokens, hue: hueOf(i) }));
  const others = s.parts.length - parts.length + (s.more?.number ?? 0);
  const rest = s.prompt - total(parts, tokensOf);
  if (rest) parts.push({ name: count(others, "other section"), tokens: rest });
  const largest = parts.slice(0, 2).map((p) => `${p.name} ${percent(p.tokens, s.prompt)}`);
  const summary = el(
    "summary.bar-row.entry",
    el("span.name", stageName(s.stage), several && s.system && el("small", ` ${s.system}`)),
    el("span.number", number(s.prompt)),
    stack(parts, Infinity, `${(100 * s.prompt) / (stages[0].prompt || 1)}%`),
    el("span.dim.largest", words(...largest)),
  );
  return unfolding("details", summary, () => el("div.inside", stageFacts(s, whole), stageTable(s)));
}

const stageFacts = (s, whole) =>
  el(
    "p.dim",
    link(allOf({ stage: s.stage }), `Cases with ${s.stage}`),
    " · ",
    words(
      count(s.calls, "call"),
      `${number(Math.round(s.prompt / s.calls))} tokens a prompt, the largest ${number(s.largest)}`,
      `answers ${number(s.output)}`,
      estimates(s.estimated, s.prompt + s.output),
      `${percent(s.prompt, whole)} of all prompts`,
    ),
  );

function stageTable(s) {
  const swatch = (i) =>
    el(`i.swatch.${i < hues.length ? "hued" : "rest"}`, { style: { "--hue": hueOf(i) }, "aria-hidden": "true" });
  const rows = s.parts.map((p, i) => [
    el("span.stage", swatch(i), partName(p)),
    p.tokens,
    percent(p.tokens, s.prompt),
    p.calls,
    p.kind === "section" && partSources(p),
  ]);
  rows.push(
    ...restRow(s.more, "section", s.prompt),
    { class: "total", cells: ["All sections", s.prompt, "", s.calls, ""] },
  );
  return table(`Sections of ${s.stage}`, ["Section", num("Tokens"), num("Share"), num("Calls"), "From"], rows);
}

const partSources = (p) =>
  el(
    "ul.plain-list",
    p.sources?.map((f) => el("li", sourceWords(f), " ", el("small", number(f.tokens)))),
    p.more && el("li.dim", `${count(p.more.number, "other")} ${number(p.more.tokens)}`),
  );

/* ---- what a cache keeps, and where prompts stop being like an earlier one ---- */

function bill(b) {
  if (!b) return null;
  return [
    section("Kept by a cache", b.provider || "by the rules of the suites' prices", billTable(b), el("p.dim", b.note)),
    b.culprits.length > 0 &&
      section(
        "What breaks the prefix",
        "places at which prompts stop being like an earlier one",
        some(b.culprits, 12, culpritTable),
        b.more > 0 &&
          el("p.dim", `${count(b.more, "more place")} in: `, copyable("beaver-eval report cost --format json")),
      ),
  ];
}

const share = (s) => (s == null ? dim("–") : percent(s, 1));

function billTable(b) {
  const several = new Set(b.stages.map((s) => s.system)).size > 1;
  const priced = b.total.money != null;
  const titles = ["Calls", "Again", "Kept", "Could be", "Breaks", "Tokens", "Not kept"];
  const cells = (s, name) => [
    name,
    ...[s.calls, s.again, share(s.share), share(s.ceiling), s.breaks, s.tokens, s.uncached],
    ...(priced ? [s.money.toFixed(4)] : []),
  ];
  const stage = (s) => el("span.name", stageName(s.stage), several && s.system && el("small", ` ${s.system}`));
  return table(
    "Kept by a cache",
    ["Stage", ...titles.map(num), ...(priced ? [num("Money")] : [])],
    [...b.stages.map((s) => cells(s, stage(s))), { class: "total", cells: cells(b.total, "All stages") }],
  );
}

const endings = { text: "another text", role: "another message", tools: "other tools", parameters: "model or schema" };

const culpritTable = (list) =>
  table(
    "What breaks the prefix",
    ["Place", "Stage", "Differs by", ...["Calls", "Bytes before", "Bytes anew", "Tokens kept if last"].map(num)],
    list.map((c) => [
      [el("code", where(c.source, c.line)), c.section && el("div.dim", c.section)],
      [stageName(c.stage), el("div.dim", c.system)],
      [endings[c.why] ?? c.why, c.text && el("div.dim", `from ${sourceNames[c.text] ?? c.text}`)],
      c.calls,
      c.bytes_before,
      c.bytes_behind,
      c.tokens_if_last,
    ]),
  );
