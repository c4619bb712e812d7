package rows

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// rebuiltGolden returns what the golden has of a call from the files, with all texts; nil: nothing.
func rebuiltGolden(t tb, row changeRow, texts map[string]string) *pipeline.Request {
	t.Helper()
	call := callRow{Path: row.Path, Tools: row.Tools, FormatDigest: row.Format}
	for _, m := range row.Messages {
		message := MessageRow{Role: m.Role, Name: m.Name, ToolCallID: m.ToolCallID, ToolCalls: m.ToolCalls}
		for _, s := range m.Sections {
			message.Sections = append(message.Sections, SectionRow{Name: s.Name, Digest: s.Digest})
		}
		call.Messages = append(call.Messages, message)
	}
	was := rebuilt(t, call, texts).Request
	if row.Parameters != nil {
		was.Parameters = json.RawMessage(texts[*row.Parameters])
	}
	if was.Messages == nil && was.Tools == nil && was.Format == nil && was.Parameters == nil {
		return nil
	}
	return &was
}

// anyGolden returns what a golden has of a call: a request without model and options.
func anyGolden(t *rapid.T) *pipeline.Request {
	req := anyRequest(t)
	raw := rapid.SampledFrom([]json.RawMessage{nil, json.RawMessage(`{"user":"u"}`)})
	return &pipeline.Request{Messages: req.Messages, Tools: req.Tools, Format: req.Format,
		Parameters: raw.Draw(t, "parameters")}
}

// What a golden has of a call that differs can be rebuilt from the files, byte for byte, whatever its texts are, and a
// text that is sent too stands there once.
func TestRowsRebuildGoldens(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		at := filepath.Join(dir, fmt.Sprint(n))
		if err := os.Mkdir(at, 0o700); err != nil {
			t.Fatal(err)
		}
		r := &result.Result{Suite: "s", Case: "c", Trace: &trace.Trace{}}
		for i := range rapid.IntRange(0, 4).Draw(t, "calls") {
			step := anyStep(t)
			change := result.Change{Status: result.Changed, Path: fmt.Sprint("turn-1/main-", i), Golden: anyGolden(t)}
			switch rapid.IntRange(0, 2).Draw(t, "side") {
			case 0: // both sides share their messages
				change.Golden.Messages = step.Call.Request.Messages
			case 1:
				change.Status, change.Golden = result.New, nil
			}
			r.Trace.Steps, r.Changes = append(r.Trace.Steps, step), append(r.Changes, change)
		}
		written(t, at, r)
		checkRebuilt(t, at, []*result.Result{r}, 1)
		texts, rows := library(t, at), readRows[changeRow](t, at, "changes")
		if len(rows) != len(r.Changes) {
			t.Fatalf("%d rows of %d changes", len(rows), len(r.Changes))
		}
		for i, c := range r.Changes {
			want := c.Golden
			if want != nil && len(want.Messages) == 0 && len(want.Tools) == 0 && want.Format == nil &&
				want.Parameters == nil {
				want = nil
			}
			if d := cmp.Diff(want, rebuiltGolden(t, rows[i], texts), asWritten()); d != "" {
				t.Fatalf("%s (-golden +rows):\n%s", c.Path, d)
			}
		}
	})
}

