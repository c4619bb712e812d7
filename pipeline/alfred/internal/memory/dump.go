package memory

import (
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// pendingID is the prefix of the placeholder for an artefact's id in a dump.
const pendingID = "__pending__"

// Dump returns the whole registry, in the form that the program keeps between turns (F4). It contains ids: it is not
// for a model.
func (r *Registry) Dump() *record.Object {
	o := record.Of(record.Field{Key: "session_id", Value: r.session})
	maps := map[string]*record.Object{}
	for _, key := range []string{"ref_to_uuid", "uuid_to_ref", "counters", "gen_counters", "pending_artifacts",
		"ref_actions", "ref_labels", "ref_types", "ref_recipe_last_read_level", "ref_recipe_last_full_turn",
		"ref_turn_created", "ref_turn_last_ref", "ref_source_step", "ref_turn_promoted"} {
		maps[key] = &record.Object{}
		o.Set(key, maps[key])
	}
	o.Set("current_turn", r.turn)
	maps["ref_active_reason"] = &record.Object{}
	o.Set("ref_active_reason", maps["ref_active_reason"])
	for _, e := range r.order {
		e.dump(maps)
	}
	o.Set("uuid_to_ref", r.ids.Copy())
	o.Set("counters", r.counters.Copy())
	o.Set("gen_counters", r.pending.Copy())
	if len(r.unnamed) > 0 {
		queue := &record.Object{}
		for _, ref := range r.unnamed {
			queue.Set(ref, []any{r.refs[ref].link.Table, r.refs[ref].link.Label})
		}
		o.Set("_lazy_enrich_queue", queue)
	}
	return o
}

func (e *entry) dump(maps map[string]*record.Object) {
	set := func(key string, value any, is bool) {
		if is {
			maps[key].Set(e.Ref, value)
		}
	}
	set("ref_to_uuid", e.id, e.known && !e.Pending)
	set("ref_to_uuid", pendingID+e.Ref, e.known && e.Pending)
	set("pending_artifacts", record.Clone(e.content), e.content != nil)
	set("ref_actions", e.Action, e.Action != "")
	set("ref_labels", e.Label, e.Label != "")
	set("ref_types", e.Type, e.Type != "")
	set("ref_recipe_last_read_level", e.Level, e.Level != "")
	set("ref_recipe_last_full_turn", e.LastFull, e.full)
	set("ref_turn_created", e.Created, true)
	set("ref_turn_last_ref", e.LastRef, true)
	if e.Step != nil {
		set("ref_source_step", *e.Step, true)
	}
	set("ref_turn_promoted", e.Promoted, e.promoted)
	set("ref_active_reason", e.Reason, e.Reason != "")
}

// MarshalJSON implements json.Marshaler: the dump.
func (r *Registry) MarshalJSON() ([]byte, error) { return record.Marshal(r.Dump()), nil }
