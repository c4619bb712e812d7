package rows

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

type tb interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// written fills a folder with the rows of results.
func written(t tb, dir string, results ...*result.Result) {
	t.Helper()
	rows, err := NewWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if err := rows.Add(NewCase(r)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := rows.Close(); err != nil {
		t.Fatal(err)
	}
}

// readRows reads a Parquet file whole.
func readRows[T any](t tb, dir, name string) []T {
	t.Helper()
	rows, err := parquet.ReadFile[T](filepath.Join(dir, name+".parquet"))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// library returns texts.parquet by digest, and fails if a text occurs twice.
func library(t tb, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, row := range readRows[textRow](t, dir, "texts") {
		if _, double := all[row.Digest]; double {
			t.Fatalf("text %s stands twice", row.Digest)
		}
		all[row.Digest] = row.Text
	}
	return all
}

// rebuilt returns a call from the files: the request and the answer, with all texts.
func rebuilt(t tb, row callRow, texts map[string]string) trace.Call {
	t.Helper()
	text := func(digest string) string {
		s, ok := texts[digest]
		if !ok {
			t.Fatalf("%s: no text %s", row.Path, digest)
		}
		return s
	}
	orEmpty := func(digest *string) string {
		if digest == nil {
			return ""
		}
		return text(*digest)
	}
	toolCalls := func(rows []ToolCallRow) (calls []pipeline.ToolCall) {
		for _, c := range rows {
			calls = append(calls, pipeline.ToolCall{ID: c.ID, Name: c.Name, Arguments: text(c.Arguments)})
		}
		return calls
	}
	c := trace.Call{
		Path: row.Path, Stage: row.Stage, Missed: row.Missed, Marks: row.Marks,
		Origin: pipeline.Origin{Source: pipeline.Source(row.Source), Match: pipeline.Match(row.Match),
			From: row.From, Model: row.ResponseModel, Carried: row.Carried},
		Tokens: trace.Tokens{Prompt: int(row.TokensPrompt), Output: int(row.TokensOutput),
			Estimated: int(row.TokensEstimated)},
		Estimates: trace.Estimates{Prompt: int(row.EstimatePrompt), Output: int(row.EstimateOutput)},
		Prefix:    row.prefixRow.prefix(),
	}
	for _, m := range row.Messages {
		message := pipeline.Message{Role: m.Role, Name: m.Name, ToolCallID: m.ToolCallID,
			ToolCalls: toolCalls(m.ToolCalls)}
		for _, s := range m.Sections {
			message.Sections = append(message.Sections, pipeline.Section{Name: s.Name, Text: text(s.Digest)})
		}
		c.Request.Messages = append(c.Request.Messages, message)
	}
	for _, tool := range row.Tools {
		c.Request.Tools = append(c.Request.Tools, pipeline.Tool{Name: tool.Name, Description: text(tool.Description),
			Parameters: []byte(text(tool.Schema))})
	}
	if row.FormatDigest != nil {
		c.Request.Format = []byte(text(*row.FormatDigest))
	}
	narrow := func(n *int64) *int {
		if n == nil {
			return nil
		}
		i := int(*n)
		return &i
	}
	c.Request.Model, c.Request.Options = row.RequestModel, pipeline.Options{
		Temperature: row.Temperature, TopP: row.TopP, MinP: row.MinP, RepeatPenalty: row.RepeatPenalty,
		TopK: narrow(row.TopK), Seed: narrow(row.Seed), NumCtx: narrow(row.NumCtx), NumPredict: narrow(row.MaxTokens),
		Stop: row.Stop,
	}
	if row.Decision != nil {
		c.Decision = json.RawMessage(*row.Decision)
	}
	for _, f := range row.Fallbacks {
		c.Fallbacks = append(c.Fallbacks, pipeline.Fallback{Stage: f.Stage, Reason: pipeline.Reason(f.Reason),
			Tries: int(f.Tries), Detail: f.Detail})
	}
	if row.Failure != nil {
		c.Failure = &pipeline.Failure{Reason: pipeline.Reason(*row.Failure)}
		if *row.FailureDetail != "" {
			c.Failure.Err = errors.New(*row.FailureDetail)
		}
	}
	orZero := func(n *int64) int64 {
		if n == nil {
			return 0
		}
		return *n
	}
	c.Response = pipeline.Response{
		Content: orEmpty(row.ResponseDigest), Reasoning: orEmpty(row.ReasoningDigest),
		ToolCalls: toolCalls(row.ToolCalls), Finish: strings.Join(row.Finish, ""),
		Usage: pipeline.Usage{Prompt: int(orZero(row.InputTokens)), Completion: int(orZero(row.OutputTokens))},
		Takes: time.Duration(orZero(row.Takes)), Duration: time.Duration(orZero(row.Duration)),
	}
	return c
}

// asWritten returns the options under which a call and its rebuilt one are equal: a nil list is an empty one, an error
// is its message, and the Runtime's data about a request has its own columns.
func asWritten() cmp.Options {
	return cmp.Options{
		cmpopts.EquateEmpty(),
		cmp.Comparer(func(a, b error) bool { return fmt.Sprint(a) == fmt.Sprint(b) }),
		cmpopts.IgnoreFields(pipeline.Request{}, "Stage", "Variant", "Leaf", "Again", "Declared", "Path", "Try",
			"Timeout"),
		cmpopts.IgnoreFields(pipeline.Response{}, "Origin"),
	}
}

// checkRebuilt compares the files of a folder with their traces: the columns of every row, and one in so many calls
// completely.
func checkRebuilt(t tb, dir string, results []*result.Result, oneIn int) {
	t.Helper()
	n := 0
	texts, rows := library(t, dir), readRows[callRow](t, dir, "calls")
	for _, r := range results {
		if r.Trace == nil {
			continue
		}
		for _, s := range r.Trace.Steps {
			if s.Call == nil {
				continue
			}
			if len(rows) == 0 {
				t.Fatalf("%s has no row", s.Call.Path)
			}
			row := rows[0]
			rows = rows[1:]
			want := *s.Call
			want.Response.Usage = want.Usage() // counts of other prompts are not stored
			if got := rebuilt(t, row, texts); n%oneIn == 0 {
				if d := cmp.Diff(want, got, asWritten()); d != "" {
					t.Fatalf("%s of %s (-trace +rows):\n%s", s.Call.Path, r.Case, d)
				}
			}
			n++
			got := []any{row.Suite, row.Case, int(row.Try), int(row.Depth), row.RequestDigest}
			if d := cmp.Diff([]any{r.Suite, r.Case, s.Try, s.Depth, s.Call.Digest()}, got); d != "" {
				t.Fatalf("%s (-trace +row):\n%s", s.Call.Path, d)
			}
			if s.At.IsZero() != (row.At == nil) || row.At != nil && *row.At != s.At.UnixMicro() {
				t.Fatalf("%s: at %v, want %v", s.Call.Path, row.At, s.At)
			}
		}
	}
	if len(rows) > 0 {
		t.Fatalf("%d rows of no call", len(rows))
	}
}

// anyText may be hostile: control characters, line ends, quotes, other scripts, nothing.
func anyText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"", "a", "\x00", "\r\n", "'; drop table calls; --", "../../x", "\u2028\ufeff",
			"😀\u202e", "NULL", strings.Repeat("长", 3000)}),
		rapid.String(),
	)
}

