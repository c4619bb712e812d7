// Cases: the list of all cases with its filters, which are in the address; texts are searched chunk by chunk.

const differing = (i) => {
  const c = page.head.cases;
  return c.changed[i] + c.new[i] + c.missing[i];
};

const statusPill = (status) => pill(status, { ok: "ok", failed: "bad", error: "bad", orphan: "warn" }[status]);

// The kinds of cases to choose from.
const kinds = {
  "not green": (c, i) => !c.green[i],
  all: () => true,
  failed: (c, i) => c.status[i] === "failed" || c.status[i] === "error",
  changed: (c, i) => c.changed[i] > 0,
  new: (c, i) => c.new[i] > 0,
  missing: (c, i) => c.missing[i] > 0,
  fallbacks: (c, i) => c.fallbacks[i] > 0,
  skipped: (c, i) => c.status[i] === "skipped",
  orphan: (c, i) => c.status[i] === "orphan",
};

const columns = [
  ["case", "Case", null], ["status", "Status", (c, i) => c.status[i]], ["turns", "Turns", (c, i) => c.turns[i]],
  ["calls", "Calls", (c, i) => c.calls[i]], ["differ", "Differ", (c, i) => differing(i)],
  ["fallbacks", "Fallbacks", (c, i) => c.fallbacks[i]], ["tokens", "Tokens", (c, i) => c.tokens[i]],
];

let casesShown = null; // changes the filter of the view that is shown

// What was last listed, and the case that was opened from it: the way back, and to the next case.
const listed = { address: "#/cases", rows: null, opened: -1 };

// searchCases searches from anywhere.
function searchCases(words, texts) {
  if (parsed(location.hash).view === "cases" && casesShown) casesShown({ q: words, texts: texts ? "1" : "" });
  else if (words) location.hash = toCases({ status: "all", q: words, texts: texts ? "1" : "" });
}

