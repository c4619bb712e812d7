package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

var update = flag.Bool("update", false, "write testdata/page.json anew")

// read is the data of a page. Calls keep their sides as JSON has them.
type read struct {
	head   Head
	chunks []Chunk
	raw    []json.RawMessage // head and chunks
}

var templates = regexp.MustCompile(`<template id="d-([a-z0-9]+)">([^<]*)</template>`)

// dataOf reads the data of a page.
func dataOf(t reportstest.TB, page string) *read {
	t.Helper()
	found := &read{}
	for i, m := range templates.FindAllStringSubmatch(page, -1) {
		raw := unpacked(t, m[2])
		found.raw = append(found.raw, raw)
		if i == 0 {
			if err := json.Unmarshal(raw, &found.head); err != nil || m[1] != "head" {
				t.Fatal(m[1], err)
			}
			continue
		}
		var c Chunk
		if err := json.Unmarshal(raw, &c); err != nil || m[1] != fmt.Sprint(i-1) {
			t.Fatal(m[1], err)
		}
		found.chunks = append(found.chunks, c)
	}
	return found
}

func unpacked(t reportstest.TB, text string) []byte {
	t.Helper()
	zip, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// pageOf returns the data of a run's page with at most so many bytes of texts.
func pageOf(ctx context.Context, t reportstest.TB, run *stored.Run, most int64) *read {
	t.Helper()
	var b strings.Builder
	if err := write(ctx, &b, run, Options{}, most); err != nil {
		t.Fatal(err)
	}
	return dataOf(t, b.String())
}

// edited returns a case in which everything happens that a chunk has.
func edited() *result.Result {
	section := func(name, text string) pipeline.Section { return pipeline.Section{Name: name, Text: text} }
	was := &pipeline.Request{Messages: []pipeline.Message{
		{Role: "system", Sections: []pipeline.Section{section("Rules", "Be brief.\nAnswer in English.\n"),
			section("Old", "gone")}},
		pipeline.Text("user", "input", "Hi")},
		Tools:  []pipeline.Tool{{Name: "weather", Description: "the weather", Parameters: json.RawMessage(`{"a":1}`)}},
		Format: json.RawMessage(`{"type":"object"}`)}
	numCtx := 4096
	sent := pipeline.Request{Path: "turn-1/main-1", Stage: "main", Messages: []pipeline.Message{
		{Role: "system", Sections: []pipeline.Section{section("Rules", "Be very brief.\nAnswer in English.\n"),
			section("New </template>", "\u202e<b>")}},
		pipeline.Text("user", "input", "Hi")},
		Tools: []pipeline.Tool{{Name: "weather", Description: "today's weather",
			Parameters: json.RawMessage(`{"a":1}`)}},
		Options: pipeline.Options{NumCtx: &numCtx}}
	call := &trace.Call{Path: "turn-1/main-1", Stage: "main", Request: sent,
		Origin: pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchStale, Model: "m", From: "r.jsonl"},
		Tokens: trace.Tokens{Prompt: 20, Output: 4, Estimated: 24}, Marks: []string{trace.MarkCut},
		Decision: json.RawMessage(`{"route":"chat"}`),
		Response: pipeline.Response{Content: "Hello!", Reasoning: "They greet.", Finish: "stop",
			ToolCalls: []pipeline.ToolCall{{ID: "1", Name: "weather", Arguments: `{"a":2}`}}},
		Fallbacks: []pipeline.Fallback{{Stage: "main", Reason: pipeline.Empty, Tries: 2, Detail: "no"}}}
	failed := &trace.Call{Path: "turn-1/main-2", Stage: "main", Failure: &pipeline.Failure{Reason: pipeline.Timeout}}
	steps := []trace.Step{
		{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: call.Path, Stage: "main", Try: 1, Depth: 1,
			At: storedtest.Started}, Call: call},
		{Entry: pipeline.Entry{Kind: pipeline.EntryTool, Path: "turn-1/main-1/tool-1", Tool: &pipeline.ToolUse{
			Call:   pipeline.ToolCall{ID: "1", Name: "weather", Arguments: `{"a":2}`},
			Result: pipeline.ToolResult{Content: "sun"}}}},
		{Entry: pipeline.Entry{Kind: pipeline.EntryRejected, Path: "turn-1/main-1", Stage: "main",
			Failure: &pipeline.Failure{Reason: pipeline.Malformed}}},
		{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: failed.Path, Stage: "main", Try: 2, Depth: 2},
			Call: failed},
	}
	return &result.Result{Suite: "s", System: "beaver", Case: "edited", File: "fixtures/edited.yaml", Line: 4,
		Tags: []string{"smoke", "chat"}, Status: result.StatusOK, Compared: true,
		Edits: storedtest.Edited("turn-1/main-1", "brief", "very brief"),
		Changes: []result.Change{
			{Status: result.Changed, Path: "turn-1/main-1", Stage: "main", Parts: []string{"message 1"}, Golden: was},
			{Status: result.Missing, Path: "turn-2/main-1", Stage: "main", Golden: was},
			{Status: result.New, Path: "turn-1/main-2", Stage: "main"}},
		Trace: &trace.Trace{Suite: "s", Case: "edited", Steps: steps,
			Inputs: []trace.Input{{Place: "turn-1", Kind: pipeline.UserMessage, Text: "Hi"}},
			Outcomes: []trace.Outcome{{Place: "turn-1", Outcome: pipeline.Outcome{Status: "done",
				Replies: []pipeline.Reply{{To: "user", Kind: "answer", Path: "turn-1", Text: "Hello!"}},
				State:   map[string]string{"a": "b"}}}},
		}}
}

