package memory

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Window is how many turns a reference stays active without a reason (F5).
const Window = 2

// Active returns the references that a model sees: recent ones were touched at most Window turns ago, retained ones are
// older and have a reason.
func (r *Registry) Active() (recent, retained []string) { return r.ActiveWithin(Window) }

// ActiveWithin is Active for another number of turns.
func (r *Registry) ActiveWithin(turns int) (recent, retained []string) {
	for _, e := range r.order {
		switch {
		case !e.known:
		case r.turn-e.LastRef <= turns:
			recent = append(recent, e.Ref)
		case e.Reason != "":
			retained = append(retained, e.Ref)
		}
	}
	return recent, retained
}

// Pending returns the unsaved artefacts.
func (r *Registry) Pending() []string { return r.where(func(e *entry) bool { return e.Pending }) }

// ThisTurn returns the references that this turn made or touched.
func (r *Registry) ThisTurn() []string {
	return r.where(func(e *entry) bool { return e.LastRef == r.turn })
}

// OfType returns the references of a type, artefacts too. In the program a type also matches longer ones.
func (r *Registry) OfType(typ string) []string {
	return r.where(func(e *entry) bool {
		if r.program {
			return strings.HasPrefix(strings.TrimPrefix(e.Ref, "gen_"), typ+"_") || strings.HasPrefix(e.Ref, typ+"_")
		}
		return e.Type == typ
	})
}

// ByAction returns the references with a last action; in the program, removed ones too.
func (r *Registry) ByAction(action string) []string {
	var refs []string
	for _, e := range r.order {
		if e.Action == action && (e.known || r.program) {
			refs = append(refs, e.Ref)
		}
	}
	return refs
}

// ByRecency returns at most limit references, the last touched first.
func (r *Registry) ByRecency(limit int) []string {
	refs := r.where(func(*entry) bool { return true })
	r.sortByRecency(refs)
	return refs[:max(0, min(limit, len(refs)))]
}

func (r *Registry) sortByRecency(refs []string) {
	slices.SortStableFunc(refs, func(a, b string) int { return cmp.Compare(r.refs[b].LastRef, r.refs[a].LastRef) })
}

func (r *Registry) where(is func(*entry) bool) []string {
	var refs []string
	for _, e := range r.order {
		if e.known && is(e) {
			refs = append(refs, e.Ref)
		}
	}
	return refs
}

// Touch marks a reference as touched in this turn; it reports whether it is known.
func (r *Registry) Touch(ref string) bool {
	e := r.known(ref)
	if e != nil {
		e.LastRef = r.turn
	}
	return e != nil
}

// Retain keeps a reference active for a reason; it reports whether it is known.
func (r *Registry) Retain(ref, reason string) bool {
	e := r.known(ref)
	if e != nil {
		e.Reason = reason
	}
	return e != nil
}

// Demote removes the reason.
func (r *Registry) Demote(ref string) {
	if e := r.refs[ref]; e != nil {
		e.Reason = ""
	}
}

// TouchMentioned touches every known reference in the texts of a value, and returns their number. The program knows the
// references of some types only, and does not look at keys.
func (r *Registry) TouchMentioned(v any) int {
	mentioned := map[string]bool{}
	r.mentions(v, mentioned)
	n := 0
	for ref := range mentioned {
		if r.Touch(ref) {
			n++
		}
	}
	return n
}

func (r *Registry) mentions(v any, into map[string]bool) {
	switch v := v.(type) {
	case string:
		for _, word := range strings.FieldsFunc(v, isNoWord) {
			if !r.program || r.programSees(word) {
				into[word] = true
			}
		}
	case []any:
		for _, e := range v {
			r.mentions(e, into)
		}
	case *record.Object:
		for k, e := range v.All() {
			if !r.program {
				r.mentions(k, into)
			}
			r.mentions(e, into)
		}
	}
}

func isNoWord(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsNumber(c) }

// programSees reports whether the program finds a reference in a text.
func (r *Registry) programSees(word string) bool {
	at := strings.LastIndexByte(word, '_')
	if at < 0 || word[at+1:] == "" || strings.TrimFunc(word[at+1:], unicode.IsDigit) != "" {
		return false
	}
	typ, gen := strings.CutPrefix(word[:at], "gen_")
	return gen && typ != "" || slices.Contains([]string{"recipe", "inv", "task", "meal_plan"}, word[:at])
}
