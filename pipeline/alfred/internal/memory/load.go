package memory

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// UnmarshalJSON implements json.Unmarshaler: the registry keeps its data model and takes everything else from a dump;
// missing parts are empty, and labels count as the case's. The error names the key of the dump. No number of a
// reference in the dump is given again, whatever its counters say.
func (r *Registry) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	dump, err := record.ParseObject(data)
	if err != nil {
		return err
	}
	l := loader{Registry: NewRegistry(r.domain, r.program), dump: dump}
	l.session, l.turn = dump.Text("session_id"), l.int("", dump.Get("current_turn"), "current_turn")
	l.each("ref_to_uuid", l.ref)
	if l.program && dump.Has("uuid_to_ref") {
		l.ids = &record.Object{}
	}
	l.each("uuid_to_ref", func(id string, v any) {
		if e := l.known(l.text("uuid_to_ref", id, v)); e != nil {
			l.ids.Set(id, e.Ref)
		}
	})
	l.count("counters", l.counters)
	l.count("gen_counters", l.pending)
	l.details()
	if l.err == nil {
		*r = *l.Registry
	}
	return l.err
}

type loader struct {
	*Registry
	dump *record.Object
	err  error // the first
}

func (l *loader) fail(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf(format, args...)
	}
}

// each calls f with every key of a map in the dump.
func (l *loader) each(name string, f func(key string, v any)) {
	v := l.dump.Get(name)
	o, ok := v.(*record.Object)
	if !ok {
		if v != nil {
			l.fail("%s: want an object, got %s", name, record.Kind(v))
		}
		return
	}
	for k, v := range o.All() {
		f(k, v)
	}
}

func (l *loader) ref(ref string, v any) {
	id := l.text("ref_to_uuid", ref, v)
	if !IsRef(ref) || strings.ContainsFunc(ref, isSpace) {
		l.fail("ref_to_uuid: %.60q is no reference; one is TYPE_N or gen_TYPE_N", ref)
		return
	}
	e := &entry{id: id, Entity: Entity{Ref: ref}}
	if strings.HasPrefix(id, pendingID) {
		e.id, e.Pending = "", true
	}
	l.add(e)
	typ, n := splitRef(ref)
	counters := l.counters
	if rest, ok := strings.CutPrefix(typ, "gen_"); ok {
		typ, counters = rest, l.Registry.pending
	}
	if last, _ := counters.Get(typ).(int); n > last {
		counters.Set(typ, n)
	}
}

// splitRef splits a reference into its type and its number; 0 for an invalid number.
func splitRef(ref string) (string, int) {
	at := strings.LastIndexByte(ref, '_')
	n, err := strconv.Atoi(ref[at+1:])
	if err != nil {
		return ref[:at], 0
	}
	return ref[:at], n
}

func (l *loader) count(name string, into *record.Object) {
	l.each(name, func(typ string, v any) {
		last, _ := into.Get(typ).(int)
		into.Set(typ, max(last, l.int(name, v, typ)))
	})
}

// details reads the dump's data on single references, removed ones too.
func (l *loader) details() {
	l.of("ref_actions", func(e *entry, v any) { e.Action = l.text("ref_actions", e.Ref, v) })
	l.of("ref_labels", func(e *entry, v any) {
		e.Label, e.From = record.String(v), pipeline.CaseText("registry")
		if e.Label == e.Ref {
			e.From = pipeline.TextSource{}
		}
	})
	l.of("ref_types", func(e *entry, v any) { e.Type = l.text("ref_types", e.Ref, v) })
	l.of("ref_recipe_last_read_level", func(e *entry, v any) { e.Level = record.String(v) })
	l.of("ref_recipe_last_full_turn", func(e *entry, v any) {
		e.LastFull, e.full = l.int("ref_recipe_last_full_turn", v, e.Ref), true
	})
	l.of("ref_turn_created", func(e *entry, v any) { e.Created = l.int("ref_turn_created", v, e.Ref) })
	l.of("ref_turn_last_ref", func(e *entry, v any) { e.LastRef = l.int("ref_turn_last_ref", v, e.Ref) })
	l.of("ref_source_step", func(e *entry, v any) {
		step := l.int("ref_source_step", v, e.Ref)
		e.Step = &step
	})
	l.of("ref_turn_promoted", func(e *entry, v any) {
		e.Promoted, e.promoted = l.int("ref_turn_promoted", v, e.Ref), true
	})
	l.of("ref_active_reason", func(e *entry, v any) { e.Reason = l.text("ref_active_reason", e.Ref, v) })
	l.of("pending_artifacts", func(e *entry, v any) {
		if e.known && record.Truthy(v) {
			e.content = record.Clone(v)
		}
	})
}

// of calls f with the entry of each key of a map; an unknown one was removed.
func (l *loader) of(name string, f func(e *entry, v any)) {
	l.each(name, func(ref string, v any) {
		e := l.refs[ref]
		if e == nil {
			e = &entry{Entity: Entity{Ref: ref}}
			l.order, l.refs[ref] = append(l.order, e), e
		}
		f(e, v)
	})
}

func (l *loader) text(name, key string, v any) string {
	s, ok := v.(string)
	if !ok {
		l.fail("%s: %s: want a string, got %s", name, key, record.Kind(v))
	}
	return s
}

func (l *loader) int(name string, v any, key string) int {
	switch v := v.(type) {
	case nil:
		return 0
	case int:
		return v
	case json.Number:
		if n, err := strconv.Atoi(string(v)); err == nil {
			return n
		}
	}
	l.fail("%s: want a whole number, got %s", strings.TrimPrefix(name+": "+key, ": "), record.Marshal(v))
	return 0
}
