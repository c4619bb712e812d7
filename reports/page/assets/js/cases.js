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

// The columns: address of the order, title, value to sort by.
const columns = [
  ["case", "Case", (c, i) => c.id[i]],
  ["status", "Status", (c, i) => c.status[i]],
  ["turns", "Turns", (c, i) => c.turns[i]],
  ["calls", "Calls", (c, i) => c.calls[i]],
  ["differ", "Differ", (c, i) => differing(i)],
  ["fallbacks", "Fallbacks", (c, i) => c.fallbacks[i]],
  ["tokens", "Tokens", (c, i) => c.tokens[i]],
];

const usualKind = () => (page.head.cases.green.includes(false) ? "not green" : "all");
const noFilter = { suite: "", status: "", tag: "", stage: "", edit: "", q: "", texts: "", sort: "" };

// What was last listed, and the case that was opened from it: the way back, and to the next case.
const listed = { address: "#/cases", rows: null, opened: -1 };

let setFilter = null; // changes the filter of the list that is shown

// searchCases searches from anywhere.
function searchCases(q, texts) {
  const more = { q, texts: texts ? "1" : "" };
  if (parsed(location.hash).view === "cases") setFilter?.(more);
  else if (q) location.hash = allOf(more);
}

function drawCases(out, _, query) {
  const filter = { ...noFilter };
  for (const key of Object.keys(filter)) filter[key] = query.get(key) ?? "";
  if (!Object.hasOwn(kinds, filter.status)) filter.status = usualKind();
  const view = {
    filter,
    rows: [],
    found: null,
    searching: null,
    selects: [],
    status: el("div"),
    told: el("p.dim.told", { role: "status" }),
    search: row(),
    header: el("div.row", { role: "row", "aria-rowindex": 1 }),
    none: el("div.empty"),
    words: byId("words"),
  };
  view.list = rowsOf("Cases", view.header, (n) => caseRow(view.rows[n], view.found?.get(view.rows[n])));
  view.set = setFilter = (more) => {
    const again = ["q", "texts"].some((key) => key in more && more[key] !== filter[key]);
    Object.assign(filter, more);
    if (!filter.q) filter.texts = "";
    if (view.words.value !== filter.q) view.words.value = filter.q;
    if (again) view.searching = view.found = null;
    if (again && filter.texts) searchTexts(view);
    else showCases(view);
  };
  moving.list = view.list;
  whereTo.shown = () => {
    if (document.activeElement === view.words) return true;
    const n = view.rows.indexOf(listed.opened);
    if (n >= 0) view.list.goTo(n);
    return n >= 0;
  };
  view.selects = choosers(view);
  put(
    out,
    heading("Cases", view.told),
    el("div.filters", view.status, view.selects),
    view.search,
    view.list.element,
    view.none,
  );
  view.words.value = filter.q;
  if (filter.q && filter.texts) searchTexts(view);
  else showCases(view);
}

const byName = new Intl.Collator("en", { numeric: true }).compare;

// choosers are the filters with many values.
function choosers({ filter, set }) {
  const { suites, tags, stages } = page.head;
  return [
    ["suite", suites.map((s) => s.name), "All suites"],
    ["tag", [...tags].sort(byName), "All tags"],
    ["stage", stages, "All stages"],
  ]
    .filter(([name, list]) => list.length > (name === "suite" ? 1 : 0) || filter[name])
    .map(([name, list, all]) => {
      const select = el(
        "select",
        { name, "aria-label": name, onchange: () => set({ [name]: select.value }) },
        el("option", { value: "" }, all),
        list.map((value) => el("option", { value }, value)),
      );
      return select;
    });
}

