package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/fixtures/importers"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// spoken is a turn as a law draws it.
type spoken struct {
	User  string
	Tools []pipeline.ToolUse
	Reply string
}

// testingT is a test, or a check of a law.
type testingT interface {
	rapid.TB
	Cleanup(f func())
	Context() context.Context
}

func drawTurns(t *rapid.T) []spoken {
	word := rapid.StringMatching(`[a-zé"\\\n ]{0,8}[a-z?]`)
	var turns []spoken
	for range rapid.IntRange(1, 3).Draw(t, "turns") {
		s := spoken{User: word.Draw(t, "user"), Reply: word.Draw(t, "reply")}
		for range rapid.IntRange(0, 2).Draw(t, "tools") {
			s.Tools = append(s.Tools, pipeline.ToolUse{
				Call: pipeline.ToolCall{
					Name:      rapid.SampledFrom([]string{"look", "book"}).Draw(t, "tool"),
					Arguments: fmt.Sprintf(`{"q":%d}`, rapid.IntRange(0, 3).Draw(t, "q")),
				},
				Result: pipeline.ToolResult{Content: word.Draw(t, "result")},
			})
		}
		turns = append(turns, s)
	}
	return turns
}

// resultOf returns the result of a case in which this was said; what is expected of each turn holds or not.
func resultOf(id, group string, turns []spoken, holds ...bool) *result.Result {
	tr := &trace.Trace{Suite: "s", Case: id}
	r := &result.Result{Suite: "s", Case: id, Group: group, Status: result.StatusOK, Trace: tr}
	for i, s := range turns {
		place := fmt.Sprintf("turn-%d", i+1)
		tr.Inputs = append(tr.Inputs, trace.Input{Place: place, Kind: pipeline.UserMessage, Text: s.User})
		for j := range s.Tools {
			tr.Steps = append(tr.Steps, trace.Step{Entry: pipeline.Entry{
				Kind: pipeline.EntryTool, Stage: s.Tools[j].Call.Name,
				Path: fmt.Sprintf("%s/main-%d/tool-1", place, j+1), Tool: &s.Tools[j]}})
		}
		tr.Outcomes = append(tr.Outcomes, trace.Outcome{Place: place, Outcome: pipeline.Outcome{
			Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: s.Reply, Kind: pipeline.ReplyAnswer}}}})
		if i < len(holds) {
			r.Scores = append(r.Scores, score.Score{Scorer: "answer", Metric: "contains", Turn: place, Expected: true,
				Required: true, Holds: holds[i]})
		}
	}
	return r
}