// The page's data of a run in which everything happens once.
func TestPage(t *testing.T) {
	info, results := storedtest.Everything()
	info.Arguments, info.Version, info.Platform = []string{"run"}, "v1", "linux/amd64"
	run := storedtest.Record(t, t.TempDir(), info, slices.Insert(results, 3, edited())...)
	var got bytes.Buffer
	for _, raw := range pageOf(t.Context(), t, run, MostTexts).raw {
		if err := json.Indent(&got, raw, "", " "); err != nil {
			t.Fatal(err)
		}
	}
	golden := filepath.Join("testdata", "page.json")
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got.String()); d != "" {
		t.Errorf("%s (-want +got):\n%s", golden, d)
	}
}

// A changed call whose old text nobody has is no side: the page says so, and shows what was sent.
func TestPage_unkept(t *testing.T) {
	r := edited()
	r.Edits = []edit.Part{{Path: "turn-1/main-1", Stage: "main", Change: edit.Unkept}}
	r.Changes = []result.Change{{Status: result.Changed, Path: "turn-1/main-1", Stage: "main"}}
	info, _ := storedtest.Everything()
	run := storedtest.Record(t, t.TempDir(), info, r)
	page := pageOf(t.Context(), t, run, MostTexts)
	calls := rowsIn(t, &page.chunks[0].Calls)
	call := calls[0]
	if !call.Unkept || call.Sides != nil || call.Status != string(result.Changed) || len(call.Messages) != 2 {
		t.Errorf("got %+v", call)
	}
	if other := calls[1]; other.Unkept {
		t.Errorf("got %+v", other)
	}
}

// checkLaws checks what holds of every page.
func checkLaws(t reportstest.TB, page *read) {
	t.Helper()
	h := &page.head
	sum := func(list []int) (n int) {
		for _, i := range list {
			n += i
		}
		return n
	}
	c, s := &h.Cases, &h.Summary
	for what, pair := range map[string][2]int{
		"calls":   {sum(c.Calls), s.Calls},
		"changed": {sum(c.Changed), s.Prompts.Changed + s.Prompts.Conflicted}, "new": {sum(c.New), s.Prompts.New},
		"missing": {sum(c.Missing), s.Prompts.Missing}, "forms": {sum(c.Forms), s.Forms},
		"tokens": {sum(c.Tokens), s.Tokens.Prompt + s.Tokens.Output},
	} {
		if pair[0] != pair[1] {
			t.Fatalf("%s: index %d, summary %d", what, pair[0], pair[1])
		}
	}
	counts := make([]int, len(h.Suites))
	for i, suite := range c.Suite {
		counts[suite]++
		for _, k := range []struct {
			what string
			of   int
			list []int
		}{{"tag", len(h.Tags), c.Sets[c.Tags[i]]}, {"stage", len(h.Stages), c.Sets[c.Stages[i]]},
			{"group", len(h.Changes.Groups), c.Sets[c.Groups[i]]}} {
			for _, n := range k.list {
				if n < 0 || n >= k.of {
					t.Fatalf("%s %d of %d", k.what, n, k.of)
				}
			}
		}
		if c.File[i] >= len(h.Files) || c.Chunk[i] >= len(page.chunks) {
			t.Fatalf("case %d: file %d, chunk %d", i, c.File[i], c.Chunk[i])
		}
		if n := c.Chunk[i]; n >= 0 && page.chunks[n].Cases[i] == nil {
			t.Fatalf("%s is not in chunk %d", c.ID[i], n)
		}
	}
	for i, suite := range h.Suites {
		if suite.Cases != counts[i] {
			t.Fatalf("suite %q: %d cases, %d in the index", suite.Name, suite.Cases, counts[i])
		}
	}
	for i := range page.chunks {
		checkTexts(t, &page.chunks[i])
	}
}

