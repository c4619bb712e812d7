package ollama

import "slices"

// Use is a run's requirements of a model.
type Use struct {
	Model             string
	Stages            []string // that send it messages
	Tools             bool     // requests offer tools
	Think             bool     // some stage lets it think
	Embed             bool     // it embeds texts, and does not chat
	NumCtx            int      // tokens, the maximum over stages; 0: unset
	Seed, Temperature bool     // all its stages set them
}

// wanted is a model with all requirements of a run.
type wanted struct {
	name  string // as by Name
	model string // in its first spelling
	uses  []Use
}

// byModel groups uses by model, in the order of first use.
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

// of restricts the requirements to some uses.
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

// stages returns the stages that use the model, sorted.
func (w wanted) stages() []string {
	var all []string
	for _, u := range w.uses {
		all = append(all, u.Stages...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// numCtx returns the maximum of the uses' context sizes in tokens.
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
