package alfred

import (
	"slices"
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/record"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/registry"
)

// judgeContent reports rows that a model makes up while it writes (F0): write persists content, and only generate
// creates it. Such a row is stored all the same.
func (w *work) judgeContent(params *record.Object) {
	rows, ok := record.Objects(params.Get("data"))
	if one, isRow := params.Get("data").(*record.Object); isRow {
		rows, ok = []*record.Object{one}, true
	}
	if !ok {
		return
	}
	known := w.knownWords()
	for _, row := range rows {
		if text := w.madeUp(row, known); text != "" {
			w.rt.Fallback(pipeline.Fallback{
				Stage: stageAct, Reason: reasonNewContent, Tries: 1, Detail: params.Text("table") + ": " + text,
			})
		}
	}
}

// knownWords are those that the user has said, that artefacts hold, and that the database has shown.
func (w *work) knownWords() map[string]bool {
	known := map[string]bool{}
	add := func(text string) {
		for _, word := range words(text) {
			known[word] = true
		}
	}
	add(w.message.String())
	for _, turn := range w.talk.Turns {
		add(turn.User.String())
	}
	for _, e := range w.Registry.Entities() {
		add(e.Label)
		add(string(e.Content))
	}
	for _, o := range w.done {
		for _, r := range o.Results {
			add(string(r.Data))
		}
	}
	for _, r := range w.results {
		add(string(r.Data))
	}
	return known
}

// madeUp is a text of a row that nobody has said before: its name with a new word in it, or a sentence of which more
// than half of the words are new. Empty: there is none.
func (w *work) madeUp(row *record.Object, known map[string]bool) string {
	isNew := func(word string) bool { return !known[word] }
	if name := registry.NameOf(row); slices.ContainsFunc(words(name), isNew) {
		return name
	}
	for _, text := range texts(row) {
		all := words(text)
		fresh := slices.DeleteFunc(slices.Clone(all), func(word string) bool { return known[word] })
		if len(all) >= sentence && 2*len(fresh) > len(all) {
			return text
		}
	}
	return ""
}

// sentence is how many words make a text more than a value.
const sentence = 8

// texts are the texts in a value, at any depth.
func texts(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var all []string
		for _, e := range v {
			all = append(all, texts(e)...)
		}
		return all
	case *record.Object:
		var all []string
		for _, e := range v.All() {
			all = append(all, texts(e)...)
		}
		return all
	}
	return nil
}

// words are the words of a text in small letters.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}
