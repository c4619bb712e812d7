package router

import "slices"

// The types of instructions.
const (
	TypeRoute = "route" // on to a node
	TypeYield = "yield" // on to a node, once all threads wait
	TypeSub   = "sub"   // into another job
	TypeEnd   = "end"   // of the whole job
	TypeRetry = "retry" // this node again
)

// Types returns all types of instructions.
func Types() []string { return []string{TypeRoute, TypeYield, TypeSub, TypeEnd, TypeRetry} }

// Instruction is a move of a thread.
type Instruction struct {
	Type   string  `json:"type"`   // the move: route, yield, sub, retry or end
	Value  string  `json:"value"`  // for route and yield the node, for sub the job
	Count  *int    `json:"count"`  // for route: how many threads go there; 0: none; default 1
	Reason *string `json:"reason"` // for retry: what to improve; default: a general sentence
}

// Known reports whether an instruction is valid: its type exists, and it has the value that the type needs.
func Known(kind string, hasValue bool) bool {
	switch kind {
	case TypeRoute, TypeYield, TypeSub:
		return hasValue
	}
	return kind == TypeEnd || kind == TypeRetry
}

// ParseNext parses the instructions of an answer as the program does: invalid ones are dropped, a route is one thread,
// and a value of end and retry is ignored (G6).
func ParseNext(next []any) []Instruction {
	all := []Instruction{}
	for _, n := range next {
		fields, _ := n.(map[string]any)
		kind, _ := fields["type"].(string)
		value, has := fields["value"].(string)
		if !Known(kind, has) {
			continue
		}
		all = append(all, Single(kind, value))
	}
	return all
}

// Single returns the instruction of a type, for one thread if it is a route.
func Single(kind, value string) Instruction {
	switch kind {
	case TypeRoute:
		one := 1
		return Instruction{Type: kind, Value: value, Count: &one}
	case TypeYield, TypeSub:
		return Instruction{Type: kind, Value: value}
	}
	return Instruction{Type: kind}
}

// Step is the effect of one result's instructions: the end of the job, a retry, or the threads' moves; none if the
// thread is done.
type Step struct {
	End, Retry bool
	Reason     *string // of Retry; nil: none was given
	Go         []Move
	More       bool // there are more moves than allowed
}

// Move is a thread's next target.
type Move struct{ Type, Value string }

// Next decides among instructions (G6): an end precedes all else, then the first retry with a reason, then a retry
// without one; then come all routes, each as often as its count, all yields and all subs. It returns at most so many
// moves.
func Next(all []Instruction, most int) Step {
	is := func(kind string) func(Instruction) bool {
		return func(i Instruction) bool { return i.Type == kind }
	}
	if slices.ContainsFunc(all, is(TypeEnd)) {
		return Step{End: true}
	}
	if slices.ContainsFunc(all, is(TypeRetry)) {
		return Step{Retry: true, Reason: reason(all)}
	}
	var s Step
	for _, kind := range []string{TypeRoute, TypeYield, TypeSub} {
		for _, i := range all {
			if i.Type == kind {
				s.add(i, most)
			}
		}
	}
	return s
}

// reason returns that of the first retry with one; an empty one is a reason too.
func reason(all []Instruction) *string {
	for _, i := range all {
		if i.Type == TypeRetry && i.Reason != nil {
			return i.Reason
		}
	}
	return nil
}

func (s *Step) add(i Instruction, most int) {
	n := 1
	if i.Type == TypeRoute && i.Count != nil {
		n = *i.Count
	}
	for ; n > 0; n-- {
		if len(s.Go) == most {
			s.More = true
			return
		}
		s.Go = append(s.Go, Move{i.Type, i.Value})
	}
}
