package alfred

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// story is a conversation over a kitchen, as written into a case.
type story struct {
	seed  uint64
	block Block
	ids   []string // of the initial rows, and of linked rows
	turns []pipeline.Input
}

// oracle answers every call and every query from its path and a seed: well, badly, or not at all, and with ids
// everywhere.
type oracle struct {
	story
	sent   []pipeline.Request
	opened *conversation // its rows have ids too
	shown  []string      // where messages contain ids, or parts of them
}

// chance returns a number below n that depends only on the seed and the words.
func (o *oracle) chance(n int, words ...string) int {
	h := fnv.New64a()
	fmt.Fprint(h, o.seed, words)
	return int(h.Sum64() >> 8 % uint64(n))
}

func (o *oracle) oneOf(of []string, words ...string) string { return of[o.chance(len(of), words...)] }

// Chat implements pipeline.Model.
func (o *oracle) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	o.sent = append(o.sent, req)
	o.look(req)
	takes := time.Duration(o.chance(70, req.Path, "takes")) * time.Second
	if o.chance(25, req.Path, "fails") == 0 {
		return pipeline.Response{Takes: takes}, &pipeline.Failure{Reason: pipeline.Transport}
	}
	return pipeline.Response{Content: o.says(req), Takes: takes}, nil
}

func (o *oracle) says(req pipeline.Request) string {
	at := req.Path
	if o.chance(12, at, "bad") == 0 {
		return o.oneOf([]string{
			"", "no", "[]", `{"action": "go"}`, `{"action": 7}`, `{"decision": "maybe"}`,
			`{"steps": [{}]}`, `{"tool": "rm"}`, `{"action": "tool_call"}`, `{"action": "retrieve_step"}`,
			"{", "null", o.someID(at), `{"a": "` + o.someID(at) + `"}`,
		}, at, "which")
	}
	var v any
	switch req.Stage {
	case stageUnderstand:
		v = o.understands(at)
	case stageThink:
		v = o.thinks(at)
	case stageAct:
		v = o.acts(at)
	case stageQuick:
		tool := o.oneOf([]string{toolRead, toolRead, toolDelete, ""}, at, "tool")
		v = map[string]any{"tool": tool, "params": o.params(at)}
	default:
		return o.text(at) + strings.Repeat(" and so on", o.chance(2, at, "long")*60)
	}
	return written(v)
}

func (o *oracle) understands(at string) any {
	refs := func(what string) []string {
		list := []string{}
		for i := range o.chance(3, at, what) {
			list = append(list, o.ref(at, what, fmt.Sprint(i)))
		}
		return list
	}
	retain := []any{}
	for _, ref := range refs("retain") {
		retain = append(retain, map[string]any{"ref": ref, "reason": o.text(at, ref)})
	}
	return map[string]any{
		"referenced_entities": refs("refs"), "quick_mode": o.chance(4, at, "quick") == 0,
		"quick_intent":            o.text(at, "intent"),
		"quick_subdomain":         o.oneOf([]string{"recipes", "tasks", "", "moon"}, at, "sub"),
		"needs_clarification":     o.chance(6, at, "clarify") == 0,
		"clarification_questions": []string{o.text(at, "q1"), o.text(at, "q2")}[:o.chance(3, at, "questions")],
		"entity_curation": map[string]any{
			"retain_active": retain, "demote": refs("demote"), "drop": refs("drop"),
			"clear_all": o.chance(12, at, "clear") == 0, "curation_summary": o.text(at, "summary"),
		},
	}
}

func (o *oracle) thinks(at string) any {
	steps := []any{}
	for i := range o.chance(4, at, "steps") {
		n := fmt.Sprint(i)
		steps = append(steps, map[string]any{
			"description": o.text(at, n), "step_type": o.oneOf(stepType("").Values(), at, n, "type"),
			"subdomain": o.oneOf([]string{"recipes", "meal_plans", "inventory", "moon", ""}, at, n, "sub"), "group": i,
		})
	}
	return map[string]any{
		"goal": o.text(at, "goal"), "steps": steps, "proposal_message": o.text(at, "proposal"),
		"decision":                o.oneOf(append(decision("").Values(), "plan_direct", "plan_direct"), at, "how"),
		"clarification_questions": []string{o.text(at, "question")},
	}
}

func (o *oracle) acts(at string) any {
	a := map[string]any{
		"action": o.oneOf(append(actionKind("").Values(), "tool_call", "tool_call", "step_complete"), at, "do"),
		"tool":   o.oneOf(append(toolNames(), toolRead), at, "tool"), "params": o.params(at),
		"result_summary": o.text(at, "r"), "note_for_next_step": o.text(at, "note"),
		"subdomain":  o.oneOf([]string{"tasks", "moon"}, at, "schema"),
		"step_index": o.chance(4, at, "index") - 1, "question": o.text(at, "ask"), "details": o.text(at, "details"),
		"reason": o.text(at, "reason"), "user_message": o.text(at, "message"), "reason_code": o.someID(at),
	}
	if o.chance(2, at, "data") == 0 {
		a["data"] = []any{o.row(at, "1"), o.row(at, "2")}
	}
	return a
}

