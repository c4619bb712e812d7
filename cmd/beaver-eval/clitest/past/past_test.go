// Package past_test holds what Beaver's prompts tell of the past against what has happened: the answers of models, the
// decisions, and the users' verdicts in the log of a run. None of it is read from Beaver's own records.
package past_test

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// What a prompt tells of the past is true, in every run of every suite of Beaver: attempts, teams, Tasks, drafts and
// memory.
func TestWhatPromptsTellOfThePast(t *testing.T) {
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	p, err := project.Open(disk.DirFS("../../../.."), "../../../..")
	if err != nil {
		t.Fatal(err)
	}
	suites, err := project.Load(t.Context(), p, known, nil)
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]int{}
	for _, s := range suites {
		if s.System != "beaver" {
			continue
		}
		err := s.Sources().Each(t.Context(), func(src fixtures.Source) error {
			prepared, err := runner.Prepare(s, src, []string{s.System}, nil)
			if err == nil {
				ran := prepared.Run(t.Context(), runner.Variant{})
				for what, n := range checkPast(t, s.Name+"/"+prepared.ID(), ran) {
					held[what] += n
				}
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
	t.Log(held)
	for _, what := range []string{
		"active task", "attempt", "history", "node", "dependency", "team summary", "tools", "draft", "memory",
	} {
		if held[what] == 0 {
			t.Errorf("%s: no prompt tells of it", what)
		}
	}
}

// checkPast holds the prompts of a run against what came before them, and returns how often each was held.
func checkPast(t *testing.T, id string, ran *runner.Ran) map[string]int {
	t.Helper()
	if ran.Err != nil {
		t.Errorf("%s: %v", id, ran.Err)
		return nil
	}
	p := &past{held: map[string]int{}, saved: map[string][]string{}}
	for _, turn := range turnsOf(ran) {
		p.turn = turn
		for _, e := range turn.entries {
			p.read(e)
		}
		p.endTurn()
	}
	for _, lie := range p.lies {
		t.Errorf("%s: %s", id, lie)
	}
	return p.held
}

// turn is what happened in one turn.
type turn struct {
	place   string
	entries []pipeline.Entry // in the order of the tree
	calls   []*call          // in that order too
}

// call is one exchange with a model.
type call struct {
	pipeline.Request
	place  string
	said   pipeline.Response
	failed bool
}

func turnsOf(ran *runner.Ran) []*turn {
	var turns []*turn
	for _, e := range ran.Log {
		place, _, _ := strings.Cut(e.Path, "/")
		if len(turns) == 0 || turns[len(turns)-1].place != place {
			turns = append(turns, &turn{place: place})
		}
		last := turns[len(turns)-1]
		last.entries = append(last.entries, e)
		if e.Kind == pipeline.EntryCall {
			x, _ := ran.Calls.At(e.Path)
			last.calls = append(last.calls, &call{
				Request: x.Request, place: e.Path[:strings.LastIndexByte(e.Path, '/')], said: x.Response,
				failed: x.Err != nil || e.Failure != nil,
			})
		}
	}
	return turns
}

// run is the calls of an agent's run at a place.
func (t *turn) run(place string) (calls []*call) {
	for _, c := range t.calls {
		if c.place == place && (c.Stage == "main" || c.Stage == "node" || c.Stage == "finalizer") {
			calls = append(calls, c)
		}
	}
	return calls
}

// answerOf returns the answer of a run: the last text of the model if that ends the run; behind the budget of tools,
// the newest one. Empty: the run has failed.
func answerOf(calls []*call) string {
	if len(calls) == 0 {
		return ""
	}
	last := calls[len(calls)-1]
	if said := last.text(); said != "" && (len(last.said.ToolCalls) == 0 || last.Stage == "finalizer") {
		return said
	}
	for i := len(calls) - 1; i >= 0 && last.Stage == "finalizer"; i-- {
		if said := calls[i].text(); said != "" {
			return said
		}
	}
	return ""
}

func (c *call) text() string {
	if c.failed || strings.TrimSpace(c.said.Content) == "" {
		return ""
	}
	return c.said.Content
}

// section returns the text of a section of the request without its end; ok is false if there is none.
func (c *call) section(name string) (text string, ok bool) {
	for _, m := range c.Messages {
		for _, s := range m.Sections {
			if s.Name == name {
				return strings.TrimRight(s.Text, "\n"), true
			}
		}
	}
	return "", false
}

// says returns what stands behind the heading of a section, which is its first line.
func (c *call) says(name string) string {
	text, _ := c.section(name)
	_, rest, _ := strings.Cut(text, "\n")
	return rest
}
