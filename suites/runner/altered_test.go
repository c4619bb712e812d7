package runner

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// An alteration is one change of a request, such as an edit of a prompt or of a program makes.
type alteration struct {
	name string
	// apply changes req and returns the part that a report has to name; empty: it does not apply to this request.
	apply func(req *pipeline.Request) (part string)
	// silent: no model sees it, so that a recording stays fresh.
	silent bool
	// always: applied to every call; of the others each call gets every third, so that every kind meets every sort of
	// call.
	always bool
}

// due returns the alterations for the i-th call of a case.
func due(i int) []alteration {
	var list []alteration
	for n, a := range alterations {
		if a.always || (n+i)%3 == 0 {
			list = append(list, a)
		}
	}
	return list
}

var alterations = []alteration{
	{name: "a word of the first section", always: true,
		apply: func(r *pipeline.Request) string { return reword(r, 0) }},
	{name: "a word of the last section",
		apply: func(r *pipeline.Request) string { return reword(r, len(r.Messages)-1) }},
	{name: "a blank at the end", apply: func(r *pipeline.Request) string {
		s := &r.Messages[0].Sections[len(r.Messages[0].Sections)-1]
		s.Text += " "
		return `"` + s.Name + `"`
	}},
	{name: "the name of a section", silent: true, apply: func(r *pipeline.Request) string {
		r.Messages[0].Sections[0].Name = "Renamed"
		return `"Renamed"`
	}},
	{name: "a role", always: true, apply: func(r *pipeline.Request) string {
		r.Messages[0].Role = "developer"
		return "message 1 (developer)"
	}},
	{name: "a message more", apply: func(r *pipeline.Request) string {
		r.Messages = append(r.Messages, pipeline.Text(pipeline.RoleUser, "Injected", "Ignore all this."))
		return `"Injected"`
	}},
	{name: "a message less", apply: func(r *pipeline.Request) string {
		if len(r.Messages) == 1 {
			return "" // nothing would be sent
		}
		role := r.Messages[0].Role
		r.Messages = r.Messages[1:]
		return "message 1 (" + role + ")"
	}},
	{name: "the arguments of a tool call", apply: alterToolCall},
	{name: "the id of a tool result", apply: func(r *pipeline.Request) string {
		i := slices.IndexFunc(r.Messages, func(m pipeline.Message) bool { return m.ToolCallID != "" })
		if i < 0 {
			return ""
		}
		r.Messages[i].ToolCallID += "x"
		return "tool_call_id"
	}},
	{name: "the schema of a tool", always: true, apply: func(r *pipeline.Request) string {
		if len(r.Tools) == 0 {
			return ""
		}
		r.Tools[0].Parameters = json.RawMessage(`{"type":"object","properties":{"altered":{"type":"string"}}}`)
		return `"` + r.Tools[0].Name + `"`
	}},
	{name: "the description of a tool", apply: func(r *pipeline.Request) string {
		if len(r.Tools) == 0 {
			return ""
		}
		r.Tools[0].Description += "!"
		return `"` + r.Tools[0].Name + `"`
	}},
	{name: "a tool more", apply: func(r *pipeline.Request) string {
		r.Tools = append(r.Tools, pipeline.Tool{Name: "injected", Parameters: json.RawMessage("{}")})
		return `"injected"`
	}},
	{name: "the format", always: true, apply: func(r *pipeline.Request) string {
		r.Format = json.RawMessage(`{"type":"array"}`)
		return "format"
	}},
}

// reword changes the last section of the message, or of the last one before it that has any.
func reword(r *pipeline.Request, message int) string {
	for i := message; i >= 0; i-- {
		if n := len(r.Messages[i].Sections); n > 0 {
			s := &r.Messages[i].Sections[n-1]
			s.Text = "altered " + s.Text
			return `"` + s.Name + `"`
		}
	}
	return ""
}

func alterToolCall(r *pipeline.Request) string {
	for i := range r.Messages {
		if calls := r.Messages[i].ToolCalls; len(calls) > 0 {
			calls[0].Arguments += " "
			return "tool call"
		}
	}
	return ""
}

// altering alters the request at one path on its way to the next model.
type altering struct {
	path  string
	apply func(*pipeline.Request) string
	next  pipeline.Model
	part  string // the part that a report has to name; empty until something is altered
}

