package openclaw_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw"
)

// told answers by path, then by stage, and keeps every request. The default answer is a sentence.
type told struct {
	answers map[string]pipeline.Response
	mu      sync.Mutex
	asked   []pipeline.Request
}

func (m *told) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, req)
	for _, key := range []string{req.Path, req.Stage} {
		resp, ok := m.answers[key]
		switch {
		case ok && resp.Finish == failing:
			return pipeline.Response{}, &pipeline.Failure{Reason: pipeline.Unavailable}
		case ok && resp.Finish == overflowing:
			return pipeline.Response{}, &pipeline.Failure{Reason: pipeline.Overflow}
		case ok:
			return resp, nil
		}
	}
	return pipeline.Response{Content: "All right, I keep it in mind as you have said it."}, nil
}

// at returns the request with a path.
func (m *told) at(t *testing.T, path string) pipeline.Request {
	t.Helper()
	i := slices.IndexFunc(m.asked, func(r pipeline.Request) bool { return r.Path == path })
	if i < 0 {
		t.Fatalf("no call at %s", path)
	}
	return m.asked[i]
}

// Placeholder finishes of answers that are none.
const (
	failing     = "fails"
	overflowing = "overflows"
)

// noResults has none: the system's own tools answer.
type noResults struct{}

func (noResults) Call(context.Context, string, []pipeline.ToolCall) (pipeline.ToolResult, bool, error) {
	return pipeline.ToolResult{}, false, nil
}

func says(text string) pipeline.Response { return pipeline.Response{Content: text} }

// spawns returns an answer that starts sub-agents.
func spawns(tasks ...string) pipeline.Response {
	var r pipeline.Response
	for i, task := range tasks {
		r.ToolCalls = append(r.ToolCalls, pipeline.ToolCall{ID: "spawn-" + strconv.Itoa(i), Name: "sessions_spawn",
			Arguments: fmt.Sprintf(`{"task":%q}`, task)})
	}
	return r
}

// hold runs a case in a conversation with messages of a user.
func hold(t *testing.T, c pipeline.Case, m *told, messages ...string) {
	t.Helper()
	sys, err := openclaw.New()
	if err != nil {
		t.Fatal(err)
	}
	conv, err := sys.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	root := pipeline.NewRuntime(&pipeline.Env{
		Model: m, Tools: noResults{},
		Settings: func(string) pipeline.StageSettings { return pipeline.StageSettings{Deadline: time.Minute} },
	}, time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC))
	for i, text := range messages {
		_, err := conv.Turn(t.Context(), root.At("turn-"+strconv.Itoa(i+1), ""), pipeline.Input{
			Kind: pipeline.UserMessage, Text: text, Skills: c.Skills, Library: c.Library, Files: c.Files,
		})
		if err != nil {
			t.Fatalf("turn %d: %v", i+1, err)
		}
		root.After(root.Latest())
	}
}

// In a conversation of a hundred messages that is compacted again and again, each request of main has the same system
// prompt, complete: identity, safety, the catalogue and the context files. It never contains a skill's body.
func TestHundredTurns_O18_O33(t *testing.T) {
	const body = "Weigh the animal before anything else."
	c := pipeline.Case{Library: "one", Files: fstest.MapFS{"AGENTS.md": {Data: []byte("Names are never shortened.")}},
		Block: &openclaw.Block{Context: openclaw.Context{Window: 2600, Reserve: 600, KeepRecent: 150}}}
	for _, name := range []string{"diet-plan", "wound-care", "travel-papers"} {
		c.Skills = append(c.Skills, pipeline.SkillDir{Path: name, Dir: fstest.MapFS{"SKILL.md": {
			Data: []byte("---\nname: " + name + "\ndescription: What " + name + " is for.\n---\n" + body + "\n")}}})
	}
	var messages []string
	for i := range 100 {
		messages = append(messages, fmt.Sprintf("Message %d: the hedgehog by the wall has been seen again tonight.", i))
	}
	m := &told{answers: map[string]pipeline.Response{"compaction": says("## Goal\nThe hedgehog is counted.")}}
	hold(t, c, m, messages...)
	compactions, first := 0, ""
	for _, req := range m.asked {
		if req.Stage == "compaction" {
			compactions++
			continue
		}
		system := req.Messages[0].Content()
		if first == "" {
			first = system
		}
		if d := cmp.Diff(first, system); d != "" {
			t.Fatalf("%s has another system prompt (-first +this):\n%s", req.Path, d)
		}
	}
	if compactions < 3 {
		t.Errorf("%d compactions", compactions)
	}
	for _, want := range []string{
		"You are a personal assistant", "## Safety\n", "<name>diet-plan</name>", "<name>wound-care</name>",
		"<name>travel-papers</name>", "</available_skills>", "Names are never shortened.",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the system prompt lacks %q", want)
		}
	}
	if strings.Contains(first, body) {
		t.Error("a skill's body stands in the system prompt")
	}
}

