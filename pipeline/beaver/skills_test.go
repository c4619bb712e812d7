package beaver

import (
	"encoding/json"
	"strings"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// skillDir returns a folder with a skill of this name.
func skillDir(name, description, body string) pipeline.SkillDir {
	front, err := json.Marshal(map[string]string{"name": name, "description": description}) // JSON is YAML
	if err != nil {
		panic(err)
	}
	return skillText("skill", "---\n"+string(front)+"\n---\n"+body)
}

// skillText returns a folder with this SKILL.md.
func skillText(folder, text string) pipeline.SkillDir {
	return pipeline.SkillDir{Path: folder, Dir: fstest.MapFS{skills.File: {Data: []byte(text)}}}
}

// offeredSkills returns the names in a selection's request, in order.
func offeredSkills(r pipeline.Request) []string { return skillSections(r.Messages[1]) }

// activeSkills returns the names of the messages after the system prompt of a run.
func activeSkills(r pipeline.Request) []string {
	var names []string
	for _, m := range r.Messages[1:] {
		found := skillSections(m)
		if len(found) == 0 {
			break
		}
		names = append(names, found...)
	}
	return names
}

func skillSections(m pipeline.Message) []string {
	var names []string
	for _, s := range m.Sections {
		if name, is := strings.CutPrefix(s.Name, "Skill: "); is {
			names = append(names, name)
		}
	}
	return names
}

// last returns the last of the names, if there is one.
func last(names []string) []string { return names[max(0, len(names)-1):] }

// namesJSON returns a selection's answer.
func namesJSON(names []string) string {
	text, err := jsonvalue.Marshal(append([]string{}, names...))
	if err != nil {
		panic(err)
	}
	return string(text)
}
