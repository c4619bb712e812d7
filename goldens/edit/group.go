package edit

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Group is one edit, with all that it reaches.
type Group struct {
	ID     string
	Kind   Kind
	Source pipeline.TextSource // without what differs from call to call: the index of a turn, the path of an answer
	First  Part                // the first part of it, which says where a reader finds it
	Stages []string            // those that it reaches, in the order in which they came
	Calls  int
	Cases  int
	Edits  int     // distinct edits of words
	Hunks  []Hunk  // the first of them
	Counts []int   // of each of these hunks, in how many calls it is
	Refs   []Ref   // the first calls
	Reach  []Reach // where in the calls the parts are, in the order in which they came
	Tokens int     // estimated, that all its calls have gained

	// Of holds the ids of the groups that a renamed word was found in: their parts are of this group. Else it is empty.
	Of []string
}

// Reach is a place in the calls of a stage that a group reaches.
type Reach struct {
	Stage   string
	Message int    // from 1; 0: it is in no message
	Role    string // of the message
	Section string
	Tool    string
	Calls   int
	Cases   int

	last Ref // the last call that was counted
}

// Ref names a call of a case of a suite.
type Ref struct{ Suite, Case, Path string }

const (
	maxHunks       = 20 // that a group keeps
	maxRefs        = 3
	renameSections = 3 // that the same edit has to stand in to be one rename
)

// Title says where a group's edit stands: router · message 1 (system) · section `Output` · router.system.tmpl.
func (g *Group) Title() string {
	parts := []string{g.First.Stage}
	if n := len(g.Stages) - 1; n > 0 {
		parts[0] += fmt.Sprintf(" and %d more", n)
	}
	if g.First.Message > 0 {
		parts = append(parts, fmt.Sprintf("message %d (%s)", g.First.Message, g.First.Role))
	}
	if g.First.Section != "" && len(g.Of) == 0 {
		parts = append(parts, "section `"+g.First.Section+"`")
	}
	if g.First.Tool != "" {
		parts = append(parts, "tool `"+g.First.Tool+"`")
	}
	return strings.Join(append(parts, sourceTitle(g.Source)), " · ")
}

// sourceTitle names a source in a few words.
func sourceTitle(s pipeline.TextSource) string {
	switch s.Kind {
	case pipeline.TextTemplate, pipeline.TextSkill:
		return s.Name
	case pipeline.TextCase:
		return "case: " + s.Name
	case pipeline.TextAnswer:
		return "answers of " + s.Define
	case pipeline.TextTool:
		return strings.TrimSpace("tool " + s.Define + " " + s.Name)
	case pipeline.TextUnclear:
		return "source unclear"
	}
	return string(s.Kind)
}

// Groups collects the parts of many calls and tells one edit from another. It needs room for the groups and their
// distinct edits, not for the calls. The zero value is ready to be used.
type Groups struct {
	seed   maphash.Seed
	groups map[string]*collected
	order  []*collected
	words  map[fileEdit]*reach // of edits in templates: the same in many sections is a rename
	files  map[string]*reach   // of all edits of a template
}

// fileEdit is an edit of words in a template, wherever it stands there.
type fileEdit struct {
	file string
	atom uint64
}

// reach counts calls and cases. Those of one case come one after the other, so the last one is all that has to be
// remembered.
type reach struct {
	calls, cases int
	last         Ref
	refs         []Ref
	groups       []string // in which an edit was found
	first        *Part
	hunk         Hunk
}

func (r *reach) add(at Ref) {
	if r.calls == 0 || at.Suite != r.last.Suite || at.Case != r.last.Case {
		r.cases++
	}
	if r.calls == 0 || at != r.last {
		r.calls++
		if len(r.refs) < maxRefs {
			r.refs = append(r.refs, at)
		}
	}
	r.last = at
}

// collected is a group under way.
type collected struct {
	Group
	reach
	edits map[uint64]bool // its atoms
	kept  []uint64        // those of its hunks
	seen  []Ref           // of each of its hunks, the last call
}

