package alfred

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

type actVisit struct {
	Steps    []planned                  `json:"steps"`
	Index    int                        `json:"current_step_index"`
	Results  []json.RawMessage          `json:"current_step_tool_results"`
	Schemas  int                        `json:"schema_requests"`
	Before   map[string]json.RawMessage `json:"step_results"`
	Manifest *struct {
		Items []struct {
			Ref    string `json:"ref"`
			Label  string `json:"label"`
			Status string `json:"status"`
		} `json:"items"`
	} `json:"batch_manifest"`
	Answers []json.RawMessage `json:"llm"`
}

type actOutput struct {
	Action   map[string]any             `json:"action"`
	Index    *int                       `json:"current_step_index"`
	Results  json.RawMessage            `json:"tool_results"`
	Before   json.RawMessage            `json:"step_results"`
	Registry map[string]json.RawMessage `json:"registry"`
	Next     string                     `json:"next"`
	Calls    [][2]string                `json:"llm_calls"`
}

// twoRecipes are the rows of the vectors of Act.
const twoRecipes = `{"recipes": [{"id": "00000000-0000-4000-8000-000000000001", "name": "Butter Chicken"},
	{"id": "00000000-0000-4000-8000-000000000002", "name": "Thai Curry"}]}`

// TestVectorAct visits the node Act once: the effective action, the step's state, and the next node (F2, F3, F7).
func compareAct(t *trial, raw rawVector) {
	v := vectorAs[actVisit, actOutput](t, raw)
	m := &script{t: t}
	for _, a := range v.Input.Answers {
		m.left = append(m.left, []json.RawMessage{json.RawMessage(`"ActDecision"`), a})
	}
	c, root := opened(t, json.RawMessage(twoRecipes), m)
	prepare(t, c, v.Output.Registry)
	w := workOf(t, c, root, v.Input)
	if v.Input.Index >= len(v.Input.Steps) {
		end, err := w.actAll()
		if err != nil || end.ended || len(m.asked) > 0 || v.Output.Action != nil || v.Output.Next != "reply" {
			t.Errorf("behind the last step: %+v, %v, %d calls", end, err, len(m.asked))
		}
		return
	}
	a, failed, err := w.act()
	if err != nil || failed {
		t.Fatal(failed, err)
	}
	index := v.Input.Index
	if a.Action.leads() == leadsNext {
		w.complete(a)
		index++
	}
	if got := next(a.Action, index, len(v.Input.Steps)); got != v.Output.Next {
		t.Errorf("goes to %s, want %s", got, v.Output.Next)
	}
	if moved := v.Output.Index != nil; moved != (index != v.Input.Index) || moved && *v.Output.Index != index {
		t.Errorf("the step behind is %d, want %v", index, v.Output.Index)
	}
	sameAction(t, a, w.typ(), v.Output.Action)
	w.compare(t, v.Output, a.Action.leads() == leadsNext)
	if d := cmp.Diff(v.Output.Calls, append([][2]string{}, m.asked...)); d != "" {
		t.Errorf("calls (-want +got):\n%s", d)
	}
}

// prepare registers entities from the turn before, which are missing in a vector's input.
func prepare(t *trial, c *conversation, want map[string]json.RawMessage) {
	t.Helper()
	const before, now = 2, 3
	created, ids := map[string]int{}, map[string]string{}
	for part, into := range map[string]any{"ref_turn_created": &created, "ref_to_uuid": &ids} {
		if raw := want[part]; raw != nil {
			decode(t, raw, into)
		}
	}
	c.Registry.SetTurn(before)
	for _, ref := range slices.Sorted(maps.Keys(created)) {
		switch id, known := ids[ref]; {
		case created[ref] != before:
		case strings.HasPrefix(ref, "gen_"):
			content := record.Of(record.Field{Key: "name", Value: "A"})
			c.Registry.Generate(strings.Split(ref, "_")[1], "A", content, nil, pipeline.TextSource{})
		case known:
			name := map[string]string{"1": "Butter Chicken", "2": "Thai Curry"}[id[len(id)-1:]]
			c.Registry.Read("recipes", []*record.Object{record.Of(record.Field{Key: "id", Value: id},
				record.Field{Key: "name", Value: name})}, pipeline.TextSource{})
		}
	}
	c.Registry.SetTurn(now)
}