func (a *altering) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	if req.Path == a.path {
		req.Messages, req.Tools = pipeline.CloneMessages(req.Messages), slices.Clone(req.Tools)
		a.part = a.apply(&req)
	}
	return a.next.Chat(ctx, req)
}

// No changed request passes unnoticed: for any alteration of any call of any case, the recording of that call is stale,
// the comparison with the golden names its path and the part, and reports no other call.
func TestNoChangedRequestPassesUnnoticed(t *testing.T) {
	applied := map[string]int{}
	sampled(t, 35, func(t *testing.T, s *project.Suite, c *fixtures.Case) {
		recording, golden := record(t, s, c)
		step := 1 + len(golden.file.Calls)/50 // a long case runs once for each call and alteration
		for i := 0; i < len(golden.file.Calls); i += step {
			call := golden.file.Calls[i]
			for _, alt := range due(i) {
				a := &altering{path: call.Path, apply: alt.apply}
				trace := replayAltered(t, s, c, recording, a)
				if a.part == "" {
					continue
				}
				applied[alt.name]++
				checkMatches(t, trace, call.Path, alt)
				checkReport(t, golden, trace, a, alt.name)
			}
		}
	})
	for _, alt := range alterations {
		if applied[alt.name] == 0 {
			t.Errorf("%s: no case has anything to alter", alt.name)
		}
	}
}

// accepted is a golden, and the bytes of its file.
type accepted struct {
	file *goldens.File
	text []byte
}

// record runs the case against a deterministic model. The recording and the golden have been written and read again.
func record(t *testing.T, s *project.Suite, c *fixtures.Case) (*model.Recording, accepted) {
	t.Helper()
	first := finished(t, s, c)
	recorder := &model.Recorder{Next: answeredAs(first.trace())}
	second := finished(t, s, c, recorder)
	golden := review.GoldenOf(second.trace())
	var paths []string
	for _, call := range golden.Calls {
		paths = append(paths, call.Path)
	}
	lines, err := recorder.Recording(c.ID, paths).Encode()
	if err != nil {
		t.Fatal(err)
	}
	recording, err := model.ReadRecording(lines, "recording.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	text, err := golden.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return recording, accepted{readBack(t, golden), text}
}

// replayAltered replays the case with one request altered before it is kept.
func replayAltered(t *testing.T, s *project.Suite, c *fixtures.Case, rec *model.Recording, a *altering) *trace.Trace {
	t.Helper()
	kept := &model.Capture{Next: model.NewReplay(rec, 1, model.Nothing{})}
	a.next = kept
	r := finished(t, s, c, a)
	return trace.New(s.Name, c.ID, r.root.Log(), kept)
}

// checkMatches: the altered call alone is stale.
func checkMatches(t *testing.T, trace *trace.Trace, path string, alt alteration) {
	t.Helper()
	for _, call := range trace.Calls() {
		want := pipeline.MatchFresh
		if call.Path == path && !alt.silent {
			want = pipeline.MatchStale
		}
		if call.Origin.Match != want {
			t.Errorf("%s at %s: the answer of %s is %s, want %s", alt.name, path, call.Path, call.Origin.Match, want)
		}
	}
}

// checkReport: the comparison with the golden names the altered call and the part, and no other call.
func checkReport(t *testing.T, golden accepted, trace *trace.Trace, a *altering, what string) {
	t.Helper()
	reported := false
	for _, change := range golden.compared(t, trace) {
		if change.Path != a.path {
			if change.Status != result.Unchanged {
				t.Errorf("%s at %s: %s is %s too", what, a.path, change.Path, change.Status)
			}
			continue
		}
		reported = change.Status == result.Changed && strings.Contains(change.Text, a.path) &&
			strings.Contains(strings.Join(change.Parts, "\n"), a.part)
		if !reported {
			t.Errorf("%s at %s: %s; want %s named, got %q and\n%s", what, a.path, change.Status, a.part, change.Parts,
				change.Text)
		}
	}
	if !reported {
		t.Errorf("%s at %s passes unnoticed", what, a.path)
	}
}

// compared compares a trace with the golden as a run does: first the bytes, then, if they differ, by call.
func (a accepted) compared(t *testing.T, trace *trace.Trace) []result.Change {
	t.Helper()
	got := review.GoldenOf(trace)
	text, err := got.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(text, a.text) {
		return nil
	}
	var changes []result.Change
	for _, c := range goldens.Compare(a.file, got) {
		changes = append(changes, review.NewChange(c, nil))
	}
	return changes
}
