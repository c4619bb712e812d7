package edit

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Group is one edit with its reach.
type Group struct {
	ID     string
	Kind   Kind
	Source pipeline.TextSource // without parts that differ by call: the index of a turn, the path of an answer
	First  Part                // its first part, which locates it for a reader
	Stages []string            // reached, in order of occurrence
	Calls  int
	Cases  int
	Edits  int     // distinct edits: the same words of a hunk count once, in any context
	Hunks  []Hunk  // the first of them
	Counts []int   // of each of these hunks: its number of calls
	Refs   []Ref   // the first calls
	Reach  []Reach // places of the parts, in order of occurrence
	Tokens int     // estimated, gained by all its calls
	Moved  Moves   // prefixes of calls that it moves

	// Of holds the ids of the groups in which a renamed word was found, whose parts belong to this group. Else it is
	// empty.
	Of    []string
	Words []Atom // of such a group: the replaced words

	Moves   []Move   // the first moves
	Entries [2]int   // of lists with entries left out: old and new number in the call that lost most
	Ranks   []Ranked // skills that entered, left, rose or fell, the first of them
}

// Ranked counts the calls in which a skill entered a list, left it, rose or fell. First is the first of them.
type Ranked struct {
	Skill                     string
	Entered, Left, Rose, Fell int
	First                     Rank
}

// Where returns the file of the group's edit, with the first line if known: prompts/a.tmpl:12; empty: none.
func (g *Group) Where() string {
	name := file(g.Source)
	switch {
	case g.Source.Kind != pipeline.TextTemplate && g.Source.Kind != pipeline.TextSkill && g.Source.Path == "":
		return ""
	case g.Line() > 0:
		return name + ":" + strconv.Itoa(g.Line())
	}
	return name
}

// Line returns the first line of the group's edits in the file of its source; 0: unknown.
func (g *Group) Line() int {
	line := 0
	for _, h := range g.Hunks {
		if h.Line > 0 && (line == 0 || h.Line < line) {
			line = h.Line
		}
	}
	return cmp.Or(line, g.First.Line)
}

// Reach is a place in the calls of a stage that a group reaches.
type Reach struct {
	Stage   string
	Message int    // from 1; 0: in no message
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
	maxMoves       = 5
	maxRanks       = 50
	maxRefs        = 3
	renameSections = 3 // with the same edit, to be one rename
)

// Title names the place of a group's edit: router · message 1 (system) · section `Output` · router.system.tmpl.
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
	return strings.Join(append(parts, cmp.Or(g.Where(), sourceTitle(g.Source))), " · ")
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

// Groups collects the parts of many calls and distinguishes edits. Its size depends on the groups and their distinct
// edits, not on the calls. The zero value is ready to use.
type Groups struct {
	seed   maphash.Seed
	groups map[string]*collected
	order  []*collected
	words  map[fileEdit]*reach // of edits in templates: the same in many sections is a rename
	files  map[string]*reach   // of all edits of a template
}

// fileEdit is an edit of words anywhere in a template.
type fileEdit struct {
	file string
	atom uint64
}