// workOf returns the step of a vector, with its results so far.
func workOf(t *trial, c *conversation, root *pipeline.Runtime, in actVisit) *work {
	t.Helper()
	w := &work{
		turn: &turn{conversation: c, kept: c.kept, ctx: t.Context(), rt: root, number: c.Registry.Turn()}, rt: root,
		index: in.Index, results: resultsOf(t, in.Results),
	}
	for _, s := range in.Steps {
		w.steps = append(w.steps, step{
			Type: string(s.Type), Subdomain: s.Subdomain, Description: code.Of(s.Description),
		})
	}
	for i := range in.Index {
		var left memory.Outcome // nothing, where the vector does not say
		if raw, ok := in.Before[strconv.Itoa(i)]; ok {
			left = outcomeOf(t, raw)
		}
		w.done = append(w.done, left)
	}
	for range in.Schemas {
		w.schemas = append(w.schemas, "recipes")
	}
	if in.Manifest != nil {
		for _, item := range in.Manifest.Items {
			w.batch = append(w.batch, batchItem{
				Ref: code.Of(item.Ref), Label: code.Of(item.Label), Status: item.Status,
			})
		}
	}
	return w
}

// resultsOf returns the results of the calls in a step.
func resultsOf(t *trial, raw []json.RawMessage) []memory.Result {
	t.Helper()
	var results []memory.Result
	for _, one := range raw {
		tuple, ok := valueOf(t, one).([]any)
		if !ok {
			t.Fatalf("no tuple: %s", one)
		}
		results = append(results, resultOf(t, tuple))
	}
	return results
}

// shown returns results in the vectors' form.
func shown(results []memory.Result) []any {
	all := []any{}
	for _, r := range results {
		if r.Table == "" {
			all = append(all, []any{r.Tool, r.Data})
			continue
		}
		all = append(all, []any{r.Tool, r.Table, r.Data})
	}
	return all
}

// compare compares the step's state with a vector.
func (w *work) compare(t *trial, want actOutput, complete bool) {
	t.Helper()
	if want.Registry != nil {
		sameRegistry(t, w.Registry, want.Registry)
	}
	if complete {
		done := w.done[len(w.done)-1]
		all := map[string]any{}
		for i, o := range w.done {
			all[strconv.Itoa(i)] = o.Data
			if len(o.Results) > 0 || len(o.Data) == 0 {
				all[strconv.Itoa(i)] = shown(o.Results)
			}
		}
		if len(want.Before) > 0 && string(want.Before) != "null" {
			sameJSON(t, "results of the steps", all, want.Before)
		}
		if len(done.Results) > 0 && len(done.Data) > 0 {
			t.Error("a step keeps its results, or else its data")
		}
		return
	}
	if len(want.Results) > 0 && string(want.Results) != "null" {
		sameJSON(t, "results of the step", shown(w.results), want.Results)
	}
}

// sameAction compares the fields of an action that the program's has.
func sameAction(t *trial, a action, typ stepType, want map[string]any) {
	t.Helper()
	got := map[string]any{"action": a.Action}
	switch a.Action {
	case actToolCall:
		got["tool"], got["params"] = a.Tool, a.Params
	case actStepComplete:
		got["result_summary"], got["note_for_next_step"] = a.Summary, orNull(a.Note)
		got["artifacts"], got["batch_progress"] = nil, nil
		if typ == stepGenerate {
			got["artifacts"] = artefactsIn(valueOf(t, a.Data))
		}
	case actRequestSchema:
		got["subdomain"] = a.Subdomain
	case actRetrieveStep:
		got["step_index"] = *a.StepIndex
	case actAskUser:
		got["question"] = a.Question
	case actBlocked:
		got["reason_code"], got["details"], got["suggested_next"] = a.Code, a.Details, a.Next
	case actFail:
		got["reason"], got["user_message"] = a.Reason, a.UserMessage
	}
	if a.Action == actAskUser || a.Action == actStepComplete { // the program keeps more of them, but never reads it
		want = maps.Clone(want)
		delete(want, "context")
		delete(want, "batch_progress")
		delete(got, "batch_progress")
	}
	sameJSON(t, "action", got, want)
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
