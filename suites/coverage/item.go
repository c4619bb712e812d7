// Package coverage counts what cases reach: the branches of templates whose words were sent, fallbacks and their
// reasons, values of decisions, tools and skills; of an application its stages, its tools, the lines of its prompt
// files.
package coverage

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// Kind is a kind of what can be reached.
type Kind string

// The kinds.
const (
	Branch   Kind = "branch"   // of a template: it was taken in a prompt that was sent
	Line     Kind = "line"     // of an application's prompt file: it was in a prompt
	Fallback Kind = "fallback" // STAGE:REASON: the stage took its fallback for this reason
	Decision Kind = "decision" // STAGE.KEY=VALUE: the stage has decided so
	Tool     Kind = "tool"     // offered: it was called
	Failure  Kind = "failure"  // of a tool that was called: it failed
	Skill    Kind = "skill"    // offered: it was chosen
	Stage    Kind = "stage"    // that makes calls: it made one
	Cell     Kind = "cell"     // STAGE:FAULT of a matrix of faults: it was tried
)

// Kinds returns all kinds, in the order of reports.
func Kinds() []Kind {
	return []Kind{Branch, Line, Fallback, Decision, Tool, Failure, Skill, Stage, Cell}
}

// Key identifies an item.
type Key struct {
	Kind Kind
	In   string // the file of a branch or line; else the system, of an application its suite
	N    int    // of a branch in its file; of a line its number
	Name string // of all others
}

// Item is something that a case can reach.
type Item struct {
	Key
	System string
	Line   int    // of the file, from 1
	What   string // of a branch: its condition, as pipeline.Branch has it
	Words  string // of a branch or line
	Lines  []int  // of the file that hold them
	Of     int    // of a branch: N of the first outcome of its statement

	Unreachable string // of a branch: why it can never be taken, as its template says
}

// Case is what one case reaches.
type Case struct {
	Offered []Item // what only a run shows: tools, skills, lines of files
	Reached []Key
	Faults  []Key // with a call broken on purpose
}

// Compare orders items by kind, place and name.
func (k Key) Compare(o Key) int {
	if k.Kind != o.Kind {
		return cmp.Compare(k.Kind, o.Kind)
	}
	return cmp.Or(cmp.Compare(k.In, o.In), cmp.Compare(k.N, o.N), cmp.Compare(k.Name, o.Name))
}

// Space is what the cases of a suite can reach, as far as it is declared.
type Space struct {
	Items []Item

	owner  string // In of what belongs to the system
	system string
	values map[string][]string // keys of each stage's decisions that have declared values
}

// branching is a system whose templates tell which of their branches were taken: those of the package prompt.
type branching interface {
	Branches() (map[string]*prompt.FileBranches, error)
}

// NewSpace returns what a system of these stages declares. owner is the system's name, or the suite's if each suite has
// a system of its own.
func NewSpace(of pipeline.System, owner string, stages []pipeline.Stage) (*Space, error) {
	system := of.Name()
	s := &Space{owner: owner, system: system, values: map[string][]string{}}
	for _, stage := range stages {
		if stage.Fallback != "" {
			for _, reason := range stage.FallbackReasons() {
				s.add(Fallback, fallbackName(stage.Name, reason))
			}
		}
		for _, key := range slices.Sorted(maps.Keys(stage.Values)) {
			s.values[stage.Name] = append(s.values[stage.Name], key)
			for _, value := range stage.Values[key] {
				s.add(Decision, decisionName(stage.Name, key, value))
			}
		}
		if stage.Calls {
			s.add(Stage, stage.Name)
		}
	}
	templates, ok := of.(branching)
	if !ok {
		return s, nil
	}
	files, err := templates.Branches()
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for _, b := range files[name].List {
			s.Items = append(s.Items, Item{Key: keyOf(b), System: system, Line: b.Line, What: b.What, Words: b.Words,
				Lines: b.Lines, Of: b.Of, Unreachable: b.Unreachable})
		}
	}
	return s, nil
}

func (s *Space) add(kind Kind, name string) { s.Items = append(s.Items, s.item(kind, name)) }

func (s *Space) item(kind Kind, name string) Item {
	return Item{Key: s.key(kind, name), System: s.system}
}

func (s *Space) key(kind Kind, name string) Key { return Key{Kind: kind, In: s.owner, Name: name} }

func keyOf(b *pipeline.Branch) Key {
	return Key{Kind: Branch, In: cmp.Or(b.Path, b.File), N: b.N}
}

func fallbackName(stage string, reason pipeline.Reason) string { return stage + ":" + string(reason) }

func decisionName(stage, key, value string) string { return stage + "." + key + "=" + value }

// IsBlank reports whether a branch has no words of its own.
func (i *Item) IsBlank() bool { return strings.TrimSpace(i.Words) == "" }