func maybe[T any](g *rapid.Generator[T]) *rapid.Generator[*T] { return rapid.Ptr(g, true) }

func anyToolCalls() *rapid.Generator[[]pipeline.ToolCall] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pipeline.ToolCall {
		return pipeline.ToolCall{ID: anyText().Draw(t, "id"), Name: anyText().Draw(t, "tool"),
			Arguments: anyText().Draw(t, "arguments")}
	}), 0, 2)
}

func anyRequest(t *rapid.T) pipeline.Request {
	number, count := rapid.Float64Range(-1, 1), rapid.IntRange(0, 3)
	return pipeline.Request{
		Model: anyText().Draw(t, "model"),
		Messages: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pipeline.Message {
			return pipeline.Message{
				Role: anyText().Draw(t, "role"), Name: anyText().Draw(t, "name"),
				ToolCallID: anyText().Draw(t, "tool call id"), ToolCalls: anyToolCalls().Draw(t, "asks"),
				Sections: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pipeline.Section {
					return pipeline.Section{Name: anyText().Draw(t, "section"), Text: anyText().Draw(t, "text")}
				}), 0, 3).Draw(t, "sections"),
			}
		}), 0, 3).Draw(t, "messages"),
		Tools: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pipeline.Tool {
			return pipeline.Tool{Name: anyText().Draw(t, "tool"), Description: anyText().Draw(t, "description"),
				Parameters: []byte(anyText().Draw(t, "schema"))}
		}), 0, 2).Draw(t, "tools"),
		Format: rapid.SampledFrom([]json.RawMessage{nil, json.RawMessage(`"json"`)}).Draw(t, "format"),
		Options: pipeline.Options{
			Temperature: maybe(number).Draw(t, "temperature"), TopP: maybe(number).Draw(t, "top p"),
			MinP: maybe(number).Draw(t, "min p"), RepeatPenalty: maybe(number).Draw(t, "penalty"),
			TopK: maybe(count).Draw(t, "top k"), Seed: maybe(count).Draw(t, "seed"),
			NumCtx: maybe(count).Draw(t, "num ctx"), NumPredict: maybe(count).Draw(t, "num predict"),
			Stop: rapid.SliceOfN(anyText(), 0, 2).Draw(t, "stop"),
		},
	}
}