// Add takes the parts of one case. The parts of a case come together, and those of a call too.
func (gs *Groups) Add(suite, caseID string, parts []Part) {
	if gs.groups == nil {
		gs.groups, gs.words, gs.files = map[string]*collected{}, map[fileEdit]*reach{}, map[string]*reach{}
		gs.seed = maphash.MakeSeed()
	}
	for i := range parts {
		p, at := &parts[i], Ref{suite, caseID, parts[i].Path}
		g := gs.groups[p.GroupID]
		if g == nil {
			first := *p
			if i := slices.IndexFunc(parts, func(o Part) bool { return o.GroupID == p.GroupID && o.isOwn() }); i >= 0 {
				first = parts[i]
			}
			g = &collected{Group: Group{ID: p.GroupID, Kind: first.Change, Source: cause(first.Source, first.Section),
				First: first}, edits: map[uint64]bool{}}
			gs.groups[p.GroupID] = g
			gs.order = append(gs.order, g)
		}
		g.add(at)
		if !slices.Contains(g.Stages, p.Stage) {
			g.Stages = append(g.Stages, p.Stage)
		}
		g.reachPart(p, at)
		g.Tokens += p.TokenDelta
		if !p.isOwn() {
			continue
		}
		for _, h := range p.Hunks {
			atom := maphash.String(gs.seed, field(h.Old)+h.New)
			g.edit(atom, h, at)
			if p.Change == Changed && p.Source.Kind == pipeline.TextTemplate {
				gs.inTemplate(fileEdit{p.Source.Name, atom}, g, at, h)
			}
		}
	}
}

func (g *collected) edit(atom uint64, h Hunk, at Ref) {
	if i := slices.Index(g.kept, atom); i >= 0 && g.seen[i] != at {
		g.seen[i] = at
		g.Counts[i]++
	}
	if g.edits[atom] {
		return
	}
	g.edits[atom] = true
	g.Edits++
	if len(g.Hunks) < maxHunks {
		g.Hunks, g.kept = append(g.Hunks, h), append(g.kept, atom)
		g.Counts, g.seen = append(g.Counts, 1), append(g.seen, at)
	}
}

// maxReach is how many places of a group are counted one by one; sections of many names share the last one.
const maxReach = 100

// reachPart counts the place of a part.
func (g *collected) reachPart(p *Part, at Ref) {
	place := Reach{Stage: p.Stage, Message: p.Message, Role: p.Role, Section: p.Section, Tool: p.Tool}
	i := slices.IndexFunc(g.Reach, func(r Reach) bool {
		return r.Stage == place.Stage && r.Message == place.Message && r.Role == place.Role &&
			r.Section == place.Section && r.Tool == place.Tool
	})
	if i < 0 && len(g.Reach) == maxReach {
		i = maxReach - 1
	}
	if i < 0 {
		i = len(g.Reach)
		g.Reach = append(g.Reach, place)
	}
	r := &g.Reach[i]
	if r.last == at {
		return
	}
	if r.Calls++; r.last.Suite != at.Suite || r.last.Case != at.Case {
		r.Cases++
	}
	r.last = at
}

// inTemplate counts an edit of a template across its sections.
func (gs *Groups) inTemplate(e fileEdit, g *collected, at Ref, h Hunk) {
	w := gs.words[e]
	if w == nil {
		w = &reach{hunk: h, first: &g.First}
		gs.words[e] = w
	}
	w.add(at)
	if !slices.Contains(w.groups, g.ID) {
		w.groups = append(w.groups, g.ID)
	}
	f := gs.files[e.file]
	if f == nil {
		f = &reach{}
		gs.files[e.file] = f
	}
	f.add(at)
}

