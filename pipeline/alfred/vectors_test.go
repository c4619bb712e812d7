package alfred

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// vector is one case of a file of vectors: the original program's input, and its output.
type vector[In, Out any] struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Input  In     `json:"input"`
	Output Out    `json:"output"`
}

// rawVector is a case whose parts are read later.
type rawVector = vector[json.RawMessage, json.RawMessage]

// comparisons are the kinds of cases in each file; a kind without a name takes all kinds of its file.
func comparisons() map[string]map[string]func(*trial, rawVector) {
	return map[string]map[string]func(*trial, rawVector){
		"registry.json":        {"registry_sequence": compareRegistry, "is_ref": compareIsRef},
		"head_registry.json":   {"registry_sequence": compareHeadRegistry},
		"entity_context.json":  {"entity_context": compareEntityContext},
		"contexts.json":        {"": compareContexts},
		"crud.json":            {"crud": compareCRUD},
		"act_node.json":        {"act_node": compareAct},
		"act_prompts.json":     {"act_user_prompt": compareActUserPrompt, "act_system_prompt": compareActSystemPrompt},
		"understand_node.json": {"understand_node": compareUnderstand},
		"e2e.json":             {"": compareE2E},
		"routing_misc.json": {
			"route_after_understand": compareRouting, "route_after_think": compareRouting,
			"should_continue_act": compareRouting, "mode": compareRouting,
			"conversation_phase": compareConversationPhase,
			"user_expressed":     compareUserExpressed, "compress_turn_summaries": compareCompressTurnSummaries,
			"serialize_step_results": compareSerializeStepResults, "fix_params": compareFixParams,
			"infer_artifact": compareInferArtifact,
		},
	}
}

// TestVectors compares the system with the original program, case by case: by default, and where it differs there with
// compat: program.
func TestVectors(t *testing.T) {
	for file, kinds := range comparisons() {
		t.Run(file, func(t *testing.T) {
			var all tally
			for _, raw := range vectors(t, file) {
				v, err := vectorOf(raw)
				if err != nil {
					t.Errorf("%.80s: %v", raw, err)
					all.differ++
					continue
				}
				compare := kinds[v.Kind]
				if compare == nil {
					compare = kinds[""]
				}
				t.Run(v.ID, func(t *testing.T) { all.add(t, v, compare) })
			}
			t.Logf("%s: %s", file, all)
		})
	}
}

// tally counts the cases of a file.
type tally struct {
	cases, byDefault, asProgram, differ int
	skipped                             map[string]int // by rule
}

// String implements fmt.Stringer.
func (a tally) String() string {
	s := fmt.Sprintf("%d cases: %d agree by default, %d with compat: program, %d differ", a.cases, a.byDefault,
		a.asProgram, a.differ)
	for _, rule := range slices.Sorted(maps.Keys(a.skipped)) {
		s += fmt.Sprintf(", %d skipped: %s", a.skipped[rule], rule)
	}
	return s
}

// add compares one case. What differs by default has to agree with compat: program.
func (a *tally) add(t *testing.T, v rawVector, compare func(*trial, rawVector)) {
	a.cases++
	if compare == nil {
		a.differ++
		t.Errorf("there is no comparison for the kind %s", v.Kind)
		return
	}
	byDefault := try(t, false, func(tr *trial) { compare(tr, v) })
	switch {
	case byDefault.skipped != "":
		if a.skipped == nil {
			a.skipped = map[string]int{}
		}
		a.skipped[byDefault.skipped]++
		t.Skip(byDefault.skipped)
	case len(byDefault.failures) == 0:
		a.byDefault++
	default:
		asProgram := try(t, true, func(tr *trial) { compare(tr, v) })
		if len(asProgram.failures) == 0 {
			a.asProgram++
			return
		}
		a.differ++
		t.Error(strings.Join(asProgram.failures, "\n"))
	}
}