// The parent of a failed sub-agent reads that it has failed, and not the sentence for people. A sub-agent that learns
// so answers with its whole report.
func TestFailedSubAgent_O23_O41(t *testing.T) {
	m := &told{answers: map[string]pipeline.Response{
		"turn-1/main-1":       spawns("Count the boats."),
		"turn-1/sub:1/main-1": spawns("Count the small boats."), "turn-1/sub:1/sub:1/main-1": {Finish: failing},
		"turn-1/sub:1/main-2":              says("There are four large ones."),
		"turn-1/sub:1/completion:1/main-1": says("NO_REPLY"),
	}}
	hold(t, pipeline.Case{}, m, "How many boats are there?")
	for path, want := range map[string][]string{
		"turn-1/sub:1/completion:1/main-1": {
			"[System Message] Sub-agent run:turn-1/sub:1/sub:1 has failed.", "Count the small boats.",
			"It left no report.", "What you say now is your report",
		},
		"turn-1/completion:1/main-1": {
			"[System Message] Sub-agent run:turn-1/sub:1 has finished.", "There are four large ones.",
			"Tell the user what matters of it, in your own words",
		},
	} {
		messages := m.at(t, path).Messages
		last := messages[len(messages)-1].Content()
		for _, text := range want {
			if !strings.Contains(last, text) {
				t.Errorf("%s lacks %q:\n%s", path, text, last)
			}
		}
		if strings.Contains(last, "went wrong") {
			t.Errorf("%s has the sentence for people:\n%s", path, last)
		}
	}
}

// Results that the model has not answered yet are never summarised, however large they are: the request after an
// overflow has them with their call.
func TestOverflowKeepsNewResults_O31(t *testing.T) {
	files := fstest.MapFS{"a.md": {Data: []byte(strings.Repeat("a line of a\n", 150))},
		"b.md": {Data: []byte(strings.Repeat("a line of b\n", 150))}}
	calls := pipeline.Response{ToolCalls: []pipeline.ToolCall{
		{ID: "1", Name: "read", Arguments: `{"path":"a.md"}`}, {ID: "2", Name: "read", Arguments: `{"path":"b.md"}`},
	}}
	m := &told{answers: map[string]pipeline.Response{
		"turn-1/main-1": calls, "turn-1/main-2": {Finish: overflowing}, "compaction": says("## Goal\nCompare a and b."),
	}}
	c := pipeline.Case{Files: files, Block: &openclaw.Block{Prompt: openclaw.Prompt{Mode: "none"}}}
	hold(t, c, m, "Compare a.md and b.md.")
	var roles []string
	for _, message := range m.at(t, "turn-1/main-2#2").Messages {
		roles = append(roles, message.Role)
	}
	if d := cmp.Diff([]string{"system", "user", "assistant", "tool", "tool"}, roles); d != "" {
		t.Errorf("roles (-want +got):\n%s", d)
	}
	asked := m.at(t, "turn-1/compaction/summary-1").Messages[1].Content()
	if !strings.Contains(asked, "Compare a.md and b.md.") || !strings.Contains(asked, "goes on after this part") {
		t.Errorf("the summary is not asked to keep the request:\n%s", asked)
	}
}

// Invalid blocks are refused when the conversation is opened, with the possible values.
func TestOpenRefuses_O30(t *testing.T) {
	sys, err := openclaw.New()
	if err != nil {
		t.Fatal(err)
	}
	full := openclaw.Context{Window: 100, Reserve: 100}
	for want, b := range map[string]*openclaw.Block{
		`Context engine "sqlite" is not registered. Available engines: `: {Context: openclaw.Context{Engine: " sqlite "}},
		"compat: want program or nothing":                                {Compat: "seed"},
		"estimate: want program or nothing":                              {Estimate: "tiktoken"},
		"reserve: want less than the window of 100, got 100":             {Context: full},
	} {
		_, err := sys.Open(pipeline.Case{Block: b})
		if input, ok := errors.AsType[*pipeline.InputError](err); !ok || !strings.Contains(input.Error(), want) {
			t.Errorf("%v, want an input error with %q", err, want)
		}
	}
}

// A result that is cut when it arrives, and once more behind an overflow, says how much of the whole is gone.
func TestCutTwice_O31(t *testing.T) {
	var book strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&book, "第%04d页有水\n", i)
	}
	c := pipeline.Case{
		Files: fstest.MapFS{"book": {Data: []byte(book.String())}},
		Block: &openclaw.Block{Prompt: openclaw.Prompt{Mode: "none"}, Context: openclaw.Context{Window: 10_000}},
	}
	read := pipeline.Response{ToolCalls: []pipeline.ToolCall{{ID: "r", Name: "read", Arguments: `{"path":"book"}`}}}
	m := &told{answers: map[string]pipeline.Response{
		"turn-1/main-1": read, "turn-1/main-2": {Finish: overflowing}, "turn-1/main-2#2": {Finish: overflowing},
	}}
	hold(t, c, m, "Read the book.")
	whole, last := []rune(book.String()), m.asked[len(m.asked)-1]
	text := last.Messages[len(last.Messages)-1].Content()
	begin, rest, cut := strings.Cut(text, "\n[… ")
	mark, end, _ := strings.Cut(rest, "…]\n")
	gone := len(whole) - len([]rune(begin)) - len([]rune(end))
	want := fmt.Sprintf("%d characters left out, since the context has no room for them ", gone)
	if !cut || mark != want || len([]rune(text)) > 2100 {
		t.Errorf("%s: %d characters with the mark %q, want %q", last.Path, len([]rune(text)), mark, want)
	}
}
