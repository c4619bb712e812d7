package suites

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// scoreTools holds the tool calls of a turn, in the order of the tree, against the expected ones: the trajectory by the tools'
// names, then the arguments of the calls that belong together.
func scoreTools(v *view, e *fixtures.Expect) ([]Score, error) {
	if e.Tools == nil {
		return nil, nil
	}
	uses := toolUses(v.steps)
	var scores []Score
	var errs []error
	if e.Tools.Calls != nil {
		want := *e.Tools.Calls
		pairs := align(e.Tools.Match, want, uses)
		scores = append(scores, trajectory(v.place, e.Tools.Match, want, uses, pairs))
		args, err := arguments(want, uses, pairs)
		scores, errs = append(scores, args...), append(errs, err)
	}
	if most := e.Tools.MaxCalls; most != nil {
		n := len(uses)
		s := yes("tools", "budget", v.place, n <= *most, strconv.Itoa(*most), strconv.Itoa(n), fmt.Sprintf("tools: want at most %d calls, got %d", *most, n))
		scores = append(scores, s)
	}
	if most := e.Tools.RepeatedFailures; most != nil {
		repeated := repeatedFailures(uses)
		s := yes("tools", "no_repeated_failures", v.place, len(repeated) <= *most, strconv.Itoa(*most), strconv.Itoa(len(repeated)),
			fmt.Sprintf("tools: want at most %d repeated failures, got %d: %s", *most, len(repeated), list(repeated)))
		scores = append(scores, s)
	}
	return scores, errors.Join(errs...)
}

// toolUse is a tool call with its path.
type toolUse struct {
	path string
	*pipeline.ToolUse
}

func toolUses(steps []Step) []toolUse {
	var uses []toolUse
	for _, s := range steps {
		if s.Tool != nil {
			uses = append(uses, toolUse{s.Path, s.Tool})
		}
	}
	return uses
}

// align gives for each expected call the one that was made for it, -1 for none. In order it takes the next one of that name;
// else one whose arguments hold goes before others of the name.
func align(match string, want []fixtures.ToolMatch, uses []toolUse) []int {
	pairs := make([]int, len(want))
	used := make([]bool, len(uses))
	next := 0
	for i, w := range want {
		pairs[i] = -1
		for j, u := range uses {
			if used[j] || u.Call.Name != w.Name || inOrder(match) && j < next {
				continue
			}
			if pairs[i] < 0 {
				pairs[i] = j
			}
			if inOrder(match) {
				break
			}
			if ok, err := argumentsHold(w, u.Call.Arguments); err == nil && ok == "" {
				pairs[i] = j
				break
			}
		}
		if pairs[i] >= 0 {
			used[pairs[i]], next = true, pairs[i]+1
		}
	}
	return pairs
}

func inOrder(match string) bool {
	return match == "" || match == fixtures.MatchExact || match == fixtures.MatchInOrder
}

// trajectory is 1 when the names are as expected, and else the share of the expected calls that were made, but of exact and
// subset, which have no room for others: the share of all calls on either side that belong together.
func trajectory(place, match string, want []fixtures.ToolMatch, uses []toolUse, pairs []int) Score {
	made := 0
	for _, p := range pairs {
		if p >= 0 {
			made++
		}
	}
	all, others := made == len(want), len(uses)-made
	var holds bool
	switch match {
	case fixtures.MatchInOrder, fixtures.MatchAnyOrder:
		holds = all
	case fixtures.MatchSubset:
		holds = others == 0
	default:
		holds = all && others == 0
	}
	var w, g []string
	for _, m := range want {
		w = append(w, m.Name)
	}
	for _, u := range uses {
		g = append(g, u.Call.Name)
	}
	how := match
	if how == "" {
		how = fixtures.MatchExact
	}
	s := yes("tools", "trajectory", place, holds, list(w), list(g), fmt.Sprintf("tools: want %s (%s), got %s", list(w), how, list(g)))
	if s.By = how; !holds {
		s.Value = ratio(made, len(want))
		if match != fixtures.MatchInOrder && match != fixtures.MatchAnyOrder {
			s.Value = ratio(2*made, len(want)+len(uses))
		}
	}
	return s
}

// arguments is a score for each expected call that says something of its arguments and was made.
func arguments(want []fixtures.ToolMatch, uses []toolUse, pairs []int) ([]Score, error) {
	var scores []Score
	for i, w := range want {
		if w.Arguments == nil || pairs[i] < 0 {
			continue
		}
		u := uses[pairs[i]]
		wrong, err := argumentsHold(w, u.Call.Arguments)
		if err != nil {
			return scores, err
		}
		scores = append(scores, yes("tools", "arguments", u.path, wrong == "", string(w.Arguments.JSON()), u.Call.Arguments, fmt.Sprintf("tools: %s: %s", w.Name, wrong)))
	}
	return scores, nil
}

// argumentsHold says what is wrong with the arguments of a call; empty: nothing.
func argumentsHold(w fixtures.ToolMatch, got string) (wrong string, err error) {
	if w.Arguments == nil {
		return "", nil
	}
	ok := false
	switch w.Compare {
	case fixtures.CompareSchema:
		schema, err := schemaOf(w.Arguments)
		if err != nil {
			return "", err
		}
		if wrong := against(schema, got); wrong != "" {
			return fmt.Sprintf("the arguments %s do not fit the schema: %s", got, wrong), nil
		}
		return "", nil
	case fixtures.CompareSubset:
		ok = holds(json.RawMessage(got), w.Arguments)
	default:
		ok = equalJSON(got, w.Arguments)
	}
	if ok {
		return "", nil
	}
	return fmt.Sprintf("want the arguments %s, got %s", w.Arguments.JSON(), got), nil
}

// repeatedFailures names the calls that repeat one that has failed: the same tool and, as JSON, the same arguments.
func repeatedFailures(uses []toolUse) []string {
	var failed []toolUse
	var repeated []string
	for _, u := range uses {
		for _, f := range failed {
			if f.Call.Name == u.Call.Name && sameJSON(f.Call.Arguments, u.Call.Arguments) {
				repeated = append(repeated, u.path)
				break
			}
		}
		if u.Result.Failed {
			failed = append(failed, u)
		}
	}
	return repeated
}

func sameJSON(a, b string) bool {
	if a == b {
		return true
	}
	var va, vb any
	return json.Unmarshal([]byte(a), &va) == nil && json.Unmarshal([]byte(b), &vb) == nil && reflect.DeepEqual(va, vb)
}

// measureTools counts, in a case that calls tools, the calls, those that failed, those that repeat a failure, and the runs
// that used up their budget.
func measureTools(scores []Score, t *Trace) []Score {
	uses := toolUses(t.Steps)
	if len(uses) == 0 {
		return scores
	}
	failed, over := 0, 0
	for _, u := range uses {
		if u.Result.Failed {
			failed++
		}
	}
	for _, f := range t.Fallbacks() {
		if f.Reason == pipeline.ToolBudget {
			over++
		}
	}
	repeated := repeatedFailures(uses)
	again := count("tools", "repeated_failures", "", len(repeated), "no call repeats one that has failed")
	if len(repeated) > 0 {
		again.Path, again.Reason = repeated[0], "calls that repeat one that has failed: "+list(repeated)
	}
	return append(scores,
		count("tools", "calls", "", len(uses), Number(len(uses), "tool call")),
		count("tools", "failed", "", failed, fmt.Sprintf("%d of %d tool calls failed", failed, len(uses))),
		again,
		count("tools", "over_budget", "", over, Number(over, "run")+" used up "+Choose(over, "its", "their")+" tool calls"),
	)
}
