package thread

import (
	"cmp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// logical is a call with all its tries.
type logical struct {
	place
	all   []pipeline.Message
	body  string
	tries []int // indices of calls; in a golden, of accepted calls

	next *logical // of its thread
}

// alike is the calls of a stage with equal requests.
type alike struct {
	logical
	answered, failed []int
}

// logicalCalls returns the calls of a stage in the order of their content, so that a parent stands before its children.
// Nobody knows which failure belongs to which of several equal calls: failures are dealt out one to each in turn, and
// an answer comes last.
func logicalCalls(t *tree, calls []Call, indices []int) []*logical {
	var order []*alike
	found := map[request]*alike{}
	for _, i := range indices {
		c := calls[i]
		at := t.put(c.Stage, c.Messages)
		same := request{at.node(), c.Body}
		a := found[same]
		if a == nil {
			a = &alike{logical: logical{place: at, all: c.Messages, body: c.Body}}
			found[same] = a
			order = append(order, a)
		}
		if c.Failed {
			a.failed = append(a.failed, i)
		} else {
			a.answered = append(a.answered, i)
		}
	}
	var all []*logical
	for _, a := range order {
		all = append(all, a.deal()...)
	}
	slices.SortStableFunc(all, (*logical).compare)
	return all
}

func (a *alike) deal() []*logical {
	all := make([]*logical, max(1, len(a.answered)))
	for i := range all {
		l := a.logical
		all[i] = &l
	}
	for k, call := range a.failed {
		l := all[k%len(all)]
		l.tries = append(l.tries, call)
	}
	for k, call := range a.answered {
		all[k].tries = append(all[k].tries, call)
	}
	return all
}

// compare orders by content: swapping calls that compare equal has no visible effect.
func (l *logical) compare(o *logical) int {
	return cmp.Or(l.compareMessages(o), cmp.Compare(len(o.tries), len(l.tries)), strings.Compare(l.body, o.body))
}

// compareMessages orders by the first message that differs; a prefix stands before the longer array.
func (l *logical) compareMessages(o *logical) int {
	for i := range min(len(l.messages), len(o.messages)) {
		if l.messages[i] != o.messages[i] {
			return compareMessage(l.all[i], o.all[i])
		}
	}
	return cmp.Compare(len(l.messages), len(o.messages))
}

// compareMessage is 0 only for equal messages.
func compareMessage(a, b pipeline.Message) int {
	return cmp.Or(
		cmp.Compare(len(a.Sections), len(b.Sections)),
		cmp.Compare(len(a.ToolCalls), len(b.ToolCalls)),
		slices.Compare(texts(a), texts(b)),
	)
}
