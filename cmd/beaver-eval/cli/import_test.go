package cli_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/importers"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// recorded is a conversation as its file has it, read without the importer.
type recorded struct {
	id       string
	messages []recordedMessage
}

type recordedMessage struct {
	Role      string `json:"role"`
	Content   string `json:"content"`
	ToolCalls []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

// Everything that a recorded conversation holds shows up in the requests and replies of its run, but for what the
// import counted as left out.
func TestImportLosesNothing(t *testing.T) {
	for _, tc := range []struct {
		format, file string
		read         func(*testing.T, []byte) []recorded
		want         map[string]int // some counts of the import
	}{
		{"tau-bench", "tau_bench/gpt-4o-airline-100.json", readTauBench, map[string]int{
			"conversations": 100, "messages of the assistant": 1229, "tool results": 572,
			"ends with the user: that turn left out":            76,
			"ends with tools: the turn ends with the recording": 24, "turns with more than 10 tool calls in a row": 4,
			"same call id, another result: by position": 37, "messages left out, altogether": 76,
		}},
		{"openai-chat", "messages.jsonl", readOpenAIChat, map[string]int{
			"conversations": 632, "two user messages in a row: one turn": 254,
			"ends with the user: that turn left out":          166,
			"begins with a system message: the system prompt": 52, "tool results without a call: left out": 9,
			"messages left out, altogether": 421,
		}},
	} {
		t.Run(tc.format, func(t *testing.T) {
			file := filepath.Join(sharedData(t), "conversations", filepath.FromSlash(tc.file))
			data, err := os.ReadFile(file)
			if errors.Is(err, fs.ErrNotExist) {
				t.Skipf("%s is not there", file)
			}
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			report, err := importers.Import(t.Context(), file, importers.Options{Format: tc.format},
				importers.Folders{Root: dir, Fixtures: "fixtures", Suites: "suites"})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]int{}
			for _, c := range report.Counts {
				if _, asked := tc.want[c.What]; asked {
					got[c.What] = c.All
				}
			}
			if d := gocmp.Diff(tc.want, got); d != "" {
				t.Errorf("counts (-want +got):\n%s", d)
			}
			if lost, want := lostIn(t, tc.read(t, data),
				seenInRun(t, dir)), tc.want["messages left out, altogether"]; lost != want {
				t.Errorf("%d messages show up nowhere in the run, the import counted %d", lost, want)
			}
		})
	}
}

// sharedData is the folder of data that tests may use when it is there.
func sharedData(t *testing.T) string {
	dir := filepath.Join(cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "..", "shared")),
		"data")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("%s is not there", dir)
	}
	return dir
}

func readTauBench(t *testing.T, data []byte) []recorded {
	var runs []struct {
		Task  int               `json:"task_id"`
		Trial int               `json:"trial"`
		Traj  []recordedMessage `json:"traj"`
	}
	if err := json.Unmarshal(data, &runs); err != nil {
		t.Fatal(err)
	}
	var all []recorded
	for _, r := range runs {
		all = append(all, recorded{fmt.Sprintf("task-%d-trial-%d", r.Task, r.Trial), r.Traj})
	}
	return all
}

func readOpenAIChat(t *testing.T, data []byte) []recorded {
	var all []recorded
	for line := range strings.Lines(string(data)) {
		var c struct {
			ID       string            `json:"id"`
			Messages []recordedMessage `json:"messages"`
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, recorded{c.ID, c.Messages})
	}
	return all
}

// seen are the texts of one run: by role those of all requests to the main agent, and its answers.
type seen map[string][]string

// seenInRun runs all cases of a project and gives what was seen in each.
func seenInRun(t *testing.T, dir string) map[string]seen {
	sys, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	systems := map[string]pipeline.System{sys.Name(): sys}
	p, err := project.Open(os.DirFS(dir), dir)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := project.Load(context.Background(), p, systems, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]seen{}
	err = runner.Run(context.Background(), loaded, systems, runner.Options{}, func(r *result.Result) error {
		if r.Status != result.StatusOK {
			t.Errorf("%s: %s: %v", r.Case, r.Status, r.Errors)
		}
		s := seen{}
		for _, c := range r.Trace.Calls() {
			if c.Stage == "main" {
				s.call(c)
			}
		}
		all[r.Case] = s
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (s seen) call(c *trace.Call) {
	for _, m := range c.Request.Messages {
		s.add(m.Role, m.Content(), m.ToolCalls)
	}
	s.add(pipeline.RoleAssistant, c.Response.Content, c.Response.ToolCalls)
}

func (s seen) add(role, text string, calls []pipeline.ToolCall) {
	texts := []string{text}
	for _, c := range calls {
		texts = append(texts, fmt.Sprint("call ", c.ID, c.Name, c.Arguments))
	}
	for _, text := range texts {
		if !slices.Contains(s[role], text) {
			s[role] = append(s[role], text)
		}
	}
}

// lostIn counts the messages that no text of the run of their conversation holds. Tool results and calls must stand
// there as they are; messages of people and models may be a paragraph of a longer one, or a part of the system prompt.
func lostIn(t *testing.T, conversations []recorded, runs map[string]seen) int {
	lost := 0
	for _, c := range conversations {
		run := runs[c.id]
		for _, m := range c.messages {
			held := slices.ContainsFunc(run[m.Role], func(text string) bool {
				return text == m.Content || m.Role != pipeline.RoleTool && strings.Contains(text, m.Content)
			})
			if !held {
				lost++
			}
			for _, call := range m.ToolCalls {
				if text := fmt.Sprint("call ", call.ID, call.Function.Name,
					call.Function.Arguments); !slices.Contains(run[m.Role], text) {
					t.Errorf("%s: %s shows up nowhere", c.id, text)
				}
			}
		}
	}
	return lost
}

// Case ids of any form give names that every file system holds.
func TestImportMapsIDsToFiles(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "in.jsonl")
	var lines []string
	for _, id := range []string{"../../etc/passwd", "CON", "a:b", "/", "ünï"} {
		lines = append(lines, fmt.Sprintf(
			`{"id":%q,"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi."}]}`, id))
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := importers.Import(t.Context(), file, importers.Options{Format: "openai-chat"},
		importers.Folders{Root: dir, Fixtures: "fixtures", Suites: "suites"}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "fixtures", "recordings", "in"))
	if err != nil || len(entries) != len(lines) {
		t.Fatalf("%d recordings, %v", len(entries), err)
	}
	for _, e := range entries {
		if err := fixtures.CheckName(strings.TrimSuffix(e.Name(), ".jsonl")); err != nil {
			t.Error(err)
		}
	}
	if runs := seenInRun(t, dir); len(runs) != len(lines) {
		t.Errorf("%d cases ran", len(runs))
	}
}