func anyStep(t *rapid.T) trace.Step {
	count := rapid.IntRange(0, 3)
	c := &trace.Call{
		Path: "turn-1/" + anyText().Draw(t, "path"), Stage: anyText().Draw(t, "stage"), Request: anyRequest(t),
		Origin: pipeline.Origin{
			Source: rapid.SampledFrom([]pipeline.Source{pipeline.SourceOllama, pipeline.SourceScripted}).Draw(t,
				"source"), Match: pipeline.MatchFresh, From: anyText().Draw(t, "from"), Model: anyText().Draw(t, "by"),
			Carried: rapid.Bool().Draw(t, "carried"),
		},
		Marks: rapid.SliceOfN(anyText(), 0, 2).Draw(t, "marks"),
		Tokens: trace.Tokens{Prompt: count.Draw(t, "prompt"), Output: count.Draw(t, "output"),
			Estimated: count.Draw(t, "estimated")},
		Estimates: trace.Estimates{Prompt: count.Draw(t, "guessed prompt"), Output: count.Draw(t, "guessed output")},
	}
	switch rapid.IntRange(0, 2).Draw(t, "came") {
	case 0:
		c.Missed = true
	case 1:
		c.Failure = &pipeline.Failure{Reason: pipeline.Timeout}
		if text := anyText().Draw(t, "detail"); text != "" {
			c.Failure.Err = errors.New(text)
		}
		c.Fallbacks = []pipeline.Fallback{{Stage: c.Stage, Reason: pipeline.Timeout, Tries: 2,
			Detail: anyText().Draw(t, "fallback")}}
	case 2:
		c.Response = pipeline.Response{
			Content: anyText().Draw(t, "content"), Reasoning: anyText().Draw(t, "reasoning"),
			ToolCalls: anyToolCalls().Draw(t, "calls"), Finish: anyText().Draw(t, "finish"),
			Usage:    pipeline.Usage{Prompt: count.Draw(t, "input tokens"), Completion: count.Draw(t, "output tokens")},
			Duration: time.Duration(count.Draw(t, "duration")), Takes: time.Duration(count.Draw(t, "takes")),
		}
		c.Decision = rapid.SampledFrom([]json.RawMessage{nil, json.RawMessage(`{"action":"simple_chat"}`),
			json.RawMessage(`null`)}).Draw(t, "decision")
	}
	e := pipeline.Entry{Kind: pipeline.EntryCall, Path: c.Path, Stage: c.Stage, Try: 1 + count.Draw(t, "try"),
		Depth: count.Draw(t, "depth")}
	if rapid.Bool().Draw(t, "at") {
		e.At = time.Date(1969+count.Draw(t, "year"), 12, 31, 23, 59, 59, 999_999_000, time.UTC)
	}
	return trace.Step{Entry: e, Call: c}
}

// Every call can be rebuilt from the files, byte for byte, whatever its texts are.
func TestRowsRebuildCalls(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		at := filepath.Join(dir, fmt.Sprint(n))
		if err := os.Mkdir(at, 0o700); err != nil {
			t.Fatal(err)
		}
		results := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *result.Result {
			r := &result.Result{Suite: anyText().Draw(t, "suite"), Case: anyText().Draw(t, "case"),
				Trace: &trace.Trace{}}
			r.Trace.Steps = rapid.SliceOfN(rapid.Custom(anyStep), 0, 3).Draw(t, "steps")
			return r
		}), 0, 3).Draw(t, "results")
		written(t, at, results...)
		checkRebuilt(t, at, results, 1)
	})
}
