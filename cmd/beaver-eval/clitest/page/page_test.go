package page_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// TestPage opens pages in one browser.
func TestPage(t *testing.T) {
	b := startBrowser(t)
	t.Run("problems", func(t *testing.T) { noticesProblems(t, b) })
	t.Run("as-accepted", func(t *testing.T) { isQuiet(t, b) })
	t.Run("everything", func(t *testing.T) { showsEverything(t, b) })
	t.Run("long-line", func(t *testing.T) { showsLongLine(t, b) })
	t.Run("samples", func(t *testing.T) { tellsSamplesApart(t, b) })
	t.Run("times", func(t *testing.T) { showsTimes(t, b) })
	t.Run("many", func(t *testing.T) { showsMany(t, b) })
	t.Run("folder", func(t *testing.T) { showsFolder(t, b) })
	t.Run("repository", func(t *testing.T) { showsRepository(t, b) })
	t.Run("hostile", func(t *testing.T) { isInert(t, b) })
}

// sampled returns how many links of a kind are followed: in a short test only the first few.
func sampled() int {
	if testing.Short() {
		return 4
	}
	return 1000
}

// isQuiet: a run without edits or failures has all views; what there is nothing of says so.
func isQuiet(t *testing.T, b browser) {
	p := b.open(t, starter(t).page())
	views := p.crawl(sampled())
	want := []string{"#/", "#/case/…/…", "#/case/…/…/…", "#/cases", "#/changes", "#/compare", "#/coverage", "#/faults",
		"#/routing", "#/tokens"}
	if lacking := lacking(want, kinds(views)); len(lacking) > 0 {
		t.Errorf("no view links to %q", lacking)
	}
	for _, link := range []string{"#/changes", "#/faults", "#/compare"} {
		if text := views[link].Text; !strings.Contains(text, "beaver-eval ") {
			t.Errorf("%s does not say which command would fill it: %s", link, text)
		}
	}
	p.visit("#/case/starter/nobody")
	p.visit("#/nowhere")
	p.expect("an address that leads nowhere shows no way back", `document.querySelector("main").textContent.length > 10`)
}

// showsEverything: a run with edits, failures, errors, broken calls, an application and a comparison has each kind of
// view, and all links and keys work.
func showsEverything(t *testing.T, b browser) {
	p := b.open(t, everything(t).compared("latest~1", "latest"))
	if at := p.at(); at != "#/compare" {
		t.Errorf("the page of a comparison opens at %s", at)
	}
	views := p.crawl(sampled())
	want := []string{"#/changes/…", "#/faults/…/…/…/…", "#/routing/…/…/…/…", "#/cases?suite?status", "#/case/…/…/…"}
	if lacking := lacking(want, kinds(views)); len(lacking) > 0 {
		t.Errorf("no view links to %q of\n%s", lacking, strings.Join(kinds(views), "\n"))
	}
	for link, words := range map[string][]string{
		"#/":         {"Models", "num_ctx 8192"},
		"#/compare":  {"worse in B", "Who was right", "The first call with another answer"},
		"#/tokens":   {"Kept by a cache", "What breaks the prefix", "Could be"},
		"#/coverage": {"branches taken", "that exactly one case reaches", "without words that never came"},
	} {
		for _, word := range words {
			if !strings.Contains(views[link].Text, word) {
				t.Errorf("%s does not say %q: %.300s", link, word, views[link].Text)
			}
		}
	}
	t.Run("keys", func(t *testing.T) { p.in(t, takesKeys) })
	links := oneOfEach(views)
	t.Run("narrow", func(t *testing.T) {
		p.in(t, func(p *tab) {
			p.resize(phone)
			defer p.resize(desktop)
			for _, link := range links {
				p.visit(link)
				p.check(link)
			}
		})
	})
	t.Run("axe", func(t *testing.T) {
		script := axe(t)
		p.in(t, func(p *tab) { isAccessible(p, links, script) })
	})
}

// in lets a part of a test use the tab.
func (p *tab) in(t *testing.T, f func(*tab)) {
	t.Helper()
	outer := p.TB
	defer func() { p.TB = outer }()
	p.TB = t
	f(p)
}

// lacking returns what is wanted and not there.
func lacking(want, got []string) []string {
	return slices.DeleteFunc(slices.Clone(want), func(w string) bool { return slices.Contains(got, w) })
}

// showsLongLine: a line of a megabyte is cut, and shown whole on demand.
func showsLongLine(t *testing.T, b browser) {
	p := starter(t)
	line := strings.Repeat("x", 1<<20) + "behind it"
	p.write("fixtures/conversations/long.yaml",
		`turns: [{user: "`+line+`", answers: {router: {action: simple_chat}, main: Short.}}]`)
	p.does(1, "run")
	page := b.open(t, p.page())
	page.visit("#/case/starter/long/turn-1%2Frouter")
	page.check("#/case/starter/long")
	page.expect("the line is shown whole before anybody asks",
		`!document.querySelector("main").textContent.includes("behind it")`)
	page.pressAll()
	page.expect("the line is not shown whole", `document.querySelector("main").textContent.includes("behind it")`)
}