func (c *columns[T]) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &c.lists) }

// rowsIn returns the rows of columns that were read.
func rowsIn[T any](t reportstest.TB, c *columns[T]) []T {
	t.Helper()
	var objects []map[string]json.RawMessage
	for name, list := range c.lists {
		for i, value := range list {
			if i == len(objects) {
				objects = append(objects, map[string]json.RawMessage{})
			}
			if string(value) != "null" {
				objects[i][name] = value
			}
		}
	}
	text, err := json.Marshal(objects)
	if err != nil {
		t.Fatal(err)
	}
	var all []T
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// opened returns the turns and calls of case i, which is in the chunk.
func opened(t reportstest.TB, c *Chunk, i int) ([]Turn, []Call) {
	t.Helper()
	turns, calls := 0, 0 // of the cases before
	for n, k := range c.Cases {
		if n < i {
			turns, calls = turns+k.Turns, calls+k.Calls
		}
	}
	of := c.Cases[i]
	return rowsIn(t, &c.Turns)[turns:][:of.Turns], rowsIn(t, &c.Calls)[calls:][:of.Calls]
}

// Rows come back from their columns: those of other fields, of none, and of texts that HTML would read.
func TestColumns(t *testing.T) {
	text := 1
	want := []Turn{{Turn: "a"}, {Turn: "<b>", User: &text, Replies: []Reply{{To: "you"}}}, {}, {Status: "done"}}
	var c, read columns[Turn]
	for _, row := range want {
		if err := c.add(row); err != nil {
			t.Fatal(err)
		}
	}
	written, err := encoded(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(written), &read); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, rowsIn(t, &read)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if !strings.Contains(written, "<b>") || c.rows != 4 || c.bytes < len(`{"turn":"a"}`) {
		t.Errorf("%d rows of %d bytes: %s", c.rows, c.bytes, written)
	}
}

// listed returns the lists that a sequence wrote.
func listed(t reportstest.TB, written [][]int) [][]int {
	t.Helper()
	after := map[int]int{}
	last, seen := -1, 0
	lists := make([][]int, len(written))
	for i, list := range written {
		for _, n := range list {
			switch next, ok := after[last]; {
			case n == 0 && !ok:
				t.Fatalf("nothing came after %d: %v", last, written)
			case n == 0:
				n = next
			case n == 1:
				n = seen
			default:
				n -= 2
			}
			after[last], last, seen = n, n, max(seen, n+1)
			lists[i] = append(lists[i], n)
		}
	}
	return lists
}

// textsOf returns the texts of a chunk.
func textsOf(t reportstest.TB, c *Chunk) []string {
	t.Helper()
	var texts []string
	for _, list := range listed(t, c.Texts) {
		var lines []string
		for _, n := range list {
			lines = append(lines, c.Lines[n])
		}
		texts = append(texts, strings.Join(lines, "\n"))
	}
	return texts
}

// Lists come back from a sequence; runs that were there before are zeros.
func TestSequence(t *testing.T) {
	written := func(lists [][]int) [][]int {
		s := newSequence()
		all := make([][]int, len(lists))
		for i, list := range lists {
			all[i] = s.add(list)
		}
		return all
	}
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.SliceOf(rapid.IntRange(0, 9))).Draw(t, "lists")
		if d := cmp.Diff(want, listed(t, written(want)), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("(-before +after):\n%s", d)
		}
	})
	now := [][]int{{1, 1, 1}, {2, 0, 0, 1}, {4, 0, 3}}
	if d := cmp.Diff(now, written([][]int{{0, 1, 2}, {0, 1, 2, 3}, {2, 3, 1}})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// sectionTexts returns the index of each section's text.
func sectionTexts(c *Chunk) (of []int) {
	at := 0
	for _, by := range c.Sections.Text {
		at += by
		of = append(of, at)
	}
	return of
}

// sectionsOf returns the indexes of the sections of each message.
func sectionsOf(t reportstest.TB, c *Chunk) [][]int {
	t.Helper()
	var of [][]int
	for _, call := range rowsIn(t, &c.Calls) {
		for _, m := range call.Messages {
			of = append(of, m.Sections)
		}
	}
	return listed(t, of)
}

// checkTexts checks that each index of a text or a section is one.
func checkTexts(t reportstest.TB, c *Chunk) {
	t.Helper()
	texts := textsOf(t, c)
	used := make([]bool, len(texts))
	text := func(i *int) {
		if i == nil {
			return
		}
		if *i < 0 || *i >= len(texts) {
			t.Fatalf("text %d of %d", *i, len(texts))
		}
		used[*i] = true
	}
	for _, i := range sectionTexts(c) {
		text(&i)
	}
	sources := len(rowsIn(t, &c.Sources))
	for i, from := range listed(t, c.Sections.Sources) {
		for _, n := range from {
			if n < 0 || n >= sources {
				t.Fatalf("section %d: source %d of %d", i, n, sources)
			}
		}
	}
	var n Case
	for _, k := range c.Cases {
		n.Turns, n.Calls, n.Tools, n.Events = n.Turns+k.Turns, n.Calls+k.Calls, n.Tools+k.Tools, n.Events+k.Events
	}
	turns, calls, tools := rowsIn(t, &c.Turns), rowsIn(t, &c.Calls), rowsIn(t, &c.Tools)
	events := rowsIn(t, &c.Events)
	if n.Turns != len(turns) || n.Calls != len(calls) || n.Tools != len(tools) || n.Events != len(events) {
		t.Fatalf("%d turns, %d calls, %d tool calls, %d events; cases have %+v",
			len(turns), len(calls), len(tools), len(events), n)
	}
	for _, turn := range turns {
		text(turn.User)
		text(turn.State)
		for _, r := range turn.Replies {
			text(r.Text)
		}
	}
	for _, call := range calls {
		text(call.Answer)
		text(call.Reasoning)
		for _, tool := range call.AnswerCalls {
			text(&tool.Arguments)
		}
		for _, m := range call.Messages {
			for _, tool := range m.ToolCalls {
				text(&tool.Arguments)
			}
		}
	}
	for _, tool := range tools {
		text(&tool.Arguments)
		text(&tool.Result)
	}
	for _, n := range slices.Concat(sectionsOf(t, c)...) {
		if n < 0 || n >= len(c.Sections.Name) {
			t.Fatalf("section %d of %d", n, len(c.Sections.Name))
		}
	}
	for i, is := range used {
		if !is && texts[i] != "" {
			t.Fatalf("text %d is nowhere: %q", i, texts[i])
		}
	}
}

// Whatever the texts of a run are, its page is valid, adds up, and holds nothing of them outside of its data.
func TestHostilePage(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		info, results := storedtest.HostileRun(t)
		seen := map[string]bool{}
		var once []*result.Result
		for _, r := range append(results, edited()) { // suites are adjacent, names unique
			if !seen[r.Suite] {
				seen[r.Suite] = true
				once = append(once, r)
			}
		}
		run := storedtest.Record(t, filepath.Join(dir, fmt.Sprint(n)), info, once...)
		var b strings.Builder
		if err := Write(context.Background(), &b, run, Options{}); err != nil {
			t.Fatal(err)
		}
		page := dataOf(t, b.String())
		checkLaws(t, page)
		if len(page.head.Cases.ID) != len(once) {
			t.Fatalf("%d cases of %d", len(page.head.Cases.ID), len(once))
		}
		if rest := templates.ReplaceAllString(b.String(), ""); strings.Count(rest, "</script>") != 1 ||
			strings.Contains(rest, "<template id") {
			t.Fatalf("the page has other scripts or templates")
		}
	})
}

