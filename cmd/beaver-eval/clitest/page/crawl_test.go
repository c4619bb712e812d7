package page_test

import (
	"regexp"
	"slices"
	"strings"
)

// view is what a test reads of a view that is drawn.
type view struct {
	Heading  string   `json:"heading"`
	Text     string   `json:"text"`     // all of it
	Own      string   `json:"own"`      // the page's own words: without prompts, code and what else the run brings along
	Links    []string `json:"links"`    // addresses, each once
	Repeated []string `json:"repeated"` // ids that several elements have
	Wide     int      `json:"wide"`     // CSS pixels that cannot be seen without scrolling sideways
	Widest   string   `json:"widest"`   // then: an element that reaches so far
}

// look reads the view.
func (p *tab) look() view {
	p.Helper()
	return eval[view](p, `(() => {
		const main = document.querySelector("main"), own = main.cloneNode(true);
		for (const e of own.querySelectorAll("pre, code, .prompt, mark, td")) e.remove();
		const screen = document.documentElement.clientWidth, right = e => e.getBoundingClientRect().right;
		const widest = [...main.querySelectorAll("*")].sort((a, b) => right(b) - right(a))[0];
		const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
		return {
			heading: main.querySelector("h1")?.textContent ?? "",
			text: main.textContent,
			own: own.textContent,
			links: [...new Set([...document.querySelectorAll("a[href]")].map(a => a.getAttribute("href")))],
			repeated: ids.filter((id, i) => ids.indexOf(id) !== i),
			wide: document.documentElement.scrollWidth - screen,
			widest: widest ? widest.outerHTML.slice(0, 200) : "",
		};
	})()`)
}

// notMeant is what a script prints of values that are not there.
var notMeant = regexp.MustCompile(`\bundefined\b|\bNaN\b|\[object |\bnull\b|\bInfinity\b`)

// check looks at a view and tells what no view may have.
func (p *tab) check(link string) view {
	p.Helper()
	v := p.look()
	if v.Heading == "" || v.Heading == "Nothing here" || v.Heading == "This part cannot be shown" {
		p.Errorf("%.90s: the heading is %q: %.300s", link, v.Heading, v.Text)
	}
	if found := notMeant.FindString(v.Own); found != "" {
		at := max(0, strings.Index(v.Own, found)-60)
		p.Errorf("%.90s: %q in …%.160s", link, found, v.Own[at:])
	}
	if len(v.Repeated) > 0 {
		p.Errorf("%.90s: several elements have the ids %q", link, v.Repeated)
	}
	if v.Wide > 0 {
		p.Errorf("%.90s: %d pixels wider than the window, such as %s", link, v.Wide, v.Widest)
	}
	for _, l := range v.Links {
		if !strings.HasPrefix(l, "#/") {
			p.Errorf("%.90s: a link to %q, which is not a view", link, l)
		}
	}
	return v
}

// kindOf is what links of one kind have in common: the view, how deep they go, and what they filter by.
func kindOf(link string) string {
	path, query, _ := strings.Cut(link, "?")
	parts := strings.Split(path, "/")
	for i := 2; i < len(parts); i++ {
		parts[i] = "…"
	}
	kind := strings.Join(parts, "/")
	for _, pair := range strings.Split(query, "&") {
		if key, _, ok := strings.Cut(pair, "="); ok {
			kind += "?" + key
		}
	}
	return kind
}

// crawl follows every link from the first view, but at most so many of each kind, presses every button of what it
// finds, and returns the views by their links.
func (p *tab) crawl(most int) map[string]view {
	p.Helper()
	views, queue, kinds := map[string]view{}, []string{"#/"}, map[string]int{}
	for len(queue) > 0 {
		link := queue[0]
		queue = queue[1:]
		if _, known := views[link]; known || kinds[kindOf(link)] == most {
			continue
		}
		kinds[kindOf(link)]++
		p.visit(link)
		v := p.check(link)
		p.pressAll()
		v.Text += p.look().Text
		views[link] = v
		queue = append(queue, v.Links...)
		if p.Failed() && len(views) > 400 {
			p.Fatal("enough")
		}
	}
	return views
}

// pressAll opens each part of the view, and presses each of its buttons once.
func (p *tab) pressAll() {
	p.Helper()
	p.unfold()
	eval[bool](p, `(async () => {
		for (const b of document.querySelectorAll("main button")) {
			if (!b.isConnected || b.disabled) continue;
			b.click();
			await new Promise(r => setTimeout(r, 0));
		}
		return true;
	})()`)
	p.settle()
}

// kinds returns the kinds of the links of views, sorted.
func kinds(views map[string]view) []string {
	var all []string
	for link := range views {
		all = append(all, kindOf(link))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// unfold opens each part of the view that can be opened.
func (p *tab) unfold() {
	p.Helper()
	eval[bool](p, `(async () => {
		for (const d of document.querySelectorAll("main details")) d.open = true;
		await new Promise(r => setTimeout(r, 20)); // what is in them is drawn when they tell that they are open
		return true;
	})()`)
	p.settle()
}
