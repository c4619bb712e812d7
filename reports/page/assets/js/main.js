// The views, the way between them, and the keys.

// A view: its address, its name, how many things wait in it (0: not said), and what draws it into an element. args are
// the parts of the address behind its path.
const views = [
  { path: "", title: "Overview", count: () => 0, draw: drawOverview },
  { path: "changes", title: "Changes", count: (head) => head.changes.groups.length, draw: drawChanges },
  { path: "cases", title: "Cases", count: (head) => head.cases.id.length, draw: drawCases },
  { path: "faults", title: "Faults", count: (head) => head.faults?.tables[0].cells ?? 0, draw: drawFaults },
  { path: "tokens", title: "Tokens", count: () => 0, draw: drawTokens },
  { path: "coverage", title: "Coverage", count: (head) => head.coverage?.edited.length ?? 0, draw: drawCoverage },
  { path: "routing", title: "Routing & skills", count: () => 0, draw: drawRouting },
  { path: "compare", title: "Compare", count: () => 0, draw: drawCompare },
];
const caseView = { path: "case", title: "Case", draw: drawCase, of: "cases" };

let drawing = 0; // the number of the last drawing: an older one that still waits for its data is dropped
let visits = 0;

async function route() {
  const mine = ++drawing;
  const to = parsed(location.hash);
  const view = [...views, caseView].find((v) => v.path === to.view);
  const out = el("div.view");
  moving.list = null;
  if (to.view !== "cases") byId("words").value = "";
  const up = to.args.length ? `#/${view?.path ?? ""}` : null;
  Object.assign(whereTo, { up, beside: null, shown: null, stay: false });
  for (const a of document.querySelectorAll("#views a")) {
    const on = view && a.getAttribute("href") === `#/${view.of ?? view.path}`;
    if (on) a.setAttribute("aria-current", "page");
    else a.removeAttribute("aria-current");
    if (on) a.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  try {
    if (!view) out.append(heading("Nothing here"), empty(`This page has no view “${to.view}”.`));
    else await view.draw(out, to.args, to.query);
  } catch (e) {
    out.replaceChildren(heading("This part cannot be shown"), empty(String(e?.message ?? e)));
    console.error(e);
  }
  if (mine !== drawing) return;
  if (!out.querySelector("h1")) out.prepend(heading(view.title));
  byId("main").replaceChildren(out);
  const h1 = out.querySelector("h1");
  document.title = plain(`${page.head.verdict.passes ? "✓" : "✗"} ${h1.textContent} · ${page.head.run.run}`);
  if (visits++) {
    if (!whereTo.stay) scrollTo(0, 0);
    if (!whereTo.shown?.()) (out.querySelector("[data-focus]") ?? h1).focus({ preventScroll: true });
  }
  document.body.dataset.drawn = location.hash || "#/";
}

// press handles a key that no field wants.
function press(e) {
  const field = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
  if (e.ctrlKey || e.metaKey || e.altKey || byId("keys").open) return;
  if (field && e.key === "Escape") e.target.blur();
  if (field) return;
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    g: () => step(-Infinity),
    G: () => step(Infinity),
    n: () => goBeside(1),
    p: () => goBeside(-1),
    w: () => showSpaces(!whiteSpace.on),
    "/": () => byId("words").focus(),
    "?": () => byId("keys").showModal(),
    Escape: () => {
      if (whereTo.up) location.hash = whereTo.up;
    },
  };
  views.forEach((view, i) => (keys[i + 1] = () => (location.hash = `#/${view.path}`)));
  const act = Object.hasOwn(keys, e.key) && keys[e.key];
  if (!act) return;
  e.preventDefault();
  act();
}

function goBeside(by) {
  const to = whereTo.beside?.(by);
  if (to) location.hash = to;
}

// begin draws what stands around all views.
function begin(head) {
  page.head = head;
  byId("views").append(
    ...views.map((v) => {
      const n = v.count(head);
      return link(`#/${v.path}`, v.title, n ? el("span.count", number(n)) : null);
    }),
  );
  const words = byId("words");
  words.addEventListener("input", () => searchCases(words.value, false));
  byId("search").addEventListener("submit", (e) => {
    e.preventDefault();
    searchCases(words.value, true);
  });
  byId("skip").addEventListener("click", () => byId("main").focus());
  byId("spaces").addEventListener("click", () => showSpaces(!whiteSpace.on));
  byId("help").addEventListener("click", () => byId("keys").showModal());
  addEventListener("keydown", press);
  addEventListener("hashchange", route);
  addEventListener("beforeprint", () => {
    // on paper: the overview with all edits
    const out = el("div.view");
    drawOverview(out, [], null, true);
    byId("main").replaceChildren(out);
  });
  addEventListener("afterprint", route);
  if (!location.hash && head.opens) history.replaceState(null, "", `#/${head.opens}`);
  route();
}

embedded("head").then(begin, (e) => {
  const text =
    `The data of this page cannot be read: ${e?.message ?? e}. The file may be cut short; write it again with ` +
    "beaver-eval report view.";
  byId("main").replaceChildren(el("p.empty", text));
});