// A case of a page holds what the tables of its run have.
func TestCaseIsThatOfTheTables(t *testing.T) {
	run := storedtest.Record(t, t.TempDir(), stored.Info{}, edited())
	page := pageOf(t.Context(), t, run, MostTexts)
	want, err := rows.ReadCase(t.Context(), run.Folder(), "s", "edited", 0)
	if err != nil {
		t.Fatal(err)
	}
	chunk := &page.chunks[0]
	texts := textsOf(t, chunk)
	type call struct{ path, prompt, answer, failure string }
	var sent, shown []call
	sections := sectionsOf(t, chunk)
	for _, c := range want.Trace.Calls() {
		k := call{path: c.Path, answer: c.Response.Content}
		if c.Failure != nil {
			k.failure = string(c.Failure.Reason)
		}
		for _, m := range c.Request.Messages {
			k.prompt += m.Role + ": " + m.Content() + "\n"
		}
		sent = append(sent, k)
	}
	for _, c := range rowsIn(t, &chunk.Calls) {
		if c.Status == string(result.Missing) {
			continue
		}
		k := call{path: c.Path, failure: c.Error}
		if c.Answer != nil {
			k.answer = texts[*c.Answer]
		}
		for _, m := range c.Messages {
			k.prompt += m.Role + ": "
			for _, n := range sections[0] {
				k.prompt += texts[sectionTexts(chunk)[n]]
			}
			k.prompt += "\n"
			sections = sections[1:]
		}
		shown = append(shown, k)
	}
	if d := cmp.Diff(sent, shown, cmp.AllowUnexported(call{})); d != "" {
		t.Errorf("(-tables +page):\n%s", d)
	}
}