func (o *oracle) row(words ...string) map[string]any {
	say := func(what string) string { return o.text(append(words, what)...) }
	return map[string]any{
		"name": say("name"), "notes": say("notes"), "instructions": []string{say("how")},
		"id": o.ref(append(words, "id")...), "recipe_id": o.ref(append(words, "fk")...), say("key"): 7,
	}
}

func (o *oracle) params(at string) any {
	value := any(o.ref(at, "value"))
	if o.chance(2, at, "list") == 0 {
		value = []string{o.ref(at, "v1"), o.ref(at, "v2")}
	}
	p := map[string]any{
		"table": o.oneOf([]string{"recipes", "recipes", "meal_plans", "inventory", "moon", ""}, at, "table"),
		"filters": []any{map[string]any{
			"field": o.oneOf([]string{"id", "id", "recipe_id", "name"}, at, "field"), "value": value,
			"op": o.oneOf([]string{"=", "in", "in", "is not null", "~"}, at, "op"),
		}},
		"data": o.row(at, "data"),
	}
	switch o.chance(9, at, "wrong") {
	case 0:
		p["filters"] = "all"
	case 1:
		p["data"] = []any{o.row(at, "a"), o.row(at, "b")}
	case 2, 3, 4:
		delete(p, "filters")
	}
	return p
}

// ref returns a reference, right or wrong, or something that is none.
func (o *oracle) ref(words ...string) string {
	return o.oneOf([]string{
		"recipe_1", "recipe_2", "gen_recipe_1", "gen_meal_plan_1", "meal_1", "inv_1", "recipe_99", "nothing", "", "_1",
		o.someID(words...), o.someID(words...),
	}, append(words, "ref")...)
}

// someID returns an id, an unknown one, a part of one, or one in another spelling.
func (o *oracle) someID(words ...string) string {
	id := o.oneOf(o.ids, append(words, "some id")...)
	switch o.chance(6, append(words, "form")...) {
	case 0:
		return "0badf00d-" + id[28:32] + "-4111-8222-333344445555"
	case 1:
		return id[:8+o.chance(20, words...)]
	case 2:
		return id[o.chance(20, words...):]
	case 3:
		return strings.ToUpper(id)
	case 4:
		return strings.ReplaceAll(id, "-", "")
	}
	return id
}

func (o *oracle) text(words ...string) string {
	return o.oneOf([]string{
		"Dal", "Save recipe_1 and gen_recipe_1", "the recipe " + o.someID(words...) + " of\u2028mine",
		"## Entities\n- recipe_7",
		"{{.Message}} </session_context>", `"},{"action":"fail` + o.someID(words...), "", "a|b`" + o.someID(words...),
	}, append(words, "text")...)
}

// Call implements pipeline.Tools: a case has results for some queries.
func (o *oracle) Call(_ context.Context, at string, calls []pipeline.ToolCall) (pipeline.ToolResult, bool, error) {
	switch o.chance(12, at, "result") {
	case 0:
		return pipeline.ToolResult{Content: "no row " + o.someID(at), Failed: true}, true, nil
	case 1:
		return pipeline.ToolResult{Content: o.text(at) + calls[0].Arguments}, true, nil
	case 2:
		row := o.row(at)
		row["id"], row["task_id"] = "7a3d9e10-55aa-4b21-9e0f-c4d2b8a61f73", o.oneOf(o.ids, at)
		return pipeline.ToolResult{Content: written([]any{row, "no row", o.row(at)})}, true, nil
	}
	return pipeline.ToolResult{}, false, nil
}

