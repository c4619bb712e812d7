package memory

import (
	"maps"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Registry is the SessionIdRegistry of one conversation. It is not safe for concurrent use; a turn that may fail works
// on a Clone.
type Registry struct {
	domain   Domain
	program  bool
	session  string
	turn     int
	order    []*entry // in order of registration, including removed ones
	refs     map[string]*entry
	ids      *record.Object // the reference of each row's id; several ids may share one
	counters *record.Object // the last number of each type, as int
	pending  *record.Object // the same for artefacts
	unnamed  []string       // linked references whose label was not looked up yet
	shown    map[string]bool
}

// entry is the registry's data on a reference, also on a removed one.
type entry struct {
	Entity
	known    bool // false once it was removed
	id       string
	content  any
	promoted bool // Promoted counts, and may be turn 0
	full     bool // LastFull counts
	link     Link
	parts    []string       // of an artefact that was saved as several rows: their references
	row      *record.Object // never changed in place
}

// NewRegistry returns an empty registry for a data model. With program it behaves like the original program where that
// differs from its documents, accidents included (compat: program).
func NewRegistry(d Domain, program bool) *Registry {
	return &Registry{
		domain: d, program: program, refs: map[string]*entry{}, shown: map[string]bool{},
		ids: &record.Object{}, counters: &record.Object{}, pending: &record.Object{},
	}
}

// Clone returns a copy that shares no mutable state.
func (r *Registry) Clone() *Registry {
	c := *r
	c.order, c.refs = make([]*entry, len(r.order)), make(map[string]*entry, len(r.refs))
	for i, e := range r.order {
		copied := *e // content is never changed in place
		c.order[i], c.refs[e.Ref] = &copied, &copied
	}
	c.ids, c.counters, c.pending = r.ids.Copy(), r.counters.Copy(), r.pending.Copy()
	c.unnamed, c.shown = slices.Clone(r.unnamed), maps.Clone(r.shown)
	return &c
}

// SetTurn begins a turn.
func (r *Registry) SetTurn(n int) { r.turn = n }

// Turn returns the number of the turn.
func (r *Registry) Turn() int { return r.turn }

// Domain returns the data model.
func (r *Registry) Domain() Domain { return r.domain }

// Program reports whether the registry behaves like the original program.
func (r *Registry) Program() bool { return r.program }

// ID returns the id of a reference's row; ok is false for an unknown or unsaved reference.
func (r *Registry) ID(ref string) (id string, ok bool) {
	e := r.known(ref)
	if e == nil || e.Pending || len(e.parts) > 0 {
		return "", false
	}
	return e.id, true
}

// Ref returns the reference of a row's id; empty if it has none.
func (r *Registry) Ref(id string) string { return r.ids.Text(id) }

// IDs returns the ids of all rows that have or had a reference. They are not for a model.
func (r *Registry) IDs() []string {
	ids := r.ids.Keys()
	for _, e := range r.order {
		if !e.known && e.id != "" {
			ids = append(ids, e.id)
		}
	}
	return ids
}

// Entity returns the entity of a reference.
func (r *Registry) Entity(ref string) (e Entity, ok bool) {
	if e := r.known(ref); e != nil {
		return e.view(), true
	}
	return Entity{}, false
}

// Entities returns all known entities, in order of registration.
func (r *Registry) Entities() []Entity {
	var all []Entity
	for _, e := range r.order {
		if e.known {
			all = append(all, e.view())
		}
	}
	return all
}

func (e *entry) view() Entity {
	v := e.Entity
	if e.content != nil {
		v.Content = record.Marshal(e.content)
	}
	v.Parts = e.parts
	if e.row != nil {
		v.Row = record.Marshal(e.row)
	}
	return v
}

func (r *Registry) known(ref string) *entry {
	if e := r.refs[ref]; e != nil && e.known {
		return e
	}
	return nil
}

// add registers a new reference.
func (r *Registry) add(e *entry) *entry {
	e.known, e.Created, e.LastRef = true, r.turn, r.turn
	if e.Label == "" {
		e.Label, e.From = e.Ref, pipeline.TextSource{}
	}
	r.order, r.refs[e.Ref] = append(r.order, e), e
	if e.id != "" {
		r.ids.Set(e.id, e.Ref)
	}
	return e
}

// next returns a new number of a type: none is ever given twice.
func next(counters *record.Object, typ string) string {
	n, _ := counters.Get(typ).(int)
	counters.Set(typ, n+1)
	return typ + "_" + strconv.Itoa(n+1)
}
