package contracttest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/suites/result"
)

const dinnerCase = "fixtures/conversations/alfred/dinner.yaml"

// The steps of a plan have settings of their own by type.
func TestAlfredSettingsByVariant(t *testing.T) {
	r := one(t, "alfred/dinner")
	for _, tt := range []struct {
		path, variant, model string
		cold                 bool // the temperature is 0
	}{
		{"turn-1/understand", "", "small", false},
		{"turn-1/step:1/act-1", "low", "medium", true},
		{"turn-1/step:2/act-1", "high", "large", false},
		{"turn-1/step:3/act-2", "low", "medium", true},
		{"turn-2/act-quick", "", "small", false},
	} {
		req := callAt(t, r, tt.path).Request
		cold := req.Options.Temperature != nil && *req.Options.Temperature == 0
		if req.Variant != tt.variant || req.Model != tt.model || cold != tt.cold {
			t.Errorf("%s: variant %q, model %q, options %+v", tt.path, req.Variant, req.Model, req.Options)
		}
	}
	low := callAt(t, r, "turn-1/step:1/act-1").Request
	if n := low.Options.NumCtx; n != nil {
		t.Errorf("act:low has num_ctx %d: the entry of a variant stands for all of the stage's options", *n)
	}
}

// The model's own text stays beside the call made of it; expectations use the call.
func TestAlfredKeepsWhatWasSaid(t *testing.T) {
	r := one(t, "alfred/dinner")
	said := map[string][2]string{}
	for _, s := range r.Trace.Steps {
		if s.Tool != nil && s.Tool.Said != nil {
			said[s.Path] = [2]string{s.Tool.Said.Arguments, s.Tool.Call.Arguments}
		}
	}
	const params = `{"table":"recipes","filters":[{"field":"id","op":"=","value":"%s"}]}`
	want := [2]string{fmt.Sprintf(params, "recipe_1"), fmt.Sprintf(params, "11111111-1111-4111-8111-111111111111")}
	got := said["turn-4/step:1/act-1/tool-1"]
	if !sameJSON(t, got[0], want[0]) || !sameJSON(t, got[1], want[1]) {
		t.Errorf("said and made: %q, want %q", got, want)
	}
}

// No message contains an id of a row, or a part of one.
func TestAlfredShowsNoIDs(t *testing.T) {
	calls := 0
	for _, id := range []string{"alfred/dinner", "alfred/faults"} {
		for _, c := range one(t, id).Trace.Calls() {
			calls++
			for _, m := range c.Request.Messages {
				for _, part := range []string{"11111111", "22222222", "33333333", "row:turn"} {
					if strings.Contains(m.Content(), part) {
						t.Errorf("%s: %s shows %s:\n%s", id, c.Path, part, m.Content())
					}
				}
			}
		}
	}
	if calls < 25 {
		t.Errorf("only %d calls", calls)
	}
}

// The user's changes by hand are known before any call, and cost none.
func TestAlfredClicks(t *testing.T) {
	r := one(t, "alfred/dinner")
	got := section(callAt(t, r, "turn-3/understand"), "Entity Registry")
	if !strings.Contains(got, "| recipe_2 | recipe | Dal | deleted:user |") {
		t.Errorf("the turn does not know of the click:\n%s", got)
	}
	for _, c := range r.Trace.Calls() {
		if strings.HasPrefix(c.Path, "turn-3/") && c.Path != "turn-3/understand" {
			t.Errorf("the click asks a model: %s", c.Path)
		}
	}
}

// Decisions are identified by their place, and a wrong value fails.
func TestAlfredDecisionsHaveAPlace(t *testing.T) {
	const routed = `route: {action: plan, at: understand}`
	const acted = `"step:1/act-2": {action: step_complete}`
	const steps = `steps: [read-1, generate-2, write-3], nodes: {read-1: [], generate-2: [read-1], ` +
		`write-3: [generate-2]}`
	for _, tt := range []struct {
		name, old, new string
		status         result.Status
		want           string
	}{
		{"without a place", routed, `route: plan`, result.StatusOK, ""},
		{"another way", routed, `route: {action: clarify, at: understand}`, result.StatusFailed, "got plan"},
		{"order", steps, `steps: [read-1, write-3, generate-2]`, result.StatusFailed, "want the steps read-1, write-3"},
		{"not a graph", steps, `nodes: {read-1: [], generate-2: [], write-3: []}`, result.StatusFailed, "generate-2"},
		{"a step's decision", acted, `"step:1/act-2": {action: fail}`, result.StatusFailed, "step:1/act-2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := run(t, systems(t), "alfred", edit{dinnerCase, tt.old, tt.new})["alfred/dinner"]
			said := strings.Join(r.Failures, "\n")
			for _, err := range r.Errors {
				said += "\n" + err.Error()
			}
			if r.Status != tt.status || !strings.Contains(said, tt.want) {
				t.Errorf("the case is %s: %s\nwant %s: %s", r.Status, said, tt.status, tt.want)
			}
		})
	}
}

// Names in cases and suites are checked against the stages' declarations.
func TestAlfredNamesAreChecked(t *testing.T) {
	for _, tt := range []struct {
		name, file, old, new, want string
	}{
		{"action", dinnerCase, `{action: plan, at: understand}`, `{action: propse, at: understand}`, `"propse"`},
		{"variant", "suites/alfred.yaml", `"act:high": large`, `"act:hihg": large`, `"hihg"`},
		{"mode of a turn", dinnerCase, `alfred: {mode: quick}`, `alfred: {mod: quick}`, `(nearest: mode)`},
	} {
		_, err := load(systems(t), "alfred", edit{tt.file, tt.old, tt.new})
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), tt.file+":") {
			t.Errorf("%s: %v, want %s and the line", tt.name, err, tt.want)
		}
	}
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	return cmp.Equal(decoded(t, a), decoded(t, b))
}