// uuid matches an id anywhere.
var uuid = regexp.MustCompile(`(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// look finds ids and parts of ids in a model's view.
func (o *oracle) look(req pipeline.Request) {
	parts := map[string]bool{}
	for _, id := range slices.Concat(o.ids, uuid.FindAllString(string(record.Marshal(o.opened.Tables.Dump())), -1)) {
		for i := range len(id) - 7 {
			parts[id[i:i+8]] = true
		}
	}
	for _, m := range req.Messages {
		text := strings.ToLower(m.Content())
		for _, id := range uuid.FindAllString(text, -1) {
			o.shown = append(o.shown, req.Path+": "+id)
		}
		for i := range max(0, len(text)-7) {
			if parts[text[i:i+8]] {
				o.shown = append(o.shown, fmt.Sprintf("%s: %s: %.60q", req.Path, text[i:i+8], text[max(0, i-20):]))
			}
		}
	}
}

// written returns a value in JSON.
func written(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// someStory generates a kitchen of a few rows, some of which mention ids, and a conversation of some turns.
func someStory(t *rapid.T) story {
	s := story{seed: rapid.Uint64().Draw(t, "seed")}
	id := rapid.StringMatching(`[1-9a-f]{8}-[1-9a-f]{4}-4[1-9a-f]{3}-a[1-9a-f]{3}-[1-9a-f]{12}`)
	s.ids = rapid.SliceOfNDistinct(id, 4, 7, rapid.ID).Draw(t, "ids")
	o := &oracle{story: s}
	tables := map[string]any{"recipes": []any{}, "meal_plans": []any{}}
	for i, id := range s.ids[:len(s.ids)-1] { // there is no row of the last
		n := strconv.Itoa(i)
		if i%3 == 2 {
			plan := map[string]any{
				"id": id, "date": "2026-01-0" + n, "recipe_id": o.oneOf(s.ids, n), "notes": o.text(n),
			}
			tables["meal_plans"] = append(tables["meal_plans"].([]any), plan)
			continue
		}
		recipe := map[string]any{
			"id": id, "name": o.text(n), "notes": o.text(n, "notes"), "parent_recipe_id": s.ids[len(s.ids)-1],
		}
		tables["recipes"] = append(tables["recipes"].([]any), recipe)
	}
	s.block = Block{
		Compat: rapid.SampledFrom([]string{"", asProgram}).Draw(t, "compat"), Profile: o.text("profile"),
		Guidance: map[string]string{"recipes": o.text("guidance")}, About: o.text("about"),
	}
	s.block.Tables = json.RawMessage(written(tables))
	for i := range rapid.IntRange(1, 5).Draw(t, "turns") {
		n := strconv.Itoa(i)
		said := o.oneOf([]string{
			"yes, the " + o.text(n), "What of " + o.someID(n) + "?",
			"Cook @[" + o.text(n) + "](recipe:" + s.ids[0] + ") for me",
		}, n, "said")
		block := &TurnBlock{Mode: o.oneOf([]string{"", "", "", "quick", "create"}, n, "mode")}
		if o.chance(4, n, "changes") == 0 {
			row := json.RawMessage(`{"id": "00c0ffee-0000-4000-8000-00000000000` + n + `", "name": "Made by hand"}`)
			block.Changes = []Change{{Do: "created", Table: "recipes", Row: row}}
		}
		s.turns = append(s.turns, pipeline.Input{Kind: pipeline.UserMessage, Text: said, Block: block})
	}
	return s
}

// told is the result of a story: a line for each turn, and the requests and logs.
type told struct {
	turns []string
	sent  []pipeline.Request
	log   []pipeline.Entry
}

// tell runs a story. Each turn ends within the calls that its plan allows, with a valid status.
func tell(t *rapid.T, sys *System, s story) told {
	c, err := sys.Open(pipeline.Case{Block: &s.block})
	if err != nil {
		t.Fatal(err)
	}
	o := &oracle{story: s, opened: c.(*conversation)}
	root := pipeline.NewRuntime(&pipeline.Env{
		Model: o, Tools: o,
		Settings: func(string) pipeline.StageSettings { return pipeline.StageSettings{Deadline: time.Minute} },
	}, time.Date(2026, 1, 25, 9, 0, 0, 0, time.UTC))
	var all told
	for i, in := range s.turns {
		before := len(o.sent)
		rt := root.At("turn-"+strconv.Itoa(i+1), "")
		out, err := c.Turn(t.Context(), rt, in)
		if err != nil {
			t.Fatalf("turn %d: %v", i+1, err)
		}
		const turnCalls, steps, stepCalls = 4, 3, maxResults + maxSchemas + 1
		if n := len(o.sent) - before; n > turnCalls+steps*stepCalls {
			t.Fatalf("turn %d makes %d calls", i+1, n)
		}
		if !slices.Contains([]string{pipeline.StatusDone, pipeline.StatusFailed, pipeline.StatusWaiting}, out.Status) {
			t.Fatalf("turn %d ends as %q", i+1, out.Status)
		}
		if len(out.Replies) != 1 {
			t.Fatalf("turn %d: %d replies", i+1, len(out.Replies))
		}
		all.turns = append(all.turns, fmt.Sprintf("%s %s %+v", out.Status, out.Replies, out.State))
		all.log = append(all.log, rt.Log()...)
	}
	if len(o.shown) > 0 {
		t.Fatalf("ids are shown:\n%s", strings.Join(o.shown, "\n"))
	}
	all.sent = o.sent
	return all
}

// For any kitchen and any texts: a turn ends, no model sees an id of a row, a part of one or anything of that form, and
// the same story gives the same bytes (F0, F7).
func TestEveryStoryEndsWithoutIDsF0(t *testing.T) {
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := someStory(t)
		a, b := tell(t, sys, s), tell(t, sys, s)
		if d := cmp.Diff(a.turns, b.turns); d != "" {
			t.Fatalf("a second run ends otherwise:\n%s", d)
		}
		if !reflect.DeepEqual(a.sent, b.sent) || !reflect.DeepEqual(a.log, b.log) {
			t.Fatal("a second run asks or logs something else")
		}
	})
}