function drawCases(out, _, query) {
  const { cases, suites, tags, stages, changes } = page.head;
  const filter = Object.fromEntries(["suite", "status", "tag", "stage", "edit", "q", "texts", "sort"].map((k) => [k, query.get(k) ?? ""]));
  const usual = cases.green.includes(false) ? "not green" : "all";
  if (!Object.hasOwn(kinds, filter.status)) filter.status = usual;
  let rows = [], found = null, searching = null;

  const words = document.getElementById("words");
  if (words.value !== filter.q) words.value = filter.q;
  const options = (name, list, all) => {
    const select = el("select", { "aria-label": name, onchange: () => set({ [name]: select.value }) },
      el("option", { value: "" }, all), list.map((v) => el("option", { value: v, selected: v === filter[name] }, v)));
    return list.length > 1 || filter[name] ? select : null;
  };
  const status = el("div", { class: "choice", role: "group", "aria-label": "Status" });
  const bar = el("div", { class: "filters" }, status,
    options("suite", suites.map((s) => s.name), "All suites"), options("tag", tags, "All tags"),
    options("stage", stages, "All stages"));
  const edit = changes.groups.findIndex((g) => g.id === filter.edit);
  const told = el("p", { class: "dim told", role: "status" });
  const search = el("div", { class: "row-of" });
  const header = el("div", { role: "row", class: "row", "aria-rowindex": 1 });
  const none = el("div", { class: "empty" });
  const list = rowsOf("Cases", header, row);
  moving.list = list;

  function row(n) {
    const i = rows[n], suite = suites[cases.suite[i]].name, hit = found?.get(i);
    const name = link(toCase(suite, cases.id[i], hit?.path), el("b", {}, cases.id[i]), el("small", {}, suite));
    const cell = (what, content, name = "number") => el("span", { role: "cell", class: `${name} ${what}` }, content);
    const some = (v) => (v ? number(v) : el("span", { class: "dim" }, "·"));
    return [el("span", { role: "cell", class: "case" }, name, hit ? el("small", { class: "hit" }, `${hit.path || "the case"}: ${hit.what}`) : null),
      cell("status", statusPill(cases.status[i]), ""), cell("turns", some(cases.turns[i])), cell("calls", some(cases.calls[i])),
      cell(differing(i) ? "differ bad" : "differ", some(differing(i))),
      cell("fallbacks", some(cases.fallbacks[i])), cell("tokens", some(cases.tokens[i]))];
  }

  // chosen returns the cases that all filters but the status choose.
  function chosen() {
    const q = filter.texts ? [] : filter.q.toLowerCase().split(/\s+/).filter(Boolean);
    const suite = suites.findIndex((s) => s.name === filter.suite), tag = tags.indexOf(filter.tag), stage = stages.indexOf(filter.stage);
    return cases.id.map((_, i) => i).filter((i) => (!filter.suite || cases.suite[i] === suite) &&
      (!filter.tag || cases.tags[i].includes(tag)) && (!filter.stage || cases.stages[i].includes(stage)) &&
      (!filter.edit || cases.groups[i].includes(edit)) && (!found || found.has(i)) &&
      (!q.length || q.every((w) => `${suites[cases.suite[i]].name}/${cases.id[i]}`.toLowerCase().includes(w))));
  }

  function sorted(all) {
    const by = columns.find(([key]) => key === filter.sort.replace("-", "")), sign = filter.sort.startsWith("-") ? -1 : 1;
    const value = by && (by[2] ?? ((c, i) => c.id[i]));
    const weight = (i) => (kinds.failed(cases, i) ? 0 : cases.green[i] ? 2 : 1);
    return all.sort(value ? (a, b) => {
      const x = value(cases, a), y = value(cases, b);
      return (x < y ? -1 : x > y ? 1 : 0) * sign || a - b;
    } : (a, b) => weight(a) - weight(b) || a - b);
  }

  function show() {
    const all = chosen();
    rows = sorted(all.filter((i) => kinds[filter.status](cases, i)));
    status.replaceChildren(...Object.entries(kinds).map(([k, is]) => [k, all.reduce((n, i) => n + is(cases, i), 0)])
      .filter(([k, n]) => n || k === filter.status || k === "all")
      .map(([k, n]) => el("button", { type: "button", "aria-pressed": String(k === filter.status), onclick: () => set({ status: k }) },
        k, el("span", { class: "count" }, number(n)))));
    header.replaceChildren(...columns.map(([key, title], n) => {
      const up = filter.sort === key, down = filter.sort === `-${key}`;
      return el("span", { role: "columnheader", class: `${key} ${n > 1 ? "number" : ""}`, "aria-sort": up ? "ascending" : down ? "descending" : null },
        el("button", { type: "button", onclick: () => set({ sort: n > 1 ? (down ? key : up ? "" : `-${key}`) : up ? `-${key}` : down ? "" : key }) },
          title, up ? " ↑" : down ? " ↓" : ""));
    }));
    told.textContent = rows.length === cases.id.length ? count(rows.length, "case") : `${number(rows.length)} of ${count(cases.id.length, "case")}`;
    if (edit >= 0) put(told, " that the edit ", link(address("changes", filter.edit), coded(changes.groups[edit].name)), " reaches ",
      button("×", () => set({ edit: "" }), { "aria-label": "All edits", class: "quiet" }));
    drawSearch();
    none.replaceChildren();
    none.hidden = rows.length > 0;
    list.element.hidden = !rows.length;
    if (!rows.length) {
      put(none, el("p", {}, cases.id.length ? "No case is chosen by all these filters." : "No case has run."),
        cases.id.length ? button("Show all cases", () => set({ suite: "", tag: "", stage: "", edit: "", q: "", texts: "", status: "all" })) : null);
    }
    list.show(rows.length);
    const at = toCases({ ...filter, status: filter.status === usual ? "" : filter.status });
if (casesShown !== set) return; // another list is shown by now
    Object.assign(listed, { address: at, rows });
    if (location.hash !== at && parsed(location.hash).view === "cases") {
      history.replaceState(null, "", at);
      document.body.dataset.drawn = at; // no other view is drawn for it
    }
  }

  function drawSearch() {
    search.replaceChildren();
    list.element.setAttribute("aria-busy", String(!!searching));
    if (searching) {
      put(search, el("progress", { max: searching.of, value: searching.done, "aria-label": "Searching" }),
        `${number(found.size)} found in ${searching.done} of ${count(searching.of, "part")}`, button("Stop", () => { searching.stopped = true; }));
    } else if (filter.q && filter.texts) {
      put(search, `“${filter.q}” in prompts and answers`, button("Search names instead", () => set({ texts: "" })));
      const without = cases.chunk.filter((n) => n < 0).length;
      if (without) put(search, el("span", { class: "dim" }, `${count(without, "case")} without texts in this page were not searched`));
    } else if (filter.q) {
      put(search, button(`Search “${filter.q.slice(0, 40)}” in prompts and answers`, () => set({ texts: "1" })));
    }
  }

  // searchTexts looks into one chunk after another.
  async function searchTexts() {
    const chunks = [...new Set(cases.chunk)].filter((n) => n >= 0);
    const mine = searching = { done: 0, of: chunks.length, stopped: false };
    found = new Map();
    for (const n of chunks) {
      if (mine.stopped || !list.element.isConnected && mine.done) break;
      findIn(await chunk(n), n, filter.q.toLowerCase(), found);
      if (searching !== mine) return;
      mine.done++;
      show();
    }
    searching = null;
    show();
  }

  function set(more) {
    const again = ["q", "texts"].some((k) => k in more && more[k] !== filter[k]);
    Object.assign(filter, more);
    if (!filter.q) filter.texts = "";
    if (words.value !== filter.q) words.value = filter.q;
    if (!again) return show();
    searching = found = null;
    if (filter.texts) searchTexts(); else show();
  }

  casesShown = set;
  out.append(heading("Cases", told), bar, search, list.element, none);
  whereTo.shown = () => {
    if (document.activeElement === words) return true;
    const n = rows.indexOf(listed.opened);
    if (n >= 0) list.goTo(n);
    return n >= 0;
  };
  if (filter.q && filter.texts) searchTexts(); else show();
}

// findIn adds the cases of a chunk that have a text with the words, and where it is.
function findIn({ texts, cases }, n, words, found) {
  const has = texts.map((t) => t.toLowerCase().includes(words));
  const index = page.head.cases;
  for (let i = index.chunk.indexOf(n); i >= 0; i = index.chunk.indexOf(n, i + 1)) {
    const hit = cases[index.id[i]] && hitOf(cases[index.id[i]], has);
    if (hit) found.set(i, hit);
  }
}

function hitOf(c, has) {
  for (const t of c.turns ?? []) {
    if (has[t.user]) return { path: t.turn, what: "the user's words" };
    if (t.replies?.some((r) => has[r.text])) return { path: t.turn, what: "reply" };
  }
  for (const call of c.calls ?? []) {
    for (const m of call.messages ?? []) {
      const s = m.sections.find((s) => has[s.text]);
      if (s) return { path: call.path, what: s.name };
    }
    if (has[call.answer] || call.answer_calls?.some((t) => has[t.arguments])) return { path: call.path, what: "answer" };
    if (has[call.reasoning]) return { path: call.path, what: "reasoning" };
  }
  for (const t of c.tools ?? []) if (has[t.arguments] || has[t.result]) return { path: t.call_path, what: `tool ${t.name}` };
  return null;
}