// trial is a comparison that may fail without failing the test.
type trial struct {
	testing.TB
	program  bool // with compat: program
	failures []string
	skipped  string // by which rule
}

// over ends a trial early.
type over struct{}

func try(t testing.TB, program bool, f func(*trial)) (tr *trial) {
	tr = &trial{TB: t, program: program}
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(over); !ok { // one case is lost, not its file
				tr.Errorf("panic: %v", r)
			}
		}
	}()
	f(tr)
	return tr
}

func (t *trial) compat() string {
	if t.program {
		return asProgram
	}
	return ""
}

// Helper does nothing: a failure is told later, by the case.
func (t *trial) Helper() {}

// Error notes a failure.
func (t *trial) Error(args ...any) { t.failures = append(t.failures, fmt.Sprint(args...)) }

// Errorf notes a failure.
func (t *trial) Errorf(format string, args ...any) {
	t.failures = append(t.failures, fmt.Sprintf(format, args...))
}

// Fatal notes a failure and ends the trial.
func (t *trial) Fatal(args ...any) {
	t.Error(args...)
	panic(over{})
}

// Fatalf notes a failure and ends the trial.
func (t *trial) Fatalf(format string, args ...any) {
	t.Errorf(format, args...)
	panic(over{})
}

// skip ends the trial by a rule.
func (t *trial) skip(rule string) {
	t.skipped = rule
	panic(over{})
}

// onlyProgram ends a trial by default: what only the program does is no agreement.
func (t *trial) onlyProgram() {
	if !t.program {
		t.Fatal("the default does otherwise")
	}
}

// raises returns the program's error in place of a value: {"raises": …}.
func raises(raw json.RawMessage) string {
	var o map[string]json.RawMessage
	if json.Unmarshal(raw, &o) != nil || len(o) != 1 {
		return ""
	}
	return string(o["raises"])
}

// vectors returns the cases of a file of the shared data.
func vectors(t *testing.T, file string) []json.RawMessage {
	t.Helper()
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	name := filepath.Join(shared, "vectors", "alfred", file)
	raw, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		t.Skip("no vectors: " + name + " ($BEAVER_EVAL_SHARED names the folder above them)")
	}
	if err != nil {
		t.Fatal(err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(asJSON(raw), &all); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(all) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return all
}

// notJSON matches what Python writes as a number and JSON does not know, and texts, which are left alone.
var notJSON = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b`)

// asJSON returns Python's JSON with such numbers as texts.
func asJSON(raw []byte) []byte {
	return notJSON.ReplaceAllFunc(raw, func(token []byte) []byte {
		if token[0] == '"' {
			return token
		}
		return []byte(strconv.Quote(string(token)))
	})
}

func vectorOf(raw json.RawMessage) (v rawVector, err error) {
	err = json.Unmarshal(raw, &v)
	return v, err
}

// vectorAs reads the parts of a case.
func vectorAs[In, Out any](t *trial, raw rawVector) vector[In, Out] {
	v := vector[In, Out]{ID: raw.ID, Kind: raw.Kind}
	decode(t, raw.Input, &v.Input)
	decode(t, raw.Output, &v.Output)
	return v
}

// into reads a part of a case.
func into[T any](t testing.TB, raw json.RawMessage) (v T) {
	t.Helper()
	decode(t, raw, &v)
	return v
}

func decode(t testing.TB, raw json.RawMessage, v any) {
	t.Helper()
	if err := json.Unmarshal(raw, v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
}

// sameJSON compares two values by their JSON, whatever the order of keys.
func sameJSON(t testing.TB, what string, got, want any) {
	t.Helper()
	var values [2]any
	for i, v := range []any{got, want} {
		raw, err := json.Marshal(v)
		if err == nil {
			err = json.Unmarshal(raw, &values[i])
		}
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	if d := gocmp.Diff(values[1], values[0]); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// valueOf parses a value that keeps its order.
func valueOf(t testing.TB, raw json.RawMessage) any {
	t.Helper()
	v, err := record.Parse(raw)
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}
