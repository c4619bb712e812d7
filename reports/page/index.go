package page

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// numbers gives names numbers, from 0, in the order of their occurrence.
type numbers struct {
	names []string
	of    map[string]int
}

func newNumbers() *numbers { return &numbers{names: []string{}, of: map[string]int{}} }

func (n *numbers) add(name string) int {
	i, ok := n.of[name]
	if !ok {
		i = len(n.names)
		n.names, n.of[name] = append(n.names, name), i
	}
	return i
}

// index makes the index of cases.
type index struct {
	Cases
	tags, stages, files *numbers
	sets                map[string]int // places in Sets
	edits               [][]string     // of each case, the ids of its edits' causes
}

func newIndex() *index {
	return &index{
		tags: newNumbers(), stages: newNumbers(), files: newNumbers(), sets: map[string]int{},
		Cases: Cases{Suite: []int{}, ID: []string{}, Sample: []int{}, Status: []string{}, Green: []bool{},
			Turns: []int{}, Calls: []int{},
			Changed: []int{}, New: []int{}, Missing: []int{}, Forms: []int{}, Tokens: []int{}, Fallbacks: []int{},
			File: []int{}, Line: []int{}, Tags: []int{}, Stages: []int{}, Groups: []int{}, Chunk: []int{},
			Sets: [][]int{}},
	}
}

// add adds a case of the suite with this number.
func (x *index) add(suite int, c *rows.Case) {
	n := &c.Sums
	x.Suite, x.ID = append(x.Suite, suite), append(x.ID, c.Case)
	x.Sample = append(x.Sample, c.Sample)
	x.Status, x.Green = append(x.Status, string(c.Status)), append(x.Green, c.Green())
	x.Turns, x.Calls = append(x.Turns, int(n.Turns)), append(x.Calls, int(n.Calls))
	x.Changed = append(x.Changed, int(n.Changed+n.Conflicted))
	x.New, x.Missing = append(x.New, int(n.New)), append(x.Missing, int(n.Missing))
	x.Forms = append(x.Forms, int(n.Forms))
	x.Tokens = append(x.Tokens, int(n.TokensPrompt+n.TokensOutput))
	x.Fallbacks = append(x.Fallbacks, len(n.Fallbacks))
	x.File, x.Line = append(x.File, x.files.add(c.File)), append(x.Line, c.Line)
	tags, stages, causes := []int{}, []int{}, []string{}
	for _, tag := range c.Tags {
		tags = append(tags, x.tags.add(tag))
	}
	for _, call := range c.Trace.Calls() {
		if i := x.stages.add(call.Stage); !slices.Contains(stages, i) {
			stages = append(stages, i)
		}
	}
	for i := range c.Edits {
		if id := c.Edits[i].GroupID; !slices.Contains(causes, id) {
			causes = append(causes, id)
		}
	}
	x.Tags, x.Stages = append(x.Tags, x.set(tags)), append(x.Stages, x.set(stages))
	x.edits, x.Chunk = append(x.edits, causes), append(x.Chunk, -1)
}

// set returns the place of a set of numbers.
func (x *index) set(list []int) int {
	key := fmt.Sprint(list)
	i, ok := x.sets[key]
	if !ok {
		i = len(x.Sets)
		x.Sets, x.sets[key] = append(x.Sets, list), i
	}
	return i
}

// end fills in the groups of each case.
func (x *index) end(of groupNumbers) {
	for _, causes := range x.edits {
		groups := []int{}
		for _, id := range causes {
			if n, ok := of[id]; ok && !slices.Contains(groups, n) {
				groups = append(groups, n)
			}
		}
		x.Groups = append(x.Groups, x.set(groups))
	}
	x.edits = nil
}

// groupNumbers holds the numbers of the groups by the ids that parts have. A rename stands for the groups that it took
// its parts from; one that has parts left has its own number.
type groupNumbers map[string]int

func numbersOf(groups []edit.Group) groupNumbers {
	of := groupNumbers{}
	for i := range groups {
		of[groups[i].ID] = i
	}
	for i := range groups {
		for _, id := range groups[i].Of {
			if _, own := of[id]; !own {
				of[id] = i
			}
		}
	}
	return of
}
