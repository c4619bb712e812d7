package ollama

import "slices"

// Use is what a run wants of a model.
type Use struct {
	Model             string
	Stages            []string // that ask it, for messages
	Tools             bool     // requests offer tools
	Think             bool     // some stage lets it think
	Embed             bool     // it embeds texts, and is not chatted with
	NumCtx            int      // tokens, the most that a stage wants; 0: none says
	Seed, Temperature bool     // all its stages set them
}

// wanted is a model with all that a run wants of it.
type wanted struct {
	name  string // of Name
	model string // as it is given first
	uses  []Use
}

// byModel are the models of some uses, in the order in which they come first.
func byModel(uses []Use) []wanted {
	var all []wanted
	for _, u := range uses {
		name := Name(u.Model)
		i := slices.IndexFunc(all, func(w wanted) bool { return w.name == name })
		if i < 0 {
			i = len(all)
			all = append(all, wanted{name: name, model: u.Model})
		}
		all[i].uses = append(all[i].uses, u)
	}
	return all
}

// of narrows what is wanted down to some uses.
func (w wanted) of(some func(Use) bool) wanted {
	narrow := w
	narrow.uses = nil
	for _, u := range w.uses {
		if some(u) {
			narrow.uses = append(narrow.uses, u)
		}
	}
	return narrow
}

// stages are those that ask the model, sorted.
func (w wanted) stages() []string {
	var all []string
	for _, u := range w.uses {
		all = append(all, u.Stages...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// numCtx is the most tokens that a use wants.
func (w wanted) numCtx() int {
	most := 0
	for _, u := range w.uses {
		most = max(most, u.NumCtx)
	}
	return most
}

func embeds(u Use) bool   { return u.Embed }
func chats(u Use) bool    { return !u.Embed }
func unseeded(u Use) bool { return !u.Embed && !u.Seed }
func unheated(u Use) bool { return !u.Embed && !u.Temperature }
