package storedtest

import (
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Edited returns the edits of a call whose only section, Rules of main.tmpl, has changed.
func Edited(path, before, after string) []edit.Part { return EditedIn("Rules", path, before, after) }

// EditedIn is Edited with another name of the section and of its define.
func EditedIn(define, path, before, after string) []edit.Part {
	source := pipeline.TextSource{Kind: pipeline.TextTemplate, Name: "main.tmpl", Define: define}
	file := func(text string) *goldens.File {
		section := pipeline.NewSection(define, source.Of(text))
		message := pipeline.Message{Role: pipeline.RoleSystem, Sections: []pipeline.Section{section}}
		return &goldens.File{Calls: []goldens.Call{{Path: path, Stage: "main", Messages: []pipeline.Message{message}}}}
	}
	return edit.Compare(file(before), file(after), nil)
}
