// Tokens: where they go, by stage and section, and by source. All sums are from Go and add up to the run's.

function drawTokens(out) {
  const { tokens: t } = page.head;
  out.append(heading("Tokens", el("p", { class: "dim" }, t ? `${count(t.calls, "call")}` : "")));
  if (!t)
    return out.append(empty("No call was made, so there are no tokens. A run of cases has some:", "beaver-eval run"));
  const all = t.prompt + t.output,
    largest = t.stages[0]?.prompt || 1,
    systems = new Set(t.stages.map((s) => s.system)).size > 1;
  const counted =
    t.estimated === all
      ? "all estimated: no model counted any"
      : t.estimated
        ? `${number(t.estimated)} estimated, ${number(all - t.estimated)} counted by models`
        : "all counted by models";
  put(
    out,
    el(
      "p",
      {},
      el("b", {}, number(all)),
      ` tokens: ${number(t.prompt)} of prompts and ${number(t.output)} of answers; ${counted}.`,
    ),
    section(
      "By stage and section",
      "prompts; a part for each section, the largest first",
      el(
        "div",
        { class: "card bars" },
        t.stages.map((s) => tokenStage(s, largest, t.prompt, systems)),
        el(
          "div",
          { class: "bar-row total" },
          el("span", {}, "All stages"),
          el("span", { class: "number" }, number(t.prompt)),
          el("span"),
          el("span", { class: "dim" }, `answers ${number(t.output)}`),
        ),
      ),
    ),
    section(
      "By source",
      "files and other places that the prompts' texts come from",
      some(t.sources, 25, (list) =>
        table(
          "Tokens by source",
          [
            { title: "Source" },
            { title: "Tokens", number: true },
            { title: "Share", number: true },
            { title: "Compared", class: "meter" },
            { title: "Stages", number: true },
          ],
          [
            ...list.map((s) => [
              sourceWords(s),
              number(s.tokens),
              percent(s.tokens, t.prompt),
              meter(s.tokens, t.sources[0].tokens),
              number(s.stages),
            ]),
            ...(list.length === t.sources.length
              ? [
                  ...restRow(t.more, "source", t.prompt),
                  { class: "total", cells: ["All prompts", number(t.prompt), "", "", number(t.stages.length)] },
                ]
              : []),
          ],
        ),
      ),
    ),
  );
}

const restRow = (more, what, whole) =>
  more
    ? [
        [
          el("span", { class: "dim" }, count(more.number, `other ${what}`)),
          number(more.tokens),
          percent(more.tokens, whole),
          "",
          "",
        ],
      ]
    : [];

const meter = (n, most) =>
  el(
    "span",
    { class: "meter-bar", "aria-hidden": "true" },
    el("i", { style: { width: `${(100 * n) / (most || 1)}%` } }),
  );

const partName = (p) =>
  p.kind === "section"
    ? p.name || "text without a heading"
    : ({ tools: "Tool definitions", "tool calls": "Tool calls in messages" }[p.kind] ?? "Not known");

const sourceWords = (s) => {
  const words = {
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
  return s.path
    ? [el("code", {}, where(s.path, s.line)), el("small", {}, ` ${s.kind}`)]
    : [words[s.kind] ?? s.kind, s.name ? [" ", el("code", {}, s.name)] : null];
};

const estimatedWords = (s) =>
  s.estimated === s.prompt + s.output
    ? "all estimated"
    : s.estimated
      ? `${number(s.estimated)} estimated`
      : "all counted";

function tokenStage(s, largest, whole, systems) {
  const parts = s.parts.slice(0, hues.length).map((p, i) => [partName(p), p.tokens, hueOf(i)]);
  const others = s.parts.length - parts.length + (s.more?.number ?? 0),
    rest = s.prompt - parts.reduce((sum, [, n]) => sum + n, 0);
  if (rest) parts.push([count(others, "other section"), rest, null]);
  const e = el(
    "details",
    {},
    el(
      "summary",
      { class: "bar-row entry" },
      el("span", { class: "name" }, stageName(s.stage), systems && s.system ? el("small", {}, ` ${s.system}`) : null),
      el("span", { class: "number" }, number(s.prompt)),
      el(
        "span",
        { class: "stack", "aria-hidden": "true", style: { width: `${(100 * s.prompt) / largest}%` } },
        parts.map(([name, n, hue]) =>
          n
            ? el("span", {
                class: hue ? null : "rest",
                title: `${name}: ${number(n)}`,
                style: { "--hue": hue ?? "0", "flex-grow": n },
              })
            : null,
        ),
      ),
      el(
        "span",
        { class: "dim largest" },
        parts
          .slice(0, 2)
          .map(([name, n]) => `${name} ${percent(n, s.prompt)}`)
          .join(" · "),
      ),
    ),
  );
  e.addEventListener("toggle", () => {
    if (!e.open || e.children.length > 1) return;
    e.append(
      el(
        "div",
        { class: "inside" },
        el(
          "p",
          { class: "dim" },
          link(toCases({ stage: s.stage, status: "all" }), `Cases with ${s.stage}`),
          ` · ${count(s.calls, "call")}, ${number(Math.round(s.prompt / s.calls))} tokens a prompt, ` +
            `the largest ${number(s.largest)} · answers ${number(s.output)} · ${estimatedWords(s)} · ` +
            `${percent(s.prompt, whole)} of all prompts`,
        ),
        table(
          `Sections of ${s.stage}`,
          [
            { title: "Section" },
            { title: "Tokens", number: true },
            { title: "Share", number: true },
            { title: "Calls", number: true },
            { title: "From" },
          ],
          [
            ...s.parts.map((p, i) => [
              el(
                "span",
                { class: "stage" },
                el("i", {
                  class: `swatch ${i < hues.length ? "hued" : "rest"}`,
                  style: { "--hue": hueOf(i) },
                  "aria-hidden": "true",
                }),
                partName(p),
              ),
              number(p.tokens),
              percent(p.tokens, s.prompt),
              number(p.calls),
              partSources(p),
            ]),
            ...restRow(s.more, "section", s.prompt),
            { class: "total", cells: ["All sections", number(s.prompt), "", number(s.calls), ""] },
          ],
        ),
      ),
    );
  });
  return e;
}

const partSources = (p) =>
  p.kind === "section"
    ? el(
        "ul",
        { class: "plain-list" },
        (p.sources ?? []).map((f) => el("li", {}, sourceWords(f), " ", el("small", {}, number(f.tokens)))),
        p.more ? el("li", { class: "dim" }, `${count(p.more.number, "other")} ${number(p.more.tokens)}`) : null,
      )
    : null;
