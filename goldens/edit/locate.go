package edit

import "github.com/beaver-eval/beaver-eval/pipeline"

// located returns a part with the place of its lines unless they are a template's: in the files of an application,
// whose text counts as code, or in the file of a skill. The first line found in a file decides.
func (s *sources) located(p Part) Part {
	if s.known == nil || s.known.Locate == nil || p.Change == LeftOut ||
		p.Source.Kind != pipeline.TextCode && p.Source.Kind != pipeline.TextSkill {
		return p
	}
	for i := range p.Hunks {
		h := &p.Hunks[i]
		for _, line := range h.New {
			file, at := s.known.Locate(p.Source, line)
			if file == "" || p.Source.Path != "" && p.Source.Path != file {
				continue
			}
			if h.Line == 0 {
				h.Line = at
			}
			p.Source.Path = file
		}
	}
	p.identify()
	return p
}
