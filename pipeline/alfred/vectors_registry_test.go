package alfred

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

func compareRegistry(t *trial, raw rawVector) {
	v := vectorAs[[]operation, sequenceOutput](t, raw)
	sequence(t, newRegistry(t, memory.Kitchen(), t.program), v.Input, v.Output)
}

// compareIsRef compares what is a reference. What the program cannot ask, such as null, or a number, is none.
func compareIsRef(t *trial, raw rawVector) {
	v := vectorAs[[]any, []json.RawMessage](t, raw)
	for i, value := range v.Input {
		s, isText := value.(string)
		want := raises(v.Output[i]) == "" && string(v.Output[i]) == "true"
		if got := isText && memory.IsRef(s); got != want {
			t.Errorf("is_ref %#v: %v, want %s", value, got, v.Output[i])
		}
	}
}

// stubDomain is the data model of the later program's vectors: items, and notes that link to them.
func stubDomain() memory.Domain {
	return memory.Domain{
		Tables: []memory.Table{
			{Name: "items", Type: "item"}, {Name: "notes", Type: "note", Links: []string{"item_id"}},
		},
		Links: []memory.Link{{Field: "item_id", Table: "items", Label: "name"}},
	}
}

func compareHeadRegistry(t *trial, raw rawVector) {
	type input struct{ Ops []operation }
	v := vectorAs[input, sequenceOutput](t, raw)
	touches := func(o operation) bool { return o.method == "touch_refs_from_step_data" }
	if slices.ContainsFunc(v.Input.Ops, touches) {
		t.skip("Q (F9): the later program looks for the types of references and so touches nothing")
	}
	sequence(t, newRegistry(t, stubDomain(), false), v.Input.Ops, v.Output)
}

// sequenceOutput is the result of each call, and the registry after them.
type sequenceOutput struct {
	Returns  []json.RawMessage
	Registry json.RawMessage
}

// operation is one call of a sequence: [method, [arguments]].
type operation struct {
	method string
	args   []json.RawMessage
}

func (o *operation) UnmarshalJSON(raw []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return err
	}
	if err := json.Unmarshal(parts[0], &o.method); err != nil || len(parts) == 1 {
		return err
	}
	return json.Unmarshal(parts[1], &o.args)
}

// sequence makes calls on a new registry and compares the results, and the registry after them.
func sequence(t *trial, r *memory.Registry, ops []operation, want sequenceOutput) {
	t.Helper()
	for i, op := range ops {
		if raises(want.Returns[i]) != "" {
			wrongCall(t, r, op)
			continue
		}
		sameJSON(t, op.method, registryCall{t, r, op}.run(), want.Returns[i])
	}
	sameJSON(t, "the registry", dumped(r), want.Registry)
	again := memory.NewRegistry(r.Domain(), r.Program())
	if err := json.Unmarshal(record.Marshal(r.Dump()), again); err != nil {
		t.Fatal(err)
	}
	before := r.Dump()
	before.Delete("_lazy_enrich_queue") // lives in a turn only
	sameJSON(t, "the registry, read back", again.Dump(), before)
}

// wrongCall makes a call that raises in the program: here its arguments do not fit, or it finds nothing to do.
func wrongCall(t *trial, r *memory.Registry, op operation) {
	try(t, t.program, func(tr *trial) { registryCall{tr, r, op}.run() })
}

// newRegistry returns an empty registry of the vectors' session.
func newRegistry(t *trial, d memory.Domain, program bool) *memory.Registry {
	t.Helper()
	return registryOf(t, d, program, json.RawMessage(`{"session_id": "s"}`))
}

// registryOf is the registry of a dump; null is an empty one.
func registryOf(t *trial, d memory.Domain, program bool, dump json.RawMessage) *memory.Registry {
	t.Helper()
	r := memory.NewRegistry(d, program)
	if len(dump) == 0 {
		return r
	}
	if err := json.Unmarshal(dump, r); err != nil {
		t.Fatal(err)
	}
	return r
}

// dumped returns a dump without its empty maps, as vectors have it.
func dumped(r *memory.Registry) *record.Object {
	dump := r.Dump()
	for _, k := range dump.Keys() {
		if o, ok := dump.Get(k).(*record.Object); ok && o.Len() == 0 {
			dump.Delete(k)
		}
	}
	return dump
}

// registryCall is a call of the program's registry, on ours.
type registryCall struct {
	t *trial
	r *memory.Registry
	operation
}

func argument[T any](c registryCall, i int) (v T) {
	c.t.Helper()
	if err := json.Unmarshal(c.args[i], &v); err != nil {
		c.t.Fatalf("%s: argument %d: %v", c.method, i, err)
	}
	return v
}

func (c registryCall) value(i int) any {
	if i >= len(c.args) {
		return nil
	}
	return valueOf(c.t, c.args[i])
}

func (c registryCall) text(i int) string {
	s, _ := c.value(i).(string)
	return s
}

func (c registryCall) int(i, otherwise int) int {
	if i >= len(c.args) {
		return otherwise
	}
	return argument[int](c, i)
}

func (c registryCall) texts(i int) []string {
	if i >= len(c.args) {
		return nil
	}
	return argument[[]string](c, i)
}

func (c registryCall) object(i int) *record.Object {
	o, ok := c.value(i).(*record.Object)
	if !ok {
		c.t.Fatalf("%s: want an object, got %v", c.method, c.value(i))
	}
	return o
}

func (c registryCall) objects(i int) []*record.Object {
	rows, ok := record.Objects(c.value(i))
	if !ok {
		c.t.Fatalf("%s: want a list of objects", c.method)
	}
	return rows
}

