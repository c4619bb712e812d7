package alfred

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// generated keeps the output of a step as unsaved artefacts (F0, F4): one for each object of a list, or one for a
// single object. A key that is an artefact's reference means a change of that artefact.
func (w *work) generated(data any, from pipeline.TextSource) {
	split := draftsIn
	if w.program() {
		split = artefactsIn
	}
	for i, content := range split(data) {
		if w.changed(content, from) {
			continue
		}
		typ, label := database.Draft(w.Registry.Domain(), w.step().Subdomain, content)
		if w.program() {
			typ, label = database.Infer(content, i)
		}
		w.compose(w.Registry.Generate(typ, label, content, &w.index, from))
	}
}

// compose notes an artefact as the work of this step.
func (w *work) compose(ref string) {
	e, _ := w.Registry.Entity(ref)
	w.drafts = append(w.drafts, memory.Draft{Ref: ref, Name: e.From.Of(e.Label)})
}

// changed gives existing artefacts new content, if the object names some; else it reports false.
func (w *work) changed(content *record.Object, from pipeline.TextSource) bool {
	any := false
	for key, v := range content.All() {
		inner, isObject := v.(*record.Object)
		if !strings.HasPrefix(key, memory.GeneratedPrefix) || !isObject {
			continue
		}
		if w.Registry.SetContent(key, inner, from) {
			any = w.Registry.Touch(key)
			w.compose(key)
		}
	}
	return any
}

// draftsIn returns the objects that a step has made: those of a list, of the only list of objects in an object
// without a name, whatever is said beside it, or the object itself. The meals of a plan are one artefact, and so
// are the ingredients of a recipe.
func draftsIn(v any) []*record.Object {
	o, ok := v.(*record.Object)
	if !ok || memory.NameOf(o) != "" {
		return artefactsIn(v)
	}
	var lists [][]*record.Object
	for key, inner := range o.All() {
		list, ok := record.Objects(inner)
		if !ok || len(list) == 0 {
			continue
		}
		if database.IsPlan(key) || key == "ingredients" || memory.Kitchen().HoldsRows(key) {
			return []*record.Object{o}
		}
		lists = append(lists, list)
	}
	if len(lists) != 1 {
		return []*record.Object{o}
	}
	return lists[0]
}

// artefactsIn returns the objects that a step has made, as the program finds them: those of a list, of the only list in
// an object with nothing else, or the object itself. The meals of a plan are one artefact, as in database.Infer.
func artefactsIn(v any) []*record.Object {
	o, ok := v.(*record.Object)
	if !ok {
		return record.Rows(v)
	}
	for key, inner := range o.All() {
		list, ok := inner.([]any)
		if ok && o.Len() == 1 && !database.IsPlan(key) && len(record.Rows(list)) == len(list) && len(list) > 0 {
			return record.Rows(list)
		}
	}
	return []*record.Object{o}
}
