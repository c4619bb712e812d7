package ollama_test

import (
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// line holds the fields of a trace's line that these tests read.
type line struct {
	Kind, Suite, Case, Path, Stage, Status string
	Source, Match, Model                   string
	Messages                               []message
	Tools, Options                         any
	Response                               *struct {
		Content   string
		ToolCalls []any `json:"tool_calls"`
		Usage     struct{ Prompt int }
	}
	Failure   *struct{ Reason, Detail string }
	Decision  any
	Fallbacks []struct {
		Stage, Reason string
		Tries         int
	}
	Marks []string
	Tool  *struct {
		Arguments, Content, From string
		Failed                   bool
	}
	Replies []struct{ Text string }
	Event   string
	Value   any
	Errors  []string
}

type message struct {
	Role       string
	Sections   []struct{ Name, Text string }
	ToolCalls  []any  `json:"tool_calls"`
	ToolCallID string `json:"tool_call_id"`
	Name       string
}

// text returns the text of all messages of a call.
func (l line) text() string {
	var b strings.Builder
	for _, m := range l.Messages {
		for _, s := range m.Sections {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

// answered returns the answer of a call: a text, or its failure.
func (l line) answered() string {
	switch {
	case l.Failure != nil:
		return l.Failure.Reason
	case l.Response != nil:
		return l.Response.Content
	}
	return ""
}

// trace is the trace of a run.
type trace []line

// traced runs a run, which has to end with an exit code, and reads its trace.
func (p *project) traced(t *testing.T, code int, args ...string) trace {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trace.jsonl")
	p.does(t, code, append(args, "--trace", file)...)
	return readTrace(t, (&project{dir: filepath.Dir(file)}).read(t, filepath.Base(file)))
}

func readTrace(t *testing.T, text string) trace {
	t.Helper()
	var all trace
	for dec := json.NewDecoder(strings.NewReader(text)); ; {
		var l line
		if err := dec.Decode(&l); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
}

// of returns the lines of a kind.
func (all trace) of(kind string) trace {
	return slices.DeleteFunc(slices.Clone(all), func(l line) bool { return l.Kind != kind })
}

// matches counts calls by how an answer was found.
func (all trace) matches() map[string]int {
	n := map[string]int{}
	for _, c := range all.of("call") {
		n[c.Match]++
	}
	return n
}

// fallbacks counts them by stage and reason.
func (all trace) fallbacks() map[string]int {
	n := map[string]int{}
	for _, l := range all {
		for _, f := range l.Fallbacks {
			n[f.Stage+" "+f.Reason]++
		}
	}
	return n
}

// want fails if a value differs.
func want[T any](t *testing.T, what string, wanted, got T) {
	t.Helper()
	if d := cmp.Diff(wanted, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// wantSame fails unless two runs have sent the same and got the same answers.
func wantSame(t *testing.T, wanted, got trace) {
	t.Helper()
	type call struct {
		Case, Path, Answer string
		Messages           []message
		Tools, Options     any
		ToolCalls          []any
	}
	calls := func(all trace) (sent []call) {
		for _, c := range all.of("call") {
			one := call{c.Case, c.Path, c.answered(), c.Messages, c.Tools, c.Options, nil}
			if c.Response != nil {
				one.ToolCalls = c.Response.ToolCalls
			}
			sent = append(sent, one)
		}
		return sent
	}
	want(t, "calls", calls(wanted), calls(got))
}
