package memory

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Generate registers an unsaved artefact (F4, register_generated). An empty content is none. The label may be empty,
// the step nil.
func (r *Registry) Generate(typ, label string, content any, step *int, from pipeline.TextSource) string {
	e := &entry{Entity: Entity{
		Ref: "gen_" + next(r.pending, typ), Type: typ, Label: label, From: from, Action: "generated", Pending: true,
		Step: step,
	}}
	if record.Truthy(content) {
		e.content = record.Clone(content)
	}
	return r.add(e).Ref
}

// Content returns an artefact's content; ok is false if there is none, or no longer.
func (r *Registry) Content(ref string) (content any, ok bool) {
	e := r.known(ref)
	if e == nil || e.content == nil {
		return nil, false
	}
	return record.Clone(e.content), true
}

// SetContent replaces the content of an artefact, and its label by the one in it (F4, update_entity_data). It reports
// false for a reference without content.
func (r *Registry) SetContent(ref string, content *record.Object, from pipeline.TextSource) bool {
	e := r.known(ref)
	if e == nil || e.content == nil {
		return false
	}
	e.content = content.Clone()
	if name := NameOf(content); name != "" {
		e.Label, e.From = name, from
	}
	return true
}

// Created registers a created row (F4, register_created). gen names the saved artefact; if it is empty, that is the
// first pending one with this type and label. An artefact keeps its reference forever, and its content until
// ForgetSaved. The label may be empty.
func (r *Registry) Created(gen, id, typ, label string, from pipeline.TextSource) string {
	e := r.known(gen)
	if gen == "" && label != "" {
		e = r.pendingLike(typ, label)
	}
	if !r.program && (e == nil || !e.Pending) {
		if known := r.of(id); known != nil { // a result written by a person
			known.Action, known.LastRef = "created", r.turn
			r.relabel(known, label, from)
			return known.Ref
		}
		e = nil
	}
	if e == nil {
		e = r.add(&entry{id: id, Entity: Entity{Ref: next(r.counters, typ), Type: typ, Label: label, From: from}})
		e.Action = "created"
		return e.Ref
	}
	e.id, e.Pending, e.Action, e.LastRef = id, false, "created", r.turn
	e.Promoted, e.promoted = r.turn, true
	if label != "" {
		e.Label, e.From = label, from
	}
	r.ids.Set(id, e.Ref)
	return e.Ref
}

// CreatedRow is Created for a row of a table from the database, and returns a model's view of it: references instead of
// ids. The program knows only those that are already known.
func (r *Registry) CreatedRow(gen, table string, row *record.Object, from pipeline.TextSource) *record.Object {
	row = row.Copy()
	if id := row.Get("id"); record.Truthy(id) {
		typ, label := r.domain.Type(table), NameOf(row)
		if !r.program { // which names no meal that it creates
			label = LabelOf(row, typ)
		}
		row.Set("id", r.Created(gen, record.String(id), typ, label, from))
	}
	if !r.program {
		r.link(table, row)
		return row
	}
	for _, field := range r.links(table, row) {
		if e := r.known(r.Ref(record.String(row.Get(field)))); e != nil {
			row.Set(field, e.Ref)
		}
	}
	r.NameLinks(table, row)
	return row
}

// SavedAs marks an artefact as saved in several rows, such as a plan of meals: it stands for them, and has no row
// of its own.
func (r *Registry) SavedAs(ref string, rows []string) {
	if e := r.known(ref); e != nil && e.Pending {
		e.Pending, e.Action, e.LastRef, e.parts = false, "created", r.turn, rows
		e.Promoted, e.promoted = r.turn, true
	}
}

// CreatedAll registers rows that were created together; gens are their artefacts, if any.
func (r *Registry) CreatedAll(gens, ids []string, typ string) []string {
	refs := make([]string, len(ids))
	for i, id := range ids {
		gen := ""
		if i < len(gens) {
			gen = gens[i]
		}
		refs[i] = r.Created(gen, id, typ, "", pipeline.TextSource{})
	}
	return refs
}

// pendingLike returns the first artefact saved as a row of this type and label. In the program a type also matches
// longer types with it as prefix, and artefacts that are saved already.
func (r *Registry) pendingLike(typ, label string) *entry {
	label = folded(label)
	for _, e := range r.order {
		same := e.Type == typ && e.Pending
		if r.program {
			same = strings.HasPrefix(e.Ref, "gen_"+typ+"_")
		}
		if !e.known || !same || e.content == nil {
			continue
		}
		if folded(e.Label) == label {
			return e
		}
		if o, ok := e.content.(*record.Object); ok && folded(NameOf(o)) == label {
			return e
		}
	}
	return nil
}

// Saves returns the artefact that a new row saves, of those that the step names: the one with the row's label, or
// the only one of the row's type. Empty: none of them.
func (r *Registry) Saves(named []string, typ, label string) string {
	var of []string
	for _, ref := range named {
		e := r.known(ref)
		if e == nil || !e.Pending || e.Type != typ {
			continue
		}
		if folded(e.Label) == folded(label) {
			return ref
		}
		of = append(of, ref)
	}
	if len(of) != 1 {
		return ""
	}
	return of[0]
}

func folded(s string) string { return strings.TrimSpace(strings.ToLower(s)) }

// ForgetSaved drops the contents saved in this turn, at its end (F8). It returns their number.
func (r *Registry) ForgetSaved() int {
	n := 0
	for _, e := range r.order {
		if e.content != nil && e.promoted && e.Promoted == r.turn {
			e.content, n = nil, n+1
		}
	}
	return n
}

// ChangedInUI registers a user's change of a row outside the conversation: created:user, updated:user, deleted:user or
// mentioned:user. An empty label keeps the existing one.
func (r *Registry) ChangedInUI(id, typ, label, action string, from pipeline.TextSource) string {
	e := r.seen(id, typ)
	e.Action, e.LastRef = action, r.turn
	if label != "" {
		e.Label, e.From = label, from
	}
	if action != "mentioned:user" && !r.program {
		r.Forget(e.Ref)
	}
	return e.Ref
}

// Mark sets the last action of a reference: updated or deleted, by a query (F0).
func (r *Registry) Mark(ref, action string) {
	if e := r.known(ref); e != nil {
		e.Action = action
	}
}

// Remove removes a reference, with the content of an artefact; its number is not given again. Its label and action stay
// in the dump, in the program its reason too.
func (r *Registry) Remove(ref string) bool {
	e := r.known(ref)
	if e == nil {
		return false
	}
	e.known, e.content, e.Pending = false, nil, false
	if r.program {
		r.ids.Delete(e.id)
	} else {
		e.Reason = ""
		r.release(e)
	}
	r.unnamed = slices.DeleteFunc(r.unnamed, func(s string) bool { return s == ref })
	return true
}

// release passes the id of a removed entry to another with the same id, as after two saves of one row.
func (r *Registry) release(e *entry) {
	if r.Ref(e.id) != e.Ref {
		return
	}
	r.ids.Delete(e.id)
	for _, other := range r.order {
		if other.known && other.id == e.id && e.id != "" {
			r.ids.Set(other.id, other.Ref)
			return
		}
	}
}

// Clear removes every reference (F5, clear_all).
func (r *Registry) Clear() {
	for _, e := range r.order {
		r.Remove(e.Ref)
	}
}