// movedPrompts returns a folder with beaver's templates: one has a sentence more, in another two sections are swapped.
func movedPrompts(t *testing.T) string {
	t.Helper()
	dir := longerPrompts(t)
	name := filepath.Join(dir, "router.user.tmpl")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	begin, policy, ok := strings.Cut(string(text), `{{define "Critical policy" -}}`)
	policy, rest, found := strings.Cut(policy, `{{define "Output keys" -}}`)
	if !ok || !found {
		t.Fatalf("%s has no such sections", name)
	}
	keys, end, _ := strings.Cut(rest, `{{define`)
	swapped := begin + `{{define "Output keys" -}}` + keys + `{{define "Critical policy" -}}` + policy + `{{define` + end
	if err := os.WriteFile(name, []byte(swapped), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A run with other templates holds both sides of each differing call: all texts of the golden beside those that were
// sent, those of each edited part among them, and the places of a section that moved.
func TestRunHoldsBothSides(t *testing.T) {
	dir := t.TempDir()
	results := reportstest.RanSuites(t, repository(t), []string{"beaver"}, movedPrompts(t), runner.Options{})
	written(t, dir, results...)
	texts, rows := library(t, dir), readRows[changeRow](t, dir, "changes")
	calls := map[string]string{} // what each call sent
	for _, r := range results {
		for _, c := range r.Trace.Calls() {
			calls[r.Case+" "+c.Path] = fmt.Sprint(c.Request.Messages)
		}
		for _, c := range NewCase(r).Differing() {
			row := rows[0]
			rows = rows[1:]
			if c.Golden == nil {
				t.Fatalf("%s of %s has no golden", c.Path, r.Case)
			}
			if fmt.Sprint(c.Golden.Messages) == calls[r.Case+" "+c.Path] {
				t.Errorf("%s of %s: the golden is what was sent", c.Path, r.Case)
			}
			if d := cmp.Diff(c.Golden, rebuiltGolden(t, row, texts), asWritten()); d != "" {
				t.Fatalf("%s of %s (-golden +rows):\n%s", c.Path, r.Case, d)
			}
		}
	}
	parts, moved := readRows[partRow](t, dir, "parts"), 0
	for _, p := range parts {
		for _, digest := range []string{p.DigestBefore, p.DigestAfter} {
			if _, ok := texts[digest]; !ok && digest != "" {
				t.Fatalf("%s of %s, %s: no text %s", p.Path, p.Case, p.Section, digest)
			}
		}
		if p.Change == string(edit.Moved) && p.From > 0 && p.To > 0 && p.From != p.To && p.DigestBefore != "" {
			moved++
		}
	}
	if len(calls) < 100 || len(parts) < 100 || moved < 50 {
		t.Errorf("%d calls, %d parts, %d moved: are these the suite's?", len(calls), len(parts), moved)
	}
}

// A turn has its input, its outcome with the state, and the sums over its calls. One that was not completed has NULLs.
func TestTurnRows(t *testing.T) {
	call := func(path string, prompt int, took time.Duration) trace.Step {
		c := &trace.Call{Path: path, Tokens: trace.Tokens{Prompt: prompt, Output: 2, Estimated: 1}}
		c.Response.Duration = took
		return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path}, Call: c}
	}
	failed := call("turn-1/main-3", 7, time.Hour)
	failed.Call.Failure = &pipeline.Failure{Reason: pipeline.Timeout}
	dir := t.TempDir()
	written(t, dir, &result.Result{Suite: "s", Case: "c", Trace: &trace.Trace{
		Inputs: []trace.Input{{Place: "turn-1", Kind: pipeline.UserMessage, Text: "hello"},
			{Place: "turn-2", Kind: pipeline.UserMessage, Text: "more"}, {Place: "end", Kind: pipeline.End}},
		Outcomes: []trace.Outcome{{Place: "turn-1", Outcome: pipeline.Outcome{Status: "done",
			Replies: []pipeline.Reply{{To: "mail", Kind: "answer", Path: "turn-1", Text: "bye"}},
			State:   map[string]string{"a": "<b>"}}}, {Place: "end"}},
		Steps: []trace.Step{call("turn-1/main-1", 10, time.Second), call("turn-1/node:a/main-1", 20, 2*time.Second),
			failed, call("turn-2/main-1", 30, 0), call("turn-20/main-1", 99, 0)},
	}})
	texts := library(t, dir)
	digest := func(text string) string {
		d := fmt.Sprintf("%x", digestOf(text))
		if texts[d] != text {
			t.Errorf("no text %q", text)
		}
		return d
	}
	done, none, state, took := "done", "", digest(`{"a":"<b>"}`), int64(3*time.Second)
	want := []TurnRow{
		{Suite: "s", Case: "c", Turn: "turn-1", Kind: "message", User: digest("hello"), Status: &done, State: &state,
			Replies: []ReplyRow{{"mail", "answer", "turn-1", digest("bye")}}, Calls: 3, TokensPrompt: 37,
			TokensOutput: 6, TokensEstimated: 3, Duration: &took},
		{Suite: "s", Case: "c", Turn: "turn-2", Kind: "message", User: digest("more"), Calls: 1, TokensPrompt: 30,
			TokensOutput: 2, TokensEstimated: 1},
		{Suite: "s", Case: "c", Turn: "end", Kind: "end", User: digest(""), Status: &none},
	}
	if d := cmp.Diff(want, readRows[TurnRow](t, dir, "turns"), cmpopts.EquateEmpty()); d != "" {
		t.Errorf("turns (-want +got):\n%s", d)
	}
}

// The turns of each of the repository's own cases add up to the case.
func TestTurnsAddUp(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, ownResults(t)...)
	type sums struct{ Turns, Calls, Prompt, Output, Estimated int64 }
	want, got := map[string]sums{}, map[string]sums{}
	for _, c := range readRows[caseRow](t, dir, "cases") {
		if c.Calls > 0 {
			want[c.Suite+"/"+c.Case] = sums{int64(len(c.Inputs)), int64(c.Calls), c.TokensPrompt, c.TokensOutput,
				c.TokensEstimated}
		}
	}
	for _, r := range readRows[TurnRow](t, dir, "turns") {
		s := got[r.Suite+"/"+r.Case]
		got[r.Suite+"/"+r.Case] = sums{s.Turns + 1, s.Calls + int64(r.Calls), s.Prompt + r.TokensPrompt,
			s.Output + r.TokensOutput, s.Estimated + r.TokensEstimated}
	}
	for name := range got { // a turn may need no call
		if _, ok := want[name]; !ok && got[name].Calls == 0 {
			delete(got, name)
		}
	}
	if d := cmp.Diff(want, got); d != "" || len(want) < 50 {
		t.Errorf("%d cases (-cases +turns):\n%s", len(want), d)
	}
}
