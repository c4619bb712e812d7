package coverage

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Of returns what a case reaches.
func (s *Space) Of(t *trace.Trace) Case {
	c := newCollector(s)
	for step := range t.Own() {
		c.entry(&step.Entry)
		if step.Call == nil {
			continue
		}
		c.request(&step.Call.Request)
		for _, tool := range step.Call.Request.Tools {
			c.offer(Tool, tool.Name)
		}
		for _, call := range step.Call.Response.ToolCalls {
			c.reach(Tool, call.Name)
		}
	}
	c.skills(t)
	of := Case{Reached: c.sorted()}
	for _, key := range sorted(c.offered) {
		of.Offered = append(of.Offered, Item{Key: key, System: s.system})
	}
	return of
}

// Cell adds a cell, STAGE:FAULT, of the matrix of faults, and whether it was tried.
func (c *Case) Cell(s *Space, name string, tried bool) {
	item := s.item(Cell, name)
	if !slices.ContainsFunc(c.Offered, func(o Item) bool { return o.Key == item.Key }) {
		c.Offered = append(c.Offered, item)
	}
	if tried && !slices.Contains(c.Faults, item.Key) {
		c.Faults = append(c.Faults, item.Key)
	}
}

// Line adds a line of an application's prompt file, and whether a request holds it.
func (c *Case) Line(s *Space, file string, number int, text string, held bool) {
	item := Item{Key: Key{Kind: Line, In: file, N: number}, System: s.system, Line: number, Words: text,
		Lines: []int{number}, Of: number}
	c.Offered = append(c.Offered, item)
	if held {
		c.Reached = append(c.Reached, item.Key)
	}
}

// collector collects what a run of a case reaches.
type collector struct {
	space    *Space
	branches map[*pipeline.Branch]bool
	reached  map[Key]bool
	offered  map[Key]bool
}

func newCollector(s *Space) *collector {
	return &collector{s, map[*pipeline.Branch]bool{}, map[Key]bool{}, map[Key]bool{}}
}

func (c *collector) reach(kind Kind, name string) { c.reached[c.space.key(kind, name)] = true }
func (c *collector) offer(kind Kind, name string) { c.offered[c.space.key(kind, name)] = true }

// request collects the branches whose text is in a request.
func (c *collector) request(r *pipeline.Request) {
	c.reach(Stage, r.Stage)
	for i := range r.Messages {
		for _, section := range r.Messages[i].Sections {
			pieces := section.Pieces()
			for j := range pieces {
				for b := range pieces[j].Taken.All() {
					c.branches[b] = true
				}
			}
		}
	}
}

// entry collects what the Runtime has seen.
func (c *collector) entry(e *pipeline.Entry) {
	switch e.Kind {
	case pipeline.EntryFallback:
		c.reach(Fallback, fallbackName(e.Fallback.Stage, e.Fallback.Reason))
	case pipeline.EntryDecided:
		c.decision(e)
	case pipeline.EntryTool:
		name := e.Tool.Call.Name
		c.reach(Tool, name)
		c.offer(Failure, name)
		if e.Tool.Result.Failed {
			c.reach(Failure, name)
		}
	}
}

// decision collects the declared values of a decision: of a key its text, or the texts of its list.
func (c *collector) decision(e *pipeline.Entry) {
	keys := c.space.values[e.Stage]
	var of map[string]json.RawMessage
	if len(keys) == 0 || json.Unmarshal(e.Value, &of) != nil {
		return
	}
	for _, key := range keys {
		var one string
		var all []string
		if json.Unmarshal(of[key], &one) == nil {
			all = []string{one}
		} else if json.Unmarshal(of[key], &all) != nil {
			continue
		}
		for _, value := range all {
			c.reach(Decision, decisionName(e.Stage, key, value))
		}
	}
}

// skills collects the skills among which a choice was made, and those whose text is in a prompt.
func (c *collector) skills(t *trace.Trace) {
	for _, found := range t.Retrievals() {
		for _, candidate := range found.Candidates {
			c.offer(Skill, candidate.Name)
			if candidate.Chosen {
				c.reach(Skill, candidate.Name)
			}
		}
	}
	for _, call := range t.Calls() {
		for _, m := range call.Request.Messages {
			for _, s := range m.Sections {
				if name, ok := strings.CutPrefix(s.Name, pipeline.SectionSkill); ok && !call.Judges() {
					c.offer(Skill, name)
					c.reach(Skill, name)
				}
			}
		}
	}
}

func (c *collector) sorted() []Key {
	for b := range c.branches {
		c.reached[keyOf(b)] = true
	}
	return sorted(c.reached)
}

func sorted(keys map[Key]bool) []Key { return slices.SortedFunc(maps.Keys(keys), Key.Compare) }

// Broken collects what runs of a case with a broken call reach. It is safe for concurrent use.
type Broken struct {
	mu sync.Mutex
	of *collector
}

// NewBroken returns an empty one.
func (s *Space) NewBroken() *Broken {
	if s == nil {
		return nil
	}
	return &Broken{of: newCollector(s)}
}

// Add adds a run: its log, and the requests in it. A nil one does nothing.
func (b *Broken) Add(log []pipeline.Entry, request func(path string) (*pipeline.Request, bool)) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range log {
		e := &log[i]
		switch e.Kind {
		case pipeline.EntryFallback:
			b.of.entry(e)
		case pipeline.EntryCall:
			if r, ok := request(e.Path); ok {
				b.of.request(r)
			}
		}
	}
}

// AddReached adds what earlier runs have reached. A nil one does nothing.
func (b *Broken) AddReached(keys []Key) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, key := range keys {
		b.of.reached[key] = true
	}
}

// Reached returns what the runs have reached.
func (b *Broken) Reached() []Key {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.of.sorted()
}
