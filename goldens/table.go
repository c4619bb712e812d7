package goldens

import (
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// table holds the tools of a file, each content once, under the key used by calls.
type table struct {
	keys   map[content]string
	taken  map[string]bool
	listed []listed
}

type content struct{ name, description, parameters string }

type listed struct {
	key  string
	tool pipeline.Tool
}

func newTable() *table {
	return &table{keys: map[content]string{}, taken: map[string]bool{}}
}

// key returns the tool's name, followed by @2, @3 and so on when another tool has that key. A name that is not a plain
// scalar gets the key "tool": keys need no quotes, and the name is in the table.
func (t *table) key(tool pipeline.Tool) string {
	if key, ok := t.keys[content{tool.Name, tool.Description, string(tool.Parameters)}]; ok {
		return key
	}
	base := tool.Name
	if !isPlain(base) || len(base) > 200 {
		base = "tool"
	}
	key := base
	for n := 2; t.taken[key]; n++ {
		key = base + "@" + strconv.Itoa(n)
	}
	t.keys[content{tool.Name, tool.Description, string(tool.Parameters)}] = key
	t.taken[key] = true
	t.listed = append(t.listed, listed{key, tool})
	return key
}
