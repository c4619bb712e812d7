package pipeline

import (
	"iter"
	"strings"
)

// Branch is a text that a template sends or not: the words of a define, or one outcome of an if, with or range. Words
// in a branch below it belong to that one.
type Branch struct {
	File   string // of the template, its name in its folder
	Path   string // as TextSource has it; empty: unknown
	Define string
	N      int    // counts the branches of the file, from 0, in the order in which they stand
	Line   int    // in which it begins, from 1
	What   string // as written: if .Retry, else of if .Retry, define Rules
	Words  string // that it sends itself, without values; empty: none
	Lines  []int  // that hold its words and values, ascending
	Of     int    // N of the first outcome of the same if, with or range; of a define, its own

	Unreachable string // why it can never be taken; empty: it can
}

// IsDefine reports whether the branch is the words of a define, which need no condition.
func (b *Branch) IsDefine() bool { return strings.HasPrefix(b.What, "define ") }

// Branches is an immutable set of branches that were taken. The zero value is empty.
type Branches struct{ last *branches }

type branches struct {
	taken  *Branch
	before *branches
}

// With returns the set with one more branch.
func (s Branches) With(b *Branch) Branches {
	for taken := range s.All() {
		if taken == b {
			return s
		}
	}
	return Branches{&branches{b, s.last}}
}

// Union returns the branches of both sets.
func (s Branches) Union(o Branches) Branches {
	if s.last == nil || s.last == o.last {
		return o
	}
	for b := range o.All() {
		s = s.With(b)
	}
	return s
}

// All passes the branches in no order.
func (s Branches) All() iter.Seq[*Branch] {
	return func(yield func(*Branch) bool) {
		for l := s.last; l != nil; l = l.before {
			if !yield(l.taken) {
				return
			}
		}
	}
}
