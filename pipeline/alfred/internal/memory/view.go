package memory

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// List returns the references by type, one type per line.
func (r *Registry) List() string {
	byType := map[string][]string{}
	for _, ref := range r.where(func(*entry) bool { return true }) {
		typ, _, _ := strings.Cut(strings.TrimPrefix(ref, "gen_"), "_")
		byType[typ] = append(byType[typ], ref)
	}
	if len(byType) == 0 {
		return "*No entities in registry.*"
	}
	lines := []string{"## Registered Entities", ""}
	for _, typ := range slices.Sorted(maps.Keys(byType)) {
		refs := slices.Sorted(slices.Values(byType[typ]))
		lines = append(lines, fmt.Sprintf("**%s:** %s", typ, strings.Join(refs, ", ")))
	}
	return strings.Join(lines, "\n")
}

// Table returns the references in a table, by name.
func (r *Registry) Table() string {
	refs := slices.Sorted(slices.Values(r.where(func(*entry) bool { return true })))
	if len(refs) == 0 {
		return "No entities tracked."
	}
	lines := []string{"## Entity Registry", "", "| Ref | Type | Label | Last Action |",
		"|-----|------|-------|-------------|"}
	for _, ref := range refs {
		e := r.refs[ref]
		lines = append(lines, fmt.Sprintf("| `%s` | %s | %s | %s |", ref, e.Type, e.Label, e.Action))
	}
	return strings.Join(lines, "\n")
}

// Stats counts the references.
type Stats struct {
	Refs      int `json:"total_refs"`
	Rows      int `json:"db_refs"`  // of rows that were never artefacts
	Artefacts int `json:"gen_refs"` // saved ones too
	Pending   int `json:"pending"`
}

// Stats counts the references.
func (r *Registry) Stats() Stats {
	var s Stats
	for _, e := range r.order {
		switch {
		case !e.known:
			continue
		case strings.HasPrefix(e.Ref, "gen_"):
			s.Artefacts++
		default:
			s.Rows++
		}
		s.Refs++
		if e.Pending {
			s.Pending++
		}
	}
	return s
}

// Shown is the active references for a front end.
type Shown struct {
	Entities []Entity // the last touched first
	Turn     int
	Added    []string // not active at the last call of Show
}

// Show returns the active references, and which of them are new since its last call.
func (r *Registry) Show() Shown {
	recent, retained := r.Active()
	active := slices.Concat(recent, retained)
	shown := Shown{Turn: r.turn}
	now := map[string]bool{}
	for _, ref := range active {
		now[ref] = true
		if !r.shown[ref] {
			shown.Added = append(shown.Added, ref)
		}
	}
	r.shown = now
	r.sortByRecency(active)
	for _, ref := range active {
		shown.Entities = append(shown.Entities, r.refs[ref].view())
	}
	return shown
}