// showsTimes: calls of nodes lie under one another, and a call begins when those that it waits for have ended, though
// the case's clock stands still while a model answers.
func showsTimes(t *testing.T, b browser) {
	r := &result.Result{Suite: "s", System: "beaver", Case: "c", Status: result.StatusOK,
		Trace: &trace.Trace{Suite: "s", Case: "c",
			Inputs: []trace.Input{{Place: "turn-1", Kind: pipeline.UserMessage, Text: "Go."}}}}
	for _, c := range []struct {
		path           string
		depth, seconds int
	}{
		{"turn-1/plan", 1, 2}, {"turn-1/a/main", 2, 4}, {"turn-1/b/main", 2, 1}, {"turn-1/b/check", 3, 1},
		{"turn-1/end", 4, 2},
	} {
		call := &trace.Call{Path: c.path, Stage: "main", Request: pipeline.Request{Stage: "main"},
			Response: pipeline.Response{Content: "Yes.", Duration: time.Duration(c.seconds) * time.Second}}
		r.Trace.Steps = append(r.Trace.Steps, trace.Step{Call: call, Entry: pipeline.Entry{Kind: pipeline.EntryCall,
			Path: c.path, Stage: "main", Try: 1, Depth: c.depth, At: storedtest.Started}})
	}
	p := b.open(t, stores(t, 1, func(int) *result.Result { return r }))
	p.visit("#/case/s/c")
	bars := eval[string](p, `(() => {
		[...document.querySelectorAll(".call-list button")].find(b => b.textContent === "By time").click();
		const bars = [...document.querySelectorAll(".call-list .track i")];
		return bars.map(({style}) => style.left + " " + style.width).join(", ");
	})()`)
	if want := "0% 25%, 25% 50%, 25% 12.5%, 37.5% 12.5%, 75% 25%"; bars != want {
		t.Errorf("bars from and of %s, want %s", bars, want)
	}
}

// tellsSamplesApart: a case that ran several times has as many rows, addresses and conversations.
func tellsSamplesApart(t *testing.T, b browser) {
	p := b.open(t, stores(t, 3, func(i int) *result.Result {
		sample := batchCase(i)
		sample.Case, sample.Sample, sample.Tags = "case", i, nil
		return sample
	}))
	for i, link := range []string{"#/case/batch/case", "#/case/batch/case?sample=1", "#/case/batch/case?sample=2"} {
		call := strings.Replace(link, "/case?", "/case/turn-1%2Frouter?", 1)
		if i == 0 {
			call += "/turn-1%2Frouter"
		}
		for _, address := range []string{link, call} {
			p.visit(address)
			p.check(address)
			text := p.look().Text
			for n := range 3 {
				if said := fmt.Sprintf("customer %d:", n); strings.Contains(text, said) != (n == i) {
					t.Errorf("%s: %q in it: %t", address, said, n != i)
				}
			}
		}
	}
	links := p.crawl(sampled()) // from the overview, whose failures name their sample
	for _, link := range []string{"#/case/batch/case", "#/case/batch/case?sample=1"} {
		if _, ok := links[link]; !ok {
			t.Errorf("nothing links to %s", link)
		}
	}
}

// showsMany: the list of 10,000 cases has only the rows in sight, from the first to the last.
func showsMany(t *testing.T, b browser) {
	if testing.Short() {
		t.Skip("10,000 cases take a while")
	}
	p := b.open(t, batch(t, 10_000))
	p.visit("#/cases?status=all")
	p.expect("rows out of sight are elements", `document.querySelectorAll(".many .row").length < 120`)
	p.press("g")
	p.press("G")
	if last := p.focused(); !strings.Contains(last, "case-009999") {
		t.Errorf("G leads to %q", last)
	}
	p.press(kb.Enter)
	p.check("the last case")
	p.crawl(3)
}

// showsFolder: a page that is a folder reads each of its chunks from a file, when a case is opened and when texts are
// searched.
func showsFolder(t *testing.T, b browser) {
	cases := 10_000
	if testing.Short() {
		cases = 2000
	}
	made := project{t, filepath.Dir(batch(t, cases))}
	made.does(0, "report", "export", "--format", "html", "--split", "--output", "folder")
	chunks, err := os.ReadDir(filepath.Join(made.dir, "folder", "chunks"))
	if err != nil || len(chunks) < 2 {
		t.Fatal(len(chunks), err)
	}
	p := b.open(t, filepath.Join(made.dir, "folder", "index.html"))
	for i := range 7 { // those that failed, every seventh, have chunks of their own
		n := cases/7*i + i
		p.visit(fmt.Sprintf("#/case/batch/case-%06d/turn-2%%2Fmain", n))
		p.expect("a case lacks its answer",
			fmt.Sprintf(`document.querySelector("main").textContent.includes("message %d")`, n))
	}
	p.visit(fmt.Sprintf("#/cases?status=all&q=of+customer+%d:&texts=1", cases-1))
	p.expect("a text of the last case is not found", `document.querySelectorAll(".rows .row").length === 1`)
	p.crawl(3)
}

// showsRepository: all views of the repository's own run, with edits.
func showsRepository(t *testing.T, b browser) {
	if testing.Short() {
		t.Skip("the run of the whole repository takes a while")
	}
	p := b.open(t, edited(t).page())
	p.crawl(25)
}