function caseRow(i, hit) {
  const { cases } = page.head;
  const of = caseAt(i);
  const cell = (name, ...children) => el(`span.${name}`, { role: "cell" }, children);
  const numbers = columns.slice(2).map(([key, , value]) => {
    const n = value(cases, i);
    return cell(`number.${key}${key === "differ" && n ? ".bad" : ""}`, amount(n));
  });
  return [
    cell(
      "case",
      link(toCase(of, hit?.path), el("b", of.case + nth(of)), el("small", of.suite)),
      hit && el("small.hit", `${hit.path || "the case"}: ${hit.what}`),
    ),
    cell("status", statusPill(cases.status[i])),
    numbers,
  ];
}

// chosenCases returns the cases that all filters but the status choose. found: those with the words in their texts.
function chosenCases(filter, found) {
  const { cases, suites, tags, stages, changes } = page.head;
  const suite = suites.findIndex((s) => s.name === filter.suite);
  const inSets = (n) => cases.sets.map((set) => set.includes(n));
  const tagged = inSets(tags.indexOf(filter.tag));
  const staged = inSets(stages.indexOf(filter.stage));
  const reached = inSets(changes.groups.findIndex((g) => g.id === filter.edit));
  const q = filter.texts ? [] : filter.q.toLowerCase().split(/\s+/).filter(Boolean);
  const named = (i) => {
    const of = caseAt(i);
    const name = `${of.suite}/${of.case}${nth(of)}`.toLowerCase();
    return q.every((word) => name.includes(word));
  };
  return [...cases.id.keys()].filter(
    (i) =>
      (!filter.suite || cases.suite[i] === suite) &&
      (!filter.tag || tagged[cases.tags[i]]) &&
      (!filter.stage || staged[cases.stages[i]]) &&
      (!filter.edit || reached[cases.groups[i]]) &&
      (!found || found.has(i)) &&
      (!q.length || named(i)),
  );
}

// inOrder sorts cases by a column; without one, those that are not green come first.
function inOrder(rows, sort) {
  const c = page.head.cases;
  const by = columns.find(([key]) => key === sort.replace("-", ""));
  if (!by) {
    const urgency = (i) => (kinds.failed(c, i) ? 0 : c.green[i] ? 2 : 1);
    return [0, 1, 2].flatMap((n) => rows.filter((i) => urgency(i) === n));
  }
  const sign = sort.startsWith("-") ? -1 : 1;
  return rows.sort((a, b) => {
    const x = by[2](c, a);
    const y = by[2](c, b);
    return (x < y ? -1 : x > y ? 1 : 0) * sign || a - b;
  });
}

// showCases shows what the filters choose, and puts them into the address.
function showCases(view) {
  const { filter, set, list } = view;
  const { cases } = page.head;
  const all = chosenCases(filter, view.found);
  view.rows = inOrder(all.filter((i) => kinds[filter.status](cases, i)), filter.sort);
  const counts = Object.entries(kinds)
    .map(([kind, is]) => [kind, all.reduce((n, i) => n + is(cases, i), 0)])
    .filter(([kind, n]) => n || kind === filter.status || kind === "all");
  const options = counts.map(([kind, n]) => [kind, kind, el("span.count", number(n))]);
  view.status.replaceChildren(choice("Status", options, filter.status, (status) => set({ status })));
  view.header.replaceChildren(...columns.map((column, n) => columnHead(column, n > 1, filter.sort, set)));
  for (const select of view.selects) select.value = filter[select.name];
  tellCases(view);
  drawSearch(view);
  list.element.hidden = !view.rows.length;
  list.show(view.rows.length);
  const at = toCases({ ...filter, status: filter.status === usualKind() ? "" : filter.status });
  if (setFilter !== set || parsed(location.hash).view !== "cases") return; // another view is shown by now
  Object.assign(listed, { address: at, rows: view.rows });
  if (location.hash !== at) {
    history.replaceState(null, "", at);
    document.body.dataset.drawn = at; // no other view is drawn for it
  }
}

