package openclaw

import (
	"html"
	"path"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// snapshot is the catalogue of skills, which every run of the session has until the skills change.
type snapshot struct {
	library   string // digest of the skills that it was made of
	catalogue pipeline.Pieces
	list      []candidate
	dropped   []skills.Problem
	byFile    map[string]*skills.Skill
}

// candidate is a skill that the model is offered.
type candidate struct {
	Name string `json:"name"`
	Rank int    `json:"rank"`
}

// take makes a snapshot. The skills come in the order of their sources: a later one takes the place of one with its
// name.
func take(dirs []pipeline.SkillDir, library string) *snapshot {
	s := &snapshot{library: library, byFile: map[string]*skills.Skill{}}
	loaded := skills.Load(dirs, skills.Strict)
	for _, p := range loaded.Problems {
		if p.Dropped && p.Kind != skills.KindDuplicate {
			s.dropped = append(s.dropped, p)
		}
	}
	for i, skill := range loaded.Skills {
		file := path.Join(skill.From.Path, skills.File)
		s.byFile[file] = skill
		s.list = append(s.list, candidate{skill.Name, i + 1})
		code, text := pipeline.TextSource{Kind: pipeline.TextCode}, pipeline.SkillText(file)
		s.catalogue = pipeline.JoinPieces(s.catalogue,
			code.Of("<skill><name>"), text.Of(html.EscapeString(skill.Name)),
			code.Of("</name><description>"), text.Of(html.EscapeString(skill.Description)),
			code.Of("</description><location>"+file+"</location></skill>\n"))
	}
	return s
}

// report says in the place of a run what there is to choose from.
func (s *snapshot) report(rt *pipeline.Runtime) {
	for _, p := range s.dropped {
		rt.Fallback(pipeline.Fallback{Stage: "skills", Reason: unreadable, Detail: p.Path + ": " + p.Detail})
	}
	rt.Event(pipeline.EventCandidates, s.list)
}