// reach counts calls and cases. Those of one case are consecutive, so only the last one is kept.
type reach struct {
	calls, cases int
	last         Ref
	refs         []Ref
	groups       []string // with the edit
	first        *Part
	hunk         Hunk
	words        Atom
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

// collected is a group being collected.
type collected struct {
	Group
	reach
	edits map[uint64][]uint64 // the atoms of each of its edits
	kept  []uint64            // those of its hunks
	seen  []Ref               // of each of its hunks, the last call
}

// Add adds the parts of one case. The parts of a case are added together, and those of a call too.
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
			g = &collected{Group: Group{ID: p.GroupID, Kind: first.Change, Source: first.cause(),
				First: first}, edits: map[uint64][]uint64{}}
			gs.groups[p.GroupID] = g
			gs.order = append(gs.order, g)
		}
		g.add(at)
		if !slices.Contains(g.Stages, p.Stage) {
			g.Stages = append(g.Stages, p.Stage)
		}
		g.reachPart(p, at)
		g.Tokens += p.TokenDelta
		g.Moved.Add(p.Moves)
		g.rank(p.Ranks)
		if p.isOwn() || p.Source.Kind != pipeline.TextSkill { // else its rank is shown
			g.place(p)
		}
		if !p.isOwn() {
			continue
		}
		for _, h := range p.Hunks {
			atoms := gs.atoms(h)
			g.edit(gs.together(atoms), atoms, h, at)
			if p.Change == Changed && p.Source.Kind == pipeline.TextTemplate {
				for i, atom := range atoms {
					gs.inTemplate(fileEdit{file(p.Source), atom}, g, at, h, h.Atoms[i])
				}
			}
		}
	}
}

// atoms returns the edits of words of a hunk as numbers.
func (gs *Groups) atoms(h Hunk) []uint64 {
	list := make([]uint64, len(h.Atoms))
	for i, a := range h.Atoms {
		list[i] = maphash.String(gs.seed, field(a.Old)+a.New)
	}
	return list
}

// together combines several numbers into one.
func (gs *Groups) together(atoms []uint64) uint64 {
	if len(atoms) == 1 {
		return atoms[0]
	}
	return maphash.Comparable(gs.seed, fmt.Sprint(atoms))
}

func (g *collected) edit(key uint64, atoms []uint64, h Hunk, at Ref) {
	if i := slices.Index(g.kept, key); i >= 0 && g.seen[i] != at {
		g.seen[i] = at
		g.Counts[i]++
	}
	if _, known := g.edits[key]; known {
		return
	}
	g.edits[key] = atoms
	g.Edits++
	if len(g.Hunks) < maxHunks {
		g.Hunks, g.kept = append(g.Hunks, h), append(g.kept, key)
		g.Counts, g.seen = append(g.Counts, 1), append(g.seen, at)
	}
}

// place records the move of a part, and the losses of a list.
func (g *collected) place(p *Part) {
	if p.Move != nil && len(g.Moves) < maxMoves && !slices.Contains(g.Moves, *p.Move) {
		g.Moves = append(g.Moves, *p.Move)
	}
	if p.Entries[0]-p.Entries[1] > g.Entries[0]-g.Entries[1] {
		g.Entries = p.Entries
	}
}

