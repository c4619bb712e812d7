package faults

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// known returns, as an answer of their own, the names in the broken answer that the request offers; named reports
// whether there are any.
func (a *attempt) known(got *Faulted) (answer string, named bool) {
	asks := got.Asks()
	x, _ := got.Calls.At(asks[len(asks)-1].Path)
	raw, err := reply.Read(a.cell.Policy, x.Response.Content)
	var all []string
	if err != nil || json.Unmarshal(raw, &all) != nil {
		return "", false
	}
	offered := offeredNames(x.Request)
	kept := slices.DeleteFunc(all, func(name string) bool { return !slices.Contains(offered, name) })
	text, err := jsonvalue.Marshal(kept)
	return string(text), err == nil && len(kept) > 0
}

// allOffered reports whether an answer is a list of names that the request all offers.
func allOffered(raw json.RawMessage, req pipeline.Request) bool {
	var all []string
	if json.Unmarshal(raw, &all) != nil {
		return false
	}
	offered := offeredNames(req)
	return !slices.ContainsFunc(all, func(name string) bool { return !slices.Contains(offered, name) })
}

// offeredNames returns the names that a request offers for a choice, a section each.
func offeredNames(req pipeline.Request) []string {
	var names []string
	for _, m := range req.Messages {
		for _, s := range m.Sections {
			if name, ok := strings.CutPrefix(s.Name, pipeline.SectionSkill); ok {
				names = append(names, name)
			}
		}
	}
	return names
}