func folderOf(t testingT, results ...*result.Result) string {
	dir, err := os.MkdirTemp("", "run")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	w, err := rows.NewWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if err := w.Add(rows.NewCase(r)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// imported returns the turns of the only case of an import.
func imported(t testingT, dir, name string) []spoken {
	line, err := os.ReadFile(filepath.Join(dir, "fixtures", "conversations", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var c struct {
		Turns []struct{ User string }
		Tools []struct {
			Name    string
			Results []struct{ At, Content string }
		}
	}
	if err := json.Unmarshal(line, &c); err != nil {
		t.Fatal(err)
	}
	results := map[string]string{}
	for _, tool := range c.Tools {
		for _, r := range tool.Results {
			results[r.At] = r.Content
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "fixtures", "recordings", name, "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("recordings %v, %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	rec, err := model.ReadRecording(data, files[0])
	if err != nil {
		t.Fatal(err)
	}
	var turns []spoken
	for i, turn := range c.Turns {
		s := spoken{User: turn.User}
		for _, l := range rec.Lines {
			if !strings.HasPrefix(l.Path, fmt.Sprintf("turn-%d/", i+1)) {
				continue
			}
			s.Reply = l.Response.Content
			for n, call := range l.Response.ToolCalls {
				call.ID = ""
				s.Tools = append(s.Tools, pipeline.ToolUse{Call: call, Result: pipeline.ToolResult{
					Content: results[fmt.Sprintf("%s/tool-%d", l.Path, n+1)]}})
			}
		}
		turns = append(turns, s)
	}
	return turns
}

// The import of an export has the same conversation: texts, calls with their arguments, and results.
func TestExportedConversationsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		turns := drawTurns(t)
		folder := folderOf(t, resultOf("c", "", turns))
		for _, format := range []string{export.FormatOpenAIChat, export.FormatHFMessages} {
			dir, err := os.MkdirTemp("", "project")
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(dir)
			file, err := os.Create(filepath.Join(dir, "out"))
			if err != nil {
				t.Fatal(err)
			}
			e, err := export.WriteConversations(t.Context(), file, folder, "run-1", format)
			if err != nil || e != (export.Exported{Records: 1}) {
				t.Fatalf("%s: %+v, %v", format, e, err)
			}
			if err := file.Close(); err != nil {
				t.Fatal(err)
			}
			if guessed, err := importers.Guess(file.Name()); guessed != format {
				t.Fatalf("%s looks like %q, %v", format, guessed, err)
			}
			_, err = importers.Import(t.Context(), file.Name(), importers.Options{Format: format, Name: "back"},
				importers.Folders{Root: dir, Fixtures: "fixtures", Suites: "suites"})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(turns, imported(t, dir, "back")); d != "" {
				t.Fatalf("%s (-was +is):\n%s", format, d)
			}
		}
	})
}

// sftOf returns the turns to learn from with the number of their messages, and the splits of each case.
func sftOf(t testingT, folder string) (turns []string, splits map[string][]string, e export.Exported) {
	var out strings.Builder
	e, err := export.WriteConversations(t.Context(), &out, folder, "run-1", export.FormatSFT)
	if err != nil {
		t.Fatal(err)
	}
	splits = map[string][]string{}
	for line := range strings.Lines(out.String()) {
		var r struct {
			Messages []struct{ Content string }
			Split    string
			From     struct{ Run, Suite, Case, Turn string }
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.From.Run != "run-1" || r.From.Suite != "s" {
			t.Errorf("from %+v", r.From)
		}
		turns = append(turns, fmt.Sprintf("%s/%s %d", r.From.Case, r.From.Turn, len(r.Messages)))
		if !slices.Contains(splits[r.From.Case], r.Split) {
			splits[r.From.Case] = append(splits[r.From.Case], r.Split)
		}
	}
	return turns, splits, e
}

// Only turns of which something is expected that holds are learned from, each text once, and none after a failure.
func TestTurnsToLearnFrom(t *testing.T) {
	say := func(texts ...string) []spoken {
		var all []spoken
		for _, text := range texts {
			all = append(all, spoken{User: text, Reply: "re " + text})
		}
		return all
	}
	broken := resultOf("e", "", say("x"), true)
	broken.Status = result.StatusError
	folder := folderOf(t, resultOf("a", "g", say("1", "2", "3"), true, false, true),
		resultOf("b", "g", say("1", "9"), true, true), resultOf("d", "", say("4", "")), broken)
	turns, _, e := sftOf(t, folder)
	if d := cmp.Diff([]string{"a/turn-1 2", "b/turn-2 4"}, turns); d != "" {
		t.Errorf("turns (-want +got):\n%s", d)
	}
	want := export.Exported{Records: 2, Silent: 1, Unexpected: 1, Failed: 3, Doubled: 1}
	if d := cmp.Diff(want, e); d != "" {
		t.Errorf("counts (-want +got):\n%s", d)
	}
}

// A group is in one split, whatever else is exported, and no text is in two.
func TestGroupsAreNotSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []*result.Result
		for i := range rapid.IntRange(1, 12).Draw(t, "cases") {
			group := rapid.StringMatching(`g[0-9]`).Draw(t, "group")
			all = append(all, resultOf(fmt.Sprint("c", i), group, drawTurns(t), true, true, true))
		}
		_, splits, _ := sftOf(t, folderOf(t, all...))
		of := map[string][]string{} // by group
		for _, r := range all {
			for _, split := range splits[r.Case] {
				if !slices.Contains(of[r.Group], split) {
					of[r.Group] = append(of[r.Group], split)
				}
			}
		}
		last := all[len(all)-1]
		_, alone, _ := sftOf(t, folderOf(t, last))
		for group, in := range of {
			if len(in) != 1 {
				t.Fatalf("%s is in %v", group, in)
			}
			if group == last.Group && !slices.Equal(alone[last.Case], in) {
				t.Fatalf("%s is in %v alone, and in %v among others", group, alone[last.Case], in)
			}
		}
	})
}
