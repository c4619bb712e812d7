package alfred

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// generated keeps what a step has made as artefacts that are not saved (F0, F4): one for each object of a list, one for
// an object alone. A key that is an artefact's reference says that the artefact is changed.
func (w *work) generated(data any, from pipeline.TextSource) {
	for i, content := range artefactsIn(data) {
		if w.changed(content, from) {
			continue
		}
		typ, label := database.Infer(content, i)
		w.Registry.Generate(typ, label, content, &w.index, from)
	}
}

// changed gives artefacts that there are a new content, when the object names some; else it reports false.
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

// artefactsIn are the objects that a step has made: those of a list, of the one list in an object that holds nothing
// else, or the object itself. The meals of a plan are one artefact, as database.Infer has it.
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
