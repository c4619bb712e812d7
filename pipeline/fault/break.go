package fault

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// truncated returns the answer cut at each structural boundary.
func truncated(s Subject) []Broken {
	answer := strings.TrimSpace(s.Answer.Content)
	return cuts(answer, structural(answer))
}

// prefixes returns the answer cut after each byte.
func prefixes(s Subject) []Broken {
	answer := strings.TrimSpace(s.Answer.Content)
	all := make([]int, max(len(answer)-1, 0))
	for i := range all {
		all[i] = i + 1
	}
	return cuts(answer, all)
}

func cuts(answer string, ends []int) []Broken {
	var all []Broken
	for _, end := range ends {
		all = append(all, Broken{strconv.Itoa(end), pipeline.Response{Content: answer[:end]}})
	}
	return all
}

// deletions returns the answer without each of its bytes.
func deletions(s Subject) []Broken {
	answer := strings.TrimSpace(s.Answer.Content)
	var all []Broken
	for i := range len(answer) {
		all = append(all, Broken{strconv.Itoa(i), pipeline.Response{Content: answer[:i] + answer[i+1:]}})
	}
	return all
}

// oneValue replaces one value, chosen by the cell's chance, by a text.
func oneValue(put string) func(Subject) []Broken {
	return func(s Subject) []Broken {
		answer := s.Answer.Content
		if all, ok := members(answer); ok && len(all) > 0 {
			all[s.Rand.IntN(len(all))].value = json.RawMessage(put)
			return []Broken{text(object(all))}
		}
		if all, ok := elements(answer); ok && len(all) > 0 {
			all[s.Rand.IntN(len(all))] = json.RawMessage(put)
			return []Broken{text(list(all))}
		}
		return nil
	}
}

// doubleKey repeats a key, with another value.
func doubleKey(s Subject) []Broken {
	all, ok := members(s.Answer.Content)
	if !ok || len(all) == 0 {
		return nil
	}
	other := all[s.Rand.IntN(len(all))]
	other.value = json.RawMessage(`"something else"`)
	return []Broken{text(object(append(all, other)))}
}

// otherRoot wraps an object in a list, and a list in an object.
func otherRoot(answer string) string {
	if strings.HasPrefix(answer, "{") {
		return "[" + answer + "]"
	}
	return `{"answer": ` + answer + "}"
}

const (
	aNumber   = "7"         // a value of a type that most parts of an answer do not have
	notInEnum = `"perhaps"` // a value that enumerations do not have
)

// wrongType changes a value to a number where the schema does not take one.
func wrongType(s Subject) []Broken {
	part := schemaOf(s.Stage)
	all, ok := elements(s.Answer.Content)
	if ok && len(all) > 0 && part.Items != nil && !part.Items.takesNumber() {
		all[s.Rand.IntN(len(all))] = json.RawMessage(aNumber)
		return []Broken{text(list(all))}
	}
	return numberFor(s, func(key string) bool {
		p := part.Properties[key]
		return p != nil && !p.takesNumber()
	})
}

// anyType changes a value that may have any type to a number.
func anyType(s Subject) []Broken {
	part := schemaOf(s.Stage)
	return numberFor(s, func(key string) bool {
		p := part.Properties[key]
		return p != nil && p.takesAny()
	})
}

// numberFor changes the value of one of the chosen keys, by the cell's chance, to a number.
func numberFor(s Subject, chosen func(key string) bool) []Broken {
	all, _ := members(s.Answer.Content)
	can := slices.DeleteFunc(indices(all), func(i int) bool { return !chosen(all[i].key) })
	if len(can) == 0 {
		return nil
	}
	all[can[s.Rand.IntN(len(can))]].value = json.RawMessage(aNumber)
	return []Broken{text(object(all))}
}

// dropsKey removes a key for which chosen reports true.
func dropsKey(chosen func(part *schema, key string) bool) func(Subject) []Broken {
	return func(s Subject) []Broken {
		part := schemaOf(s.Stage)
		all, _ := members(s.Answer.Content)
		can := slices.DeleteFunc(indices(all), func(i int) bool { return !chosen(part, all[i].key) })
		if len(can) == 0 {
			return nil
		}
		i := can[s.Rand.IntN(len(can))]
		return []Broken{text(object(slices.Delete(all, i, i+1)))}
	}
}