// List gives the groups in the order of their reach: calls, then cases, then as they came. The same words replaced in
// three or more sections of one template are one rename, which takes the groups of those sections that hold nothing
// else.
func (gs *Groups) List() []Group {
	renames := gs.renames()
	var list []Group
	for _, g := range gs.order {
		if r := renames[g.Source.Name]; r != nil && r.hasName(g) {
			r.Of, r.Reach = append(r.Of, g.ID), append(r.Reach, g.Reach...)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(renames)) {
		list = append(list, renames[file].Group)
	}
	for _, g := range gs.order {
		group := g.whole()
		if r := renames[g.Source.Name]; r != nil && slices.Contains(r.Of, g.ID) {
			if g.Kind == Renamed {
				continue
			}
			if group = g.without(r); group.Edits == 0 {
				continue
			}
		}
		list = append(list, group)
	}
	slices.SortStableFunc(list, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(b.Cases, a.Cases))
	})
	return list
}

// whole is the group with its reach.
func (g *collected) whole() Group {
	group := g.Group
	group.Calls, group.Cases, group.Refs = g.calls, g.cases, g.refs
	return group
}

// without is the group without the edits that are a rename's.
func (g *collected) without(r *rename) Group {
	group := g.whole()
	group.Hunks, group.Counts = nil, nil
	for i, h := range g.Hunks {
		if !r.atoms[g.kept[i]] {
			group.Hunks, group.Counts = append(group.Hunks, h), append(group.Counts, g.Counts[i])
		}
	}
	for atom := range g.edits {
		if r.atoms[atom] {
			group.Edits--
		}
	}
	return group
}

// rename is the group of the words that were replaced all over a template.
type rename struct {
	Group
	atoms map[uint64]bool
}

// renames finds them, one for a file.
func (gs *Groups) renames() map[string]*rename {
	found := map[string]*rename{}
	for _, g := range gs.order { // in an order that does not depend on the map
		for _, atom := range g.kept {
			e := fileEdit{g.Source.Name, atom}
			w := gs.words[e]
			if g.Source.Kind != pipeline.TextTemplate || w == nil || len(w.groups) < renameSections {
				continue
			}
			r := found[e.file]
			if r == nil {
				source := pipeline.TextSource{Kind: pipeline.TextTemplate, Name: e.file}
				r = &rename{Group: Group{ID: groupID(source, Renamed), Kind: Renamed, Source: source, First: *w.first},
					atoms: map[uint64]bool{}}
				found[e.file] = r
			}
			if !r.atoms[atom] {
				r.take(atom, w, gs)
			}
		}
	}
	for file, r := range found {
		if !slices.ContainsFunc(gs.order, func(g *collected) bool {
			return g.Source.Kind == pipeline.TextTemplate && g.Source.Name == file && g.Kind == Changed &&
				g.without(r).Edits > 0
		}) { // all that was edited in the file: then what the edits reach together is known too
			r.Calls, r.Cases = gs.files[file].calls, gs.files[file].cases
		}
	}
	return found
}

// hasName reports whether a group is a section whose name has these words, and got another one by them.
func (r *rename) hasName(g *collected) bool {
	if g.Kind != Renamed || g.Source.Kind != pipeline.TextTemplate || len(g.Hunks) != 1 {
		return false
	}
	name := g.Hunks[0].Old
	for _, h := range r.Hunks {
		if h.Old != "" {
			name = strings.ReplaceAll(name, h.Old, h.New)
		}
	}
	return name == g.Hunks[0].New
}

// take makes an edit one of the rename. Which calls two edits share is not known: the rename reaches those of the edit
// that reaches most, at least.
func (r *rename) take(atom uint64, w *reach, gs *Groups) {
	r.atoms[atom] = true
	r.Edits++
	if len(r.Hunks) < maxHunks {
		r.Hunks, r.Counts = append(r.Hunks, w.hunk), append(r.Counts, w.calls)
	}
	if w.calls > r.Calls {
		r.Calls, r.Cases, r.Refs = w.calls, w.cases, w.refs
	}
	for _, id := range w.groups {
		if !slices.Contains(r.Of, id) {
			r.Of = append(r.Of, id)
			r.Reach = append(r.Reach, gs.groups[id].Reach...)
			r.Tokens += gs.groups[id].Tokens
		}
		for _, stage := range gs.groups[id].Stages {
			if !slices.Contains(r.Stages, stage) {
				r.Stages = append(r.Stages, stage)
			}
		}
	}
}
