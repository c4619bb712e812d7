package beaver

import (
	"cmp"
	"path"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// Where the texts of a prompt are from. The templates' own text is known to the renderer, texts of the case and of its
// history to the harness; of the rest only this package knows it, and says it where a text becomes data of a template.

// inBlock is the source of what a case, or its suite, says in Beaver's block.
func inBlock(key string) pipeline.TextSource { return pipeline.CaseText("beaver." + key) }

// ofSkill is the source of what a skill's file says.
func ofSkill(s *skills.Skill) pipeline.TextSource {
	return pipeline.SkillText(path.Join(s.From.Path, skills.File)).In(s.From.PathOf(skills.File))
}

// bodyData is the body of a skill.
func bodyData(s *skills.Skill) pipeline.Pieces { return ofSkill(s).Of(bodyOf(s)) }

// nameData is the name of a skill.
func nameData(s *skills.Skill) pipeline.Pieces { return ofSkill(s).Of(s.Name) }

// each is a list of texts that have one source.
func each(source pipeline.TextSource, texts []string) []pipeline.Pieces {
	var all []pipeline.Pieces
	for _, text := range texts {
		all = append(all, source.Of(text))
	}
	return all
}

// toolNames are names of tools, each from its tool.
func toolNames(names []string) []pipeline.Pieces {
	var all []pipeline.Pieces
	for _, name := range names {
		all = append(all, pipeline.Tool{Name: name}.Source().Of(name))
	}
	return all
}

// skillNames are names of skills, each from its file.
func (t *turn) skillNames(names []string) []pipeline.Pieces {
	var all []pipeline.Pieces
	for _, name := range names {
		source := code // it was there in an earlier turn
		if t.library != nil && t.library.skills[name] != nil {
			source = ofSkill(t.library.skills[name])
		}
		all = append(all, source.Of(name))
	}
	return all
}

// sessionData is what a prompt shows of a session; nil when nothing is known of it. The id of a child session is made
// here, and its parent is the case's.
func shownSession(s, ofCase pipeline.Session) *sessionData {
	if s == (pipeline.Session{}) {
		return nil
	}
	in := func(key, value, said string) pipeline.Pieces {
		if value != said {
			return code.Of(value)
		}
		return pipeline.CaseText("session." + key).Of(value)
	}
	return &sessionData{
		ID: in("id", s.ID, ofCase.ID), Source: in("source", s.Source, ofCase.Source), Model: in("model", s.Model,
			ofCase.Model),
		User: in("user", s.User, ofCase.User), Channel: in("channel", s.Channel, ofCase.Channel), Chat: in("chat",
			s.Chat, ofCase.Chat),
		Parent: in("parent", s.Parent, cmp.Or(ofCase.Parent, ofCase.ID)),
	}
}

// shownMemory is what a prompt shows of the memory.
func shownMemory(sections []pipeline.Section) []memoryData {
	var all []memoryData
	for _, s := range sections {
		all = append(all, memoryData{s.Pieces().Source().Of(s.Name), s.Pieces()})
	}
	return all
}

func shownAttempts(attempts []attempt) []attemptData {
	var all []attemptData
	for _, a := range attempts {
		all = append(all, attemptData{a.Attempt, a.Mode, a.Outcome, a.from.Of(a.LastAnswer)})
	}
	return all
}
