package trace

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// CheckCase reports unknown names in a case's answers, expectations and labels: stages, reasons, actions, skills and
// tools. Names that only a run can know, such as the nodes of a plan, are not checked, and neither is the text of
// answers. answerKey returns why a key can never answer; skills are those that the case can use.
func (v Vocabulary) CheckCase(
	c *fixtures.Case, answerKey func(string) error, skills func() ([]string, error),
) error {
	scripts := c.Scripts()
	k := &nameCheck{Vocabulary: v, tools: append(v.Tools(c), calledTools(scripts)...), skills: skills}
	for _, script := range scripts {
		if err := answerKey(script.Key); err != nil {
			k.errs = append(k.errs, script.Errorf("answers: %w", err))
		}
	}
	for _, t := range c.AllTurns() {
		k.learns = k.learns || t.Draft == pipeline.Published || t.Measured()
		k.turn(t)
	}
	slices.SortStableFunc(k.errs, func(a, b error) int { return cmp.Compare(lineOf(a), lineOf(b)) })
	return errors.Join(k.errs...)
}

func lineOf(err error) int {
	if at, ok := errors.AsType[*strict.Error](err); ok {
		return at.Line
	}
	return 0
}

// calledTools returns the tools that scripted answers call, known or not.
func calledTools(scripts []fixtures.Script) []string {
	var names []string
	for _, s := range scripts {
		for _, a := range s.Answers {
			for _, call := range a.ToolCalls {
				names = append(names, call.Name)
			}
		}
	}
	return names
}

// nameCheck collects the errors in the names of one case.
type nameCheck struct {
	Vocabulary
	tools  []string
	skills func() ([]string, error)
	learns bool // from here on there may be skills whose names only a run knows
	errs   []error
}

func (k *nameCheck) turn(t *fixtures.Turn) {
	for _, key := range []string{"expect", "labels"} {
		n := t.Node(key)
		k.decides(n.Get("route"), pipeline.DecidesRoute, "route", "action", "alternatives")
		k.decides(n.Get("plan"), pipeline.DecidesPlan, "plan", "mode", "strategy")
		k.decides(n.Get("draft"), pipeline.DecidesDraft, "draft", "action", "findings")
		k.must(n.Get("draft").Get("review"), "draft", k.reviews(n.Get("draft").Get("review")))
		k.fallbacks(n.Get("fallbacks"))
		k.decisions(n.Get("decisions"))
		k.calls(n.Get("calls"))
		k.activated("skills", listOf(n.Get("skills"), "names"))
		k.called(listOf(n.Get("tools"), "calls"))
	}
}

// must keeps an error at a node.
func (k *nameCheck) must(n *strict.Node, key string, err error) {
	if err != nil {
		k.errs = append(k.errs, n.Errorf("%s: %w", key, err))
	}
}

// listOf returns a list, or the one under a key.
func listOf(n *strict.Node, key string) *strict.Node {
	if n != nil && n.Kind == strict.List {
		return n
	}
	return n.Get(key)
}

// decides checks the keys of an expectation that name values of a decision. A bare text is the first key's;
// alternatives are actions.
func (k *nameCheck) decides(n *strict.Node, what pipeline.Decides, expectation string, keys ...string) {
	stages := k.Deciding(what)
	if n == nil {
		return
	}
	for i, key := range keys {
		values := n.Get(key).Texts()
		if i == 0 && n.Kind == strict.String {
			values = n.Texts()
		}
		if key == "alternatives" {
			key = "action"
		}
		for _, v := range values {
			k.must(v, expectation, k.Decision(stages, key, v.Text))
		}
	}
}

// reviews returns an error for an expected review of a draft if the system has none.
func (k *nameCheck) reviews(n *strict.Node) error {
	if n == nil || len(k.Deciding(pipeline.DecidesReview)) > 0 {
		return nil
	}
	return fmt.Errorf("%s reviews no drafts", k.System)
}

func (k *nameCheck) fallbacks(n *strict.Node) {
	if n == nil {
		return
	}
	for _, f := range n.Items {
		stage, reason := f.Get("stage"), f.Get("reason")
		if stage == nil {
			continue
		}
		if err := k.Stage(stage.Text); err != nil {
			k.must(stage, "fallbacks", err)
		} else if reason != nil {
			k.must(reason, "fallbacks", k.Reason(stage.Text, reason.Text))
		}
	}
}

// decisions checks stages and their decisions' values.
func (k *nameCheck) decisions(n *strict.Node) {
	if n == nil {
		return
	}
	for i, key := range n.Keys {
		if err := k.Decided(key.Name); err != nil {
			k.errs = append(k.errs, n.KeyErrorf(i, "decisions: %w", err))
			continue
		}
		s, ok := k.Find(k.StageOf(key.Name))
		if !ok {
			continue
		}
		for j, part := range n.Items[i].Keys {
			for _, v := range n.Items[i].Items[j].Texts() {
				k.must(v, "decisions", k.Decision([]pipeline.Stage{s}, part.Name, v.Text))
			}
		}
		if slices.Contains(s.Decides, pipeline.DecidesSkills) && n.Items[i].Kind == strict.List {
			k.activated("decisions", n.Items[i])
		}
	}
}

func (k *nameCheck) calls(n *strict.Node) {
	for _, path := range n.Texts() {
		k.must(path, "calls", k.Call(path.Text))
	}
}

func (k *nameCheck) called(n *strict.Node) {
	if n == nil || k.AnyTool {
		return
	}
	for _, call := range n.Items {
		name := call
		if call.Kind == strict.Map {
			name = call.Get("name")
		}
		if name != nil && !slices.Contains(k.tools, name.Text) {
			k.must(name, "tools", fmt.Errorf("the case has no tool %.60q%s", name.Text,
				wording.Hint(name.Text, k.tools)))
		}
	}
}

func (k *nameCheck) activated(expectation string, n *strict.Node) {
	if len(k.Deciding(pipeline.DecidesSkills)) == 0 || k.learns {
		return
	}
	for _, name := range n.Texts() {
		known, err := k.skills()
		if err != nil {
			return // unreadable skills are reported elsewhere
		}
		if !slices.Contains(known, name.Text) {
			err := fmt.Errorf("neither case nor suite has a skill %.60q%s", name.Text, wording.Hint(name.Text, known))
			k.must(name, expectation, err)
		}
	}
}