func optional(part *schema, key string) bool {
	return part.Properties[key] != nil && !required(part, key) && !slices.Contains(part.then(), key)
}

// extraKey adds a key to an object.
func extraKey(answer string) string {
	all, ok := members(answer)
	if !ok {
		return ""
	}
	return object(append(all, member{"confidence", json.RawMessage("0.9")}))
}

// unknownEnum replaces a value of an enum by an unknown one.
func unknownEnum(s Subject) []Broken {
	part := schemaOf(s.Stage)
	all, _ := members(s.Answer.Content)
	fixed := slices.DeleteFunc(indices(all), func(i int) bool {
		p := part.Properties[all[i].key]
		return p == nil || len(p.Enum) == 0
	})
	if len(fixed) == 0 {
		return nil
	}
	all[fixed[s.Rand.IntN(len(fixed))]].value = json.RawMessage(notInEnum)
	return []Broken{text(object(all))}
}

// inventedName is a name that was never offered.
const inventedName = "a-name-that-nobody-offered"

// invented answers with a name that was not offered: alone, or beside the named ones.
func invented(beside bool) func(Subject) []Broken {
	return func(s Subject) []Broken {
		all, ok := names(s)
		if !ok || beside && len(all) == 0 {
			return nil
		}
		if !beside {
			all = nil
		}
		at := s.Rand.IntN(len(all) + 1)
		return []Broken{text(list(slices.Insert(all, at, json.RawMessage(`"`+inventedName+`"`))))}
	}
}

func repeatedName(s Subject) []Broken {
	all, ok := names(s)
	if !ok || len(all) == 0 {
		return nil
	}
	return []Broken{text(list(append(all, all[s.Rand.IntN(len(all))])))}
}

// names returns the names in an answer of a stage that names things from the request's offers: it has a reason for
// names that were not offered.
func names(s Subject) (all []json.RawMessage, ok bool) {
	if !slices.Contains(s.Stage.Reasons, pipeline.UnknownName) {
		return nil, false
	}
	return elements(s.Answer.Content)
}

// within inserts bytes into a text of the answer.
func within(put string) func(Subject) []Broken {
	return func(s Subject) []Broken {
		answer := strings.TrimSpace(s.Answer.Content)
		at, ok := len(answer)/2, answer != ""
		switch s.Stage.Reads {
		case pipeline.ReadsJSON:
			at, ok = insideOfString(answer)
		case pipeline.ReadsTagged:
			at, ok = insideOfTag(answer)
		}
		if !ok {
			return nil
		}
		return []Broken{text(answer[:at] + put + answer[at:])}
	}
}

// insideOfTag returns the offset of a byte between the first tags of an answer: in a text there if that is JSON.
func insideOfTag(answer string) (at int, ok bool) {
	tag := openTag.FindStringSubmatchIndex(answer)
	if tag == nil {
		return 0, false
	}
	from, name := tag[1], answer[tag[2]:tag[3]]
	length := strings.Index(answer[from:], "</"+name+">")
	if length <= 0 {
		return 0, false
	}
	inner := answer[from : from+length]
	if at, ok = insideOfString(inner); !ok || !isJSON(inner) {
		at = len(inner) / 2
	}
	return from + at, true
}

var openTag = regexp.MustCompile(`<(\w+)>`)

// twoValues appends the stage's example to the answer, or something else if that says the same.
func twoValues(s Subject) []Broken {
	answer := strings.TrimSpace(s.Answer.Content)
	for _, other := range []string{s.Stage.Example, `{"answer": "none"}`, `["none"]`} {
		if isJSON(other) && !sameJSON(answer, other) && isJSON(answer) && other[0] == answer[0] {
			return []Broken{text(answer + "\n" + other)}
		}
	}
	return nil
}

// echo returns the last message of the request that is not blank.
func echo(s Subject) []Broken {
	for _, m := range slices.Backward(s.Request.Messages) {
		if said := m.Content(); strings.TrimSpace(said) != "" {
			return []Broken{text(said)}
		}
	}
	return nil
}

func indices(all []member) []int {
	at := make([]int, len(all))
	for i := range at {
		at[i] = i
	}
	return at
}
