// What all views share: elements, texts, numbers, data, the list of many rows, the address. There is no markup in
// strings: every text goes through el(), so that no prompt can be taken for markup.

/* ---- elements ---- */

const byId = (id) => document.getElementById(id);

// Characters that cannot be seen, or that change the order of others: controls, formats (bidi, zero width), spaces that
// look like the plain one, lone surrogates. U+200D stays where it joins emoji.
const invisible = new RegExp(
  "(?!(?<=\\p{Extended_Pictographic}\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic}))" +
    "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\u00a0\\u115f\\u1160\\u2000-\\u200a\\u202f\\u205f\\u2800\\u3164\\uffa0]",
  "gu",
);

const escapeOf = (c) => {
  const code = c.codePointAt(0);
  return code > 0xffff ? `\\u{${code.toString(16)}}` : "\\u" + code.toString(16).padStart(4, "0");
};

// plain returns a text for an attribute or a title: one line, invisible characters as escapes.
const plain = (text) =>
  String(text)
    .replace(/[\n\t]/g, " ")
    .replace(invisible, escapeOf);

// shown returns the nodes of a text: invisible characters become escapes that can be told from the text's own.
// Line ends and tabs stay.
function shown(text) {
  const nodes = [];
  let from = 0;
  for (const m of text.matchAll(invisible)) {
    if (m[0] === "\n" || m[0] === "\t") continue;
    if (m.index > from) nodes.push(document.createTextNode(text.slice(from, m.index)));
    const e = document.createElement("span");
    e.className = "escape";
    e.textContent = escapeOf(m[0]);
    nodes.push(e);
    from = m.index + m[0].length;
  }
  if (from < text.length) nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

// el makes an element. tag may have classes behind it: "p.note". attrs may be left out: a name beginning with "on" is a
// listener; style is an object; null, undefined and false leave the attribute out. Children are texts, numbers,
// elements, lists of these; null, undefined and false are left out.
function el(tag, attrs, ...children) {
  const [name, ...classes] = tag.split(".").filter(Boolean);
  const e = document.createElement(name);
  if (classes.length) e.className = classes.join(" ");
  if (attrs?.constructor !== Object) return put(e, attrs, children);
  for (const [name, value] of Object.entries(attrs)) {
    if (value == null || value === false) continue;
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [p, v] of Object.entries(value)) e.style.setProperty(p, v);
    else if (name === "href" || name === "value") e.setAttribute(name, value);
    else e.setAttribute(name, value === true ? "" : plain(value));
  }
  return put(e, children);
}

// put appends children as el does.
function put(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child == null || child === false) continue;
    if (child instanceof Node) parent.append(child);
    else parent.append(...shown(String(child)));
  }
  return parent;
}

/* ---- numbers and words ---- */

const number = (n) => Number(n).toLocaleString("en-US");
const signed = (n) => (n > 0 ? "+" : n < 0 ? "−" : "±") + number(Math.abs(n));
const count = (n, one, many = one + "s") => `${number(n)} ${n === 1 ? one : many}`;
const percent = (part, whole) =>
  whole ? `${((100 * part) / whole).toFixed(part && part / whole < 0.0995 ? 1 : 0)}%` : "–";
const total = (list, of) => list.reduce((sum, x) => sum + of(x), 0);
const words = (...parts) => parts.filter(Boolean).join(" · ");

// estimates says how many tokens of all no model has counted.
const estimates = (n, all) => (!n ? "counted" : n === all ? "estimated" : `${number(n)} of them estimated`);

// seconds prints a duration in nanoseconds.
function seconds(ns) {
  if (ns < 1e6) return `${Math.round(ns / 1e3)} µs`;
  if (ns < 1e9) return `${Math.round(ns / 1e6)} ms`;
  return ns < 6e10 ? `${(ns / 1e9).toFixed(1)} s` : `${Math.floor(ns / 6e10)} min ${Math.round((ns % 6e10) / 1e9)} s`;
}

/* ---- parts of a view ---- */

// heading begins a view. More children stand to its right.
const heading = (text, ...right) => el("div.heading", el("h1", { tabindex: -1 }, text), right);

// section begins a part of a view.
const section = (title, more, ...children) => el("section", el("h2", title, more && el("small", more)), children);

const dim = (...children) => el("span.dim", children);
const row = (...children) => el("div.row-of", children);
const pill = (text, tone = "") => el(`span.pill.${tone}`, text);
const amount = (n) => (n ? number(n) : dim("·"));

