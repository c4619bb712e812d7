// Package systemprompt builds OpenClaw's system prompt: the sections of a template, each of which has a condition of
// its own (O-1 to O-7, O-17), the context files in it, and the report on the part that a provider can cache (O-8); with
// the marks that distinguish OpenClaw's own texts from those of people.
package systemprompt

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// File is the name of the template.
const File = "system.tmpl"

// separator separates two sections: no blank line (O-1).
const separator = "\n"

// Sections that the program itself refers to; all others belong to the template.
const (
	sectionIdentity = "Identity"
	sectionSafety   = "Safety"
	sectionContext  = "Project Context"
)

// Spec returns the spec of the template.
func Spec() prompt.Spec { return prompt.Spec{File: File, Sep: separator, Data: data{}} }

// Check returns an error for a template that omits, or leaves blank, a section that every prompt must have: the
// identity line, which is all of the mode none (O-3), and the safety text (O-5). Loaders of a template folder must call
// it.
func Check(t *prompt.Template) error {
	for _, m := range []Mode{Full, Minimal} {
		sections, err := Sections(t, Params{Mode: m})
		if err != nil {
			return err
		}
		for _, name := range []string{sectionIdentity, sectionSafety} {
			if !slices.ContainsFunc(sections, func(s pipeline.Section) bool { return s.Name == name }) {
				return &prompt.Error{File: File, Msg: fmt.Sprintf(
					"section %q is missing or blank in the mode %s: every system prompt has it", name, m)}
			}
		}
	}
	return nil
}

// Sections renders the system prompt. Its sections are in the order of the template; under compat: program the context
// files precede the closing ones (O-2). In the mode none it is only the identity line (O-3).
func Sections(t *prompt.Template, p Params) ([]pipeline.Section, error) {
	rendered, err := t.Render(newData(p))
	if err != nil {
		return nil, err
	}
	sections := unseparated(rendered)
	switch {
	case p.Mode == None:
		sections = slices.DeleteFunc(sections, func(s pipeline.Section) bool { return s.Name != sectionIdentity })
	case p.Program:
		sections = contextBeforeClosing(sections)
	}
	return separated(sections), nil
}

// contextBeforeClosing moves the context files before the first of the program's closing sections.
func contextBeforeClosing(sections []pipeline.Section) []pipeline.Section {
	closing := []string{"Silent Replies", "Heartbeats", "Runtime"}
	from := slices.IndexFunc(sections, func(s pipeline.Section) bool { return s.Name == sectionContext })
	to := slices.IndexFunc(sections, func(s pipeline.Section) bool { return slices.Contains(closing, s.Name) })
	if from < 0 || to < 0 || from < to {
		return sections
	}
	context := sections[from]
	return slices.Insert(slices.Delete(sections, from, from+1), to, context)
}

// unseparated removes the separators that a rendering has appended to all sections but the last.
func unseparated(sections []pipeline.Section) []pipeline.Section {
	bare := slices.Clone(sections)
	for i := range max(len(bare)-1, 0) {
		s := bare[i]
		bare[i] = pipeline.NewSection(s.Name, s.Pieces().Cut(0, len(s.Text)-len(separator)))
	}
	return bare
}

// separated appends the separator to all sections but the last.
func separated(sections []pipeline.Section) []pipeline.Section {
	between := pipeline.TextSource{}.Of(separator)
	for i := range max(len(sections)-1, 0) {
		s := sections[i]
		sections[i] = pipeline.NewSection(s.Name, pipeline.JoinPieces(s.Pieces(), between))
	}
	return sections
}
