package trace

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Retrievals returns all retrievals of a trace, in order. Reports in a form other than EventCandidates are ignored.
// They are read once, since the trace is complete.
func (t *Trace) Retrievals() []Retrieval {
	if t.retrievals == nil {
		t.retrievals = readRetrievals(t.Steps)
	}
	return t.retrievals
}

func readRetrievals(steps []Step) []Retrieval {
	all := []Retrieval{}
	last := map[string]int{} // of each place, in all
	for i, s := range steps {
		switch s.Kind {
		case pipeline.EntryEvent:
			if s.Stage != pipeline.EventCandidates {
				continue
			}
			if found := candidates(s.Value); found != nil {
				last[s.Path] = len(all)
				all = append(all, Retrieval{Place: s.Path, Step: i, Candidates: found})
			}
		case pipeline.EntryDecided:
			if n, ok := last[s.Place()]; ok {
				all[n].decide(s.Value)
			}
		}
	}
	return all
}

// IsAt reports whether the step belongs to a place itself or a call of it, not to a place below.
func (s *Step) IsAt(place string) bool { return s.Place() == place }

// Place returns the place of the step: the path of a step in a call is the call's.
func (s *Step) Place() string {
	if !s.Attached && !s.Earlier {
		return s.Path
	}
	return s.Path[:max(0, strings.LastIndexByte(s.Path, '/'))]
}

// candidates reads the value of an event; nil: it is no list of candidates.
func candidates(value json.RawMessage) []Candidate {
	var found []struct {
		Name  string   `json:"name"`
		Rank  int      `json:"rank"`
		Score *float64 `json:"score"`
		Via   []string `json:"via"`
	}
	if json.Unmarshal(value, &found) != nil {
		return nil
	}
	list := make([]Candidate, len(found))
	for i, c := range found {
		list[i] = Candidate{Name: c.Name, Rank: c.Rank, Score: c.Score, Via: c.Via}
		if c.Rank == 0 {
			list[i].Rank = i + 1
		}
	}
	return list
}

// decide marks what was chosen, if the decision is a list of names. A later choice is made among the rest of an earlier
// one.
func (r *Retrieval) decide(decision json.RawMessage) {
	var names []string
	if json.Unmarshal(decision, &names) != nil {
		return
	}
	r.Decided = true
	for i := range r.Candidates {
		r.Candidates[i].Chosen = slices.Contains(names, r.Candidates[i].Name)
	}
}
