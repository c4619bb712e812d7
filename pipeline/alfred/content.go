package alfred

import (
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// judgeContent reports rows that a model invents in a write step (F0): write persists content, and only generate
// creates it. Such a row is stored all the same.
func (w *work) judgeContent(params *record.Object) {
	rows, ok := record.Objects(params.Get("data"))
	if one, isRow := params.Get("data").(*record.Object); isRow {
		rows, ok = []*record.Object{one}, true
	}
	if !ok {
		return
	}
	known := w.knownText()
	for _, row := range rows {
		if text := madeUp(row, known); text != "" {
			w.rt.Fallback(pipeline.Fallback{
				Stage: stageCrud, Reason: reasonNewContent, Tries: 1, Detail: params.Text("table") + ": " + text,
			})
		}
	}
}

// knownText returns the texts of the user and of replies, the contents of artefacts, and what the database has shown,
// in lower case: a user who accepts a proposal wants its content.
func (w *work) knownText() string {
	all := []string{w.message.String()}
	for _, turn := range w.talk.Turns {
		all = append(all, turn.User.String(), turn.Assistant.String())
	}
	for _, e := range w.Registry.Entities() {
		all = append(all, e.Label, string(e.Content))
	}
	for _, o := range append(w.done[:len(w.done):len(w.done)], memory.Outcome{Results: w.results}) {
		for _, r := range o.Results {
			all = append(all, string(r.Data))
		}
	}
	return strings.ToLower(strings.Join(all, "\n"))
}

// madeUp returns an invented text of a row: its name if at least half of its words are new, or a sentence if most of
// them are. Empty: there is none.
func madeUp(row *record.Object, known string) string {
	if name := memory.NameOf(row); name != "" {
		if all, fresh := newWords(name, known); all > 0 && 2*fresh >= all {
			return name
		}
	}
	for _, text := range texts(row) {
		if all, fresh := newWords(text, known); all >= sentence && 2*fresh > all {
			return text
		}
	}
	return ""
}

// newWords counts the words of a text, and the new ones among them. A word is also known inside another one: many
// languages do not separate words, and a plural is not a new word.
func newWords(text, known string) (all, fresh int) {
	for _, word := range words(text) {
		all++
		stem := strings.TrimSuffix(strings.TrimSuffix(word, "s"), "e")
		if len(stem) < shortestStem {
			stem = word
		}
		if !strings.Contains(known, word) && !strings.Contains(known, stem) {
			fresh++
		}
	}
	return all, fresh
}

// shortestStem is the minimum length in bytes of a word without its ending to be looked up in that form.
const shortestStem = 3

// sentence is the number of words that make a text more than a value.
const sentence = 8

// texts returns the texts in a value, at any depth.
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

// words returns the words of a text in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}
