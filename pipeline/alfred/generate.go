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
	for i, content := range artefactsIn(data) {
		if w.changed(content, from) {
			continue
		}
		typ, label := database.Infer(content, i)
		w.Registry.Generate(typ, label, content, &w.index, from)
	}
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
		}
	}
	return any
}

// artefactsIn returns the objects that a step has made: those of a list, of the only list in an object with nothing
// else, or the object itself. The meals of a plan are one artefact, as in database.Infer.
func artefactsIn(v any) []*record.Object {
	if list, ok := v.([]any); ok {
		return objectsIn(list)
	}
	o, ok := v.(*record.Object)
	if !ok {
		return nil
	}
	for key, inner := range o.All() {
		list, ok := inner.([]any)
		if ok && o.Len() == 1 && !database.IsPlan(key) && len(objectsIn(list)) == len(list) && len(list) > 0 {
			return objectsIn(list)
		}
	}
	return []*record.Object{o}
}

func objectsIn(list []any) []*record.Object {
	var objects []*record.Object
	for _, v := range list {
		if o, ok := v.(*record.Object); ok {
			objects = append(objects, o)
		}
	}
	return objects
}