// The samples of a case have rows, failures and texts of their own, also in different chunks.
func TestRepeatedRun(t *testing.T) {
	var results []*result.Result
	for i := range 3 {
		r := answered("often", i != 1, pipeline.Response{Content: fmt.Sprint("answer ", i)}, nil)
		if r.Sample = i; i == 1 {
			r.Status, r.Failures = result.StatusFailed, []string{"want another answer"}
		}
		results = append(results, r)
	}
	page := pageOf(t.Context(), t, storedtest.Record(t, t.TempDir(), stored.Info{}, results...), MostTexts)
	checkLaws(t, page)
	c := &page.head.Cases
	if d := cmp.Diff([]int{0, 1, 2}, c.Sample); d != "" {
		t.Errorf("samples (-want +got):\n%s", d)
	}
	for i, n := range c.Chunk {
		_, calls := opened(t, &page.chunks[n], i)
		if got := textsOf(t, &page.chunks[n])[*calls[0].Answer]; got != fmt.Sprint("answer ", i) {
			t.Errorf("sample %d: %q", i, got)
		}
	}
	if f := page.head.Failures.List; len(f) != 1 || f[0].Sample != 1 {
		t.Errorf("failures %+v", f)
	}
	if want := []string{"flaky: 1 case: s/often (2 of 3 passed)"}; !slices.Equal(page.head.Notes, want) {
		t.Errorf("notes %q", page.head.Notes)
	}
}

// Beyond the limit only cases that are not green have texts, as far as there is room, and the page says so.
func TestPageWithoutAllTexts(t *testing.T) {
	var results []*result.Result
	for i := range 40 {
		answer := pipeline.Response{Content: strings.Repeat(fmt.Sprint(i), 50)}
		results = append(results, answered(fmt.Sprint("case-", i), i%4 != 0, answer, nil))
	}
	run := storedtest.Record(t, t.TempDir(), stored.Info{}, results...)
	all := pageOf(t.Context(), t, run, MostTexts)
	checkLaws(t, all)
	if all.head.Note != "" {
		t.Errorf("note %q", all.head.Note)
	}
	some := pageOf(t.Context(), t, run, 10)
	checkLaws(t, some)
	with := 0
	for i, n := range some.head.Cases.Chunk {
		if n >= 0 {
			with++
			if some.head.Cases.Green[i] {
				t.Errorf("%s is green", some.head.Cases.ID[i])
			}
		}
	}
	if with == 0 || with > 10 || !strings.Contains(some.head.Note, fmt.Sprintf("%d of 40 cases", with)) {
		t.Errorf("%d cases with texts, note %q", with, some.head.Note)
	}
}

