package beaver

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Sources of the texts of a prompt. The renderer knows the templates' own text, the harness texts of the case and of
// its history; only this package knows the rest, and sets its source when a text becomes data of a template.

// inBlock returns the source of a value in Beaver's block of a case or suite.
func inBlock(key string) pipeline.TextSource { return pipeline.CaseText("beaver." + key) }

// bodyData returns the body of a skill.
func bodyData(s *skill) pipeline.Pieces { return s.from.Of(bodyOf(s)) }

// nameData returns the name of a skill.
func nameData(s *skill) pipeline.Pieces { return s.from.Of(s.Name) }

// each returns a list of texts with one source.
func each(source pipeline.TextSource, texts []string) []pipeline.Pieces {
	var all []pipeline.Pieces
	for _, text := range texts {
		all = append(all, source.Of(text))
	}
	return all
}

// toolNames returns names of tools, each with its tool as source.
func toolNames(names []string) []pipeline.Pieces {
	var all []pipeline.Pieces
	for _, name := range names {
		all = append(all, pipeline.Tool{Name: name}.Source().Of(name))
	}
	return all
}

// skillNames returns names of skills, each with its file as source.
func (t *turn) skillNames(names []string) []pipeline.Pieces {
	var all []pipeline.Pieces
	for _, name := range names {
		source := code // it existed in an earlier turn
		if s := t.library.skill(name); s != nil {
			source = s.from
		}
		all = append(all, source.Of(name))
	}
	return all
}

// shownSession returns a session for a prompt; nil if nothing is known of it. The id of a child session is made here,
// and its parent is the case's.
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

// shownMemory returns the memory for a prompt. A name is a heading, so it is one line.
func shownMemory(sections []pipeline.Section) []memoryData {
	var all []memoryData
	for _, s := range sections {
		all = append(all, memoryData{s.Pieces().Source().Of(oneLine(s.Name)), s.Pieces()})
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
