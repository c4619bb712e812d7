package server

import (
	"slices"
	"strings"
)

// Use is a run's requirements of a model.
type Use struct {
	Model             string
	Stages            []string // that send it messages
	Tools             bool     // requests offer tools
	Think             bool     // some stage lets it think
	Embed             bool     // it embeds texts, and does not chat
	NumCtx            int      // tokens, the maximum over stages; 0: unset
	Seed, Temperature bool     // all its stages set them
	Settings          []string // that are set, by their keys in suites; think with its value, as think: true
}

// Wanted is a model with all requirements of a run.
type Wanted struct {
	Name  string // as by a client's names: several spellings may be one model
	Model string // in its first spelling
	Uses  []Use
}

// ByModel groups uses by the name of their model, in the order of first use.
func ByModel(uses []Use, name func(model string) string) []Wanted {
	var all []Wanted
	for _, u := range uses {
		name := name(u.Model)
		i := slices.IndexFunc(all, func(w Wanted) bool { return w.Name == name })
		if i < 0 {
			i = len(all)
			all = append(all, Wanted{Name: name, Model: u.Model})
		}
		all[i].Uses = append(all[i].Uses, u)
	}
	return all
}

// Of restricts the requirements to some uses.
func (w Wanted) Of(some func(Use) bool) Wanted {
	narrow := w
	narrow.Uses = nil
	for _, u := range w.Uses {
		if some(u) {
			narrow.Uses = append(narrow.Uses, u)
		}
	}
	return narrow
}

// Stages returns the stages that use the model, sorted, in brackets behind a blank; empty: none.
func (w Wanted) Stages() string {
	var all []string
	for _, u := range w.Uses {
		all = append(all, u.Stages...)
	}
	if len(all) == 0 {
		return ""
	}
	slices.Sort(all)
	return " (" + strings.Join(slices.Compact(all), ", ") + ")"
}

// NumCtx returns the maximum of the uses' context sizes in tokens.
func (w Wanted) NumCtx() int {
	most := 0
	for _, u := range w.Uses {
		most = max(most, u.NumCtx)
	}
	return most
}

// Any reports whether some use is such.
func (w Wanted) Any(such func(Use) bool) bool { return slices.ContainsFunc(w.Uses, such) }

// Embeds reports whether the use is of vectors.
func Embeds(u Use) bool { return u.Embed }

// Chats reports whether the use is of messages.
func Chats(u Use) bool { return !u.Embed }

func unseeded(u Use) bool { return !u.Embed && !u.Seed }
func unheated(u Use) bool { return !u.Embed && !u.Temperature }