// Indents and comments may be left out: no literal extends over lines, and no comment begins a line of anything else.
func TestAssetsAreLines(t *testing.T) {
	literals := regexp.MustCompile(`"(\\.|[^"\\])*"`)
	inComment := regexp.MustCompile(`^\s*/\*.*\*/.*\S`)
	err := fs.WalkDir(assets, "assets", func(name string, _ fs.DirEntry, err error) error {
		if ext := path.Ext(name); err != nil || ext != ".js" && ext != ".css" {
			return err
		}
		text, err := assets.ReadFile(name)
		for i, line := range strings.Split(string(text), "\n") {
			switch bare := literals.ReplaceAllString(line, ""); {
			case strings.Count(bare, "`")%2 > 0, strings.HasSuffix(line, "\\"):
				t.Errorf("%s:%d: a literal goes on in the next line", name, i+1)
			case inComment.MatchString(bare):
				t.Errorf("%s:%d: there is something behind a comment", name, i+1)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	script, err := joinedScripts()
	if err != nil {
		t.Fatal(err)
	}
	if odd := regexp.MustCompile(`(?m)^(\s+|//.*|/\*.*)$`).FindString(script); odd != "" {
		t.Errorf("in the script: %q", odd)
	}
}

// Runs of older versions have a page, of what they hold.
func TestPageOfAnOlderRun(t *testing.T) {
	run, err := stored.Open("../stored/testdata", "20261126-060119-d125")
	if err != nil {
		t.Fatal(err)
	}
	page := pageOf(t.Context(), t, run, MostTexts)
	checkLaws(t, page)
	turns, calls := opened(t, &page.chunks[0], slices.Index(page.head.Cases.ID, "small-team"))
	if len(turns) == 0 || turns[0].User == nil || len(turns[0].Replies) == 0 || len(calls) != 8 {
		t.Errorf("turns %+v, %d calls", turns, len(calls))
	}
	for _, c := range calls {
		if len(c.Sides) > 0 {
			t.Errorf("%s has a golden", c.Path)
		}
	}
	info, results := storedtest.Everything()
	run = storedtest.Record(t, t.TempDir(), info, results...)
	for _, table := range []string{"tools", "candidates", "events", "figures", "turns", "faults", "parts"} {
		if err := os.Remove(filepath.Join(run.Folder(), table+".parquet")); err != nil {
			t.Fatal(err)
		}
	}
	checkLaws(t, pageOf(t.Context(), t, run, MostTexts))
}

// A page as a folder has the same data, in scripts, and appears as a whole.
func TestWriteFolder(t *testing.T) {
	run := storedtest.Record(t, t.TempDir(), stored.Info{}, edited())
	dir := filepath.Join(t.TempDir(), "below", "page")
	if err := WriteFolder(t.Context(), dir, run, Options{}); err != nil {
		t.Fatal(err)
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	head := dataOf(t, string(index)).head
	if !head.Split || head.Note != "" || len(head.Cases.Chunk) != 1 || head.Cases.Chunk[0] != 0 {
		t.Errorf("head %+v", head)
	}
	script, err := os.ReadFile(filepath.Join(dir, "chunks", "0.js"))
	if err != nil {
		t.Fatal(err)
	}
	text, begins := strings.CutPrefix(string(script), `dispatchEvent(new CustomEvent("chunk-0", { detail: "`)
	text, ends := strings.CutSuffix(text, "\" }));\n")
	whole := pageOf(t.Context(), t, run, MostTexts)
	if !begins || !ends || !bytes.Equal(unpacked(t, text), whole.raw[1]) {
		t.Errorf("chunks/0.js: %.200s", script)
	}
	err = WriteFolder(t.Context(), dir, run, Options{})
	if err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("into a folder with files: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	other := filepath.Join(filepath.Dir(dir), "other")
	if err := WriteFolder(ended, other, run, Options{}); err == nil {
		t.Error("no error")
	}
	if entries, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(entries) != 1 {
		t.Errorf("a rest stays: %v, %v", entries, err)
	}
}
