package alfred

import (
	"encoding/json"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// TestVectorUnderstand makes the node Understand curate a registry: the remaining and active entities, the log, and the
// next node (F2, F5).
func compareUnderstand(t *trial, raw rawVector) {
	type input struct {
		Message  string          `json:"user_message"`
		Turn     int             `json:"current_turn"`
		Pending  json.RawMessage `json:"pending_clarification"`
		Answer   json.RawMessage `json:"llm_output"`
		Registry json.RawMessage `json:"registry"`
	}
	type output struct {
		Clarify  bool                         `json:"needs_clarification"`
		Quick    bool                         `json:"quick_mode"`
		Registry map[string]json.RawMessage   `json:"registry"`
		Recent   []string                     `json:"active_recent"`
		Retained []string                     `json:"active_retained"`
		Log      []map[string]json.RawMessage `json:"decision_log_entries"`
		Next     string                       `json:"next"`
	}
	v := vectorAs[input, output](t, raw)
	m := &script{t: t, left: [][]json.RawMessage{{json.RawMessage(`"UnderstandOutput"`), v.Input.Answer}}}
	c, root := opened(t, nil, m)
	c.Registry = registryOf(t, memory.Kitchen(), t.program, v.Input.Registry)
	c.Registry.SetTurn(v.Input.Turn)
	if pending := string(v.Input.Pending); pending != "null" && pending != "" {
		c.talk.Pending = &memory.Pending{Type: "understand"}
	}
	w := &turn{
		conversation: c, kept: c.kept, ctx: t.Context(), rt: root.At("turn-1", ""), number: v.Input.Turn,
		message: code.Of(v.Input.Message),
	}
	u, err := w.understand()
	if err != nil {
		t.Fatal(err)
	}
	if u.Clarify != v.Output.Clarify || u.Quick != v.Output.Quick {
		t.Errorf("clarify %v, quick %v, want %v, %v", u.Clarify, u.Quick, v.Output.Clarify, v.Output.Quick)
	}
	if got := wayOf(u); got != wayTo(v.Output.Next) {
		t.Errorf("goes to %s, want %s", got, v.Output.Next)
	}
	sameRegistry(t, c.Registry, v.Output.Registry)
	recent, retained := c.Registry.Active()
	want := [][]string{v.Output.Recent, v.Output.Retained}
	if d := cmp.Diff(want, [][]string{recent, retained}, empty); d != "" {
		t.Errorf("active (-want +got):\n%s", d)
	}
	log := []any{}
	for _, d := range w.talk.Decisions {
		entry := map[string]any{"turn": d.Turn, "action": d.Action, "reason": d.Reason}
		if len(d.Ref) > 0 {
			entry["ref"] = d.Ref
		}
		if len(d.Reason) == 0 {
			entry["reason"] = nil
		}
		log = append(log, entry)
	}
	sameJSON(t, "decision log", log, v.Output.Log)
}

// empty treats a missing list as an empty one.
var empty = cmp.Transformer("empty", func(list []string) []string { return append([]string{}, list...) })

// sameRegistry compares the parts of a dump that the vectors of nodes have; a missing one is empty.
func sameRegistry(t *trial, r *memory.Registry, want map[string]json.RawMessage) {
	t.Helper()
	var got map[string]json.RawMessage
	decode(t, record.Marshal(r.Dump()), &got)
	for _, part := range []string{
		"ref_to_uuid", "ref_actions", "ref_labels", "ref_types", "ref_turn_created", "ref_turn_last_ref",
		"ref_turn_promoted", "ref_active_reason", "counters", "gen_counters", "pending_artifacts",
	} {
		values := [2]json.RawMessage{got[part], want[part]}
		for i, v := range values {
			if v == nil {
				values[i] = json.RawMessage("{}")
			}
		}
		sameJSON(t, part, values[0], values[1])
	}
}
