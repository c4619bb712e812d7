package project

import (
	"context"

	"github.com/beaver-eval/beaver-eval/fixtures"
)

// Info describes a case without running it.
type Info struct {
	Suite       string   `json:"suite"`
	Case        string   `json:"case"`
	File        string   `json:"file"`
	Line        int      `json:"line"`
	Turns       int      `json:"turns"`
	Tags        []string `json:"tags,omitempty"`
	Forms       []string `json:"forms,omitempty"`
	Description string   `json:"description,omitempty"`
}

// EachCase calls f with the description of each case, in order.
func (s *Suite) EachCase(ctx context.Context, systems []string, f func(Info) error) error {
	return s.cases.Each(ctx, func(src fixtures.Source) error {
		c, err := src.Decode(systems)
		if err != nil {
			return err
		}
		return f(Info{s.Name, c.ID, src.File, src.Line, len(c.Turns), c.Tags, c.Forms, c.Description})
	})
}