// rank counts the changes of the skills in a list.
func (g *collected) rank(ranks []Rank) {
	for _, r := range ranks {
		i := slices.IndexFunc(g.Ranks, func(o Ranked) bool { return o.Skill == r.Skill })
		if i < 0 {
			if len(g.Ranks) == maxRanks {
				continue
			}
			i = len(g.Ranks)
			g.Ranks = append(g.Ranks, Ranked{Skill: r.Skill, First: r})
		}
		of := &g.Ranks[i]
		switch {
		case r.Old == 0:
			of.Entered++
		case r.New == 0:
			of.Left++
		case r.New < r.Old:
			of.Rose++
		default:
			of.Fell++
		}
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
func (gs *Groups) inTemplate(e fileEdit, g *collected, at Ref, h Hunk, words Atom) {
	w := gs.words[e]
	if w == nil {
		w = &reach{hunk: h, words: words, first: &g.First}
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

// List gives the groups in the order of their reach: calls, then cases, then by occurrence. The same words replaced in
// three or more sections of one template are one rename, which absorbs the groups of those sections without other
// edits.
func (gs *Groups) List() []Group {
	renames := gs.renames()
	var list []Group
	for _, g := range gs.order {
		if r := renames[file(g.Source)]; r != nil && r.hasName(g) {
			r.Of, r.Reach = append(r.Of, g.ID), append(r.Reach, g.Reach...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(renames)) {
		list = append(list, renames[name].Group)
	}
	for _, g := range gs.order {
		group := g.whole()
		if r := renames[file(g.Source)]; r != nil && slices.Contains(r.Of, g.ID) {
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

// whole returns the complete group with its reach.
func (g *collected) whole() Group {
	group := g.Group
	group.Calls, group.Cases, group.Refs = g.calls, g.cases, g.refs
	return group
}

// without returns the group without the edits of a rename.
func (g *collected) without(r *rename) Group {
	group := g.whole()
	group.Hunks, group.Counts = nil, nil
	for i, h := range g.Hunks {
		if !r.hasAll(g.edits[g.kept[i]]) {
			group.Hunks, group.Counts = append(group.Hunks, h), append(group.Counts, g.Counts[i])
		}
	}
	for _, atoms := range g.edits {
		if r.hasAll(atoms) {
			group.Edits--
		}
	}
	return group
}

// rename is the group of words replaced all over a template.
type rename struct {
	Group
	atoms map[uint64]bool
}

// hasAll reports whether all edits of words belong to the rename.
func (r *rename) hasAll(atoms []uint64) bool {
	return !slices.ContainsFunc(atoms, func(a uint64) bool { return !r.atoms[a] })
}

// renames finds the renames, one for a file.
func (gs *Groups) renames() map[string]*rename {
	found := map[string]*rename{}
	for _, g := range gs.order { // in a deterministic order
		for _, atom := range g.atoms() {
			e := fileEdit{file(g.Source), atom}
			w := gs.words[e]
			if g.Source.Kind != pipeline.TextTemplate || w == nil || len(w.groups) < renameSections {
				continue
			}
			r := found[e.file]
			if r == nil {
				source := pipeline.TextSource{Kind: pipeline.TextTemplate, Name: g.Source.Name, Path: g.Source.Path}
				r = &rename{Group: Group{ID: groupID(source, Renamed), Kind: Renamed, Source: source, First: *w.first},
					atoms: map[uint64]bool{}}
				found[e.file] = r
			}
			if !r.atoms[atom] {
				r.take(atom, w, gs)
			}
		}
	}
	for name, r := range found {
		if !slices.ContainsFunc(gs.order, func(g *collected) bool {
			return g.Source.Kind == pipeline.TextTemplate && file(g.Source) == name && g.Kind == Changed &&
				g.without(r).Edits > 0
		}) { // the only edits of the file: then their joint reach is known too
			r.Calls, r.Cases = gs.files[name].calls, gs.files[name].cases
		}
	}
	return found
}

// atoms returns the edits of words of the group's hunks, in their order.
func (g *collected) atoms() []uint64 {
	var all []uint64
	for _, key := range g.kept {
		all = append(all, g.edits[key]...)
	}
	return all
}

// hasName reports whether a group is a section renamed by these words.
func (r *rename) hasName(g *collected) bool {
	if g.Kind != Renamed || g.Source.Kind != pipeline.TextTemplate {
		return false
	}
	name := g.First.Was
	for _, a := range r.Words {
		if a.Old != "" {
			name = strings.ReplaceAll(name, a.Old, a.New)
		}
	}
	return name == g.First.Section
}

// take adds an edit to the rename. The calls shared by two edits are unknown: the reach of the rename is at least that
// of its largest edit.
func (r *rename) take(atom uint64, w *reach, gs *Groups) {
	r.atoms[atom] = true
	r.Edits++
	shown := slices.ContainsFunc(r.Hunks, func(h Hunk) bool { return h.In == w.hunk.In && h.At == w.hunk.At })
	if len(r.Words) < maxHunks {
		r.Words = append(r.Words, w.words)
	}
	if len(r.Hunks) < maxHunks && !shown {
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
			r.Moved.Add(gs.groups[id].Moved)
		}
		for _, stage := range gs.groups[id].Stages {
			if !slices.Contains(r.Stages, stage) {
				r.Stages = append(r.Stages, stage)
			}
		}
	}
}
