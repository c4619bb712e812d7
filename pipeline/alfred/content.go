package alfred

import (
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
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
	known := w.knownText()
	for _, row := range rows {
		if text := madeUp(row, known); text != "" {
			w.rt.Fallback(pipeline.Fallback{
				Stage: stageCrud, Reason: reasonNewContent, Tries: 1, Detail: params.Text("table") + ": " + text,
			})
		}
	}
}

// knownText is what the user has said and been told, what artefacts hold, and what the database has shown, in small
// letters: who says yes to a proposal wants what is in it.
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

// madeUp is a text of a row that nobody has said before: its name when at least half of its words are new, or a
// sentence when most of them are. Empty: there is none.
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

// newWords counts the words of a text, and those that are not in what is known. A word is known inside another one too:
// of many languages the words are not told apart, and a plural is not a new word.
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

// shortestStem is how long a word has to be without its ending, in bytes, to be looked for without it.
const shortestStem = 3

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
