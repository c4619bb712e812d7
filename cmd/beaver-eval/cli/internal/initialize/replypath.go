package initialize

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// place is a text in a service's answer.
type place struct{ path, text string }

// replyPath returns the JSONPath of the reply in a service's answer: the text that the model has said, else the only
// text; empty: the whole answer is the reply.
func replyPath(answer string) string {
	var value any
	if json.Unmarshal([]byte(answer), &value) != nil {
		return ""
	}
	if _, whole := value.(string); whole {
		return "$"
	}
	all := places("$", value)
	if i := slices.IndexFunc(all, func(p place) bool { return strings.Contains(p.text, modelText) }); i >= 0 {
		return all[i].path
	}
	if len(all) == 1 {
		return all[0].path
	}
	return ""
}

// places returns the texts of a value, members by name.
func places(path string, value any) []place {
	var all []place
	switch v := value.(type) {
	case string:
		return []place{{path, v}}
	case []any:
		for i, item := range v {
			all = append(all, places(path+"["+strconv.Itoa(i)+"]", item)...)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, places(path+member(key), v[key])...)
		}
	}
	return all
}

// member is the step of a JSONPath to a member of a name.
func member(name string) string {
	if regexp.MustCompile(`^[A-Za-z_]+$`).MatchString(name) {
		return "." + name
	}
	return "['" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(name) + "']"
}
