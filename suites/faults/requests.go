package faults

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// differing returns the first part in which two requests differ, as goldens compare them; ok is false if none does. A
// removed part has its place in want, any other one in got.
func differing(got, want *pipeline.Request) (part goldens.Part, ok bool) {
	for _, c := range goldens.Compare(callOf(want), callOf(got)) {
		if len(c.Parts) > 0 {
			return c.Parts[0], true
		}
	}
	return goldens.Part{}, false
}

// callOf returns a request as a golden of its own. Requests of other paths are compared too, so it has none.
func callOf(req *pipeline.Request) *goldens.File {
	return &goldens.File{Calls: []goldens.Call{{
		Messages: req.Messages, Tools: req.Tools, Format: req.Format, Parameters: req.Parameters,
	}}}
}

// nameOf names a part that differs.
func nameOf(p goldens.Part) string {
	switch p.What {
	case goldens.PartTool:
		return "the list of tools"
	case goldens.PartFormat:
		return "the format"
	case goldens.PartParameters:
		return "the parameters"
	case goldens.PartSection:
		return fmt.Sprintf("message %d (%s), section %q,", p.Message, p.Role, p.Name)
	}
	return fmt.Sprintf("message %d (%s), its role, name or tool calls,", p.Message, p.Role)
}