// columnHead sorts by its column: numbers first from the largest, then from the smallest, then not.
function columnHead([key, title], isNumber, sort, set) {
  const orders = isNumber ? [`-${key}`, key, ""] : [key, `-${key}`, ""];
  const next = orders[(orders.indexOf(sort) + 1) % 3];
  const now = sort === key ? "ascending" : sort === `-${key}` ? "descending" : null;
  return el(
    `span.${key}${isNumber ? ".number" : ""}`,
    { role: "columnheader", "aria-sort": now },
    el(
      "button",
      { type: "button", onclick: () => set({ sort: next }) },
      title,
      { ascending: " ↑", descending: " ↓" }[now],
    ),
  );
}

function tellCases({ filter, rows, told, none, set }) {
  const { cases, changes } = page.head;
  const whole = count(cases.id.length, "case");
  told.textContent = rows.length === cases.id.length ? whole : `${number(rows.length)} of ${whole}`;
  const edit = changes.groups.find((g) => g.id === filter.edit);
  if (edit) {
    const all = quietButton("×", () => set({ edit: "" }), { "aria-label": "All edits" });
    put(told, " that the edit ", link(address("changes", edit.id), coded(edit.name)), " reaches ", all);
  }
  none.replaceChildren();
  none.hidden = rows.length > 0;
  put(
    none,
    el("p", cases.id.length ? "No case is chosen by all these filters." : "No case has run."),
    cases.id.length > 0 &&
      button("Show all cases", () => set({ ...noFilter, sort: filter.sort, status: "all" })),
  );
}

function drawSearch({ filter, search, searching, found, set, list }) {
  search.replaceChildren();
  list.element.setAttribute("aria-busy", String(!!searching));
  if (searching) {
    put(
      search,
      el("progress", { max: searching.of, value: searching.done, "aria-label": "Searching" }),
      `${number(found.size)} found in ${searching.done} of ${count(searching.of, "part")}`,
      button("Stop", () => (searching.stopped = true)),
    );
  } else if (filter.q && filter.texts) {
    const without = page.head.cases.chunk.filter((n) => n < 0).length;
    put(
      search,
      `“${filter.q}” in prompts and answers`,
      button("Search names instead", () => set({ texts: "" })),
      without > 0 && dim(`${count(without, "case")} without texts in this page were not searched`),
    );
  } else if (filter.q) {
    put(search, button(`Search “${filter.q.slice(0, 40)}” in prompts and answers`, () => set({ texts: "1" })));
  }
}

// searchTexts looks into one chunk after another, until it is stopped or another search begins.
async function searchTexts(view) {
  const chunks = [...new Set(page.head.cases.chunk)].filter((n) => n >= 0);
  const mine = (view.searching = { done: 0, of: chunks.length, stopped: false });
  view.found = new Map();
  showCases(view);
  for (const n of chunks) {
    const data = await chunk(n);
    if (view.searching !== mine || setFilter !== view.set) return;
    if (mine.stopped) break;
    findIn(data, view.filter.q.toLowerCase(), view.found);
    mine.done++;
    showCases(view);
  }
  view.searching = null;
  showCases(view);
}

// findIn adds the cases of a chunk that have a text with the words, and where it is.
function findIn({ texts, cases }, words, found) {
  const has = texts.map((t) => t.toLowerCase().includes(words));
  for (const [i, c] of Object.entries(cases)) {
    const hit = hitOf(c, has);
    if (hit) found.set(Number(i), hit);
  }
}

function hitOf(c, has) {
  for (const t of c.turns ?? []) {
    if (has[t.user]) return { path: t.turn, what: "the user's words" };
    if (t.replies?.some((r) => has[r.text])) return { path: t.turn, what: "reply" };
  }
  for (const { path, messages = [], answer, answer_calls, reasoning } of c.calls ?? []) {
    const s = messages.flatMap((m) => m.sections).find((s) => has[s.text]);
    if (s) return { path, what: s.name };
    if (has[answer] || answer_calls?.some((t) => has[t.arguments])) return { path, what: "answer" };
    if (has[reasoning]) return { path, what: "reasoning" };
  }
  for (const t of c.tools ?? [])
    if (has[t.arguments] || has[t.result]) return { path: t.call_path, what: `tool ${t.name}` };
  return null;
}
