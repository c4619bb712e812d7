package contracttest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

const teamCase = "fixtures/conversations/mas/team.yaml"

// Each agent has the suite's model for a skill: that of the skill and the agent, else of the skill, else the default.
func TestMASModelsByAgent(t *testing.T) {
	r := one(t, "mas/team")
	for path, want := range map[string]string{
		"turn-1/agent:boss/step:2/planning":              "large",
		"turn-1/agent:boss/step:2/planning#2":            "large",
		"turn-1/agent:dev/step:1/planning":               "small",
		"turn-1/agent:boss/step:3/send_message":          "medium",
		"turn-1/agent:boss/step:5/summary":               "tiny",
		"turn-1/agent:dev/step:6/summary":                "small",
		"turn-1/agent:dev/step:2/instruction_generation": "small",
		"turn-2/agent:dev/step:1/process_message":        "small",
	} {
		if got := callAt(t, r, path).Request.Model; got != want {
			t.Errorf("%s asks %q, want %q", path, got, want)
		}
	}
	dev := callAt(t, r, "turn-1/agent:dev/step:1/planning").Request
	if dev.Variant != "dev" || dev.Timeout != 5*time.Second {
		t.Errorf("the developer's planning is of %q and has %v", dev.Variant, dev.Timeout)
	}
}

// An answer that is refused and retried is an entry and a measure of its own, and no fallback.
func TestMASRejections(t *testing.T) {
	results := run(t, systems(t), "mas")
	r := results["mas/team"]
	delete(results, "mas/failing")
	var rejected []string
	for _, s := range r.Trace.Steps {
		if s.Kind == pipeline.EntryRejected {
			rejected = append(rejected, s.Path+" "+string(s.Failure.Reason))
		}
	}
	slices.Sort(rejected)
	want := []string{
		"turn-1/agent:boss/step:2/planning memory_lost",
		"turn-1/agent:dev/step:1/planning malformed",
		"turn-1/agent:dev/step:4/reflection forbidden_executor",
	}
	if d := cmp.Diff(want, rejected); d != "" {
		t.Errorf("rejected (-want +got):\n%s", d)
	}
	if d := cmp.Diff(map[string]float64{
		"answers.rejected":                                3,
		"answers.rejected[planning]":                      2,
		"answers.rejected[planning:malformed]":            1,
		"answers.rejected[planning:memory_lost]":          1,
		"answers.rejected[reflection]":                    1,
		"answers.rejected[reflection:forbidden_executor]": 1,
	}, measures(results, "answers.rejected")); d != "" {
		t.Errorf("measures (-want +got):\n%s", d)
	}
	if got := measures(results, "fallbacks.rate[planning"); got["fallbacks.rate[planning]"] != 0 {
		t.Errorf("re-asks are counted as fallbacks: %v", got)
	}
}

// The first request declares a retry, the last one that the step fails.
func TestMASDeclaresReasks(t *testing.T) {
	r := one(t, "mas/team")
	const (
		step  = "the step fails, and stage and task are told; the agent goes on with its next step"
		fails = step + ", at the deadline; else " + step
	)
	for path, want := range map[string]string{
		"turn-1/agent:dev/step:1/planning": "again for malformed, forbidden_executor, memory_lost, empty; else " +
			fails,
		"turn-1/agent:dev/step:1/planning#2":       "again for forbidden_executor, memory_lost; else " + fails,
		"turn-1/agent:boss/step:3/send_message":    fails,
		"turn-1/agent:boss/step:1/process_message": fails,
	} {
		if got := spellDeclared(callAt(t, r, path)); got != want {
			t.Errorf("%s: %s\nwant %s", path, got, want)
		}
	}
}

func spellDeclared(c *trace.Call) string {
	var all []string
	for _, d := range c.Request.Declared {
		var reasons []string
		for _, r := range d.Reasons {
			reasons = append(reasons, string(r))
		}
		switch {
		case d.Reask:
			all = append(all, "again for "+strings.Join(reasons, ", "))
		case len(all) > 0:
			all = append(all, "else "+d.Then)
		default:
			all = append(all, d.Then)
		}
	}
	return strings.Join(all, "; ")
}

// If several stages and several agents plan, an expectation without a place is an error that names them.
func TestMASDecisionsHaveAPlace(t *testing.T) {
	for _, tt := range []struct {
		name, old, new string
		status         result.Status
		want           []string
	}{
		{
			"no place",
			`{at: "agent:boss/step:2", steps: [send_message-1, send_message-2, summary-3]}`, `{steps: [summary-1]}`,
			result.StatusError,
			[]string{"there are 4 decisions", "agent:boss/step:2/planning", "agent:dev/step:4/reflection", "at"},
		},
		{
			"too wide a place", `plan: {at: "agent:boss/step:2",`, `plan: {at: "agent:boss/*",`,
			result.StatusError,
			[]string{"there are 2 decisions, at agent:boss/step:2/planning, agent:boss/step:6/planning"},
		},
		{
			"another stage", `at: "agent:boss/step:2", steps: [send_message-1, send_message-2, summary-3]`,
			`at: "agent:dev/step:4/reflection", steps: [summary-1]`, result.StatusOK, nil,
		},
		{
			"wrong plan", `step:4/reflection": {steps: [summary-1]}`, `step:4/reflection": {steps: [think-1]}`,
			result.StatusFailed, []string{`agent:dev/step:4/reflection`, "think-1"},
		},
		{
			"route elsewhere", `route: {at: "agent:boss/step:3",`, `route: {at: "agent:boss/step:4",`,
			result.StatusFailed, []string{"route: want dev,nobody, got carol,user"},
		},
		{
			"reply to another", `{to: carol, kind: question,`, `{to: dave, kind: question,`,
			result.StatusFailed, []string{`question to "dave"`, `question to "carol" at agent:boss/step:4`},
		},
		{
			"reply of another kind", `{to: carol, kind: question,`, `{to: carol, kind: answer,`,
			result.StatusFailed, []string{`answer to "carol"`, `question to "carol" at agent:boss/step:4`},
		},
		{
			"reply from elsewhere", `path: "agent:boss/step:4",`, `path: "agent:boss/step:3",`,
			result.StatusFailed, []string{`at agent:boss/step:3`, `question to "carol" at agent:boss/step:4`},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := run(t, systems(t), "mas", edit{teamCase, tt.old, tt.new})["mas/team"]
			if r.Status != tt.status {
				t.Errorf("the case is %s, want %s: %v %v", r.Status, tt.status, r.Errors, r.Failures)
			}
			said := strings.Join(r.Failures, "\n")
			for _, err := range r.Errors {
				said += "\n" + err.Error()
			}
			for _, want := range tt.want {
				if !strings.Contains(said, want) {
					t.Errorf("no %q in %s", want, said)
				}
			}
		})
	}
}