// empty says why there is nothing, and with which command there would be.
const empty = (text, command) => el("div.empty", el("p", text), command && copyable(command));

const link = (href, ...children) => el("a", { href }, children);
const entryLink = (href, ...children) => el("a.entry", { href }, children);

const button = (text, press, attrs = {}) => el("button.plain", { type: "button", onclick: press, ...attrs }, text);
const quietButton = (text, press, attrs = {}) => el("button.quiet", { type: "button", onclick: press, ...attrs }, text);

// copier is a button that copies what text() returns.
function copier(label, text) {
  const b = quietButton(label, async () => {
    const done = await copy(text());
    b.textContent = done ? "Copied" : "Not copied";
    say(done ? "Copied" : "The browser does not let this page copy");
    setTimeout(() => (b.textContent = label), 1500);
  });
  return b;
}

// copyable is a command with a button that copies it.
const copyable = (text) => el("span.command", el("code", text), copier("Copy", () => text));

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // a file: page may not, in some browsers
    const area = el("textarea.unseen", { "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

// quoted is an argument of a command for a shell.
const quoted = (text) => (/^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);

// say tells a screen reader.
function say(text) {
  byId("status").textContent = plain(text);
}

// region is a part that scrolls by itself.
const region = (label, name, ...children) =>
  el(`div.wide.${name}`, { role: "region", "aria-label": label, tabindex: 0 }, children);

const th = (title, name = "") => el(`th.${name}`, { scope: "col" }, title);

// tableOf is a table within its region.
const tableOf = (label, name, look, head, bodies) =>
  region(label, name, el(`table.${look}`, el("thead", el("tr", head)), bodies));

// table makes a table. columns: titles, those of numbers as num(title); rows: lists of cells, or {cells, class}. A cell
// that is a number is written as one.
function table(label, columns, rows) {
  const looks = columns.map((c) => c.class ?? "");
  const cellOf = (cell, i) => el(`td.${looks[i]}`, typeof cell === "number" ? amount(cell) : cell);
  const body = rows.map((row) => el(`tr.${row.class ?? ""}`, (row.cells ?? row).map(cellOf)));
  return tableOf(label, "", "", columns.map((c, i) => th(c.title ?? c, looks[i])), el("tbody", body));
}

const num = (title) => ({ title, class: "number" });

// heat is a table of cells to look into. titles: [name, what it means]; more: further titles; bodies: its rows.
function heat(label, name, corner, titles, more, bodies) {
  const slanted = ([text, title]) => el("th.slanted", { scope: "col", title }, el("span", text));
  const head = [th(corner), titles.map(slanted), more.map((title) => th(title, "number"))];
  return tableOf(label, name, "heat", head, bodies);
}

const heatCell = (name, href, words, style, ...children) =>
  el(`a.entry.heat-cell.${name}`, { href, "aria-label": words, title: words, style }, children);

// facts is a list of names and values, of which the empty ones are left out.
const facts = (rows) => {
  const known = rows.filter(([, value]) => value);
  return el("dl.facts", known.map(([name, value]) => el("div", el("dt", name), el("dd", value))));
};

// some shows the first of many rows, and the rest on demand.
function some(rows, most, draw) {
  const box = el("div", draw(rows.slice(0, most)));
  const all = () => {
    box.replaceChildren();
    put(box, draw(rows));
  };
  return rows.length > most ? put(box, button(`Show all ${number(rows.length)}`, all)) : box;
}

const folded = (title, ...children) => el("details.folded", el("summary", title), children);

// unfolding is a details whose inside is made when it is opened for the first time.
function unfolding(tag, summary, fill, open = false) {
  const e = el(tag, { open }, summary);
  const opened = () => {
    if (e.open && e.children.length === 1) put(e, fill());
  };
  e.addEventListener("toggle", opened);
  opened();
  return e;
}

// choice is a group of buttons of which one is pressed. options: [value, what stands in the button].
function choice(label, options, chosen, choose) {
  const press = (value) => buttons.forEach((b, i) => b.setAttribute("aria-pressed", String(options[i][0] === value)));
  const take = (value) => {
    press(value);
    choose(value);
  };
  const buttons = options.map(([value, ...text]) => el("button", { type: "button", onclick: () => take(value) }, text));
  press(chosen);
  return el("div.choice", { role: "group", "aria-label": label }, buttons);
}

// Stages have their colour by their order, so that no two of the first twelve look the same; then the shape differs.
const hues = [250, 55, 150, 330, 95, 200, 20, 290, 125, 225, 355, 75];
const hueOf = (i) => String(hues[i % hues.length]);
const shapes = ["square", "round", "diamond", "hollow"];
const stageNumber = (stage) => Math.max(0, page.head.stages.indexOf(stage));
const shapeOf = (i) => shapes[Math.floor(i / hues.length) % shapes.length];
const dot = (i) => el(`i.dot.${shapeOf(i)}`, { style: { "--hue": hueOf(i) }, "aria-hidden": "true" });
const stageName = (stage, ...more) => el("span.stage", dot(stageNumber(stage)), el("span", stage), more);

/* ---- texts of prompts ---- */

const longest = 20000; // characters that are shown at once: longer lines take a browser seconds to break
const whiteSpace = { on: false, redraw: new WeakMap() };

// redrawn fills an element with the nodes that parts(all, more) makes, again when white space is shown or hidden.
// more(title) is a button that shows all.
function redrawn(e, parts) {
  let all = false;
  const draw = () => {
    e.replaceChildren();
    put(e, parts(all, more));
  };
  const showAll = () => {
    all = true;
    draw();
  };
  const more = (title) => button(title, showAll);
  whiteSpace.redraw.set(e, draw);
  draw();
  return e;
}

// prompt is a text as it was sent. White space is shown on demand. A long text is cut; all of it is shown in slices, of
// which a browser lays out those in sight.
function prompt(text, tag = "pre") {
  if (text === undefined) return el(`${tag}.prompt.dim`, "This run lacks the text.");
  return redrawn(el(`${tag}.prompt`), (all, more) => {
    const end = whiteSpace.on ? text.length : text.length - /\n*$/.exec(text.slice(-100))[0].length;
    const first = sliceEnd(text, 0, end);
    if (all) return slices(text.slice(0, end));
    return [spaced(text.slice(0, first)), first < end && more(`Show all ${count(text.length, "character")}`)];
  });
}

function slices(text) {
  if (text.length <= longest) return spaced(text);
  const list = [];
  for (let from = 0, to; from < text.length; from = to) {
    to = sliceEnd(text, from, text.length);
    list.push(el("span.slice", spaced(text.slice(from, to))));
  }
  return list;
}

// sliceEnd ends a slice behind a line end if there is one, and never within a character.
function sliceEnd(text, from, end) {
  if (end - from <= longest) return end;
  const line = text.lastIndexOf("\n", from + longest) + 1;
  if (line > from) return line;
  return from + longest - /[\ud800-\udbff]/.test(text[from + longest - 1]);
}

// spaces shows white space as signs, behind which a line may be broken as before.
const spaces = (text) =>
  shown(text).map((node) => {
    if (node.nodeType === Node.TEXT_NODE)
      node.data = node.data.replace(/ /g, "·\u200b").replace(/\t/g, "→\t").replace(/\n/g, "↵\n");
    return node;
  });
const spaced = (text) => (whiteSpace.on ? spaces(text) : text);

// spans is a line of one side, as Go compared it: texts of both sides, and marks of this one. If a mark is nothing but
// spaces, they are shown. A long one of either is cut in its middle, so that the marks stay in sight.
const spans = (list) =>
  redrawn(el("span.prompt"), (all, more) => {
    const cut = (text) => {
      if (all || text.length <= 2000) return slices(text);
      const left = `… ${count(text.length - 1000, "character")} …`;
      return [spaced(text.slice(0, 500)), more(left), spaced(text.slice(-500))];
    };
    const mark = (text) => el("mark", /^\s{1,99}$/.test(text) ? spaces(text) : cut(text));
    return list.map((s) => (typeof s === "string" ? cut(s) : mark(s.m)));
  });

function showSpaces(on) {
  whiteSpace.on = on;
  byId("spaces").setAttribute("aria-pressed", String(on));
  for (const e of document.querySelectorAll(".prompt")) whiteSpace.redraw.get(e)?.();
}

/* ---- data ---- */

const page = { head: null, chunks: new Map() };
const keptChunks = 6; // opened ones; the oldest is opened again when it is needed

async function unpacked(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

const embedded = (name) => unpacked(byId("d-" + name).content.textContent);

// fromScript reads a chunk from its script in the folder beside the page, which sends it as an event: a page that was
// opened as a file may load scripts, but no data.
const fromScript = (n) =>
  new Promise((resolve, reject) => {
    addEventListener(`chunk-${n}`, (e) => resolve(unpacked(e.detail)), { once: true });
    const missing = () => reject(new Error(`chunks/${n}.js cannot be read: it belongs beside this page`));
    const script = el("script", { src: `chunks/${n}.js`, onload: () => script.remove(), onerror: missing });
    document.head.append(script);
  });

// chunk opens the texts of a part of the cases.
function chunk(n) {
  let opened = page.chunks.get(n);
  page.chunks.delete(n);
  opened ??= (page.head.split ? fromScript(n) : embedded(n)).then(withTexts);
  page.chunks.set(n, opened);
  opened.catch(() => page.chunks.delete(n)); // to be tried again
  if (page.chunks.size > keptChunks) page.chunks.delete(page.chunks.keys().next().value);
  return opened;
}

// inLists returns the numbers of lists that follow one another, as Go wrote them: 0 is what came after the number
// before it the last time, 1 the next one that was not there yet, anything else a number and 2.
function inLists(lists) {
  const after = new Map();
  let [last, seen] = [-1, 0];
  const read = (written) => {
    const n = written > 1 ? written - 2 : written ? seen : after.get(last);
    after.set(last, n);
    seen = Math.max(seen, n + 1);
    return (last = n);
  };
  return lists.map((list) => list.map(read));
}

// rowsIn returns the rows of columns, without what is null.
function rowsIn(columns) {
  const rows = [];
  for (const [name, values] of Object.entries(columns))
    values.forEach((value, i) => {
      rows[i] ??= {};
      if (value !== null) rows[i][name] = value;
    });
  return rows;
}

// withTexts gives each case its turns, calls, tools and events, and each message its sections: a chunk has them side by
// side.
function withTexts({ cases, sections: { name, text, tokens, sources: from }, sources, texts, lines, ...columns }) {
  const [source, sourcesOf] = [rowsIn(sources), inLists(from)];
  let at = 0;
  const sections = name.map((name, i) => {
    at += text[i]; // less that of the section before
    return { name, text: at, tokens: tokens[i], sources: sourcesOf[i].map((n) => source[n]) };
  });
  const rows = Object.fromEntries(Object.entries(columns).map(([kind, list]) => [kind, rowsIn(list)]));
  for (const call of rows.calls) call.place = call.path.slice(0, Math.max(0, call.path.lastIndexOf("/")));
  const messages = rows.calls.flatMap((call) => call.messages ?? []);
  const sectionsOf = inLists(messages.map((m) => m.sections ?? []));
  messages.forEach((m, i) => (m.sections = sectionsOf[i].map((n) => sections[n])));
  for (const [kind, list] of Object.entries(rows)) {
    let next = 0;
    for (const c of Object.values(cases)) c[kind] = list.slice(next, (next += c[kind] ?? 0));
  }
  return { cases, texts: inLists(texts).map((list) => list.map((n) => lines[n]).join("\n")) };
}

// caseNumber finds a case in the index, by its suite, name and sample; -1: there is none.
function caseNumber({ suite, case: id, sample = 0 }) {
  const { cases, suites } = page.head;
  for (let i = cases.id.indexOf(id); i >= 0; i = cases.id.indexOf(id, i + 1)) {
    if (suites[cases.suite[i]].name === suite && cases.sample[i] === sample) return i;
  }
  return -1;
}

// caseAt is the opposite: what names case i.
const caseAt = (i) => {
  const { cases, suites } = page.head;
  return { suite: suites[cases.suite[i]].name, case: cases.id[i], sample: cases.sample[i] };
};

// textsOf opens the texts of case i: those of its chunk, and what happened in it; null: they were left out.
async function textsOf(i) {
  const n = page.head.cases.chunk[i] ?? -1;
  if (n < 0) return null;
  const { texts, cases } = await chunk(n);
  return { texts, c: cases[i] ?? {} };
}

// nth says which sample of its case it is; of the first or only one nothing.
const nth = ({ sample }) => (sample ? ` (sample ${sample})` : "");

/* ---- addresses ---- */

const part = (text) => encodeURIComponent(text.toWellFormed?.() ?? text);
const given = (p) => p != null && p !== "";
const address = (...parts) => "#/" + parts.filter(given).map(String).map(part).join("/");

// toCase is the address of a case, or of a call or a turn of it.
const toCase = ({ suite, case: id, sample }, path) =>
  address("case", suite, id, path) + (sample ? `?sample=${sample}` : "");

// toCases is the address of the cases that a filter chooses: {suite, status, tag, stage, q, texts, sort}.
function toCases(filter) {
  const query = new URLSearchParams(Object.entries(filter).filter(([, v]) => v)).toString();
  return "#/cases" + (query ? "?" + query : "");
}
const allOf = (filter) => toCases({ ...filter, status: "all" });

const where = (file, line) => (line ? `${file}:${line}` : file);

// parsed splits the address behind the #; broken escapes are left as they are.
function parsed(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [view, ...args] = path.split("/").map((p) => {
    try {
      return decodeURIComponent(p);
    } catch {
      return p;
    }
  });
  return { view, args, query: new URLSearchParams(query) };
}

// Of the view that is shown: the address above it; beside(by), that of a neighbour; shown(), called when it is in the
// document, which returns whether it has set the focus. Stay: the page does not scroll to its top.
const whereTo = { up: null, beside: null, shown: null, stay: false };

/* ---- entries, and many rows ---- */

// An entry is what j and k go to: a link with the class "entry". The list of many rows moves by itself.
const moving = { list: null };

const entries = () => [...document.querySelectorAll("main .entry")].filter((e) => e.offsetParent);

function step(by) {
  if (moving.list) return moving.list.step(by);
  const all = entries();
  if (!all.length) return;
  const at = all.findIndex((e) => e === document.activeElement || e.getAttribute("aria-current"));
  const to = all[Math.max(0, Math.min(all.length - 1, at < 0 ? (by > 0 ? by - 1 : all.length + by) : at + by))];
  to.focus();
  to.scrollIntoView({ block: "nearest" });
  to.dispatchEvent(new Event("stepped"));
}

// rowsOf is a table of any number of rows, of which only those in sight are elements. draw(i) returns the cells of a
// row, of which one holds a link. All rows have the height that the style sheet gives in --row.
function rowsOf(label, header, draw) {
  const body = el("div.rows", { role: "rowgroup" });
  const head = el("div.rows-head", { role: "rowgroup" }, header);
  const box = el("div.many", { role: "table", "aria-label": label, tabindex: 0 }, head, body);
  const at = new Map();
  let size = 0;
  let chosen = -1;
  let height = 36;

  const rowHeight = () => parseFloat(getComputedStyle(box).getPropertyValue("--row")) || height;

  function paint() {
    const first = Math.max(0, Math.floor(box.scrollTop / height) - 8);
    const last = Math.min(size, Math.ceil((box.scrollTop + box.clientHeight) / height) + 8);
    for (const [i, row] of at) {
      if ((i < first || i >= last) && !row.contains(document.activeElement)) {
        row.remove();
        at.delete(i);
      }
    }
    for (let i = first; i < last; i++) {
      if (at.has(i)) continue;
      const row = el("div.row", { role: "row", "aria-rowindex": i + 2, style: { top: `${i * height}px` } }, draw(i));
      const next = [...at.keys()].filter((k) => k > i).sort((a, b) => a - b)[0];
      body.insertBefore(row, next === undefined ? null : at.get(next));
      at.set(i, row);
    }
  }

  function show(rows) {
    size = rows;
    chosen = -1;
    height = rowHeight();
    for (const row of at.values()) row.remove();
    at.clear();
    body.style.height = `${size * height}px`;
    box.setAttribute("aria-rowcount", size + 1);
    paint();
  }

  const step = (by) => goTo(Math.max(0, Math.min(size - 1, chosen < 0 && by < 0 ? size + by : chosen + by)));

  function goTo(n) {
    if (!size) return;
    chosen = n;
    const top = chosen * height;
    const highest = top + height + body.offsetTop - box.clientHeight;
    box.scrollTop = Math.max(highest, Math.min(top, box.scrollTop));
    paint();
    at.get(chosen)?.querySelector("a")?.focus({ preventScroll: true });
  }

  box.addEventListener("scroll", paint, { passive: true });
  body.addEventListener("focusin", (e) => {
    for (const [i, row] of at) if (row.contains(e.target)) chosen = i;
  });
  new ResizeObserver(() => {
    if (rowHeight() !== height) show(size);
    else paint();
  }).observe(box);
  return { element: box, show, step, goTo };
}
