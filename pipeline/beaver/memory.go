package beaver

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// memorySave is the name of the tool by which the agent writes to its memory, if the case offers it.
const memorySave = "memory_save"

// memory is the agent's memory beyond a session. A run sees the snapshot taken at its start, whatever is written
// meanwhile (N-2).
type memory struct {
	sections []pipeline.Section
	writes   []write // by the runs with this copy, in order
	rank     int     // rank of the node with this copy, among those of its team
}

// write is one call of memory_save, with its order among the calls of a team's nodes.
type write struct {
	pipeline.Section
	at   time.Time // the clock of the node
	rank int       // of the node
	n    int       // index among the node's writes
}

// merged merges the writes of several nodes, each once, in the order of effect: by clock, then by the rank of the
// nodes. A node's clock and rank are never below those of a node that it rests on, so a write never precedes one that
// it knew.
func merged(lists ...[]write) []write {
	all := slices.Concat(lists...)
	slices.SortFunc(all, func(a, b write) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.rank, b.rank), cmp.Compare(a.n, b.n))
	})
	return slices.CompactFunc(all, func(a, b write) bool { return a.rank == b.rank && a.n == b.n })
}

// snapshot returns the sections with text.
func (m *memory) snapshot() []pipeline.Section {
	return slices.DeleteFunc(slices.Clone(m.sections), func(s pipeline.Section) bool { return isBlank(s.Text) })
}

// copy returns a copy whose writes are recorded separately.
func (m *memory) copy() *memory { return &memory{sections: slices.Clone(m.sections)} }

// learn applies writes of others.
func (m *memory) learn(writes []write) {
	for _, w := range writes {
		m.set(w.Section)
	}
}

func (m *memory) set(s pipeline.Section) {
	if i := slices.IndexFunc(m.sections, func(old pipeline.Section) bool { return old.Name == s.Name }); i >= 0 {
		m.sections[i] = s
	} else {
		m.sections = append(m.sections, s)
	}
}

// save is the tool's executor. Its writes remain, even if the run fails. from is the source of the call's text.
func (m *memory) save(rt *pipeline.Runtime, call pipeline.ToolCall, from pipeline.TextSource) (string, error) {
	var in struct {
		Name string `json:"name"`
		Text string `json:"text"`
	}
	// Our own wording: encoding/json's errors change with the version of Go, and these enter a prompt.
	if err := json.Unmarshal([]byte(call.Arguments), &in); err != nil {
		return "", errors.New("name and text must be texts")
	}
	name := oneLine(in.Name)
	if name == "" || isBlank(in.Text) {
		return "", errors.New("name and text are required")
	}
	s := pipeline.Section{Name: name, Text: in.Text}.WithPieces(from.Of(in.Text))
	m.writes = append(m.writes, write{Section: s, at: rt.Now(), rank: m.rank, n: len(m.writes)})
	m.set(s)
	return "saved", nil
}
