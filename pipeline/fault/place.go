package fault

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// mostPlaces is how many places of an answer to an application one fault breaks: a cell each.
const mostPlaces = 20

// place is a value within an answer, as far as the schema describes it.
type place struct {
	at       string  // items[0].city
	path     []int   // the position in the answer's members or elements, then in those of that value, and so on
	schema   *schema // of any value here; nil: any fits
	own      *schema // the alternative that describes this value; nil: none
	required bool    // the object that has the value must have one here
}

// atPlaces breaks an answer at each of its places for which change has another value, and nil to remove the member.
func atPlaces(change func(p *place) (value json.RawMessage, ok bool)) func(Subject) []Broken {
	return func(s Subject) []Broken {
		var broken []Broken
		for _, p := range places(s.Answer.Content, s.Stage.Schema) {
			if value, ok := change(&p); ok {
				content := replaced(s.Answer.Content, p.path, value)
				broken = append(broken, Broken{p.at, pipeline.Response{Content: content}})
			}
		}
		return broken
	}
}

// replaced returns the text of a JSON value with another value at a path, or without the member there.
func replaced(text string, path []int, value json.RawMessage) string {
	if len(path) == 0 {
		return string(value)
	}
	i := path[0]
	if all, ok := members(text); ok {
		if len(path) == 1 && value == nil {
			return object(slices.Delete(all, i, i+1))
		}
		all[i].value = json.RawMessage(replaced(string(all[i].value), path[1:], value))
		return object(all)
	}
	all, _ := elements(text)
	all[i] = json.RawMessage(replaced(string(all[i]), path[1:], value))
	return list(all)
}

// walk looks for the places of an answer.
type walk struct {
	defs  map[string]*schema
	seen  map[string]bool // by place in the schema, as items[].city
	found []place
}

// places returns those of an answer, the outer ones first. Of values that have one place in the schema, such as the
// elements of a list, it is the first.
func places(answer, text string) []place {
	if !isStructured(answer) {
		return nil
	}
	root := &schema{}
	if json.Unmarshal([]byte(text), root) != nil {
		root = &schema{}
	}
	w := &walk{defs: root.Defs, seen: map[string]bool{}}
	type value struct {
		text   string
		place  place
		schema string // its place there
	}
	level := []value{{text: answer, place: place{own: root.of(json.RawMessage(answer), root.Defs, deepest)}}}
	for range deepest {
		var next []value
		for _, v := range level {
			enter := func(within string, p place, text json.RawMessage) {
				if within = v.schema + within; !w.seen[within] {
					w.seen[within], w.found = true, append(w.found, p)
				}
				next = append(next, value{string(text), p, within})
			}
			w.inside(v.text, &v.place, enter)
		}
		level = next
	}
	return w.found
}

// inside enters the values in an object or a list.
func (w *walk) inside(text string, p *place, enter func(within string, p place, text json.RawMessage)) {
	if p.own == nil {
		return
	}
	if all, ok := members(text); ok {
		for i, m := range all {
			must := required(p.own, m.key) || len(p.path) == 0 && len(p.own.Required) == 0
			if of := p.own.Properties[m.key]; of != nil || must {
				key := keyAfter(p.at, m.key)
				enter(key, w.place(p, key, i, of, m.value, must), m.value)
			}
		}
		return
	}
	if all, ok := elements(text); ok && p.own.Items != nil {
		for i, raw := range all {
			enter("[]", w.place(p, fmt.Sprintf("[%d]", i), i, p.own.Items, raw, false), raw)
		}
	}
}

func (w *walk) place(of *place, at string, i int, s *schema, value json.RawMessage, must bool) place {
	return place{
		at: of.at + at, path: append(slices.Clone(of.path), i), schema: s.resolved(w.defs, deepest),
		own: s.of(value, w.defs, deepest), required: must,
	}
}

// keyAfter returns how a key is written after the place of its object. One that could be several is quoted.
func keyAfter(at, key string) string {
	switch {
	case key == "" || strings.ContainsAny(key, `.[]"`):
		return "[" + string(jsonvalue.AppendString(nil, key)) + "]"
	case at == "":
		return key
	}
	return "." + key
}