// run returns the call's result as the program does.
func (c registryCall) run() any {
	for _, f := range []func() (any, bool){c.translates, c.registers, c.looksUp, c.changes, c.shows} {
		if v, ok := f(); ok {
			return v
		}
	}
	c.t.Fatalf("nobody knows what %s does; say so here", c.method)
	return nil
}

func (c registryCall) translates() (any, bool) {
	switch c.method {
	case "translate_read_output":
		return record.List(c.r.Read(c.text(1), c.objects(0), pipeline.TextSource{})), true
	case "translate_filters":
		return c.r.Filters(record.List(c.objects(0))), true
	case "translate_payload":
		return c.r.Payload(c.object(0), c.text(1)), true
	case "translate_payload_batch":
		rows := []any{}
		for _, row := range c.objects(0) {
			rows = append(rows, c.r.Payload(row, c.text(1)))
		}
		return rows, true
	case "is_ref", "_is_ref":
		return memory.IsRef(c.text(0)), true
	}
	return nil, false
}

func (c registryCall) registers() (any, bool) {
	none := pipeline.TextSource{}
	switch c.method {
	case "register_generated":
		var step *int
		if c.value(3) != nil {
			n := c.int(3, 0)
			step = &n
		}
		return c.r.Generate(c.text(0), c.text(1), c.value(2), step, none), true
	case "register_created":
		return c.r.Created(c.text(0), c.text(1), c.text(2), c.text(3), none), true
	case "register_batch_created":
		return c.r.CreatedAll(c.texts(0), c.texts(1), c.text(2)), true
	case "register_from_ui":
		return c.r.ChangedInUI(c.text(0), c.text(1), c.text(2), c.text(3), none), true
	case "update_entity_data":
		return c.r.SetContent(c.text(0), c.object(1), none), true
	}
	return nil, false
}

func (c registryCall) looksUp() (any, bool) {
	switch c.method {
	case "get_uuid":
		if id, ok := c.r.ID(c.text(0)); ok {
			return id, true
		}
		return nil, true
	case "get_ref":
		if ref := c.r.Ref(c.text(0)); ref != "" {
			return ref, true
		}
		return nil, true
	case "has_ref":
		_, ok := c.r.Entity(c.text(0))
		return ok, true
	case "get_entity_data", "get_artifact_content":
		v, _ := c.r.Content(c.text(0))
		return v, true
	case "get_lazy_enrich_queue":
		queue := map[string][]string{}
		for _, u := range c.r.Unnamed() {
			queue[u.Ref] = []string{u.Table, u.Column, u.ID}
		}
		return queue, true
	case "get_all_pending_artifacts":
		return c.contents(func(memory.Entity) bool { return true }), true
	case "get_truly_pending_artifacts":
		return c.contents(func(e memory.Entity) bool { return e.Action != "created" }), true
	case "get_just_promoted_artifacts":
		return c.contents(func(e memory.Entity) bool { return e.Promoted == c.r.Turn() && !e.Pending }), true
	}
	return nil, false
}

func (c registryCall) contents(is func(memory.Entity) bool) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	for _, e := range c.r.Entities() {
		if e.Content != nil && is(e) {
			all[e.Ref] = e.Content
		}
	}
	return all
}

func (c registryCall) changes() (any, bool) {
	switch c.method {
	case "set_turn":
		c.r.SetTurn(c.int(0, 0))
	case "touch_ref":
		c.r.Touch(c.text(0))
	case "set_active_reason":
		c.r.Retain(c.text(0), c.text(1))
	case "clear_active_reason":
		c.r.Demote(c.text(0))
	case "apply_enrichment":
		c.r.Name(argument[map[string]string](c, 0), pipeline.TextSource{})
	case "clear_enrich_queue":
		c.r.Name(nil, pipeline.TextSource{})
	case "remove_ref":
		return c.r.Remove(c.text(0)), true
	case "touch_refs_from_step_data":
		return c.r.TouchMentioned([]any{c.value(0), c.value(1)}), true
	case "clear_turn_promoted_artifacts":
		return c.r.ForgetSaved(), true
	default:
		return nil, false
	}
	return nil, true
}

func (c registryCall) shows() (any, bool) {
	switch c.method {
	case "get_active_entities":
		recent, retained := c.r.ActiveWithin(c.int(0, memory.Window))
		return [][]string{refList(recent), refList(retained)}, true
	case "get_generated_pending":
		return refList(c.r.Pending()), true
	case "get_entities_this_turn":
		return refList(c.r.ThisTurn()), true
	case "get_all_refs_for_type":
		return refList(c.r.OfType(c.text(0))), true
	case "get_entities_by_recency":
		return refList(c.r.ByRecency(c.int(0, 20))), true
	case "get_entities_by_action":
		return refList(c.r.ByAction(c.text(0))), true
	case "get_stats":
		return c.r.Stats(), true
	case "format_for_prompt":
		return c.r.List(), true
	case "format_entities_for_prompt":
		return c.r.Table(), true
	case "to_dict":
		return c.r.Dump(), true
	case "get_active_context_for_frontend":
		return frontEnd(c.r.Show()), true
	}
	return nil, false
}

func refList(refs []string) []string { return append([]string{}, refs...) }

// frontEnd returns the data for a front end.
func frontEnd(s memory.Shown) any {
	entities := []any{}
	for _, e := range s.Entities {
		var reason any
		if e.Reason != "" {
			reason = e.Reason
		}
		entities = append(entities, map[string]any{
			"ref": e.Ref, "type": e.Type, "label": e.Label, "action": e.Action, "turnCreated": e.Created,
			"turnLastRef": e.LastRef, "isGenerated": e.Ref[:4] == "gen_", "retentionReason": reason,
		})
	}
	changes := map[string]any{"added": refList(s.Added)}
	return map[string]any{"entities": entities, "currentTurn": s.Turn, "changes": changes}
}
