package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long a page may take to draw a view on a busy machine before a test gives up.
const patience = 20 * time.Second

// browser is a running Chromium. Each report is opened in a tab of its own.
type browser struct{ ctx context.Context }

// startBrowser starts a Chromium that the end of the test stops. A machine without one skips the test.
func startBrowser(t testing.TB) browser {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		t.Skip("no chromium: the page is not tried in a browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.Flag("lang", "en-US"), chromedp.Flag("force-device-scale-factor", "1"),
		chromedp.Flag("hide-scrollbars", true))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, closeTab := chromedp.NewContext(ctx)
	t.Cleanup(closeTab)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s does not start: %v", program, err)
	}
	return browser{ctx}
}

// tab is a report in the browser.
type tab struct {
	testing.TB
	ctx context.Context

	mu       sync.Mutex
	problems []string // what the browser complained of, or asked for
}

// size is that of a window, in CSS pixels.
type size struct{ width, height int64 }

var (
	desktop = size{1440, 1000}
	phone   = size{400, 800}
)

// open opens a file and waits until it is drawn. At its end the test fails if the page asked for anything but files,
// wrote to the console, violated its content security policy, or opened a dialog.
func (b browser) open(t testing.TB, file string) *tab {
	t.Helper()
	p := b.load(t, file)
	t.Cleanup(func() {
		for _, problem := range p.found() {
			t.Error(problem)
		}
	})
	p.settle()
	return p
}

// load opens a file in a new tab; behind a # may stand the address of a view.
func (b browser) load(t testing.TB, file string) *tab {
	t.Helper()
	p := b.tab(t)
	p.navigate(file)
	return p
}

// tab opens a new tab.
func (b browser) tab(t testing.TB) *tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(b.ctx)
	t.Cleanup(closeTab)
	p := &tab{TB: t, ctx: ctx}
	if err := chromedp.Listen(ctx, p.heard); err != nil {
		t.Fatal(err)
	}
	p.resize(desktop)
	p.theme("light")
	return p
}

func (p *tab) navigate(file string) {
	p.Helper()
	file, view, _ := strings.Cut(file, "#")
	absolute, err := filepath.Abs(file)
	if err != nil {
		p.Fatal(err)
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute)}
	p.do(chromedp.Navigate(address.String() + "#" + view))
}

// heard notes what a report has no reason to do.
func (p *tab) heard(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file:") {
			p.note("a request: %s", e.Request.URL)
		}
	case *runtime.EventConsoleAPICalled:
		p.note("the console: %s %s %s", e.Type, e.Args[0].Value, e.Args[0].Description)
	case *runtime.EventExceptionThrown:
		p.note("an exception: %s: %s", e.ExceptionDetails.Text, e.ExceptionDetails.Exception.Description)
	case *log.EventEntryAdded: // violations of the policy are errors here
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			p.note("the log: %s %s", e.Entry.Source, e.Entry.Text)
		}
	case *page.EventJavascriptDialogOpening:
		p.note("a dialog: %s", e.Message)
	}
}

func (p *tab) note(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, fmt.Sprintf(format, args...))
}

// found returns the problems so far.
func (p *tab) found() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.problems)
}

// do runs steps in the tab.
func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// eval returns the value of an expression of JavaScript, awaited if it is a promise.
func eval[T any](p *tab, expression string) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%.200s: %v", expression, err)
	}
	return value
}

// settle waits until the page has drawn the view that its address names, and nothing in it is busy.
func (p *tab) settle() {
	p.Helper()
	hung := eval[string](p, fmt.Sprintf(`new Promise(done => {
		const begun = Date.now();
		const look = () => {
			const at = location.hash || "#/", {drawn} = document.body.dataset;
			if (drawn === at && !document.querySelector("[aria-busy=true]")) done("");
			else if (Date.now() - begun > %d) done("at " + at + ", drawn is " + drawn);
			else setTimeout(look, 5);
		};
		setTimeout(look, 0);
	})`, patience.Milliseconds()/2))
	if hung != "" {
		p.Fatal(hung)
	}
}

// visit shows the view of a link, such as #/cases.
func (p *tab) visit(link string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf(`(location.hash = %s, true)`, quoted(link)))
	p.settle()
}

// press presses keys, one after the other, as a keyboard does: a script can keep a key from writing.
func (p *tab) press(keys string) {
	p.Helper()
	for _, key := range keys {
		for _, e := range kb.Encode(key) {
			switch e.Type {
			case input.DispatchKeyEventTypeChar: // follows from the key
				continue
			case input.DispatchKeyEventTypeKeyUp:
			default:
				if e.Key != "Escape" {
					e.Type, e.Text = input.DispatchKeyEventTypeKeyDown, string(key)
				}
			}
			if _, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, *e); err != nil {
				p.Fatal(err)
			}
		}
	}
	p.settle()
}

// resize sets the size of the window.
func (p *tab) resize(s size) {
	p.Helper()
	p.do(chromedp.EmulateViewport(s.width, s.height))
}

// theme makes the user prefer light or dark pages, and no motion.
func (p *tab) theme(name string) {
	p.Helper()
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name},
			{Name: "prefers-reduced-motion", Value: "reduce"}}}); err != nil {
		p.Fatal(err)
	}
}

// quoted returns a text as a literal of JavaScript.
func quoted(text string) string {
	literal, _ := json.Marshal(text) // a string always has a form
	return string(literal)
}
