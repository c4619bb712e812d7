package faults

import (
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// Detail lists everything that happened in a single cell, for people who inspect it.
type Detail struct {
	Suite    string `json:"suite"`
	Case     string `json:"case"`
	Cell     string `json:"cell"`
	Intended string `json:"intended"` // the intended answer
	Put      string `json:"put"`      // the answer in its place, as the stage got it; of a failure: its text
	Expected string `json:"expected"` // the reasons, one of which must be reported
	Steps    []Step `json:"steps"`    // from the broken call on
}

// Step is one thing that happened.
type Step struct {
	Path string `json:"path"`
	What string `json:"what"` // call, decided, fallback, rejected, tool, event, reply
	Text string `json:"text"`
}

// mask masks secrets.
func (d *Detail) mask(m *secrets.Masker) {
	names := m.Secrets()
	d.Case, d.Cell, d.Intended, d.Put = names.Text(d.Case), names.Text(d.Cell), m.Text(d.Intended), m.Text(d.Put)
	for i := range d.Steps {
		s := &d.Steps[i]
		s.Path, s.Text = names.Text(s.Path), m.Text(s.Text)
	}
}
