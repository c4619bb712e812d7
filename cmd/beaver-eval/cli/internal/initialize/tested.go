package initialize

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

// tested is the trial of a program that its own tests drive: all requests are answered by their schemas. It implements
// app.Driver and console.Proxied.
type tested struct {
	*app.Proxy

	mu     sync.Mutex
	trials map[string]*trial // by case
	order  []string          // of the cases
	last   map[string]string // by worker: the case begun last
	lines  int               // of tests that say which case begins or ends
}

// tryTests runs tests once, and returns what they have asked and what they have printed last.
func (a *initApp) tryTests(ctx context.Context, dir string, command []string) (*tested, string, error) {
	const most = 5 * time.Minute
	ctx, stop := context.WithTimeout(ctx, most)
	defer stop()
	proxy, err := app.OpenProxy(app.Setup{Key: rand.Text()})
	if err != nil {
		return nil, "", err
	}
	defer proxy.Close()
	t := &tested{Proxy: proxy, trials: map[string]*trial{}, last: map[string]string{}}
	proxy.DriveBy(t)
	var out bytes.Buffer
	_, err = a.Tests(ctx, command, dir, t, &out) // whether they pass is seen with the suite
	return t, lastLines(out.String()), err
}

// lastLines returns the end of what tests have printed, indented.
func lastLines(out string) string {
	const most = 12
	lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
	return "  | " + strings.Join(lines[max(0, len(lines)-most):], "\n  | ")
}

// requests returns what the cases have asked, one after the other.
func (t *tested) requests() []*request {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []*request
	for _, name := range t.order {
		of := t.trials[name]
		of.mu.Lock()
		all = append(all, of.requests...)
		of.mu.Unlock()
	}
	return all
}

// Vars implements console.Proxied.
func (t *tested) Vars() map[string]string { return t.Variables("", "") }

// Comes implements app.Driver.
func (*tested) Comes() {}

// Case implements app.Driver.
func (t *tested) Case(name string) app.Handler {
	t.mu.Lock()
	defer t.mu.Unlock()
	of := &trial{store: app.NewStore(), stop: func(error) {}}
	t.trials[name], t.order = of, append(t.order, name)
	return of
}

// CaseOf implements app.Driver.
func (t *tested) CaseOf(worker string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if name := t.last[worker]; name != "" {
		return name
	}
	return "tests"
}

// Line implements app.Driver. No case is judged yet, so each that ends is well; other lines are for a run.
func (t *tested) Line(text []byte) ([]byte, error) {
	var line struct{ Begin, End, Worker string }
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines++
	if line.Begin != "" {
		t.last[line.Worker] = line.Begin
		return nil, nil
	}
	return json.Marshal(struct {
		Case    string   `json:"case"`
		OK      bool     `json:"ok"`
		Diff    string   `json:"diff"`
		Goldens []string `json:"goldens"`
	}{line.End, true, "", []string{}})
}

var (
	_ app.Driver      = (*tested)(nil)
	_ console.Proxied = (*tested)(nil)
)

// plugin says how the tests of a framework tell their cases.
func (f framework) plugin() string {
	const of = "of a clone of github.com/beaver-eval/beaver-eval"
	switch f {
	case pytest:
		return fmt.Sprintf("pip install CLONE/clients/python    # %s; pytest finds the plugin by itself", of)
	case vitest:
		return fmt.Sprintf("npm install --save-dev CLONE/clients/node    # %s\n"+
			"  in vitest.config: import { beaver } from 'beaver-eval/vitest/config', and plugins: [beaver()]", of)
	}
	return "let each test name its case: docs/own-application.md, Your own tests"
}

// beside says how a test has answers of its own.
func (f framework) beside() string {
	switch f {
	case pytest:
		return `@pytest.mark.beaver(answers={"STAGE": …})`
	case vitest:
		return "await beaver.answers({ STAGE: … })"
	}
	return "the answers of the line that begins its case"
}

// breaks says how a test breaks an answer of the model.
func (f framework) breaks() string {
	switch f {
	case pytest:
		return `@pytest.mark.beaver(fault="missing-key@STAGE")`
	case vitest:
		return "await beaver.fault('missing-key@STAGE')"
	}
	return "the fault of the line that begins its case"
}

// framework is a framework of tests; empty: another one.
type framework string

const (
	pytest framework = "pytest"
	vitest framework = "vitest"
)

// frameworkOf returns the framework that a command starts.
func frameworkOf(command []string) framework {
	for _, f := range []framework{pytest, vitest} {
		if slices.ContainsFunc(command, func(word string) bool { return strings.Contains(word, string(f)) }) {
			return f
		}
	}
	return ""
}
